"""The reasons why an option is not on offer in Ghosts Love Candy."""

from collections.abc import Iterable
from dataclasses import replace

from engine.game import Reason
from engine.ghosts_love_candy import actions
from engine.ghosts_love_candy.abilities import slots_of
from engine.ghosts_love_candy.cards import kids_of
from engine.ghosts_love_candy.places import CandySlot, KidSlot, Slot
from engine.ghosts_love_candy.state import Street, ghosts_of_a_set


def reason(g: Street, seat: int, option: str) -> Reason | None:
    """Return the reason; None if the seat is not asked, or if the option makes no sense."""
    if seat not in g.asks and seat not in g.changes:
        return None
    frame = g.stack[-1]
    if frame.step == "choose_ghosts":
        return _no_such_ghost(g, option)
    if frame.step == "haunt":
        return _no_such_path(g, seat, -1, [KidSlot()], option)
    if frame.step == "beg_candy":
        return _no_such_path(g, seat, -1, [CandySlot()], option)
    if frame.step == "pay_to_take":
        _, _, here, path, source = frame.args
        asked = replace(slots_of(("pay-to-take", source))[2], is_choice=True)
        return _no_such_path(g, seat, here, [asked], option, path)
    _, kid, here, *nth = frame.args
    card = kids_of(g)[kid]
    if option == actions.SKIP:
        return "must-use", {"kid": kid}
    return _no_such_path(g, seat, here, slots_of(card.effects[nth[0] if nth else 0]), option)


def _no_such_ghost(g: Street, option: str) -> Reason | None:
    number = actions.parse_ghost(option)
    if number is None:
        return None
    played = number in ghosts_of_a_set(g.players)
    return "already-played" if played else "back-in-the-box", {"ghost": number}


def _no_such_path(
    g: Street, me: int, here: int, slots: Iterable[Slot], option: str, named: Iterable[str] = ()
) -> Reason | None:
    """Return what forbids the first wrong part after those in `named`; None if it is not even of the right kind."""
    parts, path = actions.parse_ability(option), [*named]
    for slot in slots:
        allowed = [part for part in slot.candidates(g) if slot.cannot_name(g, me, here, path, part) is None]
        if not slot.is_choice or not parts:
            path += allowed[:1]
            continue
        if not slot.accepts(g, parts[0]):
            return None
        fault = slot.cannot_name(g, me, here, path, parts[0])
        if fault:
            return fault
        path.append(parts.pop(0))
    return None
