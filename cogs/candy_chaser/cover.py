"""Candy Chaser in its lobby: masked candies on a shop's counter."""

from bot.pictures import Sprite, Text, palette
from bot.pictures.covers import Cover

COVER = Cover(
    look=palette.CHASER,
    scene=(
        Sprite(562, 66, 188, "chaser_red"),
        Sprite(432, 126, 132, "chaser_blue"),
        Sprite(742, 110, 138, "chaser_yellow"),
        Sprite(570, 56, 172, "mask"),
        Sprite(570, 51, 172, "smirk"),
        Sprite(438, 119, 120, "mask"),
        Sprite(438, 115, 120, "smirk"),
        Sprite(748, 104, 126, "mask"),
        Sprite(748, 100, 126, "smirk"),
        Sprite(804, 172, 84, "tag", turn=-8),
        Text(854, 216, "5", "ontag", 60, "", 44),
    ),
    neutral=True,
)
