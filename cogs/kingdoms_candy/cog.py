"""The extension of Kingdom's Candy: Monsters."""

from bot.run.client import Hob
from cogs.game_cog import GameCog, group_of
from cogs.kingdoms_candy.face import FACE


class Kingdom(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Kingdom(bot))
