"""Monster Muncher in its lobby: a hungry king in an open mouth, and Snacks all round."""

from bot.pictures import Sprite, palette
from bot.pictures.covers import Cover

COVER = Cover(
    look=palette.MUNCHER,
    scene=(
        Sprite(592, 62, 196, "mun_king-kerfuffle"),
        Sprite(0, 0, 900, "coverfront_muncher"),
        Sprite(452, 28, 88, "snack_bounce-burger", turn=14),
        Sprite(808, 18, 84, "snack_second-serving", turn=-14),
        Sprite(802, 196, 78, "snack_sour-spit"),
        Sprite(460, 136, 84, "snack_prank-popcorn", turn=8),
    ),
)
