"""The limits in Kingdom's Candy: a candidate is an option unless a function here returns a reason against it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.game import Reason
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.cards import COLOURS, KingdomCard
from engine.kingdoms_candy.state import EXCHANGE, REMOVAL, Kingdom, Villain
from engine.machine import seat_id


def usable_cards(g: Kingdom, seat: int, moment: str) -> list[KingdomCard]:
    """Return the cards of this moment that the player controls and has not used this round."""
    villain, cards = g.villains[seat], g.cards()
    return [card for name in villain.in_play() if (card := cards[name]).moment == moment and name not in villain.used]


# ---- Set collection bonuses
def colours(g: Kingdom, names: Iterable[str]) -> list[int]:
    """Return the number of these cards of each colour."""
    cards = g.cards()
    all_colours = [str(cards[name].colour) for name in names]
    return [all_colours.count(colour) for colour in COLOURS]


def sets(g: Kingdom, names: Iterable[str]) -> int:
    """Return how many separate sets of one card of each colour these are."""
    # Ruling: the example's candy for three Monsters of different colours, and two of one colour, needs four of them.
    return min(colours(g, names))


def set_sugar(g: Kingdom, seat: int) -> int:
    """Return the sugar for sets: 2 Monsters of a colour give 1, 3 give 2, 4 or more give 3."""
    # Ruling: only the highest step counts in each colour, and colours add up.
    return sum([min(n - 1, 3) for n in colours(g, g.villains[seat].monsters) if n])


# ---- Buy
Discounts = dict[str, list[tuple[str, int]]]  # by kind of card and by colour: the cards and how much each takes off


def discounts(g: Kingdom, seat: int) -> Discounts:
    """Return this player's discounts: by Monsters, Abilities, and kept Abilities (on Monsters of their colour)."""
    villain, cards = g.villains[seat], g.cards()
    by_kind: Discounts = {"monster": [], "ability": [], "red": [], "blue": [], "green": []}
    for name in villain.in_play():
        card = cards[name]
        if card.verb == "cheaper" and name not in villain.used:
            by_kind["monster" if card.moment == "buy-monster" else "ability"].append((name, card.n))
    for name in villain.kept:
        by_kind[str(cards[name].colour)].append((name, 1))
    return by_kind


def reductions(card: KingdomCard, discounts: Discounts) -> list[tuple[str, int]]:
    """Return the discounts that apply to this card; they are cumulative."""
    return discounts[card.kind] + discounts[str(card.colour)] if card.kind == "monster" else discounts[card.kind]


def price(card: KingdomCard, discounts: Discounts) -> int:
    """Return the price after discounts, at least zero."""
    return max(0, card.cost - sum([n for _, n in reductions(card, discounts)]))


def prices(g: Kingdom, seat: int) -> dict[str, int]:
    """Return the price of each face-up card for this player."""
    cards, lower = g.cards(), discounts(g, seat)
    return {name: price(cards[name], lower) for row in (g.monsters.row, g.abilities.row) for name in row if name}


def cannot_afford(card: str, n: int, k: int) -> Reason | None:
    """Return a reason if `n` sugar is needed and only `k` is there."""
    return ("costs", {"card": card, "n": n, "k": k}) if n > k else None


def cannot_keep(villain: Villain, ability: str) -> Reason | None:
    """Return why an Ability cannot be kept: only one of each type may be."""
    if ability not in villain.kept:
        return None
    return ("both-places-taken" if villain.host(ability) else "already-kept"), {"card": ability}


def cannot_tuck(villain: Villain, ability: str) -> Reason | None:
    """Return why an Ability cannot be tucked: it needs a Monster, and only one of each type may be tucked."""
    host = villain.host(ability)
    if host and ability in villain.kept:
        return "both-places-taken", {"card": ability}
    if host:
        return "already-tucked", {"card": ability, "m": host}
    return None if villain.monsters else ("no-monster", {"card": ability})


def turn_options(g: Kingdom, me: int) -> list[str]:
    """Return the three actions, and passing."""
    villain = g.villains[me]
    choices = [actions.COLLECT]
    for name, n in prices(g, me).items():
        if cannot_afford(name, n, villain.sugar):
            continue
        if name in g.monsters.row:
            choices.append(actions.buy(name))
            continue
        if not cannot_keep(villain, name):
            choices.append(actions.buy(name, actions.KEEP))
        if not cannot_tuck(villain, name):
            choices += [actions.buy(name, actions.TUCK, monster) for monster in villain.monsters]
    return [*choices, actions.PASS]


# ---- Use an ability
def targets(g: Kingdom, me: int, card: KingdomCard) -> list[str]:
    """Return the targets for a card; ``[""]`` if it needs none, an empty list if it would do nothing."""
    return TARGETS.get(card.verb, nobody)(g, me, card)


def nobody(g: Kingdom, me: int, card: KingdomCard) -> list[str]:
    return []


def if_useful(does_something: bool) -> list[str]:
    return [""] if does_something else []


TARGETS: dict[str, Callable[[Kingdom, int, KingdomCard], list[str]]] = {
    "gain-sugar": lambda g, me, card: if_useful(g.sugar + card.activation > 0),
    "gain-candy": lambda g, me, card: [""],
    "rob": lambda g, me, card: [seat_id(seat) for seat in g.opponents(me) if g.villains[seat].sugar],
    "rob-richest": lambda g, me, card: [seat_id(seat) for seat in g.richest_opponents(me)],
    "clear-slot": lambda g, me, card: [*g.monsters.faces(), *g.abilities.faces()],
    "halve": lambda g, me, card: if_useful(any(g.villains[seat].sugar >= card.n for seat in g.opponents(me))),
    "return-black": lambda g, me, card: if_useful(g.villains[me].black > 0),
    "one-eats-less": lambda g, me, card: if_useful(eat_something(g, me, g.villains[me].monsters)),
    "host-eats-less": lambda g, me, card: if_useful(eat_something(g, me, [g.villains[me].host(card.id)])),
    "others-eat-less": lambda g, me, card: if_useful(
        eat_something(g, me, [m for m in g.villains[me].monsters if m != card.id])
    ),
}


def eat_something(g: Kingdom, me: int, monsters: Iterable[str | None]) -> bool:
    """Return True if it is Black Candy, and these Monsters are still hungry."""
    hungry, left = appetites(g, me), eats(g, g.villains[me])
    return g.phase == "black-candy" and any(hungry.get(str(name)) for name in monsters) and any(left.values())


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


# ---- Sugar Cubes and Black Sugar Cubes
def cannot_convert(g: Kingdom, seat: int, n: int) -> Reason | None:
    """Return why sugar cannot be converted: any player may do so at any time, 4 sugar for 1 Candy."""
    sugar = g.villains[seat].sugar
    return ("too-little-sugar", {"n": EXCHANGE * n, "k": sugar}) if not 0 < EXCHANGE * n <= sugar else None


def cannot_remove(g: Kingdom, seat: int, n: int) -> Reason | None:
    """Return why Black Cubes cannot be removed: 2 sugar each, at the beginning of one's own turn."""
    villain = g.villains[seat]
    if g.active != seat or g.phase != "start":
        return "cubes-before-action", {}
    if not 0 < n <= villain.black:
        return "no-such-cubes", {"n": n, "k": villain.black}
    cost = REMOVAL * n
    return ("too-little-sugar", {"n": cost, "k": villain.sugar}) if cost > villain.sugar else None


# ---- Black Candy
def hunger(g: Kingdom, villain: Villain, monsters: Sequence[str]) -> dict[str, int]:
    """Return what each of these Monsters eats, a starter 1 for each other Monster; at least zero."""
    cards = g.cards()
    hungry = {}
    for name in monsters:
        feed = cards[name].feed
        hungry[name] = max(0, (len(monsters) - 1 if feed is None else feed) - villain.less.get(name, 0))
    return hungry


def appetites(g: Kingdom, seat: int) -> dict[str, int]:
    """Return what each Monster of this player eats before relief for single Monsters."""
    villain = g.villains[seat]
    return hunger(g, villain, list(villain.monsters))


def eats_with(g: Kingdom, seat: int) -> dict[str, int]:
    """Return what this player's Monsters would eat in all with each face-up Monster."""
    villain = g.villains[seat]
    return {name: sum(hunger(g, villain, [*villain.monsters, name]).values()) for name in g.monsters.faces()}


def eats(g: Kingdom, villain: Villain) -> dict[str, int]:
    """Return what each Monster eats after relief; each relief goes to the hungriest Monster."""
    hungry = hunger(g, villain, list(villain.monsters))
    for n in villain.relief:
        most = max(hungry, key=lambda name: hungry[name], default="")
        if most:
            hungry[most] = max(0, hungry[most] - n)
    return hungry


def cannot_feed(villain: Villain, need: int, sugar: int, candies: int, black: int) -> Reason | None:
    """Return why this cannot be fed: sugar first, Candies only for what sugar cannot feed, Black Cubes for the rest."""
    if sugar + candies + black != need:
        return "they-eat", {"n": need}
    if sugar > villain.sugar:
        return "too-little-sugar", {"n": sugar, "k": villain.sugar}
    if candies > villain.candies:
        return "too-few-candies", {"n": candies, "k": villain.candies}
    return ("sugar-first", {}) if candies and sugar < villain.sugar else None


def cannot_discard(g: Kingdom, seat: int, monster: str) -> Reason | None:
    # Ruling: a Monster that eats nothing is fed, so it stays; so do all when there is nothing to feed.
    hungry = appetites(g, seat)
    if monster not in hungry:
        return "not-yours", {"card": monster}
    return None if hungry[monster] and any(eats(g, g.villains[seat]).values()) else ("eats-nothing", {"card": monster})


def feeding_plans(g: Kingdom, seat: int) -> list[str]:
    """Return the ways to feed, from as much as possible to nothing; then the Monsters that may be discarded."""
    villain = g.villains[seat]
    need = sum(eats(g, villain).values())
    most = min(need, villain.sugar)
    ways = [(most, candies) for candies in range(min(need - most, villain.candies), 0, -1)]
    ways += [(sugar, 0) for sugar in range(most, -1, -1)]
    plans = [
        actions.feed(sugar, candies, need - sugar - candies)
        for sugar, candies in ways
        if not cannot_feed(villain, need, sugar, candies, need - sugar - candies)
    ]
    return plans + [actions.discard(name) for name in villain.monsters if not cannot_discard(g, seat, name)]
