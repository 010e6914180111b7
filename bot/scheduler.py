"""The scheduler processes sessions: it updates Discord, plays for computers, closes lobbies and notifies players.

A session's next due time is stored in its row, so that a restart reads only the due sessions.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Container

from bot.computers.player import ComputerPlayer, StandingOrders
from bot.delivery.reconciliation import Delivery
from bot.errors import DatabaseUnavailable, SessionQuarantined, SessionUnavailable, UserError
from bot.gate import InteractionGate
from bot.tables import lobby, reminders, votes
from bot.tables.session import TableSession
from bot.tables.time_limit import RenderError
from bot.tables.undo import UndoService
from bot.task_runner import KeyedTaskRunner
from bot.timing import DAY, HOUR, end_of
from db import StoreError, Trouble

log = logging.getLogger("hob.scheduler")
POLL_LIMIT = 500  # sessions read at once
NEXT_PAGE_DELAY = 0.1  # seconds until the next ones are read
REDRAW_BATCH = 10  # sessions marked for redrawing, read at once
IDLE_AFTER = DAY  # idle time after which a table may be due to end
IDLE_POLL_INTERVAL = 600.0  # seconds between two searches for such tables
CLOCK_SET = 1.0  # seconds by which the clocks must drift between two polls to count as a jump
FROZEN_RETRY = 600.0  # seconds between two tries of a frozen or unreadable session
UNAVAILABLE_RETRY = 60.0  # seconds until the time limits of a server that isn't available are checked again


class Job:
    """A feature's scheduled work besides tables; its `runner` processes keys of the feature's own."""

    def __init__(self, runner: KeyedTaskRunner) -> None:
        self.runner = runner

    async def poll(self, until: float) -> None:
        """Wake everything that is due by the wall time `until`. Raises StoreError."""

    async def messages_deleted(self, channel: int, messages: Container[int] | None) -> None:
        """React to deleted messages of a channel; None means that the channel itself was deleted."""

    async def rights_added(self, server: int, channel: int | None = None) -> None:
        """React to permissions that Hob has again in a channel of a server; None means in any of them."""


class SessionScheduler:
    """The scheduler. `warm` prepares a game's pictures; `owned_shards` returns this process's and the total number.

    `notify_owner` tells another process about one of its tables.
    """

    def __init__(
        self,
        *,
        delivery: Delivery,
        computers: ComputerPlayer,
        warm: Callable[[str], None],
        owned_shards: Callable[[], tuple[Collection[int], int]],
        notify_owner: Callable[[TableSession], None],
        gate: InteractionGate,
    ) -> None:
        self.sessions = sessions = delivery.sessions
        self.delivery, self.timing, self.computers, self.warm = delivery, delivery.timing, computers, warm
        self.owned_shards, self.notify_owner = owned_shards, notify_owner
        self.jobs: list[Job] = []  # of the features
        self._changed_elsewhere: dict[str, int] = {}  # tables changed by another process, with the person who pressed
        self.undo, self.orders = UndoService(sessions), StandingOrders(sessions, self.timing)
        sessions.wake = self.wake
        self.runner = KeyedTaskRunner("session", self._handle, sessions.clock, self.timing.retry, gate)
        self._poll_timer: asyncio.TimerHandle | None = None
        self._poll_task: asyncio.Task[None] | None = None
        self._poll_again = False
        self._took_over = True  # the next poll looks for tables taken over
        self._offset = sessions.clock() - sessions.elapsed()  # wall time minus elapsed time at the last poll
        self._behind_until = 0.0  # due times up to this one may have been stored before the clock was set back
        self._redraw_task: asyncio.Task[None] | None = None
        self._frozen_checked = False
        self._waiting: set[str] = set()  # sessions whose time limits wait until their server is available
        self._next_idle_poll = 0.0  # in elapsed time
        self._trouble = Trouble()  # with polling

    # ---- polling
    def start(self) -> None:
        """Start working; there is a connection to Discord."""
        for runner in (self.runner, *(job.runner for job in self.jobs)):
            runner.accepting = True
        self.poll()

    def forget_timers(self) -> None:
        """Cancel all timers, because another process may have changed the tables. The next poll reads the due times."""
        self.runner.cancel_timers()
        self._took_over = True

    def cancel_all(self) -> None:
        """Cancel running work and poll again."""
        self.runner.cancel_all()
        for job in self.jobs:
            job.runner.cancel_all()
        self.forget_timers()
        self.poll()

    def wake(self, session_id: str) -> None:
        """Process a session that has changed or is due. If a press is responding, it wakes the session when done."""
        session = self.sessions.in_memory.get(session_id)
        if session is None or not session.responding:
            self.runner.wake(session_id)

    def changed_elsewhere(self, session_id: str, person: int) -> None:
        """Reload a table of ours after another process has handled a press on it."""
        self._changed_elsewhere[session_id] = person
        self.wake(session_id)

    async def _reload_changed(self, session_id: str) -> None:
        """Reload a table that another process has changed, and record who pressed a button there."""
        old = self.sessions.in_memory.get(session_id)
        if old is not None:
            async with old.lock:  # wait for a running change here
                pass
            await self.sessions.refresh(session_id)
        person = self._changed_elsewhere.pop(session_id)
        try:
            session = await self.sessions.open(session_id)
        except DatabaseUnavailable:  # retried later
            self._changed_elsewhere.setdefault(session_id, person)
            raise
        self.delivery.edited_elsewhere(session, person)
        self.delivery.record_presence(session, person)

    def connected(self) -> None:
        """Check the time limits that waited for a connection, and poll."""
        waiting, self._waiting = self._waiting, set()
        for session_id in waiting:
            self.wake(session_id)
        self.poll()

    def poll(self) -> None:
        """Find work due before the next poll. Polls repeat at intervals, for sessions not in memory."""
        if self._poll_timer is not None:
            self._poll_timer.cancel()
        self._poll_again = True
        if self.runner.accepting and (self._poll_task is None or self._poll_task.done()):
            self._poll_task = asyncio.create_task(self._poll_once(), name="hob poll")

    async def _poll_once(self) -> None:
        pause, self._poll_again = self.timing.look_around, False
        now, was_set = self.sessions.clock(), self._notice_clock()
        taken_over, self._took_over = self._took_over, False
        try:
            known = self.runner.scheduled_ids()
            limit = POLL_LIMIT + len(known)  # the known ones may all be due, and must not crowd out the others
            due = await self.sessions.store.due(max(now + pause, self._behind_until), limit, *self.owned_shards())
            if len(due) == limit:  # there may be more
                pause = min(pause, NEXT_PAGE_DELAY)
            due += await self._find_without_due_time(now, taken_over)
            for session_id in due:
                if await self.sessions.refresh(session_id):  # changed by another process
                    self._changed_elsewhere.setdefault(session_id, 0)
                    if session_id in known:
                        self.wake(session_id)
            until = max(now, self._behind_until) if was_set else now
            for job in self.jobs:
                try:
                    await job.poll(until)
                except StoreError:
                    raise
                except Exception:
                    log.exception("poll failed")
            if self._redraw_task is None or self._redraw_task.done():
                self._redraw_task = asyncio.create_task(self._redraw_marked(), name="hob redraw")
            await self.runner.run_batch(session_id for session_id in due if session_id not in known)
        except StoreError as fault:
            self._took_over |= taken_over
            if self._trouble.new(fault):
                log.warning("can't poll the database: %s", fault)
        except Exception:  # the next poll must come
            log.exception("poll failed")
        else:
            if self._trouble.over():
                log.info("polling the database again")
        if self.runner.accepting:
            pause = 0 if self._poll_again else pause
            self._poll_timer = asyncio.get_running_loop().call_later(pause, self.poll)

    async def _find_without_due_time(self, now: float, taken_over: bool) -> list[str]:
        """Return sessions that must be processed although their stored due time doesn't say so."""
        upkeep, sessions = self.sessions.store.maintenance, list[str]()
        if taken_over:  # also tables with due times from a clock that was ahead
            sessions += await upkeep.touched_since(now, POLL_LIMIT, *self.owned_shards())
        if not self._frozen_checked:  # this version may have fixed their fault
            sessions += await upkeep.frozen(POLL_LIMIT, *self.owned_shards())
            self._frozen_checked = True
        if self._next_idle_poll <= self.sessions.elapsed():
            sessions += await upkeep.idle(self.sessions.clock() - IDLE_AFTER, POLL_LIMIT, *self.owned_shards())
            self._next_idle_poll = self.sessions.elapsed() + IDLE_POLL_INTERVAL
        return sessions

    def _notice_clock(self) -> bool:
        """Return True if someone set the wall clock since the last poll; all timers are then recomputed.

        If it was set back, tables changed after the new time, or due until `HOUR` after the old one, are processed now.
        """
        now = self.sessions.clock()
        offset = now - self.sessions.elapsed()
        by, self._offset = offset - self._offset, offset
        if abs(by) < CLOCK_SET:
            return False
        log.warning("wall clock jumped by %.0f s: it was set, or the machine slept", by)
        if by < 0:
            self._behind_until, self._took_over = max(self._behind_until, now - by + HOUR), True
        self.runner.cancel_timers()
        return True

    async def _redraw_marked(self) -> None:
        """Redraw marked tables from scratch, slowly, so that play goes on."""
        upkeep = self.sessions.store.maintenance
        try:
            while self.runner.accepting and (marked := await upkeep.to_redraw(REDRAW_BATCH, *self.owned_shards())):
                for session_id in marked:
                    try:
                        session = await self.sessions.open(session_id)
                        async with session.lock:
                            await self.delivery.invalidate(session)
                    except DatabaseUnavailable:
                        return
                    except UserError:
                        pass
                    await upkeep.clear_redraw(session_id)
                    self.wake(session_id)
                    await asyncio.sleep(self.timing.redraw_gap)
                    if not self.runner.accepting:
                        return
        except StoreError as fault:
            log.warning("redraw of tables postponed: %s", fault)

    async def _handle(self, session_id: str) -> float | None:
        try:
            return await self._handle_session(session_id)
        except RenderError as fault:  # freeze or quarantine it, so that it isn't due forever
            try:
                refusal = await self.sessions.handle_render_error(await self.sessions.open(session_id), fault)
                return None if isinstance(refusal, SessionQuarantined) else self.sessions.clock()
            except (UserError, StoreError):
                return self.sessions.clock() + self.timing.retry

    async def _handle_session(self, session_id: str) -> float | None:
        try:
            if session_id in self._changed_elsewhere:
                await self._reload_changed(session_id)
            session = await self.sessions.open(session_id)
        except SessionQuarantined:
            return None
        except SessionUnavailable:  # its row stays unchanged
            return self.sessions.clock() + FROZEN_RETRY
        except UserError:
            return self.sessions.clock() + self.timing.retry
        if not self.sessions.attends(session.guild):
            if not session.responding:  # a press's own response comes first
                self.notify_owner(session)
            return None
        if session.info.settings.pictures and session.status in ("lobby", "playing"):
            self.warm(session.game.slug)
        if session.responding:
            return None  # the press's response shows the table and wakes the session when done
        revision = session.revision
        times = [
            await self._expire_vote(session),
            await self._check_idle_time(session),
            await self.computers.play_due(session),
            await self.orders.answer_due(session),
            await self.delivery.reconcile(session),
        ]
        if session.status == "frozen":  # so that a start with a fixed version finds it
            times.append(self.sessions.clock() + FROZEN_RETRY)
        due = min((time for time in times if time is not None), default=None)
        stored = self.sessions.clock() if self.delivery.is_busy(session) else due  # a restart finds it at once if busy
        when = "after a press" if due is None else f"in {due - self.sessions.clock():.1f} s"
        log.debug("session %s: up to date, due %s", session_id, when)
        async with session.lock:  # an answer being written is due at once and must stay so
            changed = session.revision != revision or self.runner.is_stale(session_id)
            if not changed and not (self.delivery.picture_pending(session) and session.is_recorded_due(stored)):
                await self.sessions.save_screen(session, stored)
        return due

    # ---- time limits
    async def _check_idle_time(self, session: TableSession) -> float | None:
        """Close an idle lobby or end an idle game; not while its server isn't available, as no one can play there."""
        if not session.active:
            return None
        if session.guild is not None and not self.delivery.messenger.guild_is_loaded(session.guild):
            self._waiting.add(session.id)
            return self.sessions.clock() + UNAVAILABLE_RETRY
        was_unavailable = session.id in self._waiting
        self._waiting.discard(session.id)
        if session.status == "lobby":
            return await self._expire_lobby(session, was_unavailable)
        return await self._end_idle_game(session, was_unavailable)

    async def _expire_lobby(self, session: TableSession, was_unavailable: bool) -> float | None:
        """Close a lobby that isn't started in time; after an outage of its server, its time starts again."""
        now = self.sessions.clock()
        end = end_of(session.touched_at, self.timing.lobby_life, now)
        if now < end:
            return end
        async with session.lock:
            if session.status == "lobby":
                info = session.info.copy_for_edit() if was_unavailable else lobby.expire(session.info)
                await self.sessions.change(session, info)
        return None

    async def _expire_vote(self, session: TableSession) -> float | None:
        """Withdraw a vote that isn't decided in time."""
        await self.undo.settle_vote(session)
        is_undo, now = session.info.undo_vote is not None, self.sessions.clock()
        life = self.timing.nudge_after[session.info.settings.pace] if is_undo else self.timing.vote_life
        end = votes.expires_at(session.info, life, now) if session.playing else None
        if end is None or now < end:
            return end
        async with session.lock:
            if votes.expires_at(session.info, life, now) == end:
                await self.sessions.change(session, votes.withdraw(session.info))
        return None

    async def _end_idle_game(self, session: TableSession, was_unavailable: bool) -> float | None:
        """Warn about an idle game, then end it; if its server had an outage, warn again first."""
        now, pace = self.sessions.clock(), session.info.settings.pace
        idle = session.idle_since
        after, life = self.timing.abandoned_after[pace], self.timing.abandoned_life[pace]
        if session.info.warned_at > now or idle > now + after:  # the clock was set back, and people may have pressed
            async with session.lock:
                self.delivery.limit_presses(session)
                await self.sessions.change(session, reminders.restart_wait(session.info, now))
            return None
        at = reminders.next_deadline(session.info, idle, after, life)
        if now < at:
            return at if now - idle > IDLE_AFTER or session.info.is_warned(idle) else None
        notifiable = await self.delivery.people.with_notifications(session.info.persons())
        async with session.lock:
            if session.idle_since != idle:
                return None
            ends = session.info.is_warned(idle) and not was_unavailable
            info = votes.end_game(session.info, "abandoned") if ends else reminders.warn(session.info, now, notifiable)
            await self.sessions.change(session, info)
        return None

    async def drain(self) -> None:
        """Wait for running work, at most as long as a stop does."""
        await asyncio.gather(self.runner.drain(), *(job.runner.drain() for job in self.jobs))

    async def stop(self) -> None:
        """Finish running work; the next start finds the rest by its rows."""
        self.runner.accepting = False
        if self._poll_timer is not None:
            self._poll_timer.cancel()
        if self._redraw_task is not None:  # the remaining marked tables are found again
            self._redraw_task.cancel()
        others = [task for task in (self._poll_task, self._redraw_task) if task is not None]
        await asyncio.gather(self.runner.stop(others), *(job.runner.stop() for job in self.jobs))
