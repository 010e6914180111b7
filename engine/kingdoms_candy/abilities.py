"""Abilities: the effect of each verb, cards that work automatically, and the steps of cards that players use."""

from collections.abc import Callable

from engine.kingdoms_candy import actions
from engine.kingdoms_candy.cards import GAINS, RELIEF, KingdomCard
from engine.kingdoms_candy.limits import cannot_pay, targets, usable_cards
from engine.kingdoms_candy.state import EXCHANGE, REMOVAL, Kingdom, rules
from engine.machine import Ask, AskStep, seat_id, seat_of


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
    """Let every opponent return one part in `n` of their sugar, rounded down."""
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


def one_eats_less(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    # Ruling: it always helps the Monster that gains most, also after another Monster has been discarded.
    g.villains[me].relief.append(card.n)
    g.log_event("uses-one-eats-less", p=seat_id(me), card=card.id, n=card.n)


def host_eats_less(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    host = g.villains[me].host(card.id) or ""
    _eat_less(g, me, host, card.n)
    g.log_event("uses-host-eats-less", p=seat_id(me), card=card.id, m=host, n=card.n)


def others_eat_less(g: Kingdom, me: int, card: KingdomCard, target: str) -> None:
    for monster in g.villains[me].monsters:
        if monster != card.id:
            _eat_less(g, me, monster, card.n)
    g.log_event("uses-others-eat-less", p=seat_id(me), card=card.id, n=card.n)


def _eat_less(g: Kingdom, me: int, monster: str, n: int) -> None:
    less = g.villains[me].less
    less[monster] = less.get(monster, 0) + n


EFFECTS: dict[str, Callable[[Kingdom, int, KingdomCard, str], None]] = {
    "gain-sugar": gain_sugar,
    "gain-candy": gain_candy,
    "rob": rob,
    "rob-richest": rob,
    "clear-slot": clear_slot,
    "halve": halve,
    "return-black": return_black,
    "one-eats-less": one_eats_less,
    "host-eats-less": host_eats_less,
    "others-eat-less": others_eat_less,
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
    if cannot_pay(g, me, card, first.activation + card.activation):
        return
    fields = {"p": seat_id(me), "card": waiting, "ability": name, "a": first.activation, "b": card.activation}
    ways = [actions.use_now(target) for target in targets(g, me, card)]
    chosen = yield Ask(me, "use-now", [*ways, actions.NO], fields=fields)
    if chosen == actions.NO:
        return
    g.pay(me, first.activation)
    villain.used.append(waiting)
    g.log_event("uses-use-now", p=seat_id(me), card=waiting, ability=name)
    use(g, me, name, actions.parse_use_now(chosen))


def gain_freely(g: Kingdom, me: int, moment: str, sugar: int = 0) -> None:
    """Use every card of this moment that only gives, without asking; add other `sugar` that is due."""
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
@rules.step
def convert(g: Kingdom, me: int, n: int) -> None:
    """Return 4 sugar for each Candy gained."""
    g.pay(me, EXCHANGE * n)
    g.villains[me].candies += n
    g.log_event("converts", p=seat_id(me), n=EXCHANGE * n, k=n)


@rules.step
def remove(g: Kingdom, me: int, n: int) -> None:
    """Return Black Cubes, and 2 sugar with each."""
    g.pay(me, REMOVAL * n)
    g.villains[me].black -= n
    g.log_event("removes", p=seat_id(me), n=n)
