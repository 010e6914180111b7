"""Abilities: players use all of one or none. Its parts follow in written order; impossible ones are skipped."""

from collections.abc import Callable, Iterator

from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id
from engine.monster_muncher import actions, delayed, moves
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
        return [""] if moves.can_draw(g) else []
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
    """Return the Monsters that this part could target."""
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
    """Return why this part cannot affect this Monster."""
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

    It is the first possible part other than a Buff of one's own Monster, else the last possible one, or None.
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
    EFFECT_RULES[part.verb](g, me, card, part, target or got)


def _fields(me: int, card: str, part: Part | None) -> Fields:
    """Return the fields of the question's sentence; without a part it is about the ability as a whole."""
    fields: Fields = {"p": seat_id(me), "card": card}
    return fields | ({"verb": part.verb, "who": part.who, "n": part.n} if part else {"verb": "use"})


# ---- what the parts do
def _target(g: Muncher, me: int, card: str, part: Part, target: str) -> Monster:
    """Return the Monster that this part affects."""
    if part.chooses or part.who == "got":
        place = g.where(target)
        assert place
        return place[1]
    home = g.at_home(me, card)
    assert home
    return home


def _buff(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    delayed.gain(g, card, _target(g, me, card, part, target), part.n)


def _debuff(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    delayed.gain(g, card, _target(g, me, card, part, target), -part.n)


def _protect(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    """Protect a Monster: by a Snack while it is linked, by a Monster for as long as the protected one stays in play."""
    monster = _target(g, me, card, part, target)
    if part.who == "host":
        g.status[card] = "shields"
    else:
        monster.guarded = True
    g.log_event("is-protected", card=card, m=monster.card)


def _swap(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    theirs, mine = actions.parse_target(target)
    if not mine:
        home = g.at_home(me, card)
        assert home
        mine = home.card
    moves.swap(g, me, mine, theirs)


def _swap_snacks(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    theirs, mine = actions.parse_target(target)
    moves.swap_snacks(g, me, mine, theirs)


def _to(verb: Callable[[Muncher, int, str], None]) -> Callable[[Muncher, int, str, Part, str], None]:
    return lambda g, me, card, part, target: verb(g, me, target)


def _draw(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    g.push_steps(("draw_cards", me, part.n, card))


def _extra(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    g.push_steps(("extra", me, part.who, card))


def _arm(g: Muncher, me: int, card: str, part: Part, target: str) -> None:
    # Ruling: an open announcement of a card that left play ends when the same card is played and armed again.
    g.moments.pop(card, None)
    g.status[card] = "armed"
    delayed.count_snacks(g)


EFFECT_RULES: dict[str, Callable[[Muncher, int, str, Part, str], None]] = {
    "buff": _buff,
    "buff-if": _buff,
    "debuff": _debuff,
    "swap": _swap,
    "swap-same": _swap,
    "swap-snacks": _swap_snacks,
    "bounce": _to(moves.bounce),
    "bounce-snack": _to(moves.bounce),
    "destroy": _to(moves.destroy),
    "destroy-snack": _to(moves.destroy),
    "steal": _to(moves.steal),
    "steal-snack": _to(moves.steal),
    "protect": _protect,
    "draw": _draw,
    "extra": _extra,
    "three": _arm,
    **dict.fromkeys(delayed.EVENTS, _arm),
}
