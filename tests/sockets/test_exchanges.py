"""A whole game with everything a person can press, recorded, and held against Discord's own description."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.playground.discord_api.description import bodies, faults, recorded
from tests.sockets.house import Guest, House, Party, house
from tests.sockets.right import ours

PRESSES = int(os.environ.get("TEST_PRESSES", "12"))

pytestmark = pytest.mark.filterwarnings("ignore:unread_data")


async def look_around(home: House, party: Party) -> None:
    """Everything that changes nothing."""
    ada, ben, *_ = party.guests
    await ada.clicks("My hand", "Rules", "Log", "More", "Table in words")
    await ada.clicks("More", "Check the shuffle")
    for command in ("chaser hand", "chaser rules", "chaser table", "hob log", "hob help", "hob tables"):
        await ben.types(command)
    await ben.types("hob me", pictures="off")
    page, *_ = await ben.completes("chaser rules", "page", "t")
    await ben.types("chaser rules", page=page)
    stranger = Guest(home, home.discord.add_person("Stranger"), party.channel)
    await stranger.types("chaser hand")


async def come_and_go(party: Party) -> None:
    """A computer plays for somebody, somebody leaves and somebody else takes the seat."""
    ada, ben, cara = party.guests
    await ada.clicks("More", "Let a computer play for me")
    await ada.clicks("More", "Take my seat back")
    await cara.clicks("More", "Leave", "Stay")
    await ben.clicks("More", "End the game")
    await ada.clicks("Play on")


async def until_over(home: House, party: Party) -> None:
    """Typed moves first, then whatever can be pressed; after so many presses the host ends the game."""
    for _ in range(2):
        (person, _, control, _), *_ = await home.discord.until(
            lambda: [one for one in party.choices(("answer",)) if one[1]["channel_id"] == party.channel]
        )
        await Guest(home, person, party.channel).types("chaser move", candy=control["label"].split()[0])

    def over() -> bool:
        """For everybody to see: whoever pressed too late is told earlier."""
        shown = ours(home.discord, party.channel)
        return any(c.get("label") == "Play again" for message in shown for c in party.people[0].controls(message))

    pressed = len(home.pressed)
    party.rematch = False  # that is for the host to press
    async with asyncio.timeout(120):
        await party.press_on(lambda: over() or len(home.pressed) > pressed + PRESSES)
    if not over():
        await party.guests[0].clicks("My hand", "More", "End the game", "End it")
        await home.discord.until(over)


async def a_whole_evening(home: House) -> None:
    party = Party.of(home, 0, 3, 11)
    ada, ben, cara = party.guests
    cara.closes_messages()
    await ada.types("chaser new", computers=1)
    await ada.clicks("Options", "Done")
    await ben.clicks("Join", "Leave", "Join")
    await cara.clicks("Join", "How to play")
    await ada.clicks("Start")
    await home.discord.until(lambda: all(party.bots(guest.person, guest.person.dm) for guest in (ada, ben)))
    await look_around(home, party)
    await come_and_go(party)
    await until_over(home, party)
    await ada.clicks("Watch again", "▶", "Share this moment", "Play again")
    await ben.clicks("Join")
    await ada.clicks("Start")
    await ada.clicks("My hand", "More", "End the game", "End it")


async def test_discords_own_description_finds_no_fault(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    async with house(tmp_path, record=record) as home:
        await home.start()
        await home.online()
        await a_whole_evening(home)
        assert await home.stop() == 0
        assert "ERROR" not in home.log.read_text(), home.log.read_text()[-3000:]
    exchanges = recorded(record)
    assert len(exchanges) > 50
    refused = [f"{e['method']} {e['path']} {e['response']}" for e in exchanges if e["status"] >= 400]
    assert [r for r in refused if "50007" not in r and "10008" not in r] == []
    assert bodies(exchanges) > 50
    assert faults(exchanges) == []
