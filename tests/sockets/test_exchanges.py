"""A whole game with everything a person can press, recorded, and held against Discord's own description."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from playground.discord import Interaction, Person, shapes
from tests.playground.discord_api.description import bodies, faults, recorded
from tests.sockets.house import House, Party, house

pytestmark = pytest.mark.filterwarnings("ignore:unread_data")


async def typed(home: House, person: Person, cid: str, path: str, **values: Any) -> Interaction:
    it = await home.discord.answered(person.slash(cid, path, **values))
    assert it.answer is not None, path
    await said(home, it)
    return it


async def said(home: House, it: Interaction) -> None:
    """Wait until Hob has done thinking: a busy one says so first, and what is meant comes later."""
    if it.original:
        messages = home.discord.world.messages
        await home.discord.until(lambda: not messages.get(it.original or "", {}).get("flags", 0) & shapes.LOADING)


async def pressed(home: House, person: Person, cid: str, *labels: str) -> None:
    for label in labels:
        it = await home.clicks(person, cid, label)
        assert it.answer is not None, label
        await said(home, it)


async def look_around(home: House, party: Party) -> None:
    """Everything that changes nothing."""
    ada, ben, *_ = party.people
    cid = party.channel
    await pressed(home, ada, cid, "My hand", "Rules", "Log", "More", "Table in words")
    await pressed(home, ada, cid, "More", "Check the shuffle")
    for path in ("chaser hand", "chaser rules", "chaser table", "hob log"):
        await typed(home, ben, cid, path)
    await typed(home, ben, cid, "hob help")
    await typed(home, ben, cid, "hob tables")
    await typed(home, ben, cid, "hob me", pictures="off")
    completed = await home.discord.answered(ben.autocomplete(cid, "chaser rules", "page", "t"))
    assert completed.choices
    await typed(home, ben, cid, "chaser rules", page=completed.choices[0]["value"])
    stranger = home.discord.add_person("Stranger")
    await typed(home, stranger, cid, "chaser hand")


async def come_and_go(home: House, party: Party) -> None:
    """A computer plays for somebody, somebody leaves and somebody else takes the seat."""
    ada, ben, cara = party.people
    cid = party.channel
    await pressed(home, ada, cid, "More", "Let a computer play for me")
    await pressed(home, ada, cid, "More", "Take my seat back")
    await pressed(home, cara, cid, "More", "Leave", "Stay")
    await pressed(home, ben, cid, "More", "End the game")
    await pressed(home, ada, cid, "Play on")


async def until_over(home: House, party: Party) -> None:
    """Typed moves first, then whatever can be pressed."""
    cid = party.channel
    for _ in range(2):
        (person, _, control, _), *_ = await home.discord.until(
            lambda: [one for one in party.choices(("answer",)) if one[1]["channel_id"] == cid]
        )
        await typed(home, person, cid, "chaser move", candy=control["label"].split()[0])

    def over() -> bool:
        return any(c.get("label") == "Play again" for m in party.bots(party.people[0], cid) for c in named(party, m))

    party.rematch = False  # that is for the host to press
    async with asyncio.timeout(120):
        await party.press_on(over)


def named(party: Party, message: dict[str, Any]) -> list[dict[str, Any]]:
    return party.people[0].controls(message)


async def a_whole_evening(home: House) -> None:
    party = Party.of(home, 0, 3, 11)
    ada, ben, cara = party.people
    cid = party.channel
    cara.close_dms()
    await typed(home, ada, cid, "chaser new", computers=1)
    await pressed(home, ada, cid, "Options", "Done")
    await pressed(home, ben, cid, "Join", "Leave", "Join")
    await pressed(home, cara, cid, "Join", "Rules")
    await pressed(home, ada, cid, "Start")
    await home.discord.until(lambda: party.bots(ada, ada.dm) and party.bots(ben, ben.dm))
    await look_around(home, party)
    await come_and_go(home, party)
    await until_over(home, party)
    await pressed(home, ada, cid, "Log", "Play again")
    await pressed(home, ben, cid, "Join")
    await pressed(home, ada, cid, "Start")
    await pressed(home, ada, cid, "More", "End the game", "End it")


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
