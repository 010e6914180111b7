"""Plays for computers, and for persons in whose seat a computer sits."""

import secrets

from bot.computers.thinker import Job, Thinker, Thought
from bot.run.settings import Timing
from bot.sessions.live import Live
from bot.sessions.sessions import Sessions
from engine.players import at_random


class ComputerPlayer:
    """All computers of all tables.  Without a `thinker` they answer at random."""

    def __init__(self, sessions: Sessions, timing: Timing, thinker: Thinker | None) -> None:
        self.sessions, self.timing, self.thinker, self.clock = sessions, timing, thinker, sessions.clock

    async def attend(self, live: Live) -> float | None:
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
            if live.game.expiring_offers and offer.startswith(live.game.expiring_offers)
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
        if self.clock() < at:
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
        tells = question is not None and question.say in live.game.telltale_questions
        if self.thinker is None or (tells and live.info.seats[seat].person is not None):
            return None
        if seat not in live.thoughts:
            live.thoughts[seat] = self._think(live, seat, secrets.randbits(64))
        return live.thoughts[seat]

    def _think(self, live: Live, seat: int, luck: int) -> Thought:
        """Begin a computer's thought about its open question."""
        assert live.g is not None and self.thinker is not None
        number = live.g.question

        def job() -> Job | None:
            ask = live.g.asks.get(seat) if live.g is not None and live.g.question == number else None
            if live.g is None or ask is None or live.state is None:  # too late
                return None
            if len(ask.options) == 1 and not live.game.offers(live.g, seat):  # there is no choice
                return None
            decks = {name: deck for name, deck in (live.game.decks or {}).items() if name != "hob"}
            return Job(type(live.game), live.state, seat, luck, decks)

        return Thought(number, self.clock(), self.thinker.think(job))

    def _with_patience(self, live: Live, thought: Thought, pause: float, secret: bool) -> float:
        """When to answer: when the pause is over, or as soon as there is a thought then.

        How long somebody thinks would tell what they hold, so a secret answer comes at its time, with or without one.
        """
        at = thought.began + pause
        if secret or thought.task.done() or self.clock() < at:
            return at
        if not thought.awaited:
            thought.awaited = True
            thought.task.add_done_callback(lambda _: self.sessions.changed(live.id))
        return max(at, thought.began + self.timing.computer_patience)

    def _choice(self, live: Live, seat: int, thought: Thought | None) -> str:
        """The thought, if it came in time and somebody's offer has not overtaken it; else any option."""
        view = live.view(seat)
        question, option = view.question_of(seat), thought.option if thought is not None else None
        possible = [*view.offers.get(seat, []), *((question and question.options) or [])]
        if option is not None and option in possible:
            return option
        return at_random(view, secrets.randbits(64))
