"""Ghosts Love Candy in its lobby: a ghost with its sweets before the moon, and kids who do not mind."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.pictures.palette import SEATS

COVER = Cover(
    look=palette.GHOSTS,
    scene=(
        Sprite(610, 62, 190, "hero_ghost"),
        Sprite(590, 60, 50, "candy_candy-corn", turn=14),
        Sprite(780, 54, 52, "candy_lollipops", turn=-12),
        Sprite(506, 160, 112, "kid_juice-vampire"),
        Sprite(782, 160, 112, "kid_glitter-fairy"),
        Sprite(506, 92, 54, "ghost", SEATS[0]),
        Sprite(842, 88, 50, "ghost", SEATS[3]),
        Sprite(700, 188, 88, "pumpkin"),
    ),
)
