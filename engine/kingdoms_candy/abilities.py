"""Abilities: when each card may be used and on whom, what it does, cards that work automatically, and the exchanges."""

from collections.abc import Callable, Collection
from typing import Any

from engine.actions import second_part
from engine.game import Reason
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.cards import GAINS, RELIEF, KingdomCard
from engine.kingdoms_candy.state import EXCHANGE, REMOVAL, Kingdom, rules
from engine.machine import Ask, AskStep, Fields, seat_id, seat_of


# ---- What may be used, and on whom
def usable_cards(g: Kingdom, seat: int, moment: str) -> list[KingdomCard]:
    """Return the cards of this moment that the player controls and has not used this round."""
    villain, cards = g.villains[seat], g.cards()
    return [card for name in villain.in_play() if (card := cards[name]).moment == moment and name not in villain.used]


def targets(g: Kingdom, me: int, card: KingdomCard) -> list[str]:
    """Return the targets for a card; ``[""]`` if it needs none, an empty list if it would do nothing."""
    mine = g.villains[me]
    match card.verb:
        case "rob":
            return [seat_id(seat) for seat in g.opponents(me) if g.villains[seat].sugar]
        case "rob-richest":
            return [seat_id(seat) for seat in g.richest_opponents(me)]
        case "clear-slot":
            return [*g.monsters.faces(), *g.abilities.faces()]
        case "gain-candy":
            is_useful = True
        case "gain-sugar":
            is_useful = g.sugar + card.activation > 0
        case "halve":
            is_useful = any(g.villains[seat].sugar >= card.n for seat in g.opponents(me))
        case "return-black":
            is_useful = mine.black > 0
        case "one-eats-less":
            is_useful = eat_something(g, me, mine.monsters)
        case "host-eats-less":
            is_useful = eat_something(g, me, [mine.host(card.id) or ""])
        case "others-eat-less":
            is_useful = eat_something(g, me, [monster for monster in mine.monsters if monster != card.id])
        case _:
            is_useful = False
    return [""] if is_useful else []


def eat_something(g: Kingdom, me: int, monsters: Collection[str]) -> bool:
    """Return True during Black Candy if any of these Monsters still needs food."""
    mine = g.villains[me]
    if g.phase != "black-candy":
        return False
    hungry = g.hunger(mine, mine.monsters)
    return any(hungry.get(name) for name in monsters) and any(g.eats(mine).values())


def cannot_use(g: Kingdom, me: int, card: KingdomCard) -> Reason | None:
    """Return why a card cannot be used; the text of a kept Ability never can."""
    villain = g.villains[me]
    if card.id not in villain.in_play():
        return ("kept-only-counts" if card.id in villain.kept else "not-yours"), {"card": card.id}
    return cannot_use_in_play(g, me, card)


def cannot_use_in_play(g: Kingdom, me: int, card: KingdomCard) -> Reason | None:
    """Return why a card in play cannot be used: once a round, at its own moment, by paying its cost."""
    villain, named = g.villains[me], {"card": card.id}
    if card.moment == "end":
        return "counts-at-the-end", named
    if card.id in villain.spent:
        return "once-a-game", named
    if card.id in villain.used:
        return "used", named
    if card.by_itself:
        return "by-itself", named
    return wrong_moment(g, me, card) or cannot_pay(g, me, card, card.activation)


def wrong_moment(g: Kingdom, me: int, card: KingdomCard) -> Reason | None:
    """Return why the card can't be used now; for cards with other symbols, the rules ask at the right moment."""
    mine, named = g.active == me, {"card": card.id}
    if card.moment == "start":
        return None if mine and g.phase == "start" else ("only-before-action", named)
    if card.moment in ("any", "once"):
        return None if mine and g.phase in ("start", "turn") else ("only-your-turn", named)
    return None if mine and g.phase == card.moment == "black-candy" else (f"only-{card.moment}", named)


def cannot_afford(card: str, n: int, k: int) -> Reason | None:
    """Return a reason if `n` sugar is needed and only `k` is there."""
    return ("costs", {"card": card, "n": n, "k": k}) if n > k else None


def cannot_pay(g: Kingdom, me: int, card: KingdomCard, cost: int) -> Reason | None:
    # Ruling: a card that would change nothing cannot be used.
    if too_dear := cannot_afford(card.id, cost, g.villains[me].sugar):
        return too_dear
    return None if targets(g, me, card) else ("does-nothing", {"card": card.id})


def uses(g: Kingdom, me: int) -> dict[str, Any]:
    """Return the cards this player may use now: the path of each offer, with its card and target."""
    if g.active != me:
        return {}
    cards = g.cards()
    return {
        actions.use(name, target): (name, target)
        for name in g.villains[me].in_play()
        if not cannot_use_in_play(g, me, cards[name])
        for target in targets(g, me, cards[name])
    }


# ---- Verbs
def gain_sugar(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    g.log_event("uses-gain-sugar", p=seat_id(me), card=card.id, n=g.gain(me, card.n))


def gain_candy(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    g.villains[me].candies += card.n
    g.log_event("uses-gain-candy", p=seat_id(me), card=card.id, n=card.n)


def rob(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    g.log_event("uses-rob", p=seat_id(me), card=card.id, q=target, n=g.rob(me, seat_of(target), card.n))


def clear_slot(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    g.log_event("uses-clear-slot", p=seat_id(me), card=card.id, c=target)
    g.clear_slot(target)


def halve(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    """Let every opponent return their sugar divided by `n`, rounded down."""
    gone = {seat: g.villains[seat].sugar // card.n for seat in g.opponents(me)}
    for seat, n in gone.items():
        g.pay(seat, n)
    g.log_event(
        "uses-halve", p=seat_id(me), card=card.id, who=[seat_id(seat) for seat in gone], gives=list(gone.values())
    )


def return_black(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    n = min(card.n, g.villains[me].black)
    g.villains[me].black -= n
    g.log_event("uses-return-black", p=seat_id(me), card=card.id, n=n)


def eat_less(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    mine = g.villains[me]
    mine.eat_less(card)
    host: Fields = {"m": mine.host(card.id) or ""} if card.verb == "host-eats-less" else {}
    g.log_event(f"uses-{card.verb}", p=seat_id(me), card=card.id, **host, n=card.n)


EFFECTS: dict[str, Callable[[Kingdom, int, KingdomCard, str], None]] = {
    "gain-sugar": gain_sugar,
    "gain-candy": gain_candy,
    "rob": rob,
    "rob-richest": rob,
    "clear-slot": clear_slot,
    "halve": halve,
    "return-black": return_black,
    "one-eats-less": eat_less,
    "host-eats-less": eat_less,
    "others-eat-less": eat_less,
}


# ---- Use an Ability
@rules.step
def use(g: Kingdom, me: int, name: str, target: str) -> None:
    """Use a card: pay its activation cost to the Kingdom, and give a One-Time card its token."""
    villain, card = g.villains[me], g.cards()[name]
    g.pay(me, card.activation)
    villain.used.append(name)
    if card.moment == "once":
        villain.spent.append(name)
    EFFECTS[card.verb](g, me, card, target)


@rules.step
def pick_pocket(g: Kingdom, me: int, name: str) -> AskStep:
    """Ask which player a card takes sugar from when its player collects; taking none is possible.

    Ruling: if only one player has any, it is taken without asking.
    """
    card = g.cards()[name]
    fields = {"p": seat_id(me), "card": name, "n": card.n}
    victims = targets(g, me, card)
    ways = victims if len(victims) == 1 else [*victims, actions.NONE]
    chosen = yield Ask(me, "pickpocket", ways, fields=fields)
    if chosen != actions.NONE:
        use(g, me, name, chosen)


@rules.step
def use_now(g: Kingdom, me: int, waiting: str, name: str) -> AskStep:
    """Offer to use the Ability just tucked at once, regardless of its symbol, by paying for both cards."""
    cards, villain = g.cards(), g.villains[me]
    first, card = cards[waiting], cards[name]
    if name in villain.used or cannot_pay(g, me, card, first.activation + card.activation):
        return
    fields = {"p": seat_id(me), "card": waiting, "ability": name, "a": first.activation, "b": card.activation}
    ways = [actions.use_now(target) for target in targets(g, me, card)]
    chosen = yield Ask(me, "use-now", [*ways, actions.NO], fields=fields)
    if chosen == actions.NO:
        return
    g.pay(me, first.activation)
    villain.used.append(waiting)
    g.log_event("uses-use-now", p=seat_id(me), card=waiting, ability=name)
    use(g, me, name, second_part(chosen))


def gain_freely(g: Kingdom, me: int, moment: str, sugar: int = 0) -> None:
    """Use, without asking, every card of this moment that only gains sugar or Candies; also gain the set's `sugar`."""
    sources = ["set"] if sugar else []
    for card in usable_cards(g, me, moment):
        if not card.by_itself or card.verb not in GAINS:
            continue
        g.villains[me].used.append(card.id)
        if card.verb == "gain-candy":
            gain_candy(g, me, card, "")
        else:
            sugar += card.n
            sources.append(card.id)
    if got := g.gain(me, sugar):
        g.log_event("gains", p=seat_id(me), n=got, sources=sources)


def relieve_freely(g: Kingdom, me: int) -> None:
    """Use, at Black Candy, every card that costs nothing and makes Monsters eat less."""
    for card in usable_cards(g, me, "black-candy"):
        if card.by_itself and card.verb in RELIEF and targets(g, me, card):
            use(g, me, card.id, "")


# ---- At any time
def cannot_convert(g: Kingdom, seat: int, n: int) -> Reason | None:
    """Return why sugar cannot be converted: any player may do so at any time, 4 sugar for 1 Candy."""
    sugar = g.villains[seat].sugar
    return ("too-little-sugar", {"n": EXCHANGE * n, "k": sugar}) if not 0 < EXCHANGE * n <= sugar else None


@rules.step
def convert(g: Kingdom, me: int, n: int) -> None:
    """Return 4 sugar for each Candy gained."""
    g.pay(me, EXCHANGE * n)
    g.villains[me].candies += n
    g.log_event("converts", p=seat_id(me), n=EXCHANGE * n, k=n)


def cannot_remove(g: Kingdom, seat: int, n: int) -> Reason | None:
    """Return why Black Cubes cannot be removed: 2 sugar each, at the beginning of one's own turn."""
    villain = g.villains[seat]
    if g.active != seat or g.phase != "start":
        return "cubes-before-action", {}
    if not 0 < n <= villain.black:
        return "no-such-cubes", {"n": n, "k": villain.black}
    cost = REMOVAL * n
    return ("too-little-sugar", {"n": cost, "k": villain.sugar}) if cost > villain.sugar else None


@rules.step
def remove(g: Kingdom, me: int, n: int) -> None:
    """Return Black Cubes, and 2 sugar with each."""
    g.pay(me, REMOVAL * n)
    g.villains[me].black -= n
    g.log_event("removes", p=seat_id(me), n=n)
