"""Scoring, line by line, and extended contests."""

from typing import Any

import pytest

from engine.cover_your_kingdom.score import likelihood
from engine.game import Line
from engine.machine import seat_id
from tests.engine.cover_your_kingdom.table import Kingdoms, Tabletop, arrange, game


def ended(kingdoms: Kingdoms, seats: int = 3, **options) -> Tabletop:
    """Let seat 0 play the last card of the round."""
    hands = dict.fromkeys(range(seats), "") | {0: "yedi"}
    return arrange(seats, hands, kingdoms, deck="", **options).does(0, "discard/yedi")


def scores(t: Tabletop) -> dict[int, tuple[int, int | None]]:
    result = game.result(t.g)
    return {score.seat: (score.place, score.total) for score in result.scores}


def lines(t: Tabletop, seat: int) -> list[Line]:
    return next(score.lines for score in game.result(t.g).scores if score.seat == seat)


def test_the_most_magic_wins() -> None:
    t = ended(
        {
            0: {"highland": ["bragon bragon"]},
            1: {"lowland": ["klaken klaken klaken"]},
            2: {"lowland": ["vulcent vulcent"]},
        }
    )
    assert game.result(t.g).winners == [1]
    assert scores(t) == {1: (1, 45), 0: (2, 30), 2: (3, 10)}


def test_every_gem_of_a_kingdom_counts_land_by_land() -> None:
    kingdoms = {0: {"highland": ["spydra bragon bragon bragon", "yedi yedi"], "lowland": ["terrier klaken"]}}
    t = ended(kingdoms)
    assert lines(t, 0) == [
        Line(
            key="land",
            fields={
                "land": "highland",
                "clans": [
                    {
                        "clan": "c1",
                        "species": "bragon",
                        "n": 3,
                        "each": 15,
                        "magic": 45,
                        "wilds": ["spydra"],
                        "wild_magic": 40,
                        "swine": False,
                    },
                    {
                        "clan": "c2",
                        "species": "yedi",
                        "n": 2,
                        "each": 5,
                        "magic": 10,
                        "wilds": [],
                        "wild_magic": 0,
                        "swine": False,
                    },
                ],
            },
            points=95,
        ),
        Line(
            key="land",
            fields={
                "land": "lowland",
                "clans": [
                    {
                        "clan": "c3",
                        "species": "klaken",
                        "n": 1,
                        "each": 15,
                        "magic": 15,
                        "wilds": ["terrier"],
                        "wild_magic": 20,
                        "swine": False,
                    }
                ],
            },
            points=35,
        ),
    ]
    assert scores(t)[0] == (1, 130)
    assert [line.key for line in lines(t, 1)] == ["creatures"]  # nothing, like seat 2


def test_cards_left_in_hand_score_nothing() -> None:
    t = arrange(3, {0: "spydra", 1: "elves", 2: ""}, {2: {"highland": ["yedi yedi"]}}, deck="")
    t.does(0, "pass").does(1, "pass")
    assert scores(t) == {2: (1, 10), 0: (2, 0), 1: (2, 0)}


def test_in_a_tie_the_most_creatures_win() -> None:
    t = ended({0: {"highland": ["bragon bragon"]}, 1: {"lowland": ["vulcent " * 6]}})
    assert game.result(t.g).winners == [1]
    assert scores(t) == {1: (1, 30), 0: (2, 30), 2: (3, 0)}
    assert lines(t, 1)[-1] == Line(key="creatures", fields={"n": 6})
    assert lines(t, 0)[-1] == Line(key="creatures", fields={"n": 2})


def test_rulers_tied_in_magic_and_creatures_share_the_win() -> None:
    t = ended({0: {"highland": ["bragon bragon"]}, 1: {"lowland": ["klaken klaken"]}})
    assert game.result(t.g).winners == [0, 1]
    assert scores(t) == {0: (1, 30), 1: (1, 30), 2: (3, 0)}


def test_every_clan_is_revealed_when_the_game_ends() -> None:
    t = ended({0: {"highland": ["bragon bragon", "yedi yedi"]}})
    assert t.view().kingdoms[0].lands[0].clans[0].cards == ["bragon", "bragon"]


# ---- extended contests
def next_round(t: Tabletop, kingdoms: Kingdoms) -> Tabletop:
    """Set up the round that was just dealt as `ended` does, and end it; the seat with the crown plays last."""
    g = t.g
    first = g.active
    seats = g.players
    done, number = g.rounds, g.round
    fresh = arrange(
        seats,
        {seat: "yedi" if seat == first else "" for seat in range(seats)},
        kingdoms,
        deck="",
        active=first,
        contest=g.contest,
    )
    fresh.g.rounds, fresh.g.round, fresh.g.first, fresh.g.powers = done, number, first, g.powers
    return fresh.does(first, "discard/yedi")


BRAGONS = {0: {"highland": ["bragon bragon"]}, 1: {"lowland": ["vulcent vulcent"]}}
KLAKENS = {1: {"lowland": ["klaken klaken klaken klaken"]}}


def test_after_a_contest_round_a_new_one_is_dealt_and_the_crown_moves() -> None:
    t = ended(BRAGONS, contest="two")
    assert game.result(t.g) is None
    assert t.told()[-1][:2] == ("wins-round", {"p": "s0", "n": 1, "magic": 30})
    view = t.view()
    assert view.round == 2 and view.deck == 141 - 18 and view.discards == 0
    assert all(kingdom.hand == 6 and not kingdom.clans for kingdom in view.kingdoms)
    assert [sheet.totals for sheet in view.rounds] == [[30, 10, 0]]
    first = t.g.first
    assert t.asked() == {first: "action"} and view.first == first


def test_the_next_ruler_starts_each_new_round() -> None:
    t = ended(BRAGONS, contest="three")
    before = arrange(3, {0: "yedi"}, contest="three").g.first
    assert t.g.first == (before + 1) % 3


@pytest.mark.parametrize(("contest", "rounds"), [("two", 2), ("three", 3)])
def test_magic_accumulates_across_the_rounds_of_a_contest(contest: str, rounds: int) -> None:
    t = ended(BRAGONS, contest=contest)
    for _ in range(rounds - 1):
        t = next_round(t, KLAKENS)
    result = game.result(t.g)
    assert result.winners == [1]
    assert scores(t)[1] == (1, 10 + 60 * (rounds - 1)) and scores(t)[0] == (2, 30)
    last = Line(key="round", fields={"n": rounds, "magic": 60, "won": True})  # its lands follow, and make up its points
    assert lines(t, 1)[0] == Line(key="round", fields={"n": 1, "magic": 10, "won": False}, points=10)
    assert lines(t, 1)[rounds - 1] == last and [line.key for line in lines(t, 1)[rounds:]] == ["land"]
    assert sum(line.points or 0 for line in lines(t, 1)) == scores(t)[1][1]


def test_the_first_to_win_two_rounds_wins() -> None:
    t = ended(BRAGONS, contest="first-to-2")
    t = next_round(t, KLAKENS)
    assert game.result(t.g) is None
    assert [kingdom.victories for kingdom in t.view().kingdoms] == [1, 1, 0]
    t = next_round(t, BRAGONS)
    assert game.result(t.g).winners == [0]
    assert scores(t) == {0: (1, 2), 1: (2, 1), 2: (3, 0)}
    assert [line.fields for line in lines(t, 0) if line.key == "round"] == [
        {"n": 1, "magic": 30, "won": True},
        {"n": 2, "magic": 0, "won": False},
        {"n": 3, "magic": 30, "won": True},
    ]
    assert [line.key for line in lines(t, 0)] == ["round", "round", "round", "land", "victories"]
    assert lines(t, 0)[-1] == Line(key="victories", fields={"n": 2})


def test_a_shared_round_counts_as_a_win_for_each_tied_ruler() -> None:
    both = {0: {"highland": ["bragon bragon"]}, 1: {"lowland": ["klaken klaken"]}}
    t = ended(both, contest="first-to-2")
    assert [event.fields["p"] for event in t.told() if event.key == "wins-round"] == [seat_id(0), seat_id(1)]
    t = next_round(t, both)
    assert game.result(t.g).winners == [0, 1]


BRAGON = {"cards": ["bragon"]}, {"cards": ["bragon", "bragon"]}
BLINDLY = {"n": 1}, {"n": 2}


@pytest.mark.parametrize(
    ("event", "fields"),
    [("answers", BRAGON), ("elves-held", BRAGON), ("hypnogriff", BLINDLY), ("inn-hypnogriff", BLINDLY)],
)
def test_computers_count_each_card_that_leaves_a_hand(event: str, fields: tuple[dict[str, Any], ...]) -> None:
    """Cards drawn since the discard say nothing about it, and two were drawn for two."""
    worlds = []
    for one in fields:
        g = game.deal(seats=3, seed="answers")
        g.hands[1] = ["klaken", "klaken"]
        g.log_event("discards", p=seat_id(1), species="yedi")
        g.log_event(event, p=seat_id(0), q=seat_id(1), **one)
        worlds.append(likelihood(g, 0))
    assert worlds[0] < worlds[1] == 1


def test_a_card_may_have_been_in_a_hand_longer_than_those_that_left() -> None:
    g = game.deal(seats=3, seed="answers")
    g.hands[1] = ["klaken", "klaken", "bragon", "pigxie", "yedi", "vulcent"]
    g.log_event("discards", p=seat_id(1), species="yedi")
    worlds = [likelihood(g, 0)]
    for _ in range(8):
        g.log_event("adds", p=seat_id(1), species="bragon")
        worlds.append(likelihood(g, 0))
    assert worlds == sorted(worlds) and worlds[0] < worlds[-1] < 1
