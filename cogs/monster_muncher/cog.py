"""The extension of Monster Muncher."""

from bot.run.client import Hob
from cogs.game_cog import GameCog, group_of
from cogs.monster_muncher.face import FACE


class Muncher(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Muncher(bot))
