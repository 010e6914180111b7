"""The rulebook of Monster Muncher: set-up, the turn, playing and replacing cards, the race to 20."""

from collections.abc import Generator
from typing import Any

from engine import chance
from engine.game import Reason
from engine.machine import Ask, seat_id
from engine.monster_muncher import delayed, moves
from engine.monster_muncher.abilities import ability, choices, fault, first_choice, may_play_more, swap_fault
from engine.monster_muncher.cards import DECKS, Part
from engine.monster_muncher.state import GOAL, HAND, MOST_MONSTERS, MOST_SNACKS, Monster, Muncher, rules

__all__ = ["rules", "set_up", "why_not"]
Asking = Generator[Ask, str, None]


# ---- Setup
def set_up(g: Muncher) -> None:
    """All cards in one deck, four to each player, trackers at 0."""
    g.pile = list(DECKS[g.deck])
    chance.shuffle(g, g.pile)
    g.hands = [[g.pile.pop() for _ in range(HAND)] for _ in range(g.players)]
    g.rows = [[] for _ in range(g.players)]
    g.active = chance.below(g, g.players)
    g.then((turn, g.active))


# ---- Turn structure
@rules.step
def turn(g: Muncher, me: int) -> Asking:
    """Play a Monster or a Snack, or discard; then draw; then the new hunger counts; then the ability.

    With Snacks only in the hand one may draw and end the turn instead.
    Ruling: so may, or must, whoever has no card at all; with nothing to draw either the turn passes.
    """
    hand, fields = g.hands[me], {"p": seat_id(me)}
    if hand:
        options = [*plays(g, me, "any"), *(f"discard/{card}" for card in hand)]
        options += [] if draw_fault(g, me) else ["draw"]
        choice = yield Ask(me, "turn", options, secret=True, fields=fields)
    else:
        only = "pass" if draw_fault(g, me) else "draw"
        choice = yield Ask(me, "turn", [only], fields=fields, stays=bool(g.moments))
    delayed.close(g)
    verb, *path = choice.split("/")
    g.then((end_turn, me))
    if verb == "play":
        play(g, me, *path)
        g.then((draw_cards, me, 1))
    elif verb == "discard":
        moves.out_of_hand(g, me, path[0])
        g.grave.append(path[0])
        g.tell("discards", p=seat_id(me), card=path[0])
        g.then((draw_cards, me, 1))
    elif verb == "draw":
        g.snacks_only += [card for card in hand if card not in g.seen and card not in g.snacks_only]
        g.tell("draws-and-ends", p=seat_id(me))
        g.tell("you-draw", to=me, cards=moves.draw(g, me, 1))
    else:
        g.tell("passes", p=seat_id(me))


def draw_fault(g: Muncher, me: int) -> Reason | None:
    """Why one may not draw instead of playing."""
    if not all(g.is_snack(card) for card in g.hands[me]):
        return "only-snacks", {}
    return None if moves.can_draw(g) else ("nothing-to-draw", {})


@rules.step
def draw_cards(g: Muncher, me: int, number: int, by: str = "") -> None:
    """Pick up new cards from the main deck, as every turn or because of the card `by`."""
    drawn = moves.draw(g, me, number)
    if drawn:
        if by:
            g.tell("draws-by", p=seat_id(me), n=len(drawn), card=by)
        else:
            g.tell("draws", p=seat_id(me), n=len(drawn))
        g.tell("you-draw", to=me, cards=drawn)


@rules.step
def check_win(g: Muncher) -> None:
    """Whoever has 20 hunger wins: looked at when a card's hunger has been added and after every ability.

    Ruling: of several the player whose turn it is wins, else the one with most hunger, else the next clockwise.
    """
    there = [seat for seat in g.clockwise(g.active) if g.hunger(seat) >= GOAL]
    if there:
        g.winner = there[0] if there[0] == g.active else max(there, key=g.hunger)
        g.tell("reaches", p=seat_id(g.winner), n=g.hunger(g.winner))
        g.moments = {}
        g.stack.clear()


@rules.step
def end_turn(g: Muncher, me: int) -> None:
    """Locks of bounced cards end with their holder's turn; clockwise the next player follows."""
    for card in g.hands[me]:
        if card in g.locked:
            g.locked[card] -= 1
            if not g.locked[card]:
                del g.locked[card]
    g.active = (me + 1) % g.players
    g.then((turn, g.active))


# ---- Playing cards
def plays(g: Muncher, me: int, kind: str) -> list[str]:
    """Every card of this kind that may be played, with every place for it."""
    monsters, snacks = _in_play(g, me)
    places = {
        snack: [
            f"/{place}" if place else ""
            for place in ("", *monsters, *snacks)
            if place_fault(monsters, snacks, snack, place) is None
        ]
        for snack in (False, True)
    }
    return [
        f"play/{card}{place}"
        for card in g.hands[me]
        if card_fault(g, me, card, kind) is None
        for place in places[g.is_snack(card)]
    ]


def _in_play(g: Muncher, me: int) -> tuple[list[str], list[str]]:
    return [monster.card for monster in g.rows[me]], g.snacks(me)


def card_fault(g: Muncher, me: int, card: str, kind: str) -> Reason | None:
    """Why this card may not be played, wherever it is to go."""
    if card not in g.hands[me]:
        return "not-in-hand", {"card": card}
    if g.locked.get(card) == 1:
        return "locked-this-turn", {"card": card}
    if card in g.locked:
        return "locked", {"card": card}
    if delayed.contested(g, card):
        return "contested", {"card": card}
    return None if kind in ("any", g.card(card).kind) else ("wrong-kind", {"kind": kind})


def place_fault(monsters: list[str], snacks: list[str], snack: bool, place: str) -> Reason | None:
    """Why a Monster or a Snack may not be played to this place: a Monster, the card it replaces, or nowhere special.

    `monsters` and `snacks` are the player's cards in play.
    """
    if place and place not in monsters and place not in snacks:
        return "not-yours", {"card": place}
    if not snack:
        full = len(monsters) >= MOST_MONSTERS
        if place in monsters:
            return None if full else ("replace-at-five", {})
        return ("five-monsters", {}) if full or place else None
    if not monsters:
        return "snack-needs-monster", {}
    if len(snacks) >= MOST_SNACKS:
        return None if place in snacks else ("three-snacks", {})
    if place in snacks:
        return "replace-at-three", {}
    return None if place else ("name-monster", {})


def play(g: Muncher, me: int, card: str, place: str = "") -> None:
    """Put a card into play; its hunger counts, its ability may be used, and hunger is counted again."""
    moves.out_of_hand(g, me, card)
    g.then(check_win, (ability, me, card), check_win)
    home = g.at_home(me, place) if place else None
    if home is None:
        g.rows[me].append(Monster(card))
        g.tell("plays", p=seat_id(me), card=card, n=g.raw(card))
    elif not g.is_snack(card):
        replace_monster(g, me, home, card)
    elif place == home.card:
        home.snacks.append(card)
        g.tell("plays-snack", p=seat_id(me), card=card, m=place)
        delayed.count_snacks(g)
    else:
        replace_snack(g, me, home, place, card)


def replace_monster(g: Muncher, me: int, home: Monster, card: str) -> None:
    """With five in play a new Monster replaces one: tokens and Snacks of the old one carry over to it.

    Ruling: a protected Monster may be replaced by its owner; protection by a Monster's ability goes with the old card.
    """
    old, home.card, home.guarded = home.card, card, False
    moves.forget(g, old)
    g.grave.append(old)
    g.tell("replaces", p=seat_id(me), old=old, card=card, n=g.raw(card))


def replace_snack(g: Muncher, me: int, home: Monster, old: str, card: str) -> None:
    """With three in play a new Snack takes the very place of one, which is destroyed; its benefits remain."""
    home.shielded = home.shielded or g.status.get(old) == "shields"
    home.snacks[home.snacks.index(old)] = card
    moves.forget(g, old)
    g.grave.append(old)
    g.tell("replaces", p=seat_id(me), old=old, card=card, n=0)


@rules.step
def extra(g: Muncher, me: int, kind: str, by: str) -> Asking:
    """One more card because an ability says so; nothing is drawn to replace it."""
    if not may_play_more(g, me, kind):
        return
    fields = {"p": seat_id(me), "kind": kind, "card": by}
    choice = yield Ask(me, "extra-play", [*plays(g, me, kind), "none"], secret=True, fields=fields)
    if choice != "none":
        play(g, me, *choice.split("/")[1:])


@rules.step
def too_many_snacks(g: Muncher, me: int) -> Asking:
    """Ruling: who has more than three Snacks after a swap destroys down to three."""
    snacks = g.snacks(me)
    if len(snacks) <= MOST_SNACKS:
        return
    snack = yield Ask(me, "too-many-snacks", snacks, fields={"p": seat_id(me)})
    home = g.at_home(me, snack)
    assert home
    g.grave += moves.unlink(g, home, snack)
    g.tell("destroys-snack", p=seat_id(me), card=snack)
    g.then((too_many_snacks, me))


# ---- Why not
def why_not(g: Muncher, seat: int, option: str) -> Reason | None:
    """The reason why the asked seat may not choose this."""
    ask = g.asks.get(seat)
    verb, *path = option.split("/")
    if verb == "announce":
        return "nothing-to-announce", {"card": "/".join(path)}
    if ask is None:
        return None
    if ask.say in ("turn", "extra-play"):
        return _why_no_play(g, seat, verb, path, str(ask.fields.get("kind", "any")))
    if ask.say in ("ability", "ability-next"):
        return _why_no_target(g, seat, option.split("/"))
    return None


def _why_no_play(g: Muncher, me: int, verb: str, path: list[str], kind: str) -> Reason | None:
    if verb == "draw" and g.asks[me].say == "turn":
        return draw_fault(g, me)
    if verb not in ("play", "discard") or not path:
        return None
    card, place = path[0], "/".join(path[1:])
    if verb == "discard":
        return None if card in g.hands[me] else ("not-in-hand", {"card": card})
    return card_fault(g, me, card, kind) or place_fault(*_in_play(g, me), g.is_snack(card), place)


def _why_no_target(g: Muncher, me: int, names: list[str]) -> Reason | None:
    """The part that is being decided on looks at the cards named."""
    if any(name not in DECKS[g.deck] for name in names):
        return None
    found = [g.where(name) for name in names]
    if None in found:
        return "not-in-play", {"card": names[found.index(None)]}
    step, args = g.stack[-1].step, g.stack[-1].args
    card = str(args[1])
    part = _open_part(g, me, card) if step == "ability" else _next_part(g, me, card, *args[2:])
    monsters = [place[1] for place in found if place]
    reason = None
    if part.verb in ("swap", "swap-same"):
        mine = monsters[0] if len(monsters) > 1 else g.at_home(me, card) if part.who == "self" else None
        reason = swap_fault(g, part, mine, monsters[-1]) if mine else fault(g, part, monsters[-1])
    elif not part.verb.startswith("swap") and not part.verb.endswith("-snack"):
        reason = fault(g, part, monsters[-1])
    return reason or ("wrong-side", {"card": names[-1]})


def _open_part(g: Muncher, me: int, card: str) -> Part:
    first = first_choice(g, me, card)
    assert first
    return first[0]


def _next_part(g: Muncher, me: int, card: str, index: int, got: str = "", *_: Any) -> Part:
    parts = g.card(card).parts[index:]
    return next(part for part in parts if choices(g, me, card, part, got))
