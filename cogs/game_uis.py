"""The GameUIs of Hob's own games, by slug."""

from typing import Any

from cogs.candy_chaser.ui import GAME_UI as CHASER
from cogs.cover_your_kingdom.ui import GAME_UI as COVER
from cogs.ghosts_love_candy.ui import GAME_UI as GHOSTS
from cogs.kingdoms_candy.ui import GAME_UI as KINGDOM
from cogs.monster_muncher.ui import GAME_UI as MUNCHER

GAME_UIS: dict[str, Any] = {ui.game.slug: ui for ui in (CHASER, GHOSTS, KINGDOM, MUNCHER, COVER)}
