"""The coach: what a good player would do here, and why."""

from bot.app import App
from bot.computers.ai_scheduler import SearchJob, decks_of
from bot.errors import UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, MAX_CUSTOM_ID
from bot.screens.message import Message
from bot.tables import seats
from bot.tables.session import TableSession
from cogs.coach.reasons import reasons
from engine.ai import Level, SearchResult
from engine.rng import derive_seed

LEVEL: Level = "normal"  # of its searches
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
        """*Hint*: send the choice of a normal computer in this seat, with its reasons."""
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
        thought = await self.search(live, seat)
        if live.g is None or live.g.question != number:
            raise UserError("stale")
        if thought is None:
            raise UserError("no-thought")
        view = live.view(seat)
        voice = self.screens.translator(live, view)
        labels = self.screens.game_ui(live).labels(view, voice)
        layout = self.screens.layout(live, view, seat, self.screens.translator(live, view, escape=False), ASIDE)
        that = layout.button(thought.moves[0].option)
        rows = (
            ((that._replace(label=self.screens.text(live, "button.do-that")),),)
            if len(that.id) <= MAX_CUSTOM_ID
            else ()
        )
        hint = Message(content=reasons(view, labels, voice, thought), rows=rows)
        await self.app.delivery.panels.note_shown(live, seat, await ctx.send_ephemeral(hint))

    async def disable_notes(self, ctx: InteractionContext, live: TableSession) -> None:
        """Turn off notes on new kinds of questions."""
        await self.app.people.change_settings(ctx.person, coach="off")
        said, seat = self.screens.text(live, "said.enough"), live.info.seat_of(ctx.person)
        if seat is not None and live.playing:
            await ctx.show_panel(live, seat, said, edit=True)
        else:
            await ctx.send_ephemeral(Message(content=said))

    async def search(self, live: TableSession, seat: int) -> SearchResult | None:
        """Search the open question, with the same result for every request; return None if the search was lost."""
        assert live.g is not None
        assert live.state is not None
        job = SearchJob(
            type(live.game), live.state, seat, LEVEL, derive_seed(live.id, live.g.question, seat), decks_of(live.game)
        )
        return await self.app.ai.submit(live.game.slug, LEVEL, lambda: job, SEARCH_TIMEOUT)
