"""`/hob server`: the settings of a server for all its tables, changed by those who manage it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from pydantic import ValidationError

from bot import servers
from bot.app import App
from bot.errors import UserError, storage_errors
from bot.features import Choices, Feature
from bot.i18n.catalogue import COMMON, set_language, using_language
from bot.i18n.fitting import cut, in_pages
from bot.i18n.translator import Translator, tr
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import Handler
from bot.permissions import channel_ids
from bot.screens import lobby
from bot.screens.custom_id import Control
from bot.screens.game_ui import GameUI
from bot.screens.layout import in_rows
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.screens.table_screen import link, place
from bot.servers import ServerSettings
from bot.tables import lobby_options
from bot.tables.model import TableInfo, parse_stored
from bot.tables.screen_state import ShownState, is_parked
from bot.timing import discord_timestamp
from db import SessionRow, SettingChange
from engine.actions import parts

ANY_GAME = "every"  # in place of a game's group
IN_WORDS = tuple(name for name in ServerSettings.model_fields if name not in ("options", "rules"))
TYPED = ("zone", "quiet", "openers", "barred", "person")  # set by an argument of the command
ON_A_PAGE = 10  # open tables or changes
EXPLAINED_ON_A_PAGE = 5  # settings
MAX_PEOPLE = 20  # that are named
ROW = 5  # buttons, by Discord's limit; two rows are left for them, and both are full
BUTTONS = tuple(name for name in IN_WORDS if len(servers.setting_values(name)) in lobby.FEW)


class ServerSettingsPanel(Feature):
    """The settings of a server. All messages are ephemeral, and each press checks the permission again."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.servers = app.servers
        actions: dict[str, Handler] = {
            "": self.show_settings,
            "set": self.set,
            "channels": self.choose_channels,
            "options": self.show_options,
            "option": self.choose_option,
            "open": self.show_open_tables,
            "changes": self.show_changes,
            "help": self.show_explanations,
            "deleted": self.remove_deleted,
            "done": self.done,
        }
        app.interactions.handle("server", actions, table="none")
        self.command("server", self.server, zone=self.complete_zone)

    async def complete_zone(self, interaction: discord.Interaction, typed: str) -> Choices:
        return self.matching_choices([(name.replace("_", " "), name) for name in servers.time_zones()], typed)

    def require_manager(self, ctx: InteractionContext) -> discord.Guild:
        """Return the server. Raises UserError without Manage Server."""
        guild = ctx.interaction.guild
        if guild is None:
            raise UserError("server-only")
        if not ctx.interaction.permissions.manage_guild:
            raise UserError("only-managers")
        return guild

    async def server(
        self,
        ctx: InteractionContext,
        zone: str = "",
        quiet: str = "",
        openers: discord.Role | None = None,
        barred: discord.Role | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Show the settings, after applying the typed ones.

        A role or a person is added or, if it was set before, removed.
        """
        guild = self.require_manager(ctx)
        roles = {role.id for role in guild.roles}

        def modify(settings: ServerSettings) -> ServerSettings:
            settings = servers.choose_zone(settings, zone) if zone else settings
            settings = servers.choose_quiet_hours(settings, quiet) if quiet else settings
            if openers is not None:
                settings = servers.toggle_role(settings, "openers", openers.id, roles)
            return servers.toggle_role(settings, "barred", barred.id, roles) if barred is not None else settings

        settings = await self.servers.change(guild.id, ctx.person, modify)
        if person is not None:
            await self.servers.toggle_barred(guild.id, person.id)
        await ctx.send_ephemeral(await self.screen(ctx, guild, settings))

    async def show_settings(self, ctx: InteractionContext) -> None:
        guild = self.require_manager(ctx)
        await ctx.edit(await self.screen(ctx, guild, await self.servers.of(guild.id)))

    async def done(self, ctx: InteractionContext) -> None:
        self.require_manager(ctx)
        await ctx.edit(Message(content=tr("server.done")))

    async def set(self, ctx: InteractionContext) -> None:
        guild, (_, name, slug) = self.require_manager(ctx), parts(ctx.control.path, 3)
        value = ctx.picked or slug

        def modify(settings: ServerSettings) -> ServerSettings:
            if name == "language":
                return servers.choose_language(settings, value, COMMON.languages())
            return servers.choose_setting(settings, name, value)

        settings = await self.servers.change(guild.id, ctx.person, modify)
        set_language(await self.servers.language(guild.id))
        await ctx.edit(await self.screen(ctx, guild, settings))

    async def choose_channels(self, ctx: InteractionContext) -> None:
        guild = self.require_manager(ctx)
        there = {str(channel.id) for channel in guild.channels}
        chosen = [int(value) for value in ctx.values if value in there]
        settings = await self.servers.change(
            guild.id, ctx.person, lambda settings: servers.choose_channels(settings, chosen)
        )
        await ctx.edit(await self.screen(ctx, guild, settings))

    async def show_options(self, ctx: InteractionContext) -> None:
        settings = await self.servers.of(self.require_manager(ctx).id)
        await ctx.edit(self.options_screen(settings, ctx.picked or parts(ctx.control.path, 2)[1]))

    async def choose_option(self, ctx: InteractionContext) -> None:
        guild, (_, group, option, value) = self.require_manager(ctx), parts(ctx.control.path, 4)
        game = self.game_of(group).game
        settings = await self.servers.change(
            guild.id, ctx.person, lambda settings: servers.choose_option(settings, game, option, ctx.picked or value)
        )
        await ctx.edit(self.options_screen(settings, group))

    def game_of(self, group: str) -> GameUI[Any]:
        """Return the game of a group; any game if every game is meant. Raises UserError."""
        uis = [ui for ui in self.app.games.values() if group in (ui.group, ANY_GAME)]
        if not uis:
            raise UserError("forged")
        return uis[0]

    # ---- the settings
    async def screen(self, ctx: InteractionContext, guild: discord.Guild, settings: ServerSettings) -> Message:
        """Return the settings: those that no control shows in words, selects, and buttons that cycle the others."""
        current_language = settings.language or self.servers.default_language
        values_in_words = await self.all_words(guild, settings)
        lines = [tr("server.title", server=guild.name)]
        for name in (*TYPED, "options"):
            key = "server.line-typed" if name in TYPED else "server.line"
            lines.append(tr(key, title=tr(f"server.{name}"), value=values_in_words[name], name=name))
        buttons = []
        for name in BUTTONS:
            values = servers.setting_values(name)
            other = values[(values.index(getattr(settings, name)) + 1) % len(values)]
            label = tr("option.shown", title=tr(f"server.{name}"), value=self.value(settings, name))
            buttons.append(button(label, f"set/{name}/{lobby_options.value_slug(other)}"))
        buttons += [
            button(tr("server.options"), f"options/{ANY_GAME}"),
            button(tr("server.button-open"), "open/0"),
            button(tr("server.button-changes"), "changes/0"),
            button(tr("server.button-help"), "help/0"),
            button(tr("button.done"), "done", "primary"),
        ]
        tables = {str(most): self.value(ServerSettings(tables=most), "tables") for most in servers.MOST_TABLES}
        rows: tuple[Row, ...] = (
            self.channels(ctx, guild, settings),
            self.menu("tables", tables, str(settings.tables)),
            self.menu("language", {one: language_name(one) for one in COMMON.languages()}, current_language),
            *in_rows(buttons, ROW),
        )
        return Message(text="\n".join(lines)[:4000], rows=rows)

    async def all_words(self, guild: discord.Guild, settings: ServerSettings) -> dict[str, str]:
        barred = await self.servers.barred(guild.id)
        people = [f"<@{person}>" for person in barred if person > 0][:MAX_PEOPLE]  # the others have deleted their data
        if len(barred) > len(people):
            people.append(tr("server.more", n=len(barred) - len(people)))
        return {
            **{name: self.words(guild, settings, name) for name in IN_WORDS},
            "person": tr("server.roles", roles=people) if people else tr("server.none"),
            "options": self.words(guild, settings, "options"),
        }

    def words(self, guild: discord.Guild, settings: ServerSettings, name: str) -> str:
        match name:
            case "channels":
                where = [f"<#{id}>" for id in settings.channels if guild.get_channel(id) is not None]
                if deleted := len(settings.channels) - len(where):
                    where.append(tr("server.deleted-channels", n=deleted))
                return tr("server.channels-some", channels=where) if where else tr("server.channels.all")
            case "language":
                return language_name(settings.language or self.servers.default_language)
            case "zone":
                return settings.zone.replace("_", " ") or tr("server.zone.none")
            case "quiet":
                if not settings.quiet:
                    return tr("server.none")
                first, last = settings.quiet
                return tr("server.quiet-hours", first=f"{first}:00", last=f"{last}:00")
            case "openers" | "barred":
                return self.roles(guild, getattr(settings, name)) or tr(f"server.{name}.none")
            case "options":
                return self.default_settings_text(settings)
        return self.value(settings, name)

    def roles(self, guild: discord.Guild, roles: list[int]) -> str:
        named = [f"<@&{role}>" for role in roles if guild.get_role(role) is not None]
        if deleted := len(roles) - len(named):
            named.append(tr("server.deleted-roles", n=deleted))
        return tr("server.roles", roles=named) if named else ""

    def value(self, settings: ServerSettings, name: str) -> str:
        value = getattr(settings, name)
        if isinstance(value, bool):
            return tr("option.yes" if value else "option.no")
        if name == "tables":
            return tr("server.tables-most", n=value) if value else tr("server.tables.any")
        return tr(f"server.{name}.{value}")

    def channels(self, ctx: InteractionContext, guild: discord.Guild, settings: ServerSettings) -> Menu:
        """Return a select: the channels that are set, then this one, then the others in the server's order."""
        first = [*settings.channels, *channel_ids(ctx.interaction)]
        known = [channel for channel in (guild.get_channel(id) for id in first) if channel is not None]
        known += sorted(
            (c for c in guild.channels if can_host_tables(c, settings)), key=lambda channel: channel.position
        )
        entries = tuple(
            Choice(cut(f"#{channel.name}", 100), str(channel.id), "", channel.id in settings.channels)
            for channel in dict.fromkeys(known)
        )[: servers.MAX_CHANNELS]
        everywhere = tr("server.channels.all")
        value = everywhere if any(entry.default for entry in entries) else self.words(guild, settings, "channels")
        unchosen = tr("option.shown", title=tr("server.channels"), value=value)
        return Menu(unchosen, Control.aside("server", "channels"), entries, 0, len(entries))

    def menu(self, name: str, values: Mapping[str, str], now: str) -> Menu:
        """Return a select that sets a setting to one of these values, each with its words."""
        title = tr(f"server.{name}")
        entries = tuple(
            Choice(cut(tr("option.shown", title=title, value=words), 100), value, "", value == now)
            for value, words in values.items()
        )
        return Menu(title, Control.aside("server", f"set/{name}"), entries[: servers.MAX_CHANNELS])

    # ---- what the settings mean, open tables, and the last changes
    async def show_explanations(self, ctx: InteractionContext) -> None:
        """Show a page of the settings with what each one does."""
        guild = self.require_manager(ctx)
        settings = await self.servers.of(guild.id)
        values_in_words = await self.all_words(guild, settings)
        lines = [
            tr("option.line", title=tr(f"server.{name}"), value=words, help=tr(f"server.{name}.help"))
            for name, words in values_in_words.items()
        ]
        remove = button(tr("server.button-deleted"), f"deleted/{page_of(ctx)}")
        more = [remove] if without_deleted(settings, guild) != settings else []
        await self.show_page(ctx, "help", lines, EXPLAINED_ON_A_PAGE, more)

    async def remove_deleted(self, ctx: InteractionContext) -> None:
        guild = self.require_manager(ctx)
        await self.servers.change(guild.id, ctx.person, lambda settings: without_deleted(settings, guild))
        await self.show_explanations(ctx)

    async def show_open_tables(self, ctx: InteractionContext) -> None:
        """Show a page of the server's open tables, the oldest first: where they are, who plays, whose turn it is."""
        guild = self.require_manager(ctx)
        with storage_errors():
            rows = [row for row in await self.app.store.of_server(guild.id) if not is_parked(row)]
        lines = []
        for row in rows:
            with suppress(ValidationError):  # opening the table reports the fault
                lines.append(self.table_line(row))
        await self.show_page(ctx, "open", lines)

    def table_line(self, row: SessionRow) -> str:
        info, table = TableInfo.model_validate(row.table), ShownState.model_validate(row.screen).table
        game = self.app.games.get(row.game)
        waiting = [f"s{seat}" for seat in info.prompts] if row.status == "playing" else []
        is_paused = row.status == "playing" and not info.present_seats()
        now = tr(f"server.table-{'lobby' if row.status == 'lobby' else 'paused' if is_paused else 'idle'}")
        say = Translator(COMMON, info.names()).tr
        return say(
            "server.table",
            game=game.game.title if game is not None else row.game,
            place=place(row.guild_id, row.channel_id),
            p=[f"s{number}" for number, seat in enumerate(info.seats) if seat.person is not None] or tr("lobby.nobody"),
            since=discord_timestamp(row.created_at),
            now=say("server.table-waits", p=waiting) if waiting and not is_paused else now,
            link=link(row.guild_id, row.channel_id, table.id if table else None),
        )

    async def show_changes(self, ctx: InteractionContext) -> None:
        """Show a page of the last changes of settings, the newest first: who changed what, and when."""
        guild = self.require_manager(ctx)
        changes = [one for one in await self.servers.changes(guild.id) if one.name in ServerSettings.model_fields]
        await self.show_page(ctx, "changes", [self.change_line(guild, one) for one in changes])

    def change_line(self, guild: discord.Guild, change: SettingChange) -> str:
        name = "options" if change.name == "rules" else change.name
        before, after = (
            self.words(guild, parse_stored(ServerSettings, {change.name: value}), name)
            for value in (change.before, change.after)
        )
        key = "server.change" if change.person is not None else "server.change-by-someone"
        fields = {"title": tr(f"server.{name}"), "before": before, "after": after}
        return tr(key, who=f"<@{change.person}>", at=discord_timestamp(change.at), **fields)

    async def show_page(
        self,
        ctx: InteractionContext,
        name: str,
        lines: list[str],
        most: int = ON_A_PAGE,
        more: Sequence[Button] = (),
    ) -> None:
        """Show the pressed page of lines, with buttons to the other pages and back to the settings, and `more`."""
        pages = in_pages(lines, most)
        page = min(page_of(ctx), len(pages) - 1)
        buttons = [button(tr("button.back"), "")]
        if page:
            buttons.append(button(tr("server.button-previous"), f"{name}/{page - 1}"))
        if page + 1 < len(pages):
            buttons.append(button(tr("server.button-next"), f"{name}/{page + 1}"))
        head = tr(f"server.{name}-head", n=len(lines)) if lines else tr(f"server.{name}-none")
        await ctx.edit(Message(text="\n".join([head, *pages[page]])[:4000], rows=((*buttons, *more),)))

    # ---- defaults of new tables
    def default_settings_text(self, settings: ServerSettings) -> str:
        """Return the options that differ from Hob's defaults, of every game and game by game."""
        lines = self.settings_lines(settings, self.game_of(ANY_GAME), True)
        for ui in self.app.games.values():
            if own := self.settings_lines(settings, ui, False):
                lines.append(tr("server.option", game=ui.game.title, options=own))
        return tr("server.options-some", options=lines) if lines else tr("server.options.all")

    def settings_lines(self, settings: ServerSettings, ui: GameUI[Any], every: bool) -> list[str]:
        options = self.options_of(settings, ui, every)
        return [
            tr("option.shown", title=one.title, value=one.current_words)
            for one in options
            if one.current != one.setting.default
        ]

    def options_of(self, settings: ServerSettings, ui: GameUI[Any], every: bool) -> list[lobby.SettingChoice]:
        """Return the options that every game has, or those that only this one has."""
        choices = lobby.setting_choices(ui, TableInfo(host=0, options=settings.options_of(ui.game)))
        return [one for one in choices if (one.setting.name not in ui.game.Options.model_fields) == every]

    def options_screen(self, settings: ServerSettings, group: str) -> Message:
        ui = self.game_of(group)
        games = [(ANY_GAME, tr("server.every-game"))]
        uis = self.app.games.values()
        games += [(each.group, each.game.title) for each in uis if each.game.Options.model_fields]
        picks = tuple(Choice(cut(title, 100), name, "", name == group) for name, title in games[: servers.MAX_CHANNELS])
        options = self.options_of(settings, ui, group == ANY_GAME)
        lines, menus, buttons = lobby.setting_controls(
            options, tr, lambda path: Control.aside("server", f"option/{group}/{path}")
        )
        buttons.append(button(tr("button.back"), ""))
        text = "\n".join([tr("server.options.help"), *lines])[:2000]
        rows = (Menu(tr("server.options"), Control.aside("server", "options"), picks), *menus, *in_rows(buttons))
        return Message(content=text, rows=rows)


def can_host_tables(channel: discord.abc.GuildChannel, settings: ServerSettings) -> bool:
    """Return True if tables can be opened in a channel; in an announcement channel only in threads of their own."""
    if isinstance(channel, discord.TextChannel):
        return settings.threads or not channel.is_news()
    return isinstance(channel, discord.ForumChannel)


def page_of(ctx: InteractionContext) -> int:
    number = parts(ctx.control.path, 2)[1]
    return int(number) if number.isdecimal() else 0


def without_deleted(settings: ServerSettings, guild: discord.Guild) -> ServerSettings:
    """Return the settings without the channels and roles that the server no longer has."""
    found: dict[str, Callable[[int], object]] = {
        "channels": guild.get_channel,
        "openers": guild.get_role,
        "barred": guild.get_role,
    }
    known = {name: [id for id in getattr(settings, name) if get(id) is not None] for name, get in found.items()}
    return settings.model_copy(update=known)


def language_name(language: str) -> str:
    with using_language(language):
        return tr("language.name")


def button(label: str, path: str, style: Style = "secondary") -> Button:
    return Button(cut(label, 80), Control.aside("server", path), style)


def setup(app: App) -> None:
    ServerSettingsPanel(app)
