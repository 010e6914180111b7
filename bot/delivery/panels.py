"""Panels: what each seat sees of its own, and one live direct message per seat and session that shows it."""

import contextlib
import logging
import zlib
from collections.abc import Callable

import discord

from bot.delivery.direct_messages import DirectMessageQueue
from bot.delivery.messenger import PAUSE, Messenger, picture_callback
from bot.discord_errors import (
    CHANNEL_LOST_CODES,
    DM_CLOSED_CODES,
    SEND_ERRORS,
    OpeningsPaused,
    filtered_by,
    is_transient,
)
from bot.people.service import People
from bot.screens.message import PICTURE_PENDING, Message, has_control
from bot.screens.panel import closed_panel, notes_on, panel_message, undo_buttons
from bot.screens.table_screen import Screens
from bot.tables.screen_state import PostedPanel
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import Timing, end_of

log = logging.getLogger("hob.panels")


class Panels:
    def __init__(
        self,
        messenger: Messenger,
        sessions: Sessions,
        people: People,
        screens: Screens,
        timing: Timing,
        process_count: Callable[[], int],
    ) -> None:
        self.messenger, self.sessions, self.people = messenger, sessions, people
        self.screens, self.timing, self.clock, self.elapsed = screens, timing, messenger.clock, messenger.elapsed
        self.queue = DirectMessageQueue(self._send, messenger.openings, sessions, people, timing, process_count)

    def content_mark(self, session: TableSession, seat: int) -> str:
        """Return the state that a panel is drawn for.

        Its first line holds the seat's choices, its answer and its private events: the panel follows changes there at
        once. Without a question a second line holds the awaited seats.
        """
        if not session.playing:
            return session.status
        assert session.g is not None
        view, sitter = session.view(seat), session.info.seats[seat]
        question, offers = view.question_of(seat), view.offers.get(seat, [])
        mark = f"q{question.number} {question.given}" if question else "quiet"
        choices = zlib.crc32(repr((question and question.options, offers)).encode())
        private_events = session.private_event_count(seat)
        closed = session.screen.closed.get(seat) == sitter.person
        mark += f" ordered {sitter.order}" * (sitter.order is not None)
        mark += "".join(f" {button.id}" for button in undo_buttons(self.screens.posted(session, seat)))
        mark += f" of {choices:08x} told {private_events}{' away' * sitter.away}{' closed' * closed}"
        if question:
            return mark
        # The question's number is new after an undo; the number of events may be the same again.
        return f"{mark}\n{session.event_count} {session.g.question} {view.waiting} {view.chosen}"

    async def uses_direct_messages(self, session: TableSession, seat: int) -> bool:
        """Return True if this seat's cards go by direct message, as far as known. A lesson's message shows them."""
        person = session.info.seats[seat].person
        if person is None or session.info.script:
            return False
        if session.screen.closed.get(seat) == person and self._retry_in(session, seat) != 0:
            return False
        if not self.screens.ui(session).seats_have_hands and not await self.people.is_coached(person, session):
            return False  # only the coach has anything private to say there
        return (await self.people.settings(person)).cards_at(session.info.cards) == "message"

    def _retry_in(self, session: TableSession, seat: int) -> float | None:
        """Return the seconds until a message to a closed seat is retried automatically; None if it isn't."""
        at, now = session.screen.dm_retry_at.get(seat), self.clock()
        return None if at is None else max(0.0, end_of(at - PAUSE, PAUSE, now) - now)

    # ---- reconciliation
    async def reconcile(self, session: TableSession) -> float | None:
        """Update the panels. Return when to retry a message that couldn't be sent."""
        if not session.playing:
            self.queue.forget_retries(session.id)
        for seat, panel in list(session.screen.panels.items()):
            if panel.person != session.info.seats[seat].person and self.queue.waits(session.id, seat) <= 0:
                await self._close_panel(session, seat, panel)
        if session.status == "lobby":
            return None
        by_channel, due = list[int](), list[float | None]()
        for number, sitter in enumerate(session.info.seats):
            if sitter.person is None:
                continue
            by_message = await self.uses_direct_messages(session, number)
            if not by_message:
                by_channel.append(number)
            if number in session.screen.unconfirmed:
                await self._adopt_unconfirmed(session, number, sitter.person)
            posted = session.screen.panels.get(number)
            if posted is not None:
                due.append(await self._refresh(session, number, posted))
            elif session.playing and by_message:
                self.queue.add(session, number, notify=False)
        session.screen.by_channel = by_channel
        waits = [self.queue.waits(session.id, seat) for seat in range(len(session.info.seats))]
        waits += [self._retry_in(session, seat) or 0.0 for seat in session.screen.dm_retry_at if session.playing]
        due += [self.clock() + wait for wait in waits if wait > 0]
        return min((at for at in due if at is not None), default=None)

    async def _adopt_unconfirmed(self, session: TableSession, seat: int, person: int) -> None:
        """Adopt a direct message that arrived although a crash or lost connection kept Hob from recording it."""
        screen, newest = session.screen, None
        if self.queue.has(session.id, seat) or self.queue.waits(session.id, seat) > 0:
            return
        if await self.people.has_dm_channel(person):
            channel = await self.people.dm_channel(self.messenger.open_dm, person)
            known = [*screen.obsolete, *([screen.table] if screen.table is not None else [])]
            try:
                newest = await self.messenger.find_own(channel, has_control(f"h:{session.id}:"), known)
            except SEND_ERRORS as fault:  # if it isn't transient, the channel is lost, as the next message finds out
                if is_transient(fault):
                    self.queue.schedule_retry(session.id, seat, fault)
                    return
        since, prompt, old = screen.unconfirmed.pop(seat, None), session.info.prompts.get(seat), screen.panels.get(seat)
        if newest is None or (old is not None and newest.id <= old.id):
            return
        screen.obsolete += [old] if old is not None else []
        screen.panels[seat] = PostedPanel(**newest.model_dump(), person=person)
        if prompt is not None and prompt.since == since:
            screen.notified[seat] = prompt.since

    async def _refresh(self, session: TableSession, seat: int, posted: PostedPanel) -> float | None:
        """Redraw changed choices at once, and changes of who must act at most every `panel_edit_gap` seconds.

        Return when to call it again, None if not before a change.
        """
        if self.queue.waits(session.id, seat) > 0:
            return None
        mark, now = self.content_mark(session, seat), self.clock()
        later = end_of(posted.at, self.timing.panel_edit_gap, now)
        # Its picture is missing and none is on its way, as after a crash.
        is_lost = posted.key.startswith(PICTURE_PENDING) and not self.messenger.editor.is_pending(posted.id)
        is_urgent = is_lost or posted.mark.split("\n")[0] != mark.split("\n")[0]
        if is_urgent or (posted.mark != mark and later <= now):
            return await self._redraw(session, seat, posted)
        return later if posted.mark != mark else None

    async def _redraw(self, session: TableSession, seat: int, posted: PostedPanel) -> float | None:
        """Edit a seat's direct message. Return when to retry after a rate limit."""
        message, mark = closed_panel(self.screens.posted(session)), self.content_mark(session, seat)
        if session.playing:
            message, mark = await self.panel(session, seat, posted.person)
        try:
            await self.messenger.edit(posted, message, then=picture_callback(self.sessions, session, message, seat))
        except discord.RateLimited as limit:
            posted.mark = ""
            return self.clock() + limit.retry_after
        except discord.HTTPException as fault:
            if isinstance(fault, discord.Forbidden) or filtered_by(fault):
                session.screen.closed[seat] = posted.person
                session.screen.panels.pop(seat, None)
                session.screen.obsolete.append(posted)  # it shows an old state
                return None
            if not isinstance(fault, discord.NotFound):  # else maybe deleted by Hob for a newer one before a crash
                self._handle_rejection(session, seat, fault)
                return None
            if session.playing and await self.uses_direct_messages(session, seat):
                self.queue.add(session, seat, notify=False)
                mark = ""  # that message may fail
        posted.mark = mark
        return None

    def _handle_rejection(self, session: TableSession, seat: int, fault: discord.HTTPException) -> None:
        """Retry a rejected message later, so that it doesn't block other players.

        Raises the fault if it is a 429, with which Cloudflare blocks Hob's address.
        """
        if fault.status == 429:
            raise fault
        self.queue.schedule_retry(session.id, seat, fault)
        if not session.playing and not is_transient(fault):  # its controls answer that the game is over
            session.screen.panels.pop(seat, None)

    async def close_person(self, session: TableSession, person: int) -> None:
        """Close a person's direct messages about this table before their data is erased."""
        for seat, panel in list(session.screen.panels.items()):
            if panel.person == person:
                with contextlib.suppress(*SEND_ERRORS):
                    await self._close_panel(session, seat, panel)

    async def _close_panel(self, session: TableSession, seat: int, panel: PostedPanel) -> None:
        """Close the previous person's panel of a seat: its content stays, its buttons go."""
        try:
            await self.messenger.edit(panel, closed_panel(self.screens.posted(session)))
        except discord.HTTPException as fault:  # its controls tell that the seat has changed hands
            someone_waits = session.info.seats[seat].person is not None  # whose cards follow once this record is gone
            if fault.status == 429 or (is_transient(fault) and not someone_waits):
                self._handle_rejection(session, seat, fault)
                return
        if session.screen.panels.get(seat) is panel:
            del session.screen.panels[seat]

    async def panel(self, session: TableSession, seat: int, person: int) -> tuple[Message, str]:
        """Return the seat's panel and its mark: the table may change before the panel is shown."""
        settings = await self.people.settings(person)
        mark = self.content_mark(session, seat)
        plays = session.playing and not session.info.seats[seat].away
        question = session.view(seat).question_of(seat) if plays else None
        kinds = notes_on(self.screens.posted(session, question.seat), question) if question else []
        answered, _ = session.info.last.get(seat, (0, ""))
        note_kind = await self.people.next_note(person, session, kinds, answered)
        if session.info.seats[seat].person != person:  # the seat has changed hands since the caller looked
            return closed_panel(self.screens.posted(session)), mark
        pictures = settings.pictures and session.info.settings.pictures
        return panel_message(self.screens.posted(session, seat), pictures, note_kind), mark

    def mark_fresh(self, session: TableSession, seat: int, id: int, message: Message, mark: str) -> None:
        """Record that a press has edited the message `id`, if it is the seat's panel. It was drawn for `mark`."""
        panel = session.screen.panels.get(seat)
        if panel is not None and panel.id == id:
            panel.mark, panel.key = mark, self.messenger.key(panel, message)

    # ---- new messages
    def try_again(self, session: TableSession, seat: int) -> None:
        """Allow direct messages to a seat's person again after they failed."""
        session.screen.closed.pop(seat, None)
        session.screen.dm_retry_at.pop(seat, None)
        session.screen.told = [person for person in session.screen.told if person != session.info.seats[seat].person]

    async def _send(self, session: TableSession, seat: int, notify: bool) -> bool:
        """Send a new message unless it has become unnecessary. Return True if a request was sent."""
        person = session.info.seats[seat].person
        if person is None or not session.playing or not await self.uses_direct_messages(session, seat):
            return False
        if not self.sessions.attends(session.guild):  # the table moved to another process in the meantime
            return False
        if notify and seat not in session.info.prompts:  # answered in the meantime
            return False
        message, mark = await self.panel(session, seat, person)
        prompt = session.info.prompts.get(seat)
        session.screen.unconfirmed[seat] = prompt.since if prompt is not None else 0
        await self.sessions.save_screen(session)
        try:
            channel = await self.people.dm_channel(self.messenger.open_dm, person)
            old = session.screen.panels.get(seat)
            # The key doesn't depend on the content, which may change between an unconfirmed try and the next.
            idempotency_key = f"{session.id} panel {seat} of {person} after {old.id if old else 0}"
            sent = await self.messenger.send(
                channel, message, idempotency_key, then=picture_callback(self.sessions, session, message, seat)
            )
        except OpeningsPaused:
            session.screen.unconfirmed.pop(seat, None)
            await self.people.forget_channel(person)  # its first message was refused; it is opened again
            session.screen.closed[seat] = person
            session.screen.dm_retry_at[seat] = self.clock() + self.messenger.openings.paused
            return False
        except discord.HTTPException as fault:
            await self._handle_refusal(session, seat, person, fault)
            return True
        if old is not None:
            session.screen.obsolete.append(old)
        panel = PostedPanel(**sent.model_dump(), person=person, mark=mark if sent.key else "")
        panel.key = self.messenger.key(panel, message) if sent.key else ""  # its picture may have arrived
        session.screen.panels[seat] = panel
        session.screen.unconfirmed.pop(seat, None)
        if seat in session.screen.dm_retry_at:
            self.try_again(session, seat)
        prompt = session.info.prompts.get(seat)
        if prompt is not None:
            session.screen.notified[seat] = prompt.since
        return True

    async def _handle_refusal(
        self, session: TableSession, seat: int, person: int, fault: discord.HTTPException
    ) -> None:
        """Record that a person doesn't accept direct messages. Raises the fault if it says something else."""
        if fault.code in CHANNEL_LOST_CODES:
            await self.people.forget_channel(person)
        if is_transient(fault):
            raise fault
        session.screen.unconfirmed.pop(seat, None)
        if fault.code not in DM_CLOSED_CODES and fault.status != 403:
            raise fault
        log.info("session %s: seat %s doesn't accept DMs (%s)", session.id, seat, fault.code)
        if seat in session.screen.dm_retry_at:  # the seat was told that it is retried
            self.try_again(session, seat)
        session.screen.closed[seat] = person
