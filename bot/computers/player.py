"""Plays for computer players, for people replaced by a computer, and by standing orders."""

import secrets

from bot.computers.ai_scheduler import AIScheduler, SearchJob, decks_of
from bot.errors import DatabaseUnavailable, UserError
from bot.tables import seats
from bot.tables.service import Sessions
from bot.tables.session import PendingSearch, TableSession
from bot.timing import Timing, end_of
from engine.ai import random_action
from engine.ai.evaluation import legal_actions
from engine.game import View
from engine.rng import derive_seed


class ComputerPlayer:
    """Plays all computers of all tables. Without `ai` they answer randomly."""

    def __init__(self, sessions: Sessions, timing: Timing, ai: AIScheduler | None) -> None:
        self.sessions, self.timing, self.ai = sessions, timing, ai
        self.clock, self.elapsed = sessions.clock, sessions.elapsed

    async def play_due(self, session: TableSession) -> float | None:
        """Let one computer answer whose pause is over. Return when the next answer is due, None if not before a change.

        Computers don't play while no person is at the table.
        """
        if not session.playing or not session.info.present_persons():
            return None
        if session.info.undo_vote is not None:  # their answer might be undone
            return None
        if (step := session.scripted()) is not None:
            return await self._follow_script(session, *step)
        view = session.view()
        expiring = [(seat, o) for seat, offers in view.offers.items() for o in offers if session.game.is_expiring(o)]
        to_computers = [(seat, offer) for seat, offer in expiring if session.info.seats[seat].is_computer]
        if to_computers:
            return await self._answer_expiring_offer(session, to_computers)
        asked_seats = [seat for seat in view.waiting if session.info.seats[seat].is_computer]
        if asked_seats:
            return await self._answer_question(session, view, asked_seats, self.timing.computer_hold if expiring else 0)
        return None

    async def _answer_question(
        self, session: TableSession, view: View, asked_seats: list[int], hold: float
    ) -> float | None:
        """Answer for the first of the asked seats after a pause of at least `hold` seconds, and search for all."""
        seat, *others = asked_seats
        secret = any(question.secret for question in view.questions if question.seat in asked_seats)
        pause = max(hold, self.timing.computer_secret if secret else self.timing.computer_pause)
        timeout = pause if secret else max(pause, self.timing.computer_patience)
        now = self.clock()
        search = self._pending_search(session, seat, timeout)
        for other in others:  # they search at the same time
            self._pending_search(session, other, timeout)
        if search is None:
            at = end_of(session.info.prompts[seat].asked, pause, now)
        else:
            at = now + self._seconds_to_answer(session, search, pause, secret)
        if now < at:
            return at
        choice = self._chosen_action(session, seat, search)
        session.pending_searches.pop(seat, None)  # search again after an offer
        await self.sessions.answer(session, seat, choice, view.questions[0].number)
        return None

    async def _follow_script(self, session: TableSession, seat: int, option: str) -> float | None:
        """Give a computer's next answer of a lesson after its pause."""
        if not session.info.seats[seat].is_computer:
            return None
        now = self.clock()
        at = end_of(session.info.moved_at, self.timing.computer_pause, now)
        if now < at:
            return at
        await self.sessions.answer(session, seat, option)
        return None

    async def _answer_expiring_offer(self, session: TableSession, offers: list[tuple[int, str]]) -> float | None:
        """Take the first expiring offer at once, before the next move voids it.

        If a seat may decline, it searches first, and declines if the result isn't there in time.
        """
        choice = session.game.declining_offer
        seat = next((seat for seat, offer in offers if offer == choice), None)
        if seat is None:
            await self.sessions.answer(session, *offers[0])
            return None
        search = self._pending_search(session, seat, self.timing.computer_patience)
        if search is not None:
            wait = self._seconds_to_answer(session, search, 0, False)
            if wait > 0:
                return self.clock() + wait
            if search.result is not None:
                choice = search.result.best_or_decline(choice)
        session.pending_searches.pop(seat, None)
        await self.sessions.answer(session, seat, choice)
        return None

    def _pending_search(self, session: TableSession, seat: int, timeout: float) -> PendingSearch | None:
        """Return the seat's search for its question, starting it if necessary; None if it doesn't search.

        A computer in a person's seat doesn't search where a good answer would reveal the person's secret.
        """
        question = session.view(seat).question_of(seat)
        is_telltale = question is not None and question.say in session.game.telltale_questions
        if self.ai is None or (is_telltale and session.info.seats[seat].person is not None):
            return None
        if seat not in session.pending_searches:
            session.pending_searches[seat] = self._start_search(session, seat, search_seed(session, seat), timeout)
        return session.pending_searches[seat]

    def _start_search(self, session: TableSession, seat: int, seed: int, timeout: float) -> PendingSearch:
        """Start a search for a seat's open question."""
        assert session.g is not None and self.ai is not None
        number, level = session.g.question, session.info.seats[seat].level

        def job() -> SearchJob | None:
            if session.g is None or session.state is None or session.g.question != number:  # too late
                return None
            if len(legal_actions(session.game, session.g, seat)) < 2:
                return None
            return SearchJob(type(session.game), session.state, seat, level, seed, decks_of(session.game))

        return PendingSearch(number, self.elapsed(), self.ai.submit(session.game.slug, level, job, timeout))

    def _seconds_to_answer(self, session: TableSession, search: PendingSearch, pause: float, secret: bool) -> float:
        """Return the seconds until the answer: the end of the pause, or later if there is no result yet.

        A secret answer comes exactly after the pause, because thinking time would reveal information.
        """
        spent = self.elapsed() - search.started_at
        if secret or search.task.done() or spent < pause:
            return pause - spent
        if not search.wakes_table:
            search.wakes_table = True
            search.task.add_done_callback(lambda _: self.sessions.wake(session.id))
        return max(pause, self.timing.computer_patience) - spent

    def _chosen_action(self, session: TableSession, seat: int, search: PendingSearch | None) -> str:
        """Return the search's best option if it came in time and is still possible, otherwise a random one."""
        view = session.view(seat)
        question, result = view.question_of(seat), search.result if search is not None else None
        possible = [*view.offers.get(seat, []), *((question and question.options) or [])]
        if result is not None and result.best in possible:
            return result.best
        if search is not None and self.ai is not None and len(possible) > 1:
            self.ai.counts.late += 1
        return random_action(view, search_seed(session, seat))


def search_seed(session: TableSession, seat: int) -> int:
    """Return a search's seed: random, or for a shared deal derived from it, so that computers play the same for all."""
    if not session.info.policy.shared:
        return secrets.randbits(64)
    return derive_seed(session.info.deal, session.info.moves, seat)


RANDOM_BITS = 16


class StandingOrders:
    """Answers by standing orders, after a random delay that is independent of the seat's cards and looks human."""

    def __init__(self, sessions: Sessions, timing: Timing) -> None:
        self.sessions, self.timing, self.clock = sessions, timing, sessions.clock

    async def answer_due(self, session: TableSession) -> float | None:
        """Answer for the first due seat; the change wakes the table. If none is due, return when the next one is."""
        if session.info.undo_vote is not None:  # an answer would reject the proposed undo
            return None
        due = []
        for seat in sorted(session.info.prompts):
            choice = session.order_choice(seat)
            if choice is None:
                continue
            question = session.view(seat).question_of(seat)
            assert question is not None
            now = self.clock()
            at = end_of(session.info.prompts[seat].asked, self._delay(session, seat, question.number), now)
            if now < at:
                due.append(at)
                continue
            try:
                person = session.info.seats[seat].person
                await self.sessions.answer(session, seat, choice, question.number, person, by_order=True)
            except DatabaseUnavailable:
                raise
            except UserError:
                pass
            return None  # the table has changed, by this answer or a faster one
        return min(due, default=None)

    def _delay(self, session: TableSession, seat: int, question: int) -> float:
        """Return the delay in seconds, drawn once per question and again after a restart."""
        if session.order_delays.get(seat, (0, 0.0))[0] != question:
            share, order = secrets.randbits(RANDOM_BITS) / 2**RANDOM_BITS, session.info.seats[seat].order
            forced = order is not None and seats.is_forced(session.game, order)
            spread = self.timing.order_forced_spread if forced else self.timing.order_spread
            session.order_delays[seat] = question, self.timing.order_least + share * spread
        return session.order_delays[seat][1]
