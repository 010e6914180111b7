"""What every slash command needs: the table it is about, an answer in time, and autocomplete."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.errors import Refusal
from bot.i18n.command_texts import described
from bot.i18n.fitting import cut
from bot.i18n.language import speak
from bot.i18n.names import plainly
from bot.interactions.reply import Reply
from bot.screens.game_ui import Face
from bot.tables.session import Live
from cogs.router import Router

Choices = list[app_commands.Choice[str]]
Completer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]
CHOICES = 25  # that autocomplete may offer


def offered(*values: str) -> list[app_commands.Choice[str]]:
    """What an argument can be, by the words for it (`command.choice.…`)."""
    return [app_commands.Choice(name=described(f"command.choice.{value}"), value=value) for value in values]


class Commands:
    """Of one game's tables, or, without a `game`, of any."""

    def __init__(self, router: Router, game: Face | None = None) -> None:
        self.router, self.answers, self.game = router, router.answers, game
        self.sessions = self.answers.sessions

    async def run(self, interaction: discord.Interaction, act: Callable[[Reply], Awaitable[None]]) -> None:
        """A command that needs no table."""

        async def nowhere() -> None:
            return None

        await self.answers.serve(interaction, nowhere, lambda reply, live: act(reply))

    async def at_table(self, interaction: discord.Interaction, act: Callable[[Reply, Live], Awaitable[None]]) -> None:
        """Run `act` with the table of this channel."""
        await self.answers.serve(interaction, lambda: self.here(interaction), act)

    async def here(self, interaction: discord.Interaction) -> Live:
        """The table in this channel; in messages with Hob, where none is on, a person's only one.  Raises Refusal."""
        assert interaction.channel_id is not None
        live, game = await self.sessions.at(interaction.channel_id), self.game
        past = interaction.guild_id is None and live is not None and not live.active
        if live is not None and not past and (game is None or live.game.slug == game.game.slug):
            return live
        faces = [game] if game is not None else self.answers.faces.values()
        titles = {face.game.slug: face.game.title for face in faces}
        mine = [row for row in await self.sessions.of(interaction.user.id) if row.game in titles]
        if interaction.guild_id is None and len(mine) == 1:
            return await self.sessions.open(mine[0].id)
        if past and not mine and live is not None and (game is None or live.game.slug == game.game.slug):
            return live
        fields: dict[str, Any] = {"n": len(mine)}
        if game is not None:
            fields |= {"game": game.game.title, "group": game.group}
        if interaction.guild_id is None and mine:
            raise Refusal("many-tables" if game is not None else "many-games", **fields)
        if live is not None and live.status != "over":
            raise Refusal("other-game", **{**fields, "other": live.game.title})
        if mine:
            where = self.answers.screens.place(mine[0].guild_id, mine[0].channel_id)
            raise Refusal("elsewhere", **{**fields, "game": titles[mine[0].game], "channel": where})
        raise Refusal("no-table" if game is not None else "no-game", **fields)

    async def here_or_none(self, interaction: discord.Interaction) -> Live | None:
        try:
            live = await self.here(interaction)
        except Refusal:
            return None
        speak(live.info.language)
        return live

    def seat_called(self, live: Live, typed: str) -> int:
        """The seat of that name, or of autocomplete's value.  Raises Refusal."""
        names = live.info.names()
        for seat, name in enumerate(names):
            if plainly(typed) in (plainly(name), f"s{seat}"):
                return seat
        kind = self.answers.say(live, "sort.player")
        raise Refusal("unknown", kind=kind, text=cut(typed, 40), choices=", ".join(names))

    # ---- autocomplete
    def fitting(self, named: list[tuple[str, str]], typed: str) -> Choices:
        """Of labels and values those that fit what is typed."""
        wanted = plainly(typed)
        fits = [(label, value) for label, value in named if wanted in plainly(label)]
        return [app_commands.Choice(name=cut(label, 100), value=value[:100]) for label, value in fits[:CHOICES]]

    async def seats(self, interaction: discord.Interaction, typed: str, fits: Callable[[Live, int], bool]) -> Choices:
        """The seats at the table here that fit."""
        live = await self.here_or_none(interaction)
        names = live.info.names() if live is not None else []
        return self.fitting([(name, f"s{n}") for n, name in enumerate(names) if live and fits(live, n)], typed)
