"""The reasons why an option is not on offer in Monster Muncher."""

from typing import Any

from engine.game import Reason
from engine.monster_muncher import actions
from engine.monster_muncher.abilities import cannot_swap, cannot_target, choices, first_choice
from engine.monster_muncher.cards import DECKS, Part
from engine.monster_muncher.rules import cannot_draw, cannot_play, cannot_play_at, in_play
from engine.monster_muncher.state import Muncher


def reason(g: Muncher, seat: int, option: str) -> Reason | None:
    """Return the reason; None if the seat is not asked, or if the option makes no sense."""
    ask = g.asks.get(seat)
    if actions.verb(option) == actions.ANNOUNCE:
        return "nothing-to-announce", {"card": actions.parse_announce(option)}
    if ask is None:
        return None
    if ask.say in ("turn", "extra-play"):
        return _no_such_play(g, seat, option, str(ask.fields.get("kind", "any")))
    if ask.say in ("ability", "ability-next"):
        return _no_such_target(g, seat, option)
    return None


def _no_such_play(g: Muncher, me: int, option: str, kind: str) -> Reason | None:
    verb = actions.verb(option)
    if verb == actions.DRAW and g.asks[me].say == "turn":
        return cannot_draw(g, me)
    if verb == actions.DISCARD:
        card = actions.parse_discard(option)
        return ("not-in-hand", {"card": card}) if card and card not in g.hands[me] else None
    card, place = actions.parse_play(option)
    if verb != actions.PLAY or not card:
        return None
    return cannot_play(g, me, card, kind) or cannot_play_at(*in_play(g, me), g.is_snack(card), place)


def _no_such_target(g: Muncher, me: int, option: str) -> Reason | None:
    """Return why the named cards are no target of the part that is being decided on."""
    theirs, mine = actions.parse_target(option)
    names = [name for name in (mine, theirs) if name]
    if not names or any(name not in DECKS[g.deck] for name in names):
        return None
    found = [g.where(name) for name in names]
    if None in found:
        return "not-in-play", {"card": names[found.index(None)]}
    step, args = g.stack[-1].step, g.stack[-1].args
    card = str(args[1])
    part = _open_part(g, me, card) if step == "ability" else _next_part(g, me, card, *args[2:])
    monsters = [place[1] for place in found if place]
    fault = None
    if part.verb in ("swap", "swap-same"):
        given = monsters[0] if len(monsters) > 1 else g.at_home(me, card) if part.who == "self" else None
        fault = cannot_swap(g, part, given, monsters[-1]) if given else cannot_target(g, part, monsters[-1])
    elif not part.verb.startswith("swap") and not part.verb.endswith("-snack"):
        fault = cannot_target(g, part, monsters[-1])
    return fault or ("wrong-side", {"card": theirs})


def _open_part(g: Muncher, me: int, card: str) -> Part:
    first = first_choice(g, me, card)
    assert first
    return first[0]


def _next_part(g: Muncher, me: int, card: str, index: int, got: str = "", *_: Any) -> Part:
    parts = g.card(card).parts[index:]
    return next(part for part in parts if choices(g, me, card, part, got))
