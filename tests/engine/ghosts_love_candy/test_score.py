"""The final score at the rulebook's end of the game, line by line."""

from tests.engine.ghosts_love_candy.street import Play, game


def test_the_love_card_tells_what_each_candy_in_the_stash_is_worth() -> None:
    play = Play(stash={"A": "3 candy-corn, gummies, 2 licorice"}, loves={"A": "love-a"}, last=True)
    play.wait()
    assert play.lines("A") == [
        ("candy", {"candy": "candy-corn", "n": 3, "value": 5}, 15),
        ("candy", {"candy": "gummies", "n": 1, "value": 2}, 2),
    ], "the licorice counts 0 and has no line"
    assert play.total("A") == 17


def test_two_points_are_lost_for_each_stashed_kid_unless_it_says_otherwise() -> None:
    play = Play(kids={"A": "Chef, Skeleton, Soggy Zombie"}, last=True)
    play.wait()
    kids = {"kids": ["chef", "skeleton", "soggy-zombie"], "values": [-2, -2, -4]}
    assert play.lines("A") == [("stash-kids", kids, -8)] and play.total("A") == -8


def test_candy_left_on_kids_and_the_ghost_left_in_hand_count_nothing() -> None:
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
    assert (result.winners, result.key) == ([1], "")


def test_in_a_tie_the_tied_players_shout_boo_and_there_is_no_tie_break() -> None:
    play = Play(
        stash={"A": "candy-corn", "B": "candy-corn, gummies", "C": "gummies"},
        loves={"A": "love-a", "B": "love-b", "C": "love-c"},
        last=True,
    )
    play.wait()
    result = game.result(play.g)
    assert [(score.seat, score.place, score.total) for score in result.scores] == [(0, 1, 5), (1, 1, 5), (2, 3, 4)]
    assert (result.winners, result.key) == ([0, 1], "boo")


def test_kids_count_at_the_end_only_while_in_the_row_after_the_last_scare() -> None:
    play = Play(
        "Cardboard Robot{B9 C5}", "Glitter Fairy{A9}", stash={"A": "gummies"}, newcomers="Stern Dentist", last=True
    )
    play.wait()
    assert play.kids("C") == ["cardboard-robot"]
    assert ("ghosts-on", {"kid": "glitter-fairy", "n": 1, "each": 2}, 2) in play.lines("A")


def test_a_newcomer_of_the_last_turn_counts_too() -> None:
    play = Play(
        "Soggy Zombie{B9 C5}", stash={"A": "lollipops"}, loves={"A": "love-b"}, newcomers="Fizzy Scientist", last=True
    )
    play.wait()
    assert play.row[0] == "fizzy-scientist" and play.total("A") == 3
