"""The faces of all games, by slug."""

from typing import Any

from cogs.candy_chaser.ui import FACE as CHASER
from cogs.cover_your_kingdom.ui import FACE as COVER
from cogs.ghosts_love_candy.ui import FACE as GHOSTS
from cogs.kingdoms_candy.ui import FACE as KINGDOM
from cogs.monster_muncher.ui import FACE as MUNCHER

FACES: dict[str, Any] = {face.game.slug: face for face in (CHASER, GHOSTS, KINGDOM, MUNCHER, COVER)}
