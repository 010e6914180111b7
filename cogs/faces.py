"""The faces of all games, by slug."""

from typing import Any

from cogs.candy_chaser.face import FACE as CHASER
from cogs.cover_your_kingdom.face import FACE as COVER
from cogs.ghosts_love_candy.face import FACE as GHOSTS
from cogs.kingdoms_candy.face import FACE as KINGDOM
from cogs.monster_muncher.face import FACE as MUNCHER

FACES: dict[str, Any] = {face.game.slug: face for face in (CHASER, GHOSTS, KINGDOM, MUNCHER, COVER)}
