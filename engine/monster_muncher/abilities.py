"""Abilities (rulebook: Ability Mechanics, Additional Rules).

A player uses all of an ability or none. Its parts follow in written order, and impossible ones are skipped.
"""

from collections.abc import Iterator

from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id
from engine.monster_muncher import actions, delayed
from engine.monster_muncher.cards import Part
from engine.monster_muncher.state import Monster, Muncher, rules

FIRST_BUFFS = ("buff", "buff-if")  # parts that may come before the first choice


# ---- what can be chosen
def choices(g: Muncher, me: int, card: str, part: Part, got: str) -> list[str]:
    """Return the cards this part may affect; one empty string if it is possible without a choice; none if impossible.

    `got` is the Monster that a previous part has brought in.
    """
    verb = part.verb
    if verb == "draw":
        return [""] if g.can_draw() else []
    if verb == "extra":
        return [""] if may_play_more(g, me, part.who) else []
    if verb.endswith("-snacks"):
        return [actions.target(theirs, mine) for mine in g.snacks(me) for theirs in _rival_snacks(g, me)]
    if verb.endswith("-snack"):
        return list(_rival_snacks(g, me))
    if verb.startswith("swap"):
        return list(_swaps(g, me, card, part))
    if verb in delayed.EVENTS or verb == "three":
        return [""] if g.at_home(me, card) else []
    fit = [monster.card for monster in _candidates(g, me, card, part, got) if cannot_target(g, part, monster) is None]
    return fit if part.chooses else [""] * bool(fit)


def may_play_more(g: Muncher, me: int, kind: str) -> bool:
    """Return True if another card might be played, judging by public facts; a Snack needs a Monster to link it to."""
    return bool(g.hands[me] and (kind != "snack" or g.rows[me]))


def _candidates(g: Muncher, me: int, card: str, part: Part, got: str) -> list[Monster]:
    if part.who == "foe":
        return [monster for seat, row in enumerate(g.rows) if seat != me for monster in row]
    home = g.at_home(me, card)
    if part.who == "own":
        return g.rows[me]
    if part.who == "own-other":
        return [monster for monster in g.rows[me] if monster is not home]
    if part.who == "got":
        home = g.at_home(me, got)
    return [home] if home else []


def cannot_target(g: Muncher, part: Part, monster: Monster) -> Reason | None:
    verb = part.verb
    if verb == "buff-if":
        return None if g.card(monster.card).party == part.who else ("other-party", {"m": monster.card})
    limit = 0 if verb in ("buff", "debuff") else part.n
    if verb not in ("buff", "protect") and g.is_protected(monster):
        return "protected", {"m": monster.card}
    if limit and g.raw(monster.card) > limit:
        return "raw-above", {"m": monster.card, "k": limit}
    return None


def _swaps(g: Muncher, me: int, card: str, part: Part) -> Iterator[str]:
    """Yield one's own Monster and a rival's; if the ability swaps its own Monster, only the rival's is named."""
    theirs = _candidates(g, me, card, part._replace(who="foe"), "")
    for mine in _candidates(g, me, card, part, ""):
        for their in theirs:
            if cannot_swap(g, part, mine, their) is None:
                yield actions.target(their.card, "" if part.who == "self" else mine.card)


def cannot_swap(g: Muncher, part: Part, mine: Monster, theirs: Monster) -> Reason | None:
    """Return why these two cannot be swapped. The limit applies to the one that is taken, not to the one given."""
    if part.verb == "swap-same" and g.raw(mine.card) != g.raw(theirs.card):
        return "raw-differs", {"m": theirs.card, "k": g.raw(mine.card)}
    return cannot_target(g, part._replace(n=0), mine) or cannot_target(g, part, theirs)


def _rival_snacks(g: Muncher, me: int) -> Iterator[str]:
    return (snack for seat in range(g.players) if seat != me for snack in g.snacks(seat))


# ---- using an ability
def first_choice(g: Muncher, me: int, card: str) -> tuple[Part, list[str]] | None:
    """Return the part that is decided together with the ability, and its choices.

    It is the first possible part that needs a choice or isn't a Buff; else the last possible one; else None.
    """
    last = None
    for part in g.card(card).parts:
        options = choices(g, me, card, part, "")
        if options:
            last = part, options
            if options[0] or part.verb not in FIRST_BUFFS:
                break
    return last


@rules.step
def ability(g: Muncher, me: int, card: str) -> AskStep:
    """Let the player use the ability of the card just played: all of it or none.

    Ruling: an ability that can only help now and leaves no choice is used without a question; so is one that also lets
    its player play another card, because that card, or none, is asked for. Protection can also hinder, so it is asked.
    """
    parts = g.card(card).parts
    if not parts:
        return
    first = first_choice(g, me, card)
    if first is None:
        g.log_event("nothing-to-do", p=seat_id(me), card=card)
        return
    chosen = ""
    possible = [part for part in parts if choices(g, me, card, part, "")]
    if not all(part.harmless or part.verb == "extra" for part in possible):
        part, options = first
        ways = options if options[0] else [actions.USE]
        fields = _fields(me, card, part if options[0] else None)
        choice = yield Ask(me, "ability", [*ways, actions.SKIP], fields=fields)
        if choice == actions.SKIP:
            g.log_event("does-not-use", p=seat_id(me), card=card)
            return
        chosen = choice if options[0] else ""
    g.push_steps((go_on, me, card, 0, "", chosen))


@rules.step
def go_on(g: Muncher, me: int, card: str, index: int, got: str = "", chosen: str = "") -> AskStep:
    """Do the next part that is possible. Its target is chosen now, unless it was chosen with the ability."""
    parts = g.card(card).parts
    options: list[str] = []
    while index < len(parts) and not (options := choices(g, me, card, parts[index], got)):
        index += 1
    if index == len(parts):
        return
    part, target = parts[index], ""
    if options[0]:
        target, chosen = chosen, ""
        if not target:
            target = yield Ask(me, "ability-next", options, fields=_fields(me, card, part))
    if part.verb.startswith("swap") and part.verb != "swap-snacks":
        got = actions.parse_target(target).card
    g.push_steps((go_on, me, card, index + 1, got, chosen))
    apply_part(g, me, card, part, target or got)


def _fields(me: int, card: str, part: Part | None) -> Fields:
    """Return the fields of the question's sentence; without a part it is about the ability as a whole."""
    fields: Fields = {"p": seat_id(me), "card": card}
    return fields | (part._asdict() if part else {"verb": actions.USE})


# ---- what the parts do
def apply_part(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    """Do one part of an ability. `target` is what was chosen, or else the Monster that a swap has brought in."""
    match part.verb:
        case "buff" | "buff-if":
            delayed.gain(g, card, _affected(g, card, part, target), part.n)
        case "debuff":
            delayed.gain(g, card, _affected(g, card, part, target), -part.n)
        case "protect":
            _protect(g, card, part, _affected(g, card, part, target))
        case "swap" | "swap-same":
            theirs, mine = actions.parse_target(target)
            _swap(g, me, mine or g.find(card)[1].card, theirs)
        case "swap-snacks":
            theirs, mine = actions.parse_target(target)
            _swap_snacks(g, me, mine, theirs)
        case "bounce" | "bounce-snack":
            _bounce(g, me, target)
        case "destroy" | "destroy-snack":
            _destroy(g, me, target)
        case "steal" | "steal-snack":
            _steal(g, me, target)
        case "draw":
            g.push_steps(("draw_cards", me, part.n, card))
        case "extra":
            g.push_steps(("extra", me, part.who, card))
        case _:  # a delayed effect
            # Ruling: an open announcement of a card that left play ends when the same card is played and armed again.
            g.moments.pop(card, None)
            g.status[card] = "armed"
            delayed.count_snacks(g)


def _affected(g: Muncher, card: str, part: Part, target: str) -> Monster:
    return g.find(target if part.chooses or part.who == "got" else card)[1]


def _protect(g: Muncher, card: str, part: Part, monster: Monster) -> None:
    """Protect a Monster: by a Snack while it is linked, by a Monster for as long as the protected one stays in play."""
    if part.who == "host":
        g.status[card] = "shields"
    else:
        monster.guarded = True
    g.log_event("is-protected", card=card, m=monster.card)


def _bounce(g: Muncher, me: int, card: str) -> None:
    """Return a card to its controller's hand; that player may not play it this turn, nor in their next one.

    Ruling: the hand is always the controller's, for another's hand would be stealing.
    """
    seat, monster = g.find(card)
    waiting = delayed.watchers(g, "bounce", me, seat) if monster.card == card else []
    at = g.rows[seat].index(monster)
    status = {c: g.status[c] for c in (monster.card, *monster.snacks) if c in g.status}
    cards = g.take_out(card)
    g.into_hand(seat, cards)
    g.locked |= dict.fromkeys(cards, 2 if seat == g.active else 1)
    _log_action(g, "bounces", me, seat, cards)
    delayed.open_moments(g, waiting, cards=cards, holder=seat, monster=monster, at=at, status=status)


def _destroy(g: Muncher, me: int, card: str) -> None:
    """Put a card face up into the graveyard, as an ability says.

    Effects such as Beauty Ribs' wait for this, but not for the replacement of a card (Additional Rules).
    """
    seat, monster = g.find(card)
    waiting = delayed.watchers(g, "destroy", me, seat) if monster.card == card else []
    cards = g.take_out(card)
    g.grave += cards
    _log_action(g, "destroys", me, seat, cards)
    delayed.open_moments(g, waiting)


def _steal(g: Muncher, me: int, card: str) -> None:
    """Take a rival's card from the table into one's hand; it may be played at once if something else allows it."""
    seat, _ = g.find(card)
    waiting = delayed.watchers(g, "steal", me, -1)
    cards = g.take_out(card)
    g.into_hand(me, cards)
    _log_action(g, "steals", me, seat, cards)
    delayed.open_moments(g, waiting, cards=cards, holder=me)


def _log_action(g: Muncher, key: str, me: int, seat: int, cards: list[str]) -> None:
    """Log the action on a card, and on the Snacks that follow it."""
    if seat == me:
        g.log_event(f"{key}-own", p=seat_id(me), cards=cards)
    else:
        g.log_event(key, p=seat_id(me), q=seat_id(seat), cards=cards)


def _swap(g: Muncher, me: int, mine: str, theirs: str) -> None:
    """Swap two Monsters, with their tokens and Snacks; no ability is used again.

    Ruling: a delayed effect belongs to the player who controls its card when its moment comes.
    """
    (_, here), (rival, there) = g.find(mine), g.find(theirs)
    waiting = delayed.watchers(g, "swap", me, rival)
    a, b = g.rows[me].index(here), g.rows[rival].index(there)
    g.rows[me][a], g.rows[rival][b] = there, here
    g.log_event("swaps", p=seat_id(me), a=mine, q=seat_id(rival), b=theirs)
    g.push_steps(("too_many_snacks", me), ("too_many_snacks", rival))
    delayed.open_moments(g, waiting)
    delayed.count_snacks(g)


def _swap_snacks(g: Muncher, me: int, mine: str, theirs: str) -> None:
    """Swap two Snacks; the tokens that they gave stay where they are."""
    (_, here), (rival, there) = g.find(mine), g.find(theirs)
    a, b = here.snacks.index(mine), there.snacks.index(theirs)
    here.snacks[a], there.snacks[b] = theirs, mine
    g.log_event("swaps", p=seat_id(me), a=mine, q=seat_id(rival), b=theirs)
    delayed.count_snacks(g)
