"""Panels: one live direct message per seat and session, and the ephemeral ones behind *My hand*."""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Callable
from functools import partial

import discord

from bot.delivery.ephemeral import EphemeralMessage, EphemeralPanel
from bot.delivery.messenger import Messenger
from bot.delivery.openings import PAUSE
from bot.delivery.pictures import PictureCallback
from bot.delivery.retry import FILTERS, SEND_ERRORS, OpeningsPaused, filtered_by, is_transient
from bot.errors import UserError
from bot.people import People
from bot.screens.message import PICTURE_PENDING, Message
from bot.screens.table import Screens
from bot.settings import Timing
from bot.tables.screen_state import PostedPanel
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.times import end_of
from db import StoreError

log = logging.getLogger("hob.panels")
DM_CLOSED_CODES = {
    50007,
    50278,
    50001,
    10013,
    50033,
    *FILTERS,
}  # direct messages that cannot be sent: no use in trying again
OTHERS = 1.0  # seconds between two looks for a message that need not wait for others' openings
CHANNEL_LOST_CODES = {10003, 50001}  # their channel is not there for us: perhaps Hob was another bot when it was opened


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
        self.messenger, self.sessions, self.people, self.process_count = messenger, sessions, people, process_count
        self.screens, self.timing, self.clock, self.elapsed = screens, timing, messenger.clock, messenger.elapsed
        self.ephemeral_panels: dict[tuple[str, int], EphemeralPanel] = {}
        self.ephemeral_notes: dict[
            tuple[str, int], EphemeralPanel
        ] = {}  # what was said last about a seat's choice, below all else
        self._replaced: dict[
            str, list[EphemeralPanel]
        ] = {}  # by sessions: ephemeral panels below which a newer one stands
        self._drawn_marks: dict[tuple[str, int], str] = {}  # the mark of each seat's newest panel, shown or not
        self._queue: dict[tuple[str, int], bool] = {}  # seats whose new message waits its turn; True: it is a ring
        self._unopened: set[tuple[str, int]] = set()  # those of them whose channels are to be opened first
        self._retry_at: dict[tuple[str, int], float] = {}  # seats whose last one could not be sent, or not be edited
        self._sender_task: asyncio.Task[None] | None = None
        self._next = 0.0
        self._sending = False
        self._accepting = False

    def content_mark(self, live: TableSession, seat: int) -> str:
        """What a panel is drawn for.

        Its first line is what the seat may choose, what it chose and what it was told: a panel follows that at once.
        Who is not asked reads in a panel whom the table waits for; that is the second line.
        """
        if not live.playing:
            return live.status
        view, sitter = live.view(seat), live.info.seats[seat]
        question, offers = view.question_of(seat), view.offers.get(seat, [])
        mark = f"q{question.number} {question.given}" if question else "quiet"
        choices = zlib.crc32(repr((question and question.options, offers)).encode())
        told = live.private_event_count(seat)
        closed = live.screen.closed.get(seat) == sitter.person
        mark += f" ordered {sitter.order}" * (sitter.order is not None)
        mark += f" of {choices:08x} told {told}{' away' * sitter.away}{' closed' * closed}"
        return mark if question else f"{mark}\n{live.event_count} {view.waiting} {view.chosen}"

    async def uses_direct_messages(self, live: TableSession, seat: int) -> bool:
        """Whether this seat's cards go by direct message, as far as we know."""
        person = live.info.seats[seat].person
        if person is None or (live.screen.closed.get(seat) == person and self._retry_in(live, seat) != 0):
            return False
        if not self.screens.has_hand(live) and not await self.people.is_coached(person, live):
            return False  # only the coach has something to say there that is not for everybody
        return (await self.people.settings(person)).cards_at(live.info.cards) == "message"

    def _retry_in(self, live: TableSession, seat: int) -> float | None:
        """Return in how many seconds a message to a closed seat is tried again by itself; None if it is not."""
        at, now = live.screen.dm_retry_at.get(seat), self.clock()
        return None if at is None else max(0.0, end_of(at - PAUSE, PAUSE, now) - now)

    def is_queued(self, session: str, seat: int) -> bool:
        return (session, seat) in self._queue

    @property
    def queue_length(self) -> int:
        """New messages that wait for their turn."""
        return len(self._queue)

    def is_busy_with(self, live: TableSession) -> bool:
        return any(self.is_queued(live.id, seat) for seat in range(len(live.info.seats)))

    # ---- reconciliation
    async def reconcile(self, live: TableSession) -> float | None:
        """Returns when a message that could not be sent shall be tried again."""
        for seat, panel in list(live.screen.panels.items()):
            if panel.person != live.info.seats[seat].person:
                await self._close_panel(live, seat, panel)
        if live.status == "lobby":
            return None
        if not live.playing:
            self._drawn_marks = {key: marks for key, marks in self._drawn_marks.items() if key[0] != live.id}
            self._retry_at = {key: at for key, at in self._retry_at.items() if key[0] != live.id}
        await self._close_replaced(live)
        await self._clear_notes(live)
        by_channel, due = [], []
        for number, sitter in enumerate(live.info.seats):
            overtaken = self._is_outdated(live, number)
            due.append(await self._refresh_ephemeral(live, number))
            if sitter.person is None:
                continue
            by_message = await self.uses_direct_messages(live, number)
            if not by_message:
                by_channel.append(number)
            posted = live.screen.panels.get(number)
            if posted is not None:
                due.append(await self._refresh(live, number, posted, overtaken))
            elif live.playing and by_message:
                self.enqueue(live, number, ring=False)
        live.screen.by_channel = by_channel
        waits = [self._waits(live.id, seat) for session, seat in self._retry_at if session == live.id]
        waits += [self._retry_in(live, seat) or 0.0 for seat in live.screen.dm_retry_at if live.playing]
        due += [self.clock() + wait for wait in waits if wait > 0]
        return min((at for at in due if at is not None), default=None)

    def _is_outdated(self, live: TableSession, seat: int) -> bool:
        """Whether the table has moved on while the seat's newest panel was on its way, as the answer to a press."""
        drawn = self._drawn_marks.get((live.id, seat))
        return live.playing and drawn is not None and _urgent_part(drawn) != _urgent_part(self.content_mark(live, seat))

    async def _refresh(self, live: TableSession, seat: int, posted: PostedPanel, overtaken: bool) -> float | None:
        """A seat's choices are redrawn at once; whom it waits for not more often than every so many seconds."""
        if self._waits(live.id, seat) > 0:
            return None
        mark, now = self.content_mark(live, seat), self.clock()
        later = end_of(posted.at, self.timing.panel_edit_gap, now)
        if overtaken or self._picture_lost(posted) or _urgent_part(posted.mark) != _urgent_part(mark):
            return await self._redraw(live, seat, posted)
        if posted.mark != mark and later <= now:
            return await self._redraw(live, seat, posted)
        return later if posted.mark != mark else None

    def _picture_lost(self, posted: PostedPanel) -> bool:
        """Whether its picture is missing still, and not on its way: Hob died in between, or it was lost."""
        return posted.key.startswith(PICTURE_PENDING) and not self.messenger.pictures.is_pending(posted.id)

    async def _redraw(self, live: TableSession, seat: int, posted: PostedPanel) -> float | None:
        """Edit a seat's direct message.  Return when to try again if a rate limit has kept it from being edited."""
        mark = self.content_mark(live, seat)
        message = await self.panel(live, seat, posted.person) if live.playing else self.screens.closing(live)
        try:
            await self.messenger.edit(posted, message, then=self.picture_callback(live, seat, message))
        except discord.RateLimited as limit:
            posted.mark = ""
            return self.clock() + limit.retry_after
        except discord.HTTPException as fault:
            if isinstance(fault, discord.Forbidden) or filtered_by(fault):
                live.screen.closed[seat] = posted.person
                live.screen.panels.pop(seat, None)
                return None
            gone = isinstance(fault, discord.NotFound)  # perhaps by us, for a newer one that we did not live to note
            if not gone:
                self._handle_rejection(live, seat, fault)
                return None
            if live.playing:
                self.enqueue(live, seat, ring=False)
        posted.mark = mark
        return None

    def _handle_rejection(self, live: TableSession, seat: int, fault: discord.HTTPException) -> None:
        """What Discord does not take of one person's message holds up nobody else.  Raises a fault that passes."""
        if is_transient(fault):
            raise fault
        self._schedule_retry(live.id, seat, fault)
        if not live.playing:  # its controls answer that the game is over
            live.screen.panels.pop(seat, None)

    def picture_callback(self, live: TableSession, seat: int, message: Message) -> PictureCallback:
        """To be called when the picture of a seat's direct message has come after its words."""
        return self.messenger.picture_callback(
            message, lambda: live.screen.panels.get(seat), lambda: self.sessions.changed(live.id)
        )

    async def close_person(self, live: TableSession, person: int) -> None:
        """Somebody will be forgotten: their direct messages about this table close."""
        for seat, panel in list(live.screen.panels.items()):
            if panel.person == person:
                with contextlib.suppress(*SEND_ERRORS):
                    await self._close_panel(live, seat, panel)

    async def _close_panel(self, live: TableSession, seat: int, panel: PostedPanel) -> None:
        """The seat is another's now: what the one before saw stays theirs, its buttons go."""
        try:
            await self.messenger.edit(panel, self.screens.closing(live))
        except discord.HTTPException as fault:  # gone, or not to be changed: its controls say whose the seat is
            if is_transient(fault):
                raise
        if live.screen.panels.get(seat) is panel:
            del live.screen.panels[seat]

    async def panel(self, live: TableSession, seat: int, person: int) -> Message:
        wishes = await self.people.settings(person)
        self._drawn_marks[live.id, seat] = self.content_mark(live, seat)
        question = live.view(seat).question_of(seat) if live.playing and not live.info.seats[seat].away else None
        kinds = self.screens.notes_on(live, question) if question else []
        answered, _ = live.info.last.get(seat, (0, ""))
        coached = await self.people.next_note(person, live, kinds, answered)
        return self.screens.panel(live, seat, wishes.pictures and live.info.pictures, coached)

    # ---- ephemeral panels
    def ephemeral_shown(self, live: TableSession, seat: int, ephemeral: EphemeralMessage | None) -> None:
        """Remember an ephemeral panel that has just been shown; one that stands above it is closed."""
        now, key = self.elapsed(), (live.id, seat)
        self.ephemeral_panels = {
            at: old for at, old in self.ephemeral_panels.items() if now - old.at < self.timing.token_life
        }
        old, aside = self.ephemeral_panels.pop(key, None), self.ephemeral_notes.get(key)
        if aside is not None and ephemeral is not None and aside.ephemeral.message == ephemeral.message:
            del self.ephemeral_notes[key]  # the panel stands in its place
        if ephemeral is not None:
            self.ephemeral_panels[key] = EphemeralPanel(
                ephemeral, now, self._drawn_marks.get(key, "")
            )  # the table may have moved on since
            if old is not None and old.ephemeral.message != ephemeral.message:
                self._replaced.setdefault(live.id, []).append(old)
        notice = live.screen.notice
        if notice is not None and seat in notice.seats:
            notice.seats.remove(seat)

    def has_ephemeral_panel(self, live: TableSession, seat: int) -> bool:
        """Whether the seat's person has its cards before them in the channel."""
        whisper = self.ephemeral_panels.get((live.id, seat))
        return whisper is not None and whisper.ephemeral.person == live.info.seats[seat].person

    def mark_fresh(self, live: TableSession, seat: int, id: int, message: Message) -> None:
        """A press on the message of this id was answered by editing it; if that is the seat's panel, it is fresh."""
        panel = live.screen.panels.get(seat)
        if panel is not None and panel.id == id:
            panel.mark, panel.key = self.content_mark(live, seat), self.messenger.key(panel, message)

    async def _close_replaced(self, live: TableSession) -> None:
        for old in self._replaced.pop(live.id, []):
            await self._edit_ephemeral(old, self.screens.overtaken(live))

    async def _refresh_ephemeral(self, live: TableSession, seat: int) -> float | None:
        """Best effort: *My hand* shows a fresh one.  Returns when it will have to say that it is kept fresh no more."""
        key = (live.id, seat)
        found = self.ephemeral_panels.get(key)
        if found is None:
            return None
        mark = self.content_mark(live, seat)
        left, person = found.at + self.timing.token_life - self.elapsed(), found.ephemeral.person
        mine = person == live.info.seats[seat].person
        aged, shown = live.playing and mine and left <= 0, True
        if found.mark != mark or aged or not mine:
            message = await self.panel(live, seat, person) if live.playing and mine else self.screens.closing(live)
            shown = await self._edit_ephemeral(found, self.screens.aged(live, message) if aged else message)
            found.mark = mark
        if shown and mine and live.playing and left > 0:
            return self.clock() + left
        if self.ephemeral_panels.get(key) is found:  # nothing new will stand there
            del self.ephemeral_panels[key]
        return None

    async def _edit_ephemeral(self, panel: EphemeralPanel, message: Message) -> bool:
        try:
            await self.messenger.edit_ephemeral(panel.ephemeral, message)
        except SEND_ERRORS:
            return False
        return True

    # ---- what is said beside: a hint, or what came of a choice that was made there
    async def note_shown(self, live: TableSession, seat: int, ephemeral: EphemeralMessage | None) -> None:
        """It stands there until something else is asked of the seat; the one before it goes at once."""
        now, key = self.elapsed(), (live.id, seat)
        self.ephemeral_notes = {
            at: old for at, old in self.ephemeral_notes.items() if now - old.at < self.timing.token_life
        }
        before = self.ephemeral_notes.pop(key, None)
        if ephemeral is not None:
            self.ephemeral_notes[key] = EphemeralPanel(ephemeral, now, self._question_mark(live, seat))
        if before is not None and (ephemeral is None or before.ephemeral.message != ephemeral.message):
            await self._delete_note(before)

    def _question_mark(self, live: TableSession, seat: int) -> str:
        question = live.view(seat).question_of(seat) if live.playing else None
        return f"{live.status} q{question.number}" if question else live.status

    async def _clear_notes(self, live: TableSession) -> None:
        """Their questions are over, and so are their buttons."""
        here = [(at, aside) for at, aside in self.ephemeral_notes.items() if at[0] == live.id]
        for (_, seat), aside in here:
            if (
                aside.mark != self._question_mark(live, seat)
                and self.ephemeral_notes.pop((live.id, seat), None) is not None
            ):
                await self._delete_note(aside)

    async def _delete_note(self, aside: EphemeralPanel) -> None:
        with contextlib.suppress(*SEND_ERRORS):  # it was dismissed, or is too old
            await aside.ephemeral.delete()

    # ---- new messages, at most one a second of all processes together
    def enqueue(self, live: TableSession, seat: int, ring: bool) -> None:
        """Queue a new direct message; hands go before rings."""
        if not self._accepting or self._waits(live.id, seat) > 0:
            return
        self._retry_at.pop((live.id, seat), None)
        self._queue[live.id, seat] = self._queue.get((live.id, seat), ring) and ring
        if self._sender_task is None or self._sender_task.done():
            self._sender_task = asyncio.create_task(self._deliver(), name="hob postman")

    def try_again(self, live: TableSession, seat: int) -> None:
        """Direct messages to a seat's person could not be sent, but may be now."""
        live.screen.closed.pop(seat, None)
        live.screen.dm_retry_at.pop(seat, None)
        live.screen.told = [person for person in live.screen.told if person != live.info.seats[seat].person]

    async def _deliver(self) -> None:
        while self._queue and self._accepting:
            pause = self._next - self.elapsed()
            if pause > 0:
                await asyncio.sleep(pause)
            openings = self.messenger.openings
            wait = 0.0 if openings.paused else openings.wait  # while they are paused their seats are told so at once
            key = session, seat = min(self._queue, key=partial(self._order, wait > 0))
            if wait and key in self._unopened:
                await asyncio.sleep(min(wait, OTHERS))
                continue
            began, self._sending = self.elapsed(), True
            try:
                live = await self.sessions.open(session)
                if wait and await self._must_open(live, seat):
                    self._unopened.add(key)
                    continue
                if await self._send(live, seat, self._queue[key]):
                    self._next = began + self.timing.dm_gap * self.process_count()
                await self.sessions.save_screen(live)
            except Exception as fault:
                self._schedule_retry(session, seat, fault)
                self._next = began + self.timing.dm_gap * self.process_count()
            finally:
                self._sending = False
            self._queue.pop(key, None)
            self._unopened.discard(key)
            self.sessions.changed(session)

    def _order(self, openings_wait: bool, key: tuple[str, int]) -> tuple[bool, bool]:
        """Hands go before rings, and what need not wait for openings before what must."""
        return openings_wait and key in self._unopened, self._queue[key]

    async def _must_open(self, live: TableSession, seat: int) -> bool:
        """Return whether Hob has never written to a seat's person."""
        person = live.info.seats[seat].person
        return person is not None and not await self.people.has_dm_channel(person)

    def _waits(self, session: str, seat: int) -> float:
        """Return for how many seconds nothing is sent to a seat, after something could not be."""
        return self._retry_at.get((session, seat), 0.0) - self.elapsed()

    def _schedule_retry(self, session: str, seat: int, fault: Exception) -> None:
        expected = is_transient(fault) or isinstance(fault, UserError | StoreError)
        log.warning("session %s: no direct message to seat %s yet (%s)", session, seat, fault, exc_info=not expected)
        now = self.elapsed()
        self._retry_at = {key: at for key, at in self._retry_at.items() if at > now}
        self._retry_at[session, seat] = now + self.timing.retry

    async def _send(self, live: TableSession, seat: int, ring: bool) -> bool:
        """Send a new message, unless it has become needless.  Returns whether Discord was asked to take it."""
        person = live.info.seats[seat].person
        if person is None or not live.playing or not await self.uses_direct_messages(live, seat):
            return False
        if not self.sessions.attends(live.guild):  # while it waited its turn, the table has become another process's
            return False
        if ring and seat not in live.info.needs:  # answered while it waited its turn
            return False
        mark = self.content_mark(live, seat)
        message = await self.panel(live, seat, person)
        try:
            channel = await self.people.dm_channel(self.messenger.open_dm, person)
            old = live.screen.panels.get(seat)
            # Not by what it shows: the game may go on between a try whose end we did not hear and the next.
            once = f"{live.id} panel {seat} of {person} after {old.id if old else 0}"
            sent = await self.messenger.send(channel, message, once, then=self.picture_callback(live, seat, message))
        except OpeningsPaused:
            await self.people.forget_channel(person)  # if there is one, its first message was refused: it opens later
            live.screen.closed[seat] = person
            live.screen.dm_retry_at[seat] = self.clock() + self.messenger.openings.paused
            return False
        except discord.HTTPException as fault:
            if fault.code in CHANNEL_LOST_CODES:
                await self.people.forget_channel(person)
            if fault.code not in DM_CLOSED_CODES and fault.status != 403:
                raise
            log.info("session %s: direct messages to seat %s cannot be sent (%s)", live.id, seat, fault.code)
            if seat in live.screen.dm_retry_at:  # the seat was told otherwise
                self.try_again(live, seat)
            live.screen.closed[seat] = person
            return True
        await self.messenger.delete(old)  # before the new one is noted, so that no crash leaves it behind
        panel = PostedPanel(**sent.model_dump(), person=person, mark=mark if sent.key else "")
        panel.key = self.messenger.key(panel, message) if sent.key else ""  # its picture may have come by now
        live.screen.panels[seat] = panel
        if seat in live.screen.dm_retry_at:
            self.try_again(live, seat)
        need = live.info.needs.get(seat)
        if need is not None:
            live.screen.rung[seat] = need.since
        return True

    def start(self) -> None:
        self._accepting = True

    def cancel_sending(self) -> None:
        """Break off the message that is being sent; the others are found again by what has not been shown."""
        if self._sender_task is not None:
            self._sender_task.cancel()
        self._queue.clear()
        self._unopened.clear()
        self._sending = False

    async def stop(self) -> None:
        """Finish the message that is being sent; the others are found again by what has not been shown."""
        self._accepting = False
        if self._sender_task is not None:
            if not self._sending:
                self._sender_task.cancel()
            await asyncio.wait([self._sender_task], timeout=5)
        self._queue.clear()
        self._unopened.clear()
        self.drop_connection(None)

    def drop_connection(self, client: discord.Client | None) -> None:
        """What whispers could be edited by goes with their connection; None: with any."""

        def stays(one: EphemeralPanel) -> bool:
            return client not in (None, one.ephemeral.interaction.client)

        self.ephemeral_panels = {at: one for at, one in self.ephemeral_panels.items() if stays(one)}
        self._replaced = {at: kept for at, some in self._replaced.items() if (kept := list(filter(stays, some)))}


def _urgent_part(mark: str) -> str:
    return mark.split("\n")[0]
