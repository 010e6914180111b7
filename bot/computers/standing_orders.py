"""Answers for persons who have given a standing order, as they might have done by hand."""

import secrets

from bot.errors import UserError
from bot.settings import Timing
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.times import end_of

RANDOM_BITS = 16


class StandingOrders:
    """Whatever a seat holds, its order answers after a pause by chance, so that nobody can tell one from a person."""

    def __init__(self, sessions: Sessions, timing: Timing) -> None:
        self.sessions, self.timing, self.clock = sessions, timing, sessions.clock

    async def answer_due(self, live: TableSession) -> float | None:
        """Returns when the next one answers."""
        if live.info.vote is not None and live.info.vote.back is not None:  # an answer would say no to it
            return None
        due = []
        for seat in sorted(live.info.needs):
            choice = live.order_choice(seat)
            if choice is None:
                continue
            question = live.view(seat).question_of(seat)
            assert question is not None
            now = self.clock()
            at = end_of(live.info.needs[seat].asked, self._delay(live, seat, question.number), now)
            if now < at:
                due.append(at)
                continue
            try:
                person = live.info.seats[seat].person
                await self.sessions.answer(live, seat, choice, question.number, person, by_order=True)
            except UserError as refusal:
                if refusal.key == "not-kept":
                    raise
            return None  # the table has changed, by this answer or by somebody who was quicker
        return min(due, default=None)

    def _delay(self, live: TableSession, seat: int, question: int) -> float:
        """Drawn once for each question; anew after a start."""
        if live.order_delays.get(seat, (0, 0.0))[0] != question:
            share = secrets.randbits(RANDOM_BITS) / 2**RANDOM_BITS
            live.order_delays[seat] = question, self.timing.order_least + share * self.timing.order_spread
        return live.order_delays[seat][1]
