"""Attends to sessions: shows what has changed, lets computers move, closes lobbies, rings late.

One attendance per session at a time; what changes meanwhile is attended to right after.  A session that has something
coming keeps the time in its row, so a new start finds just those and reads no others.
"""

import asyncio
import logging
from collections.abc import Callable

from bot.computers.player import ComputerPlayer
from bot.delivery.reconcile import Delivery
from bot.sessions.live import Live
from bot.sessions.sessions import Sessions
from bot.tables import lobby, votes
from bot.tables.refusals import Refusal
from db import StoreError

log = logging.getLogger("hob.keeper")
LOOK = 100  # sessions woken at once
FROZEN = 600.0  # seconds between two looks at a session that is frozen or cannot be read


class Keeper:
    """`warm` gets ready to paint a game's pictures, called by its slug."""

    def __init__(
        self, sessions: Sessions, delivery: Delivery, computers: ComputerPlayer, warm: Callable[[str], None]
    ) -> None:
        self.sessions, self.delivery, self.timing = sessions, delivery, delivery.timing
        self.computers, self.warm = computers, warm
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._round: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self.attending = False

    # ---- when to attend
    def start(self) -> None:
        """There is a connection to Discord."""
        self.attending = True
        self.look_around()

    def wake(self, session: str) -> None:
        """Something has changed, or its time has come."""
        if not self.attending:
            return
        timer = self._timers.pop(session, None)
        if timer is not None:
            timer.cancel()
        if session in self._tasks:
            self._again.add(session)
        else:
            self._tasks[session] = asyncio.create_task(self._attend(session), name=f"hob session {session}")

    def look_around(self) -> None:
        """Find what is due before the next look; then again every now and then, for what nobody holds in memory."""
        if self._round is not None:
            self._round.cancel()
        if self.attending and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look(), name="hob look around")

    async def _look(self) -> None:
        pause = self.timing.look_around
        try:
            known = {*self._tasks, *self._timers}
            limit = LOOK + len(known)  # those known may all be due, and shall not hide the others
            due = await self.sessions.store.due(self.sessions.clock() + pause, limit)
            if len(due) == limit:  # perhaps there are more
                pause = min(pause, 1.0)
            for session in due:
                if session not in known and session not in self._tasks and session not in self._timers:
                    self.wake(session)
        except StoreError as fault:
            log.warning("no look around: %s", fault)
        if self.attending:
            self._round = asyncio.get_running_loop().call_later(pause, self.look_around)

    async def _attend(self, session: str) -> None:
        while True:
            self._again.discard(session)
            try:
                due = await self._once(session)
            except (Refusal, StoreError) as fault:  # the database does not answer, or somebody was quicker
                log.warning("session %s: attended to later (%s)", session, fault)
                due = self.sessions.clock() + self.timing.retry
            except Exception:
                log.exception("session %s: attending failed", session)
                due = self.sessions.clock() + self.timing.retry
            if session not in self._again or not self.attending:
                break
        self._tasks.pop(session, None)
        if due is not None and self.attending:
            pause = max(0.0, due - self.sessions.clock())
            self._timers[session] = asyncio.get_running_loop().call_later(pause, self.wake, session)

    async def _once(self, session: str) -> float | None:
        try:
            live = await self.sessions.open(session)
        except Refusal as refusal:
            unreadable = refusal.key in ("no-session", "not-offered")  # by this Hob; its row stays as it is
            return self.sessions.clock() + (FROZEN if unreadable else self.timing.retry)
        if live.info.pictures and live.status in ("lobby", "playing"):
            self.warm(live.game.slug)
        if live.responding:
            return None  # the press's own answer shows the table; it wakes us when it is done
        times = [await self._lobby(live), await self._vote(live), await self.computers.attend(live)]
        times.append(await self.delivery.reconcile(live))
        if live.status == "frozen":  # so that a later start, perhaps with the fault mended, finds it
            times.append(self.sessions.clock() + FROZEN)
        due = min((time for time in times if time is not None), default=None)
        if self.delivery.panels.busy_with(session):  # should we stop now, a new start shall find it at once
            stored: float | None = self.sessions.clock()
        else:
            stored = due
        async with live.lock:  # an answer that is just being written is due at once, and must stay so
            if session not in self._again:
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
        end = votes.expires(live.info, self.timing.vote_life) if live.playing else None
        if end is None or self.sessions.clock() < end:
            return end
        async with live.lock:
            if votes.expires(live.info, self.timing.vote_life) == end:
                await self.sessions.change(live, votes.withdrawn(live.info))
        return None

    async def stop(self) -> None:
        """Finish what is under way; what waits is found again by its row."""
        self.attending = False
        for timer in (*self._timers.values(), self._round):
            if timer is not None:
                timer.cancel()
        tasks = [task for task in (*self._tasks.values(), self._looking) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        self._timers.clear()
