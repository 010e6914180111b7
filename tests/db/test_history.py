"""Undone answers stay in the list; the answers in effect are one branch of it."""

import random

import pytest

from db import AnswerRow, SessionChange, Store, effective_answers, effective_line
from tests.db.rows import answer, change, session


def entries(*given: str | int) -> list[AnswerRow]:
    """Build a history from answers, given by their option, and undos, given by the revision they return to."""
    return [
        answer(revision=revision, option=what)
        if isinstance(what, str)
        else answer(revision=revision, step="take back", option="", back_to=what)
        for revision, what in enumerate(given)
    ]


def counting(*given: str | int, revision: int | None = None) -> str:
    return "".join(entry.option for entry in effective_answers(entries(*given), revision))


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ([], ""),
        (["a", "b"], "ab"),
        (["a", "b", 1], "a"),
        (["a", "b", 1, "c"], "ac"),
        (["a", "b", 0, "c"], "c"),
        (["a", "b", 1, "c", 1, "d"], "ad"),
        (["a", "b", 1, 2, "c"], "abc"),  # the undo is undone
        (["a", "b", "c", 1, "d", 3, "e"], "abce"),
        ([0], ""),
        (["a", 1, "b"], "ab"),  # back to the current state
    ],
)
def test_answers_that_count_after_undo(given: list[str | int], counts: str) -> None:
    assert counting(*given) == counts


def test_an_undo_belongs_to_the_branch_that_continues_from_it() -> None:
    told = entries("a", "b", 1, "c", 1, 4, "d")
    assert [entry.revision for entry in effective_line(told)] == [0, 2, 3, 5, 6]
    assert [entry.revision for entry in effective_line(told, 5)] == [0, 4]


def test_answers_that_counted_at_a_revision() -> None:
    told = ["a", "b", 1, "c"]
    assert [counting(*told, revision=number) for number in range(5)] == ["", "a", "ab", "a", "ac"]


def test_revisions_need_not_follow_one_another() -> None:
    """Joins, votes and departures also use up revisions."""
    given = [
        answer(revision=3, option="a"),
        answer(revision=7, option="b"),
        answer(revision=9, option="", back_to=7),
        answer(revision=12, option="c"),
    ]
    assert [entry.option for entry in effective_answers(given)] == ["a", "c"]
    assert [entry.option for entry in effective_answers(given, 9)] == ["a", "b"]
    assert [entry.option for entry in effective_answers(given, 8)] == ["a", "b"]


def test_any_history_equals_one_with_all_states_stored() -> None:
    luck = random.Random(5)
    for _ in range(300):
        given: list[str | int] = []
        states = [""]  # at each revision
        for revision in range(luck.randrange(30)):
            back = luck.randrange(revision + 1)
            if luck.random() < 0.4:
                given.append(back)
                states.append(states[back])
            else:
                given.append(chr(97 + revision))
                states.append(states[-1] + chr(97 + revision))
        assert counting(*given) == states[-1]
        assert [counting(*given, revision=number) for number in range(len(states))] == states


async def test_an_undo_is_one_more_entry(store: Store) -> None:
    await store.create(session(), [11])
    await store.commit(change())
    await store.commit(change(revision=1, answer=answer(revision=1, option="haunt/cook")))
    back = answer(revision=2, step="take back", option="", back_to=1)
    assert await store.commit(change(revision=2, answer=back, state=b"as at 1")) == 3
    given = await store.answers("ghosts")
    assert [entry.back_to for entry in given] == [None, None, 1]
    assert effective_answers(given) == given[:1]


@pytest.mark.parametrize("back_to", [-1, 1])
async def test_an_undo_must_return_to_an_earlier_revision(store: Store, back_to: int) -> None:
    await store.create(session(), [11])
    with pytest.raises(ValueError, match="must return to an earlier revision"):
        await store.commit(change(answer=answer(back_to=back_to)))
    assert await store.answers("ghosts") == []


async def test_intermediate_states_are_stored(store: Store) -> None:
    await store.create(session(), [11])
    assert await store.snapshot("ghosts", 100) is None
    for revision in range(6):
        await store.commit(change(revision=revision, state=b"%d" % (revision + 1), keep=revision % 2 == 1))
    assert [await store.snapshot("ghosts", revision) for revision in (1, 2, 3, 5, 6, 99)] == [
        None,
        (2, b"2"),
        (2, b"2"),
        (4, b"4"),
        (6, b"6"),
        (6, b"6"),
    ]
    with pytest.raises(ValueError, match="a state that doesn't exist"):
        await store.commit(SessionChange("ghosts", 6, "playing", None, {}, None, None, None, 1.0, keep=True))
