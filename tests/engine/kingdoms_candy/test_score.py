"""The rulebook's chapter End of the Game."""

from typing import Any

from engine.game import Score
from engine.kingdoms_candy.state import SUGAR, Villain
from tests.engine.kingdoms_candy.laying import kingdom, sugars, table, told, villain

LAST: dict[str, Any] = {"events": "black-candy", "at": "event", "black_candies": 3}


def scores(*villains: Villain) -> list[Score]:
    """Return the scores; the game ends because the last Black Candy finds no hungry Monster."""
    for own in villains:
        for monster in own.monsters:
            own.less[monster] = 9
    g = table(*villains, **LAST)
    result = kingdom.result(g)
    assert result is not None
    assert result.winners == [score.seat for score in result.scores if score.place == 1]
    return result.scores


def points(own: Villain) -> dict[str, int | None]:
    score = next(score for score in scores(own, villain("")) if score.seat == 0)
    assert score.total == sum(line.points or 0 for line in score.lines)
    return {line.key: line.points for line in score.lines}


ZERO = {"monsters": 0, "kept": 0, "tucked": 0, "candies": 0, "sugar": 0, "black": 0, "bonuses": 0}


def test_every_score_line_is_always_present() -> None:
    assert points(villain("")) == ZERO


def test_monsters_count_their_candies() -> None:
    assert points(villain("uno magmot swampgob")) == ZERO | {"monsters": 6}


def test_kept_abilities_count_their_candies_and_tucked_ones_1() -> None:
    assert points(villain("uno+im-inevitable+pickpocket", "im-inevitable diet-plan")) == ZERO | {
        **{"monsters": 1, "kept": 4, "tucked": 2}
    }


def test_candy_tokens_score_1_and_black_cubes_minus_1() -> None:
    assert points(villain("", candies=5, black=2)) == ZERO | {"candies": 5, "black": -2}


def test_leftover_sugar_becomes_one_candy_for_every_4() -> None:
    for sugar, candies in ((3, 0), (4, 1), (7, 1), (8, 2)):
        assert points(villain("", sugar=sugar)) == ZERO | {"candies": candies}


def test_the_final_conversion_is_logged_and_loses_no_sugar() -> None:
    g = table(villain("", sugar=9), villain("", sugar=3), villain("", sugar=4), **LAST)
    assert told(g, "converts") == [("converts", {"p": "s0", "n": 8, "k": 2}), ("converts", {"p": "s2", "n": 4, "k": 1})]
    assert sugars(g) == [1, 3, 0] and [own.candies for own in g.villains] == [2, 0, 1]
    assert g.sugar + sum(sugars(g)) == SUGAR


def test_standings_count_sugar_as_converted_candies() -> None:
    g = table(villain("uno", candies=1, sugar=8), villain("mopsel", candies=3))
    assert [standing.rank for standing in kingdom.standing(g)] == [(4, 3, 1), (4, 3, 1)]


def test_rockcandor_counts_1_for_each_red_monster_itself_included() -> None:
    assert points(villain("rockcandor uno magmot oni-baba"))["bonuses"] == 3


def test_oni_yami_counts_1_for_each_other_monster() -> None:
    assert points(villain("oni-yami"))["bonuses"] == 0
    assert points(villain("oni-yami uno magmot"))["bonuses"] == 2


def test_verdimont_counts_1_for_each_ability_under_any_monster() -> None:
    assert points(villain("verdimont+sugar-rush uno+pickpocket+diet-plan", "sweet-talk"))["bonuses"] == 3


def test_the_most_candies_win() -> None:
    found = scores(villain("", candies=3), villain("", candies=5), villain("uno", candies=3, black=1))
    assert [(score.seat, score.place, score.total) for score in found] == [(1, 1, 5), (2, 2, 3), (0, 3, 3)]


def test_in_a_tie_more_candy_tokens_win() -> None:
    found = scores(villain("", candies=4), villain("uno magmot", candies=1), villain("mopsel", candies=3))
    assert [(score.seat, score.place, score.total) for score in found] == [(0, 1, 4), (2, 2, 4), (1, 3, 4)]
    assert [(line.key, line.fields) for score in found for line in score.lines[7:]] == [
        ("more-candies", {"a": 4, "b": 3}),
        ("more-candies", {"a": 3, "b": 1}),
    ]


def test_four_sugar_count_as_a_candy_token_in_a_tie() -> None:
    found = scores(villain("", candies=4), villain("", candies=3, sugar=4))
    assert [(score.seat, score.place, score.total) for score in found] == [(0, 1, 4), (1, 1, 4)]


def test_in_a_further_tie_more_monsters_win() -> None:
    found = scores(villain("magmot"), villain("uno mopsel"))
    assert [(score.seat, score.place) for score in found] == [(1, 1), (0, 2)]
    assert [(line.key, line.fields) for line in found[0].lines[7:]] == [("more-monsters", {"a": 2, "b": 1})]


def test_players_who_are_still_tied_share_the_victory() -> None:
    found = scores(villain("", candies=3), villain("", candies=3), villain("", candies=1))
    assert [(score.seat, score.place) for score in found] == [(0, 1), (1, 1), (2, 3)]
    assert all(len(score.lines) == 7 for score in found)
