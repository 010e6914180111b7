"""Any moment of a game: the deal or a stored snapshot, plus the answers since then."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import storage_errors
from bot.tables import lobby_options
from bot.tables.score_timeline import apply_entry
from db import AnswerRow, Store, effective_answers, effective_line
from engine.game import Game


@dataclass(frozen=True)
class HistorySnapshot:
    """A session's effective history, and one of its states, from which later ones are replayed."""

    game: Game[Any]
    line: Sequence[AnswerRow]  # the entries that count, with their take-backs
    start: bytes  # the snapshot
    entries_before: int  # number of entries of `line` before `start`

    def state_before(self, entry: AnswerRow) -> Any:
        """Return the table before `entry`, an entry of `line` after `start`."""
        g = self.game.load(self.start)
        for other in self.line[self.entries_before :]:
            if other is entry:
                break
            g = apply_entry(self.game, g, other)
        return g

    def reproduces(self, now: Any) -> bool:
        """Return True if replaying the entries under today's rules leads to the state `now`."""
        g = self.game.load(self.start)
        for entry in self.line[self.entries_before :]:
            g = apply_entry(self.game, g, entry)
        return self.game.dump(g) == self.game.dump(now)


async def load_entries(store: Store, session_id: str) -> list[AnswerRow]:
    """Return a session's history. Raises UserError("not-kept")."""
    with storage_errors():
        return await store.answers(session_id)


async def load_snapshot(
    store: Store,
    game: Game[Any],
    session_id: str,
    entries: Sequence[AnswerRow],
    until: int,
    now: Any,
    table_options: dict[str, Any],
) -> HistorySnapshot:
    """Return the effective entries and the newest snapshot on their line up to revision `until`.

    Without a snapshot, deal from the seed of the table `now` and `table_options`. Raises UserError("not-kept"), and
    EngineError if a state can't be loaded or dealt any more.
    """
    counting = effective_line(entries)
    with storage_errors():
        while (snapshot := await store.snapshot(session_id, until)) is not None:
            revision, state = snapshot
            begun = effective_line(entries, revision)
            if counting[: len(begun)] == begun:
                return HistorySnapshot(game, counting, state, len(begun))
            until = revision - 1
    dealt = game.deal(now.players, now.seed, **lobby_options.rules_options(game, table_options))
    return HistorySnapshot(game, counting, game.dump(dealt), 0)


def newest_entry(entries: Sequence[AnswerRow], seat: int, person: int) -> AnswerRow | None:
    """Return this person's last effective answer for `seat`, or None."""
    mine = (entry for entry in reversed(effective_answers(entries)) if (entry.seat, entry.person) == (seat, person))
    return next(mine, None)


def entries_since(entries: Sequence[AnswerRow], entry: AnswerRow) -> list[AnswerRow]:
    """Return the effective answers after `entry`, which must itself be effective."""
    counting = effective_answers(entries)
    return counting[counting.index(entry) + 1 :]
