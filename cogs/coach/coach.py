"""The coach: what a good player would do here, and why."""

from collections.abc import Sequence

from bot.app import App
from bot.computers.ai_scheduler import SearchJob, decks_of
from bot.errors import UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, MAX_CUSTOM_ID
from bot.screens.message import Message
from bot.tables import seats
from bot.tables.session import TableSession
from cogs.coach.reasons import Advice, HintText, advise, finalists
from engine.ai import Level, SearchResult
from engine.rng import derive_seed

LEVEL: Level = "hard"  # of its searches
SEARCH_TIMEOUT = 8.0  # seconds that a player is ready to wait for an answer


class Coach(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("coach", self.press)
        self.verbs = {"hint": self.hint, "enough": self.disable_notes}

    async def press(self, ctx: InteractionContext) -> None:
        control, live = ctx.pressed_control, ctx.table
        if control.path not in self.verbs:
            raise UserError("forged")
        await self.verbs[control.path](ctx, live)

    async def hint(self, ctx: InteractionContext, live: TableSession) -> None:
        """*Hint*: send the choice of a Hard computer in this seat, with its reasons."""
        live.require_game()
        if not live.info.hints:
            raise UserError("no-hints")
        seat = seats.require_seat(live.info, ctx.person)
        if live.info.seats[seat].away:
            raise UserError("away")
        if seat not in live.view().waiting:
            raise UserError("nothing-asked")
        assert live.g is not None
        number = live.g.question
        advice = await self.think(live, seat, number)
        view = live.view(seat)
        voice = self.screens.translator(live, view)
        labels = self.screens.game_ui(live).labels(view, voice)
        layout = self.screens.layout(live, view, seat, self.screens.translator(live, view, escape=False), ASIDE)
        that = layout.button(advice.best.option)
        rows = (
            ((that._replace(label=self.screens.text(live, "button.do-that")),),)
            if len(that.id) <= MAX_CUSTOM_ID
            else ()
        )
        await self.record_hint(live, seat, number, advice.recommended)
        hint = Message(content=HintText(view, labels, voice, advice).text(), rows=rows)
        await self.app.delivery.panels.note_shown(live, seat, await ctx.send_ephemeral(hint))

    async def think(self, live: TableSession, seat: int, question: int) -> Advice:
        """Search all actions, then compare the two best ones.  Raises UserError."""
        result = await self.search(live, seat)
        self.require_question(live, question)
        if result is None or (result.level != LEVEL and len(result.moves) > 1):  # there was no time for this level
            raise UserError("no-thought")
        among = finalists(result)
        final = await self.search(live, seat, among) if among else None
        self.require_question(live, question)
        return advise(result, final if final is not None and final.level == LEVEL else None)

    def require_question(self, live: TableSession, question: int) -> None:
        if live.g is None or live.g.question != question:
            raise UserError("stale")

    async def record_hint(self, live: TableSession, seat: int, question: int, actions: Sequence[str]) -> None:
        """Store the recommended actions before the hint is sent, so that no review calls them a mistake."""
        async with live.lock:
            self.require_question(live, question)
            info = live.info.copy_for_edit()
            info.record_hint(seat, question, actions)
            if info != live.info:
                await self.sessions.change(live, info)

    async def disable_notes(self, ctx: InteractionContext, live: TableSession) -> None:
        """Turn off notes on new kinds of questions."""
        await self.app.people.change_settings(ctx.person, coach="off")
        said, seat = self.screens.text(live, "said.enough"), live.info.seat_of(ctx.person)
        if seat is not None and live.playing:
            await ctx.show_panel(live, seat, said, edit=True)
        else:
            await ctx.send_ephemeral(Message(content=said))

    async def search(self, live: TableSession, seat: int, among: tuple[str, ...] = ()) -> SearchResult | None:
        """Search the open question, with the same result for every request; return None if the search was lost.

        With `among`, compare only these actions and count the events that may be reasons.
        """
        assert live.g is not None
        assert live.state is not None
        seed, decks = derive_seed(live.id, live.g.question, seat, *among), decks_of(live.game)
        watched = tuple(event.pattern for event in self.screens.game_ui(live).labels.hint_events) if among else ()
        job = SearchJob(type(live.game), live.state, seat, LEVEL, seed, decks, among=among, watched=watched)
        return await self.app.ai.submit(live.game.slug, LEVEL, lambda: job, SEARCH_TIMEOUT)
