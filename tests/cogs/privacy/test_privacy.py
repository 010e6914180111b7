"""Personal data: exporting it as a file, and erasing it immediately and permanently."""

import asyncio
import io
import json
import sqlite3
import zipfile
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest

from bot.timing import HOUR
from db import backup
from hob.testing.play import Evening, Person, evening, play_on, play_some, playing
from hob.testing.reading import controls_of, words_of

IN_SERVERS = ("changes of server settings", "blocked from tables in servers")


def everything(hob: Evening) -> str:
    """Return every stored value of every row."""
    found = []
    with sqlite3.connect(hob.data / "hob.sqlite3") as file:
        names = [name for (name,) in file.execute("select name from sqlite_master where type = 'table'")]
        for name in names:
            for row in file.execute(f"select * from {name}"):
                found += [value.decode("latin-1") if isinstance(value, bytes) else str(value) for value in row]
    file.close()
    return "\n".join(found)


def bytes_of(*files: Path) -> bytes:
    """Return the bytes of SQLite files, including their side files and the free space in their pages."""
    return b"".join(file.read_bytes() for one in files for file in sorted(one.parent.glob(f"{one.name}*")))


async def test_personal_data_is_exported_then_deleted_everywhere() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ada, ben, cara = hob["Ada"], hob["Ben"], hob["Cara"]
        await play_some(hob, Random(1), 1)
        await ada.types("hob leave")
        await ada.clicks("Leave")
        await hob.person("Dora").types("chaser join")
        assert "Dora takes Ada" in await cara.types("hob log")
        await ada.types("hob me", cards="channel")
        await ada.types("hob me", cards="message")
        second, third, fourth = (hob.guild.create_text_channel(name) for name in ("second", "third", "fourth"))
        await ben.types("chaser new", channel=second)
        await ada.types("chaser join", channel=second)
        await ben.types("chaser start", channel=second)
        await hob.settle()
        dm = ada.messages[-1]
        assert any(c.label == "Undo" or c.answers or c.label == "Rules" for c in controls_of(dm))
        await ada.types("chaser new", channel=third, computers=1)
        await ada.types("chaser new", channel=fourth, computers=1)
        await ada.types("chaser start", channel=fourth)
        await ada.types("hob end", channel=fourth)
        await ada.clicks("End it")

        said = await ada.types("hob me", data="export")
        assert "everything I've stored about you" in said
        (file,) = ada.seen[-1].attachments
        told = json.loads(hob.discord.content(file))
        assert told["person"]["settings"]["cards"] == "message" and len(told["tables"]) == 4
        assert {one["name"] for one in told["tables"]} == {"Ada", None} and "Ben" not in json.dumps(told)
        assert str(ada.id) in everything(hob) and "Ada" in everything(hob)

        await ada.types("hob me", data="forget")
        assert "Delete everything I've stored about you?" in words_of(ada.seen[-1])
        await ada.clicks("Cancel")
        assert "Nothing has changed." in words_of(ada.seen[-1]) and "Ada" in everything(hob)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert "Done. Your data has been deleted" in words_of(ada.seen[-1])
        assert str(ada.id) not in everything(hob) and "Ada" not in everything(hob)
        copy = await asyncio.to_thread(backup, hob.settings.database_url, hob.data / "copies", 1)
        stored = bytes_of(hob.data / "hob.sqlite3", copy.file)
        for trace in (b"Ada", str(ada.id).encode(), ada.id.to_bytes(8, "big")):
            assert trace not in stored, "neither there nor in later backups"
        assert b"Cara" in stored and cara.id.to_bytes(8, "big") in stored

        assert "Dora takes A" in await cara.types("hob log")
        assert "No one is playing here" not in await ben.types("hob log", channel=second)
        assert "B leaves; a computer takes over" in words_of(ben.seen[-1])
        assert "Someone ended the game" in words_of(fourth.history()[-1])
        assert "everyone left" in words_of(third.history()[-1])
        closed = next(m for m in ada.messages if m.id == dm.id)
        assert all(not c.custom_id.startswith("h:") for c in controls_of(closed)), "her message has no buttons any more"

        await play_some(hob, Random(2), 3)
        await ben.clicks("My hand", on=hob.table)
        await hob.restart()
        await hob.passes(120)
        await play_some(hob, Random(3), 3)
        assert str(ada.id) not in everything(hob) and "Ada" not in everything(hob), "and nothing of it comes back"
        again = json.loads(hob.discord.content(await exported(hob)))
        nothing = ("tables", "answers", "results", "ratings", "nights", "daily deals")
        assert again == {"person": None, **{name: [] for name in (*nothing, *IN_SERVERS)}}


async def test_someone_named_like_a_seat_is_erased_after_a_vote() -> None:
    """The note of a refused vote names seats where other notes name people."""
    async with playing("s0", "s1", "s2", look_around=3600) as hob:
        me = await hob.asked()
        one, two = (person for person in hob.people.values() if person is not me)
        await hob.passes(600)
        await one.types("hob seat", player=me.name)
        await two.clicks("Wait")
        await me.types("hob me", data="forget")
        await me.clicks("Delete my data")
        assert "Done. Your data has been deleted" in words_of(me.seen[-1])
        assert str(me.id) not in everything(hob)
        assert "would rather wait for" in hob.table_text()


async def test_a_dm_that_is_still_to_be_deleted_counts_as_personal_data() -> None:
    async with playing("Ada", "Ben", moment=1) as hob:
        await hob.passes(300)
        me = await hob.asked()
        other = next(person for person in hob.people.values() if person is not me)
        channel, [old] = str(other.user.dm_channel.id), other.messages
        hob.discord.inject_error("DELETE", f"/channels/{channel}/*", status=503, times=None)
        await me.types("chaser move", candy="red")
        await hob.passes(5)
        await other.types("hob me", data="export")
        (file,) = other.seen[-1].attachments
        [table] = json.loads(hob.discord.content(file))["tables"]
        assert old.id in [one["id"] for one in table["direct messages"]]
        await other.types("hob me", data="forget")
        await other.clicks("Delete my data")
        assert channel not in everything(hob)


async def exported(hob: Evening) -> Any:
    await hob["Ada"].types("hob me", data="export")
    (file,) = hob["Ada"].seen[-1].attachments
    return file


async def test_an_export_that_is_too_large_for_discord_is_zipped() -> None:
    async with playing("Ada", "Ben") as hob:
        with mock.patch("cogs.privacy.cog.MAX_BYTES", 500):
            await hob["Ada"].types("hob me", data="export")
        (file,) = hob["Ada"].seen[-1].attachments
        with zipfile.ZipFile(io.BytesIO(hob.discord.content(file))) as archive:
            assert file.filename == "hob.json.zip" and archive.namelist() == ["hob.json"]
            assert json.loads(archive.read("hob.json"))["tables"][0]["name"] == "Ada"


async def test_no_table_shows_an_erased_name_while_the_database_is_slow() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ada.types("hob leave")
        await ada.clicks("Leave")
        assert "Ada leaves; a computer takes over" in await ben.types("hob log")
        erase, answered = hob.store.personal_data.erase, asyncio.Event()

        async def slowly(*arguments: Any) -> int:
            await answered.wait()
            return await erase(*arguments)

        with mock.patch.object(hob.store.personal_data, "erase", slowly):
            await ada.types("hob me", data="forget")
            await ada.clicks("Delete my data")
            assert "A leaves; a computer takes over" in await ben.types("hob log")
            answered.set()
            await hob.settle()
        assert "Done. Your data has been deleted" in words_of(ada.seen[-1])


async def test_settings_read_during_an_erasure_are_forgotten_by_every_process() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, erase, told = hob.person("Ada"), hob.store.personal_data.erase, list[int]()
        await ada.types("hob me", shown="off")

        async def slowly(*arguments: Any) -> int:
            await hob.app.people.settings(ada.id)  # maybe to notify them
            return await erase(*arguments)

        hob.app.people.changed = told.append
        with mock.patch.object(hob.store.personal_data, "erase", slowly):
            await ada.types("hob me", data="forget")
            await ada.clicks("Delete my data")
        assert told == [ada.id] and "Leaderboards: shown" in await ada.types("hob me")


async def test_where_a_lesson_was_asked_for_is_exported_and_erased() -> None:
    async with evening(games=["candy-chaser"], moment=1.0) as hob:
        ada, where = hob.person("Ada"), [hob.guild.id, hob.channel.id]
        await ada.types("hob learn", game="candy-chaser")
        await ada.types("hob me", data="export")
        (file,) = ada.seen[-1].attachments
        assert json.loads(hob.discord.content(file))["tables"][0]["asked for it in"] == where
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert not [one for one in where if str(one) in everything(hob)]


async def test_the_channel_of_direct_messages_is_erased_too() -> None:
    async with evening(games=["candy-chaser"], moment=1.0) as hob:
        ada = hob.person("Ada")
        await ada.types("hob daily", game="chaser")
        await ada.clicks("Play today's deal")
        channel, hob.channel = hob.channel, ada.user.dm_channel
        await play_on(hob, Random(1))
        await hob.settle()
        hob.channel = channel
        dm = str(ada.user.dm_channel.id)
        await hob.passes(HOUR)
        assert dm in everything(hob)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert dm not in everything(hob) and str(ada.id) not in everything(hob)


async def end_with_closed_dms(hob: Evening, person: Person) -> None:
    """End the game in the person's direct messages, which Discord then refuses to change."""
    for method in ("POST", "PATCH"):
        path = f"/channels/{person.user.dm_channel.id}/*"
        hob.discord.inject_error(method, path, status=403, code=50007, times=None)
    await person.types_to_hob("hob end")
    await person.clicks("End it")
    await hob.passes(HOUR)


async def test_the_channel_of_a_dm_table_never_deleted_is_erased_too() -> None:
    async with evening(games=["candy-chaser"], moment=1.0) as hob:
        ada = hob.person("Ada")
        await ada.types("hob daily", game="chaser")
        await ada.clicks("Play today's deal")
        dm = str(ada.user.dm_channel.id)
        hob.discord.inject_error("DELETE", f"/channels/{dm}/*", status=503, times=None)
        await hob.passes(60)
        await ada.types_to_hob("chaser table")
        channel, hob.channel = hob.channel, ada.user.dm_channel
        await end_with_closed_dms(hob, ada)
        hob.channel = channel
        assert dm in everything(hob)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert dm not in everything(hob) and str(ada.id) not in everything(hob)


@pytest.mark.parametrize("in_memory", [True, False], ids=["in-memory", "stored"])
async def test_the_channel_of_a_ping_in_direct_messages_is_erased_too(in_memory: bool) -> None:
    async with evening(games=["candy-chaser"], moment=1.0) as hob:
        ada = hob.person("Ada")
        await ada.types("hob daily", game="chaser")
        await ada.clicks("Play today's deal")
        await ada.types("hob me", cards="channel")
        dm = str(ada.user.dm_channel.id)
        channel, hob.channel = hob.channel, ada.user.dm_channel
        await play_some(hob, Random(1), 1)
        await hob.passes(HOUR)
        assert any(f"<@{ada.id}>" in words_of(message) for message in hob.channel.history())
        await end_with_closed_dms(hob, ada)
        hob.channel = channel
        if not in_memory:
            await hob.restart()
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert dm not in everything(hob) and str(ada.id) not in everything(hob)


async def test_a_change_under_way_does_not_bring_back_an_erased_name() -> None:
    async with playing("Ada", "Ben", "Cara") as hob:
        while await hob.asked() is hob["Cara"]:
            await hob["Cara"].types("chaser move", candy="blue")
        await hob["Cara"].types("hob leave")
        await hob["Cara"].clicks("Leave")
        assert "Cara" in hob.table_text()
        await hob["Cara"].types("hob me", data="forget")
        me, commit, stored = await hob.asked(), hob.store.commit, asyncio.Event()

        async def late(change: Any) -> int:
            revision = await commit(change)
            await stored.wait()
            return revision

        with mock.patch.object(hob.store, "commit", late):
            move = me.begins(next(c.custom_id for c in controls_of(hob.table) if c.answers), hob.table)
            await hob.discord.settle()
            erased = next(c.custom_id for c in controls_of(hob["Cara"].seen[-1]) if c.label == "Delete my data")
            hob["Cara"].begins(erased, hob["Cara"].seen[-1])
            await hob.discord.settle()
            stored.set()
            await hob.settle()
        assert move.over and "Cara" not in hob.table_text()
