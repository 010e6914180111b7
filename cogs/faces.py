"""The faces of all games, by slug."""

from cogs.candy_chaser.face import ChaserFace
from cogs.ui.face import Face

FACES: dict[str, Face] = {face.game.slug: face for face in (ChaserFace(),)}
