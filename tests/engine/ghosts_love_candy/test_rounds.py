"""The rulebook's rounds: place candy, choose a ghost, determine turn order, end of round, end of game."""

from typing import Any

import pytest

from engine import machine
from engine.ghosts_love_candy.cards import DECKS
from tests.engine.ghosts_love_candy.street import Play, game, lettered

KIDS = DECKS["hob"]


def dealt(players: int, *deck: str) -> Any:
    """Return a table in the first round; `deck` has the next kids to be drawn."""
    g = game.deal(players, seed="round")
    pool = [kid for kid in KIDS if kid not in deck]
    for spot in g.row:
        spot.kid = pool.pop()
    g.kids = [*pool, *reversed(deck)]
    return g


def choose(g: Any, *numbers: int) -> None:
    for seat, number in enumerate(numbers):
        game.answer(g, seat, str(number))


def told(g: Any, key: str) -> list[dict[str, Any]]:
    return [lettered(event) for event in g.log if event.key == key]


def finish_round(g: Any) -> None:
    """Let everyone haunt the first kid, and decline what can be declined."""
    now = g.round
    while g.asks and g.round == now and g.stack[-1].step != "choose_ghosts":
        (ask,) = g.asks.values()
        game.answer(g, ask.seat, ask.options[0])


# ---- Place Candy
@pytest.mark.parametrize("players", [3, 6])
def test_each_round_begins_with_one_candy_on_each_kid(players: int) -> None:
    g = game.deal(players, seed="candy")
    assert [len(spot.candy) for spot in g.row] == [1] * len(g.row) and g.round == 1
    assert told(g, "round") == [{"n": 1}]
    assert game.view(g).candy_left == 48 - len(g.row) == len(g.candy)


def test_candy_stays_visible_on_kids_that_are_not_haunted() -> None:
    g = game.deal(3, seed="candy")
    choose(g, 1, 2, 3)
    calm = [spot.kid for spot in g.row if KIDS[spot.kid].when != "haunt"]
    while g.round == 1:
        (ask,) = g.asks.values()
        game.answer(g, ask.seat, calm[0])
    unhaunted = [spot for spot in g.row if spot.kid != calm[0]]
    assert [len(spot.candy) for spot in unhaunted] == [2] * 5 and len(g.at(calm[0]).candy) == 1
    assert [spot.candy for spot in game.view(g).row] == [spot.candy for spot in g.row]


# ---- Choose a Ghost
def test_all_players_choose_a_ghost_at_once_and_in_secret() -> None:
    g = dealt(3)
    assert [(ask.seat, ask.say, ask.secret, ask.options) for ask in g.asks.values()] == [
        (seat, "choose", True, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]) for seat in range(3)
    ]
    assert game.view(g, 1).question_of(0).options is None


def test_an_early_choice_stays_secret_and_may_be_changed() -> None:
    g = dealt(3)
    game.answer(g, 1, "7")
    game.answer(g, 1, "4")
    assert game.view(g, 1).question_of(1).given == "4"
    for viewer in (None, 0, 2):
        view = game.view(g, viewer)
        assert (view.waiting, view.chosen, view.question_of(1).given) == ([0, 2], [1], None)
    assert g.hands[1] == [1, 2, 3, 4, 5, 6, 7, 8, 9] and not told(g, "all-reveal")
    choose(g, 1)
    game.answer(g, 2, "9")
    assert told(g, "all-reveal") == [{"seats": ["C", "B", "A"], "ghosts": [9, 4, 1]}]
    assert g.hands[1] == [1, 2, 3, 5, 6, 7, 8, 9] and g.asks.keys() == {2}


def test_revealed_ghosts_are_shown_until_they_haunt() -> None:
    g = dealt(3)
    choose(g, 5, 6, 7)
    assert game.view(g).revealed == {0: 5, 1: 6, 2: 7} and game.view(g).order == [2, 1, 0]
    game.answer(g, 2, "soggy-zombie" if "soggy-zombie" in g.asks[2].options else g.asks[2].options[-1])
    assert 2 not in game.view(g).revealed


def test_a_played_ghost_cannot_be_chosen_again() -> None:
    g = dealt(3)
    choose(g, 1, 2, 3)
    finish_round(g)
    assert [ask.options for ask in g.asks.values()] == [[str(n) for n in range(1, 10) if n != me] for me in (1, 2, 3)]
    with pytest.raises(machine.IllegalChoice):
        game.answer(g, 0, "1")


# ---- Determine Turn Order
def test_the_highest_ghost_goes_first_then_the_next_highest() -> None:
    g = dealt(4)
    choose(g, 3, 8, 1, 5)
    assert g.order == [1, 3, 0, 2] and g.active == 1 and g.asks.keys() == {1}
    assert not told(g, "tie")
    seen = []
    while g.round == 1:
        (ask,) = g.asks.values()
        seen += [ask.seat] if ask.say == "haunt" else []
        game.answer(g, ask.seat, ask.options[0])
    assert seen == [1, 3, 0, 2]


def test_tied_players_draw_kids_and_the_highest_small_number_wins_the_tie() -> None:
    g = dealt(3, "three-ball-juggler", "parcel-postie")
    choose(g, 9, 7, 7)
    assert told(g, "tie") == [
        {"seats": ["C", "B"], "kids": ["parcel-postie", "three-ball-juggler"], "numbers": [21, 8]}
    ]
    assert g.order == [0, 2, 1]
    assert game.view(g).kid_discard == ["three-ball-juggler", "parcel-postie"]


def test_all_six_may_be_tied() -> None:
    deck = ["skeleton", "chef", "top-hat-trickster", "cheerleader", "glitter-fairy", "greedy-squirrel"]
    g = dealt(6, *deck)
    choose(g, 7, 7, 7, 7, 7, 7)
    assert told(g, "tie")[0]["numbers"] == [24, 15, 5, 3, 2, 1]
    assert g.order == [2, 3, 1, 5, 4, 0]


def test_ties_are_settled_separately_starting_with_the_highest_ghost() -> None:
    g = dealt(5, "skeleton", "chef", "top-hat-trickster", "cheerleader")
    choose(g, 2, 8, 2, 8, 5)
    assert [tie["seats"] for tie in told(g, "tie")] == [["D", "B"], ["A", "C"]]
    assert g.order == [3, 1, 4, 0, 2]
    assert g.kid_discard == ["skeleton", "chef", "top-hat-trickster", "cheerleader"]


def test_kids_drawn_for_ties_are_discarded_only_after_all_ties_are_settled() -> None:
    """Kids of the first tie therefore can't be shuffled and drawn again for the second."""
    g = dealt(5, "skeleton", "chef", "cheerleader")
    g.stashes[0].kids, g.kids = g.kids[:-3], g.kids[-3:]
    choose(g, 8, 8, 2, 2, 5)
    assert [event.key for event in g.log][-2:] == ["tie", "tie-too-few"]
    assert sorted(told(g, "tie-too-few")[0]["seats"]) == ["C", "D"]
    assert g.order[:3] == [1, 0, 4] and sorted(g.order[3:]) == [2, 3]
    assert g.kids == ["cheerleader"] and sorted(g.kid_discard) == ["chef", "skeleton"]


def test_with_too_few_kids_chance_breaks_a_tie() -> None:
    orders = set()
    for n in range(40):
        g = dealt(3)
        g.rng, g.stashes[0].kids, g.kids = n, g.kids, []
        choose(g, 7, 7, 7)
        orders.add(tuple(g.order))
        assert told(g, "tie-at-random") and not told(g, "tie-too-few")
    assert len(orders) == 6


def test_an_empty_kid_deck_is_replaced_by_the_shuffled_discards() -> None:
    g = dealt(3, "chef")
    g.kid_discard, g.kids = g.kids[:-1], g.kids[-1:]
    g.ghost_discard = [(0, 9)]
    g.hands[0].remove(9)
    choose(g, 7, 7, 1)
    assert [event.key for event in g.log][-2:] == ["reshuffled", "tie"]
    assert len(g.kids) == 16 and "chef" in g.kid_discard and len(g.kid_discard) == 2
    assert g.ghost_discard == [(0, 9)], "ghosts stay discarded"


# ---- End of Round
def test_kids_candy_and_ghosts_in_the_row_stay_between_rounds() -> None:
    play = Play("Chef{A2}[gummies]", "Skeleton{C8}", turn="B1")
    before = play.row
    for _ in range(3):
        play.wait()
    assert play.g.round == 2 and play.row == before
    assert (play.ghosts("Chef"), play.ghosts("Skeleton")) == ("A2", "C8")
    assert len(play.candy("Chef")) == 2 and play.candy("Chef")[0] == "gummies"
    assert game.view(play.g).active == -1


# ---- End of Game
@pytest.mark.parametrize(("players", "rounds"), [(3, 8), (4, 8), (5, 6), (6, 6)])
def test_the_game_ends_after_the_round_that_places_the_last_candy(players: int, rounds: int) -> None:
    g = game.deal(players, seed="end")
    for number in range(1, rounds + 1):
        assert g.round == number and len(g.candy) == 48 - number * len(g.row) and game.result(g) is None
        choose(g, *[hand[0] for hand in g.hands])
        finish_round(g)
    assert game.result(g) and not g.asks and game.view(g).over
    assert [len(hand) for hand in g.hands] == [1] * players, "each player has one ghost left"
    assert game.why_not(g, 0, "chef") == ("over", {})


def test_all_love_cards_are_revealed_at_the_end() -> None:
    play = Play(turn="B1", last=True)
    play.wait()
    assert game.view(play.g).loves.keys() == game.view(play.g, 1).loves.keys() == {0, 1, 2}


# ---- a case the rulebook doesn't cover: no kid is left to fill a spot
def emptied() -> Play:
    """Return a table where all kids outside the row are in stashes, and this turn's ghost scares the first kid."""
    play = Play("Soggy Zombie{B9}[gummies]", "Chef", turn="A5")
    play.g.stashes[2].kids, play.g.kids = play.g.kids, []
    play.haunt("Soggy Zombie")
    return play


def test_a_spot_without_a_new_kid_stays_empty_and_gets_no_candy() -> None:
    play = emptied()
    assert play.row[0] == "" and play.kids("A") == ["soggy-zombie"]
    assert play.told("is-scared-for-good") == [{"kid": "soggy-zombie", "sum": 14, "courage": 12, "q": "A"}]
    assert play.options == ["chef", *play.row[2:]]
    view = game.view(play.g).row[0]
    assert (view.kid, view.courage, view.candy, view.ghosts) == ("", 0, [], [])
    play.wait()
    play.wait()
    assert play.g.round == 2 and play.g.row[0].candy == [] and len(play.candy("Chef")) == 1


def test_an_empty_spot_interrupts_adjacency() -> None:
    play = Play("Chef[gummies]", "Soggy Zombie{B9}", "Greedy Squirrel", "Skeleton", turn="A5")
    play.g.stashes[2].kids, play.g.kids = play.g.kids, []
    play.haunt("Soggy Zombie")
    play.haunt("Greedy Squirrel")
    assert play.told("can-do-nothing") == [{"p": "B", "kid": "greedy-squirrel"}]


def test_with_empty_spots_the_game_still_ends_after_its_rounds() -> None:
    play = emptied()
    while play.g.asks:
        ask = next(iter(play.g.asks.values()))
        game.answer(play.g, ask.seat, ask.options[0])
    assert play.g.round == 8 and play.g.candy and game.result(play.g)


def test_in_an_empty_neighborhood_a_ghost_is_discarded() -> None:
    play = Play("Soggy Zombie", turn="A5")
    play.g.stashes[2].kids = [*play.g.kids, *play.row[1:]]
    play.g.kids = []
    for spot in play.g.row[1:]:
        spot.kid = ""
    play.g.row[0].ghosts = [(1, 9)]
    play.g.hands[1].remove(9)
    play.g = game.load(game.dump(play.g))
    assert game.view(play.g).round == 2, "the last kid is haunted automatically, and none is left for B and C"
    assert play.told("haunts-nobody") == [{"p": "B", "ghost": 1}, {"p": "C", "ghost": 1}]
    assert (1, 1) in play.g.ghost_discard and (2, 1) in play.g.ghost_discard
