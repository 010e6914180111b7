"""The coach: hints (what a good player would do here, and why), lessons, and a review of a game that is over."""

from collections.abc import Sequence
from functools import partial

from bot.app import App
from bot.computers.ai_scheduler import SearchJob, decks_of
from bot.errors import Stale, UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, MAX_CUSTOM_ID
from bot.screens.message import Message
from bot.tables.session import TableSession
from bot.task_runner import SharedTasks
from cogs.coach.learn import Lessons
from cogs.coach.reasons import LEVEL, Advice, HintText, advise, finalists
from cogs.coach.review import GameReview
from engine.ai import SearchResult
from engine.rng import derive_seed

SEARCH_TIMEOUT = 8.0  # seconds that a player is ready to wait for an answer


class Coach(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("coach", {"hint": self.hint, "enough": self.disable_notes})
        self._thinking = SharedTasks[tuple[str, int, int], Advice]()  # by table, its revision, and seat

    async def hint(self, ctx: InteractionContext) -> None:
        """*Hint*: send the choice of a Hard computer in this seat, with its reasons."""
        session = ctx.session
        session.require_game()
        if not session.info.settings.hints:
            raise UserError("no-hints")
        seat = session.info.require_seat(ctx.person)
        if session.info.seats[seat].away:
            raise UserError("away")
        if seat not in session.view().waiting:
            raise UserError("nothing-asked")
        assert session.g is not None
        number = session.g.question
        advice = await self.think(session, seat, number)
        screen = self.screens.of(session, seat)
        that = screen.plain.layout(seat, ASIDE).button(advice.best.option)
        do_that = that._replace(label=self.screens.text(session, "button.do-that"))
        rows = ((do_that,),) if len(that.id) <= MAX_CUSTOM_ID else ()
        await self.record_hint(session, seat, number, advice.recommended)
        hint = Message(content=HintText(screen.view, screen.labels, screen.translator, advice).text(), rows=rows)
        await self.app.delivery.ephemeral.note_shown(session, seat, await ctx.send_ephemeral(hint))

    async def think(self, session: TableSession, seat: int, question: int) -> Advice:
        """Return the advice; a seat's presses during one search share its result. Raises UserError."""
        key = session.id, session.revision, seat
        return await self._thinking.run(key, partial(self._think, session, seat, question), "hob-hint")

    async def _think(self, session: TableSession, seat: int, question: int) -> Advice:
        """Search all actions, then compare the two best ones. Raises UserError."""
        result = await self.search(session, seat)
        self.require_question(session, question)
        if result is None or (result.level != LEVEL and len(result.moves) > 1):  # there was no time for this level
            raise UserError("no-thought")
        among = finalists(result)
        final = await self.search(session, seat, among) if among else None
        self.require_question(session, question)
        return advise(result, final if final is not None and final.level == LEVEL else None)

    def require_question(self, session: TableSession, question: int) -> None:
        if session.g is None or session.g.question != question:
            raise Stale("stale")

    async def record_hint(self, session: TableSession, seat: int, question: int, actions: Sequence[str]) -> None:
        """Store the recommended actions before the hint is sent, so that no review calls them a mistake."""
        async with session.lock:
            self.require_question(session, question)
            info = session.info.copy_for_edit()
            info.record_hint(seat, question, actions)
            if info != session.info:
                await self.sessions.change(session, info)

    async def disable_notes(self, ctx: InteractionContext) -> None:
        """Turn off notes on new kinds of questions."""
        await self.app.people.change_settings(ctx.person, coach="off")
        sentence, seat = self.screens.text(ctx.session, "said.enough"), ctx.session.info.seat_of(ctx.person)
        if seat is not None and ctx.session.playing:
            await ctx.show_panel(seat, sentence, edit=True)
        else:
            await ctx.send_ephemeral(Message(content=sentence))

    async def search(self, session: TableSession, seat: int, among: tuple[str, ...] = ()) -> SearchResult | None:
        """Search the open question, with the same result for every request; return None if the search was lost.

        With `among`, compare only these actions and count the events that may be reasons.
        """
        assert session.g is not None
        assert session.state is not None
        seed, decks = derive_seed(session.id, session.g.question, seat, *among), decks_of(session.game)
        watched = tuple(event.pattern for event in self.screens.ui(session).labels.hint_events) if among else ()
        job = SearchJob(type(session.game), session.state, seat, LEVEL, seed, decks, among=among, watched=watched)
        return await self.app.ai.submit(session.game.slug, LEVEL, lambda: job, SEARCH_TIMEOUT)


def setup(app: App) -> None:
    for feature in (Coach, Lessons, GameReview):
        feature(app)
