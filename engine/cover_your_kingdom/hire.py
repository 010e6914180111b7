"""Hire (rulebook: On Your Turn, Hire): a Creature for hire does its *work*, the printed action, and is retired."""

from collections.abc import Callable
from itertools import combinations

from engine.cover_your_kingdom import actions, hands, powers
from engine.cover_your_kingdom.actions import LET_GO, TO_BOTTOM, TO_TOP
from engine.cover_your_kingdom.recruit import cannot_attack, cannot_reach, only_clan, stand_ins
from engine.cover_your_kingdom.settle import not_own_top, place, take_clan
from engine.cover_your_kingdom.state import HIRE, Cover, Guard, Spot, distinct, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id, seat_of

HYPNOGRIFF_CARDS = 3  # cards taken by the Hypnogriff


def choices(g: Cover, me: int) -> list[str]:
    """Return the options by card, then by work: with Extra Features, another Creature's work besides its own."""
    return [
        actions.hire(card, work, target)
        for card in distinct([card for card in g.hands[me] if card in HIRE])
        for work in powers.works(g, me, card)
        for target in TARGETS[work](g, me)
    ]


def hire(g: Cover, me: int, card: str, work: str, target: list[str]) -> None:
    """Let the Creature do its work and retire it; a Minnowtaur stays at its land until its time is over."""
    hands.play(g, me, [card])
    if work != card:
        power = next(power for power in powers.powers_of(g, me) if work in power.works(card))
        powers.log_use(g, me, power.card, card=card, work=work)
    if work == "minnowtaur":
        minnowtaur(g, me, card, target[0])
    else:
        g.retired.append(card)
        WORK[work](g, me, *target)


# ---- Wiizzaard
def cannot_hire_wiizzaard(g: Cover, me: int, spot: Spot) -> Reason | None:
    """Return why the Wiizzaard cannot move this Clan: it must be at either end of a stack, in any Kingdom.

    Ruling: a stack of one has nothing to move.
    """
    if spot.height == 1:
        return "stack-of-one", {"q": seat_id(spot.seat), "land": spot.land}
    if 0 < spot.depth < spot.height - 1:
        return "in-between", {"q": seat_id(spot.seat), "clan": spot.clan.id}
    return None if spot.seat == me else cannot_attack(g, me, spot)


def wiizzaard_targets(g: Cover, me: int, seats: list[int] | None = None) -> list[str]:
    """Return the Clans to move: own Kingdom first, then clockwise, each stack from below; of two Clans only one."""
    targets = []
    for seat in seats or g.clockwise(me):
        for land, stack in g.kingdoms[seat].items():
            if not stack:
                continue
            lowest, top = (Spot(seat, land, depth, len(stack), stack[~depth]) for depth in (len(stack) - 1, 0))
            ends = ((lowest, TO_TOP), (top, TO_BOTTOM))
            ways = [(spot, way) for spot, way in ends if cannot_hire_wiizzaard(g, me, spot) is None]
            if len(stack) == 2:  # both do the same
                ways = ways[:1]
            targets += [actions.end_of_stack(spot.clan.id, way) for spot, way in ways]
    return targets


def wiizzaard(g: Cover, me: int, clan_id: str, way: str) -> None:
    """Move the Clan from the bottom of its stack to the top, or from the top to the bottom."""
    spot = g.spot(clan_id)
    stack = g.kingdoms[spot.seat][spot.land]
    stack.remove(spot.clan)
    stack.insert(len(stack) if way == TO_TOP else 0, spot.clan)
    fields: Fields = {"q": seat_id(spot.seat), "clan": clan_id, "species": spot.clan.species, "land": spot.land}
    g.log_event(f"wiizzaard-{way}", p=seat_id(me), **fields)  # the Clan is on top before or after, so all see it


# ---- Hypnogriff
def hypnogriff_targets(g: Cover, me: int) -> list[str]:
    return [seat_id(seat) for seat in g.rivals(me) if g.hands[seat]]


def hypnogriff(g: Cover, me: int, who: str) -> None:
    """Take three cards blindly from a rival's hand, or all there are; then give as many back, perhaps the same."""
    rival = seat_of(who)
    cards = hands.pick_blindly(g, rival, HYPNOGRIFF_CARDS)
    hands.hand_over(g, rival, me, cards)
    g.log_event("hypnogriff", p=seat_id(me), q=who, n=len(cards))
    for seat in (me, rival):
        g.log_event("hypnogriff-takes", to=seat, p=seat_id(me), q=who, cards=cards)
    g.push_steps((give_back, me, rival, len(cards)))


@rules.step
def give_back(g: Cover, me: int, rival: int, count: int) -> AskStep:
    """Choose any `count` cards of the hand, as one choice."""
    ways = dict.fromkeys(combinations(g.hands[me], count))
    fields = {"p": seat_id(me), "q": seat_id(rival), "n": count}
    choice = yield Ask(me, "give", [*map(actions.cards, ways)], secret=True, fields=fields)
    cards = actions.parse_cards(choice)
    hands.hand_over(g, me, rival, cards)
    for seat in (me, rival):
        g.log_event("hypnogriff-gives", to=seat, p=seat_id(me), q=seat_id(rival), cards=cards)


# ---- Grumbledalf's Elves
def cannot_hire_elves(g: Cover, me: int, spot: Spot) -> Reason | None:
    """Return why the Elves cannot lure this Clan: it must be a top Clan, but not a Kingdom's only one.

    Ruling: the rulebook's "any Ruler" does not mean oneself.
    """
    return cannot_reach(me, spot) or only_clan(g, spot) or cannot_attack(g, me, spot)


def elves_targets(g: Cover, me: int) -> list[str]:
    tops = [spot for seat in g.rivals(me) for spot in g.tops(seat)]
    return [spot.clan.id for spot in tops if cannot_hire_elves(g, me, spot) is None]


def elves(g: Cover, me: int, clan_id: str) -> None:
    g.push_steps((hold, g.spot(clan_id).seat, me, clan_id))


def enough(holder: list[str], hirer: list[str]) -> list[str]:
    """Return the Wilds that hold a Clan alone, given the powers of its Ruler and the hirer: those that count as two.

    Ruling: here too SubCerbient's Terriers count as two, and Spydras against SubCerbient as one.
    """
    return [card for card in ("spydra", "terrier") if powers.counts_two(card, holder, hirer)]


def ransoms(g: Cover, seat: int, hirer: int, species: str) -> list[str]:
    """Return the sacrifices that hold the Clan: a Wild that counts as two, or two cards that match or replace a match.

    Two Terriers are enough, too; no option has more cards than necessary.
    Ruling: Equinity's Hentaurs replace other horses.
    """
    hand, alone = g.hands[seat], enough(g.powers[seat], g.powers[hirer])
    fits = [card for card in [species, *stand_ins(g, seat, species)] if card not in alone]
    pairs = combinations([card for fit in fits for card in hand if card == fit], 2)
    return [card for card in alone if card in hand] + [actions.cards(pair) for pair in dict.fromkeys(pairs)]


@rules.step
def hold(g: Cover, seat: int, hirer: int, clan_id: str) -> AskStep:
    """Let the Clan's Ruler sacrifice Creatures to hold it; the Clan or the sacrifice ends under the Elves.

    Ruling: a Clan that was held counts as one that the hirer already tried to steal this turn.
    """
    spot = g.spot(clan_id)
    clan, q = spot.clan, seat_id(seat)
    fields = {
        "p": q,
        "q": seat_id(hirer),
        "species": clan.species,
        "clan": clan_id,
        "land": spot.land,
        "n": len(clan.cards),
        "magic": powers.magic(g, seat, clan.cards, clan.species),
    }
    choice = LET_GO
    if g.hands[seat]:
        choice = yield Ask(seat, "elves", [LET_GO, *ransoms(g, seat, hirer, clan.species)], secret=True, fields=fields)
    if choice == LET_GO:
        remove_clan(g, hirer, spot)
        return
    cards = actions.parse_cards(choice)
    hands.play(g, seat, cards)
    g.gone += cards
    g.log_event("elves-held", p=seat_id(hirer), q=q, cards=cards, species=clan.species, clan=clan_id)
    g.failed.append(clan_id)


def remove_clan(g: Cover, hirer: int, spot: Spot) -> None:
    """Remove the Clan from the game."""
    clan = spot.clan
    g.kingdoms[spot.seat][spot.land].remove(clan)
    g.gone += clan.cards
    p, q = seat_id(hirer), seat_id(spot.seat)
    g.log_event("elves-lure", p=p, q=q, species=clan.species, clan=clan.id, land=spot.land, n=len(clan.cards))


# ---- Mobgoblins
def cannot_hire_mobgoblins(g: Cover, me: int, mine: Spot, theirs: Spot) -> Reason | None:
    """Return why these two cannot be swapped: each must be a top Clan, the rival's may be their only one."""
    return not_own_top(me, mine) or cannot_reach(me, theirs) or cannot_attack(g, me, theirs)


def mobgoblins_targets(g: Cover, me: int) -> list[str]:
    rivals = [spot for seat in g.rivals(me) for spot in g.tops(seat)]
    return [
        actions.trade(mine.clan.id, theirs.clan.id)
        for mine in g.tops(me)
        for theirs in rivals
        if cannot_hire_mobgoblins(g, me, mine, theirs) is None
    ]


def mobgoblins(g: Cover, me: int, mine_id: str, theirs_id: str) -> None:
    """Swap two Clans: each goes to its own land in the new Kingdom; the new Ruler of an Either Land Clan chooses.

    Ruling: a sideways Minnowtaur bars settling and recruiting only, not a Clan that arrives like this.
    """
    mine, theirs = g.spot(mine_id), g.spot(theirs_id)
    take_clan(g, mine)
    take_clan(g, theirs)
    p, q = seat_id(me), seat_id(theirs.seat)
    g.log_event("swaps", p=p, q=q, species=mine.clan.species, other=theirs.clan.species, clan=mine_id, theirs=theirs_id)
    g.push_steps(
        (place, me, theirs_id, g.lands_for(theirs.clan.species), "", q),
        (place, theirs.seat, mine_id, g.lands_for(mine.clan.species), "", p),
    )


# ---- Minnowtaur
def cannot_hire_minnowtaur(g: Cover, me: int, seat: int, land: str) -> Reason | None:
    """Return why no Minnowtaur can be placed: a land holds one of each kind.

    Ruling: a second would do nothing, so it cannot be played.
    """
    if seat == me:
        return ("guarded-own", {"land": land}) if g.is_guarded(me, land) else None
    return ("barred", {"q": seat_id(seat), "land": land}) if g.is_barred(seat, land) else None


def minnowtaur_targets(g: Cover, me: int) -> list[str]:
    places = [(seat, land) for seat in g.clockwise(me) for land in g.kingdoms[seat]]
    return [actions.beside(seat, land) for seat, land in places if cannot_hire_minnowtaur(g, me, seat, land) is None]


def minnowtaur(g: Cover, me: int, card: str, target: str) -> None:
    """Place a Minnowtaur, upright at one's own land, sideways at a rival's."""
    who, land = actions.parse_beside(target)
    seat = seat_of(who)
    g.guards.append(Guard(me, seat, land, card))
    g.log_event("minnowtaur-guards" if seat == me else "minnowtaur-bars", p=seat_id(me), q=who, land=land)


def retire_guards(g: Cover, guards: list[Guard]) -> None:
    """Retire Minnowtaurs after their time; the table has changed, so players who passed may have an action now."""
    for guard in guards:
        g.guards.remove(guard)
        g.retired.append(guard.card)
        g.log_event("minnowtaur-leaves", p=seat_id(guard.owner), q=seat_id(guard.seat), land=guard.land)
        g.passes = 0


TARGETS: dict[str, Callable[[Cover, int], list[str]]] = {
    "minnowtaur": minnowtaur_targets,
    "hypnogriff": hypnogriff_targets,
    "elves": elves_targets,
    "wiizzaard": wiizzaard_targets,
    "mobgoblins": mobgoblins_targets,
}
WORK: dict[str, Callable[..., None]] = {
    "hypnogriff": hypnogriff,
    "elves": elves,
    "wiizzaard": wiizzaard,
    "mobgoblins": mobgoblins,
}
