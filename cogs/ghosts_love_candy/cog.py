"""The extension of Ghosts Love Candy."""

from bot.run.client import Hob
from cogs.game_cog import GameCog, group_of
from cogs.ghosts_love_candy.face import FACE


class Ghosts(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Ghosts(bot))
