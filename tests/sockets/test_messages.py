"""Messages that stand in Discord otherwise than Hob has sent them: a picture was removed, characters were stripped."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.delivery.message import Message
from bot.run.client import Hob
from bot.sessions.nights import Held
from bot.tables.nights import Night
from playground.discord import Loopback, Person
from tests.pointing import real_discord_stays
from tests.sockets.house import PATIENT, Inside, Party

pytestmark = [pytest.mark.filterwarnings("ignore:unread_data"), pytest.mark.asyncio(loop_scope="module")]
SOON = 20.0  # seconds for what must not wait until it is tried again


class Unforgiving(Inside):
    """What fails is not tried again within a test."""

    pauses = PATIENT | {"RETRY": 3600.0, "LOOK_AROUND": 3600.0}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Inside]:
    with real_discord_stays(Hob):
        async with Loopback(deadline=60.0) as loopback:
            one = Unforgiving(loopback, tmp_path_factory.mktemp("home"))
            await one.start()
            try:
                await one.online()
                await loopback.until(lambda: loopback.world.commands.get(None))
                yield one
                assert one.lives
            finally:
                await one.close()
            assert loopback.api.unknown == []


def hand(party: Party, person: Person) -> Any:
    return next(iter(party.bots(person, person.dm)[-1:]), {})


async def test_a_message_from_which_discord_has_stripped_characters_is_not_edited_for_that(home: Inside) -> None:
    people = [home.discord.add_person("אורי") for _ in range(2)]
    channel = home.discord.world.add_channel(home.discord.guild, "stripped")["id"]
    party = Party(home, people, channel, random.Random(1), pictures=False)
    await party.set_table()

    def panels() -> list[Any]:
        return [hand(party, person) for person in people]

    await home.discord.until(lambda: all(panels()))
    assert any("אורי" in str(panel) for panel in panels()) and "\N{FIRST STRONG ISOLATE}" not in str(panels())
    async with asyncio.timeout(SOON):
        while len(await noted(party)) < len(people):  # noqa: ASYNC110  a database sends no event
            await asyncio.sleep(0.02)
    edited = [path for method, path, _ in home.discord.api.calls if method == "PATCH"]
    assert not [path for path in edited if any(path.endswith(f"/messages/{panel['id']}") for panel in panels())]


async def noted(party: Party) -> list[Any]:
    """The direct messages about a table of which it is stored what they show."""
    [row] = await party.house.sessions(party.channel)
    return [panel for panel in row.screen.get("panels", {}).values() if panel.get("key")]


async def test_what_a_night_says_once_is_found_again_though_discord_has_stripped_it(home: Inside) -> None:
    discord, nights = home.discord, home.hob.keeper.nights.messages
    night = Held("NIGHTS", int(discord.guild), int(discord.games), Night(host=1, at=time.time()), None, 0)
    message = Message(content="  \N{FIRST STRONG ISOLATE}אורי\N{POP DIRECTIONAL ISOLATE} and @\u200beveryone won. ")
    first = await nights.say(night, message, "once")
    assert discord.world.messages[str(first)]["content"] == "אורי and @everyone won."
    assert await nights.say(night, message, "when Hob was started again") == first
