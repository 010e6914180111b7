"""Cover Your Kingdom in its lobby: three creatures look over the wall."""

from cogs.ui.pictures import Sprite, looks
from cogs.ui.pictures.covers import Cover
from cogs.ui.pictures.looks import SEATS

COVER = Cover(
    look=looks.COVER,
    scene=(
        Sprite(546, 112, 108, "cyk_yedi"),
        Sprite(740, 112, 110, "cyk_hypnogriff"),
        Sprite(612, 44, 170, "cyk_bragon"),
        Sprite(0, 0, 900, "coverfront_cover"),
        Sprite(649, 198, 98, "banner", SEATS[4]),
        Sprite(672, 214, 52, "gem"),
    ),
)
