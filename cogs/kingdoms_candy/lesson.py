"""Kingdom's Candy's lesson: earning sugar, tucking an Ability, and feeding Monsters at Black Candy."""

from bot.tables.lessons import Lesson

LESSON = Lesson(
    deal="lesson 160",
    computers=1,
    script=(
        "A buy/scorchlet",
        "B buy/mistmallow",
        "B done",
        "B buy/oni-yami",
        "A buy/sugar-rush/tuck/scorchlet",
        "A done",
        "A collect",  # Black Candy is certain this round
        "A convert/1",
        "B buy/magmot",  # its four Monsters will eat 8, and 2 sugar are left
        "A keep/2-0-0",
        "B keep/2-0-6",
        "B collect",
        "A buy/one-last-lick/keep",
    ),
)
