"""The rulebook's chapters Setup and Marketing Phase."""

from collections import Counter

import pytest

from engine.candy_chaser.rules import CANDIES, DIE
from tests.engine.candy_chaser.laying import answers, asked, chaser, rolled, selling, tattling, told

players = pytest.mark.parametrize("players", [2, 3, 4])


# ---- Setup
@players
def test_cubes_start_at_0_and_players_get_an_objective_and_five_cards(players: int) -> None:
    g = chaser.deal(seats=players, seed="set-up")
    assert g.cubes == {"blue": 0, "purple": 0, "green": 0, "yellow": 0, "red": 0}
    assert len(g.objectives) == players and sorted(g.objectives + g.box) == sorted(CANDIES)
    assert g.tattles == [CANDIES] * players
    assert chaser.component_counts(g) == {"cubes": 5, "objectives": 5, "tattletale cards": 20}


@players
def test_any_player_may_start_and_any_candy_may_be_an_objective(players: int) -> None:
    tables = [chaser.deal(seats=players, seed=str(n)) for n in range(200)]
    assert {asked(g)[0] for g in tables} == set(range(players))
    assert {(seat, candy) for g in tables for seat, candy in enumerate(g.objectives)} == {
        (seat, candy) for seat in range(players) for candy in CANDIES
    }


@players
def test_only_you_see_your_objective_and_no_one_sees_the_box(players: int) -> None:
    g = chaser.deal(seats=players, seed="secret")
    for seat in range(players):
        seen = chaser.view(g, seat).objectives
        assert seen == [g.objectives[seat] if who == seat else None for who in range(players)]
        assert chaser.view(g, seat).tattles == CANDIES
    assert chaser.view(g).objectives == [None] * players and chaser.view(g).tattles == []


# ---- On your turn
def test_the_die_ranges_from_minus_2_to_plus_3_without_a_zero() -> None:
    assert (min(DIE), max(DIE), len(DIE)) == (-2, 3, 6) and 0 not in DIE
    rolls = Counter(chaser.deal(seats=2, seed=str(n)).die for n in range(600))
    assert rolls.keys() == set(DIE) and rolls[1] > max(rolls[face] for face in DIE if face != 1)


@players
def test_you_roll_and_move_and_the_game_continues_clockwise(players: int) -> None:
    g = selling(players, me=players - 1)
    assert asked(g) == (players - 1, "move")
    for seat in range(players):
        g.die = 1
        answers(g, "green")
        assert asked(g) == (seat, "move") and g.die in DIE


def test_you_can_move_any_cube_whether_or_not_it_is_your_objective() -> None:
    g = selling(2, die=2)
    ask = g.asks[0]
    assert ask.options == CANDIES and not ask.secret and ask.fields == {"p": "s0", "die": 2}
    assert [g.box[0] in ask.options, g.objectives[1] in ask.options] == [True, True]
    assert chaser.view(g, 1).question_of(0).options == CANDIES


@pytest.mark.parametrize(
    ("start", "die", "end", "key"),
    [
        (0, 3, 3, "moves"),
        (2, -2, 0, "moves"),
        (2, 3, 5, "moves"),
        (0, -2, -2, "moves"),
        (4, 2, 5, "stops"),
        (4, 3, 5, "stops"),
        (-1, -2, -2, "stops"),
        (-2, -1, -2, "stays"),
        (-2, -2, -2, "stays"),
        (5, 1, 5, "stays"),
        (5, 3, 5, "stays"),
        (5, -1, 4, "moves"),
        (-2, 3, 1, "moves"),
    ],
)
def test_a_cube_moves_the_full_roll_but_never_leaves_the_board(start: int, die: int, end: int, key: str) -> None:
    """Paragraphs B to E, with the goal closed: no other cube has reached 3."""
    g = selling(die=die, green=start, blue=2)
    assert chaser.view(g).landings["green"] == end
    answers(g, "green")
    assert g.cubes == {"blue": 2, "purple": 0, "green": end, "yellow": 0, "red": 0}
    assert told(g) == [(key, {"p": "s0", "die": die, "candy": "green", "a": start, "b": end})]
    assert (g.moved, g.moved_from) == ("green", start) and not g.tattling


def test_only_one_cube_moves_and_cubes_may_share_a_value() -> None:
    """Paragraph A; the rows are separate, so a cube may be on the same value as another."""
    g = selling(die=1, blue=1, green=0)
    answers(g, "green")
    assert (g.cubes["blue"], g.cubes["green"]) == (1, 1)
    assert all("/" not in option for option in g.asks[1].options)


def test_a_player_cannot_skip_a_roll() -> None:
    """A player's only choice is the cube; if none can go down, it stays where it is."""
    g = selling(die=-2, **dict.fromkeys(CANDIES, -2))
    assert g.asks[0].options == CANDIES
    answers(g, "yellow")
    assert set(g.cubes.values()) == {-2} and asked(g) == (1, "move")


# ---- End of the Marketing Phase
def test_example_with_two_cubes_in_the_zone_plus_2_reaches_the_goal() -> None:
    for die, reaches in ((-2, False), (-1, False), (1, False), (2, True), (3, True)):
        g = selling(die=die, purple=4, yellow=3, green=1)
        answers(g, "purple")
        assert g.tattling is reaches and (g.cubes["purple"] == 6) is reaches


@pytest.mark.parametrize(("start", "dice"), [(5, {1, 2, 3}), (4, {2, 3}), (3, {3}), (2, set()), (0, set())])
def test_only_high_enough_rolls_reach_an_open_goal(start: int, dice: set[int]) -> None:
    for die in DIE:
        g = selling(die=die, red=start, blue=3)
        assert chaser.view(g).goal_open["red"]
        assert (chaser.view(g).landings["red"] == 6) is (die in dice)


@pytest.mark.parametrize("other", [-2, 0, 2])
def test_the_goal_is_closed_while_no_other_cube_has_3_or_more(other: int) -> None:
    g = selling(die=3, red=5, blue=other)
    assert chaser.view(g).goal_open == {"blue": True, "purple": True, "green": True, "yellow": True, "red": False}
    answers(g, "red")
    assert g.cubes["red"] == 5 and not g.tattling


def test_other_cubes_may_move_while_a_cube_on_5_has_an_open_goal() -> None:
    g = selling(die=1, red=5, blue=3)
    answers(g, "yellow")
    assert not g.tattling and g.cubes["yellow"] == 1
    rolled(g, 1, 1)
    answers(g, "red")
    assert g.tattling and g.cubes["red"] == 6


@players
def test_any_candy_may_enter_the_goal_and_ends_the_marketing_phase(players: int) -> None:
    g = selling(players, die=2, me=1, purple=4, blue=5)
    g.objectives = ["blue", "green", "yellow", "red"][:players]
    answers(g, "purple")
    assert g.tattling and asked(g) == (2 % players, "tattle") and g.die == 0
    assert told(g) == [
        ("goes-in", {"p": "s1", "die": 2, "candy": "purple", "a": 4, "b": 6}),
        ("tattling-begins", {"candy": "purple", "q": f"s{2 % players}"}),
    ]
    view = chaser.view(g)
    assert view.landings == {} and view.tattling and view.active == 2 % players


def test_why_not_explains_illegal_moves_while_selling() -> None:
    g = selling(die=2, me=1)
    assert chaser.why_not(g, 1, "blue") is None
    assert chaser.why_not(g, 0, "blue") == ("not-asked", {})
    assert chaser.why_not(g, 1, "orange") == ("no-candy", {"candy": "orange"})
    for amount in ("2", "+1", "-1", "blue/1", "blue/+1"):
        assert chaser.why_not(g, 1, amount) == ("full-number", {"die": 2})
    for early in ("pass", "s0/blue"):
        assert chaser.why_not(g, 1, early) == ("not-tattling-yet", {})
    assert chaser.why_not(tattling("blue red"), 1, "blue") == ("move-is-over", {})


def test_everyone_sees_each_move_and_blocked_spaces_do_not_count() -> None:
    g = selling(2, die=3, me=0, blue=4)
    assert chaser.view(g).pushes == [{}, {}] and chaser.view(g).to_tattle == []
    answers(g, "blue")
    for die, me, candy in ((-2, 1, "blue"), (2, 0, "red"), (-2, 1, "yellow"), (-2, 1, "yellow")):
        rolled(g, die, me)
        answers(g, candy)
    assert chaser.view(g).pushes == [{"blue": 1, "red": 2}, {"blue": -2, "yellow": -2}]
