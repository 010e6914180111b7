"""The rulebook's Tattletale Phase, and who wins."""

import pytest

from engine.candy_chaser.rules import CANDIES
from engine.machine import IllegalChoice
from tests.engine.candy_chaser.laying import answers, asked, chaser, tattling, told

FOUR = "blue purple green yellow"


# ---- Tattletale Phase
@pytest.mark.parametrize("objectives", ["blue red", "blue red green", FOUR])
def test_tattling_goes_around_once_and_the_mover_comes_last(objectives: str) -> None:
    players = len(objectives.split())
    for mover in range(players):
        g = tattling(objectives, mover=mover)
        order = []
        while g.asks:
            order.append(asked(g)[0])
            assert chaser.view(g).active == order[-1]
            answers(g, "pass")
        assert order == [(mover + step) % players for step in range(1, players + 1)]
        assert told(g) == [("does-not-tattle", {"p": f"s{seat}"}) for seat in order]
        assert chaser.result(g) is not None


def test_you_may_slide_any_card_to_anyone_even_your_own_candy() -> None:
    g = tattling("blue purple green", mover=2)
    assert g.asks[0].options == ["pass", *[f"s{who}/{candy}" for who in (1, 2) for candy in CANDIES]]
    assert g.asks[0].secret and g.asks[0].fields == {"p": "s0"}
    answers(g, "s1/blue")
    assert g.eliminated().keys() == {0}


def test_after_a_right_tattle_the_target_is_out_and_you_may_go_on_or_stop() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/purple")
    assert g.remaining() == [0, 2, 3] and asked(g) == (0, "tattle-again")
    ask = g.asks[0]
    assert ask.fields == {"p": "s0", "t": "s1"}
    left = [candy for candy in CANDIES if candy != "purple"]
    assert ask.options == ["pass", *[f"s{who}/{candy}" for who in (2, 3) for candy in left]]
    answers(g, "s3/yellow")
    assert g.asks[0].fields == {"p": "s0", "t": "s3"}
    answers(g, "pass")
    assert g.remaining() == [0, 2] and asked(g) == (2, "tattle")


def test_a_wrong_tattle_eliminates_you_and_the_next_player_follows() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/red")
    assert g.remaining() == [1, 2, 3] and asked(g) == (1, "tattle")
    assert chaser.view(g).out == {0: False}


def test_eliminated_players_cannot_tattle_or_be_tattled_on() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/purple", "pass")
    assert asked(g) == (2, "tattle")
    assert not [option for option in g.asks[2].options if option.startswith("s1/")]
    with pytest.raises(IllegalChoice):
        chaser.answer(g, 2, "s1/purple")
    with pytest.raises(IllegalChoice):
        chaser.answer(g, 1, "pass")


def test_only_accuser_and_target_see_the_card_others_see_the_outcome() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/purple", "s2/red")
    public = [("tattles-right", {"p": "s0", "t": "s1"}), ("tattles-wrong", {"p": "s0", "t": "s2"})]
    right, wrong = {"t": "s1", "candy": "purple"}, {"t": "s2", "candy": "red"}
    assert told(g) == told(g, 3) == public
    assert told(g, 0) == [("you-slid-right", right), public[0], ("you-slid-wrong", wrong), public[1]]
    assert told(g, 1) == [("slid-to-you-right", {"p": "s0", "candy": "purple"}), *public]
    assert told(g, 2) == [public[0], ("slid-to-you-wrong", {"p": "s0", "candy": "red"}), public[1]]
    seen = {viewer: [slide.candy for slide in chaser.view(g, viewer).slid] for viewer in (None, 0, 1, 2, 3)}
    assert seen == {None: [None, None], 0: ["purple", "red"], 1: ["purple", None], 2: [None, "red"], 3: [None, None]}
    assert [slide.right for slide in chaser.view(g).slid] == [True, False]
    assert chaser.view(g).cards_left == [3, 5, 5, 5]


def test_eliminated_players_keep_their_candy_secret_until_the_end() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/purple", "s2/red")
    assert chaser.view(g).objectives == [None] * 4
    assert chaser.view(g, 0).objectives == ["blue", None, None, None]
    answers(g, "pass", "pass")
    view = chaser.view(g)
    assert view.over and view.objectives == FOUR.split()
    assert [slide.candy for slide in view.slid] == ["purple", "red"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_ends_at_once_when_one_player_is_left(players: int) -> None:
    objectives = FOUR.split()[:players]
    g = tattling(" ".join(objectives), mover=players - 1)
    answers(g, *[f"s{who}/{objectives[who]}" for who in range(1, players)])
    assert not g.asks and g.remaining() == [0]
    assert told(g)[-1] == ("only-left", {"p": "s0"})
    assert chaser.view(g).active == -1


def test_with_two_players_the_non_mover_tattles_first() -> None:
    g = tattling("blue red", mover=0)
    assert asked(g) == (1, "tattle")
    answers(g, "s0/green")
    assert not g.asks and chaser.result(g).winners == [0]


def test_why_not_explains_illegal_options_while_tattling() -> None:
    g = tattling(FOUR, mover=3)
    answers(g, "s1/purple")
    assert chaser.why_not(g, 0, "s2/blue") is None
    assert chaser.why_not(g, 0, "s0/blue") == ("not-yourself", {})
    assert chaser.why_not(g, 0, "s1/red") == ("is-out", {"t": "s1"})
    assert chaser.why_not(g, 0, "s2/purple") == ("card-given-away", {"candy": "purple"})
    assert chaser.why_not(g, 0, "s2/orange") == ("no-candy", {"candy": "orange"})
    assert chaser.why_not(g, 0, "s2") == ("no-candy", {"candy": ""})
    assert chaser.why_not(g, 0, "green") == ("move-is-over", {})
    assert chaser.why_not(g, 0, "+2") == ("move-is-over", {})
    for nonsense in ("s4/blue", "s01/blue", "sx/blue", "tattle", ""):
        assert chaser.why_not(g, 0, nonsense) == ("not-an-option", {})
    for option in ("pass", "s3/blue", "s2/purple"):
        assert chaser.why_not(g, 2, option) == (("not-yourself", {}) if option[:2] == "s2" else ("not-asked", {}))
    assert chaser.why_not(g, -1, "s1/purple") == ("not-asked", {})


# ---- Determining the Winner
def result_of(objectives: str, *choices: str, **cubes: int) -> dict[int, tuple[int, int]]:
    """Return place and points by seat."""
    g = tattling(objectives, mover=len(objectives.split()) - 1, **cubes)
    answers(g, *choices)
    while g.asks:
        answers(g, "pass")
    result = chaser.result(g)
    assert result.winners == [result.scores[0].seat]
    return {score.seat: (score.place, score.total) for score in result.scores}


def test_the_highest_candy_wins_and_the_goal_beats_5() -> None:
    assert result_of("blue purple red", blue=5, purple=-2) == {2: (1, 6), 0: (2, 5), 1: (3, -2)}


def test_an_unowned_candy_never_wins_even_in_the_goal() -> None:
    assert result_of("blue purple", blue=3, purple=4) == {1: (1, 4), 0: (2, 3)}


def test_eliminated_players_cannot_win_with_the_highest_candy() -> None:
    assert result_of("blue purple red", "s2/red", blue=4, purple=5) == {1: (1, 5), 0: (2, 4), 2: (3, 6)}


def test_the_last_player_left_wins_even_with_the_lowest_candy() -> None:
    assert result_of("green purple red", "s1/purple", "s2/red", green=-2, purple=5) == {
        0: (1, -2),
        1: (2, 5),
        2: (2, 6),
    }


@pytest.mark.parametrize("first", range(4))
def test_ties_break_in_the_order_blue_purple_green_yellow_red(first: int) -> None:
    higher, lower = CANDIES[first], CANDIES[first + 1]
    g = tattling(f"{lower} {higher}")
    g.cubes[lower] = g.cubes[higher] = 5
    answers(g, "pass", "pass")
    best, other = chaser.result(g).scores
    assert (best.seat, best.place, other.seat, other.place) == (1, 1, 0, 2)
    assert [(line.key, line.fields) for line in best.lines][-1] == ("stands-above", {"a": higher, "b": lower})
    assert [line.key for line in other.lines] == ["smuggled"]


def test_the_score_says_why_a_player_is_out() -> None:
    g = tattling("blue purple green yellow", mover=3)
    answers(g, "s1/purple", "s2/red", "pass", "pass")
    lines = {score.seat: [(line.key, line.fields) for line in score.lines] for score in chaser.result(g).scores}
    assert lines[0][1:] == [("out-wrong", {})] and lines[1][1:] == [("out-tattled", {"p": "s0"})]
    assert lines[3] == [("smuggled", {"candy": "yellow", "place": 0})]
    assert chaser.view(g).winners == chaser.result(g).winners


# ---- Resampled worlds
def test_worlds_never_let_a_player_slide_the_same_card_twice() -> None:
    """Seat 3 saw a wrong green card from seat 0, so seat 0's right card at seat 1 can't have been green."""
    g = tattling("blue purple red yellow", mover=3)
    answers(g, "s1/purple", "s3/green")
    worlds = [chaser.resample(g, 3, str(n)) for n in range(60)]
    assert {world.objectives[1] for world in worlds} == {"blue", "purple", "red"}
    assert all(chaser.component_counts(world) == chaser.component_counts(g) for world in worlds)


def test_a_rival_who_passes_seems_to_be_ahead() -> None:
    """Red has just reached the goal, and blue hasn't."""
    weights = {}
    for candy in ("red", "blue"):
        g = tattling(f"{candy} purple green", mover=2)
        answers(g, "pass")
        weights[candy] = chaser.weight(g, 1)
    assert weights["red"] > weights["blue"]


def test_a_redealt_world_fits_what_the_accuser_learned() -> None:
    g = tattling("blue purple red yellow", mover=3)
    answers(g, "s1/purple", "s3/green")
    worlds = [chaser.resample(g, 0, str(n)) for n in range(60)]
    assert {world.objectives[1] for world in worlds} == {"purple"}
    assert {world.objectives[3] for world in worlds} == {"red", "yellow"}
    assert {world.objectives[2] for world in worlds} == {"green", "red", "yellow"}


def test_everyone_sees_which_players_have_yet_to_tattle() -> None:
    g = tattling("blue purple green", mover=0)
    assert chaser.view(g).to_tattle == [1, 2, 0]
    answers(g, "s0/blue")
    assert asked(g) == (1, "tattle-again") and chaser.view(g).to_tattle == [1, 2]
    answers(g, "pass")
    assert chaser.view(g).to_tattle == [2]
    answers(g, "pass")
    assert chaser.view(g).to_tattle == []
