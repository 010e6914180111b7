"""Settle: a Clan of two Creatures, its land, and the placement of every Clan that comes to a Kingdom."""

from engine.cover_your_kingdom import actions, hands, stars
from engine.cover_your_kingdom.actions import FROM_DISCARD
from engine.cover_your_kingdom.cards import CLANNING, WILD
from engine.cover_your_kingdom.state import Cover, Spot, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id


def pairs(g: Cover, me: int) -> list[tuple[str, str, str]]:
    """Return the pairs for a new Clan, with its species.

    Two alike from the hand, one that matches the top of the discard pile, or a Wild with either.
    """
    hand, top = g.hands[me], g.discards[-1] if g.discards else ""
    wilds = [wild for wild in WILD if wild in hand]
    found = []
    for species in [kind for kind in CLANNING if kind in hand or kind == top]:
        held = hand.count(species)
        if held >= 2:
            found.append((species, species, species))
        if held:
            found += [(species, FROM_DISCARD, species)] if species == top else []
            found += [(wild, species, species) for wild in wilds]
        if species == top:
            found += [(wild, FROM_DISCARD, species) for wild in wilds]
    return found


def choices(g: Cover, me: int) -> list[str]:
    """Return every new Clan, with its land if there is a choice."""
    found = []
    for a, b, species in pairs(g, me):
        lands = g.lands_for(species)
        open_to_it = [land for land in lands if cannot_settle(g, me, land) is None]
        found += [actions.settle(a, b, land if len(lands) > 1 else "") for land in open_to_it]
    return found


def cannot_settle(g: Cover, me: int, land: str) -> Reason | None:
    """Return why no new Clan may settle in a land: a sideways Minnowtaur bars it."""
    return ("barred-own", {"land": land}) if g.is_barred(me, land) else None


def settle(g: Cover, me: int, a: str, b: str, land: str = "") -> None:
    """Settle a Clan on top of a land's stack; a Wild goes below the Clanning Creature."""
    top = b == FROM_DISCARD
    species = g.discards.pop() if top else b
    hands.play(g, me, [a] if top else [a, b])
    clan = g.new_clan([a, species], species)
    land = land or g.lands_for(species)[0]
    g.kingdoms[me][land].append(clan)
    key = "settles-from-discard" if top else "settles"
    g.log_event(key, p=seat_id(me), a=a, b=species, land=land, clan=clan.id)
    stars.light_new_species(g, me, clan.cards)


# ---- placement of Clans
def take_clan(g: Cover, spot: Spot) -> None:
    """Remove a Clan from its stack; it is in `arriving` until it is placed."""
    g.kingdoms[spot.seat][spot.land].remove(spot.clan)
    g.arriving.append(spot.clan)


@rules.step
def place(g: Cover, seat: int, clan_id: str, lands: list[str], key: str, other: str) -> AskStep:
    """Put a Clan on top of its land's stack; the new owner of an Either Land Clan chooses among the open lands."""
    clan = next(clan for clan in g.arriving if clan.id == clan_id)
    fields: Fields = {"p": seat_id(seat), "clan": clan_id, "species": clan.species, "n": len(clan.cards)}
    land = yield Ask(seat, "land", lands, fields=fields)
    g.arriving.remove(clan)
    g.kingdoms[seat][land].append(clan)
    g.log_event(key or "arrives", **fields, q=other, land=land)
    stars.light_new_species(g, seat, clan.cards)


def open_lands(g: Cover, seat: int, species: str) -> list[str]:
    """Return the lands where a recruited Clan may go: never one that a Minnowtaur bars."""
    return [land for land in g.lands_for(species) if not g.is_barred(seat, land)]
