"""What is stored about servers: the newest changes of their settings, and the people kept from tables."""

from db import SettingChange, Store
from tests.db.rows import ADA, BEN


def change(number: int, person: int | None = ADA) -> SettingChange:
    return SettingChange(person, "tables", number - 1, number, float(number))


async def test_the_last_twenty_changes_of_each_server_are_stored(store: Store) -> None:
    await store.servers.save(8, {"tables": 1}, [change(1, BEN)])
    for number in range(1, 12):
        await store.servers.save(7, {"tables": number}, [change(2 * number), change(2 * number + 1)])
    assert await store.servers.changes(7) == [change(number) for number in range(23, 3, -1)]
    assert await store.servers.changes(8) == [change(1, BEN)] and await store.servers.changes(9) == []
    await store.servers.save(7, {"tables": 99})
    assert len(await store.servers.changes(7)) == 20 and await store.servers.settings(7) == {"tables": 99}


async def test_a_change_that_is_not_stored_is_not_recorded(store: Store) -> None:
    for bad in ({"tables": float("nan")}, {"tables": 1}):
        broken = SettingChange(2**70, "tables", 0, 1, 1.0) if bad["tables"] == 1 else change(1)
        try:
            await store.servers.save(7, bad, [broken])
        except ValueError:
            continue
        raise AssertionError("neither fits")
    assert await store.servers.settings(7) == {} and await store.servers.changes(7) == []


async def test_people_can_be_blocked_from_a_servers_tables(store: Store) -> None:
    assert await store.servers.toggle_barred(7, ADA) and await store.servers.toggle_barred(7, BEN)
    assert await store.servers.toggle_barred(8, ADA)
    assert await store.servers.barred(7) == [ADA, BEN] and await store.servers.barred_in(ADA) == [7, 8]
    assert not await store.servers.toggle_barred(7, ADA)
    assert await store.servers.is_barred(8, ADA) and not await store.servers.is_barred(7, ADA)
