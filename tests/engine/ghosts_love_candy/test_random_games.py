"""Random games of every size: their length, and that every kid has an effect in some of them."""

import os
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.ghosts_love_candy.cards import DECKS
from engine.machine import clone
from tests.engine.ghosts_love_candy.street import game

GAMES = int(os.environ.get("TEST_RANDOM_GAMES", "15"))  # per number of players
KIDS = DECKS["hob"]
USED = {
    "moves-kid": ["skeleton"],
    "takes-candy": ["greedy-squirrel"],
    "trades-with-kid": ["chef"],
    "clears-ghosts": ["hose-hero"],
    "trades-with-player": ["three-ball-juggler"],
    "asks-for-candy": ["bathtub-pirate"],
    "looks": ["tea-leaf-seer"],
    "moves-ghost": ["broom-pilot", "pajama-ninja"],
    "pays-and-takes": ["foil-astronaut"],
    "gives-candy": ["gumball-machine"],
    "sends-home": ["sticker-medic"],
    "moves-all-candy": ["parcel-postie"],
    "takes-candy-from-player": ["juice-vampire"],
    "swaps-kids": ["top-hat-trickster"],
}


@cache
def played(players: int) -> list[Any]:
    tables, luck = [], Random(players)
    for seed in range(GAMES):
        g = game.deal(players, seed=f"random {seed}")
        counted = game.component_counts(g)
        while g.asks:
            me = luck.choice(sorted(g.asks))
            game.answer(g, me, luck.choice(g.asks[me].options))
            assert game.component_counts(g) == counted
        tables.append(g)
    return tables


@pytest.mark.parametrize(("players", "rounds"), [(3, 8), (4, 8), (5, 6), (6, 6)])
def test_games_last_eight_or_six_rounds_and_place_all_candy(players: int, rounds: int) -> None:
    for g in played(players):
        told = [event.fields["n"] for event in g.log if event.key == "round"]
        assert told == [*range(1, rounds + 1)] and g.candy == []
        assert [len(hand) for hand in g.hands] == [1] * players
        assert sum(event.key in ("haunts", "haunts-no-candy") for event in g.log) == rounds * players


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_score_is_the_sum_of_its_lines_and_the_highest_wins(players: int) -> None:
    for g in played(players):
        result = game.result(g)
        assert [score.seat for score in sorted(result.scores, key=lambda score: score.seat)] == [*range(players)]
        for score in result.scores:
            assert score.total == sum(line.points for line in score.lines)
            assert (score.seat in result.winners) == (score.total == result.scores[0].total)


def test_every_blue_box_is_used_declined_and_useless_in_some_game() -> None:
    used: Counter[str] = Counter()
    declined: Counter[str] = Counter()
    useless: Counter[str] = Counter()
    for players in game.seats:
        for g in played(players):
            haunted = ""
            for event in g.log:
                if event.key in ("haunts", "haunts-no-candy"):
                    haunted = event.fields["kid"]
                elif event.key in USED:
                    used[haunted if haunted in USED[event.key] else event.fields.get("kid", "")] += 1
                elif event.key == "does-not-use":
                    declined[event.fields["kid"]] += 1
                elif event.key == "can-do-nothing":
                    useless[event.fields["kid"]] += 1
    blue = {kid.id for kid in KIDS.values() if kid.box == "blue"}
    assert used.keys() >= blue | {"gumball-machine"}
    assert declined.keys() == {kid for kid in blue if KIDS[kid].may}
    always = {"tea-leaf-seer", "hose-hero", "top-hat-trickster", "pajama-ninja"}
    assert useless.keys() | {"parcel-postie"} == (blue | {"gumball-machine"}) - always  # a row almost never lacks candy


def test_every_yellow_box_takes_effect_in_some_game() -> None:
    counted: set[str] = set()
    for players in game.seats:
        for g in played(players):
            for event in g.log:
                if event.key == "is-safe":
                    counted.add(event.fields["guard"])
                elif event.key == "is-scared" and event.fields["courage"] < KIDS[event.fields["kid"]].courage:
                    counted.add("scruffy-scarecrow")
                elif event.key == "gives-candy":
                    counted.add(event.fields["kid"])
            for score in game.result(g).scores:
                for line in score.lines:
                    counted |= {*line.fields.get("kids", []), line.fields.get("kid", "")}
    assert counted >= {kid.id for kid in KIDS.values() if kid.box == "yellow"}


def test_every_kid_is_scared_in_some_game() -> None:
    scared = {event.fields["kid"] for n in game.seats for g in played(n) for event in g.log if event.key == "is-scared"}
    assert scared == KIDS.keys()


def test_a_clone_is_equal_and_independent() -> None:
    g = game.deal(4, seed="clone")
    twin = clone(g)
    assert twin == g
    game.answer(twin, 0, "1")
    assert twin != g


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_points_shown_on_stash_kids_equal_the_final_count(players: int) -> None:
    for g in played(players):
        for score in game.result(g).scores:
            view = game.view(g)
            kids = [line.points for line in score.lines if line.key in ("stash-kids", "kids-gain")]
            assert sum(view.stashes[score.seat].kids.values()) == sum(kids)
