"""Ghosts Love Candy's lesson: big ghosts first, Courage, and a kid for a rival."""

from bot.tables.lessons import Lesson

LESSON = Lesson(
    deal="lesson 3",
    computers=2,
    picture="hand",
    script=(
        "A 7",
        "B 9",
        "C 8",
        "B tea-leaf-seer",
        "B skip",
        "C pajama-ninja",
        "C skip",
        "A broom-pilot",
        "A pajama-ninja/tea-leaf-seer",  # scares it: Soot's 8 is on top
        "A 9",
        "B 8",
        "C 2",
        "A parcel-postie",
        "A skip",
        "B foil-astronaut",
        "B skip",
        "C chef",
        "C skip",
        "A 1",
        "B 5",
        "C 6",
        "C pajama-ninja",
        "C skip",
        "B parcel-postie",  # scares it, with its own ghost on top
        "B skip",
        "A fizzy-scientist",
    ),
)
