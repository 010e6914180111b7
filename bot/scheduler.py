"""Attends to sessions: shows what has changed, lets computers move, closes lobbies, rings late.

A session that has something coming keeps the time in its row, so a new start finds just those and reads no others.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Container

from bot.computers.player import ComputerPlayer
from bot.computers.standing_orders import StandingOrders
from bot.delivery.reconciliation import Delivery
from bot.errors import Refusal
from bot.interactions.gate import Presses
from bot.tables import idle_games, lobby, votes
from bot.tables.screen_state import Screen
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.tables.time_limit import Unfit
from bot.tables.undo import TakingBack
from bot.task_runner import Attendance
from bot.times import DAY, HOUR
from db import StoreError, Trouble

log = logging.getLogger("hob.keeper")
LOOK = 500  # sessions read at once
MORE = 0.1  # seconds until the next are read
REDRAWN = 10  # sessions marked to be drawn anew, taken at once
IDLE = DAY  # without a touch, after which a table's end is thought of
IDLE_LOOK = 600.0  # seconds between two searches for such tables
CLOCK_SET = 1.0  # seconds by which wall time and elapsed time must differ from one look to the next
FROZEN = 600.0  # seconds between two looks at a session that is frozen or cannot be read


class Job:
    """What a feature does when its time comes, besides the tables; `runner` attends to its things by their ids."""

    def __init__(self, runner: Attendance) -> None:
        self.runner = runner

    async def look(self, until: float) -> None:
        """Wake what is due by then.  Raises StoreError."""

    async def deleted(self, channel: int, messages: Container[int]) -> None:
        """Somebody deleted these messages of a channel."""


class Keeper:
    """`warm` gets ready to paint a game's pictures, called by its slug; `attends`: is a server this process's?

    `mine` are the shards that it works for, and of how many; `elsewhere` tells another process of a table of its own.
    """

    def __init__(
        self,
        sessions: Sessions,
        delivery: Delivery,
        computers: ComputerPlayer,
        warm: Callable[[str], None],
        attends: Callable[[int | None], bool],
        mine: Callable[[], tuple[Collection[int], int]],
        elsewhere: Callable[[Live], None],
        presses: Presses,
    ) -> None:
        self.sessions, self.delivery, self.timing = sessions, delivery, delivery.timing
        self.computers, self.warm = computers, warm
        self.jobs: list[Job] = []  # of the features
        self.attends, self.mine, self.elsewhere = attends, mine, elsewhere
        self._moved: dict[str, int] = {}  # tables that another process has changed, with who pressed there
        self._shown: dict[str, Screen] = {}  # of those that could not be read anew yet
        self.taking_back, self.orders = TakingBack(sessions), StandingOrders(sessions, self.timing)
        self.attendance = Attendance("session", self._attend, sessions.clock, self.timing.retry, presses)
        self._round: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._look_again = False
        self._taken_over = True  # tables, which the next look finds
        self._offset = sessions.clock() - sessions.elapsed()  # of wall time from elapsed time, at the last look
        self._behind_until = 0.0  # wall time of which rows may tell from before the clock was set back
        self._redrawing: asyncio.Task[None] | None = None
        self._frozen_seen = False
        self._idle_look = 0.0  # elapsed time
        self._trouble = Trouble()  # of looking around

    # ---- when to attend
    def start(self) -> None:
        """There is a connection to Discord."""
        self.attendance.start()
        for job in self.jobs:
            job.runner.start()
        self.look_around()

    def forget(self) -> None:
        """What was to come at tables may be untrue: another process may have worked for them.  The store knows it."""
        self.attendance.forget()
        self._taken_over = True

    def abandon(self) -> None:
        """Break off what is under way, and look anew for what is to be done."""
        self.attendance.abandon()
        for job in self.jobs:
            job.runner.abandon()
        self.forget()
        self.look_around()

    def wake(self, session: str) -> None:
        """Something has changed, or its time has come; a press's own answer shows it, and wakes us when it is done."""
        live = self.sessions.held(session)
        if live is not None and live.responding:
            self.attendance.missed(session)
        else:
            self.attendance.wake(session)

    def moved(self, session: str, person: int) -> None:
        """Another process has served a press of this person at a table of ours."""
        self._moved[session] = person
        self.wake(session)

    async def _catch_up(self, session: str) -> None:
        """Go on from what that one has committed, and from what Discord shows, which is known here."""
        old = self.sessions.held(session)
        if old is not None:
            async with old.lock:  # what is just being changed here ends first
                pass
            await self.sessions.refresh(session)
            self._shown[session] = old.screen
        person = self._moved.pop(session)
        try:
            live = await self.sessions.open(session)
        except Refusal as refusal:
            if refusal.key == "not-kept":  # the database is away: this is tried again
                self._moved.setdefault(session, person)
            else:
                self._shown.pop(session, None)
            raise
        live.screen = self._shown.pop(session, live.screen)
        self.delivery.edited_elsewhere(live, person)
        self.delivery.noticed(live, person)

    def look_around(self) -> None:
        """Find what is due before the next look; then again every now and then, for what nobody holds in memory."""
        if self._round is not None:
            self._round.cancel()
        self._look_again = True
        if self.attendance.attending and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look(), name="hob look around")

    async def _look(self) -> None:
        pause, self._look_again = self.timing.look_around, False
        now, was_set = self.sessions.clock(), self._notice_clock()
        taken_over, self._taken_over = self._taken_over, False
        try:
            known = self.attendance.known()
            limit = LOOK + len(known)  # those known may all be due, and shall not hide the others
            due = await self.sessions.store.due(max(now + pause, self._behind_until), limit, *self.mine())
            if len(due) == limit:  # perhaps there are more
                pause = min(pause, MORE)
            if taken_over:  # also what was changed while a clock was ahead: another process's, or this machine's
                due += await self.sessions.store.upkeep.touched(now, LOOK, *self.mine())
            if not self._frozen_seen:  # perhaps this Hob has their fault mended
                due += await self.sessions.store.upkeep.frozen(LOOK, *self.mine())
                self._frozen_seen = True
            if self._idle_look <= self.sessions.elapsed():
                due += await self.sessions.store.upkeep.idle(self.sessions.clock() - IDLE, LOOK, *self.mine())
                self._idle_look = self.sessions.elapsed() + IDLE_LOOK
            for session in due:
                if await self.sessions.refresh(session):  # changed by another program
                    self._moved.setdefault(session, 0)
                    if session in known:
                        self.wake(session)
            until = max(now, self._behind_until) if was_set else now
            for job in self.jobs:
                await job.look(until)
            if self._redrawing is None or self._redrawing.done():
                self._redrawing = asyncio.create_task(self._redraw(), name="hob redraw")
            await self.attendance.catch_up(session for session in due if session not in known)
        except StoreError as fault:
            if self._trouble.new(fault):
                log.warning("no look around: %s", fault)
        else:
            if self._trouble.over():
                log.info("looking around again")
        if self.attendance.attending:
            pause = 0 if self._look_again else pause
            self._round = asyncio.get_running_loop().call_later(pause, self.look_around)

    def _notice_clock(self) -> bool:
        """Return whether the wall clock was set since the last look; then all that is due is found and timed again.

        Once it was set back, what was changed or put off before, by at most `HOUR`, is attended to now.
        """
        now = self.sessions.clock()
        offset = now - self.sessions.elapsed()
        by, self._offset = offset - self._offset, offset
        if abs(by) < CLOCK_SET:
            return False
        log.warning("the wall clock has jumped by %.0f s: it was set, or the machine has slept", by)
        if by < 0:
            self._behind_until, self._taken_over = max(self._behind_until, now - by + HOUR), True
        self.attendance.forget()
        return True

    async def _redraw(self) -> None:
        """Draw the marked tables as if nothing of them had been shown, slowly, so that play goes on meanwhile."""
        upkeep = self.sessions.store.upkeep
        try:
            while self.attendance.attending and (marked := await upkeep.to_redraw(REDRAWN, *self.mine())):
                for session in marked:
                    try:
                        live = await self.sessions.open(session)
                        async with live.lock:
                            await self.delivery.forget(live)
                    except Refusal as refusal:
                        if refusal.key == "not-kept":
                            return
                    await upkeep.redrawn(session)
                    self.wake(session)
                    await asyncio.sleep(self.timing.redraw_gap)
                    if not self.attendance.attending:
                        return
        except StoreError as fault:
            log.warning("tables are drawn anew later: %s", fault)

    async def _attend(self, session: str) -> float | None:
        try:
            return await self._once(session)
        except Unfit as fault:
            return await self._unfit(session, fault)

    async def _unfit(self, session: str, fault: Unfit) -> float | None:
        """It cannot be shown, and would be due for ever."""
        try:
            refusal = await self.sessions.unfit(await self.sessions.open(session), fault)
            return self.sessions.clock() if refusal.key == "frozen" else None
        except (Refusal, StoreError):
            return self.sessions.clock() + self.timing.retry

    async def _once(self, session: str) -> float | None:
        try:
            if session in self._moved:
                await self._catch_up(session)
            live = await self.sessions.open(session)
        except Refusal as refusal:
            if refusal.key == "set-aside":
                return None
            unreadable = refusal.key in ("no-session", "not-offered")  # by this Hob; its row stays as it is
            return self.sessions.clock() + (FROZEN if unreadable else self.timing.retry)
        if not self.attends(live.guild):
            if not live.responding:  # a press's own answer comes before what the other process shows
                self.elsewhere(live)
            return None
        if live.info.pictures and live.status in ("lobby", "playing"):
            self.warm(live.game.slug)
        if live.responding:
            return None  # the press's own answer shows the table; it wakes us when it is done
        times = [await self._lobby(live), await self._vote(live), await self._abandoned(live)]
        times += [await self.computers.attend(live), await self.orders.attend(live)]
        times.append(await self.delivery.reconcile(live))
        if live.status == "frozen":  # so that a later start, perhaps with the fault mended, finds it
            times.append(self.sessions.clock() + FROZEN)
        due = min((time for time in times if time is not None), default=None)
        if self.delivery.busy(live):  # should we stop now, a new start shall find it at once
            stored: float | None = self.sessions.clock()
        else:
            stored = due
        async with live.lock:  # an answer that is just being written is due at once, and must stay so
            if not self.attendance.woken(session) and not (self.delivery.pictured(live) and live.known_due(stored)):
                await self.sessions.save_screen(live, stored)
        return due

    # ---- what comes with time
    async def _lobby(self, live: Live) -> float | None:
        """A lobby that nobody starts closes."""
        if live.status != "lobby":
            return None
        end = live.touched_at + self.timing.lobby_life
        if self.sessions.clock() < end:
            return end
        async with live.lock:
            if live.status == "lobby":
                await self.sessions.change(live, lobby.expired(live.info))
        return None

    async def _vote(self, live: Live) -> float | None:
        """A vote that nobody decides lapses."""
        await self.taking_back.attend(live)
        going_back = live.info.vote is not None and live.info.vote.back is not None
        life = self.timing.nudge_after[live.info.pace] if going_back else self.timing.vote_life
        now = self.sessions.clock()
        end = votes.expires(live.info, life, now) if live.playing else None
        if end is None or now < end:
            return end
        async with live.lock:
            if votes.expires(live.info, life, now) == end:
                await self.sessions.change(live, votes.withdrawn(live.info))
        return None

    async def _abandoned(self, live: Live) -> float | None:
        """A game that nobody touches any more is warned about, then ended."""
        if live.status not in ("playing", "frozen"):
            return None
        now, pace = self.sessions.clock(), live.info.pace
        idle = idle_games.since(live.info, live.created_at, live.screen.pressed.values())
        after, life = self.timing.abandoned_after[pace], self.timing.abandoned_life[pace]
        if live.info.warned_at > now:  # the clock was set back since, and people may have pressed
            async with live.lock:
                await self.sessions.change(live, idle_games.withdrawn(live.info))
            return None
        at = idle_games.next_step(live.info, idle, after, life)
        if now < at:
            return at if now - idle > IDLE or idle_games.warned(live.info, idle) else None
        hearing = await self.delivery.people.hearing(live.info.persons())
        async with live.lock:
            if idle_games.since(live.info, live.created_at, live.screen.pressed.values()) != idle:
                return None
            ends = idle_games.warned(live.info, idle)
            info = votes.end(live.info, "abandoned") if ends else idle_games.warn(live.info, now, hearing)
            await self.sessions.change(live, info)
        return None

    async def finish(self) -> None:
        """Wait for what is under way now, as long as a stop would."""
        await asyncio.gather(self.attendance.finish(), *(job.runner.finish() for job in self.jobs))

    async def stop(self) -> None:
        """Finish what is under way; what waits is found again by its row."""
        self.attendance.attending = False
        if self._round is not None:
            self._round.cancel()
        if self._redrawing is not None:  # what is marked still is found again
            self._redrawing.cancel()
        others = [task for task in (self._looking, self._redrawing) if task is not None]
        await asyncio.gather(self.attendance.stop(others), *(job.runner.stop() for job in self.jobs))
