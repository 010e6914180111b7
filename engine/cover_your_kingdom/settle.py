"""One's own Kingdom: settle and place Clans, add or discard a Creature, and light constellations."""

from engine.cover_your_kingdom import actions, hands
from engine.cover_your_kingdom.actions import FROM_DISCARD, MOVE, STAY
from engine.cover_your_kingdom.state import CLANNING, CLUSTERS, HIRE, WILD, Cover, Spot, distinct, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id


def pairs(g: Cover, me: int) -> list[tuple[str, str, str]]:
    """Return the pairs for a new Clan, with its species.

    Two alike from the hand, one that matches the top of the discard pile, or a Wild with either.
    """
    hand, top = g.hands[me], g.discards[-1] if g.discards else ""
    wilds = [wild for wild in WILD if wild in hand]
    ways = []
    for species in [kind for kind in CLANNING if kind in hand or kind == top]:
        copies = hand.count(species)
        if copies >= 2:
            ways.append((species, species, species))
        if copies:
            ways += [(species, FROM_DISCARD, species)] if species == top else []
            ways += [(wild, species, species) for wild in wilds]
        if species == top:
            ways += [(wild, FROM_DISCARD, species) for wild in wilds]
    return ways


def choices(g: Cover, me: int) -> list[str]:
    """Return every new Clan, with its land if there is a choice."""
    options = []
    for a, b, species in pairs(g, me):
        lands = g.lands_for(species)
        open_to_it = [land for land in lands if cannot_settle(g, me, land) is None]
        options += [actions.settle(a, b, land if len(lands) > 1 else "") for land in open_to_it]
    return options


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
    light_new_species(g, me, clan.cards)


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
    light_new_species(g, seat, clan.cards)


def open_lands(g: Cover, seat: int, species: str) -> list[str]:
    """Return the lands where a recruited Clan may go: never one that a Minnowtaur bars."""
    return [land for land in g.lands_for(species) if not g.is_barred(seat, land)]


# ---- add
def add_choices(g: Cover, me: int) -> list[str]:
    """Return the Creatures to add; a Clan with another land open to it stays, or moves there."""
    options = []
    for spot in g.tops(me):
        species = spot.clan.species
        if species in g.hands[me]:
            ways = [STAY, MOVE] if len(g.lands_for(species)) > 1 else [""]
            options += [actions.add(species, spot.clan.id, way) for way in ways]
    return options


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
    light_new_species(g, me, [card])


def cannot_add(me: int, card: str, spot: Spot) -> Reason | None:
    """Return why the card cannot be added: it joins only the top Clan of one's own stack, and Wilds never join."""
    if card not in CLANNING:
        return "wilds-cannot-add", {"card": card}
    if reason := not_own_top(me, spot):
        return reason
    if spot.clan.species != card:
        return "no-match", {"card": card, "species": spot.clan.species}
    return None


def not_own_top(me: int, spot: Spot) -> Reason | None:
    """Return why this isn't the top Clan of one's own stack."""
    if spot.seat != me:
        return "not-yours", {"q": seat_id(spot.seat), "clan": spot.clan.id}
    return ("covered", {"q": seat_id(me), "clan": spot.clan.id}) if spot.depth else None


# ---- discard
def cannot_discard(card: str) -> Reason | None:
    if card in CLANNING:
        return None
    return "hire-cannot-discard" if card in HIRE else "wilds-cannot-discard", {"card": card}


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


# ---- advanced rules: Constellation prizes
SHARED_FROM = 7  # with seven or more Rulers, the tokens are in shared piles
TOKENS_PER_SPECIES = 6  # of each species
ALL_SPECIES = len(CLANNING)


def lay_tokens(g: Cover) -> None:
    """Set up the constellations (Advanced Rules): all are dark.

    Up to six Rulers have a token of each species, so none are counted.  Seven or eight share ten piles of six.
    """
    g.lit = [[] for _ in range(g.players)]
    g.tokens = dict.fromkeys(CLANNING, TOKENS_PER_SPECIES) if g.constellations and g.players >= SHARED_FROM else {}
    g.fastest, g.speedy, g.light_gone = -1, [], False


def light_new_species(g: Cover, seat: int, cards: list[str]) -> None:
    """Light a species' constellation for good when it first enters a Kingdom, by any means.

    Ruling: a Hentaur that served as a Wild (Equinity) is a Hentaur in the Kingdom, and lights its constellation.
    """
    if not g.constellations:
        return
    for species in distinct(cards):
        if species in CLANNING and species not in g.lit[seat] and g.tokens.get(species, TOKENS_PER_SPECIES):
            if g.tokens:
                g.tokens[species] -= 1
            light_constellation(g, seat, species)


def light_constellation(g: Cover, seat: int, species: str) -> None:
    """Light a constellation.  The first Ruler to light all ten gets light speed, and so do all who do it before
    that Ruler's next turn.
    """
    lit = g.lit[seat]
    lit.append(species)
    g.log_event("lights", p=seat_id(seat), species=species)
    for cluster, kinds in CLUSTERS.items():
        if species in kinds and has_cluster(g, seat, cluster):
            g.log_event("lights-cluster", p=seat_id(seat), cluster=cluster)
    if len(lit) == ALL_SPECIES:
        quick = g.light_speed and not g.light_gone
        g.log_event("lights-all", p=seat_id(seat), speed=quick)
        if quick:
            g.speedy.append(seat)
            g.fastest = seat if g.fastest < 0 else g.fastest


def has_cluster(g: Cover, seat: int, cluster: str) -> bool:
    return all(kind in g.lit[seat] for kind in CLUSTERS[cluster])


def constellation_bonus(players: int) -> dict[str, int]:
    """Return the bonuses for this number of Rulers (Constellation Prizes); light speed counts like *astronomical*."""
    step = 1 if players <= 4 else 2 if players <= 6 else 3
    highland, either, astronomical = [(20, 10, 50), (30, 15, 75), (40, 20, 100)][step - 1]
    return {"highland": highland, "either": either, "lowland": highland, "astronomical": astronomical}
