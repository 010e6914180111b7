"""Cover Your Kingdom's lesson: pairs, the inn, a challenge, and why to cover a Clan."""

from bot.tables.lessons import Lesson

LESSON = Lesson(
    deal="lesson 7",
    computers=1,
    picture="both",
    script=(
        "A settle/yedi+yedi",
        "A inn/peglegasus/peglegasus+spydra",
        "B let-go",
        "B settle/terrier+klaken",
        "B recruit/peglegasus/c2",
        "A terrier",
        "B let-go",
        "A settle/pigxie+pigxie/maneland",  # covers the Peglegasi
        "A add/yedi/c1",
        "B inn/uniquehorn/uniquehorn",
        "A let-go",
        "B discard/yedi",  # leaves the Klakens uncovered
        "A recruit/klaken/c3",
        "B let-go",
    ),
)
