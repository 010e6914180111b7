"""Before a game and after it: new tables, seats, options, the start, and Play again."""

import contextlib
from collections.abc import Callable

import discord

from bot.app import App
from bot.delivery.messenger import ARCHIVE_AFTER
from bot.discord_errors import SEND_ERRORS
from bot.errors import ChannelOccupied, UserError
from bot.features import Feature, choices_of
from bot.i18n.catalogue import COMMON, current_language
from bot.i18n.fitting import LETTERS, cut, display_name
from bot.i18n.translator import Translator
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import Handler
from bot.permissions import (
    channel_ids,
    may_manage,
    missing_thread_rights,
    require_editable_channel,
    require_rights,
    right_names,
    role_ids,
)
from bot.screens.custom_id import ASIDE, Control
from bot.screens.layout import in_rows
from bot.screens.lobby import setting_choices, setting_controls, settings_text
from bot.screens.message import Choice, Menu, Message, Row
from bot.screens.table_screen import place
from bot.tables import lobby
from bot.tables.model import TableInfo
from bot.tables.session import TableSession
from bot.timing import end_of
from engine.actions import parts
from engine.ai import LEVELS, Level


class Lobby(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        actions: dict[str, Handler] = {
            "join": lambda ctx: self.join(ctx, ctx.session),
            "leave": self.leave,
            "computer": lambda ctx: self.computer(ctx, ctx.picked),
            "options": self.options,
            "start": self.start,
            "cancel": self.cancel,
            "set": self.choose_setting,
            "remove": self.remove,
            "done": self.done,
            "channel": self.cards_in_channel,
            "fine": self.confirm_direct_messages,
        }
        app.interactions.handle("lobby", actions)
        app.interactions.handle("again", self.again)
        self.command("computer", self.computer, "hob", self.here, level=choices_of(*LEVELS))

    # ---- a new table
    async def new(
        self, ctx: InteractionContext, slug: str, computers: int = 0, level: str = "", info: TableInfo | None = None
    ) -> None:
        """Open a lobby in this channel or, if the server wants that, in a new thread of it; the response shows it.

        The `info` of a rematch is given. It stays in the channel, where the other players press *Play again*, too.
        """
        interaction = ctx.interaction
        assert interaction.channel_id is not None
        game, settings = self.app.games[slug].game, await ctx.require_welcome()
        settings.admit(channel_ids(interaction), interaction.permissions.manage_messages, role_ids(interaction))
        threads = settings.threads and info is None
        if not threads:
            require_editable_channel(interaction)
        await require_rights(interaction)
        if info is None:
            levels, chosen = [self.level(level)] * computers, settings.options_of(game)
            info = lobby.open_lobby(ctx.person, display_name(interaction.user), game, levels, chosen)
            info.server = interaction.guild.name if interaction.guild else ""
            info.language = current_language()
        info.cards = settings.cards
        await self.app.quotas.admit(ctx.person, interaction.guild_id, settings.tables)
        if threads and isinstance(interaction.channel, discord.TextChannel):
            await self.in_thread(ctx, interaction.channel, slug, info)
            return
        async with self.sessions.create_responding(slug, interaction.guild_id, interaction.channel_id, info) as session:
            await ctx.record_arrival(session)
            await ctx.response.cancel_deferral()
            if interaction.type is discord.InteractionType.component and not ctx.response.is_done:
                await ctx.response.acknowledge()  # the lobby would appear as a reply to the pressed button's message
                return
            if ctx.response.is_done:  # deferred as an ephemeral reply: the scheduler posts the lobby
                await ctx.send_ephemeral(Message(content=self.screens.text(session, "said.set")))
                return
            await ctx.post_table(session)

    async def in_thread(
        self, ctx: InteractionContext, channel: discord.TextChannel, slug: str, info: TableInfo
    ) -> None:
        """Open a lobby in a new thread of this channel, where the scheduler posts it; the response links to it."""
        if lacking := missing_thread_rights(ctx.interaction.app_permissions):
            raise UserError("no-rights", rights=right_names(lacking))
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        plain, title = Translator(COMMON, escape=False), self.app.games[slug].game.title
        name = plain.tr("said.thread", game=title, name=info.names()[0])
        try:
            thread = await channel.create_thread(name=cut(name, 100), type=kind, auto_archive_duration=ARCHIVE_AFTER)
        except SEND_ERRORS:
            raise UserError("no-thread") from None
        try:
            session = await self.sessions.create(slug, channel.guild.id, thread.id, info)
        except UserError:
            with contextlib.suppress(*SEND_ERRORS):
                await thread.edit(archived=True)
            raise
        await ctx.response.cancel_deferral()
        sentence = self.screens.text(session, "said.set-in-thread", p="s0", channel=f"<#{thread.id}>")
        await (ctx.send_ephemeral if ctx.response.is_done else ctx.post)(Message(content=sentence))

    async def again(self, ctx: InteractionContext, retry: bool = True) -> None:
        """Play again: open a lobby with the same options and computers; all players must press to be seated.

        With `retry`, a player who presses at the same moment as another joins their lobby. Raises UserError.
        """
        session = ctx.session
        if ctx.interaction.channel_id != session.channel:  # a table here would be beyond the reach of the others
            where = place(session.guild, session.channel)
            raise UserError("elsewhere", game=session.game.title, channel=where)
        current = await self.sessions.at_channel(session.channel)
        if current is not None and current.status != "over":
            if current.status != "lobby" or current.game.slug != session.game.slug:
                raise ChannelOccupied("channel-taken", session=current.id)
            await self.join(ctx, current)
            return
        notifiable = await self.app.people.with_notifications(session.info.persons())
        name = display_name(ctx.interaction.user)
        result = session.game.result(session.g) if session.g is not None and not session.info.ended else None
        won = result.winners if result is not None else ()
        info = lobby.rematch(session.info, ctx.person, name, session.game, notifiable, won)
        try:
            await self.new(ctx, session.game.slug, info=info)
        except ChannelOccupied:  # another player pressed at the same moment
            if not retry:
                raise
            await self.again(ctx, retry=False)

    async def change(
        self, session: TableSession, rule: Callable[[TableInfo], TableInfo], closing: bool = False
    ) -> TableInfo:
        """Change an open lobby by a rule; `closing` as in `require_lobby`. Raises UserError."""
        async with session.lock:
            session.require_lobby(closing)
            info = rule(session.info)
            await self.sessions.change(session, info)
        return info

    # ---- seats
    async def join(self, ctx: InteractionContext, session: TableSession) -> None:
        if session.guild is None and ctx.person != session.info.host:  # it is in the host's direct messages
            raise UserError("forged")
        await ctx.require_welcome()
        name = display_name(ctx.interaction.user)
        info = await self.change(session, lambda info: lobby.join(info, ctx.person, name, session.game))
        await ctx.record_arrival(session)
        seat = len(info.seats) - 1
        is_visible = await ctx.show_table(session)
        if not await self.greet(ctx, session, seat) and not is_visible:
            say = self.screens.text
            sentences = [say(session, "said.seated-plain", seat=seat), say(session, "refused.table-here")]
            await ctx.send_ephemeral(Message(content=" ".join(sentences)))

    async def greet(self, ctx: InteractionContext, session: TableSession, seat: int) -> bool:
        """Ask at a person's first table where their cards should go; return False if there is no need to ask."""
        settings = await self.app.people.settings(ctx.person)
        secret = self.screens.ui(session).seats_have_hands
        if settings.greeted or settings.cards_at(session.info.cards) == "channel" or not secret:
            return False
        await self.app.people.change_settings(ctx.person, greeted=True)
        keep = self.screens.of(session).button("keep-in-the-channel", "lobby", "channel")
        fine = self.screens.of(session).button("fine", "lobby", "fine", "primary")
        sentence = self.screens.text(session, "said.seated", seat=seat)
        await ctx.send_ephemeral(Message(content=sentence, rows=((keep, fine),)))
        return True

    async def cards_in_channel(self, ctx: InteractionContext) -> None:
        await self.app.people.change_settings(ctx.person, cards="channel")
        await ctx.edit(Message(content=self.screens.text(ctx.session, "said.in-channel")))

    async def confirm_direct_messages(self, ctx: InteractionContext) -> None:
        await self.app.people.change_settings(ctx.person, cards="message")
        await ctx.edit(Message(content=self.screens.text(ctx.session, "said.fine")))

    async def leave(self, ctx: InteractionContext) -> None:
        await self.change(ctx.session, lambda info: lobby.leave(info, ctx.person), closing=True)
        await self.show(ctx, "said.left-lobby" if ctx.session.status == "lobby" else "said.lobby-closed")

    async def computer(self, ctx: InteractionContext, level: str = "") -> None:
        game, known_level = ctx.session.game, self.level(level)
        await self.change(ctx.session, lambda info: lobby.add_computer(info, ctx.person, game, known_level))
        await self.show(ctx)

    def level(self, wanted: str) -> Level:
        """Return the wanted level of a computer, or this Hob's default if none is given. Raises UserError."""
        known = next((level for level in LEVELS if level == (wanted or self.app.level)), None)
        if known is None:
            raise UserError("forged")
        return known

    async def cancel(self, ctx: InteractionContext) -> None:
        name, moderator = display_name(ctx.interaction.user), may_manage(ctx.interaction, ctx.session.channel)
        await self.change(ctx.session, lambda info: lobby.cancel(info, ctx.person, name, moderator), closing=True)
        await self.show(ctx, "said.lobby-closed")

    # ---- options
    async def options(self, ctx: InteractionContext) -> None:
        session = ctx.session
        session.require_lobby()
        chosen = settings_text(self.screens.ui(session), session.info)
        lobby.require_host(session.info, ctx.person, "only-host-options", options=chosen)
        await ctx.send_ephemeral(self.settings_message(session))

    def settings_message(self, session: TableSession) -> Message:
        """Return a cycling button for each option with two or three values, a select for others; at most five rows."""
        screen = self.screens.of(session)
        say = screen.plain.tr
        lines, menus, buttons = setting_controls(
            setting_choices(self.screens.ui(session), session.info),
            say,
            lambda path: str(Control(session.id, "lobby", f"set/{path}", place=ASIDE)),
        )
        rows: list[Row] = [*menus]
        buttons.append(screen.button("done", "lobby", "done", "primary", ASIDE))
        others = tuple(
            Choice(say("button.remove", letter=LETTERS[n], name=seat.name), lobby.occupant_key(seat))
            for n, seat in enumerate(session.info.seats)
            if seat.person != session.info.host
        )
        if others:
            rows.append(
                Menu(say("button.remove-a-player"), str(Control(session.id, "lobby", "remove", place=ASIDE)), others)
            )
        return Message(content="\n".join(lines)[:2000], rows=(*rows, *in_rows(buttons)))

    async def choose_setting(self, ctx: InteractionContext) -> None:
        session, (_, name, value) = ctx.session, parts(ctx.control.path, 3)
        await self.change(
            session, lambda info: lobby.choose_setting(info, ctx.person, session.game, name, ctx.picked or value)
        )
        await ctx.edit(self.settings_message(session))

    async def remove(self, ctx: InteractionContext) -> None:
        await self.change(ctx.session, lambda info: lobby.remove(info, ctx.person, ctx.picked))
        await ctx.edit(self.settings_message(ctx.session))

    async def done(self, ctx: InteractionContext) -> None:
        chosen = settings_text(self.screens.ui(ctx.session), ctx.session.info)
        await ctx.edit(Message(content=self.screens.text(ctx.session, "option.all", options=chosen)))

    # ---- the start
    async def start(self, ctx: InteractionContext) -> None:
        session = ctx.session
        await require_rights(ctx.interaction)
        async with session.lock:
            session.require_lobby()
            seen = session.screen.pressed.get(session.info.host, session.created_at)
            now = self.sessions.clock()
            silent = now >= end_of(seen, self.app.timing.start_by_others, now)
            info = lobby.prepare_start(session.info, ctx.person, session.game, host_is_silent=silent)
            await self.sessions.start(session, info)
        await self.show(ctx)

    async def show(self, ctx: InteractionContext, key: str = "refused.table-here") -> None:
        """Show the lobby or table, as the response if the press was on it; otherwise send a confirmation.

        A deferred press needs none; a command without a response would seem to load endlessly.
        """
        pressed = ctx.interaction.message
        if not await ctx.show_table(ctx.session) and (pressed is None or not ctx.response.is_done):
            message = Message(content=self.screens.text(ctx.session, key))
            await (ctx.edit if pressed is not None and pressed.flags.ephemeral else ctx.send_ephemeral)(message)
