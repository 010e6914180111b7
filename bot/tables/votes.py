"""Votes of the persons at a table: to end the game, to let a computer play for an absent person, or to undo."""

from typing import Any

from bot.errors import Stale, UserError
from bot.tables.model import TableInfo, Vote
from bot.timing import discord_timestamp, end_of

REST = 600.0  # seconds before a refused proposal can be made again
# Notes in the log
END_REFUSED, COMPUTER_REFUSED = "hob-end-refused", "hob-computer-refused"


def voters(info: TableInfo) -> list[int]:
    """Return the persons who may vote: all but the one the vote is about; on an undo, those who play themselves."""
    if info.undo_vote is not None:
        return info.present_persons()
    about = _vote_subject(info)
    return [person for person in info.persons() if person != about]


def agreed_count(info: TableInfo) -> int:
    """Return how many voters have agreed."""
    assert info.vote is not None
    return len({*info.vote.agreed} & {*voters(info)})


def absent_seats(info: TableInfo, now: float, wait: float) -> list[int]:
    """Return the seats that the table has waited for at least `wait` seconds: a vote may replace them by a computer."""
    return [seat for seat, since in info.waiting_times().items() if now >= end_of(since, wait, now)]


def propose_end(info: TableInfo, person: int, after: int, now: float) -> TableInfo:
    """Propose to end the game, in place of any other open vote. Raises UserError."""
    return _record_vote(info, person, None, True, after, now, ending=True)


def propose_computer(info: TableInfo, person: int, after: int, now: float, seat: int | None, wait: float) -> TableInfo:
    """Propose to let a computer play for a seat. Raises UserError."""
    if seat is None or seat not in range(len(info.seats)):
        raise UserError("forged")
    if info.require_seat(person) == seat:
        raise UserError("own-seat")
    if seat not in info.waiting_times():
        raise UserError("not-awaited", seat=seat)
    if seat not in absent_seats(info, now, wait):
        raise UserError("vote-early", wait=wait)
    if info.vote is not None and info.vote.seat != seat and not _subject_is_back(info):
        raise UserError("vote-open")
    return _record_vote(info, person, seat, True, after, now)


def propose_undo(info: TableInfo, person: int, revision: int, what: list[Any], now: float) -> TableInfo:
    """Propose to undo the answer of a revision; every present person must agree. Raises UserError."""
    info.require_seat(person)
    if info.vote is not None:
        raise UserError("vote-open")
    info = info.copy_for_edit()
    vote = info.vote = Vote(by=person, back=revision, what=what, agreed=[person], at=now)
    _require_rested(info, vote, now)
    return info


def all_agree(info: TableInfo) -> bool:
    """Return True if every present person agrees to the open undo. Computers always agree."""
    vote = info.undo_vote
    return vote is not None and {*info.present_persons()} <= {*vote.agreed}


def only_computers_agree(info: TableInfo, person: int) -> bool:
    """Return whether an undo needs only the consent of computers, which always agree."""
    return info.settings.taking_back == "consent" and info.present_persons() == [person]


def cast_vote(info: TableInfo, person: int, after: int, now: float, agree: bool, question: str = "") -> TableInfo:
    """Vote on the open proposal, if it is still the one with this `question_id`. Raises UserError."""
    info.require_seat(person)
    if info.vote is None or _subject_is_back(info):
        raise UserError("no-vote")
    if question not in ("", question_id(info.vote)):  # another proposal has replaced it
        raise Stale("stale")
    if info.undo_vote is not None and person not in voters(info):
        raise UserError("away")
    return _record_vote(info, person, info.vote.seat, agree, after, now)


def expires_at(info: TableInfo, life: float, now: float) -> float | None:
    """Return when the open vote expires, or None without one. A vote that has become pointless expires at once."""
    if info.vote is None:
        return None
    return 0.0 if _subject_is_back(info) else end_of(info.vote.at, life, now)


def withdraw(info: TableInfo) -> TableInfo:
    info = info.copy_for_edit()
    info.vote = None
    return info


def tally(info: TableInfo, after: int, now: float) -> TableInfo:
    """Decide the vote: it passes with more than half of the voters, and fails once that is impossible.

    A vote on an undo fails with the first voter against it.
    """
    vote = info.vote
    if vote is None:
        return info
    if vote.back is not None:  # `UndoService` decides whether an undo passes
        return _refuse(info, vote, now) if vote.against else info
    who = voters(info)
    if not who:  # only the person it is about is left
        return withdraw(info)
    if agreed_count(info) * 2 > len(who):
        return _carry_out(info, vote.seat, after, now)
    if len({*vote.against} & {*who}) * 2 >= len(who):
        key, fields = (END_REFUSED, {}) if vote.seat is None else (COMPUTER_REFUSED, {"q": f"s{vote.seat}"})
        against = [f"s{seat}" for seat, one in enumerate(info.seats) if one.person in vote.against]
        n, m = agreed_count(info), len(who)
        info = _refuse(info, vote, now)
        info.note(after, key, p=against, n=n, m=m, **fields)
    return info


def was_won(before: TableInfo, after: TableInfo) -> bool:
    """Return True if a vote passed between the two states."""
    return len(after.outvoted) > len(before.outvoted) or (after.ended, before.ended) == ("ended-by-vote", "")


def end_game(info: TableInfo, key: str, name: str = "", ender: int | None = None) -> TableInfo:
    """End the game without a winner. `key` names the reason's text; `name` and `ender` are who ended it."""
    info = info.copy_for_edit()
    info.ended, info.ended_by, info.ender, info.vote, info.prompts = key, name, ender, None, {}
    return info


def question_id(vote: Vote) -> str:
    """Return what a vote is about, as its buttons name it."""
    if vote.back is not None:
        return f"b{vote.back}"
    return "end" if vote.seat is None else f"s{vote.seat}"


def _refuse(info: TableInfo, vote: Vote, now: float) -> TableInfo:
    """Close the vote and block the same proposal for `REST` seconds."""
    info = withdraw(info)
    resting = {about: at for about, at in info.refused_votes.items() if now < end_of(at, REST, now)}
    info.refused_votes = {**resting, question_id(vote): now}
    if vote.back is not None:
        asking = {seat for seat, one in enumerate(info.seats) if one.person == vote.by}
        info.undo_refused = sorted({*info.undo_refused, *asking})
    return info


def _require_rested(info: TableInfo, vote: Vote, now: float) -> None:
    at = info.refused_votes.get(question_id(vote))
    if at is not None and now < (end := end_of(at, REST, now)):
        raise UserError("vote-rests", at=discord_timestamp(end))


def _vote_subject(info: TableInfo) -> int | None:
    return None if info.vote is None or info.vote.seat is None else info.seats[info.vote.seat].person


def _subject_is_back(info: TableInfo) -> bool:
    """Return True if the vote is about a seat that the table no longer waits for."""
    seat = info.vote.seat if info.vote is not None else None
    return seat is not None and (seat not in info.prompts or info.seats[seat].is_computer)


def _record_vote(
    info: TableInfo, person: int, seat: int | None, agree: bool, after: int, now: float, ending: bool = False
) -> TableInfo:
    """Record one vote per person. Any vote by the person it is about ends it."""
    info.require_seat(person)
    info = info.copy_for_edit()
    if info.vote is None or info.vote.seat != seat or (ending and info.vote.back is not None):
        info.vote = Vote(seat=seat, by=person, at=now)
        _require_rested(info, info.vote, now)
    if person == _vote_subject(info):
        return withdraw(info)
    vote = info.vote
    vote.agreed = [other for other in vote.agreed if other != person] + [person] * agree
    vote.against = [other for other in vote.against if other != person] + [person] * (not agree)
    return tally(info, after, now)


def _carry_out(info: TableInfo, seat: int | None, after: int, now: float) -> TableInfo:
    if seat is None:
        return end_game(info, "ended-by-vote")
    info = withdraw(info)
    sitter = info.seats[seat]
    sitter.away, sitter.order = True, None
    if sitter.person is not None:
        info.outvoted.append(sitter.person)
    if seat in info.prompts:
        info.prompts[seat].asked = now
    info.note(after, "hob-computer-voted", p=f"s{seat}")
    return info
