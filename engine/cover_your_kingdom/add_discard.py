"""Add a Creature to one's top Clan, and discard one to draw another."""

from engine.cover_your_kingdom import actions, hands, stars
from engine.cover_your_kingdom.actions import MOVE, STAY
from engine.cover_your_kingdom.cards import CLANNING, HIRE
from engine.cover_your_kingdom.settle import place, take_clan
from engine.cover_your_kingdom.state import Cover, Spot, distinct
from engine.game import Reason
from engine.machine import seat_id


# ---- add
def add_choices(g: Cover, me: int) -> list[str]:
    """Return the Creatures to add; a Clan with another land open to it stays, or moves there."""
    found = []
    for spot in g.tops(me):
        species = spot.clan.species
        if species in g.hands[me]:
            ways = [STAY, MOVE] if len(g.lands_for(species)) > 1 else [""]
            found += [actions.add(species, spot.clan.id, way) for way in ways]
    return found


def add(g: Cover, me: int, card: str, clan_id: str, way: str = "") -> None:
    """Add a matching Clanning Creature from the hand; an Either Land Clan may then move on top of the other land.

    Ruling: a sideways Minnowtaur bars settling and recruiting only, so a Clan may move into the land it bars.
    """
    spot = g.spot(clan_id)
    hands.play(g, me, [card])
    spot.clan.cards.append(card)
    if way == MOVE:
        lands = [land for land in g.lands_for(card) if land != spot.land]
        take_clan(g, spot)
        g.push_steps((place, me, clan_id, lands, "adds-moves", seat_id(me)))
        return
    g.log_event("adds", p=seat_id(me), species=card, clan=clan_id, land=spot.land, n=len(spot.clan.cards))
    stars.light_new_species(g, me, [card])


def cannot_add(me: int, card: str, spot: Spot) -> Reason | None:
    """Return why the card cannot be added: it joins only the top Clan of one's own stack, and Wilds never join."""
    if card not in CLANNING:
        return "wilds-cannot-add", {"card": card}
    if spot.seat != me:
        return "not-yours", {"q": seat_id(spot.seat), "clan": spot.clan.id}
    if spot.depth:
        return "covered", {"q": seat_id(me), "clan": spot.clan.id}
    if spot.clan.species != card:
        return "no-match", {"card": card, "species": spot.clan.species}
    return None


# ---- discard
def cannot_discard(card: str) -> Reason | None:
    return (
        None
        if card in CLANNING
        else ("hire-cannot-discard" if card in HIRE else "wilds-cannot-discard", {"card": card})
    )


def discard_choices(g: Cover, me: int) -> list[str]:
    return [card for card in distinct(g.hands[me]) if cannot_discard(card) is None]


def discard(g: Cover, me: int, card: str) -> None:
    """Discard face up; then draw from the deck, never from the pile, and nothing once the deck is empty."""
    lay_off(g, me, card)
    hands.draw(g, me)


def lay_off(g: Cover, me: int, card: str) -> None:
    hands.play(g, me, [card])
    g.discards.append(card)
    g.log_event("discards", p=seat_id(me), species=card)
