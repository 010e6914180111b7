"""A person's settings, which survive failures, and the ways to reach a person by direct message."""

import asyncio
from typing import Any

import pytest

from db import PersonRow
from hob.testing.play import evening, playing
from hob.testing.reading import words_of
from tests.bot.faults import APOLOGY, writes_fail
from tests.db.rows import save_person


async def test_a_setting_that_cannot_be_stored_gets_an_apology() -> None:
    async with playing("Ada", "Ben") as hob:
        with writes_fail(hob.store):
            assert await hob["Ada"].types("hob me", rings="off") == APOLOGY
        assert (await hob.app.people.settings(hob["Ada"].id)).rings


async def test_a_setting_changed_while_a_dm_is_opened_is_stored() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ben, create_dm = hob["Ben"], hob.bot.create_dm

        async def slowly(person: Any) -> Any:
            await asyncio.sleep(8)
            return await create_dm(person)

        hob.bot.create_dm = slowly  # type: ignore[method-assign]
        await hob["Ada"].types("chaser start")
        await hob.settle()
        await ben.types("hob me", cards="channel", rings="off")
        await hob.passes(20)
        row = await hob.store.person(ben.id)
        assert row is not None and row.dm_channel_id == ben.user.dm_channel.id
        assert (row.settings["cards"], row.settings["rings"]) == ("channel", False)


async def test_unreadable_settings_lock_no_one_out() -> None:
    """Another version of Hob may have written them."""
    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await save_person(hob.store, PersonRow(ada.id, {"cards": "pigeon", "hidden": True}, ada.user.dm_channel.id))
        hob.app.people.forget()
        assert "You smuggle" in await ada.types("chaser hand")
        said = await ada.types("hob me", rings="off")
        assert "Cards: by DM" in said and "Turn alerts: off" in said and "Shown on leaderboards: off" in said


async def test_two_simultaneous_settings_are_both_stored() -> None:
    async with playing("Ada", "Ben") as hob:
        people, ada = hob.app.people, hob["Ada"].id
        with hob.discord.at_work():
            await asyncio.gather(people.change_settings(ada, rings=False), people.change_settings(ada, pictures=False))
        wishes = await people.settings(ada)
        assert (wishes.rings, wishes.pictures) == (False, False)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003)])
async def test_dms_opened_by_another_bot_are_opened_again(status: int, code: int) -> None:
    """The operator has given Hob another token and kept the database."""
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ben = hob["Ben"]
        await save_person(hob.store, PersonRow(ben.id, {}, 4711))
        hob.app.people._rows.clear()
        hob.discord.inject_error("POST", "/channels/4711/messages", status=status, code=code, times=None)
        await hob["Ada"].types("chaser start")
        await hob.settle()
        assert ben.messages == []
        if status == 403:
            assert "I couldn't DM you" in hob.channel.history()[-1].content
            await ben.clicks("My hand", on=hob.table)
            await ben.clicks("Try DM again")
        await hob.passes(40)
        assert "You smuggle" in words_of(ben.messages[-1])
        assert len(hob.calls("POST", "/channels/4711/messages")) == 1
