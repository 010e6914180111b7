"""The extension: what `HOB_GAMES` names."""

from cogs.table.game_cog import GameCog, group_of

from acme_hands.face import FACE
from bot.gateway.client import Hob


class Hands(GameCog, **group_of(FACE)):
    face = FACE


async def setup(bot: Hob) -> None:
    await bot.add_cog(Hands(bot))
