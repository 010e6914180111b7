"""A game's slash commands: those that all games have, and its own, which are built from data."""

import inspect
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.app import App
from bot.errors import Repeated, UserError
from bot.features import MAX_CHOICES, Choices, Command, CommandGroup, Feature, callback_of, choices_of
from bot.i18n.fitting import cut, normalize
from bot.i18n.translator import MAX_DESCRIPTION, localized
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import PANEL, Control
from bot.screens.game_ui import GameUI, Param, SlashCommand
from bot.screens.message import Message
from cogs.table.lobby import Lobby
from cogs.table.lookup import RulesLookup
from cogs.table.menu import TableMenu
from cogs.table.play import Play
from cogs.table.slash_actions import UNAVAILABLE, CommandMatcher
from engine.ai import LEVELS

Completer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]
MAX_COMMANDS = 25  # Discord's limit per group


class GameCommands(Feature):
    """A game on offer, with its group of slash commands."""

    ui: GameUI[Any]

    def __init__(self, app: App, ui: GameUI[Any]) -> None:
        # Not `super().__init__(app)`, which registers the app's only instance for `of`: there is one for each game.
        self.app, self.screens, self.sessions = app, app.screens, app.sessions
        self.ui = ui
        self.lobby, self.menu, self.lookup = Lobby.of(app), TableMenu.of(app), RulesLookup.of(app)
        description = localized("command.group", ui.catalogue, game=ui.game.title)
        self.group = CommandGroup(name=ui.group, description=description)
        if ui.group in app.groups:
            raise ValueError(f"another game already uses the command /{ui.group}")
        for verb in ui.slash_commands:
            self.group.add_command(self._command(verb))
        app.groups[ui.group] = self.group
        self.add("new", self.new, level=choices_of(*LEVELS))
        self.add("join", self.join, self.here, seat=self.complete_vacant)
        self.add("start", self.lobby.start, self.here)
        self.add("hand", Play.of(app).hand, self.here)
        self.add("table", self.table, self.here)
        self.add("rules", self.rules, page=self.complete_chapter)
        if ui.game.cards():
            self.add("card", self.card, name=self.complete_card)
        app.games.register(ui)

    def add(self, name: str, handler: Any, find: Any = None, /, **complete: Any) -> None:
        self.command(name, handler, self.ui.group, find, **complete)

    # ---- the common commands
    async def new(self, ctx: InteractionContext, computers: app_commands.Range[int, 0, 7] = 0, level: str = "") -> None:
        await self.lobby.new(ctx, self.ui.game.slug, computers, level)

    async def join(self, ctx: InteractionContext, seat: str | None = None) -> None:
        session = ctx.session
        if session.status == "lobby":
            await self.lobby.join(ctx, session)
        else:
            await self.menu.take_seat(ctx, None if seat is None else self.find_seat(session, seat))

    async def complete_vacant(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self.complete_seat(interaction, typed, lambda session, seat: session.info.seats[seat].vacant)

    async def table(self, ctx: InteractionContext) -> None:
        session = ctx.session
        if session.g is not None and not (await self.app.people.settings(ctx.person)).pictures:
            await self.menu.table_in_words(ctx)
        else:
            await self.menu.repost(ctx)

    async def rules(self, ctx: InteractionContext, page: str | None = None) -> None:
        session = await self.here_or_none(ctx.interaction)
        seat = session.info.seat_of(ctx.person) if session is not None else None
        pages = self.lookup.pages(self.ui)
        slug = next((p.slug for p in pages if page and normalize(page) in (normalize(p.title), normalize(p.slug))), "")
        if page and not slug:
            kind, choices = self.ui.tr("sort.page"), ", ".join(p.title for p in pages[:8])
            raise UserError("unknown", kind=kind, text=cut(page, 40), choices=choices)
        pictures = (await self.app.people.settings(ctx.person)).pictures
        await ctx.send_ephemeral(self.lookup.rules_message(self.ui, session, seat, slug, pictures))

    async def complete_chapter(self, interaction: discord.Interaction, typed: str) -> Choices:
        return self.matching_choices([(page.title, page.slug) for page in self.lookup.pages(self.ui)], typed)

    async def card(self, ctx: InteractionContext, name: str) -> None:
        await self.lookup.card(ctx, self.ui, await self.here_or_none(ctx.interaction), name)

    async def complete_card(self, interaction: discord.Interaction, typed: str) -> Choices:
        session = await self.here_or_none(interaction)
        cards = self.ui.cards(self.lookup.deck(self.ui, session))
        return self.matching_choices([(card.name, card.id) for card in cards.values()], typed)

    # ---- the game's own commands
    def _command(self, verb: SlashCommand) -> Command:
        """Build a command. Raises ValueError if Discord would reject it."""
        if len(self.group.commands) == MAX_COMMANDS:
            raise ValueError(f"/{self.group.name} has no room for the subcommand {verb.name}")
        keys = [f"verb.{verb.name}", *(f"verb.{verb.name}.{param.name}" for param in verb.params)]
        help, *helps = (localized(key, self.ui.catalogue) for key in keys)
        for text in (help, *helps):
            if not 1 <= len(text.message) <= MAX_DESCRIPTION:
                raise ValueError(
                    f"/{self.group.name} {verb.name}: {text.message!r} must have 1 to {MAX_DESCRIPTION} characters"
                )
        arguments = [argument_of(number, param) for number, param in enumerate(verb.params)]

        async def run(interaction: discord.Interaction, **given: str | None) -> None:
            typed = {param.name: text for param, text in zip(verb.params, given.values(), strict=True) if text}
            handler = partial(self.answer, verb=verb, typed=typed)
            ctx = self.app.interactions.context(interaction)
            await self.app.interactions.run(ctx, handler, partial(self.here, interaction))

        slash = Command(name=verb.name, description=help, callback=callback_of(run, arguments))
        for argument, param, text in zip(arguments, verb.params, helps, strict=True):
            slash.autocomplete(argument.name)(self._completer(verb, param))
            app_commands.describe(**{argument.name: text})(slash)
            app_commands.rename(**{argument.name: param.name})(slash)
        return slash

    def _completer(self, verb: SlashCommand, param: Param) -> Completer:
        async def complete(interaction: discord.Interaction, typed: str) -> Choices:
            session = await self.here_or_none(interaction)
            seat = session.info.seat_of(interaction.user.id) if session is not None else None
            if session is None or seat is None or not session.playing:
                return []
            reach = CommandMatcher(self.screens, session, seat, verb)
            if not reach.open:  # its only entry says why not; choosing it raises the same sentence
                status = self.screens.of(session).plain.status_line().replace("**", "")
                why = self.ui.tr(f"not-now.{verb.name}") if reach.question else status
                return [app_commands.Choice(name=cut(why, 100), value=UNAVAILABLE)]
            filled = {name: str(value) for name, value in vars(interaction.namespace).items() if value}
            filled.pop(param.name, None)
            choices = reach.choices(param.name, typed, filled)
            return [app_commands.Choice(name=label, value=part) for label, part in choices[:MAX_CHOICES]]

        return complete

    async def answer(self, ctx: InteractionContext, verb: SlashCommand, typed: dict[str, str]) -> None:
        session, seat = ctx.session, ctx.session.info.require_seat(ctx.person)
        session.require_game()
        if session.info.seats[seat].away:
            raise UserError("away")
        reach = CommandMatcher(self.screens, session, seat, verb)
        option = reach.find_action(typed)
        number = reach.question.number if reach.question else 0
        control = Control(session.id, "answer", option, number, seat, PANEL)
        if await Play.of(self.app).confirm(ctx, seat, control, option):
            return
        try:
            events = await self.sessions.answer(session, seat, option, number or None, ctx.person)
        except Repeated:  # the same command at the same moment
            events = []
        news = ctx.describe_events(events)
        if session.playing:
            await ctx.show_panel(seat, news)
        else:
            await ctx.send_ephemeral(Message(content=news or self.screens.of(session).status_line()))


def argument_of(number: int, param: Param) -> inspect.Parameter:
    """Return an argument for the signature of a game's own command; its name may be a keyword of Python."""
    name, kind = f"argument_{number}", inspect.Parameter.POSITIONAL_OR_KEYWORD
    if param.optional:
        return inspect.Parameter(name, kind, default=None, annotation=str | None)
    return inspect.Parameter(name, kind, annotation=str)
