"""What people see of Hob, put together: the screens, the painter, the router, and the games that are offered."""

import logging
from collections.abc import Container, Sequence
from typing import Any, Self

import discord

from bot.app import Services
from bot.gateway.client import Hob
from bot.i18n.command_texts import Translator
from bot.i18n.language import speak
from bot.interactions.context import Answers
from bot.pictures import PictureFault
from bot.pictures.compose import FAULTS
from bot.pictures.painter import Painter
from bot.screens.game_ui import Face
from bot.screens.message import Message
from bot.screens.table import Screens
from cogs.router import Router

log = logging.getLogger("hob.commands")


class Presentation:
    """Handed to the process by whoever starts the program; `extensions` are the modules with its cogs."""

    router: Router
    painter: Painter

    def __init__(self, extensions: Sequence[str]) -> None:
        self.extensions = extensions
        self.screens = Screens({})

    @classmethod
    def of(cls, bot: Hob) -> Self:
        """The one that a bot was made with."""
        assert isinstance(bot.presentation, cls)
        return bot.presentation

    @property
    def games(self) -> Container[str]:
        return self.screens.faces.keys()

    def open(self, services: Services) -> None:
        self.painter = Painter(services.painters, presses=services.presses)
        self.router = Router(Answers(services, self.screens))

    def offer(self, face: Face) -> None:
        """A game can be played from now on."""
        self.screens.faces[face.game.slug] = face

    async def paint(self, scene: Any) -> bytes | None:
        try:
            return await self.painter.png(scene)
        except PictureFault as fault:
            if not self.painter.closed:  # what has no turn any more when Hob stops is painted by whoever comes next
                FAULTS.tell(fault)
            return None

    def warm(self, game: str) -> None:
        self.painter.warm(game, self.screens.faces[game].pictures.sizes)

    @property
    def translator(self) -> Translator:
        return Translator()

    async def hear(self, interaction: discord.Interaction) -> None:
        speak(await self.router.answers.language(interaction))

    async def failed(self, interaction: discord.Interaction, fault: Exception) -> None:
        """What no command has answered itself: forms of arguments that Discord lets through, and our own faults."""
        log.error("a command failed", exc_info=fault)
        if interaction.type is discord.InteractionType.application_command:
            answers = self.router.answers
            await answers.reply(interaction).whisper(Message(content=answers.say(None, "refused.fault")))

    async def close(self) -> None:
        await self.painter.close()
