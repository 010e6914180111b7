"""The base class of features: parts of Hob that register themselves with the app and can be left out."""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, ClassVar, Self

import discord
from discord import app_commands

from bot.app import App
from bot.errors import UserError
from bot.i18n.catalogue import COMMON, set_language
from bot.i18n.fitting import cut, normalize
from bot.i18n.translator import localized
from bot.screens.game_ui import GameUI
from bot.screens.table_screen import place
from bot.tables.session import TableSession
from db import SessionRow

Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[str]]
MAX_CHOICES = 25  # autocomplete's limit


def choices_of(*values: str) -> list[app_commands.Choice[str]]:
    """Return an argument's choices with their localized names (`command.choice.…`)."""
    return [app_commands.Choice(name=localized(f"command.choice.{value}"), value=value) for value in values]


def callback_of(run: Callable[..., Awaitable[None]], arguments: Iterable[inspect.Parameter]) -> Any:
    """Return a callback for discord.py, which reads a command's arguments from its signature."""

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        await run(interaction, **given)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    callback.__signature__ = inspect.Signature([first, *arguments])  # type: ignore[attr-defined]
    return callback


class CommandGroup(app_commands.Group):
    """A group of slash commands. A process translates it once: discord.py asks for each text in all its 34 locales."""

    translated: ClassVar[dict[str, dict[str, Any]]] = {}  # by the languages and the untranslated payload

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> dict[str, Any]:
        key = json.dumps([COMMON.languages(), self.to_dict(tree)])
        if key not in self.translated:
            self.translated[key] = await super().get_translated_payload(tree, translator)
        return self.translated[key]


class Feature:
    """A feature, one instance per app. Its constructor registers its buttons, slash commands and jobs."""

    ui: GameUI[Any] | None = None  # of the game that its commands are about; None for any

    def __init__(self, app: App) -> None:
        self.app, self.screens, self.sessions = app, app.screens, app.sessions
        app.features[type(self)] = self

    @classmethod
    def of(cls, app: App) -> Self:
        """Return the app's feature of this class. Raises LookupError if it isn't loaded."""
        feature = app.features.get(cls)
        if not isinstance(feature, cls):
            raise LookupError(f"the feature {cls.__name__} isn't loaded")
        return feature

    # ---- slash commands
    def command(
        self,
        name: str,
        handler: Callable[..., Awaitable[None]],
        group: str = "hob",
        find: Callable[..., Awaitable[TableSession]] | None = None,
        /,
        **complete: Any,
    ) -> None:
        """Add a slash command with the arguments of `handler`, which gets the context first.

        The keys `command.<name>` and `command.<name>.<argument>` describe it. Each argument in `complete` has fixed
        choices, or a function for autocomplete. `find` gets the interaction and the arguments, and returns the table.
        """

        async def run(interaction: discord.Interaction, **given: Any) -> None:
            table = partial(find, interaction, **given) if find is not None else None
            ctx = self.app.interactions.context(interaction)
            await self.app.interactions.run(ctx, partial(handler, **given), table)

        _, *arguments = inspect.signature(handler, eval_str=True).parameters.values()
        slash = Command(name=name, description=localized(f"command.{name}"), callback=callback_of(run, arguments))
        app_commands.describe(**{one.name: localized(f"command.{name}.{one.name}") for one in arguments})(slash)
        for argument, source in complete.items():
            if callable(source):
                slash.autocomplete(argument)(source)
            else:
                app_commands.choices(**{argument: source})(slash)
        if group not in self.app.groups:
            description = localized(f"command.{group}")
            self.app.groups[group] = CommandGroup(name=group, description=description)
        self.app.groups[group].add_command(slash)

    async def here(self, interaction: discord.Interaction, **arguments: Any) -> TableSession:
        """Return the table in this channel; in direct messages without an active one, the person's only table.

        Raises UserError. It can be the `find` of a command, whose `arguments` it ignores.
        """
        assert interaction.channel_id is not None
        in_messages = interaction.guild_id is None
        games = self.app.games if self.ui is None else {self.ui.game.slug}
        session = await self.sessions.at_channel(interaction.channel_id)
        fits = session is not None and session.game.slug in games
        if session is not None and fits and (session.active or not in_messages):
            return session
        mine = [row for row in await self.sessions.of_person(interaction.user.id) if row.game in games]
        if in_messages and len(mine) == 1:
            return await self.sessions.open(mine[0].id)
        if session is not None and fits and not mine:
            return session
        raise self._no_table_here(in_messages, session, mine)

    def _no_table_here(self, in_messages: bool, session: TableSession | None, mine: list[SessionRow]) -> UserError:
        """Return the error if the channel's table, `session`, doesn't fit; `mine` are the person's tables that do."""
        fields: dict[str, Any] = {"n": len(mine)}
        if self.ui is not None:
            fields |= {"game": self.ui.game.title, "group": self.ui.group}
        if in_messages and mine:
            return UserError("many-games" if self.ui is None else "many-tables", **fields)
        if session is not None and session.status != "over":
            return UserError("other-game", **fields, other=session.game.title)
        if mine:
            title = self.app.games[mine[0].game].game.title
            where = place(mine[0].guild_id, mine[0].channel_id)
            return UserError("elsewhere", **{**fields, "game": title, "channel": where})
        return UserError("no-game" if self.ui is None else "no-table", **fields)

    async def here_or_none(self, interaction: discord.Interaction) -> TableSession | None:
        """Return the table that `here` finds and use its language from now on; None if there is none."""
        try:
            session = await self.here(interaction)
        except UserError:
            return None
        set_language(session.info.language)
        return session

    def find_seat(self, session: TableSession, typed: str) -> int:
        """Return the seat with this autocomplete value or, if there is none, with this name. Raises UserError."""
        names, wanted = session.info.names(), normalize(typed)
        for known in ([f"s{seat}" for seat in range(len(names))], names):
            if typed in known:
                return known.index(typed)
        similar = [seat for seat, name in enumerate(names) if wanted in (normalize(name), f"s{seat}")]
        if len(similar) == 1:
            return similar[0]
        key, choices = ("several", [names[seat] for seat in similar]) if similar else ("unknown", names)
        kind = self.screens.text(session, "sort.player")
        raise UserError(key, kind=kind, text=cut(typed, 40), choices=", ".join(choices))

    # ---- autocomplete
    def matching_choices(self, named: list[tuple[str, str]], typed: str) -> Choices:
        """Return the labels and values that match the typed text."""
        typed = normalize(typed)
        matching = [(label, value) for label, value in named if typed in normalize(label)]
        return [app_commands.Choice(name=cut(label, 100), value=value[:100]) for label, value in matching[:MAX_CHOICES]]

    async def complete_game(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Autocomplete games by title."""
        return self.matching_choices([(ui.game.title, ui.game.slug) for ui in self.app.games.values()], typed)

    async def complete_seat(
        self, interaction: discord.Interaction, typed: str, fits: Callable[[TableSession, int], bool]
    ) -> Choices:
        """Autocomplete the seats at this channel's table that fit."""
        session = await self.here_or_none(interaction)
        names = session.info.names() if session is not None else []
        return self.matching_choices(
            [(name, f"s{n}") for n, name in enumerate(names) if session and fits(session, n)], typed
        )
