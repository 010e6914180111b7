"""Monster Muncher's lesson: a Snack's tokens stay, and raw hunger decides what can be stolen."""

from bot.tables.lessons import Lesson

LESSON = Lesson(
    deal="lesson 2606",
    computers=1,
    picture="both",
    script=(
        "A play/countess-decay",  # 5; its ability draws two more cards
        "B play/lurch-lad",
        "B countess-decay",  # −1
        "A play/golden-gumbo/countess-decay",  # +3
        "B play/grave-gravy/lurch-lad",  # +2
        "B golden-gumbo",  # destroyed, but its tokens stay
        "A play/pilfer-pod",
        "A lurch-lad",  # stolen: raw hunger 4
        "B play/grave-grub",
        "B pilfer-pod",  # destroyed
        "A play/lurch-lad",
        "A grave-grub",  # −1
        "B play/sky-sentry",
        "A play/titan-tollbot",  # draws a card
        "B play/full-tray/sky-sentry",
        "A play/cloud-cruncher",  # 20
    ),
)
