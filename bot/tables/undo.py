"""Undoing an answer: freely while it has revealed nothing, otherwise with all players' consent."""

import contextlib
import logging
from dataclasses import dataclass
from typing import Any

from bot.errors import UserError
from bot.tables import history, votes
from bot.tables.history import RESEED, TAKE_BACK, apply_entry
from bot.tables.model import TableInfo
from bot.tables.service import Sessions, undo_objection
from bot.tables.session import TableSession
from bot.tables.time_limit import time_limit
from db import AnswerRow, effective_answers
from engine.machine import Table, clone

log = logging.getLogger("hob.sessions")
# Keys of notes in the log.
TOOK_BACK = "hob-took-back"
PLAYED_ON = "hob-played-on"


@dataclass(frozen=True)
class UndoPoint:
    """A person's last answer, the table before it, and the objection to undoing it freely.

    `objection` is a key of `engine.undo.Objection`, "answered" if another answer followed, "asked" if the table has
    agreed, or "" if it is free; `objecting_seat` is the seat that it's about.
    """

    entry: AnswerRow
    before: Table
    moves: int  # number of answers that count before it
    objection: str
    objecting_seat: int | None


class UndoNotFree(UserError):
    """The answer can't be undone freely; the fields say why."""

    def __init__(self, key: str, point: UndoPoint) -> None:
        who = None if point.objecting_seat is None else f"s{point.objecting_seat}"
        super().__init__(key, against=point.objection, who=who)


class UndoNeedsRequest(UndoNotFree):
    """The person must ask the others for the undo or, against computers, decide that the game doesn't count."""


class RulesChanged(UserError):
    """The rules have changed since the answer, or fail, so it can't be undone."""


class UndoService:
    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    async def undo(self, session: TableSession, person: int, asking: bool = False) -> bool:
        """Undo the person's last answer or, with `asking`, propose that to the table. Return True if it is undone.

        Without `asking`, raises UndoNeedsRequest if the others must agree or, if no one else plays, the game would then
        no longer count for the person's statistics. Raises UserError.
        """
        async with session.lock:
            point = await self._undo_point(session, person)
            if not point.objection:
                await self._commit_undo(session, point, session.info.copy_for_edit(), person, reseed=False)
                return True
            if session.info.settings.taking_back != "consent":
                raise UndoNotFree("back-not-free", point)
            what, now = self._public_description(session, point), self.sessions.clock()
            # Raises if the table refused it a short time ago.
            info = votes.propose_undo(session.info, person, point.entry.revision, what, now)
            if not asking and not votes.only_computers_agree(info, person):
                raise UndoNeedsRequest("back-ask", point)
            if not asking and info.policy.remembered and info.seat_of(person) not in info.mended:
                raise UndoNeedsRequest("back-uncounted", point)
            if votes.all_agree(info):
                await self._commit_undo(session, point, info, person, reseed=True)
                return True
            await self.sessions.change(session, info)
            return False

    async def vote(self, session: TableSession, person: int, agree: bool, question: str) -> bool:
        """Vote on the open proposal. Return True if an undo was agreed on and done. Raises UserError."""
        async with session.lock:
            session.require_game()
            info = votes.cast_vote(session.info, person, session.event_count, self.sessions.clock(), agree, question)
            if votes.all_agree(info):
                return await self._undo_or_withdraw(session, info)
            if info.vote is None:
                info.note(session.event_count, PLAYED_ON, p=f"s{info.require_seat(person)}")
            await self.sessions.change(session, info)
            return False

    async def settle_vote(self, session: TableSession) -> None:
        """Carry out an undo on which all agree, now that the last dissenter has left.

        If no one but its proposer has agreed, withdraw it: the game would no longer count for them, which `undo` asks.
        """
        if session.playing and votes.all_agree(session.info):
            async with session.lock:
                vote = session.info.undo_vote
                if vote is None or not session.playing or not votes.all_agree(session.info):
                    return
                if vote.agreed == [vote.by]:
                    await self.sessions.change(session, votes.withdraw(session.info))
                    return
                with contextlib.suppress(RulesChanged):
                    await self._undo_or_withdraw(session, session.info.copy_for_edit())

    # ---- implementation; the caller holds the lock
    async def _undo_or_withdraw(self, session: TableSession, info: TableInfo) -> bool:
        """Commit the undo on which all agree, or withdraw its vote.

        Return False if its answer no longer counts. Raises RulesChanged.
        """
        assert info.vote is not None
        by, revision = info.vote.by, info.vote.back
        entries = await history.load_entries(self.sessions.store, session.id)
        answers = effective_answers(entries)
        entry = next((entry for entry in answers if entry.revision == revision), None)
        if entry is None:
            await self.sessions.change(session, votes.withdraw(info))
            return False
        try:
            before = await self._before(session, entries, entry)
            point = UndoPoint(entry, before, answers.index(entry), "asked", None)
            await self._commit_undo(session, point, info, by, reseed=True)
        except RulesChanged:
            await self.sessions.change(session, votes.withdraw(session.info))
            raise
        return True

    async def _undo_point(self, session: TableSession, person: int) -> UndoPoint:
        session.require_game()
        seat = session.info.require_seat(person)
        if session.info.settings.taking_back == "never":
            raise UserError("back-never")
        if session.info.seats[seat].away:
            raise UserError("away")
        if session.info.undo_vote is not None:
            raise UserError("vote-open")
        entries = await history.load_entries(self.sessions.store, session.id)
        answers = effective_answers(entries)
        mine = [answer for answer in answers if (answer.seat, answer.person) == (seat, person)]
        if not mine:
            raise UserError("back-nothing")
        entry, number = mine[-1], answers.index(mine[-1])
        before = await self._before(session, entries, entry)
        if answers[-1] is not entry:
            return UndoPoint(entry, before, number, "answered", answers[-1].seat)
        assert session.g is not None
        against = await undo_objection(session, before, entry.seat, entry.option, session.g)
        return UndoPoint(entry, before, number, against.key if against else "", against.seat if against else None)

    async def _before(self, session: TableSession, entries: list[AnswerRow], entry: AnswerRow) -> Any:
        """Return the table before an effective answer. Raises RulesChanged."""
        try:
            past = await history.load_snapshot(self.sessions.store, session, entries, entry.revision)
            if past.reproduces(session.g):
                return past.state_before(entry)
        except UserError:  # the database is down
            raise
        except Exception as fault:  # changed rules may fail in any way
            raise RulesChanged("back-changed") from fault
        raise RulesChanged("back-changed")

    def _public_description(self, session: TableSession, point: UndoPoint) -> list[Any]:
        """Return the key and fields of the first public event of the answer; empty if the answer was secret."""
        after = apply_entry(session.game, clone(point.before), point.entry)
        public = next((event for event in after.log[len(point.before.log) :] if event.to is None), None)
        return [] if public is None else [public.key, public.fields]

    async def _commit_undo(
        self, session: TableSession, point: UndoPoint, info: TableInfo, person: int, reseed: bool
    ) -> None:
        """Commit the undo entry with the restored table; its open questions get a number that was never used.

        Raises RulesChanged if the game fails to deal the hidden cards again.
        """
        assert session.g is not None
        number, now = session.g.questions + 1, self.sessions.clock()
        entry = AnswerRow(
            session_id=session.id,
            revision=session.revision,
            question=number,
            seat=point.entry.seat,
            step=TAKE_BACK,
            option=RESEED if reseed else "",
            person=person,
            at=now,
            back_to=point.entry.revision,
        )
        try:
            with time_limit():
                g = apply_entry(session.game, point.before, entry)
        except Exception as fault:
            log.error("session %s: can't undo, its game fails to deal again", session.id, exc_info=fault)
            raise RulesChanged("back-changed") from fault
        description = self._public_description(session, point)
        if (vote := info.undo_vote) is not None:
            if vote.agreed == [vote.by]:
                info.mended = sorted({*info.mended, point.entry.seat})
            info.vote = None
        info.last = {seat: last for seat, last in info.last.items() if last[0] < point.entry.question}
        info.keep_hints(point.entry.question, number)
        info.slip, info.moves = None, point.moves
        info.seats[point.entry.seat].order = None  # it would give the same answer again
        info.acted = {seat: min(number, len(g.log)) for seat, number in info.acted.items()}
        for told_by in info.by_order.values():
            told_by.after = min(told_by.after, len(g.log))
        for note in info.notes:
            note.after = min(note.after, len(g.log))
        info.note(len(g.log), TOOK_BACK, p=f"s{point.entry.seat}", told=description)
        info.moved_at = now
        info.update_prompts(sorted(g.asks), g.question, now)
        await self.sessions.change(session, info, g, "playing", entry)
