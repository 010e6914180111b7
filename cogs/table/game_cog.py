"""A game in Discord: the commands that all games have, and its own verbs out of data."""

from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.gateway.client import Hob
from bot.i18n.command_texts import TEXT, described
from bot.i18n.fitting import cut
from bot.i18n.names import plainly
from bot.interactions.reply import Reply
from bot.screens.custom_id import PANEL, Control
from bot.screens.game_ui import Face
from bot.screens.message import Message
from bot.screens.slash_verbs import Param, SlashVerb
from bot.tables import lobby_options
from bot.tables.session import Live
from cogs.presentation import Presentation
from cogs.table.commands import CHOICES, Choices, Commands, Completer, offered
from cogs.table.slash_actions import SHUT, Reach
from engine.ai import LEVELS

COMMANDS = 25  # of a group, by Discord's limit


def group_of(face: Face[Any]) -> dict[str, Any]:
    """The group of a game's commands, as discord.py wants it of the class of a cog."""
    said = described("command.group", face.words, game=face.game.title)
    return {"name": face.group, "group_name": face.group, "group_description": said}


class GameCog(Commands, commands.GroupCog):
    """The base of every game's cog:

    class Chaser(GameCog, **group_of(FACE)):
        face = FACE

    async def setup(bot: Hob) -> None:
        await bot.add_cog(Chaser(bot))
    """

    face: ClassVar[Face[Any]]

    def __init__(self, bot: Hob) -> None:
        self.presentation = Presentation.of(bot)
        super().__init__(self.presentation.router, self.face)
        assert self.app_command is not None
        self.group = self.app_command
        if not self.face.game.cards():
            self.group.remove_command("card")
        for verb in self.face.verbs:
            self.group.add_command(self._command(verb))

    async def cog_load(self) -> None:
        self.presentation.offer(self.face)

    # ---- the common commands
    @app_commands.command(description=described("command.new"))
    @app_commands.describe(computers=described("command.new.computers"), level=described("command.new.level"))
    @app_commands.choices(level=offered(*LEVELS))
    async def new(
        self, interaction: discord.Interaction, computers: app_commands.Range[int, 0, 7] = 0, level: str = ""
    ) -> None:
        async def act(reply: Reply) -> None:
            await self.router.lobby.new(reply, self.face.game.slug, computers, level)

        await self.run(interaction, act)

    @app_commands.command(description=described("command.join"))
    @app_commands.describe(seat=described("command.join.seat"))
    async def join(self, interaction: discord.Interaction, seat: str | None = None) -> None:
        async def act(reply: Reply, live: Live) -> None:
            if live.status == "lobby":
                await self.router.lobby.join(reply, live)
                return
            await self.router.more.sit_down(reply, live, None if seat is None else self.seat_called(live, seat))

        await self.at_table(interaction, act)

    @join.autocomplete("seat")
    async def _vacant(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self.seats(interaction, typed, lambda live, seat: live.info.seats[seat].vacant)

    @app_commands.command(description=described("command.start"))
    async def start(self, interaction: discord.Interaction) -> None:
        await self.at_table(interaction, self.router.lobby.start)

    @app_commands.command(description=described("command.hand"))
    async def hand(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            await self.router.hand(reply, live, Control(live.id, "hand"), [])

        await self.at_table(interaction, act)

    @app_commands.command(description=described("command.table"))
    async def table(self, interaction: discord.Interaction) -> None:
        async def act(reply: Reply, live: Live) -> None:
            if live.g is not None and not (await self.answers.people.wishes(interaction.user.id)).pictures:
                await self.router.more.table_in_words(reply, live)
                return
            await self.router.more.bring_down(reply, live)

        await self.at_table(interaction, act)

    @app_commands.command(description=described("command.rules"))
    @app_commands.describe(page=described("command.rules.page"))
    async def rules(self, interaction: discord.Interaction, page: str | None = None) -> None:
        async def act(reply: Reply) -> None:
            live = await self.here_or_none(interaction)
            seat = live.info.seat_of(interaction.user.id) if live is not None else None
            pages = self.router.lookup.pages(self.face)
            slug = next((p.slug for p in pages if page and plainly(page) in (plainly(p.title), plainly(p.slug))), "")
            if page and not slug:
                kind, choices = self.face.say("sort.page"), ", ".join(p.title for p in pages[:8])
                raise Refusal("unknown", kind=kind, text=cut(page, 40), choices=choices)
            pictures = (await self.answers.people.wishes(interaction.user.id)).pictures
            await reply.whisper(self.router.lookup.rules_message(self.face, live, seat, slug, pictures))

        await self.run(interaction, act)

    @rules.autocomplete("page")
    async def _chapters(self, interaction: discord.Interaction, typed: str) -> Choices:
        return self.fitting([(page.title, page.slug) for page in self.router.lookup.pages(self.face)], typed)

    @app_commands.command(description=described("command.card"))
    @app_commands.describe(name=described("command.card.name"))
    async def card(self, interaction: discord.Interaction, name: str) -> None:
        async def act(reply: Reply) -> None:
            await self.router.lookup.card(reply, self.face, await self.here_or_none(interaction), name)

        await self.run(interaction, act)

    @card.autocomplete("name")
    async def _cards(self, interaction: discord.Interaction, typed: str) -> Choices:
        live = await self.here_or_none(interaction)
        cards = self.face.cards(lobby_options.deck(self.face.game, live.info.options if live is not None else {}))
        return self.fitting([(card.name, card.id) for card in cards.values()], typed)

    # ---- the game's own verbs: one method for each shape of arguments
    async def _none(self, interaction: discord.Interaction) -> None:
        await self._act(interaction)

    async def _one(self, interaction: discord.Interaction, first: str) -> None:
        await self._act(interaction, first)

    async def _one_or_none(self, interaction: discord.Interaction, first: str | None = None) -> None:
        await self._act(interaction, first)

    async def _two(self, interaction: discord.Interaction, first: str, second: str) -> None:
        await self._act(interaction, first, second)

    async def _one_or_two(self, interaction: discord.Interaction, first: str, second: str | None = None) -> None:
        await self._act(interaction, first, second)

    def _command(self, verb: SlashVerb) -> app_commands.Command[Any, ..., None]:
        """Raises ValueError for what Discord would refuse, and KeyError for arguments of an unknown shape."""
        if len(self.group.commands) == COMMANDS:
            raise ValueError(f"/{self.group.name} has no room for {verb.name}")
        said = [f"verb.{verb.name}", *(f"verb.{verb.name}.{param.name}" for param in verb.params)]
        help, *helps = (described(key, self.face.words) for key in said)
        for text in (help, *helps):
            if not 1 <= len(text.message) <= TEXT:
                raise ValueError(f"/{self.group.name} {verb.name}: {text.message!r} is not of 1 to {TEXT} characters")
        shapes: dict[tuple[bool, ...], Any] = {
            (): self._none,
            (True,): self._one,
            (False,): self._one_or_none,
            (True, True): self._two,
            (True, False): self._one_or_two,
        }
        shape = shapes[tuple(not param.optional for param in verb.params)]
        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=verb.name, description=help, callback=shape, extras={"verb": verb}
        )
        for place, param, text in zip(("first", "second"), verb.params, helps, strict=False):
            made.autocomplete(place)(self._completer(verb, param))
            app_commands.describe(**{place: text})(made)
            app_commands.rename(**{place: param.name})(made)
        return made

    def _completer(self, verb: SlashVerb, param: Param) -> Completer:
        async def complete(interaction: discord.Interaction, typed: str) -> Choices:
            live = await self.here_or_none(interaction)
            seat = live.info.seat_of(interaction.user.id) if live is not None else None
            if live is None or seat is None or not live.playing:
                return []
            reach = Reach(self.answers, live, seat, verb)
            if not reach.open:  # one entry that says why; choosing it is refused with the same sentence
                why = (
                    self.face.say(f"not-now.{verb.name}")
                    if reach.question
                    else self.answers.screens.now(live).replace("**", "")
                )
                return [app_commands.Choice(name=cut(why, 100), value=SHUT)]
            given = {name: str(value) for name, value in vars(interaction.namespace).items() if value}
            given.pop(param.name, None)
            found = reach.choices(param.name, typed, given)
            return [app_commands.Choice(name=label, value=part) for label, part in found[:CHOICES]]

        return complete

    async def _act(self, interaction: discord.Interaction, *given: str | None) -> None:
        assert isinstance(interaction.command, app_commands.Command)
        verb: SlashVerb = interaction.command.extras["verb"]
        typed = {param.name: text for param, text in zip(verb.params, given, strict=True) if text}

        async def act(reply: Reply, live: Live) -> None:
            seat = live.info.seat_of(interaction.user.id)
            if seat is None:
                raise Refusal("players-only")
            live.need_game()
            if live.info.seats[seat].away:
                raise Refusal("away")
            reach = Reach(self.answers, live, seat, verb)
            option = reach.find(typed)
            number = reach.question.number if reach.question else 0
            control = Control(live.id, "answer", option, number, seat, PANEL)
            if await self.router.confirm(reply, live, seat, control, option):
                return
            events = await self.sessions.answer(live, seat, option, None, interaction.user.id)
            said = self.answers.happened(live, events)
            if live.playing:
                await self.answers.show_panel(reply, live, seat, said)
            else:
                await reply.whisper(Message(content=said or self.answers.screens.now(live)))

        await self.at_table(interaction, act)
