"""When the coach explains a kind of question to a player, and how often."""

from bot.people.coach_notes import CoachingRecord, is_note_due, record_answers, record_note

BEFORE = CoachingRecord(session="AAAAAA", notes={"move": 1})


def test_in_a_first_game_each_kind_is_explained_once_while_it_is_open() -> None:
    assert is_note_due("first", None, "AAAAAA", "move", 1)
    assert is_note_due("first", BEFORE, "AAAAAA", "move", 1) and not is_note_due("first", BEFORE, "AAAAAA", "move", 2)
    assert is_note_due("first", BEFORE, "AAAAAA", "tattle", 2)
    assert record_note(BEFORE, "AAAAAA", "tattle", 2).notes == {"move": 1, "tattle": 2}


def test_notes_return_in_later_games_if_the_player_wants_them() -> None:
    assert not is_note_due("first", BEFORE, "BBBBBB", "move", 1) and is_note_due("on", BEFORE, "BBBBBB", "move", 1)
    assert record_note(BEFORE, "BBBBBB", "move", 1) == CoachingRecord(session="BBBBBB", notes={"move": 1})


def test_players_without_a_coach_get_no_notes() -> None:
    assert not is_note_due("off", None, "AAAAAA", "move", 1) and not is_note_due("off", BEFORE, "AAAAAA", "move", 1)


def test_a_note_counts_once_its_question_was_answered() -> None:
    unread = record_answers(BEFORE, "AAAAAA", 0)
    assert unread == BEFORE and record_answers(BEFORE, "BBBBBB", 9) == BEFORE
    read = record_answers(BEFORE, "AAAAAA", 1)
    assert read.learned == ["move"] and record_answers(read, "AAAAAA", 2) == read
    assert is_note_due("first", unread, "BBBBBB", "move", 1, was_aborted=True)
    assert not is_note_due("first", read, "BBBBBB", "move", 1, was_aborted=True)
    assert is_note_due("first", read, "BBBBBB", "tattle", 1, was_aborted=True)
    assert is_note_due("on", read, "BBBBBB", "move", 1)
    assert record_note(read, "BBBBBB", "tattle", 1).learned == ["move"]
