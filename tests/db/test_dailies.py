"""One attempt per person and daily deal, even if two processes use the store."""

import asyncio
from dataclasses import replace

from db import AttemptRow, FinishedAttempt, PersonRow, Store
from tests.db.rows import ADA, BEN, ended, result, save_person

GAME = "ghosts-love-candy"
TRY = AttemptRow(ADA, 20000, GAME, "first", 7)


async def test_only_one_of_two_simultaneous_attempts_counts(store: Store, address: str) -> None:
    other = await Store.open(address)
    assert len(await store.dailies.secret()) == 64 and await store.dailies.secret() == await other.dailies.secret()
    second = replace(TRY, session_id="second")
    had = await asyncio.gather(store.dailies.claim(TRY), other.dailies.claim(second))
    assert sorted(had) == [False, True]
    [kept] = await other.dailies.of_person(ADA)
    assert kept == (TRY if had[0] else second)
    assert await store.dailies.claim(kept), "the same claim again is the same attempt"
    assert not await store.dailies.claim(replace(TRY, session_id="third"), instead_of="fourth")
    third = replace(TRY, session_id="third")
    assert await other.dailies.claim(third, instead_of=kept.session_id) and await store.dailies.of_person(ADA) == [
        third
    ]
    assert await store.dailies.claim(replace(TRY, game="kingdoms-candy")), "another game has another deal"
    assert await store.dailies.claim(replace(TRY, person=BEN)) and len(await store.dailies.of_person(ADA, 20000)) == 2
    assert await store.dailies.claim(replace(TRY, person=BEN, day=20008))
    assert await store.dailies.of_person(ADA) == [] and len(await store.dailies.of_person(BEN)) == 1, "a week is stored"
    await other.close()


async def test_only_attempts_finished_in_time_count(store: Store) -> None:
    await save_person(store, PersonRow(BEN, {"hidden": True}, None))
    await ended(store, result("first", ADA, "normal", at=500.0), result("second", "normal", BEN, at=600.0))
    for row in (TRY, AttemptRow(BEN, 20000, GAME, "second", None), AttemptRow(ADA, 20000, "kingdoms-candy", "lost", 7)):
        assert await store.dailies.claim(row)
    first = FinishedAttempt(ADA, 7, False, 1, 9)
    assert await store.dailies.finished_attempts(20000, GAME, 601.0) == [first, FinishedAttempt(BEN, None, True, 2, 8)]
    assert await store.dailies.finished_attempts(20000, GAME, 600.0) == [first], "in time"
    assert (
        await store.dailies.finished_attempts(20000, "kingdoms-candy", 601.0)
        == []
        == await store.dailies.finished_attempts(1, GAME, 9.0)
    )
