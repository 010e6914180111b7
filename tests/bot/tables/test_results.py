"""The stored results of a game, and the players they count for."""

from random import Random
from typing import Any

from bot.tables import results, seats
from bot.tables.model import TableInfo
from engine import GAMES
from tests.bot.tables.tables import ADA, BEN, CARA, at_play
from tests.engine.playing import play_out

GAME = GAMES["candy-chaser"]


def info(*people: int, computers: int = 0) -> TableInfo:
    made = at_play(*people, computers=computers)
    for seat in made.seats:
        seat.seen_by = [] if seat.person is None else [seat.person]
    made.moves, made.started_at = 12, 100.0
    return made


def ended(made: TableInfo) -> Any:
    g = play_out(GAME, GAME.deal(len(made.seats), "ended"), Random(1))
    return results.build_result(GAME, "ABCDEF", 7, made, g, 160.0)


def test_a_game_counts_for_all_who_finished_it() -> None:
    row = ended(info(ADA, BEN, computers=1))
    assert (row.ended, row.moves, row.seconds, row.guild_id) == ("played", 12, 60.0, 7)
    assert sorted(seat.place for seat in row.seats) == sorted(
        score.place for score in GAME.result(play_out(GAME, GAME.deal(3, "ended"), Random(1))).scores
    )
    assert [(seat.person, seat.computer, seat.how) for seat in row.seats] == [
        (ADA, None, "played"),
        (BEN, None, "played"),
        (None, "normal", "computer"),
    ]


def test_players_who_left_late_or_were_replaced_are_not_counted() -> None:
    made = info(ADA, BEN, CARA)
    made.seats[1].away = True
    made.mended = [2]
    made = seats.leave_seat(made, ADA, 3, 120.0)
    assert [seat.how for seat in ended(made).seats] == ["left", "computer played on", "went back"]
    made = seats.take_seat(made, 99, 3, 120.0, "Sam", secret=True)
    row = ended(made)
    assert row.seats[0].how == "joined late" and all(seat.place is None for seat in row.seats)


def test_a_game_that_ended_early_does_not_count() -> None:
    made = info(ADA, BEN)
    made.ended = "ended-by-vote"
    row = ended(made)
    assert row.ended == "early" and [seat.place for seat in row.seats] == [None, None]
