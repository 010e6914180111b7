"""The extension of Candy Chaser."""

from bot.gateway.client import Hob
from cogs.candy_chaser.ui import FACE
from cogs.table.game_cog import GameCog, group_of


class Chaser(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Chaser(bot))
