"""Clans, cards and Kingdoms of a view, found and called by name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cogs.cover_your_kingdom import words as said
from cogs.ui.words import counted
from engine.cover_your_kingdom.cards import CARDS, HORSES, MAGIC
from engine.cover_your_kingdom.view import ClanView, CoverView, LandView

ANY = "any"  # the land of a Pigxie with two Rulers


class Place(NamedTuple):
    """Where a Clan lies; the lowest of a stack has `height` 0."""

    seat: int
    land: LandView
    height: int
    clan: ClanView


def one(card: str) -> str:
    """The short name of a card or a power."""
    found = said.NAMES.get(card)
    return found or (CARDS[card].name if card in CARDS else card)


def kin(species: str, n: int = 2) -> str:
    return said.KIN.get(species, species) if n != 1 else one(species)


def listed(cards: Sequence[str], glue: str = " + ") -> str:
    """ "2 Bragons + Terrier"."""
    return glue.join(kin(card, n) if n == 1 else f"{n} {kin(card, n)}" for card, n in Counter(cards).items())


def in_a_row(cards: Sequence[str]) -> str:
    """ "2 Bragons, Spydra and Terrier", for sentences."""
    parts = [kin(card, n) if n == 1 else f"{n} {kin(card, n)}" for card, n in Counter(cards).items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts) or "nothing"


def places(view: CoverView) -> Iterator[Place]:
    for kingdom in view.kingdoms:
        for land in kingdom.lands:
            for height, clan in enumerate(land.clans):
                yield Place(kingdom.seat, land, height, clan)


def place_of(view: CoverView, clan: str) -> Place:
    return {place.clan.id: place for place in places(view)}[clan]


def magic(cards: Sequence[str]) -> int:
    return sum(MAGIC[card] for card in cards)


def called(view: CoverView, place: Place) -> str:
    """A top Clan: "Bragons", and in which land where a Kingdom has two such top Clans."""
    species = place.clan.species or ""
    same = [
        other
        for other in places(view)
        if other.seat == place.seat and not other.clan.covered and other.clan.species == species
    ]
    return f"{land_name(place.land.land)} {kin(species)}" if len(same) > 1 else kin(species)


def home(view: CoverView, card: str) -> str:
    """The land where a Creature lives; with two Rulers horses live in the Maneland, a Pigxie in any."""
    land = CARDS[card].land
    if view.players > 2 or not land:
        return land
    return "maneland" if card in HORSES else ANY if land == "either" else land


def land_name(land: str) -> str:
    return said.LANDS.get(land, land)


def gems_below(place: Place) -> str:
    """What looks out from under a Clan, the nearest first; of open Clans fewer, for they take more room."""
    below = place.land.clans[: place.height][::-1]
    if not below:
        return "nothing below it"
    known = below[0].species is not None
    what = "" if known else "gem " if len(below) == 1 else "gems "
    most = 3 if known else 6
    return f"{what}below: {', '.join(map(gem_of, below[:most]))}{' …' * (len(below) > most)}"


def gem_of(clan: ClanView) -> str:
    return f"{kin(clan.species)} {clan.magic}" if clan.species else str(clan.gem)


def size(clan: ClanView) -> str:
    """ "3 cards, 45 magic", as far as it is known."""
    if clan.cards is None:
        return f"gem {clan.gem}"
    return f"{counted(len(clan.cards), 'card')}, {clan.magic} magic"
