"""Cover Your Kingdom in its lobby: three creatures look over the wall."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover
from bot.pictures.palette import SEATS

COVER = Cover(
    look=palette.COVER,
    scene=(
        Sprite(546, 112, 108, "cyk_yedi"),
        Sprite(740, 112, 110, "cyk_hypnogriff"),
        Sprite(612, 44, 170, "cyk_bragon"),
        Sprite(0, 0, 900, "coverfront_cover"),
        Sprite(649, 198, 98, "banner", SEATS[4]),
        Sprite(672, 214, 52, "gem"),
    ),
)
