"""Any moment of a game: its state when it was dealt or kept last, and the answers that led on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables import lobby_options
from bot.tables.score_timeline import went_on
from bot.tables.service import kept
from db import AnswerRow, Store, line, live
from engine.game import Game


@dataclass(frozen=True)
class Past:
    """A session's history, and one state of the table, on the line that counts, from which later ones are dealt."""

    game: Game[Any]
    line: Sequence[AnswerRow]  # what counts, with its take-backs
    start: bytes  # the state
    begun: int  # how many entries of the line had led to it

    def before(self, entry: AnswerRow) -> Any:
        """The table before an entry of the line that came after `start`."""
        g = self.game.load(self.start)
        for other in self.line[self.begun :]:
            if other is entry:
                break
            g = went_on(self.game, g, other)
        return g

    def leads_to(self, now: Any) -> bool:
        """Whether today's rules still make of these answers what was made of them then."""
        g = self.game.load(self.start)
        for entry in self.line[self.begun :]:
            g = went_on(self.game, g, entry)
        return self.game.dump(g) == self.game.dump(now)


async def entries_of(store: Store, session: str) -> list[AnswerRow]:
    """Raises Refusal("not-kept")."""
    with kept():
        return await store.answers(session)


async def past(
    store: Store,
    game: Game[Any],
    session: str,
    entries: Sequence[AnswerRow],
    until: int,
    now: Any,
    among: dict[str, Any],
) -> Past:
    """The line of entries that count, and a state on it to go on from: the last one kept up to the revision `until`.

    Without any it is the deal, by the seed of the table `now` and the options `among`.
    Raises Refusal("not-kept"), and EngineError if a state cannot be read or dealt any more.
    """
    counting = line(entries)
    with kept():
        while (snapshot := await store.snapshot(session, until)) is not None:
            revision, state = snapshot
            begun = line(entries, revision)
            if counting[: len(begun)] == begun:
                return Past(game, counting, state, len(begun))
            until = revision - 1
    dealt = game.deal(now.players, now.seed, **lobby_options.dealt(game, among))
    return Past(game, counting, game.dump(dealt), 0)


def newest_of(entries: Sequence[AnswerRow], seat: int, person: int) -> AnswerRow | None:
    """Somebody's own last answer, of those that count now."""
    mine = (entry for entry in reversed(live(entries)) if (entry.seat, entry.person) == (seat, person))
    return next(mine, None)


def since(entries: Sequence[AnswerRow], entry: AnswerRow) -> list[AnswerRow]:
    """What counts of all that followed an answer which counts."""
    counting = live(entries)
    return counting[counting.index(entry) + 1 :]
