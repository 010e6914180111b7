"""Plays for computer players, for people replaced by a computer, and by standing orders."""

import secrets

from bot.computers.ai_scheduler import AIScheduler, PendingSearch, SearchJob, decks_of
from bot.errors import UserError
from bot.settings import Timing
from bot.tables import seats
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.times import end_of
from engine.ai import random_action
from engine.ai.evaluation import legal_actions
from engine.rng import derive_seed


class ComputerPlayer:
    """Plays all computers of all tables. Without `ai` they answer randomly."""

    def __init__(self, sessions: Sessions, timing: Timing, ai: AIScheduler | None) -> None:
        self.sessions, self.timing, self.ai = sessions, timing, ai
        self.clock, self.elapsed = sessions.clock, sessions.elapsed

    async def play_due(self, live: TableSession) -> float | None:
        """Let computers answer after their pause. They don't play while no person is at the table.

        A computer takes an expiring offer at once, before the next move voids it, or evaluates it if it can be
        declined.
        """
        if not live.playing or not live.info.present_persons():
            return None
        if live.info.vote is not None and live.info.vote.back is not None:  # their answer might be undone
            return None
        if (step := live.scripted()) is not None:
            return await self._follow_script(live, *step)
        view = live.view()
        lapsing = [(seat, o) for seat, offers in view.offers.items() for o in offers if live.game.is_expiring(o)]
        mine = [(seat, offer) for seat, offer in lapsing if live.info.seats[seat].is_computer]
        if (seat := next((seat for seat, offer in mine if offer == live.game.declining_offer), None)) is not None:
            return await self._answer_expiring_offer(live, seat)
        if mine:
            await self.sessions.answer(live, *mine[0], None, None)
            return None
        seats = [seat for seat in view.waiting if live.info.seats[seat].is_computer]
        if not seats:
            return None
        secret = any(question.secret for question in view.questions if question.seat in seats)
        pause = self.timing.computer_secret if secret else self.timing.computer_pause
        if lapsing:
            pause = max(pause, self.timing.computer_hold)
        now = self.clock()
        at = end_of(live.info.needs[seats[0]].asked, pause, now)
        within = pause if secret else max(pause, self.timing.computer_patience)
        pondering, *_ = [self._pending_search(live, seat, within) for seat in seats]  # the others are searching, too
        if pondering is not None:
            at = now + self._answer_at(live, pondering, pause, secret)
        if now < at:
            return at
        choice = self._chosen_action(live, seats[0], pondering)
        live.pending_searches.pop(seats[0], None)  # search again after an offer
        await self.sessions.answer(live, seats[0], choice, view.questions[0].number, None)
        return None

    async def _follow_script(self, live: TableSession, seat: int, option: str) -> float | None:
        """Give a computer's next answer of a lesson after its pause."""
        if not live.info.seats[seat].is_computer:
            return None
        now = self.clock()
        at = end_of(live.info.moved_at, self.timing.computer_pause, now)
        if now < at:
            return at
        await self.sessions.answer(live, seat, option, None, None)
        return None

    async def _answer_expiring_offer(self, live: TableSession, seat: int) -> float | None:
        """Take an expiring offer if it is worth it; decline it if the search isn't done in time."""
        choice, pondering = live.game.declining_offer, self._pending_search(live, seat, self.timing.computer_patience)
        if pondering is not None:
            wait = self._answer_at(live, pondering, 0, False)
            if wait > 0:
                return self.clock() + wait
            if pondering.result is not None:
                choice = pondering.result.best_or_decline(choice)
        live.pending_searches.pop(seat, None)
        await self.sessions.answer(live, seat, choice, None, None)
        return None

    def _pending_search(self, live: TableSession, seat: int, timeout: float) -> PendingSearch | None:
        """Return the seat's search for its question, starting it if necessary; None if it doesn't search.

        A computer in a person's seat doesn't search where a good answer would reveal the person's secret.
        """
        question = live.view(seat).question_of(seat)
        tells = question is not None and question.say in live.game.telltale_questions
        if self.ai is None or (tells and live.info.seats[seat].person is not None):
            return None
        if seat not in live.pending_searches:
            live.pending_searches[seat] = self._start_search(live, seat, search_seed(live, seat), timeout)
        return live.pending_searches[seat]

    def _start_search(self, live: TableSession, seat: int, seed: int, timeout: float) -> PendingSearch:
        """Start a search for a seat's open question."""
        assert live.g is not None and self.ai is not None
        number, level = live.g.question, live.info.seats[seat].level

        def job() -> SearchJob | None:
            if live.g is None or live.state is None or live.g.question != number:  # too late
                return None
            if len(legal_actions(live.game, live.g, seat)) < 2:
                return None
            return SearchJob(type(live.game), live.state, seat, level, seed, decks_of(live.game))

        return PendingSearch(number, self.elapsed(), self.ai.submit(live.game.slug, level, job, timeout))

    def _answer_at(self, live: TableSession, pondering: PendingSearch, pause: float, secret: bool) -> float:
        """Return the seconds until the answer: the end of the pause, or later if there is no result yet.

        A secret answer comes exactly after the pause, because thinking time would reveal information.
        """
        spent = self.elapsed() - pondering.started_at
        if secret or pondering.task.done() or spent < pause:
            return pause - spent
        if not pondering.wakes_table:
            pondering.wakes_table = True
            pondering.task.add_done_callback(lambda _: self.sessions.changed(live.id))
        return max(pause, self.timing.computer_patience) - spent

    def _chosen_action(self, live: TableSession, seat: int, pondering: PendingSearch | None) -> str:
        """Return the search's best option if it came in time and is still possible, otherwise a random one."""
        view = live.view(seat)
        question, thought = view.question_of(seat), pondering.result if pondering is not None else None
        possible = [*view.offers.get(seat, []), *((question and question.options) or [])]
        if thought is not None and thought.best in possible:
            return thought.best
        if pondering is not None and self.ai is not None and len(possible) > 1:
            self.ai.counts.late += 1
        return random_action(view, search_seed(live, seat))


def search_seed(live: TableSession, seat: int) -> int:
    """Return a search's seed: random, or for a shared deal derived from it, so that computers play the same for all."""
    if not live.info.policy.shared:
        return secrets.randbits(64)
    return derive_seed(live.info.deal, live.info.moves, seat)


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
            forced = order is not None and seats.is_forced(live.game, order)
            spread = self.timing.order_forced_spread if forced else self.timing.order_spread
            live.order_delays[seat] = question, self.timing.order_least + share * spread
        return live.order_delays[seat][1]
