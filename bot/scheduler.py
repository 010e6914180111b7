"""Attends to sessions: shows what has changed, lets computers move, closes lobbies, rings late.

A session that has something coming keeps the time in its row, so a new start finds just those and reads no others.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Container

from bot.computers.player import ComputerPlayer
from bot.computers.standing_orders import StandingOrders
from bot.delivery.reconciliation import Delivery
from bot.errors import UserError
from bot.interactions.gate import InteractionGate
from bot.tables import idle_games, lobby, votes
from bot.tables.screen_state import Screen
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.tables.time_limit import RenderError
from bot.tables.undo import UndoService
from bot.task_runner import KeyedTaskRunner
from bot.times import DAY, HOUR
from db import StoreError, Trouble

log = logging.getLogger("hob.keeper")
POLL_LIMIT = 500  # sessions read at once
NEXT_PAGE_DELAY = 0.1  # seconds until the next are read
REDRAW_BATCH = 10  # sessions marked to be drawn anew, taken at once
IDLE_AFTER = DAY  # without a touch, after which a table's end is thought of
IDLE_POLL_INTERVAL = 600.0  # seconds between two searches for such tables
CLOCK_SET = 1.0  # seconds by which wall time and elapsed time must differ from one look to the next
FROZEN_RETRY = 600.0  # seconds between two looks at a session that is frozen or cannot be read


class Job:
    """What a feature does when its time comes, besides the tables; `runner` attends to its things by their ids."""

    def __init__(self, runner: KeyedTaskRunner) -> None:
        self.runner = runner

    async def poll(self, until: float) -> None:
        """Wake what is due by then.  Raises StoreError."""

    async def messages_deleted(self, channel: int, messages: Container[int]) -> None:
        """Somebody deleted these messages of a channel."""


class SessionScheduler:
    """`warm` gets ready to paint a game's pictures, called by its slug; `attends`: is a server this process's?

    `owned_shards` are the shards that it works for, and of how many; `notify_owner` tells another process of a table of
    its own.
    """

    def __init__(
        self,
        sessions: Sessions,
        delivery: Delivery,
        computers: ComputerPlayer,
        warm: Callable[[str], None],
        attends: Callable[[int | None], bool],
        owned_shards: Callable[[], tuple[Collection[int], int]],
        notify_owner: Callable[[TableSession], None],
        gate: InteractionGate,
    ) -> None:
        self.sessions, self.delivery, self.timing = sessions, delivery, delivery.timing
        self.computers, self.warm = computers, warm
        self.jobs: list[Job] = []  # of the features
        self.attends, self.owned_shards, self.notify_owner = attends, owned_shards, notify_owner
        self._changed_elsewhere: dict[str, int] = {}  # tables that another process has changed, with who pressed there
        self._stale_screens: dict[str, Screen] = {}  # of those that could not be read anew yet
        self.undo, self.orders = UndoService(sessions), StandingOrders(sessions, self.timing)
        self.runner = KeyedTaskRunner("session", self._handle, sessions.clock, self.timing.retry, gate)
        self._poll_timer: asyncio.TimerHandle | None = None
        self._poll_task: asyncio.Task[None] | None = None
        self._poll_again = False
        self._took_over = True  # tables, which the next look finds
        self._offset = sessions.clock() - sessions.elapsed()  # of wall time from elapsed time, at the last look
        self._behind_until = 0.0  # wall time of which rows may tell from before the clock was set back
        self._redraw_task: asyncio.Task[None] | None = None
        self._frozen_checked = False
        self._next_idle_poll = 0.0  # elapsed time
        self._trouble = Trouble()  # of looking around

    # ---- when to attend
    def start(self) -> None:
        """There is a connection to Discord."""
        self.runner.start()
        for job in self.jobs:
            job.runner.start()
        self.poll()

    def forget_timers(self) -> None:
        """What was to come at tables may be untrue: another process may have worked for them.  The store knows it."""
        self.runner.cancel_timers()
        self._took_over = True

    def cancel_all(self) -> None:
        """Break off what is under way, and look anew for what is to be done."""
        self.runner.cancel_all()
        for job in self.jobs:
            job.runner.cancel_all()
        self.forget_timers()
        self.poll()

    def wake(self, session: str) -> None:
        """Something has changed, or its time has come; a press's own answer shows it, and wakes us when it is done."""
        live = self.sessions.in_memory_session(session)
        if live is not None and live.responding:
            self.runner.mark_stale(session)
        else:
            self.runner.wake(session)

    def changed_elsewhere(self, session: str, person: int) -> None:
        """Another process has served a press of this person at a table of ours."""
        self._changed_elsewhere[session] = person
        self.wake(session)

    async def _reload_changed(self, session: str) -> None:
        """Go on from what that one has committed, and from what Discord shows, which is known here."""
        old = self.sessions.in_memory_session(session)
        if old is not None:
            async with old.lock:  # what is just being changed here ends first
                pass
            await self.sessions.refresh(session)
            self._stale_screens[session] = old.screen
        person = self._changed_elsewhere.pop(session)
        try:
            live = await self.sessions.open(session)
        except UserError as refusal:
            if refusal.key == "not-kept":  # the database is away: this is tried again
                self._changed_elsewhere.setdefault(session, person)
            else:
                self._stale_screens.pop(session, None)
            raise
        live.screen = self._stale_screens.pop(session, live.screen)
        self.delivery.edited_elsewhere(live, person)
        self.delivery.record_presence(live, person)

    def poll(self) -> None:
        """Find what is due before the next look; then again every now and then, for what nobody holds in memory."""
        if self._poll_timer is not None:
            self._poll_timer.cancel()
        self._poll_again = True
        if self.runner.accepting and (self._poll_task is None or self._poll_task.done()):
            self._poll_task = asyncio.create_task(self._poll_once(), name="hob look around")

    async def _poll_once(self) -> None:
        pause, self._poll_again = self.timing.look_around, False
        now, was_set = self.sessions.clock(), self._notice_clock()
        taken_over, self._took_over = self._took_over, False
        try:
            known = self.runner.scheduled_ids()
            limit = POLL_LIMIT + len(known)  # those known may all be due, and shall not hide the others
            due = await self.sessions.store.due(max(now + pause, self._behind_until), limit, *self.owned_shards())
            if len(due) == limit:  # perhaps there are more
                pause = min(pause, NEXT_PAGE_DELAY)
            if taken_over:  # also what was changed while a clock was ahead: another process's, or this machine's
                due += await self.sessions.store.maintenance.touched_since(now, POLL_LIMIT, *self.owned_shards())
            if not self._frozen_checked:  # perhaps this Hob has their fault mended
                due += await self.sessions.store.maintenance.frozen(POLL_LIMIT, *self.owned_shards())
                self._frozen_checked = True
            if self._next_idle_poll <= self.sessions.elapsed():
                due += await self.sessions.store.maintenance.idle(
                    self.sessions.clock() - IDLE_AFTER, POLL_LIMIT, *self.owned_shards()
                )
                self._next_idle_poll = self.sessions.elapsed() + IDLE_POLL_INTERVAL
            for session in due:
                if await self.sessions.refresh(session):  # changed by another program
                    self._changed_elsewhere.setdefault(session, 0)
                    if session in known:
                        self.wake(session)
            until = max(now, self._behind_until) if was_set else now
            for job in self.jobs:
                await job.poll(until)
            if self._redraw_task is None or self._redraw_task.done():
                self._redraw_task = asyncio.create_task(self._redraw_marked(), name="hob redraw")
            await self.runner.run_batch(session for session in due if session not in known)
        except StoreError as fault:
            if self._trouble.new(fault):
                log.warning("no look around: %s", fault)
        else:
            if self._trouble.over():
                log.info("looking around again")
        if self.runner.accepting:
            pause = 0 if self._poll_again else pause
            self._poll_timer = asyncio.get_running_loop().call_later(pause, self.poll)

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
            self._behind_until, self._took_over = max(self._behind_until, now - by + HOUR), True
        self.runner.cancel_timers()
        return True

    async def _redraw_marked(self) -> None:
        """Draw the marked tables as if nothing of them had been shown, slowly, so that play goes on meanwhile."""
        upkeep = self.sessions.store.maintenance
        try:
            while self.runner.accepting and (marked := await upkeep.to_redraw(REDRAW_BATCH, *self.owned_shards())):
                for session in marked:
                    try:
                        live = await self.sessions.open(session)
                        async with live.lock:
                            await self.delivery.invalidate(live)
                    except UserError as refusal:
                        if refusal.key == "not-kept":
                            return
                    await upkeep.clear_redraw(session)
                    self.wake(session)
                    await asyncio.sleep(self.timing.redraw_gap)
                    if not self.runner.accepting:
                        return
        except StoreError as fault:
            log.warning("tables are drawn anew later: %s", fault)

    async def _handle(self, session: str) -> float | None:
        try:
            return await self._handle_session(session)
        except RenderError as fault:
            return await self._handle_render_error(session, fault)

    async def _handle_render_error(self, session: str, fault: RenderError) -> float | None:
        """It cannot be shown, and would be due for ever."""
        try:
            refusal = await self.sessions.handle_render_error(await self.sessions.open(session), fault)
            return self.sessions.clock() if refusal.key == "frozen" else None
        except (UserError, StoreError):
            return self.sessions.clock() + self.timing.retry

    async def _handle_session(self, session: str) -> float | None:
        try:
            if session in self._changed_elsewhere:
                await self._reload_changed(session)
            live = await self.sessions.open(session)
        except UserError as refusal:
            if refusal.key == "set-aside":
                return None
            unreadable = refusal.key in ("no-session", "not-offered")  # by this Hob; its row stays as it is
            return self.sessions.clock() + (FROZEN_RETRY if unreadable else self.timing.retry)
        if not self.attends(live.guild):
            if not live.responding:  # a press's own answer comes before what the other process shows
                self.notify_owner(live)
            return None
        if live.info.pictures and live.status in ("lobby", "playing"):
            self.warm(live.game.slug)
        if live.responding:
            return None  # the press's own answer shows the table; it wakes us when it is done
        times = [await self._expire_lobby(live), await self._expire_vote(live), await self._end_idle_game(live)]
        times += [await self.computers.play_due(live), await self.orders.answer_due(live)]
        times.append(await self.delivery.reconcile(live))
        if live.status == "frozen":  # so that a later start, perhaps with the fault mended, finds it
            times.append(self.sessions.clock() + FROZEN_RETRY)
        due = min((time for time in times if time is not None), default=None)
        if self.delivery.is_busy(live):  # should we stop now, a new start shall find it at once
            stored: float | None = self.sessions.clock()
        else:
            stored = due
        async with live.lock:  # an answer that is just being written is due at once, and must stay so
            if not self.runner.is_stale(session) and not (
                self.delivery.picture_pending(live) and live.is_recorded_due(stored)
            ):
                await self.sessions.save_screen(live, stored)
        return due

    # ---- what comes with time
    async def _expire_lobby(self, live: TableSession) -> float | None:
        """A lobby that nobody starts closes."""
        if live.status != "lobby":
            return None
        end = live.touched_at + self.timing.lobby_life
        if self.sessions.clock() < end:
            return end
        async with live.lock:
            if live.status == "lobby":
                await self.sessions.change(live, lobby.expire(live.info))
        return None

    async def _expire_vote(self, live: TableSession) -> float | None:
        """A vote that nobody decides lapses."""
        await self.undo.settle_vote(live)
        going_back = live.info.vote is not None and live.info.vote.back is not None
        life = self.timing.nudge_after[live.info.pace] if going_back else self.timing.vote_life
        now = self.sessions.clock()
        end = votes.expires_at(live.info, life, now) if live.playing else None
        if end is None or now < end:
            return end
        async with live.lock:
            if votes.expires_at(live.info, life, now) == end:
                await self.sessions.change(live, votes.withdraw(live.info))
        return None

    async def _end_idle_game(self, live: TableSession) -> float | None:
        """A game that nobody touches any more is warned about, then ended."""
        if live.status not in ("playing", "frozen"):
            return None
        now, pace = self.sessions.clock(), live.info.pace
        idle = idle_games.idle_since(live.info, live.created_at, live.screen.pressed.values())
        after, life = self.timing.abandoned_after[pace], self.timing.abandoned_life[pace]
        if live.info.warned_at > now:  # the clock was set back since, and people may have pressed
            async with live.lock:
                await self.sessions.change(live, idle_games.withdrawn(live.info))
            return None
        at = idle_games.next_deadline(live.info, idle, after, life)
        if now < at:
            return at if now - idle > IDLE_AFTER or idle_games.is_warned(live.info, idle) else None
        hearing = await self.delivery.people.with_notifications(live.info.persons())
        async with live.lock:
            if idle_games.idle_since(live.info, live.created_at, live.screen.pressed.values()) != idle:
                return None
            ends = idle_games.is_warned(live.info, idle)
            info = votes.end_game(live.info, "abandoned") if ends else idle_games.warn(live.info, now, hearing)
            await self.sessions.change(live, info)
        return None

    async def drain(self) -> None:
        """Wait for what is under way now, as long as a stop would."""
        await asyncio.gather(self.runner.drain(), *(job.runner.drain() for job in self.jobs))

    async def stop(self) -> None:
        """Finish what is under way; what waits is found again by its row."""
        self.runner.accepting = False
        if self._poll_timer is not None:
            self._poll_timer.cancel()
        if self._redraw_task is not None:  # what is marked still is found again
            self._redraw_task.cancel()
        others = [task for task in (self._poll_task, self._redraw_task) if task is not None]
        await asyncio.gather(self.runner.stop(others), *(job.runner.stop() for job in self.jobs))
