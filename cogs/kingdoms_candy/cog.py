"""The extension of Kingdom's Candy: Monsters."""

from bot.gateway.client import Hob
from cogs.kingdoms_candy.ui import FACE
from cogs.table.game_cog import GameCog, group_of


class Kingdom(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Kingdom(bot))
