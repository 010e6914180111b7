"""The extension of Cover Your Kingdom."""

from bot.run.client import Hob
from cogs.cover_your_kingdom.face import FACE
from cogs.game_cog import GameCog, group_of


class Cover(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Cover(bot))
