"""Seats during a game: leaving, joining, coming back, and computers that take over."""

from typing import Any

from bot.tables import seats, votes
from bot.tables.model import Seat, TableInfo
from tests.bot.tables.tables import ADA, BEN, CARA, DORA, at_play, refused

NOW = 1000.0


def left(*people: int, by: int, **more: Any) -> TableInfo:
    return seats.leave_seat(at_play(*people, **more), by, 5, NOW)


def test_a_computer_takes_over_a_seat_that_is_left() -> None:
    before = at_play(ADA, BEN, asked={1: 3.0})
    info = seats.leave_seat(before, BEN, 5, NOW)
    assert (
        info.seats[1] == Seat(person=None, name="Ben", left=BEN, vacant=True, seen_by=[BEN])
        and info.seats[1].is_computer
    )
    assert [(note.after, note.key, note.fields) for note in info.notes] == [(5, "hob-left", {"p": "s1"})]
    assert before.seats[1].person == BEN, "the previous table is unchanged"
    with refused("players-only", before):
        seats.leave_seat(before, CARA, 5, NOW)


def test_the_next_person_is_the_host_when_the_host_leaves() -> None:
    assert left(ADA, BEN, CARA, by=ADA).host == BEN
    assert left(ADA, BEN, by=BEN).host == ADA
    assert left(ADA, computers=1, by=ADA).host == ADA  # no other person can be the host


def test_leaving_may_decide_a_vote() -> None:
    info = at_play(ADA, BEN, CARA, DORA)
    for person in (ADA, BEN):
        info = votes.propose_end(info, person, 5, NOW)
    assert info.ended == "" and seats.leave_seat(info, DORA, 5, NOW).ended == "ended-by-vote"


def test_a_newcomer_takes_the_first_or_a_chosen_vacant_seat() -> None:
    info = seats.leave_seat(left(ADA, BEN, CARA, by=CARA), BEN, 5, NOW)
    assert seats.free_seats(info, DORA, secret=True) == [1, 2]
    taken = seats.take_seat(info, DORA, 6, NOW, "Dora", secret=True)
    assert taken.seats[1] == Seat(person=DORA, name="Dora", seen_by=[BEN, DORA])
    assert taken.notes[-1].key == "hob-joined" and taken.notes[-1].fields == {"p": "s1", "q": "Ben"}
    assert seats.take_seat(info, DORA, 6, NOW, "Dora", secret=True, wanted=2).seat_of(DORA) == 2
    with refused("seat-taken", info, free=["s1", "s2"]):
        seats.take_seat(info, DORA, 6, NOW, "Dora", secret=True, wanted=0)


def test_a_returning_player_is_announced() -> None:
    info = seats.take_seat(left(ADA, BEN, by=BEN), BEN, 6, NOW, "Ben", secret=True)
    assert (info.seats[1].person, info.notes[-1].key) == (BEN, "hob-returned")
    with refused("already-seated", info):
        seats.take_seat(info, BEN, 6, NOW, "Ben", secret=True)


def test_a_player_who_saw_a_seats_cards_may_take_only_that_seat() -> None:
    info = seats.leave_seat(left(ADA, BEN, CARA, by=BEN), CARA, 5, NOW)
    assert seats.free_seats(info, CARA, secret=True) == [2]
    with refused("seen-cards", info, q="s2"):
        seats.take_seat(info, CARA, 6, NOW, "Cara", secret=True, wanted=1)
    info = seats.take_seat(info, DORA, 6, NOW, "Dora", secret=True, wanted=2)
    with refused("seen-taken", info, q="s2"):
        seats.take_seat(info, CARA, 6, NOW, "Cara", secret=True)
    assert seats.free_seats(info, CARA, secret=True) == []


def test_without_secrets_anyone_may_take_any_seat() -> None:
    info = seats.leave_seat(left(ADA, BEN, CARA, by=BEN), CARA, 5, NOW)
    assert seats.free_seats(info, CARA, secret=False) == [1, 2]
    assert seats.take_seat(info, CARA, 6, NOW, "Cara", secret=False).seat_of(CARA) == 1


def test_without_a_vacant_seat_joining_is_refused() -> None:
    info = at_play(ADA, BEN, computers=1)
    with refused("no-vacant", info):
        seats.take_seat(info, DORA, 6, NOW, "Dora", secret=True)


def test_a_newcomer_becomes_host_if_the_host_left() -> None:
    info = seats.take_seat(left(ADA, computers=1, by=ADA), DORA, 6, NOW, "Dora", secret=True)
    assert info.host == DORA


def test_a_computer_plays_for_a_person_until_they_take_their_seat_back() -> None:
    before = at_play(ADA, BEN, asked={0: 3.0})
    away = seats.let_computer_play(before, ADA, 5, NOW)
    assert away.seats[0].away and away.seats[0].is_computer and away.seats[0].person == ADA
    assert (away.prompts[0].since, away.prompts[0].asked) == (NOW, NOW)  # the table now waits for the computer
    assert seats.let_computer_play(away, ADA, 5, NOW + 1) is away  # pressed twice
    back = seats.return_to_seat(away, ADA, 6, NOW + 9)
    assert not back.seats[0].away and back.prompts[0].since == NOW + 9
    assert [note.key for note in back.notes] == ["hob-computer-on", "hob-back"]
    assert seats.return_to_seat(before, ADA, 5, NOW) is before
    with refused("players-only", before):
        seats.return_to_seat(before, CARA, 5, NOW)


def test_leaving_and_returning_at_once_leaves_no_trace() -> None:
    info = at_play(ADA, BEN)
    for _ in range(300):
        info = seats.return_to_seat(seats.let_computer_play(info, ADA, 5, NOW), ADA, 5, NOW)
    assert info.notes == []
    for change in [seats.let_computer_play, seats.return_to_seat] * 300:  # two players do so in turns
        info = change(change(info, ADA, 5, NOW), BEN, 5, NOW)
    assert info.notes == []
    info = seats.return_to_seat(seats.let_computer_play(info, ADA, 5, NOW), ADA, 6, NOW)
    assert [note.key for note in info.notes] == ["hob-computer-on", "hob-back"]


def test_when_the_last_person_leaves_the_game_is_over() -> None:
    assert left(ADA, BEN, by=BEN).ended == ""
    assert left(ADA, computers=1, by=ADA).ended == "everybody-left"
