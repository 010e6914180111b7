"""Taking an answer back: is it free, and the table to go on from.  For any game, by its contract alone.

An answer is free if it used no chance, told no seat anything in private, and showed no viewer anything beyond what
the taker laid open by it.  `resample` deals the worlds that a viewer cannot tell from the true one; if in all of them
in which the answer is legal it leads to what that viewer has in fact seen, the viewer has learned nothing.  These
worlds are a sample, so a rare difference can be missed; what was drawn or told in private never is.
"""

from typing import Any, NamedTuple

from engine import machine
from engine import rng as chance
from engine.game import Game
from engine.machine import IllegalChoice, Table

WORLDS = 16  # in which an answer must look the same to a viewer; few, and a rare difference is missed
TRIES = 64  # to find them: where the taker does not hold that card, the answer is not legal
DEALS = 24  # tries to find a deal that nobody can tell from the true one


class Objection(NamedTuple):
    """Why an answer cannot be taken back freely.

    `key` is "over" (it ended the game), "chance" (a die was rolled, a pile was shuffled), "shown" (`seat`, or the
    channel if that is None, has learned something) or "unsure" (no world was found to compare with).
    """

    key: str
    seat: int | None = None


def free(game: Game[Any], before: Any, seat: int, option: str, after: Any) -> bool:
    """Has nobody learned anything?  `option` of `seat` has led from the table `before` to the table `after`."""
    return objection(game, before, seat, option, after) is None


def objection(game: Game[Any], before: Any, seat: int, option: str, after: Any) -> Objection | None:
    """What stands against taking it back freely; None if nothing does."""
    if not after.asks:
        return Objection("over")
    if before.rng != after.rng:
        return Objection("chance")
    for event in after.log[len(before.log) :]:
        if event.to is not None:
            return Objection("shown", event.to)
    for viewer in (None, *range(before.players)):
        against = _reveals(game, before, seat, option, after, viewer)
        if against is not None:
            return Objection(against, viewer)
    return None


def _reveals(game: Game[Any], before: Any, seat: int, option: str, after: Any, viewer: int | None) -> str | None:
    seen, told, found = game.view(after, viewer), game.events(after, viewer), 0
    for number in range(TRIES):
        world = game.resample(before, viewer, f"undo-{number}")
        rng = world.rng
        try:
            game.answer(world, seat, option)
        except IllegalChoice:
            continue
        if world.rng != rng or game.view(world, viewer) != seen or game.events(world, viewer) != told:
            return "shown"
        found += 1
        if found == WORLDS:
            break
    return None if found else "unsure"


def restore(game: Game[Any], before: Any, number: int, salt: str = "") -> Any:
    """A new table, to go on from where an answer is taken back that had been given at the table `before`.

    Its open question is numbered anew, so that no control of the time that is undone answers it.  With a `salt` all
    chance that is to come is another, made of the seed, so that the seal covers it; and so is what lies face down, if a
    deal is found that nobody at the table can tell from the true one.
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
