"""Undo for any game, using only its contract: whether undoing an answer is free, and the table to continue from.

An answer is free if it used no chance, told no seat anything in private, and showed no viewer more than the answer
itself.  To check this, `resample` deals worlds that look the same to a viewer.  If the answer shows that viewer the
same in every world where it's legal, the viewer has learned nothing.  The worlds are a sample, so a rare difference can
be missed; a draw or a private event never is.
"""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from engine import machine, rng as chance
from engine.game import Game
from engine.machine import IllegalChoice, Table

WORLDS = 16  # in which an answer must look the same to a viewer; with fewer, more rare differences are missed
FEW_WORLDS = 8  # shared by all seats in a quick check
TRIES = 64  # attempts to find them: if the player does not hold that card there, the answer is not legal
DEALS = 24  # attempts to find a deal that no seat can tell from the true one


class Objection(NamedTuple):
    """The reason why an answer cannot be undone freely.

    `key` is "over" (it ended the game), "chance" (a die was rolled, a pile was shuffled), "shown" (`seat`, or the
    channel if that is None, has learned something) or "unsure" (no world was found to compare with).
    """

    key: str
    seat: int | None = None


def free(game: Game[Any], before: Any, seat: int, option: str, after: Any) -> bool:
    """Return whether no viewer learned anything when `option` of `seat` led from the table `before` to `after`."""
    return objection(game, before, seat, option, after) is None


def objection(
    game: Game[Any], before: Any, seat: int, option: str, after: Any, quick: bool = False
) -> Objection | None:
    """Return what prevents undoing the answer freely, or None.

    A `quick` check takes a tenth of the time, to label a button after each answer; check again before undoing anything.
    """
    return next(filter(None, objections(game, before, seat, option, after, quick)), None)


def objections(
    game: Game[Any], before: Any, seat: int, option: str, after: Any, quick: bool = False
) -> Iterator[Objection | None]:
    """Yield everything that prevents it, and None before each world that is dealt, so that the caller can pause."""
    private = next((event for event in after.log[len(before.log) :] if event.to is not None), None)
    if not after.asks:
        yield Objection("over")
    elif before.rng != after.rng:
        yield Objection("chance")
    elif private is not None:
        yield Objection("shown", private.to)
    else:
        viewers, worlds = (None, *range(before.players)), WORLDS
        if quick:  # each seat also sees all that the channel sees
            viewers, worlds = viewers[1:], -(-FEW_WORLDS // before.players)
        for viewer in viewers:
            against = yield from _reveals(game, before, seat, option, after, viewer, worlds)
            if against is not None:
                yield Objection(against, viewer)


def _reveals(
    game: Game[Any], before: Any, seat: int, option: str, after: Any, viewer: int | None, enough: int
) -> Generator[None, None, str | None]:
    seen, events, worlds = game.view(after, viewer), game.events(after, viewer), 0
    for number in range(TRIES):
        yield
        world = game.resample(before, viewer, f"undo-{viewer}-{number}")  # the viewers' worlds differ in all they can
        rng = world.rng
        try:
            game.answer(world, seat, option)
        except IllegalChoice:
            continue
        if world.rng != rng or game.view(world, viewer) != seen or game.events(world, viewer) != events:
            return "shown"
        worlds += 1
        if worlds == enough:
            break
    return None if worlds else "unsure"


def restore(game: Game[Any], before: Any, number: int, salt: str = "") -> Any:
    """Return a new table to continue from after undoing an answer that was given at the table `before`.

    Its open question gets the number `number`, so that controls from the undone part of the game cannot answer it.
    With a `salt`, all future chance changes; it is derived from the seed, so the seal covers it.  The hidden cards
    change too, if a deal is found that no seat can tell from the true one.
    """
    g = machine.clone(before)
    if salt:
        g = _redeal_indistinguishable(game, g, salt)
        chance.reseed(g, salt)
    g.questions = g.stack[-1].number = number
    return g


def _redeal_indistinguishable(game: Game[Any], g: Table, salt: str) -> Any:
    known = [game.resample(g, seat, "known") for seat in range(g.players)]
    for number in range(DEALS):
        world = game.resample(g, None, f"{g.seed} {salt} {number}")
        world.seed, world.log = g.seed, g.log.copy()
        if all(game.resample(world, seat, "known") == known[seat] for seat in range(g.players)):
            return world
    return g
