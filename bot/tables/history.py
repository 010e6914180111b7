"""Any moment of a game: its state when it was dealt or kept last, and the answers that led on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables import lobby_options
from bot.tables.score_timeline import apply_entry
from bot.tables.service import storage_errors
from db import AnswerRow, Store, effective_answers, effective_line
from engine.game import Game


@dataclass(frozen=True)
class HistorySnapshot:
    """A session's history, and one state of the table, on the line that counts, from which later ones are dealt."""

    game: Game[Any]
    line: Sequence[AnswerRow]  # what counts, with its take-backs
    start: bytes  # the state
    entries_before: int  # how many entries of the line had led to it

    def state_before(self, entry: AnswerRow) -> Any:
        """The table before an entry of the line that came after `start`."""
        g = self.game.load(self.start)
        for other in self.line[self.entries_before :]:
            if other is entry:
                break
            g = apply_entry(self.game, g, other)
        return g

    def reproduces(self, now: Any) -> bool:
        """Whether today's rules still make of these answers what was made of them then."""
        g = self.game.load(self.start)
        for entry in self.line[self.entries_before :]:
            g = apply_entry(self.game, g, entry)
        return self.game.dump(g) == self.game.dump(now)


async def load_entries(store: Store, session: str) -> list[AnswerRow]:
    """Raises Refusal("not-kept")."""
    with storage_errors():
        return await store.answers(session)


async def load_snapshot(
    store: Store,
    game: Game[Any],
    session: str,
    entries: Sequence[AnswerRow],
    until: int,
    now: Any,
    table_options: dict[str, Any],
) -> HistorySnapshot:
    """The line of entries that count, and a state on it to go on from: the last one kept up to the revision `until`.

    Without any it is the deal, by the seed of the table `now` and the options `table_options`.
    Raises Refusal("not-kept"), and EngineError if a state cannot be read or dealt any more.
    """
    counting = effective_line(entries)
    with storage_errors():
        while (snapshot := await store.snapshot(session, until)) is not None:
            revision, state = snapshot
            begun = effective_line(entries, revision)
            if counting[: len(begun)] == begun:
                return HistorySnapshot(game, counting, state, len(begun))
            until = revision - 1
    dealt = game.deal(now.players, now.seed, **lobby_options.rules_options(game, table_options))
    return HistorySnapshot(game, counting, game.dump(dealt), 0)


def newest_entry(entries: Sequence[AnswerRow], seat: int, person: int) -> AnswerRow | None:
    """Somebody's own last answer, of those that count now."""
    mine = (entry for entry in reversed(effective_answers(entries)) if (entry.seat, entry.person) == (seat, person))
    return next(mine, None)


def entries_since(entries: Sequence[AnswerRow], entry: AnswerRow) -> list[AnswerRow]:
    """What counts of all that followed an answer which counts."""
    counting = effective_answers(entries)
    return counting[counting.index(entry) + 1 :]
