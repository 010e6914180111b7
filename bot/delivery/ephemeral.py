"""Ephemeral messages, which players see until they dismiss them: the panels behind *My hand*, and notes below them."""

import contextlib
from dataclasses import dataclass

import discord

from bot.delivery.panels import Panels
from bot.delivery.response import EphemeralMessage
from bot.discord_errors import SEND_ERRORS, is_transient
from bot.screens.message import Message
from bot.screens.panel import closed_panel, expired_panel, replaced_panel
from bot.tables.session import TableSession

OUTDATED = "outdated"  # the mark of a note that a newer panel has replaced


@dataclass
class ShownEphemeral:
    """An ephemeral message: when it was sent, the state it was drawn for, and when to retry an edit that failed."""

    ephemeral: EphemeralMessage
    at: float
    mark: str
    retry_at: float = 0.0


class EphemeralMessages:
    """The ephemeral messages that may still be edited, by session and seat. Only memory knows them."""

    def __init__(self, panels: Panels) -> None:
        self.panels, self.messenger, self.sessions = panels, panels.messenger, panels.sessions
        self.screens, self.timing = panels.screens, panels.timing
        self.clock, self.elapsed = panels.clock, panels.elapsed
        self.open_panels: dict[tuple[str, int], ShownEphemeral] = {}
        # The last note about a seat's choice, shown below everything else.
        self.open_notes: dict[tuple[str, int], ShownEphemeral] = {}
        self._replaced: dict[str, list[ShownEphemeral]] = {}  # by session: panels replaced by a newer one below

    async def reconcile(self, session: TableSession) -> float | None:
        """Update the panels and delete the notes of closed questions. Return when to do so again."""
        if session.status == "lobby":
            return None
        due = list[float | None]()
        for old in self._replaced.pop(session.id, []):
            try:
                await self._edit(old, replaced_panel(self.screens.posted(session)))
            except discord.RateLimited as limit:
                self._replaced.setdefault(session.id, []).append(old)
                due.append(self.clock() + limit.retry_after)
            except SEND_ERRORS:
                pass  # then the old panel keeps its buttons
        await self._clear_notes(session)
        for seat in range(len(session.info.seats)):
            due.append(await self._refresh(session, seat))
        return min((at for at in due if at is not None), default=None)

    def drop_connection(self, client: discord.Client | None) -> None:
        """Drop panels of a closed connection, which can't be edited any more; None drops all."""

        def stays(one: ShownEphemeral) -> bool:
            return client not in (None, one.ephemeral.interaction.client)

        self.open_panels = {at: one for at, one in self.open_panels.items() if stays(one)}
        self._replaced = {at: kept for at, some in self._replaced.items() if (kept := list(filter(stays, some)))}

    def _drop_expired(self, messages: dict[tuple[str, int], ShownEphemeral], now: float) -> None:
        for key in [key for key, shown in messages.items() if now - shown.at >= self.timing.token_life]:
            del messages[key]

    # ---- panels
    def panel_shown(self, session: TableSession, seat: int, mark: str, ephemeral: EphemeralMessage | None) -> None:
        """Record an ephemeral panel just shown, drawn for `mark`, and mark an older one above it for closing."""
        if not self.sessions.attends(session.guild):  # nothing here would update or close it
            return
        now, key = self.elapsed(), (session.id, seat)
        self._drop_expired(self.open_panels, now)
        old, note = self.open_panels.pop(key, None), self.open_notes.get(key)
        if note is not None and ephemeral is not None and note.ephemeral.message == ephemeral.message:
            del self.open_notes[key]  # the panel replaces the note
        elif note is not None and ephemeral is not None and (old is None or old.ephemeral.message != ephemeral.message):
            note.mark = OUTDATED  # so that the new panel is alone
        if ephemeral is not None:
            self.open_panels[key] = ShownEphemeral(ephemeral, now, mark)
            if old is not None and old.ephemeral.message != ephemeral.message:
                self._replaced.setdefault(session.id, []).append(old)
        notice = session.screen.notice
        if notice is not None and seat in notice.seats:
            notice.seats.remove(seat)

    def has_panel(self, session: TableSession, seat: int) -> bool:
        """Return True if the seat's person has an ephemeral panel open in the channel."""
        panel = self.open_panels.get((session.id, seat))
        return panel is not None and panel.ephemeral.person == session.info.seats[seat].person

    async def _refresh(self, session: TableSession, seat: int) -> float | None:
        """Update a seat's ephemeral panel, best effort.

        Return when to retry an edit that failed, otherwise when the panel must say that it is no longer updated.
        """
        key = (session.id, seat)
        panel = self.open_panels.get(key)
        if panel is None:
            return None
        mark = self.panels.content_mark(session, seat)
        left, person = panel.at + self.timing.token_life - self.elapsed(), panel.ephemeral.person
        if 0 < (wait := panel.retry_at - self.elapsed()) < left:
            return self.clock() + wait
        mine = person == session.info.seats[seat].person
        expired, edited = session.playing and mine and left <= 0, True
        if panel.mark != mark or expired or not mine:
            message = closed_panel(self.screens.posted(session))
            if session.playing and mine:
                message, mark = await self.panels.panel(session, seat, person)
            try:
                edited = await self._edit(
                    panel, expired_panel(self.screens.posted(session), message) if expired else message
                )
            except discord.RateLimited as limit:
                return self.clock() + limit.retry_after
            except SEND_ERRORS:
                if left > 0:
                    panel.mark, panel.retry_at = "", self.elapsed() + self.timing.retry
                    return self.clock() + min(self.timing.retry, left)
                edited = False
            panel.mark = mark
        if edited and mine and session.playing and left > 0:
            return self.clock() + left
        if self.open_panels.get(key) is panel:  # it won't be updated any more
            del self.open_panels[key]
        return None

    async def _edit(self, panel: ShownEphemeral, message: Message) -> bool:
        """Return False if Discord rejects the edit. Raises those of SEND_ERRORS after which it can be retried."""
        where = self.messenger.ephemeral_target(panel.ephemeral)
        try:
            async with where.lock:
                await self.messenger.editor.edit(where, message)
        except SEND_ERRORS as fault:
            if is_transient(fault):
                raise
            return False
        return True

    # ---- notes: a hint, or the result of a choice
    async def note_shown(self, session: TableSession, seat: int, ephemeral: EphemeralMessage | None) -> None:
        """Record a note that stays until the seat gets another question; delete the previous one at once."""
        now, key = self.elapsed(), (session.id, seat)
        self._drop_expired(self.open_notes, now)
        before = self.open_notes.pop(key, None)
        if ephemeral is not None:
            self.open_notes[key] = ShownEphemeral(ephemeral, now, self._question_mark(session, seat))
        if before is not None and (ephemeral is None or before.ephemeral.message != ephemeral.message):
            await self._delete_note(before)

    async def reading_shown(self, session: TableSession, seat: int | None, ephemeral: EphemeralMessage | None) -> None:
        """Record a message with rules, the log or a picture, if it was sent below the seat's ephemeral panel.

        It is deleted when the seat gets another question, so that the panel is the last message again.
        """
        if seat is not None and session.playing and self.has_panel(session, seat):
            await self.note_shown(session, seat, ephemeral)

    def keep_note(self, session: TableSession, seat: int | None) -> None:
        """Don't delete the seat's note: it will tell the player that they left the game or ended it."""
        if seat is not None:
            self.open_notes.pop((session.id, seat), None)

    def _question_mark(self, session: TableSession, seat: int) -> str:
        question = session.view(seat).question_of(seat) if session.playing else None
        return f"{session.status} q{question.number}" if question else session.status

    async def _clear_notes(self, session: TableSession) -> None:
        """Delete the notes of closed questions."""
        here = [(at, note) for at, note in self.open_notes.items() if at[0] == session.id]
        for (_, seat), note in here:
            is_over = note.mark != self._question_mark(session, seat)
            if is_over and self.open_notes.pop((session.id, seat), None) is not None:
                await self._delete_note(note)

    async def _delete_note(self, note: ShownEphemeral) -> None:
        with contextlib.suppress(*SEND_ERRORS):  # dismissed or too old
            await note.ephemeral.delete()
