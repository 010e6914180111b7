"""Computer players know a view and nothing else."""

from collections import Counter

import pytest

from engine import GAMES, players

chaser = GAMES["candy-chaser"]


def test_at_random_chooses_every_option_alike() -> None:
    g = chaser.deal(seats=2, seed="computer")
    (seat,) = g.asks
    view = chaser.view(g, seat)
    chosen = Counter(players.at_random(view, luck) for luck in range(50))
    assert chosen == dict.fromkeys(g.asks[seat].options, 10)


def test_at_random_plays_a_whole_game_by_views_alone() -> None:
    g = chaser.deal(seats=4, seed="computers")
    luck = 1
    while g.asks:
        luck = luck * 6364136223846793005 % 2**64 + 1
        for seat in list(g.asks):
            chaser.answer(g, seat, players.at_random(chaser.view(g, seat), luck >> 32))
    assert chaser.result(g)


def test_at_random_is_for_a_seat_that_is_asked() -> None:
    g = chaser.deal(seats=2, seed="computer")
    (seat,) = g.asks
    for viewer in (None, 1 - seat):
        with pytest.raises(AssertionError):
            players.at_random(chaser.view(g, viewer), 0)
