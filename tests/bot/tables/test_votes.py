"""Votes: who may vote, how a vote is decided, and when it ends."""

import pytest

from bot.tables import seats, votes
from bot.tables.model import TableInfo
from tests.bot.tables.tables import ADA, BEN, CARA, DORA, EVE, at_play, refused

NOW, WAIT = 1000.0, 600.0


def end(info: TableInfo, *people: int) -> TableInfo:
    for person in people:
        info = votes.propose_end(info, person, 7, NOW)
    return info


@pytest.mark.parametrize(("people", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_a_majority_of_players_ends_the_game(people: int, needed: int) -> None:
    everybody = (ADA, BEN, CARA, DORA, EVE)[:people]
    before = end(at_play(*everybody, computers=2, asked={0: 0}), *everybody[: needed - 1])
    assert before.ended == "" and (needed == 1 or votes.agreed_count(before) == needed - 1)
    after = end(before, everybody[needed - 1])
    assert (after.ended, after.ended_by, after.vote, after.prompts) == ("ended-by-vote", "", None, {})
    assert votes.was_won(before, after)


def test_pressing_twice_counts_as_one_vote() -> None:
    info = end(at_play(ADA, BEN, CARA), ADA, ADA)
    assert info.vote is not None and info.vote.agreed == [ADA] and info.ended == ""


def test_the_first_impossible_majority_ends_the_vote() -> None:
    info = end(at_play(ADA, BEN, CARA, DORA), ADA)
    info = votes.cast_vote(info, BEN, 7, NOW, False)
    assert info.vote is not None
    after = votes.cast_vote(info, CARA, 7, NOW, False)
    assert after.vote is None and after.ended == "" and not votes.was_won(info, after)


def test_a_vote_can_be_changed() -> None:
    info = votes.cast_vote(end(at_play(ADA, BEN, CARA, DORA), ADA), ADA, 7, NOW, False)
    assert info.vote is not None and (info.vote.agreed, info.vote.against) == ([], [ADA])


def test_only_seated_players_vote_and_only_during_a_vote() -> None:
    info = at_play(ADA, BEN)
    with refused("players-only", info):
        votes.propose_end(info, CARA, 7, NOW)
    with refused("no-vote", info):
        votes.cast_vote(info, ADA, 7, NOW, True)


# ---- a computer for an absent player


def asleep(*people: int) -> TableInfo:
    """Return a table that has waited for Ben in seat 1 since time 0."""
    return at_play(*people, computers=1, asked={1: 0.0})


def test_players_vote_a_computer_in_for_an_absent_player() -> None:
    info = votes.propose_computer(asleep(ADA, BEN, CARA), ADA, 7, NOW, 1, WAIT)
    assert votes.voters(info) == [ADA, CARA] and votes.agreed_count(info) == 1 and not info.seats[1].away
    after = votes.cast_vote(info, CARA, 7, NOW, True)
    assert after.seats[1].away and after.vote is None and after.outvoted == [BEN]
    assert after.prompts[1].since == 0 and after.prompts[1].asked == NOW  # the computer starts its search now
    assert [(note.after, note.key, note.fields) for note in after.notes] == [(7, "hob-computer-voted", {"p": "s1"})]
    assert votes.was_won(info, after)


def test_a_failed_vote_outvotes_no_one() -> None:
    info = votes.propose_computer(asleep(ADA, BEN, CARA), ADA, 7, NOW, 1, WAIT)
    assert info.outvoted == [] and info.notes == []


def test_a_vote_ends_in_silence_when_only_the_absent_player_is_left() -> None:
    info = votes.propose_computer(at_play(ADA, BEN, CARA, asked={2: NOW - WAIT}), ADA, 7, NOW, 2, WAIT)
    info = seats.leave_seat(seats.leave_seat(info, ADA, 8, NOW), BEN, 9, NOW)
    assert info.vote is None and [note.key for note in info.notes] == ["hob-left", "hob-left"]


def test_an_absent_players_own_vote_ends_the_vote() -> None:
    info = votes.propose_computer(asleep(ADA, BEN, CARA, DORA), ADA, 7, NOW, 1, WAIT)
    for agree in (True, False):
        after = votes.cast_vote(info, BEN, 7, NOW, agree)
        assert after.vote is None and not after.seats[1].away and not votes.was_won(info, after)


def test_a_computer_may_be_proposed_only_for_absent_players() -> None:
    info = at_play(ADA, BEN, CARA, computers=1, asked={1: NOW - WAIT, 2: NOW - WAIT + 1, 3: 0.0})
    assert votes.absent_seats(info, NOW, WAIT) == [1]
    for seat, key, fields in (
        (2, "vote-early", {"wait": WAIT}),
        (3, "not-awaited", {"seat": 3}),
        (0, "own-seat", {}),
        (9, "forged", {}),
    ):
        with refused(key, info, **fields):
            votes.propose_computer(info, ADA, 7, NOW, seat, WAIT)


def test_a_vote_about_a_player_who_is_back_is_over() -> None:
    info = votes.propose_computer(asleep(ADA, BEN, CARA, DORA), ADA, 7, NOW, 1, WAIT)
    info.prompts = {}
    with refused("no-vote", info):
        votes.cast_vote(info, CARA, 7, NOW, True)
    assert votes.expires_at(info, 60, NOW) == 0.0  # at once


def test_another_proposal_replaces_the_first() -> None:
    info = votes.propose_computer(asleep(ADA, BEN, CARA, DORA), ADA, 7, NOW, 1, WAIT)
    after = votes.propose_end(info, CARA, 7, NOW + 5)
    assert after.vote is not None and (after.vote.seat, after.vote.by, after.vote.agreed) == (None, CARA, [CARA])


def test_an_undecided_vote_expires() -> None:
    info = end(at_play(ADA, BEN, CARA), ADA)
    assert votes.expires_at(info, 60, NOW) == NOW + 60 and votes.withdraw(info).vote is None
    assert votes.expires_at(at_play(ADA), 60, NOW) is None


def back(info: TableInfo, person: int = ADA) -> TableInfo:
    return votes.propose_undo(info, person, 5, ["haunted", {}], NOW)


def test_an_undo_needs_all_players() -> None:
    info = back(at_play(ADA, BEN, CARA, computers=1))
    assert not votes.all_agree(info)
    info = votes.cast_vote(info, BEN, 7, NOW, True)
    assert not votes.all_agree(info) and info.vote is not None
    info = votes.cast_vote(info, CARA, 7, NOW, True)
    assert votes.all_agree(info) and info.vote is not None and info.vote.back == 5
    assert not votes.all_agree(votes.withdraw(info))


def test_one_vote_against_an_undo_ends_it() -> None:
    assert votes.cast_vote(back(at_play(ADA, BEN, CARA)), BEN, 7, NOW, False).vote is None


def test_alone_with_computers_an_undo_needs_no_vote() -> None:
    info = at_play(ADA, BEN, computers=2)
    info.seats[1].away = True
    assert votes.all_agree(back(info))


def test_one_question_at_a_time_but_the_end_may_always_be_proposed() -> None:
    info = back(at_play(ADA, BEN, CARA))
    with refused("vote-open"):
        back(info, BEN)
    ending = end(info, BEN)
    assert ending.vote is not None and ending.vote.back is None and ending.vote.agreed == [BEN]
    with refused("players-only"):
        back(at_play(ADA, BEN), EVE)
