"""The rulebook's components and Game Setup."""

from collections import Counter

import pytest

from engine.game import InvalidOptions
from engine.ghosts_love_candy.cards import DECKS, LOVE_CARDS
from engine.ghosts_love_candy.state import CANDIES, LOVES
from tests.engine.ghosts_love_candy.street import game

players = pytest.mark.parametrize("players", [3, 4, 5, 6])


def test_the_game_is_for_3_to_6_players() -> None:
    assert list(game.seats) == [3, 4, 5, 6]
    for seats in (2, 7):
        with pytest.raises(InvalidOptions, match="3 to 6"):
            game.deal(seats=seats)


def test_there_are_six_love_cards_24_kids_and_48_candies() -> None:
    g = game.deal(seats=6, seed="box")
    assert len(LOVES) == 6 and len(DECKS["hob"]) == 24
    assert Counter([*g.candy, *(candy for spot in g.row for candy in spot.candy)]) == dict.fromkeys(CANDIES, 8)
    assert game.component_counts(g) == {
        "kids": 24,
        "different kids": 24,
        "Love cards": 6,
        **dict.fromkeys(CANDIES, 8),
        **{f"ghosts of s{seat}": 7 for seat in range(6)},
    }


def test_each_love_card_values_its_six_candies_differently_from_5_to_0() -> None:
    for card in LOVE_CARDS.values():
        assert sorted(card.values.values()) == [0, 1, 2, 3, 4, 5]
    for candy in CANDIES:
        assert sorted(card.values[candy] for card in LOVE_CARDS.values()) == [0, 1, 2, 3, 4, 5]
    assert LOVE_CARDS["love-a"].text == "Candy Corn 5, Peppermint 4, Lollipops 3, Gummies 2, Chocolate 1, Licorice 0"
    assert [*LOVE_CARDS["love-b"].values] == [
        *("licorice", "candy-corn", "chocolate", "peppermint", "gummies", "lollipops")
    ]
    assert [*LOVE_CARDS["love-c"].values] == [
        *("peppermint", "gummies", "licorice", "candy-corn", "lollipops", "chocolate")
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_have_six_kids_eight_rounds_and_9_ghosts(players: int) -> None:
    g = game.deal(seats=players, seed="few")
    assert (len(g.row), g.rounds) == (6, 8)
    assert g.hands == [[1, 2, 3, 4, 5, 6, 7, 8, 9]] * players


@pytest.mark.parametrize("players", [5, 6])
def test_five_or_six_players_have_8_kids_6_rounds_and_no_ghosts_4_and_6(players: int) -> None:
    g = game.deal(seats=players, seed="many")
    assert (len(g.row), g.rounds) == (8, 6)
    assert g.hands == [[1, 2, 3, 5, 7, 8, 9]] * players


@players
def test_each_player_gets_a_love_card_and_unused_ones_stay_hidden(players: int) -> None:
    g = game.deal(seats=players, seed="love")
    assert sorted(g.loves + g.box) == sorted(LOVES) and len(g.loves) == players
    assert game.view(g).loves == {} and game.view(g).hand == []
    for seat in range(players):
        view = game.view(g, seat)
        assert view.loves == {seat: LOVE_CARDS[g.loves[seat]].values}
        assert view.hand == g.hands[seat] and view.hand_sizes == [len(hand) for hand in g.hands]
    assert {love for n in range(60) for love in game.deal(seats=3, seed=str(n)).loves} == set(LOVES)


@players
def test_the_kids_are_shuffled_and_dealt_face_up_in_a_row(players: int) -> None:
    rows = [tuple(spot.kid for spot in game.deal(seats=players, seed=str(n)).row) for n in range(60)]
    assert len(set(rows)) == 60 and {kid for row in rows for kid in row} == set(DECKS["hob"])
    g = game.deal(seats=players, seed="row")
    assert [spot.kid for spot in game.view(g).row] == [spot.kid for spot in g.row]
    assert game.view(g).kids_left == 24 - len(g.row) == len(g.kids)


def test_stashes_begin_empty() -> None:
    view = game.view(game.deal(seats=4, seed="stash"))
    assert [(stash.candy, stash.kids) for stash in view.stashes] == [({}, {})] * 4


def test_the_kid_deck_option_accepts_only_known_decks() -> None:
    assert game.deal(seats=3, seed="deck").deck == "hob"
    assert game.deal(seats=3, seed="deck", deck="hob").deck == "hob"
    with pytest.raises(InvalidOptions, match="unknown deck 'mine'; choose from hob"):
        game.deal(seats=3, deck="mine")


def test_every_card_can_be_looked_up() -> None:
    cards = game.cards()
    assert cards.keys() == DECKS["hob"].keys() | LOVES.keys()
    assert cards["chef"].courage == 15 and cards["chef"].box == "blue" and cards["cheerleader"].box == "yellow"
    assert all(card.text for card in cards.values())
