"""Candy Chaser's lesson: a decoy, the lock of the goal, and an opponent who pushes only one candy."""

from bot.tables.lessons import Lesson

LESSON = Lesson(
    deal="lesson 237053",
    computers=2,
    script=(
        "A red",  # +2; the learner smuggles green
        "B purple",  # −2; smuggles blue
        "C yellow",  # +2; smuggles yellow
        "A yellow",  # −2
        "B blue",
        "C yellow",
        "A purple",  # −2, which stays
        "B blue",
        "C yellow",
        "A green",
        "B red",
        "C yellow",  # stops on 5: no other candy is in the zone
        "A green",  # opens the goal
        "B green",
        "C yellow",  # into the goal
        "A s2/yellow",
        "A pass",
        "B s0/red",  # falls for the decoy
    ),
)
