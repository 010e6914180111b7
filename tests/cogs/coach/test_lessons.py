"""The deals of lessons show the important decisions early."""

import pytest

from benchmarks.lessons import GOOD, missing, share
from cogs.coach.lessons import LESSONS
from cogs.game_uis import GAME_UIS
from engine import GAMES

GAMES_EACH = 8


@pytest.mark.parametrize("slug", GAMES)
def test_what_matters_comes_up_soon_in_most_games_from_the_deal(slug: str) -> None:
    lesson = LESSONS[slug]
    for kind in lesson.question_kinds:
        assert f"coach.{kind}" in GAME_UIS[slug].catalogue, "and the coach has something to say about it"
    assert share(GAMES[slug], lesson, GAMES_EACH) >= GOOD


def test_not_any_deal_would_do() -> None:
    lesson = LESSONS["candy-chaser"]
    assert "tattle" in missing(GAMES["candy-chaser"], lesson._replace(first_question_within=1), 0), (
        "not at the first answer"
    )
    others = [share(GAMES["candy-chaser"], lesson._replace(deal=n), 4) for n in range(1, 9)]
    assert min(others) < GOOD
