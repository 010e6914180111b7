"""Results, statistics, and ratings that can be recomputed."""

import asyncio
from dataclasses import replace

import pytest

from db import PersonRow, PlaceRow, RatingRow, ResultRow, StaleRevision, Store
from tests.db.rows import ADA, BEN, CLEO, answer, change, ended, result, save_person, session


async def test_a_result_is_written_with_the_answer_that_ends_the_game(store: Store) -> None:
    await store.create(session(), [ADA, BEN])
    await store.create(session("other", 2), [])
    full = result("ghosts", ADA, "thoughtful", None, series="evening-1", guild_id=None)
    full = replace(full, seats=(*full.seats, PlaceRow(3, BEN, None, None, None, "left")))
    assert await store.commit(change(status="over", result=full)) == 1
    assert await store.results.get("ghosts") == full
    assert await store.results.get("other") is None
    late = change(status="over", result=result("ghosts", BEN))
    with pytest.raises(StaleRevision):
        await store.commit(late)
    assert await store.results.get("ghosts") == full


async def test_the_first_result_of_a_session_stays(store: Store) -> None:
    await ended(store, result())
    await store.commit(change(revision=1, result=result("ghosts", CLEO)))
    assert await store.results.get("ghosts") == result()
    row = await store.get("ghosts")
    assert row is not None and row.revision == 2


async def test_tables_ending_together_each_get_a_result(store: Store) -> None:
    ids = [f"table-{number}" for number in range(8)]
    for channel, id in enumerate(ids):
        await store.create(session(id, channel), [])
    ends = [store.commit(change(id, status="over", result=result(id, ADA, channel))) for channel, id in enumerate(ids)]
    ends += [store.commit(change(ids[0], 5, status="over", result=result(ids[0], CLEO)))]
    done = await asyncio.gather(*ends, return_exceptions=True)
    assert [type(end) for end in done] == [int] * 8 + [StaleRevision]
    for channel, id in enumerate(ids):
        assert await store.results.get(id) == result(id, ADA, channel)


@pytest.mark.parametrize(
    "wrong",
    [
        result("other"),
        result(number=5),
        result(at=float("nan")),
        replace(result(), seats=(PlaceRow("a", 1, "", 1, 1),)),
    ],
)
async def test_an_invalid_result_changes_nothing(store: Store, wrong: ResultRow) -> None:
    await store.create(session(), [])
    with pytest.raises(ValueError):
        await store.commit(change(status="over", result=wrong))
    assert await store.answers("ghosts") == [] and await store.results.get("ghosts") is None


async def test_recent_results_are_listed(store: Store) -> None:
    first = result("a", ADA, BEN, at=1.0, series="evening")
    second = result("b", BEN, CLEO, at=3.0, guild_id=8)
    third = result("c", CLEO, ADA, at=2.0, series="evening")
    await ended(store, first, second, third)
    assert await store.results.newest() == [second, third, first]
    assert await store.results.newest(person=ADA) == [third, first]
    assert await store.results.newest(guild=8) == [second]
    assert await store.results.newest(person=CLEO, guild=7, limit=1) == [third]
    assert await store.results.series("evening") == [first, third]
    assert await store.results.series("morning") == await store.results.newest(person=99) == []


async def test_a_persons_results_are_listed(store: Store) -> None:
    left = PlaceRow(2, ADA, None, None, 3, "left")
    await ended(
        store,
        result("a", ADA, BEN, at=1.0, seconds=100.0),
        result("b", BEN, ADA, at=2.0, seconds=300.0),
        replace(result("c", BEN, CLEO, at=3.0, seconds=900.0), seats=(*result("c", BEN, CLEO).seats, left)),
        result("d", ADA, "random", at=4.0, guild_id=8, game="candy-chaser"),
    )
    ghosts, chaser = await store.results.statistics(ADA)
    assert (ghosts.game, ghosts.played, ghosts.won, ghosts.points, ghosts.most_points) == (
        "ghosts-love-candy",
        2,
        1,
        17,
        9,
    )
    assert ghosts.longest == 300.0, "a player who left midway didn't play it"
    assert (chaser.game, chaser.played, chaser.won) == ("candy-chaser", 1, 1)
    assert await store.results.statistics(ADA, guild=8) == [chaser]
    assert await store.results.statistics(99) == []


async def test_hidden_players_are_on_no_leaderboard(store: Store) -> None:
    await ended(store, result("a", ADA, BEN), result("b", ADA, CLEO), result("c", BEN, "random", guild_id=8))

    async def winners(**where: int) -> list[tuple[int, int, int]]:
        return [(t.person, t.won, t.played) for t in await store.results.winners("ghosts-love-candy", **where)]

    assert await winners() == [(ADA, 2, 2), (BEN, 1, 2), (CLEO, 0, 1)]
    assert await winners(guild=7) == [(ADA, 2, 2), (BEN, 0, 1), (CLEO, 0, 1)]
    assert await winners(limit=1) == [(ADA, 2, 2)]
    await save_person(store, PersonRow(ADA, {"hidden": True}, None))
    assert await winners() == [(BEN, 1, 2), (CLEO, 0, 1)]
    assert len(await store.results.statistics(ADA)) == 1, "they see themselves"
    await save_person(store, PersonRow(ADA, {"hidden": False}, None))
    assert len(await winners()) == 3


# A rating rule so simple that the order matters: the winner gets a tenth of everyone else's rating.


async def count(store: Store, limit: int = 3) -> int:
    """Apply all uncounted results; return their number."""
    number = 0
    while True:
        counted, batch = await store.results.next_batch(limit)
        if not batch:
            return number
        known = await store.results.ratings([0], "ghosts-love-candy", [ADA, BEN, CLEO])
        now = {(row.person, row.computer): row for row in known}
        for game in batch:
            keys = [(seat.person or 0, seat.computer or "") for seat in game.seats]
            rows = [now.get(key) or RatingRow(0, game.game, *key, 25.0, 8.0, 0, 0.0) for key in keys]
            share = sum(row.mu for row in rows[1:]) / 10
            for place, (key, row) in enumerate(zip(keys, rows, strict=True)):
                mu = row.mu + share if place == 0 else row.mu * 0.9
                now[key] = replace(row, mu=mu, sigma=row.sigma * 0.95, games=row.games + 1, at=game.at)
        assert await store.results.apply_batch(counted, batch, list(now.values()))
        number += len(batch)


async def every_rating(store: Store) -> list[RatingRow]:
    found = await store.results.ratings([0], "ghosts-love-candy", [ADA, BEN, CLEO])
    return sorted(found, key=lambda row: (row.person, row.computer))


async def test_incremental_and_full_counts_agree(store: Store) -> None:
    games = [result(f"g{n}", *((ADA, BEN, CLEO, "random")[n % 3 :: 1 + n % 2]), at=float(n)) for n in range(20)]
    for start in range(0, 20, 5):
        # The game that ended first may be stored last; the order of counting is kept.
        await ended(store, *games[start + 1 : start + 5])
        await count(store)
        await ended(store, games[start])
    await count(store)
    step_by_step = await every_rating(store)
    assert [row.games for row in step_by_step] and await count(store) == 0
    await store.results.recount()
    assert await every_rating(store) == []
    assert await count(store, limit=7) == 20
    assert await every_rating(store) == step_by_step
    ordered = sorted([await store.results.get(game.session_id) for game in games], key=lambda row: row.number)
    assert [row.number for row in ordered] == list(range(1, 21))
    assert ordered[4].session_id == "g0"


async def test_two_processes_count_nothing_twice(store: Store, neighbour: Store) -> None:
    await ended(store, result("a"), result("b"))
    counted, batch = await store.results.next_batch()
    mine = RatingRow(0, "ghosts-love-candy", ADA, "", 30.0, 8.0, 1, 0.0)
    ends = await asyncio.gather(*(one.results.apply_batch(counted, batch, [mine]) for one in (store, neighbour)))
    assert sorted(ends) == [False, True]
    assert await store.results.next_batch() == (2, [])
    await store.results.recount()
    assert not await store.results.apply_batch(2, [result("c")], [replace(mine, mu=99.0)]), "a recount came in between"
    assert await every_rating(store) == []
    assert not await store.results.apply_batch(0, [], [mine])


async def test_the_leaderboard_discounts_players_with_few_games(store: Store) -> None:
    await ended(store, result())
    counted, batch = await store.results.next_batch()
    rows = [
        RatingRow(7, "ghosts-love-candy", ADA, "", 30.0, 8.0, 1, 0.0),
        RatingRow(7, "ghosts-love-candy", BEN, "", 28.0, 1.0, 50, 0.0),
        RatingRow(7, "ghosts-love-candy", 0, "thoughtful", 40.0, 1.0, 50, 0.0),
        RatingRow(0, "ghosts-love-candy", CLEO, "", 50.0, 1.0, 50, 0.0),
    ]
    assert await store.results.apply_batch(counted, batch, rows)
    assert await store.results.leaderboard(7, "ghosts-love-candy") == [rows[1], rows[0]]
    assert await store.results.leaderboard(7, "candy-chaser") == []
    assert await store.results.ratings([7], "ghosts-love-candy", [ADA]) == [rows[2], rows[0]]
    await save_person(store, PersonRow(BEN, {"hidden": True}, None))
    assert await store.results.leaderboard(7, "ghosts-love-candy") == [rows[0]]


async def test_server_settings_are_stored(store: Store) -> None:
    assert await store.servers.settings(7) == {}
    await store.servers.save(7, {"thread": True, "channels": [1, 2**62]})
    await asyncio.gather(store.servers.save(7, {"thread": False}), store.servers.save(8, {"é": None}))
    assert (await store.servers.settings(7), await store.servers.settings(8)) == ({"thread": False}, {"é": None})
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE servers SET settings = '{'")
    assert await store.servers.settings(7) == {}


async def test_open_tables_are_counted(store: Store) -> None:
    for channel, (status, guild) in enumerate(
        [("lobby", 7), ("playing", 7), ("over", 7), ("frozen", 8), ("lobby", None)]
    ):
        await store.create(session(str(channel), channel, status=status, guild_id=guild), [ADA, BEN][: 1 + channel % 2])
    assert await store.open_tables() == 4
    assert (await store.open_tables(ADA), await store.open_tables(BEN), await store.open_tables(CLEO)) == (4, 2, 0)
    assert (await store.open_tables(guild=7), await store.open_tables(guild=9)) == (2, 0)
    assert await store.open_tables(BEN, 8) == 1


async def test_an_answer_and_a_result_are_one_commit(store: Store) -> None:
    await store.create(session(), [])
    await store.commit(change(status="over", result=result()))
    assert await store.answers("ghosts") == [answer()]
