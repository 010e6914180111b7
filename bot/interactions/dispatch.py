"""Dispatches every press and slash command: find its table and handler, and respond in time in any case."""

import asyncio
import contextlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Literal, NamedTuple

import discord

from bot.delivery.reconciliation import Delivery
from bot.discord_errors import LeaseExpired, code_of
from bot.errors import ConcurrentUpdate, UserError
from bot.gate import InteractionGate
from bot.i18n.catalogue import set_language
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.process.metrics import Metrics
from bot.screens.custom_id import NOWHERE, PANEL
from bot.screens.message import Message
from bot.servers import Servers
from bot.tables.session import TableSession
from bot.tables.time_limit import RenderError, TimeLimitExceeded

log = logging.getLogger("hob.interactions")
Handler = Callable[[InteractionContext], Awaitable[None]]
Find = Callable[[], Awaitable[TableSession]]


class Registration(NamedTuple):
    handlers: Handler | Mapping[str, Handler]
    table: Literal["required", "optional", "none"]  # whether its controls belong to a table


class Interactions:
    """Serves all interactions."""

    def __init__(self, gate: InteractionGate, servers: Servers, delivery: Delivery, metrics: Metrics) -> None:
        self.gate, self.servers, self.delivery, self.metrics = gate, servers, delivery, metrics
        self.sessions, self.screens = delivery.sessions, delivery.screens
        self.handlers: dict[str, Registration] = {}

    def handle(
        self,
        kind: str,
        handlers: Handler | Mapping[str, Handler],
        table: Literal["required", "optional", "none"] = "required",
    ) -> None:
        """Register the handlers of a kind of control (a-z and hyphens), and whether these controls belong to a table.

        `handlers` is one handler for all paths, or a handler by path or by the first part of a path.
        """
        self.handlers[kind] = Registration(handlers, table)

    def context(self, interaction: discord.Interaction) -> InteractionContext:
        return InteractionContext(interaction, self.gate, self.servers, self.delivery)

    async def failed(self, interaction: discord.Interaction, fault: Exception) -> None:
        """Respond to a failed command: invalid arguments that Discord accepts, or a bug."""
        log.error("command failed: %s", describe_without_messages(fault))
        if interaction.type is discord.InteractionType.application_command:
            await self.context(interaction).send_ephemeral(Message(content=tr("refused.fault")))

    async def press(self, interaction: discord.Interaction) -> None:
        """Handle a press on one of Hob's controls."""
        ctx = self.context(interaction)
        control, find = ctx.control_or_none, None
        handler: Handler = reject_forged
        if control is not None and (known := self.handlers.get(control.kind)) is not None:
            by_path, path = known.handlers, control.path
            if callable(by_path):
                handler = by_path
            else:
                handler = by_path.get(path) or by_path.get(path.partition("/")[0], reject_forged)
            if known.table == "required" or (known.table == "optional" and control.session_id != NOWHERE):
                find = partial(self.sessions.open, control.session_id)
        await self.run(ctx, handler, find)

    async def run(self, ctx: InteractionContext, handler: Handler, find: Find | None) -> None:
        """Get the table from `find`, if given, call `handler` and respond, in the worst case with an error message."""
        with self.metrics.measure_interaction() as set_outcome:
            async with ctx.response:
                try:
                    if not await self._handle(ctx, handler, find):
                        set_outcome("refused")
                except (asyncio.CancelledError, LeaseExpired):  # the lease expired, or Hob stops
                    set_outcome("fault")
                    await ctx.interrupted(Message(content=tr("refused.interrupted")))
                except Exception as fault:
                    set_outcome("fault")
                    log.error("interaction failed: %s %s: %s", *place_and_kind(ctx), describe_without_messages(fault))
                    with contextlib.suppress(UserError):  # a filter blocks even that
                        await ctx.send_ephemeral(Message(content=tr("refused.fault")))

    async def _handle(self, ctx: InteractionContext, handler: Handler, find: Find | None) -> bool:
        """Handle the interaction, again after a concurrent update. Return False if it was refused."""
        try:
            await self.gate.acquire(ctx.response.task)
            set_language(await ctx.language())
            # Users who added an older version of Hob to their account may still see its commands where it isn't a
            # member: in a private channel, or in a server that hasn't invited it.
            interaction = ctx.interaction
            is_uninvited = interaction.is_user_integration() and not interaction.is_guild_integration()
            if interaction.context.private_channel or (is_uninvited and interaction.guild_id is not None):
                raise UserError("not-a-member")
            try:
                await self._call(ctx, handler, find)
            except ConcurrentUpdate:
                await self._call(ctx, handler, find)
        except UserError as refusal:
            log.debug("interaction refused: %s", refusal.key)
            try:
                await ctx.refuse(refusal)
            except UserError as another:  # such as an unavailable database, or a filter that rejects this message, too
                await ctx.send_ephemeral(Message(content=tr(f"refused.{another.key}", **another.fields)))
            return False
        return True

    async def _call(self, ctx: InteractionContext, handler: Handler, find: Find | None) -> None:
        """Call the handler, at its table if it has one."""
        if find is None:
            await handler(ctx)
            return
        session = ctx.session_or_none = await find()
        set_language(session.info.language)
        if session.info.is_hidden:
            raise UserError("over")
        ctx.seat = session.info.seat_of(ctx.person)
        log.debug("session %s: %s by seat %s", *place_and_kind(ctx), ctx.seat)
        ctx.owned_elsewhere = ctx.place == PANEL and not self.sessions.attends(session.guild)
        session.responding.add(ctx.response.task)
        ctx.response.on_late = responded = partial(self.sessions.responded, session, ctx.response.task)
        try:
            await ctx.record_arrival(session)
            await handler(ctx)
        except RenderError as fault:
            if not isinstance(fault.__cause__, TimeLimitExceeded):
                raise  # may concern only this press; the scheduler finds out if the table is broken
            raise await self.sessions.handle_render_error(session, fault) from fault
        finally:
            responded()


def place_and_kind(ctx: InteractionContext) -> tuple[str, str]:
    """Return the session's id and the kind of control, for the log; what was chosen or typed may be secret."""
    if ctx.control_or_none is not None:
        return ctx.control.session_id, ctx.control.kind
    return ctx.session_or_none.id if ctx.session_or_none is not None else NOWHERE, "command"


def describe_without_messages(fault: BaseException) -> str:
    """Return the traceback and causes of an error without any messages, which may quote what was typed."""
    name = " ".join(filter(None, [type(fault).__name__, str(code_of(fault) or "")]))
    frames = "".join(traceback.format_tb(fault.__traceback__))
    cause = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    return f"{name}\n{frames}" + (f"caused by {describe_without_messages(cause)}" if cause is not None else "")


async def reject_forged(ctx: InteractionContext) -> None:
    """Refuse a control that Hob never sent."""
    raise UserError("forged")
