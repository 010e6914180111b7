"""Panels: one live direct message per seat and session, and the ephemeral ones behind *My hand*."""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Callable
from functools import partial

import discord

from bot.delivery.ephemeral import Whisper, Whispered
from bot.delivery.messenger import Post
from bot.delivery.openings import PAUSE
from bot.delivery.pictures import Then
from bot.delivery.retry import FILTERS, UNSENT, OpeningsPaused, filtered_by, passing
from bot.errors import Refusal
from bot.people import People
from bot.screens.message import BEHIND, Message
from bot.screens.table import Screens
from bot.settings import Timing
from bot.tables.screen_state import Panel
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.times import end_of
from db import StoreError

log = logging.getLogger("hob.panels")
CLOSED = {
    50007,
    50278,
    50001,
    10013,
    50033,
    *FILTERS,
}  # direct messages that cannot be sent: no use in trying again
OTHERS = 1.0  # seconds between two looks for a message that need not wait for others' openings
LOST = {10003, 50001}  # their channel is not there for us: perhaps Hob was another bot when it was opened


class Panels:
    def __init__(
        self,
        post: Post,
        sessions: Sessions,
        people: People,
        screens: Screens,
        timing: Timing,
        hobs: Callable[[], int],
    ) -> None:
        self.post, self.sessions, self.people, self.hobs = post, sessions, people, hobs
        self.screens, self.timing, self.clock, self.elapsed = screens, timing, post.clock, post.elapsed
        self.whispers: dict[tuple[str, int], Whispered] = {}
        self.asides: dict[tuple[str, int], Whispered] = {}  # what was said last about a seat's choice, below all else
        self._replaced: dict[str, list[Whispered]] = {}  # by sessions: ephemeral panels below which a newer one stands
        self._drawn: dict[tuple[str, int], str] = {}  # the mark of each seat's newest panel, shown or not
        self._waiting: dict[tuple[str, int], bool] = {}  # seats whose new message waits its turn; True: it is a ring
        self._unopened: set[tuple[str, int]] = set()  # those of them whose channels are to be opened first
        self._not_before: dict[tuple[str, int], float] = {}  # seats whose last one could not be sent, or not be edited
        self._postman: asyncio.Task[None] | None = None
        self._next = 0.0
        self._sending = False
        self._open = False

    def mark(self, live: Live, seat: int) -> str:
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
        told = live.told_alone(seat)
        closed = live.screen.closed.get(seat) == sitter.person
        mark += f" ordered {sitter.order}" * (sitter.order is not None)
        mark += f" of {choices:08x} told {told}{' away' * sitter.away}{' closed' * closed}"
        return mark if question else f"{mark}\n{live.after} {view.waiting} {view.chosen}"

    async def by_message(self, live: Live, seat: int) -> bool:
        """Whether this seat's cards go by direct message, as far as we know."""
        person = live.info.seats[seat].person
        if person is None or (live.screen.closed.get(seat) == person and self._retry_in(live, seat) != 0):
            return False
        if not self.screens.has_hand(live) and not await self.people.coached(person, live):
            return False  # only the coach has something to say there that is not for everybody
        return (await self.people.wishes(person)).cards_at(live.info.cards) == "message"

    def _retry_in(self, live: Live, seat: int) -> float | None:
        """Return in how many seconds a message to a closed seat is tried again by itself; None if it is not."""
        at, now = live.screen.dm_retry_at.get(seat), self.clock()
        return None if at is None else max(0.0, end_of(at - PAUSE, PAUSE, now) - now)

    def expected(self, session: str, seat: int) -> bool:
        return (session, seat) in self._waiting

    @property
    def waiting(self) -> int:
        """New messages that wait for their turn."""
        return len(self._waiting)

    def busy_with(self, live: Live) -> bool:
        return any(self.expected(live.id, seat) for seat in range(len(live.info.seats)))

    # ---- reconciliation
    async def reconcile(self, live: Live) -> float | None:
        """Returns when a message that could not be sent shall be tried again."""
        for seat, panel in list(live.screen.panels.items()):
            if panel.person != live.info.seats[seat].person:
                await self._take_back(live, seat, panel)
        if live.status == "lobby":
            return None
        if not live.playing:
            self._drawn = {key: marks for key, marks in self._drawn.items() if key[0] != live.id}
            self._not_before = {key: at for key, at in self._not_before.items() if key[0] != live.id}
        await self._close_replaced(live)
        await self._clear_asides(live)
        by_channel, due = [], []
        for number, sitter in enumerate(live.info.seats):
            overtaken = self._overtaken(live, number)
            due.append(await self._refresh_whisper(live, number))
            if sitter.person is None:
                continue
            by_message = await self.by_message(live, number)
            if not by_message:
                by_channel.append(number)
            posted = live.screen.panels.get(number)
            if posted is not None:
                due.append(await self._follow(live, number, posted, overtaken))
            elif live.playing and by_message:
                self.queue(live, number, ring=False)
        live.screen.by_channel = by_channel
        waits = [self._waits(live.id, seat) for session, seat in self._not_before if session == live.id]
        waits += [self._retry_in(live, seat) or 0.0 for seat in live.screen.dm_retry_at if live.playing]
        due += [self.clock() + wait for wait in waits if wait > 0]
        return min((at for at in due if at is not None), default=None)

    def _overtaken(self, live: Live, seat: int) -> bool:
        """Whether the table has moved on while the seat's newest panel was on its way, as the answer to a press."""
        drawn = self._drawn.get((live.id, seat))
        return live.playing and drawn is not None and _at_once(drawn) != _at_once(self.mark(live, seat))

    async def _follow(self, live: Live, seat: int, posted: Panel, overtaken: bool) -> float | None:
        """A seat's choices are redrawn at once; whom it waits for not more often than every so many seconds."""
        if self._waits(live.id, seat) > 0:
            return None
        mark, now = self.mark(live, seat), self.clock()
        later = end_of(posted.at, self.timing.panel_edit_gap, now)
        if overtaken or self._behind(posted) or _at_once(posted.mark) != _at_once(mark):
            return await self._redraw(live, seat, posted)
        if posted.mark != mark and later <= now:
            return await self._redraw(live, seat, posted)
        return later if posted.mark != mark else None

    def _behind(self, posted: Panel) -> bool:
        """Whether its picture is missing still, and not on its way: Hob died in between, or it was lost."""
        return posted.key.startswith(BEHIND) and not self.post.pictures.comes(posted.id)

    async def _redraw(self, live: Live, seat: int, posted: Panel) -> float | None:
        """Edit a seat's direct message.  Return when to try again if a rate limit has kept it from being edited."""
        mark = self.mark(live, seat)
        message = await self.panel(live, seat, posted.person) if live.playing else self.screens.closing(live)
        try:
            await self.post.edit(posted, message, then=self.noting(live, seat, message))
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
                self._refused(live, seat, fault)
                return None
            if live.playing:
                self.queue(live, seat, ring=False)
        posted.mark = mark
        return None

    def _refused(self, live: Live, seat: int, fault: discord.HTTPException) -> None:
        """What Discord does not take of one person's message holds up nobody else.  Raises a fault that passes."""
        if passing(fault):
            raise fault
        self._failed(live.id, seat, fault)
        if not live.playing:  # its controls answer that the game is over
            live.screen.panels.pop(seat, None)

    def noting(self, live: Live, seat: int, message: Message) -> Then:
        """To be called when the picture of a seat's direct message has come after its words."""
        return self.post.noting(message, lambda: live.screen.panels.get(seat), lambda: self.sessions.changed(live.id))

    async def part(self, live: Live, person: int) -> None:
        """Somebody will be forgotten: their direct messages about this table close."""
        for seat, panel in list(live.screen.panels.items()):
            if panel.person == person:
                with contextlib.suppress(*UNSENT):
                    await self._take_back(live, seat, panel)

    async def _take_back(self, live: Live, seat: int, panel: Panel) -> None:
        """The seat is another's now: what the one before saw stays theirs, its buttons go."""
        try:
            await self.post.edit(panel, self.screens.closing(live))
        except discord.HTTPException as fault:  # gone, or not to be changed: its controls say whose the seat is
            if passing(fault):
                raise
        if live.screen.panels.get(seat) is panel:
            del live.screen.panels[seat]

    async def panel(self, live: Live, seat: int, person: int) -> Message:
        wishes = await self.people.wishes(person)
        self._drawn[live.id, seat] = self.mark(live, seat)
        question = live.view(seat).question_of(seat) if live.playing and not live.info.seats[seat].away else None
        kinds = self.screens.notes_on(live, question) if question else []
        coached = await self.people.told_about(person, live, kinds)
        return self.screens.panel(live, seat, wishes.pictures and live.info.pictures, coached)

    # ---- ephemeral panels
    def whispered(self, live: Live, seat: int, whisper: Whisper | None) -> None:
        """Remember an ephemeral panel that has just been shown; one that stands above it is closed."""
        now, key = self.elapsed(), (live.id, seat)
        self.whispers = {at: old for at, old in self.whispers.items() if now - old.at < self.timing.token_life}
        old, aside = self.whispers.pop(key, None), self.asides.get(key)
        if aside is not None and whisper is not None and aside.whisper.message == whisper.message:
            del self.asides[key]  # the panel stands in its place
        if whisper is not None:
            self.whispers[key] = Whispered(whisper, now, self._drawn.get(key, ""))  # the table may have moved on since
            if old is not None and old.whisper.message != whisper.message:
                self._replaced.setdefault(live.id, []).append(old)
        notice = live.screen.notice
        if notice is not None and seat in notice.seats:
            notice.seats.remove(seat)

    def shown(self, live: Live, seat: int) -> bool:
        """Whether the seat's person has its cards before them in the channel."""
        whisper = self.whispers.get((live.id, seat))
        return whisper is not None and whisper.whisper.person == live.info.seats[seat].person

    def answered(self, live: Live, seat: int, id: int, message: Message) -> None:
        """A press on the message of this id was answered by editing it; if that is the seat's panel, it is fresh."""
        panel = live.screen.panels.get(seat)
        if panel is not None and panel.id == id:
            panel.mark, panel.key = self.mark(live, seat), self.post.key(panel, message)

    async def _close_replaced(self, live: Live) -> None:
        for old in self._replaced.pop(live.id, []):
            await self._edit_whisper(old, self.screens.overtaken(live))

    async def _refresh_whisper(self, live: Live, seat: int) -> float | None:
        """Best effort: *My hand* shows a fresh one.  Returns when it will have to say that it is kept fresh no more."""
        key = (live.id, seat)
        found = self.whispers.get(key)
        if found is None:
            return None
        mark = self.mark(live, seat)
        left, person = found.at + self.timing.token_life - self.elapsed(), found.whisper.person
        mine = person == live.info.seats[seat].person
        aged, shown = live.playing and mine and left <= 0, True
        if found.mark != mark or aged or not mine:
            message = await self.panel(live, seat, person) if live.playing and mine else self.screens.closing(live)
            shown = await self._edit_whisper(found, self.screens.aged(live, message) if aged else message)
            found.mark = mark
        if shown and mine and live.playing and left > 0:
            return self.clock() + left
        if self.whispers.get(key) is found:  # nothing new will stand there
            del self.whispers[key]
        return None

    async def _edit_whisper(self, found: Whispered, message: Message) -> bool:
        try:
            await self.post.edit_whisper(found.whisper, message)
        except UNSENT:
            return False
        return True

    # ---- what is said beside: a hint, or what came of a choice that was made there
    async def beside(self, live: Live, seat: int, whisper: Whisper | None) -> None:
        """It stands there until something else is asked of the seat; the one before it goes at once."""
        now, key = self.elapsed(), (live.id, seat)
        self.asides = {at: old for at, old in self.asides.items() if now - old.at < self.timing.token_life}
        before = self.asides.pop(key, None)
        if whisper is not None:
            self.asides[key] = Whispered(whisper, now, self._asked(live, seat))
        if before is not None and (whisper is None or before.whisper.message != whisper.message):
            await self._delete_aside(before)

    def _asked(self, live: Live, seat: int) -> str:
        question = live.view(seat).question_of(seat) if live.playing else None
        return f"{live.status} q{question.number}" if question else live.status

    async def _clear_asides(self, live: Live) -> None:
        """Their questions are over, and so are their buttons."""
        here = [(at, aside) for at, aside in self.asides.items() if at[0] == live.id]
        for (_, seat), aside in here:
            if aside.mark != self._asked(live, seat) and self.asides.pop((live.id, seat), None) is not None:
                await self._delete_aside(aside)

    async def _delete_aside(self, aside: Whispered) -> None:
        with contextlib.suppress(*UNSENT):  # it was dismissed, or is too old
            await aside.whisper.delete()

    # ---- new messages, at most one a second of all processes together
    def queue(self, live: Live, seat: int, ring: bool) -> None:
        """Queue a new direct message; hands go before rings."""
        if not self._open or self._waits(live.id, seat) > 0:
            return
        self._not_before.pop((live.id, seat), None)
        self._waiting[live.id, seat] = self._waiting.get((live.id, seat), ring) and ring
        if self._postman is None or self._postman.done():
            self._postman = asyncio.create_task(self._deliver(), name="hob postman")

    def try_again(self, live: Live, seat: int) -> None:
        """Direct messages to a seat's person could not be sent, but may be now."""
        live.screen.closed.pop(seat, None)
        live.screen.dm_retry_at.pop(seat, None)
        live.screen.told = [person for person in live.screen.told if person != live.info.seats[seat].person]

    async def _deliver(self) -> None:
        while self._waiting and self._open:
            pause = self._next - self.elapsed()
            if pause > 0:
                await asyncio.sleep(pause)
            openings = self.post.openings
            wait = 0.0 if openings.paused else openings.wait  # while they are paused their seats are told so at once
            key = session, seat = min(self._waiting, key=partial(self._order, wait > 0))
            if wait and key in self._unopened:
                await asyncio.sleep(min(wait, OTHERS))
                continue
            began, self._sending = self.elapsed(), True
            try:
                live = await self.sessions.open(session)
                if wait and await self._must_open(live, seat):
                    self._unopened.add(key)
                    continue
                if await self._send(live, seat, self._waiting[key]):
                    self._next = began + self.timing.dm_gap * self.hobs()
                await self.sessions.save_screen(live)
            except Exception as fault:
                self._failed(session, seat, fault)
                self._next = began + self.timing.dm_gap * self.hobs()
            finally:
                self._sending = False
            self._waiting.pop(key, None)
            self._unopened.discard(key)
            self.sessions.changed(session)

    def _order(self, openings_wait: bool, key: tuple[str, int]) -> tuple[bool, bool]:
        """Hands go before rings, and what need not wait for openings before what must."""
        return openings_wait and key in self._unopened, self._waiting[key]

    async def _must_open(self, live: Live, seat: int) -> bool:
        """Return whether Hob has never written to a seat's person."""
        person = live.info.seats[seat].person
        return person is not None and not await self.people.has_dm_channel(person)

    def _waits(self, session: str, seat: int) -> float:
        """Return for how many seconds nothing is sent to a seat, after something could not be."""
        return self._not_before.get((session, seat), 0.0) - self.elapsed()

    def _failed(self, session: str, seat: int, fault: Exception) -> None:
        expected = passing(fault) or isinstance(fault, Refusal | StoreError)
        log.warning("session %s: no direct message to seat %s yet (%s)", session, seat, fault, exc_info=not expected)
        now = self.elapsed()
        self._not_before = {key: at for key, at in self._not_before.items() if at > now}
        self._not_before[session, seat] = now + self.timing.retry

    async def _send(self, live: Live, seat: int, ring: bool) -> bool:
        """Send a new message, unless it has become needless.  Returns whether Discord was asked to take it."""
        person = live.info.seats[seat].person
        if person is None or not live.playing or not await self.by_message(live, seat):
            return False
        if not self.sessions.attends(live.guild):  # while it waited its turn, the table has become another process's
            return False
        if ring and seat not in live.info.needs:  # answered while it waited its turn
            return False
        mark = self.mark(live, seat)
        message = await self.panel(live, seat, person)
        try:
            channel = await self.people.dm_channel(self.post.open_dm, person)
            old = live.screen.panels.get(seat)
            # Not by what it shows: the game may go on between a try whose end we did not hear and the next.
            once = f"{live.id} panel {seat} of {person} after {old.id if old else 0}"
            sent = await self.post.send(channel, message, once, then=self.noting(live, seat, message))
        except OpeningsPaused:
            await self.people.lose_channel(person)  # if there is one, its first message was refused: it opens later
            live.screen.closed[seat] = person
            live.screen.dm_retry_at[seat] = self.clock() + self.post.openings.paused
            return False
        except discord.HTTPException as fault:
            if fault.code in LOST:
                await self.people.lose_channel(person)
            if fault.code not in CLOSED and fault.status != 403:
                raise
            log.info("session %s: direct messages to seat %s cannot be sent (%s)", live.id, seat, fault.code)
            if seat in live.screen.dm_retry_at:  # the seat was told otherwise
                self.try_again(live, seat)
            live.screen.closed[seat] = person
            return True
        await self.post.delete(old)  # before the new one is noted, so that no crash leaves it behind
        panel = Panel(**sent.model_dump(), person=person, mark=mark if sent.key else "")
        panel.key = self.post.key(panel, message) if sent.key else ""  # its picture may have come by now
        live.screen.panels[seat] = panel
        if seat in live.screen.dm_retry_at:
            self.try_again(live, seat)
        need = live.info.needs.get(seat)
        if need is not None:
            live.screen.rung[seat] = need.since
        return True

    def start(self) -> None:
        self._open = True

    def abandon(self) -> None:
        """Break off the message that is being sent; the others are found again by what has not been shown."""
        if self._postman is not None:
            self._postman.cancel()
        self._waiting.clear()
        self._unopened.clear()
        self._sending = False

    async def stop(self) -> None:
        """Finish the message that is being sent; the others are found again by what has not been shown."""
        self._open = False
        if self._postman is not None:
            if not self._sending:
                self._postman.cancel()
            await asyncio.wait([self._postman], timeout=5)
        self._waiting.clear()
        self._unopened.clear()
        self.lose(None)

    def lose(self, client: discord.Client | None) -> None:
        """What whispers could be edited by goes with their connection; None: with any."""

        def stays(one: Whispered) -> bool:
            return client not in (None, one.whisper.interaction.client)

        self.whispers = {at: one for at, one in self.whispers.items() if stays(one)}
        self._replaced = {at: kept for at, some in self._replaced.items() if (kept := list(filter(stays, some)))}


def _at_once(mark: str) -> str:
    return mark.split("\n")[0]
