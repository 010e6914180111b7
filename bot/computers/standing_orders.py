"""Answers for persons who have given a standing order, as they might have done by hand."""

import secrets

from bot.errors import Refusal
from bot.settings import Timing
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.times import end_of

BITS = 16


class StandingOrders:
    """Whatever a seat holds, its order answers after a pause by chance, so that nobody can tell one from a person."""

    def __init__(self, sessions: Sessions, timing: Timing) -> None:
        self.sessions, self.timing, self.clock = sessions, timing, sessions.clock

    async def attend(self, live: Live) -> float | None:
        """Returns when the next one answers."""
        if live.info.vote is not None and live.info.vote.back is not None:  # an answer would say no to it
            return None
        due = []
        for seat in sorted(live.info.needs):
            choice = live.ordered(seat)
            if choice is None:
                continue
            question = live.view(seat).question_of(seat)
            assert question is not None
            now = self.clock()
            at = end_of(live.info.needs[seat].asked, self._pause(live, seat, question.number), now)
            if now < at:
                due.append(at)
                continue
            try:
                person = live.info.seats[seat].person
                await self.sessions.answer(live, seat, choice, question.number, person, by_order=True)
            except Refusal as refusal:
                if refusal.key == "not-kept":
                    raise
            return None  # the table has changed, by this answer or by somebody who was quicker
        return min(due, default=None)

    def _pause(self, live: Live, seat: int, question: int) -> float:
        """Drawn once for each question; anew after a start."""
        if live.pauses.get(seat, (0, 0.0))[0] != question:
            share = secrets.randbits(BITS) / 2**BITS
            live.pauses[seat] = question, self.timing.order_least + share * self.timing.order_spread
        return live.pauses[seat][1]
