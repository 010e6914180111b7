"""The extension: what `HOB_GAMES` names."""

from acme_hands.face import FACE
from bot.run.client import Hob
from cogs.game_cog import GameCog, group_of


class Hands(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Hands(bot))
