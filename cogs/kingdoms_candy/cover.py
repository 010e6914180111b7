"""Kingdom's Candy in its lobby: three Monsters at the gate of a chocolate castle."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover

COVER = Cover(
    look=palette.KINGDOM,
    scene=(
        Sprite(596, 96, 172, "mon_khulgrok"),
        Sprite(490, 138, 128, "mon_gnarlin"),
        Sprite(752, 142, 124, "mon_ploom"),
        Sprite(580, 226, 56, "candy_token"),
        Sprite(706, 224, 58, "sugar_cube"),
        Sprite(644, 244, 40, "kc_red"),
        Sprite(844, 238, 40, "kc_blue"),
        Sprite(676, 250, 36, "kc_green"),
    ),
)
