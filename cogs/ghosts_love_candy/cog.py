"""The extension of Ghosts Love Candy."""

from bot.gateway.client import Hob
from cogs.ghosts_love_candy.ui import FACE
from cogs.table.game_cog import GameCog, group_of


class Ghosts(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Ghosts(bot))
