"""The Event Phase: an Event Card, Black Candy and feeding, then the First Player card."""

from collections.abc import Callable

from engine import rng
from engine.actions import first_part, second_part
from engine.game import Reason
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.abilities import convert, gain_freely, relieve_freely
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.state import EXCHANGE, Kingdom, Villain, rules
from engine.machine import Ask, AskStep, seat_id

EVENTS_PER_PILE = 2  # events shuffled together with each Black Candy


def stack_deck(g: Kingdom) -> None:
    """Stack 4 piles, each of 2 events and 1 Black Candy; events beyond these 8 stay in the box."""
    events = [card for card in g.cards().values() if card.kind == "event" and card.verb != "black-candy"]
    g.event_box = [card.id for card in events for _ in range(card.copies)]
    rng.shuffle(g, g.event_box)
    for _ in range(BLACK_CANDIES):
        g.event_deck += pile(g, EVENTS_PER_PILE, True)


def pile(g: Kingdom, events: int, black: bool) -> list[str]:
    """Draw this many events from the box and shuffle them, with a Black Candy or without."""
    cards = [g.event_box.pop() for _ in range(events)]
    if black:
        cards.append(black_candy_id(g))
    rng.shuffle(g, cards)
    return cards


def black_candy_id(g: Kingdom) -> str:
    return next(card.id for card in g.cards().values() if card.verb == "black-candy")


@rules.step
def event_phase(g: Kingdom) -> None:
    """Draw an event, put it face up next to the deck and follow it; then the First Player card."""
    card = g.cards()[g.event_deck.pop()]
    g.events.append(card.id)
    g.active, g.phase = g.first, "event"
    g.push_steps(first_player_may_discard, pass_first_player)
    EVENTS[card.verb](g, card)


# ---- Event Cards. All players who tie get the effect, even if everyone ties.
def seats_with(g: Kingdom, measure: Callable[[Villain], int], best: Callable[[list[int]], int]) -> list[int]:
    """Return all seats with the best number, in turn order."""
    numbers = [measure(villain) for villain in g.villains]
    return [seat for seat in g.order() if numbers[seat] == best(numbers)]


def give_candy(g: Kingdom, card: KingdomCard, who: list[int]) -> None:
    for seat in who:
        g.villains[seat].candies += card.n
    g.log_event("event-candy", event=card.id, who=[seat_id(seat) for seat in who], n=card.n)


def give_sugar(g: Kingdom, card: KingdomCard, who: list[int]) -> None:
    # Ruling: in turn order, cut short when the Kingdom is empty.
    gets = [g.gain(seat, card.n) for seat in who]
    g.log_event("event-sugar", event=card.id, who=[seat_id(seat) for seat in who], gets=gets)


def toll(g: Kingdom, card: KingdomCard) -> None:
    """Let everyone return sugar; a player who cannot return all of it also takes a Black Cube."""
    gives, black = [], []
    for seat in g.order():
        villain = g.villains[seat]
        gives.append(min(card.n, villain.sugar))
        g.pay(seat, gives[-1])
        if gives[-1] < card.n:
            villain.black += 1
            black.append(seat_id(seat))
    g.log_event("event-toll", event=card.id, who=[seat_id(seat) for seat in g.order()], gives=gives, black=black)


def clearance(g: Kingdom, card: KingdomCard) -> None:
    for market in (g.monsters, g.abilities):
        market.discard += [name for name in market.row if name]
        market.row = [""] * len(market.row)
    g.refill()
    g.log_event("event-clearance", event=card.id)


def truce(g: Kingdom, card: KingdomCard) -> None:
    """Let players with Black Cubes return one; all others take sugar."""
    who, others, gets = [], [], []
    for seat in g.order():
        villain = g.villains[seat]
        if villain.black:
            villain.black -= 1
            who.append(seat_id(seat))
        else:
            others.append(seat_id(seat))
            gets.append(g.gain(seat, card.n))
    g.log_event("event-truce", event=card.id, who=who, others=others, gets=gets)


def share(g: Kingdom, card: KingdomCard) -> None:
    """Let the one richest player give to the opponents in turn order; if several have the most, nothing happens."""
    richest = seats_with(g, lambda villain: villain.sugar, max)
    if len(richest) > 1:
        g.log_event("event-nobody", event=card.id)
        return
    who = [seat for seat in g.order() if seat != richest[0]]
    gets = [g.rob(seat, richest[0], card.n) for seat in who]
    g.log_event("event-share", event=card.id, q=seat_id(richest[0]), who=[seat_id(seat) for seat in who], gets=gets)


# ---- Black Candy
def black_candy(g: Kingdom, card: KingdomCard) -> None:
    """Let all players feed their Monsters; the game ends after the fourth Black Candy."""
    # Ruling: one after the other in turn order; the First Player card rests after the fourth.
    g.black_candies += 1
    g.phase = "black-candy"
    g.log_event("black-candy", n=g.black_candies)
    if g.black_candies == BLACK_CANDIES:
        g.stack.clear()
        g.push_steps(end)
    else:
        g.push_steps(after_feeding)
    g.push_steps(*[frame for seat in g.order() for frame in ((before_feeding, seat), (feed, seat))])


@rules.step
def before_feeding(g: Kingdom, me: int) -> None:
    """Use the player's abilities of this moment that cost nothing."""
    g.active = me
    gain_freely(g, me, "black-candy")
    relieve_freely(g, me)


@rules.step
def feed(g: Kingdom, me: int) -> AskStep:
    """Feed all Monsters together: sugar, then Candies for what sugar cannot feed, then Black Cubes for the rest."""
    # Ruling: a Monster is either kept, and what it is not fed becomes Black Cubes, or discarded at no cost.
    # Discards are declared first, so a starter's appetite counts the Monsters that stay.
    villain = g.villains[me]
    if not villain.monsters:
        villain.less, villain.relief = {}, []
        return
    need = sum(g.eats(villain).values())
    fields = {"p": seat_id(me), "n": need, "monsters": len(villain.monsters)}
    plan = yield Ask(me, "feed", feeding_plans(g, me), fields=fields)
    if first_part(plan) == actions.DISCARD:
        discard_monster(g, me, second_part(plan))
        g.push_steps((feed, me))
        return
    fed = actions.parse_feed(plan)
    assert fed
    sugar, candies, black = fed
    g.pay(me, sugar)
    villain.candies -= candies
    villain.black += black
    villain.less, villain.relief = {}, []
    g.log_event("feeds", p=seat_id(me), n=len(villain.monsters), s=sugar, c=candies, b=black)


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
    mine = g.villains[seat]
    hungry = g.hunger(mine, mine.monsters)
    if monster not in hungry:
        return "not-yours", {"card": monster}
    return None if hungry[monster] and any(g.eats(mine).values()) else ("eats-nothing", {"card": monster})


def feeding_plans(g: Kingdom, seat: int) -> list[str]:
    """Return the ways to feed, from as much as possible to nothing; then the Monsters that may be discarded."""
    villain = g.villains[seat]
    need = sum(g.eats(villain).values())
    most = min(need, villain.sugar)
    ways = [(most, candies) for candies in range(min(need - most, villain.candies), 0, -1)]
    ways += [(sugar, 0) for sugar in range(most, -1, -1)]
    plans = [
        actions.feed(sugar, candies, need - sugar - candies)
        for sugar, candies in ways
        if not cannot_feed(villain, need, sugar, candies, need - sugar - candies)
    ]
    return plans + [actions.discard(name) for name in villain.monsters if not cannot_discard(g, seat, name)]


@rules.step
def after_feeding(g: Kingdom) -> None:
    """End the feeding: abilities of Black Candy no longer work, and the First Player is active."""
    g.active, g.phase = g.first, "event"


def discard_monster(g: Kingdom, me: int, monster: str) -> None:
    """Discard a Monster: its Abilities go to their discard pile, One-Time tokens back to the supply."""
    # Ruling: a starter leaves the game, because it has no pile.
    villain = g.villains[me]
    tucked = villain.monsters.pop(monster)
    villain.spent = [name for name in villain.spent if name not in (monster, *tucked)]
    villain.less.pop(monster, None)
    g.abilities.discard += tucked
    pile = g.starter_box if g.cards()[monster].kind == "starter" else g.monsters.discard
    pile.append(monster)
    if tucked:
        g.log_event("discards-monster-tucked", p=seat_id(me), m=monster, cards=tucked)
    else:
        g.log_event("discards-monster", p=seat_id(me), m=monster)
    g.refill()


@rules.step
def end(g: Kingdom) -> None:
    """Convert remaining sugar into Candies before the count, 1 for every 4."""
    # Ruling: converting is possible at any time and can only help now, so players need not remember it.
    for seat in g.order():
        if n := g.villains[seat].sugar // EXCHANGE:
            convert(g, seat, n)
    g.active, g.phase = -1, "over"


# ---- First Player
@rules.step
def first_player_may_discard(g: Kingdom) -> None:
    """Offer the First Player the chance to discard a face-up card of the Kingdom after the event."""
    # Ruling: the game does not wait for that; it is on offer until the next player has taken an action or passed.
    g.sweeper = g.first if g.leader else -1


def sweeps(g: Kingdom, seat: int) -> list[str]:
    """Return what the First Player may discard; declining is an option too, so that others need not wait."""
    faces = [*g.monsters.faces(), *g.abilities.faces()]
    return [*map(actions.sweep, faces), actions.sweep(actions.NONE)] if g.sweeper == seat and faces else []


@rules.step
def sweep(g: Kingdom, me: int, card: str) -> None:
    g.sweeper = -1
    if card != actions.NONE:
        g.log_event("discards-card", p=seat_id(me), card=card)
        g.clear_slot(card)


def cannot_sweep(g: Kingdom, seat: int, card: str) -> Reason | None:
    return ("sweep-over", {}) if g.sweeper != seat else ("not-in-the-kingdom", {"card": card})


@rules.step
def first_player_card(g: Kingdom) -> AskStep:
    """Ask the First Player as a question which card to discard; only older stored tables still have this step."""
    if not g.leader:
        return
    faces = [*g.monsters.faces(), *g.abilities.faces()]
    chosen = yield Ask(g.first, "first-player-card", [actions.NONE, *faces], fields={"p": seat_id(g.first)})
    sweep(g, g.first, chosen)


@rules.step
def pass_first_player(g: Kingdom) -> None:
    # Ruling: the card goes clockwise after each round's event.
    g.first = (g.first + 1) % g.players
    g.log_event("first-player", q=seat_id(g.first))
    g.push_steps("play_round")


EVENTS: dict[str, Callable[[Kingdom, KingdomCard], None]] = {
    "fewest-candies": lambda g, card: give_candy(g, card, seats_with(g, lambda villain: villain.candies, min)),
    "most-tucked": lambda g, card: give_candy(g, card, seats_with(g, lambda villain: villain.tucked_count, max)),
    "fewest-monsters": lambda g, card: give_sugar(g, card, seats_with(g, lambda villain: len(villain.monsters), min)),
    "everybody-gains": lambda g, card: give_sugar(g, card, g.order()),
    "toll": toll,
    "clearance": clearance,
    "truce": truce,
    "share": share,
    "black-candy": black_candy,
}
