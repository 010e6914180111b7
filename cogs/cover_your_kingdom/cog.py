"""The extension of Cover Your Kingdom."""

from bot.gateway.client import Hob
from cogs.cover_your_kingdom.ui import FACE
from cogs.table.game_cog import GameCog, group_of


class Cover(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Cover(bot))
