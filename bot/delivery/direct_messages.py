"""Send new direct messages to the people at tables, one per `Timing.dm_gap` across all processes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.delivery.messenger import Openings
from bot.discord_errors import CHANNEL_LOST_CODES, code_of, demanded_pause, is_transient, log_level
from bot.errors import UserError
from bot.people.service import People
from bot.process.logs import REPEAT_AFTER
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import Timing
from db import StoreError, Trouble

log = logging.getLogger("hob.panels")
RECHECK_INTERVAL = 1.0  # seconds between checks for a message that doesn't wait for an opening


class DirectMessageQueue:
    """The seats whose panels are to be sent. `send` sends one, and returns True if that took a request."""

    def __init__(
        self,
        send: Callable[[TableSession, int, bool], Awaitable[bool]],
        openings: Openings,
        sessions: Sessions,
        people: People,
        timing: Timing,
        process_count: Callable[[], int],
    ) -> None:
        self._send, self.openings, self.sessions, self.people = send, openings, sessions, people
        self.timing, self.process_count, self.elapsed = timing, process_count, sessions.elapsed
        self._queue: dict[tuple[str, int], bool] = {}  # seats with a queued message; True for a notification
        self._unopened: set[tuple[str, int]] = set()  # queued seats that first need a channel to be opened
        self._retry_at: dict[tuple[str, int], float] = {}  # seats with a failed message or edit, and when to retry
        self._outages = Trouble(REPEAT_AFTER, self.elapsed)
        self._sender_task: asyncio.Task[None] | None = None
        self._next = 0.0
        self._sending = False
        self.accepting = False  # set it to True to start

    def add(self, session: TableSession, seat: int, notify: bool) -> None:
        """Queue a seat's panel as a new direct message, to `notify` its person or to show the hand; hands go first."""
        if not self.accepting or self.waits(session.id, seat) > 0:
            return
        self._retry_at.pop((session.id, seat), None)
        self._queue[session.id, seat] = self._queue.get((session.id, seat), notify) and notify
        if self._sender_task is None or self._sender_task.done():
            self._sender_task = asyncio.create_task(self._deliver(), name="hob direct messages")

    def has(self, session_id: str, seat: int) -> bool:
        return (session_id, seat) in self._queue

    def __len__(self) -> int:
        return len(self._queue)

    def waits(self, session_id: str, seat: int) -> float:
        """Return for how many seconds nothing is sent to a seat after a failure; 0 or less if it may be sent now."""
        return self._retry_at.get((session_id, seat), 0.0) - self.elapsed()

    def schedule_retry(self, session_id: str, seat: int, fault: Exception) -> None:
        lost = code_of(fault) in CHANNEL_LOST_CODES  # it is opened again
        expected = lost or is_transient(fault) or isinstance(fault, UserError | StoreError)
        log.log(
            log_level(self._outages, fault),
            "session %s: DM to seat %s not updated (%s), retrying later",
            session_id,
            seat,
            fault,
            exc_info=not expected,
        )
        pause = max(self.timing.retry, demanded_pause(fault))
        if isinstance(fault, discord.RateLimited):
            pause = fault.retry_after
        now = self.elapsed()
        self._retry_at = {key: at for key, at in self._retry_at.items() if at > now}
        self._retry_at[session_id, seat] = now + pause

    def forget_retries(self, session_id: str) -> None:
        self._retry_at = {key: at for key, at in self._retry_at.items() if key[0] != session_id}

    async def _deliver(self) -> None:
        task = asyncio.current_task()
        while self._queue and self.accepting and self._sender_task is task:
            pause = self._next - self.elapsed()
            if pause > 0:
                await asyncio.sleep(pause)
            wait = 0.0 if self.openings.paused else self.openings.wait  # during a pause, tell their seats so at once
            # Waiting openings come last, and hands before notifications.
            key = session_id, seat = min(
                self._queue, key=lambda key: (wait > 0 and key in self._unopened, self._queue[key])
            )
            if wait and key in self._unopened:
                await asyncio.sleep(min(wait, RECHECK_INTERVAL))
                continue
            began, self._sending = self.elapsed(), True
            try:
                session = await self.sessions.open(session_id)
                person = session.info.seats[seat].person
                if wait and person is not None and not await self.people.has_dm_channel(person):
                    self._unopened.add(key)
                    continue
                if await self._send(session, seat, self._queue[key]):
                    self._next = began + self.timing.dm_gap * self.process_count()
                await self.sessions.save_screen(session)
            except Exception as fault:
                self.schedule_retry(session_id, seat, fault)
                self._next = began + self.timing.dm_gap * self.process_count()
            finally:
                if self._sender_task is task:
                    self._sending = False
            self._queue.pop(key, None)
            self._unopened.discard(key)
            self.sessions.wake(session_id)

    def cancel(self) -> None:
        """Cancel the message being sent; reconciliation queues the others again."""
        if self._sender_task is not None:
            self._sender_task.cancel()
            self._sender_task = None  # a message that is queued before it has ended needs another
        self._queue.clear()
        self._unopened.clear()
        self._sending = False

    async def stop(self) -> None:
        """Finish the message being sent; reconciliation queues the others again."""
        self.accepting = False
        if self._sender_task is not None:
            if not self._sending:
                self._sender_task.cancel()
            await asyncio.wait([self._sender_task], timeout=5)
        self._queue.clear()
        self._unopened.clear()
