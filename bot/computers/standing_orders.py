"""Answers for persons with a standing order, in a way that looks like theirs."""

import secrets

from bot.errors import UserError
from bot.settings import Timing
from bot.tables import standing_orders
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.times import end_of

RANDOM_BITS = 16


class StandingOrders:
    """Answers by standing orders, after a random delay that is independent of the seat's cards and looks human."""

    def __init__(self, sessions: Sessions, timing: Timing) -> None:
        self.sessions, self.timing, self.clock = sessions, timing, sessions.clock

    async def answer_due(self, live: TableSession) -> float | None:
        """Answer for all due seats. Return when the next one is due."""
        if live.info.vote is not None and live.info.vote.back is not None:  # an answer would reject the proposed undo
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
            return None  # the table has changed, by this answer or a faster one
        return min(due, default=None)

    def _delay(self, live: TableSession, seat: int, question: int) -> float:
        """Return the delay, drawn once per question and again after a restart."""
        if live.order_delays.get(seat, (0, 0.0))[0] != question:
            share, order = secrets.randbits(RANDOM_BITS) / 2**RANDOM_BITS, live.info.seats[seat].order
            forced = order is not None and standing_orders.is_forced(live.game, order)
            spread = self.timing.order_forced_spread if forced else self.timing.order_spread
            live.order_delays[seat] = question, self.timing.order_least + share * spread
        return live.order_delays[seat][1]
