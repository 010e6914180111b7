"""Before a game and after it: new tables, seats, options, the start, and Play again."""

import contextlib

import discord

from bot.app import App
from bot.delivery.messenger import ARCHIVE_AFTER
from bot.delivery.retry import SEND_ERRORS
from bot.errors import UserError
from bot.features import Feature, choices_of
from bot.i18n.catalogue import COMMON, current_language
from bot.i18n.fitting import cut, display_name
from bot.i18n.translator import Translator
from bot.interactions.context import InteractionContext
from bot.interactions.permissions import (
    channel_ids,
    may_manage,
    missing_for_threads,
    require_editable_channel,
    require_rights,
    role_ids,
)
from bot.screens.custom_id import ASIDE, Control
from bot.screens.layout import in_rows
from bot.screens.lobby import setting_choices, setting_controls, settings_text
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.tables import lobby
from bot.tables.model import LETTERS, TableInfo
from bot.tables.session import TableSession
from bot.times import end_of
from engine.ai import LEVELS, Level


class Lobby(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.verbs = {
            "join": self.join,
            "leave": self.leave,
            "computer": self.computer,
            "options": self.options,
            "start": self.start,
            "cancel": self.cancel,
            "remove": self.remove,
            "done": self.done,
            "channel": self.cards_in_channel,
            "fine": self.confirm_direct_messages,
        }
        app.interactions.handle("lobby", self.press)
        app.interactions.handle("again", self.again_pressed)
        self.command("computer", self.computer_command, level=choices_of(*LEVELS))

    async def computer_command(self, interaction: discord.Interaction, level: str = "") -> None:
        await self.at_table(interaction, self.computer_typed, level)

    async def computer_typed(self, ctx: InteractionContext, level: str) -> None:
        await self.computer(ctx, ctx.table, level)

    async def press(self, ctx: InteractionContext) -> None:
        control, live, values = ctx.pressed_control, ctx.table, ctx.values
        verb, _, rest = control.path.partition("/")
        if verb == "set":
            name, _, value = rest.partition("/")
            await self.choose_setting(ctx, live, name, values[0] if values else value)
        elif verb in self.verbs:
            await self.verbs[verb](ctx, live, *(values[:1] if verb in ("computer", "remove") else []))
        else:
            raise UserError("forged")

    # ---- a new table
    async def new(
        self, ctx: InteractionContext, slug: str, computers: int = 0, level: str = "", info: TableInfo | None = None
    ) -> None:
        """Open a lobby in this channel; the response shows it."""
        interaction = ctx.interaction
        assert interaction.channel_id is not None
        game, settings = self.app.games[slug].game, await self.app.servers.of(interaction.guild_id)
        moderator = interaction.permissions.manage_messages
        settings.admit(channel_ids(interaction), moderator, role_ids(interaction))
        await self.app.servers.require_welcome(interaction.guild_id, ctx.person, moderator)
        if not settings.threads:
            require_editable_channel(interaction)
        await require_rights(interaction)
        if info is None:
            levels, chosen = [self.level(level)] * computers, settings.options_of(game)
            info = lobby.open_lobby(ctx.person, display_name(interaction.user), game, levels, chosen)
            info.server = interaction.guild.name if interaction.guild else ""
            info.language = current_language()
        info.cards = settings.cards
        await self.app.quotas.admit(ctx.person, interaction.guild_id, settings.tables)
        if settings.threads and isinstance(interaction.channel, discord.TextChannel):
            await self.in_thread(ctx, interaction.channel, slug, info)
            return
        live = await self.sessions.create(slug, interaction.guild_id, interaction.channel_id, info)
        try:
            ctx.record_arrival(live)
            await ctx.cancel_deferral()
            if interaction.type is discord.InteractionType.component and not ctx.is_done:
                await ctx.acknowledge()  # the lobby would appear as a reply to the pressed button's message
                return
            if ctx.is_done:  # deferred as an ephemeral reply: the scheduler posts the lobby
                await ctx.send_ephemeral(Message(content=self.screens.text(live, "said.set")))
                return
            message, now = self.screens.table(live, []), self.sessions.clock()
            table = self.app.delivery.table
            posted = await ctx.post(message, live.showing, table.picture_callback(live, message))
            if posted is not None:  # else the scheduler checks whether it has arrived, and posts it
                await table.record_posted(live, message, posted, now)
        finally:
            live.responding -= 1
            self.app.wake(live.id)

    async def in_thread(
        self, ctx: InteractionContext, channel: discord.TextChannel, slug: str, info: TableInfo
    ) -> None:
        """Open a lobby in a new thread of this channel, where the scheduler posts it; the response links to it."""
        if rights := missing_for_threads(ctx.interaction):
            raise UserError("no-rights", rights=rights)
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        plain, title = Translator(COMMON, escape=False), self.app.games[slug].game.title
        said = plain.tr("said.thread", game=title, name=info.names()[0])
        try:
            thread = await channel.create_thread(name=cut(said, 100), type=kind, auto_archive_duration=ARCHIVE_AFTER)
        except SEND_ERRORS:
            raise UserError("no-thread") from None
        try:
            live = await self.sessions.create(slug, channel.guild.id, thread.id, info)
        except UserError:
            with contextlib.suppress(*SEND_ERRORS):
                await thread.edit(archived=True)
            raise
        live.responding -= 1
        self.app.wake(live.id)
        await ctx.cancel_deferral()
        said = self.screens.text(live, "said.set-in-thread", p="s0", channel=f"<#{thread.id}>")
        await (ctx.send_ephemeral if ctx.is_done else ctx.post)(Message(content=said))

    async def again_pressed(self, ctx: InteractionContext) -> None:
        await self.again(ctx, ctx.table)

    async def again(self, ctx: InteractionContext, live: TableSession) -> None:
        """Play again: open a lobby with the same options and computers; all players must press to be seated."""
        current = await self.sessions.at_channel(live.channel)
        if current is not None and current.status != "over":
            if current.status != "lobby" or current.game.slug != live.game.slug:
                raise UserError("channel-taken", session=current.id)
            await self.join(ctx, current)
            return
        hearing = await self.app.people.with_notifications(live.info.persons())
        name = display_name(ctx.interaction.user)
        result = None if live.info.ended else self.screens.result(live)
        won = result.winners if result is not None else ()
        info = lobby.rematch(live.info, ctx.person, name, live.game, hearing, won)
        try:
            await self.new(ctx, live.game.slug, info=info)
        except UserError as refusal:  # another player pressed at the same moment
            if refusal.key != "channel-taken":
                raise
            await self.again(ctx, live)

    # ---- seats
    async def join(self, ctx: InteractionContext, live: TableSession) -> None:
        interaction = ctx.interaction
        if live.guild is None and ctx.person != live.info.host:  # it is in the host's direct messages
            raise UserError("forged")
        settings = await self.app.servers.of(interaction.guild_id)
        moderator = interaction.permissions.manage_messages
        settings.require_welcome(role_ids(interaction), moderator)
        await self.app.servers.require_welcome(interaction.guild_id, ctx.person, moderator)
        async with live.lock:
            live.require_lobby()
            info = lobby.join(live.info, ctx.person, display_name(interaction.user), live.game)
            await self.sessions.change(live, info)
        ctx.record_arrival(live)
        seat = len(info.seats) - 1
        shown = await ctx.show_table(live)
        if not await self.greet(ctx, live, seat) and not shown:
            say = self.screens.text
            said = [say(live, "said.seated-plain", seat=seat), say(live, "refused.table-here")]
            await ctx.send_ephemeral(Message(content=" ".join(said)))

    async def greet(self, ctx: InteractionContext, live: TableSession, seat: int) -> bool:
        """Ask at a person's first table where their cards should go; return False if there is no need to ask."""
        wishes = await self.app.people.settings(ctx.interaction.user.id)
        if wishes.greeted or wishes.cards_at(live.info.cards) == "channel" or not self.screens.has_hand(live):
            return False
        await self.app.people.change_settings(ctx.interaction.user.id, greeted=True)
        rows = (
            (
                self.screens.button(live, "keep-in-the-channel", "lobby", "channel"),
                self.screens.button(live, "fine", "lobby", "fine", "primary"),
            ),
        )
        await ctx.send_ephemeral(Message(content=self.screens.text(live, "said.seated", seat=seat), rows=rows))
        return True

    async def cards_in_channel(self, ctx: InteractionContext, live: TableSession) -> None:
        await self.app.people.change_settings(ctx.interaction.user.id, cards="channel")
        await ctx.edit(Message(content=self.screens.text(live, "said.in-channel")))

    async def confirm_direct_messages(self, ctx: InteractionContext, live: TableSession) -> None:
        await self.app.people.change_settings(ctx.interaction.user.id, cards="message")
        await ctx.edit(Message(content=self.screens.text(live, "said.fine")))

    async def leave(self, ctx: InteractionContext, live: TableSession) -> None:
        async with live.lock:
            live.require_lobby(closing=True)
            await self.sessions.change(live, lobby.leave(live.info, ctx.person))
        await self.show(ctx, live, "said.left-lobby" if live.status == "lobby" else "said.lobby-closed")

    async def computer(self, ctx: InteractionContext, live: TableSession, wanted: str = "") -> None:
        level = self.level(wanted)
        async with live.lock:
            live.require_lobby()
            await self.sessions.change(live, lobby.add_computer(live.info, ctx.person, live.game, level))
        await self.show(ctx, live)

    def level(self, wanted: str) -> Level:
        """Return the wanted level of a computer, or this Hob's default if none is given.  Raises UserError."""
        found = next((level for level in LEVELS if level == (wanted or self.app.level)), None)
        if found is None:
            raise UserError("forged")
        return found

    async def cancel(self, ctx: InteractionContext, live: TableSession) -> None:
        async with live.lock:
            live.require_lobby(closing=True)
            name, moderator = display_name(ctx.interaction.user), may_manage(ctx.interaction, live)
            await self.sessions.change(live, lobby.cancel(live.info, ctx.person, name, moderator))
        await self.show(ctx, live, "said.lobby-closed")

    # ---- options
    async def options(self, ctx: InteractionContext, live: TableSession) -> None:
        live.require_lobby()
        if live.info.host != ctx.person:
            raise UserError("only-host-options", options=settings_text(self.screens.game_ui(live), live.info))
        await ctx.send_ephemeral(self.settings_message(live))

    def settings_message(self, live: TableSession) -> Message:
        """Return a cycling button for each option with two or three values, a select for others; at most five rows."""
        say = self.screens.translator(live, escape=False).tr
        lines, menus, buttons = setting_controls(
            setting_choices(self.screens.game_ui(live), live.info),
            say,
            lambda path: str(Control(live.id, "lobby", f"set/{path}", place=ASIDE)),
        )
        rows: list[Row] = [*menus]
        buttons.append(self.button(live, say("button.done"), "done", "primary"))
        others = tuple(
            Choice(say("button.remove", letter=LETTERS[n], name=seat.name), lobby.occupant_key(seat))
            for n, seat in enumerate(live.info.seats)
            if seat.person != live.info.host
        )
        if others:
            rows.append(
                Menu(say("button.remove-a-player"), str(Control(live.id, "lobby", "remove", place=ASIDE)), others)
            )
        return Message(content="\n".join(lines)[:2000], rows=(*rows, *in_rows(buttons)))

    def button(self, live: TableSession, label: str, path: str, style: Style = "secondary") -> Button:
        return Button(label, str(Control(live.id, "lobby", path, place=ASIDE)), style)

    async def choose_setting(self, ctx: InteractionContext, live: TableSession, name: str, value: str) -> None:
        async with live.lock:
            live.require_lobby()
            await self.sessions.change(live, lobby.choose_setting(live.info, ctx.person, live.game, name, value))
        await ctx.edit(self.settings_message(live))

    async def remove(self, ctx: InteractionContext, live: TableSession, who: str = "") -> None:
        async with live.lock:
            live.require_lobby()
            await self.sessions.change(live, lobby.remove(live.info, ctx.person, who))
        await ctx.edit(self.settings_message(live))

    async def done(self, ctx: InteractionContext, live: TableSession) -> None:
        chosen = settings_text(self.screens.game_ui(live), live.info)
        await ctx.edit(Message(content=self.screens.text(live, "option.all", options=chosen)))

    # ---- the start
    async def start(self, ctx: InteractionContext, live: TableSession) -> None:
        await require_rights(ctx.interaction)
        async with live.lock:
            live.require_lobby()
            seen = self.app.delivery.last_seen(live, live.info.host, live.created_at)
            now = self.sessions.clock()
            silent = now >= end_of(seen, self.app.timing.start_by_others, now)
            info = lobby.check_start(live.info, ctx.person, live.game, host_is_silent=silent)
            await self.sessions.start(live, info)
        await self.show(ctx, live)

    async def show(self, ctx: InteractionContext, live: TableSession, key: str = "refused.table-here") -> None:
        """Show the lobby or table, as the response if the press was on it; otherwise send a confirmation.

        A deferred press needs none; a command without a response would seem to load endlessly.
        """
        pressed = ctx.interaction.message
        if not await ctx.show_table(live) and (pressed is None or not ctx.is_done):
            message = Message(content=self.screens.text(live, key))
            await (ctx.edit if pressed is not None and pressed.flags.ephemeral else ctx.send_ephemeral)(message)
