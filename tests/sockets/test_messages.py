"""Messages in Discord differ from what Hob sent: a picture was removed, characters were stripped."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import pytest_asyncio

from bot.screens.custom_id import Control
from playground.discord import Person, messages
from playground.discord.state import LONGEST
from tests.sockets.server import PATIENT, InProcessHob, Party

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
NUMBERS = itertools.count()  # of tables


class Unforgiving(InProcessHob):
    """Hob never retries within a test, and nothing becomes due by time alone.

    So a picture that arrives at all, however late on a busy machine, did not come from a retry.
    """

    pauses = PATIENT | dict.fromkeys(("RETRY", "LOOK_AROUND", "PANEL_EDIT_GAP", "LATE_RING"), 3600.0)


@pytest.fixture(scope="module")
def hob_class() -> type[InProcessHob]:
    return Unforgiving


@pytest_asyncio.fixture(loop_scope="module")
async def party(home: InProcessHob) -> Party:
    """Return two people who play, each with a picture of their hand in a direct message."""
    party = Party.of(home, next(NUMBERS), 2, 7)
    party.twice = 0.0
    await party.set_table()
    await home.discord.until(lambda: all(pictured(hand(party, person)) for person in party.people))
    return party


def hand(party: Party, person: Person) -> Any:
    return next(iter(party.bots(person, person.dm)[-1:]), {})


def pictured(message: Any) -> bool:
    return any("image" in embed for embed in message.get("embeds", []))


async def play_on(party: Party) -> None:
    """Have every player answer in their DM without a fault, then wait until every hand has its picture.

    Answers at the table would not do: after two quick ones Hob may find a hand unchanged, and not edit it at all.
    """
    home, left = party.hob_server, {person.id for person in party.people}

    def pressable() -> list[tuple[Person, Any, Any, Control]]:
        found = party.choices(("answer", "pick", "narrow", "confirm"))
        return [one for one in found if one[1]["channel_id"] == one[0].dm]

    async with asyncio.timeout(LONGEST):
        while left:
            person, message, control, meant = party.rng.choice(await home.discord.until(pressable))
            press = home.press(person, message, control, party.rng)
            assert await home.settled(press)
            party.judge(press)
            if press.accepted and not press.asked and meant.kind != "narrow":
                left.discard(person.id)
    assert party.faults == []
    await home.discord.until(lambda: all(pictured(hand(party, person)) for person in party.people))


def remove_pictures(party: Party) -> None:
    """Edit direct messages to text only, as another process does when it answers a press there."""
    for person in party.people:
        bare = [{k: v for k, v in embed.items() if k != "image"} for embed in hand(party, person)["embeds"]]
        messages.edit(party.hob_server.discord.world, hand(party, person), {"embeds": bare, "attachments": []}, {})


async def test_a_picture_removed_by_another_process_is_resent_immediately(party: Party) -> None:
    api = party.hob_server.discord.api
    remove_pictures(party)
    before = len(api.refused)
    await play_on(party)
    assert {code for _, _, code in api.refused[before:]} == {50035}, "otherwise no picture had to be resent"


async def test_cached_pictures_are_dropped_when_another_process_moves(home: InProcessHob, party: Party) -> None:
    remove_pictures(party)
    [row] = await home.sessions(party.channel)
    remembered = home.hob.delivery.messenger.editor._shown
    hands = {int(hand(party, person)["id"]) for person in party.people}
    await home.discord.until(lambda: hands <= remembered.keys())
    home.hob.handle_notification("table", f"{row.id} {home.discord.guild} 0")
    await home.discord.until(lambda: not hands & remembered.keys())
    before = len(home.discord.api.refused)
    await play_on(party)
    assert home.discord.api.refused[before:] == []


async def test_a_picture_lost_by_discord_is_resent_immediately(party: Party) -> None:
    world = party.hob_server.discord.world
    world.keeps_files = False
    try:
        await play_on(party)
    finally:
        world.keeps_files = True


@contextmanager
def painting_waits(home: InProcessHob) -> Iterator[asyncio.Event]:
    """Block all painting until the event is set."""
    pictures, goes_on = home.hob.delivery.messenger.editor, asyncio.Event()
    paint = pictures._paint

    async def late(scene: Any) -> bytes | None:
        await goes_on.wait()
        return await paint(scene)

    pictures._paint = late
    try:
        yield goes_on
    finally:
        pictures._paint = paint


async def test_a_picture_dropped_while_it_is_painted_still_arrives(home: InProcessHob, party: Party) -> None:
    """Pictures are forgotten when another process takes over tables."""
    world, pictures = home.discord.world, home.hob.delivery.messenger.editor
    [row] = await home.sessions(party.channel)
    table = row.screen["table"]["id"]
    await home.discord.until(lambda: not pictures.is_pending(table))
    before = [file["id"] for file in world.attached[str(table)].all]
    with painting_waits(home) as goes_on:
        await party.press_on(lambda: pictures.is_pending(table))
        pictures.forget_all()
        goes_on.set()
        await home.discord.until(lambda: not pictures.is_pending(table))
    await home.discord.until(lambda: [file["id"] for file in world.attached[str(table)].all] not in ([], before))
    await home.discord.until(lambda: pictured(world.messages[str(table)]))


async def test_a_message_with_characters_stripped_by_discord_is_not_edited(home: InProcessHob) -> None:
    people = [home.discord.add_person("אורי") for _ in range(2)]
    channel = home.discord.world.add_channel(home.discord.guild, "stripped")["id"]
    party = Party(home, people, channel, random.Random(1), pictures=False)
    await party.set_table()

    def panels() -> list[Any]:
        return [hand(party, person) for person in people]

    await home.discord.until(lambda: all(panels()))
    assert any("אורי" in str(panel) for panel in panels()) and "\N{FIRST STRONG ISOLATE}" not in str(panels())
    async with asyncio.timeout(LONGEST):
        while len(await noted(party)) < len(people):  # noqa: ASYNC110  a database sends no event
            await asyncio.sleep(0.02)
    edited = [path for method, path, _ in home.discord.api.calls if method == "PATCH"]
    assert not [path for path in edited if any(path.endswith(f"/messages/{panel['id']}") for panel in panels())]


async def noted(party: Party) -> list[Any]:
    """Return the table's direct messages that have their contents stored."""
    [row] = await party.hob_server.sessions(party.channel)
    return [panel for panel in row.screen.get("panels", {}).values() if panel.get("key")]
