"""The reasons why an option is not on offer in Cover Your Kingdom: each is parsed and checked by its own rule."""

from engine.actions import first_part
from engine.cover_your_kingdom import actions, powers
from engine.cover_your_kingdom.hire import (
    cannot_hire_elves,
    cannot_hire_minnowtaur,
    cannot_hire_mobgoblins,
    cannot_hire_wiizzaard,
    enough,
)
from engine.cover_your_kingdom.recruit import cannot_attack, cannot_reach, cannot_recruit, needs_two, stand_ins
from engine.cover_your_kingdom.rules import ACTION_RULES
from engine.cover_your_kingdom.settle import cannot_add, cannot_discard, cannot_settle
from engine.cover_your_kingdom.state import CLANNING, HIRE, KIND, WILD, Cover, Spot, distinct
from engine.game import Reason
from engine.machine import Fields, seat_id, seat_of


def reason(g: Cover, seat: int, option: str) -> Reason | None:
    """Return why `option` isn't on offer; None if the seat is not asked, or if the option makes no sense."""
    power, target = actions.parse_power(option)
    if power in powers.BY_CARD and power != actions.MATCH_MAKER:  # Match Maker settles as part of an action
        return powers.cannot_use(g, seat, power, target)
    ask = g.ask_of(seat)
    if ask is None:
        return None
    if ask.say in ("counter", "inn-challenge"):
        return _no_answer(g, seat, option)
    if ask.say == "elves":
        return _does_not_hold(g, seat, ask.fields, option)
    if ask.say.startswith("inn-"):
        return _no_target_at_inn(g, seat, ask.fields["card"], option)
    if ask.say == "land":
        return _not_that_land(g, seat, ask.fields["species"], option)
    if ask.say == "action":
        return _no_action(g, seat, option)
    return ("no-action-left", {}) if first_part(option) in ACTION_RULES else None


def _not_that_land(g: Cover, seat: int, species: str, land: str) -> Reason | None:
    if land not in g.kingdoms[seat]:
        return None
    lives_there = land in g.lands_for(species)  # but the Clan comes from there
    return cannot_settle(g, seat, land) or (None if lives_there else ("other-land", {"species": species, "land": land}))


# ---- actions
def _no_action(g: Cover, me: int, option: str) -> Reason | None:
    verb = first_part(option)
    if verb == actions.DONE:
        return ("action-first", {}) if option == actions.DONE else None
    if verb == actions.PASS:
        return "something-possible", {}
    power, target = actions.parse_power(option)
    if power == actions.MATCH_MAKER:
        return powers.cannot_use(g, me, power, target) or _cannot_settle(g, me, *actions.parse_free_settle(target))
    if verb == actions.SETTLE and actions.free_settle(option) in powers.free_settles(g, me):
        return "settles-free", {}
    action = actions.parse_action(option)
    match action:
        case actions.Settle():
            return _cannot_settle(g, me, *action)
        case actions.Inn(card, taken):
            return _cannot_recruit_at_inn(g, me, card, taken)
        case actions.Hire(card, work, place) if card in HIRE:
            possible = work in powers.works(g, me, card)
            return _not_held(g, me, [card]) or (_no_target(g, me, work, *place) if possible else None)
        case actions.Discard(card) if card in KIND:
            return cannot_discard(card) or _not_held(g, me, [card])
        case actions.Recruit(card, clan) if card in KIND and (spot := g.find(clan)):
            return cannot_recruit(g, me, spot) or _unfit(g, me, [card], spot.clan.species)
        case actions.Add(card, clan) if card in KIND and (spot := g.find(clan)):
            return cannot_add(me, card, spot) or _not_held(g, me, [card])
    return None


def _cannot_settle(g: Cover, me: int, a: str, b: str, land: str) -> Reason | None:
    cards = [a, b]
    if any(card not in KIND and card != actions.FROM_DISCARD for card in cards):
        return None
    if all(card in WILD for card in cards):
        return "two-wilds", {}
    top = g.discards[-1] if g.discards else ""
    species = top if b == actions.FROM_DISCARD else b
    if not species:
        return "no-discard", {}
    from_hand = [card for card in cards if card != actions.FROM_DISCARD]
    if reason := _not_held(g, me, from_hand):
        return reason
    if species not in CLANNING or a not in (species, *WILD):
        return "no-match", {"card": a, "species": species}
    lands = g.lands_for(species)
    if land and land not in lands:
        return "other-land", {"species": species, "land": land}
    return cannot_settle(g, me, land or lands[0])


def _cannot_recruit_at_inn(g: Cover, me: int, card: str, taken: list[str]) -> Reason | None:
    if not g.inn:
        return "no-inn", {}
    if card not in KIND or not taken or any(kind not in KIND for kind in taken):
        return None
    faces = [pile.face for pile in g.inn]
    for kind in taken:
        if faces.count(kind) < taken.count(kind):
            return "not-at-inn", {"card": kind}
    species = [kind for kind in distinct(taken) if kind in CLANNING]
    if len(species) > 1:
        return "one-species", {}
    if not species and card in WILD:
        return "two-wilds", {}
    return _unfit(g, me, [card], (species or [card])[0])


def _not_held(g: Cover, seat: int, cards: list[str]) -> Reason | None:
    for card in cards:
        if g.hands[seat].count(card) < cards.count(card):
            return "not-in-hand", {"card": card}
    return None


def _unfit(g: Cover, seat: int, cards: list[str], species: str) -> Reason | None:
    """Return why one of these cards cannot be played for a Clan of this species."""
    for card in cards:
        if reason := _not_held(g, seat, [same for same in cards if same == card]):
            return reason
        if card != species and card not in stand_ins(g, seat, species):
            return "no-match", {"card": card, "species": species}
    return None


# ---- targets of Creatures for hire
def _no_target(g: Cover, me: int, work: str, target: str = "", other: str = "", *_: str) -> Reason | None:
    """Return why a hired Creature can't do its work here; `other` is a rival's Clan, or where to move a Clan."""
    if work == "hypnogriff":
        if target == seat_id(me):
            return "yourself", {}
        return ("no-hand", {"q": target}) if target in map(seat_id, g.rivals(me)) else None
    if work == "minnowtaur":
        who, land = actions.parse_beside(target)
        seats = [seat for seat in g.clockwise(me) if seat_id(seat) == who and land in g.kingdoms[seat]]
        return cannot_hire_minnowtaur(g, me, seats[0], land) if seats else None
    if work == "mobgoblins" and not any(g.kingdoms[me].values()):
        return "needs-own-clan", {}
    spot = g.find(target)
    if spot is None:
        return None
    if work == "mobgoblins":
        theirs = g.find(other)
        return cannot_hire_mobgoblins(g, me, spot, theirs) if theirs else None
    return cannot_hire_elves(g, me, spot) if work == "elves" else _not_for_wiizzaard(g, me, spot, other)


def _not_for_wiizzaard(g: Cover, me: int, spot: Spot, way: str) -> Reason | None:
    """Return why the Wiizzaard can't move a Clan; of two, they swap places either way, so only the lower one can."""
    if reason := cannot_hire_wiizzaard(g, me, spot):
        return reason
    of_two = spot.height == 2 and spot.depth == 0 and way == actions.TO_BOTTOM
    return ("of-two", {"q": seat_id(spot.seat), "land": spot.land}) if of_two else None


def _no_target_at_inn(g: Cover, me: int, card: str, option: str) -> Reason | None:
    """Return why this is not a target of a Creature hired at the inn."""
    clan, way = actions.parse_end_of_stack(option)
    spot = g.find(clan)
    if spot is None:
        return None
    if spot.seat == me:
        return "yours", {"clan": spot.clan.id}
    if card == "wiizzaard":
        return _not_for_wiizzaard(g, me, spot, way)
    return cannot_reach(me, spot) or cannot_attack(g, me, spot)


# ---- answers
def _no_answer(g: Cover, seat: int, option: str) -> Reason | None:
    """Return why these cards do not answer the cards played last."""
    war, cards = g.war, actions.parse_cards(option)
    if war is None or not cards or any(card not in KIND for card in cards):
        return None
    if reason := _unfit(g, seat, cards, war.species):
        return reason
    if needs_two(g, seat, war):
        return "spydra-takes-two", {"species": war.species, "card": war.last[0]}
    return "one-card", {}


def _does_not_hold(g: Cover, seat: int, fields: Fields, option: str) -> Reason | None:
    """Return why these cards do not hold the Clan that the Elves lure; `fields` are the question's."""
    cards, species = actions.parse_cards(option), fields["species"]
    if not cards or any(card not in KIND for card in cards):
        return None
    if reason := _unfit(g, seat, cards, species):
        return reason
    hirer = g.powers[seat_of(fields["q"])]
    if more := [card for card in enough(g.powers[seat], hirer) if card in cards and len(cards) > 1]:
        return "holds-alone", {"card": more[0]}
    if cards == ["spydra"]:
        power = next(power for power in hirer if powers.BY_CARD[power].counts_one("spydra"))
        return "spydra-counts-one", {"species": species, "power": power}
    return "elves-take-two", {"species": species}
