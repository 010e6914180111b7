"""A solo table in direct messages: one person against computers, dealt at once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.app import App
from bot.discord_errors import CHANNEL_LOST_CODES, DM_CLOSED_CODES, SEND_ERRORS, OpeningsPaused, code_of
from bot.errors import ChannelOccupied, UserError
from bot.i18n.catalogue import current_language
from bot.i18n.fitting import display_name
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import Control
from bot.screens.lesson import set_in_messages
from bot.screens.message import Button, Message
from bot.screens.table_screen import table_button
from bot.tables import lobby, votes
from bot.tables.model import TableMode
from bot.tables.session import TableSession
from bot.timing import end_of
from engine.ai import Level

DOUBLE_PRESS = 3.0  # seconds within which a second press counts as a double press


class SoloTable:
    def __init__(self, app: App) -> None:
        self.app, self.sessions, self.screens = app, app.sessions, app.screens

    async def open(
        self,
        ctx: InteractionContext,
        slug: str,
        computers: Sequence[Level],
        purpose: TableMode,
        deal: str = "",
        *,
        script: Sequence[tuple[int, str]] = (),
        day: int = 0,
        options: Mapping[str, Any] | None = None,
        before_deal: Callable[[TableSession], Awaitable[None]] | None = None,
        confirmation: Control | None = None,
    ) -> None:
        """Begin a game against these computers, with this seed, these options and a lesson's script.

        `before_deal` is called first; if it raises UserError, there is no table. If another lesson is running than
        the one in `confirmation`, ask for a confirmation on that control.

        In direct messages, the response is the table; elsewhere, the response links to it. Raises UserError,
        "messages-closed" if Hob cannot send direct messages to the person; then there is no table.
        """
        interaction, game = ctx.interaction, self.app.games[slug].game
        channel = await self.channel(ctx)
        lesson = await self.conflicting_table(channel, slug)
        if lesson is not None and lesson.playing and confirmation is not None and confirmation.session_id != lesson.id:
            await self.ask(ctx, lesson, replace(confirmation, session_id=lesson.id))
            return
        await self.app.quotas.admit(ctx.person, None, leaving=lesson is not None)
        if lesson is not None:
            self.app.delivery.record_presence(lesson, ctx.person)  # no need to tell a player who leaves it
            await self.close(lesson, "left-for-another")
        info = lobby.open_lobby(ctx.person, display_name(interaction.user), game, computers, options)
        info.purpose, info.deal, info.day = purpose, deal, day
        info.script, info.language = [*script], current_language()
        if interaction.guild_id is not None and interaction.channel_id is not None:
            info.wanted_in = interaction.guild_id, interaction.channel_id
        try:
            async with self.sessions.create_responding(slug, None, channel, info) as session:
                if before_deal is not None:
                    try:
                        await before_deal(session)
                    except UserError:
                        await self.close(session, "left-for-another")
                        raise
                async with session.lock:
                    await self.sessions.start(session, session.info.copy_for_edit())
                await ctx.record_arrival(session)
                await self.show(ctx, session)
        except ChannelOccupied as refusal:  # there was no table before, so it was a double press
            refusal.fields["just"] = True
            raise

    async def ask(self, ctx: InteractionContext, lesson: TableSession, confirmation: Control) -> None:
        """Ask whether the running lesson should end for the new table."""
        rows = ((Button(tr("button.end-the-lesson"), str(confirmation), "danger"), table_button(lesson)),)
        await ctx.send_ephemeral(Message(content=self.screens.text(lesson, "said.lesson-under-way"), rows=rows))

    async def channel(self, ctx: InteractionContext) -> int:
        """Return the person's direct message channel.

        Raises UserError("messages-closed"), "messages-paused", or "messages-away" for a temporary reason.
        """
        here = ctx.interaction.channel_id
        if ctx.interaction.guild_id is None and here is not None:
            return here
        try:
            return await self.app.people.dm_channel(self.app.delivery.messenger.open_dm, ctx.person)
        except OpeningsPaused as fault:
            raise self.paused() from fault
        except SEND_ERRORS as fault:
            closed = isinstance(fault, discord.Forbidden) or code_of(fault) in DM_CLOSED_CODES
            raise UserError("messages-closed" if closed else "messages-away") from fault

    def paused(self) -> UserError:
        return UserError("messages-paused", wait=max(60.0, self.app.delivery.messenger.openings.paused))

    async def conflicting_table(self, channel: int, slug: str) -> TableSession | None:
        """Return the table in a person's direct messages that a new one may replace, or None.

        A table that a crash left undealt may be replaced, too. Raises ChannelOccupied for other tables.
        """
        current = await self.sessions.at_channel(channel)
        if current is not None and await self.sessions.refresh(current.id):  # another process may own it
            current = await self.sessions.at_channel(channel)
        if current is None or not current.active:
            return None
        if not current.info.policy.arranged and current.status == "lobby":  # a crash came before the deal
            return current
        if not current.info.policy.makes_way:
            raise ChannelOccupied("channel-taken", session=current.id)
        now = self.sessions.clock()
        if current.game.slug == slug and now < end_of(current.created_at, DOUBLE_PRESS, now):
            raise ChannelOccupied("channel-taken", session=current.id, just=True)
        return current

    async def close(self, session: TableSession, why: str) -> None:
        async with session.lock:
            if session.active:  # else it has ended by now
                await self.sessions.change(session, votes.end_game(session.info, why))

    async def show(self, ctx: InteractionContext, session: TableSession) -> None:
        here = ctx.interaction.channel_id == session.channel
        if here:
            await ctx.response.cancel_deferral()
        if here and not ctx.response.is_done:
            await ctx.post_table(session)
            return
        try:
            await self.app.delivery.table.repost(session)
        except SEND_ERRORS as fault:  # the scheduler retries what may still arrive
            code = code_of(fault)
            if isinstance(fault, OpeningsPaused):
                await self.app.people.forget_channel(ctx.person)
                await self.close(session, "messages-closed")
                raise self.paused() from fault
            if code in CHANNEL_LOST_CODES:  # the next press opens it again
                await self.app.people.forget_channel(ctx.person)
            if code in DM_CLOSED_CODES | CHANNEL_LOST_CODES or isinstance(fault, discord.Forbidden):
                await self.close(session, "messages-closed")
                raise UserError("messages-away" if code in CHANNEL_LOST_CODES else "messages-closed") from fault
        rows = ((table_button(session),),)
        await ctx.send_ephemeral(Message(content=set_in_messages(self.screens.of(session)), rows=rows))
