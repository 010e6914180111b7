"""Undo of one's last answer: freely, or with the others' consent."""

import discord

from bot.app import App
from bot.errors import UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, PANEL, Control
from bot.screens.message import Button
from bot.tables.session import TableSession
from bot.tables.undo import UndoService


class UndoControls(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.undo = UndoService(app.sessions)
        app.interactions.handle("back", self.press)
        self.command("take-back", self.typed)

    async def typed(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.take_typed)

    async def take_typed(self, ctx: InteractionContext) -> None:
        await self.undo_answer(ctx, ctx.table)

    async def press(self, ctx: InteractionContext) -> None:
        control, live = ctx.pressed_control, ctx.table
        await self.undo_answer(ctx, live, asking=control.path == "ask", edit=control.place == PANEL)

    async def undo_answer(
        self, ctx: InteractionContext, live: TableSession, asking: bool = False, edit: bool = False
    ) -> None:
        """Undo at once if that is free; otherwise offer to ask the others, or, if `asking`, ask them."""
        counted_out = live.info.seat_of(ctx.person) in live.info.mended
        try:
            if asking:
                done = await self.undo.request(live, ctx.person)
            else:
                await self.undo.undo(live, ctx.person)
                done = True
        except UserError as refusal:
            if refusal.key == "back-ask":
                await self.offer_request(ctx, live, self.objection_text(live, refusal))
                return
            if refusal.key == "back-not-free":
                raise UserError("back-not-free", because=self.objection_text(live, refusal)) from None
            raise
        seat = live.info.seat_of(ctx.person)
        said = self.screens.text(live, "said.back-done" if done else "said.back-asked")
        if done and live.info.policy.remembered and seat in live.info.mended and not counted_out:
            said = self.screens.text(live, "said.back-done-uncounted")
        if done and live.playing and seat is not None:
            await ctx.show_panel(live, seat, said, edit=edit)
        else:
            await ctx.ephemeral_note(said)

    def objection_text(self, live: TableSession, refusal: UserError) -> str:
        """Return what prevents a free undo, as a sentence."""
        against, who = refusal.fields["against"], refusal.fields["who"]
        key = "shown-all" if against == "shown" and who is None else against
        return self.screens.translator(live).tr(f"said.back-{key}", who=who)

    async def offer_request(self, ctx: InteractionContext, live: TableSession, because: str) -> None:
        ask = str(Control(live.id, "back", "ask", place=ASIDE))
        row = (Button(self.screens.text(live, "button.ask-to-take-back"), ask, "primary"),)
        await ctx.ephemeral_note(self.screens.text(live, "said.back-ask", because=because), (row,))

    async def vote(self, ctx: InteractionContext, live: TableSession, agree: bool) -> None:
        done = await self.undo.vote(live, ctx.person, agree)
        key = "said.back-done" if done else "said.voted" if live.info.vote is not None else "said.back-off"
        await ctx.ephemeral_note(self.screens.text(live, key))
