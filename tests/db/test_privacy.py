"""Export returns everything stored about a person, and erase leaves nothing of it."""

import copy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db import AttemptRow, NightRow, PersonRow, PlaceRow, RatingRow, SettingChange, StaleRevision, StillMentioned, Store
from db.schema import metadata
from tests.db.rows import answer, change, result, save_person, session

ADA, BEN = 300000000000000011, 300000000000000012
TABLE = {
    "host": ADA,
    "seats": [{"person": ADA, "name": "Ada", "seen_by": [ADA, BEN]}, {"person": BEN, "name": "Ben", "seen_by": [BEN]}],
    "notes": [{"key": "joined", "fields": {"name": "Ada"}}],
}
SCREEN = {"pressed": {str(ADA): 5.0, str(BEN): 6.0}}


def without_ada(table: dict[str, Any], screen: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Rewrite like the bot: the seat's letter replaces the name."""

    def clean(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: clean(part) for key, part in value.items() if key != str(ADA)}
        if isinstance(value, list):
            return [clean(part) for part in value if part != ADA]
        return None if value == ADA else "A" if value == "Ada" else value

    return clean(copy.deepcopy(table)), clean(copy.deepcopy(screen))


def no_night(night: dict[str, Any]) -> dict[str, Any]:
    return {"guests": [guest for guest in night["guests"] if guest != ADA]}


@pytest.fixture
async def lived(store: Store) -> Store:
    """Set up a store in which Ada has played with Ben, and Ben without her."""
    await save_person(store, PersonRow(ADA, {"cards": "channel"}, 777))
    await save_person(store, PersonRow(BEN, {}, 778))
    for channel in range(60):
        await store.create(session(f"t{channel:02}", channel, table=TABLE, screen=SCREEN), [ADA, BEN])
        given = answer(f"t{channel:02}", person=ADA if channel % 2 else BEN)
        ending = {"status": "over", "result": result(f"t{channel:02}", ADA, BEN)} if channel < 3 else {}
        await store.commit(change(f"t{channel:02}", answer=given, table=TABLE, **ending))
    await store.create(session("ben", 100, table={"seats": [{"person": BEN}], "id": ADA * 10}), [BEN])
    await store.nights.create(NightRow("night", 7, 1, 0, {"guests": [ADA, BEN]}, 5.0))
    await store.nights.create(NightRow("other", 7, 1, 0, {"guests": [BEN, ADA * 10]}, 5.0))
    for person in (ADA, BEN):
        assert await store.dailies.claim(AttemptRow(person, 20000, "ghosts-love-candy", "t00", 7))
    for person in (ADA, BEN):
        await store.servers.save(7, {"ratings": False}, [SettingChange(person, "ratings", True, False, 5.0)])
        assert await store.servers.toggle_barred(8, person)
    await store.create(session("left", 101, table={}), [])
    await store.commit(change("left", answer=answer("left", person=ADA), table={}))
    counted, batch = await store.results.next_batch()
    rating = RatingRow(0, "ghosts-love-candy", ADA, "", 25.0, 8.0, 3, 1.0)
    assert await store.results.apply_batch(counted, batch, [rating])
    return store


async def everything(store: Store) -> str:
    async with store.engine.connect() as connection:
        tables = [(await connection.execute(select(table))).all() for table in metadata.sorted_tables]
    return "\n".join(str(row) for rows in tables for row in rows)


async def test_all_data_about_a_person_is_exported(lived: Store) -> None:
    told = await lived.personal_data.export(ADA)
    assert told.person == PersonRow(ADA, {"cards": "channel"}, 777)
    assert [row.id for row in told.sessions] == ["left", *(f"t{channel:02}" for channel in range(60))]
    assert {given.session_id for given in told.answers} == {f"t{n:02}" for n in range(1, 60, 2)} | {"left"}
    assert {row.session_id for row in told.results} == {"t00", "t01", "t02"}
    assert [rating.mu for rating in told.ratings] == [25.0] and [row.id for row in told.nights] == ["night"]
    assert told.setting_changes == [SettingChange(ADA, "ratings", True, False, 5.0)] and told.barred_in == [8]
    assert told.tries == [AttemptRow(ADA, 20000, "ghosts-love-candy", "t00", 7)]
    stranger = await lived.personal_data.export(99999999)
    assert (stranger.person, stranger.sessions, stranger.answers, stranger.results, stranger.ratings) == (
        None,
        [],
        [],
        [],
        [],
    )


async def test_erasing_leaves_nothing_behind(lived: Store, tmp_path: Path) -> None:
    before = await everything(lived)
    assert str(ADA) in before and "Ada" in before
    assert await lived.personal_data.erase(ADA, without_ada, no_night) == 61
    after = await everything(lived)
    assert str(ADA) not in after.replace(str(ADA * 10), "") and "Ada" not in after
    assert str(BEN) in after and after.count("Ben") == before.count("Ben")
    row = await lived.get("t05")
    assert row is not None and row.table["seats"][0] == {"person": None, "name": "A", "seen_by": [BEN]}
    assert [given.person for given in await lived.answers("t05")] == [None]
    assert [given.option for given in await lived.answers("t05")] == ["haunt/chef"], "the game stays whole"
    kept = await lived.results.get("t00")
    assert kept is not None and kept.seats[0] == PlaceRow(0, None, None, 1, 9)
    assert await lived.of_person(ADA) == [] and len(await lived.of_person(BEN)) == 58
    night, other = await lived.nights.get("night"), await lived.nights.get("other")
    assert night is not None and (night.night, night.revision) == ({"guests": [BEN]}, 1)
    assert other is not None and other.revision == 0
    assert [one.person for one in await lived.servers.changes(7)] == [BEN, None]
    [code, ben] = await lived.servers.barred(8)
    assert code < 0 and ben == BEN
    assert await lived.personal_data.erase(ADA, without_ada, no_night) == 0


async def test_erasing_lifts_no_block_and_gives_no_second_attempt(lived: Store) -> None:
    older, other = AttemptRow(ADA, 19999, "candy-chaser", "t01", 7), AttemptRow(ADA, 20000, "candy-chaser", "t01", 7)
    assert await lived.dailies.claim(older) and await lived.dailies.claim(other)
    await lived.personal_data.erase(ADA, without_ada, no_night)
    assert await lived.servers.is_barred(8, ADA) and not await lived.servers.is_barred(8, 5)
    attempts = await lived.dailies.of_person(ADA)
    assert {(row.day, row.game) for row in attempts} == {(20000, "candy-chaser"), (20000, "ghosts-love-candy")}
    assert all(row.person < 0 and row.guild_id is None for row in attempts)
    assert not await lived.dailies.claim(AttemptRow(ADA, 20000, "candy-chaser", "new", 7))
    assert (await lived.personal_data.export(ADA)).barred_in == [8]
    assert not await lived.servers.toggle_barred(8, ADA) and await lived.servers.barred(8) == [BEN]
    assert await lived.dailies.claim(AttemptRow(ADA, 20001, "candy-chaser", "next", 7))
    await lived.personal_data.erase(ADA, without_ada, no_night)
    assert [row.day for row in await lived.dailies.of_person(ADA)] == [20001], "older deals are over"


async def test_a_commit_on_an_outdated_table_is_refused(lived: Store) -> None:
    await lived.personal_data.erase(ADA, without_ada, no_night)
    with pytest.raises(StaleRevision):
        await lived.commit(change("t05", 1, table=TABLE))
    assert await lived.commit(change("ben", 0)) == 1, "a table without them goes on"


async def test_an_erasure_that_misses_a_mention_is_not_written(lived: Store) -> None:
    async def forget(rewrite: Any) -> None:
        with pytest.raises(StillMentioned) as fault:
            await lived.personal_data.erase(ADA, rewrite, no_night)
        assert fault.value.session_id == "t05"

    def forgetful(table: dict[str, Any], screen: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        return (table, screen) if table.get("odd") else without_ada(table, screen)

    await lived.commit(change("t05", 1, table=TABLE | {"odd": True}, answer=answer("t05", 1, person=ADA)))
    await forget(forgetful)
    row = await lived.get("t05")
    assert row is not None and (row.revision, row.table["host"]) == (2, ADA)
    assert [given.person for given in await lived.answers("t05")] == [ADA, ADA], "completely or not at all"
    assert await lived.person(ADA) is not None
    assert await lived.personal_data.erase(ADA, without_ada, no_night) == 55, "it can be continued"


async def test_erasing_clears_a_damaged_row(lived: Store) -> None:
    async with lived.engine.begin() as connection:
        await connection.exec_driver_sql(f"UPDATE sessions SET screen = '{{{ADA}' WHERE id = 't05'")
    await lived.personal_data.erase(ADA, without_ada, no_night)
    row = await lived.get("t05")
    assert row is not None and row.screen == {} and row.table["seats"][1]["name"] == "Ben"
