"""The extension of Monster Muncher."""

from bot.gateway.client import Hob
from cogs.monster_muncher.ui import FACE
from cogs.table.game_cog import GameCog, group_of


class Muncher(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Muncher(bot))
