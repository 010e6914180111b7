"""An operator's drills while people play: restoring a backup, and a full disk."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import StoreBusy, backup, restore
from tests.sockets.invariants import all_right, replayed
from tests.sockets.server import HobServer, Party, patient_discord, running

pytestmark = pytest.mark.slow
SORRY = "Sorry, I couldn't save that"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[HobServer]:
    async with patient_discord() as discord, running(HobServer(discord, tmp_path)) as home:
        yield home


async def parties(home: HobServer, *groups: str) -> list[Party]:
    made = [Party.of(home, number, 2, 11, group) for number, group in enumerate(groups)]
    for party in made:
        party.pictures, party.rematch = False, False
        await party.set_table()
    return made


async def play_on(home: HobServer, those: list[Party], presses: int) -> None:
    """Let all people press until there are this many more presses."""
    enough = len(home.pressed) + presses
    await asyncio.gather(*(party.press_on(lambda: len(home.pressed) >= enough) for party in those))


async def test_stopping_while_a_picture_is_rendered_logs_no_warning(home: HobServer) -> None:
    party = Party.of(home, 0, 2, 11)
    await party.set_table()
    for _ in range(2):
        answered = len(home.pressed) + 1
        await party.press_on(lambda least=answered: len(home.pressed) >= least)  # type: ignore[misc]
        assert await home.stop() == 0  # the text is shown, the picture follows half a second later
        await home.start()
        await home.online()
    assert home.log.read_text().count("stopped") == 2
    assert [line for line in home.log.read_text().splitlines() if " INFO " not in line] == []
    await all_right(home)


async def test_stopping_while_players_keep_pressing_logs_no_warning(home: HobServer) -> None:
    """Edits with pictures are slow, and so are answers."""
    party = Party.of(home, 0, 2, 11)
    party.rematch = False
    await party.set_table()
    for pace in (0.01, 0.03):
        home.discord.faults.fail("PATCH", r"/webhooks/.*", delay=0.8, times=1000)
        home.discord.faults.fail("POST", r"/interactions/.*", delay=0.3, times=1000)
        answered = len(home.pressed) + 2
        await party.press_on(lambda least=answered: len(home.pressed) >= least)  # type: ignore[misc]
        before, stopping = len(home.pressed), asyncio.create_task(home.stop())
        while not stopping.done():
            under_way = sum(not press.it.over for press in home.pressed[before:])  # people wait for their answers
            if under_way < 10 and (found := party.choices(("answer", "pick", "narrow", "confirm"))):
                person, message, control, _ = party.rng.choice(found)
                home.press(person, message, control, party.rng)
            await asyncio.sleep(pace)
        assert await stopping == 0
        home.discord.faults.clear()
        await home.start()
        await home.online()
        await all_right(home)
    assert [line for line in home.log.read_text().splitlines() if " INFO " not in line] == []


async def test_games_continue_after_restoring_a_backup_made_under_load(home: HobServer) -> None:
    those, url = await parties(home, "chaser", "kingdom"), f"sqlite:///{home.data / 'hob.sqlite3'}"
    count, answers = "SELECT count(*) FROM answers", 10**9
    playing = asyncio.gather(*(party.press_on(lambda: home.read(count)[0] > answers) for party in those))
    await home.discord.until(lambda: len(home.pressed) >= 10)
    copied = await asyncio.to_thread(backup, url, home.data / "copies")
    answers = copied.counts["answers"]
    await playing
    with pytest.raises(StoreBusy):
        restore(copied.file, url)
    newest = {row.id: row.revision for row in await home.sessions()}
    assert await home.stop() == 0
    store, home.store = home.store, None
    assert store is not None
    await store.close()
    restore(copied.file, url)
    await home.start()
    await home.online()
    rows = await home.sessions()
    assert sum(row.revision for row in rows) < sum(newest.values()), (
        "changes made after the backup are gone, as they must be"
    )
    await all_right(home)
    await play_on(home, those, 20)
    await all_right(home)
    assert [fault for party in those for fault in party.faults] == []
    for row in await home.sessions():
        assert row.revision >= next(old.revision for old in rows if old.id == row.id)
        assert await replayed(await home.kept(), row)


async def test_a_full_disk_is_reported_on_every_press_until_space_is_free(home: HobServer) -> None:
    those = await parties(home, "chaser", "chaser")
    await play_on(home, those, 6)
    assert home.process is not None
    log = home.data / "hob.sqlite3-wal"
    whole = resource.prlimit(home.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(home.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, whole[1]))
    before, told = len(home.pressed), {row.id: row.revision for row in await home.sessions()}
    await play_on(home, those, 12)
    refused = home.pressed[before:]
    moves = [press for press in refused if press.control.kind == "confirm" or "/" not in press.option]
    assert moves and all(press.said.startswith(SORRY) for press in moves), [press.said for press in moves]
    assert {row.id: row.revision for row in await home.sessions()} == told
    resource.prlimit(home.process.pid, resource.RLIMIT_FSIZE, whole)
    await play_on(home, those, 12)
    assert sum(row.revision for row in await home.sessions()) > sum(told.values())
    await all_right(home)
    for row in await home.sessions():
        assert await replayed(await home.kept(), row)
