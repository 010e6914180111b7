"""The Creatures, the Kingdom powers, and the lists of them that the rules use most often."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from engine.decks import Card, Deck, Decks


class CoverCard(Card):
    """A Creature of the deck, or a Kingdom power (which is not part of the deck and has no copies)."""

    kind: Literal["clanning", "wild", "hire", "power"]
    copies: int = 0
    magic: int = 0
    land: Literal["highland", "lowland", "either", ""] = ""
    power: Literal["action", "modifying", ""] = ""
    crowd: bool = False  # a power that is left out with two or three Rulers


def check(deck: Deck[CoverCard]) -> Iterator[str]:
    """Yield a fault for each wrong number (116 Clanning, 15 Wild, 10 for hire) and each power of no kind."""
    for kind, kinds, copies in (("clanning", 10, 116), ("wild", 2, 15), ("hire", 5, 10)):
        cards = [card for card in deck.values() if card.kind == kind]
        found = len(cards), sum(card.copies for card in cards)
        if found != (kinds, copies):
            yield f"{kind}: {found[0]} kinds with {found[1]} copies, not {kinds} with {copies}"
    for card in deck.values():
        if (card.kind == "power") != bool(card.power):
            yield f'{card.id}: a power needs `power = "action"` or `"modifying"`, other cards have none'


decks = Decks("cover-your-kingdom", CoverCard, Path(__file__).parent / "cards.toml", check)
CARDS = decks["hob"]

CREATURES = [card.id for card in CARDS.values() if card.kind != "power"]
CLANNING = [card.id for card in CARDS.values() if card.kind == "clanning"]
WILD = [card.id for card in CARDS.values() if card.kind == "wild"]
HIRE = [card.id for card in CARDS.values() if card.kind == "hire"]
POWERS = [card.id for card in CARDS.values() if card.kind == "power"]
MAGIC = {name: CARDS[name].magic for name in CREATURES}
ORDER = {name: place for place, name in enumerate(CREATURES)}  # hands and lists follow the order of the deck file
KIND = {name: CARDS[name].kind for name in CREATURES}

HORSES = ["peglegasus", "hentaur", "uniquehorn"]  # with two Rulers they live in the Maneland
CLUSTERS = {land: [name for name in CLANNING if CARDS[name].land == land] for land in ("highland", "either", "lowland")}
ALIKE = ["minnowtaur", "hypnogriff", "wiizzaard"]  # interchangeable by Extra Features
