"""The rules of Kingdom's Candy, paragraph by paragraph of the rulebook: set-up, the round and a player's turn."""

from collections.abc import Iterable
from itertools import count, takewhile
from typing import Any, Literal

from engine import rng
from engine.actions import first_part, second_part
from engine.game import DeckOptions, Reason
from engine.kingdoms_candy import actions, events
from engine.kingdoms_candy.abilities import (
    cannot_afford,
    cannot_convert,
    cannot_remove,
    cannot_use,
    convert,
    gain_freely,
    pick_pocket,
    remove,
    usable_cards,
    use,
    use_now,
    uses,
)
from engine.kingdoms_candy.actions import Buy
from engine.kingdoms_candy.cards import COLOURS, DECKS, KingdomCard
from engine.kingdoms_candy.state import COLLECT, ROW, SUGAR, Kingdom, Market, Villain, rules
from engine.machine import Ask, AskStep, seat_id, seat_of


# ---- Game set-up
class KingdomOptions(DeckOptions):
    decks = DECKS

    first_player: Literal["always", "few", "off"] = "always"


def set_up(g: Kingdom, game_options: KingdomOptions) -> None:
    """Deal a starter and 5 sugar each, and three decks.

    The rulebook's First Player is the one who ate candy last; here it is a random one.
    """
    g.deck = game_options.deck
    g.leader = game_options.first_player == "always" or (game_options.first_player == "few" and g.players <= 3)
    cards = g.cards()
    starters = [card.id for card in cards.values() if card.kind == "starter"]
    rng.shuffle(g, starters)
    g.villains = [Villain(monsters={starters[seat]: []}) for seat in range(g.players)]
    g.starter_box = starters[g.players :]
    g.sugar = SUGAR - sum(villain.sugar for villain in g.villains)
    events.stack_deck(g)
    abilities = [card for card in cards.values() if card.kind == "ability"]
    bottom = [card.id for card in abilities]
    top = [card.id for card in abilities for _ in range(card.copies - 1)]
    rng.shuffle(g, bottom)
    rng.shuffle(g, top)
    monsters = [card.id for card in cards.values() if card.kind == "monster"]
    rng.shuffle(g, monsters)
    g.abilities = Market(deck=bottom + top, row=[""] * ROW, bottom=len(bottom))
    g.monsters = Market(deck=monsters, row=[""] * ROW)
    g.refill()
    g.first = rng.randbelow(g, g.players)
    g.push_steps(play_round)


# ---- Turn order
@rules.step
def play_round(g: Kingdom) -> None:
    """Let all take a turn clockwise from the First Player, then the event; abilities can be used again."""
    g.round += 1
    for villain in g.villains:
        villain.used = []
    g.push_steps(*[(begin_turn, seat) for seat in g.order()], events.event_phase)


# ---- Player's turn
@rules.step
def begin_turn(g: Kingdom, me: int) -> None:
    """Give set collection bonuses and all free income; then ask for one action."""
    # Ruling: free income comes first; Black Cubes and abilities that cost sugar are the player's own choice after it.
    g.active, g.phase = me, "start"
    gain_freely(g, me, "start", set_sugar(g, me))
    gain_sets(g, me, list(g.villains[me].monsters))
    g.push_steps((action, me))


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


def gain_sets(g: Kingdom, me: int, names: list[str]) -> None:
    """Gain 1 Candy for each separate set of one card of each colour."""
    if n := sets(g, names):
        g.villains[me].candies += n
        g.log_event("gains-set-candy", p=seat_id(me), n=n)


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


@rules.step
def action(g: Kingdom, me: int) -> AskStep:
    """Take one of three actions, or none: the player need not take one."""
    chosen = yield Ask(me, "action", turn_options(g, me), fields={"p": seat_id(me)})
    g.phase, g.sweeper = "turn", -1
    if chosen == actions.PASS:
        g.log_event("passes", p=seat_id(me))
        return
    g.push_steps((finish, me))
    if chosen == actions.COLLECT:
        g.push_steps((collect, me))
        return
    name, place, monster = actions.parse_buy(chosen)
    if place:
        buy_ability(g, me, g.cards()[name], monster)
    else:
        buy_monster(g, me, g.cards()[name])


@rules.step
def finish(g: Kingdom, me: int) -> AskStep:
    """End the turn, unless an ability can still be used, or the last player before the event can convert."""
    last = me == g.order()[-1]
    if uses(g, me) or (last and not cannot_convert(g, me, 1)):
        yield Ask(me, "finish", [actions.DONE], fields={"p": seat_id(me)}, stays=True)


# ---- 1. Collect Sugar Cubes
@rules.step
def collect(g: Kingdom, me: int) -> AskStep:
    """Collect 5 from the Kingdom; what it lacks comes from the player with the most."""
    # Ruling: that is the richest opponent, the collector choosing among equals, and only as far as that one has any.
    # The action's own 5 come before the extra sugar of abilities, which is cut short when the Kingdom is empty.
    short = COLLECT - g.sugar
    victim = ""
    if short > 0 and (richest := g.richest_opponents(me)):
        fields = {"p": seat_id(me), "n": short}
        victim = yield Ask(me, "shortage", [seat_id(seat) for seat in richest], fields=fields)
    g.log_event("collects", p=seat_id(me), n=g.gain(me, COLLECT))
    if victim:
        g.log_event("takes", p=seat_id(me), q=victim, n=g.rob(me, seat_of(victim), short))
    gain_freely(g, me, "collect")
    g.push_steps(*[(pick_pocket, me, card.id) for card in usable_cards(g, me, "collect")])


# ---- Prices
Discounts = dict[str, list[tuple[str, int]]]  # by kind of card and by colour: the cards and how much each takes off


def discounts(g: Kingdom, seat: int) -> Discounts:
    """Return this player's discounts on Monsters, on Abilities and, by colour, on Monsters of that colour.

    The last are set collection bonuses: 1 for each kept Ability of the colour.
    """
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


# ---- 2. Buy a Monster
def buy_monster(g: Kingdom, me: int, card: KingdomCard) -> None:
    """Pay for a Monster and refill its place; then gain what buying brings, but not by the Monster just bought."""
    villain = g.villains[me]
    pay_price(g, me, card, "buys")
    g.monsters.take(card.id)
    g.refill()
    gain_freely(g, me, "buy-monster")
    villain.monsters[card.id] = []
    gain_sets(g, me, villain.kept)


# ---- 3. Buy an Ability
def buy_ability(g: Kingdom, me: int, card: KingdomCard, monster: str) -> None:
    """Pay for an Ability, refill its place, gain what buying brings; keep it or tuck it under a Monster for good."""
    # Ruling: an Ability that works by its own symbol in this very turn need not be used by another one at a price.
    villain = g.villains[me]
    pay_price(g, me, card, "buys-tucks" if monster else "buys-keeps", **({"m": monster} if monster else {}))
    g.abilities.take(card.id)
    g.refill()
    gain_freely(g, me, "buy-ability")
    waiting = [other.id for other in usable_cards(g, me, "buy-ability")]
    if not monster:
        villain.kept.append(card.id)
        return
    villain.monsters[monster].append(card.id)
    if card.moment not in ("any", "once"):
        g.push_steps(*[(use_now, me, name, card.id) for name in waiting])


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


def pay_price(g: Kingdom, me: int, card: KingdomCard, key: str, **more: Any) -> None:
    """Pay for a card; every card that makes it cheaper is used at once, because that can only help."""
    villain, by_kind = g.villains[me], discounts(g, me)
    n = price(card, by_kind)
    sources = [name for name, _ in reductions(card, by_kind)]
    villain.used += [name for name, _ in by_kind[card.kind]]
    g.pay(me, n)
    if card.cost > n:
        g.log_event(f"{key}-cheaper", p=seat_id(me), card=card.id, n=n, k=card.cost - n, sources=sources, **more)
    else:
        g.log_event(key, p=seat_id(me), card=card.id, n=n, **more)


# ---- At any time
def offer_frames(g: Kingdom, seat: int) -> dict[str, Any]:
    """Return what may be done unasked."""
    frames: dict[str, Any] = {option: (use, seat, *how) for option, how in uses(g, seat).items()}
    for n in takewhile(lambda n: not cannot_remove(g, seat, n), count(1)):
        frames[actions.remove(n)] = (remove, seat, n)
    for n in takewhile(lambda n: not cannot_convert(g, seat, n), count(1)):
        frames[actions.convert(n)] = (convert, seat, n)
    return frames | {option: (events.sweep, seat, second_part(option)) for option in events.sweeps(g, seat)}


# ---- reasons why an option is not on offer
def reason(g: Kingdom, seat: int, option: str) -> Reason | None:
    """Return why `option` isn't on offer; None if there is no reason but that it isn't possible now."""
    verb = first_part(option)
    question = g.asks[seat].say if seat in g.asks else ""
    if verb in (actions.CONVERT, actions.REMOVE):
        n = actions.parse_number(option)
        cannot = cannot_convert if verb == actions.CONVERT else cannot_remove
        return cannot(g, seat, n) if n is not None else None
    if verb == actions.SWEEP:
        name = second_part(option)
        return events.cannot_sweep(g, seat, name) if name in g.cards() else None
    if verb == actions.USE:
        card = g.cards().get(actions.parse_use(option).card)
        return (cannot_use(g, seat, card) or ("not-that", {"card": card.id})) if card else None
    if verb == actions.BUY and question == "action":
        wanted = actions.parse_buy(option)
        card = g.cards().get(wanted.card)
        return cannot_buy(g, seat, card, wanted) if card else None
    if verb == actions.KEEP and question == "feed":
        plan = actions.parse_feed(option)
        return events.cannot_feed(g.villains[seat], sum(g.eats(g.villains[seat]).values()), *plan) if plan else None
    if verb == actions.DISCARD and question == "feed":
        monster = second_part(option)
        return events.cannot_discard(g, seat, monster) if monster else None
    return None


def cannot_buy(g: Kingdom, seat: int, card: KingdomCard, wanted: Buy) -> Reason | None:
    villain = g.villains[seat]
    price = prices(g, seat).get(card.id)
    if price is None:
        return "not-in-the-kingdom", {"card": card.id}
    if wanted.place and card.kind == "monster":
        return "no-place-for-monsters", {"card": card.id}
    if wanted.place:
        keep = wanted.place == actions.KEEP and not wanted.monster
        full = cannot_keep(villain, card.id) if keep else cannot_tuck(villain, card.id)
        host = wanted.monster or wanted.place
        if full or (host in g.cards() and host not in villain.monsters):
            return full or ("not-yours", {"card": host})
    return cannot_afford(card.id, price, villain.sugar)
