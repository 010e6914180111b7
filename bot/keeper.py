"""Attends to sessions: shows what has changed, moves for computers, closes lobbies, rings late.

One attendance per session at a time; what changes meanwhile is attended to right after.  A session that has something
coming keeps the time in its row, so a new start finds just those and reads no others.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from bot.sessions import Refusal
from db import StoreError
from engine.players import at_random

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.delivery import Delivery
    from bot.sessions import Live, Sessions
    from bot.thinker import Thought

log = logging.getLogger("hob.keeper")
LOOK = 100  # sessions woken at once
FROZEN = 600.0  # seconds between two looks at a session that is frozen or cannot be read


class Keeper:
    def __init__(self, sessions: Sessions, delivery: Delivery, warm: Callable[[str], None]) -> None:
        self.sessions, self.delivery, self.timing = sessions, delivery, delivery.timing
        self.warm = warm
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._round: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self.stopping = False

    # ---- when to attend
    def wake(self, session: str) -> None:
        """Something has changed, or its time has come."""
        if self.stopping:
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
        if not self.stopping and (self._looking is None or self._looking.done()):
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
            if session not in self._again or self.stopping:
                break
        self._tasks.pop(session, None)
        if due is not None and not self.stopping:
            pause = max(0.0, due - self.sessions.clock())
            self._timers[session] = asyncio.get_running_loop().call_later(pause, self.wake, session)

    async def _once(self, session: str) -> float | None:
        try:
            live = await self.sessions.open(session)
        except Refusal as refusal:
            unreadable = refusal.key == "no-session"  # by this Hob; its row stays as it is
            return self.sessions.clock() + (FROZEN if unreadable else self.timing.retry)
        if live.info.pictures and live.status in ("lobby", "playing"):
            self.warm(live.game.slug)
        if live.responding:
            return None  # the press's own answer shows the table; it wakes us when it is done
        times = [await self._lobby(live), await self._vote(live), await self._computers(live)]
        times.append(await self.delivery.reconcile(live))
        if live.status == "frozen":  # so that a later start, perhaps with the fault mended, finds it
            times.append(self.sessions.clock() + FROZEN)
        due = min((time for time in times if time is not None), default=None)
        if self.delivery.mail.busy_with(session):  # should we stop now, a new start shall find it at once
            stored: float | None = self.sessions.clock()
        else:
            stored = due
        async with live.lock:  # an answer that is just being written is due at once, and must stay so
            if session not in self._again:
                await self.sessions.store.save_screen(session, live.screen.model_dump(mode="json"), stored)
        return due

    # ---- what comes with time
    async def _lobby(self, live: Live) -> float | None:
        if live.status != "lobby":
            return None
        end = live.touched_at + self.timing.lobby_life
        if self.sessions.clock() < end:
            return end
        async with live.lock:
            if live.status == "lobby":
                info = live.draft()
                info.ended = "lobby-expired"
                await self.sessions.change(live, info, status="closed")
        return None

    async def _vote(self, live: Live) -> float | None:
        vote = live.info.vote
        if vote is None or not live.playing:
            return None
        awake = vote.seat is not None and (vote.seat not in live.info.needs or live.info.seats[vote.seat].by_computer)
        end = vote.at + self.timing.vote_life
        if self.sessions.clock() < end and not awake:
            return end
        async with live.lock:
            if live.info.vote == vote:
                info = live.draft()
                info.vote = None
                await self.sessions.change(live, info)
        return None

    async def _computers(self, live: Live) -> float | None:
        """Let computers answer when their pause is over; without a person at the table they do not play.

        An offer of theirs that soon lapses they take at once, before somebody's next move makes it void.
        """
        if not live.playing or not live.info.present_persons():
            return None
        view = live.view()
        lapsing = [
            (seat, offer)
            for seat, offers in view.offers.items()
            for offer in offers
            if live.game.lapsing and offer.startswith(live.game.lapsing)
        ]
        for seat, offer in lapsing:
            if live.info.seats[seat].by_computer:
                await self.sessions.answer(live, seat, offer, None, None)
                return None
        seats = [seat for seat in view.waiting if live.info.seats[seat].by_computer]
        if not seats:
            return None
        secret = any(question.secret for question in view.questions if question.seat in seats)
        pause = self.timing.computer_secret if secret else self.timing.computer_pause
        if lapsing:
            pause = max(pause, self.timing.computer_hold)
        at = live.info.needs[seats[0]].asked + pause
        thought, *_ = [self._thought(live, seat) for seat in seats]  # the others think meanwhile
        if thought is not None:
            at = self._with_patience(live, thought, pause, secret)
        if self.sessions.clock() < at:
            return at
        choice = self._choice(live, seats[0], thought)
        live.thoughts.pop(seats[0], None)  # after an offer it thinks anew
        await self.sessions.answer(live, seats[0], choice, view.questions[0].number, None)
        return None

    def _thought(self, live: Live, seat: int) -> Thought | None:
        """What a seat thinks of its question, begun when the question is first seen; None if it does not think.

        Who sits in for a person does not think about what would tell the person's secret.
        """
        question = live.view(seat).question_of(seat)
        tells = question is not None and question.say in live.game.revealing
        if self.sessions.thinker is None or (tells and live.info.seats[seat].person is not None):
            return None
        if seat not in live.thoughts:
            live.thoughts[seat] = self.sessions.think(live, seat, secrets.randbits(64))
        return live.thoughts[seat]

    def _with_patience(self, live: Live, thought: Thought, pause: float, secret: bool) -> float:
        """When to answer: when the pause is over, or as soon as there is a thought then.

        How long somebody thinks would tell what they hold, so a secret answer comes at its time, with or without one.
        """
        at = thought.began + pause
        if secret or thought.task.done() or self.sessions.clock() < at:
            return at
        if not thought.awaited:
            thought.awaited = True
            thought.task.add_done_callback(lambda _: self.wake(live.id))
        return max(at, thought.began + self.timing.computer_patience)

    def _choice(self, live: Live, seat: int, thought: Thought | None) -> str:
        """The thought, if it came in time and somebody's offer has not overtaken it; else any option."""
        view = live.view(seat)
        question, option = view.question_of(seat), thought.option if thought is not None else None
        possible = [*view.offers.get(seat, []), *((question and question.options) or [])]
        if option is not None and option in possible:
            return option
        return at_random(view, secrets.randbits(64))

    async def close(self) -> None:
        """Finish what is under way; what waits is found again by its row."""
        self.stopping = True
        for timer in (*self._timers.values(), self._round):
            if timer is not None:
                timer.cancel()
        tasks = [task for task in (*self._tasks.values(), self._looking) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=5)
