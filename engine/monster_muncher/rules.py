"""The rules of Monster Muncher: set-up, the turn, playing and replacing cards, the race to 20."""

from typing import Any, Literal

from engine import rng
from engine.actions import first_part, second_part
from engine.game import DeckOptions, Line, Reason, Standing
from engine.machine import Ask, AskStep, seat_id
from engine.monster_muncher import actions, delayed
from engine.monster_muncher.abilities import ability, cannot_swap, cannot_target, may_play_more
from engine.monster_muncher.cards import DECKS, Part
from engine.monster_muncher.state import GOAL, HAND, MOST_MONSTERS, MOST_SNACKS, Monster, Muncher, rules


# ---- Setup
class MuncherOptions(DeckOptions):
    decks = DECKS

    announcements: Literal["by-hand", "by-themselves"] = "by-hand"


def set_up(g: Muncher, game_options: MuncherOptions) -> None:
    """Shuffle all cards into one deck and deal four to each player."""
    g.deck, g.by_themselves = game_options.deck, game_options.announcements == "by-themselves"
    g.pile = list(DECKS[g.deck])
    rng.shuffle(g, g.pile)
    g.hands = [[g.pile.pop() for _ in range(HAND)] for _ in range(g.players)]
    g.rows = [[] for _ in range(g.players)]
    g.sure_snacks = [{} for _ in range(g.players)]
    g.active = rng.randbelow(g, g.players)
    g.push_steps((turn, g.active))


# ---- Turn structure
@rules.step
def turn(g: Muncher, me: int) -> AskStep:
    """Play a Monster or a Snack, or discard; then draw; then the new hunger counts; then the ability.

    A player with only Snacks in hand may draw and end the turn instead.
    Ruling: so may, or must, a player without any card; with nothing to draw either, the turn passes.
    """
    hand, fields = g.hands[me], {"p": seat_id(me)}
    if hand:
        options = [*plays(g, me, "any"), *map(actions.discard, hand)]
        options += [] if cannot_draw(g, me) else [actions.DRAW]
        choice = yield Ask(me, "turn", options, secret=True, fields=fields)
    else:
        only = actions.PASS if cannot_draw(g, me) else actions.DRAW
        choice = yield Ask(me, "turn", [only], fields=fields, stays=bool(delayed.announceable(g)))
    delayed.void_unannounced(g)
    verb = first_part(choice)
    g.push_steps((end_turn, me))
    if verb == actions.PLAY:
        play(g, me, *actions.parse_play(choice))
        g.push_steps((draw_cards, me, 1))
    elif verb == actions.DISCARD:
        card = second_part(choice)
        g.out_of_hand(me, card)
        g.grave.append(card)
        g.log_event("discards", p=seat_id(me), card=card)
        g.push_steps((draw_cards, me, 1))
    elif verb == actions.DRAW:
        g.note_snacks(me)
        g.log_event("draws-and-ends", p=seat_id(me))
        g.log_event("you-draw", to=me, cards=g.draw(me, 1))
        g.recycle()
    else:
        g.log_event("passes", p=seat_id(me))


def cannot_draw(g: Muncher, me: int) -> Reason | None:
    """Return why the player may not draw instead of playing."""
    if not all(g.is_snack(card) for card in g.hands[me]):
        return "only-snacks", {}
    return None if g.can_draw() else ("nothing-to-draw", {})


@rules.step
def draw_cards(g: Muncher, me: int, number: int, by: str = "") -> None:
    """Draw cards from the main deck, as every turn or because of the card `by`."""
    drawn = g.draw(me, number)
    if drawn:
        if by:
            g.log_event("draws-by", p=seat_id(me), n=len(drawn), card=by)
        else:
            g.log_event("draws", p=seat_id(me), n=len(drawn))
        g.log_event("you-draw", to=me, cards=drawn)
        g.recycle()


@rules.step
def check_win(g: Muncher) -> None:
    """End the game if a player has 20 hunger (Objectives).

    This is checked after a card's hunger was added, after an announcement, and after every ability.

    Ruling: of several the active player wins, else the one with most hunger, else the next clockwise.
    """
    reached = [seat for seat in g.clockwise(g.active) if g.hunger(seat) >= GOAL]
    if reached:
        g.winner = reached[0] if reached[0] == g.active else max(reached, key=g.hunger)
        g.log_event("reaches", p=seat_id(g.winner), n=g.hunger(g.winner))
        g.moments = {}
        g.stack.clear()


def standing(g: Muncher) -> list[Standing]:
    """Rank the first to reach 20 hunger as the winner.

    Ruling: the rulebook ranks only the winner; the others are placed by their hunger, equals share a place.
    """
    hungers = [g.hunger(seat) for seat in range(g.players)]
    return [Standing(n, (n + max(hungers) if seat == g.winner else n,)) for seat, n in enumerate(hungers)]


def lines(g: Muncher, seat: int) -> list[Line]:
    """Return a line for each Monster of the seat, and for the winner one that says in which turn it won."""
    all_lines = [_line(g, monster) for monster in g.rows[seat]]
    if seat == g.winner:
        turn = "passed-own-turn" if seat == g.active else "passed-other-turn"
        all_lines.append(Line(key=turn, fields={"p": seat_id(seat), "q": seat_id(g.active)}))
    return all_lines


def _line(g: Muncher, monster: Monster) -> Line:
    fields = {
        "m": monster.card,
        "raw": g.raw(monster.card),
        "buffs": monster.buffs,
        "debuffs": monster.debuffs,
        "snacks": list(monster.snacks),
    }
    return Line(key="monster", fields=fields, points=g.hunger_of(monster))


@rules.step
def end_turn(g: Muncher, me: int) -> None:
    """Count down the locks of the bounced cards in this hand; then the next player clockwise takes a turn."""
    for card in g.hands[me]:
        if card in g.locked:
            g.locked[card] -= 1
            if not g.locked[card]:
                del g.locked[card]
    g.active = (me + 1) % g.players
    g.push_steps((turn, g.active))


def offer_frames(g: Muncher, seat: int) -> dict[str, Any]:
    """Return the delayed effects that this seat may announce, from their moment until the next player moves."""
    return {
        actions.announce(card): (delayed.announce, seat, card)
        for card, moment in delayed.announceable(g).items()
        if moment.seat == seat
    }


# ---- Playing cards
def plays(g: Muncher, me: int, kind: str) -> list[str]:
    """Return every card of this kind that may be played, with every place for it."""
    monsters, snacks = in_play(g, me)
    places = {
        snack: [place for place in ("", *monsters, *snacks) if cannot_play_at(monsters, snacks, snack, place) is None]
        for snack in (False, True)
    }
    return [
        actions.play(card, place)
        for card in g.hands[me]
        if cannot_play(g, me, card, kind) is None
        for place in places[g.is_snack(card)]
    ]


def in_play(g: Muncher, me: int) -> tuple[list[str], list[str]]:
    return [monster.card for monster in g.rows[me]], g.snacks(me)


def cannot_play(g: Muncher, me: int, card: str, kind: str) -> Reason | None:
    """Return why this card may not be played to any place."""
    if card not in g.hands[me]:
        return "not-in-hand", {"card": card}
    if g.locked.get(card) == 1:
        return "locked-this-turn", {"card": card}
    if card in g.locked:
        return "locked", {"card": card}
    if delayed.is_contested(g, card):
        return "contested", {"card": card}
    return None if kind in ("any", g.card(card).kind) else ("wrong-kind", {"kind": kind})


def cannot_play_at(monsters: list[str], snacks: list[str], snack: bool, place: str) -> Reason | None:
    """Return why a Monster or a Snack may not be played to this place: a Monster, the card it replaces, or empty.

    `monsters` and `snacks` are the player's cards in play (Maximum Cards in Play).
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
    """Put a card into play: its hunger counts, its ability may be used, and hunger is counted again."""
    g.out_of_hand(me, card)
    g.push_steps(check_win, (ability, me, card), check_win)
    home = g.at_home(me, place) if place else None
    if home is None:
        g.rows[me].append(Monster(card))
        g.log_event("plays", p=seat_id(me), card=card, n=g.raw(card))
    elif not g.is_snack(card):
        replace_monster(g, me, home, card)
    elif place == home.card:
        home.snacks.append(card)
        g.log_event("plays-snack", p=seat_id(me), card=card, m=place)
        delayed.count_snacks(g)
    else:
        replace_snack(g, me, home, place, card)


def replace_monster(g: Muncher, me: int, home: Monster, card: str) -> None:
    """Replace one of five Monsters; its tokens and Snacks, and tokens that may still be announced, carry over.

    Ruling: a protected Monster may be replaced by its owner; protection by a Monster's ability goes with the old card.
    """
    old, home.card, home.guarded = home.card, card, False
    for moment in g.moments.values():
        moment.home = card if moment.home == old else moment.home
    g.status.pop(old, None)
    g.grave.append(old)
    g.log_event("replaces", p=seat_id(me), old=old, card=card, n=g.raw(card))


def replace_snack(g: Muncher, me: int, home: Monster, old: str, card: str) -> None:
    """Replace one of three Snacks, at the same place; the old one is destroyed, but its benefits remain."""
    home.shielded = home.shielded or g.status.get(old) == "shields"
    home.snacks[home.snacks.index(old)] = card
    g.status.pop(old, None)
    g.grave.append(old)
    g.log_event("replaces", p=seat_id(me), old=old, card=card, n=0)


@rules.step
def extra(g: Muncher, me: int, kind: str, by: str) -> AskStep:
    """Play one more card because an ability says so; nothing is drawn to replace it.

    The question is skipped if everyone sees that the hand has no card for it.
    """
    if not may_play_more(g, me, kind) or nobody_can_hope(g, me, kind):
        return
    fields = {"p": seat_id(me), "kind": kind, "card": by}
    choice = yield Ask(me, "extra-play", [*plays(g, me, kind), actions.NONE], secret=True, fields=fields)
    if choice != actions.NONE:
        play(g, me, *actions.parse_play(choice))


def nobody_can_hope(g: Muncher, me: int, kind: str) -> bool:
    """Return True if everyone knows that no card in this hand can be played.

    Either all its cards were seen, or only a Monster would do and all its unseen cards are known to be Snacks.
    """
    unseen = sum(card not in g.seen for card in g.hands[me])
    known = not unseen or (kind == "monster" and unseen == sum(g.sure_snacks[me].values()))
    return known and not plays(g, me, kind)


@rules.step
def too_many_snacks(g: Muncher, me: int) -> AskStep:
    """Ruling: a player with more than three Snacks after a swap destroys down to three."""
    snacks = g.snacks(me)
    if len(snacks) <= MOST_SNACKS:
        return
    snack = yield Ask(me, "too-many-snacks", snacks, fields={"p": seat_id(me)})
    g.grave += g.take_out(snack)
    g.log_event("destroys-snack", p=seat_id(me), card=snack)
    g.push_steps((too_many_snacks, me))


# ---- reasons why an option is not on offer
def reason(g: Muncher, seat: int, option: str) -> Reason | None:
    """Return why `option` isn't on offer; None if the seat is not asked, or if the option makes no sense."""
    ask = g.asks.get(seat)
    if first_part(option) == actions.ANNOUNCE:
        return "nothing-to-announce", {"card": second_part(option)}
    if ask is None:
        return None
    if ask.say in ("turn", "extra-play"):
        return _no_such_play(g, seat, option, str(ask.fields.get("kind", "any")))
    if ask.say in ("ability", "ability-next"):
        return _no_such_target(g, seat, option)
    return None


def _no_such_play(g: Muncher, me: int, option: str, kind: str) -> Reason | None:
    verb = first_part(option)
    if verb == actions.DRAW and g.asks[me].say == "turn":
        return cannot_draw(g, me)
    if verb == actions.DISCARD:
        card = second_part(option)
        return ("not-in-hand", {"card": card}) if card and card not in g.hands[me] else None
    card, place = actions.parse_play(option)
    if verb != actions.PLAY or not card:
        return None
    return cannot_play(g, me, card, kind) or cannot_play_at(*in_play(g, me), g.is_snack(card), place)


def _no_such_target(g: Muncher, me: int, option: str) -> Reason | None:
    """Return why the named cards aren't valid targets for the part now being decided."""
    theirs, mine = actions.parse_target(option)
    names = [name for name in (mine, theirs) if name]
    if not names or any(name not in DECKS[g.deck] for name in names):
        return None
    places = [g.where(name) for name in names]
    if None in places:
        return "not-in-play", {"card": names[places.index(None)]}
    asked = g.asks[me].fields
    part = Part(asked["verb"], asked.get("who", ""), asked.get("n", 0))
    monsters = [place[1] for place in places if place]
    fault = None
    if part.verb in ("swap", "swap-same"):
        given = monsters[0] if len(monsters) > 1 else g.at_home(me, asked["card"]) if part.who == "self" else None
        fault = cannot_swap(g, part, given, monsters[-1]) if given else cannot_target(g, part, monsters[-1])
    elif part.verb != actions.USE and not part.verb.endswith(("-snack", "-snacks")):
        fault = cannot_target(g, part, monsters[-1])
    return fault or ("wrong-side", {"card": theirs})
