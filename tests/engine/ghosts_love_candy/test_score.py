"""The final score at the rulebook's end of the game, line by line."""

from tests.engine.ghosts_love_candy.street import Play, game


def test_the_love_card_sets_the_value_of_stashed_candy() -> None:
    play = Play(stash={"A": "3 candy-corn, gummies, 2 licorice"}, loves={"A": "love-a"}, last=True)
    play.wait()
    assert play.lines("A") == [
        ("candy", {"candy": "candy-corn", "n": 3, "value": 5}, 15),
        ("candy", {"candy": "gummies", "n": 1, "value": 2}, 2),
    ], "the licorice counts 0 and has no line"
    assert play.total("A") == 17


def test_a_stashed_kid_costs_two_points_unless_it_says_otherwise() -> None:
    play = Play(kids={"A": "Chef, Skeleton, Soggy Zombie"}, last=True)
    play.wait()
    kids = {"kids": ["chef", "skeleton", "soggy-zombie"], "values": [-2, -2, -4]}
    assert play.lines("A") == [("stash-kids", kids, -8)] and play.total("A") == -8


def test_candy_left_on_kids_and_a_ghost_left_in_hand_score_nothing() -> None:
    play = Play("Chef{A9}[3 gummies]", last=True)
    play.wait()
    assert play.lines("A") == [] and play.total("A") == 0


def test_the_highest_score_wins() -> None:
    play = Play(
        stash={"A": "candy-corn", "B": "2 licorice", "C": "gummies"},
        loves={"A": "love-a", "B": "love-b", "C": "love-c"},
        last=True,
    )
    play.wait()
    result = game.result(play.g)
    assert [(score.seat, score.place, score.total) for score in result.scores] == [(1, 1, 10), (0, 2, 5), (2, 3, 4)]
    assert result.winners == [1]


def test_tied_players_share_the_win() -> None:
    play = Play(
        stash={"A": "candy-corn", "B": "candy-corn, gummies", "C": "gummies"},
        loves={"A": "love-a", "B": "love-b", "C": "love-c"},
        last=True,
    )
    play.wait()
    result = game.result(play.g)
    assert [(score.seat, score.place, score.total) for score in result.scores] == [(0, 1, 5), (1, 1, 5), (2, 3, 4)]
    assert result.winners == [0, 1]


def test_end_of_game_kids_count_only_if_they_are_still_in_the_row() -> None:
    play = Play(
        "Cardboard Robot{B9 C5}", "Glitter Fairy{A9}", stash={"A": "gummies"}, newcomers="Stern Dentist", last=True
    )
    play.wait()
    assert play.kids("C") == ["cardboard-robot"]
    assert ("ghosts-on", {"kid": "glitter-fairy", "n": 1, "each": 2}, 2) in play.lines("A")


def test_a_kid_that_enters_in_the_last_turn_also_counts() -> None:
    play = Play(
        "Soggy Zombie{B9 C5}", stash={"A": "lollipops"}, loves={"A": "love-b"}, newcomers="Fizzy Scientist", last=True
    )
    play.wait()
    assert play.row[0] == "fizzy-scientist" and play.total("A") == 3
