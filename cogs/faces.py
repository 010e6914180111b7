"""The faces of all games, by slug."""

from cogs.candy_chaser.face import ChaserFace
from cogs.cover_your_kingdom.face import CoverFace
from cogs.ghosts_love_candy.face import GhostsFace
from cogs.kingdoms_candy.face import KingdomFace
from cogs.monster_muncher.face import MuncherFace
from cogs.ui.face import Face

FACES: dict[str, Face] = {
    face.game.slug: face for face in (ChaserFace(), GhostsFace(), KingdomFace(), MuncherFace(), CoverFace())
}
