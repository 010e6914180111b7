"""The coach: what a good player would do here, and why."""

from bot.app import App
from bot.computers.ai_scheduler import Job, decks_of
from bot.errors import Refusal
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, CUSTOM_ID
from bot.screens.message import Message
from bot.tables import seats
from bot.tables.session import Live
from cogs.coach.reasons import reasons
from engine.ai import Level, Thought
from engine.rng import luck

LEVEL: Level = "normal"  # at which it thinks
WITHIN = 8.0  # seconds in which somebody who asks would like to read an answer


class Coach(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("coach", self.press)
        self.verbs = {"hint": self.hint, "enough": self.enough}

    async def press(self, ctx: InteractionContext) -> None:
        control, live = ctx.pressed_control, ctx.table
        if control.path not in self.verbs:
            raise Refusal("forged")
        await self.verbs[control.path](ctx, live)

    async def hint(self, ctx: InteractionContext, live: Live) -> None:
        """*What would you do?*: the choice of a normal computer in this seat, with its reasons."""
        live.need_game()
        if not live.info.hints:
            raise Refusal("no-hints")
        seat = seats.seat_of(live.info, ctx.person)
        if live.info.seats[seat].away:
            raise Refusal("away")
        if seat not in live.view().waiting:
            raise Refusal("nothing-asked")
        assert live.g is not None
        number = live.g.question
        thought = await self.thought(live, seat)
        if live.g is None or live.g.question != number:
            raise Refusal("stale")
        if thought is None:
            raise Refusal("no-thought")
        view = live.view(seat)
        voice = self.screens.words(live, view)
        labels = self.screens.face(live).labels(view, voice)
        layout = self.screens.layout(live, view, seat, self.screens.words(live, view, escape=False), ASIDE)
        that = layout.button(thought.prospects[0].option)
        rows = ((that._replace(label=self.screens.text(live, "button.do-that")),),) if len(that.id) <= CUSTOM_ID else ()
        hint = Message(content=reasons(view, labels, voice, thought), rows=rows)
        await self.app.delivery.panels.beside(live, seat, await ctx.whisper(hint))

    async def enough(self, ctx: InteractionContext, live: Live) -> None:
        """No more notes on new kinds of questions."""
        await self.app.people.wish(ctx.person, coach="off")
        said, seat = self.screens.text(live, "said.enough"), live.info.seat_of(ctx.person)
        if seat is not None and live.playing:
            await ctx.show_panel(live, seat, said, edit=True)
        else:
            await ctx.whisper(Message(content=said))

    async def thought(self, live: Live, seat: int) -> Thought | None:
        """The same however often the same question is asked about; None if it was lost."""
        assert live.g is not None
        assert live.state is not None
        job = Job(type(live.game), live.state, seat, LEVEL, luck(live.id, live.g.question, seat), decks_of(live.game))
        return await self.app.thinker.think(live.game.slug, LEVEL, lambda: job, WITHIN)
