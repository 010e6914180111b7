"""Record an evening of every game in each language, and check it against Discord's own API description.

Every control that a person can press is pressed, and the loopback has Discord's usual rate limits.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.i18n.catalogue import using_language
from bot.screens.game_ui import GameUI
from cogs.game_uis import GAME_UIS
from playground.discord.fault_injection import USUAL
from playground.discord.state import LONGEST
from tests.playground.discord_api.description import bodies, faults, recorded
from tests.sockets.invariants import ours
from tests.sockets.server import QUICK, Guest, HobServer, Party, hob_server

PRESSES = int(os.environ.get("TEST_PRESSES", "12"))
TIMING = QUICK | {"DM_OPEN_GAP": 2.1}  # seconds: this Discord refuses a sixth opening within ten

pytestmark = pytest.mark.slow


@dataclass
class Reader(Guest):
    """A person who presses controls by the keys of their labels, in any language."""

    ui: GameUI[Any]
    language: str

    def label(self, key: str) -> str:
        with using_language(self.language):
            return self.ui.tr(f"button.{key}")

    async def presses(self, *keys: str) -> None:
        await self.clicks(*map(self.label, keys))


async def look_around(home: HobServer, party: Party, ada: Reader, ben: Reader) -> None:
    """Press all controls that change nothing."""
    log = ("zoom", "more", "log") if ada.ui.pictures.close_up else ("log",)
    await ada.presses("hand", "rules", *log, "more", "table-in-words")
    await ada.presses("more", "check-the-shuffle")
    own = [f"{party.group} {name}" for name in ("hand", "rules", "table")]
    for command in (*own, "hob log", "hob help", "hob tables"):
        await ben.types(command)
    await ben.types("hob me", pictures="off")
    page, *_ = await ben.completes(f"{party.group} rules", "page", "t")
    await ben.types(f"{party.group} rules", page=page)
    stranger = Guest(home, home.discord.add_person("Stranger"), party.channel)
    await stranger.types(f"{party.group} hand")


async def come_and_go(ada: Reader, ben: Reader, cara: Reader) -> None:
    """A computer plays for Ada for a while, Cara stays after all, and Ada votes against Ben's proposal to end."""
    await ada.presses("more", "computer-for-me")
    await ada.presses("more", "take-my-seat-back")
    await cara.presses("more", "leave", "stay")
    await ben.presses("more", "vote-to-end")
    await ada.presses("play-on")


async def until_over(home: HobServer, party: Party, host: Reader) -> None:
    """Type some moves, then press controls; after `PRESSES` presses the host ends the game."""
    for _ in range(2 if party.group == "chaser" else 0):
        (person, _, control, _), *_ = await home.discord.until(party.at_table)
        await Guest(home, person, party.channel).types("chaser move", candy=control["label"].split()[0])

    def over() -> bool:
        """Check the public messages, because a late press gets its answer earlier."""
        shown = ours(home.discord, party.channel)
        return any(
            c.get("label") == host.label("play-again") for message in shown for c in party.people[0].controls(message)
        )

    here = {int(person.id) for person in party.people}

    def presses() -> int:
        return sum(press.person in here for press in home.pressed)

    before = presses()
    party.rematch = False  # only the host presses *Play again*
    async with asyncio.timeout(LONGEST):
        await party.press_on(lambda: over() or presses() > before + PRESSES)
    if not over():
        await host.presses("hand", "more", "end-the-game", "end-it")
        await home.discord.until(over)


async def a_whole_evening(home: HobServer, number: int, ui: GameUI[Any], language: str) -> None:
    party = Party.of(home, number, 3, 11, ui.group)
    ada, ben, cara = (Reader(home, person, party.channel, ui, language) for person in party.people)
    for person in party.people:
        person.reads_in(language)
    cara.closes_messages()
    await ada.types(f"{ui.group} new", computers=1)
    await ada.presses("options", "done")
    await ben.presses("join", "leave", "join")
    await cara.presses("join", "how-to-play")
    await ada.presses("start")
    if ui.has_hand:
        await home.discord.until(lambda: all(party.bots(guest.person, guest.person.dm) for guest in (ada, ben)))
    await look_around(home, party, ada, ben)
    await come_and_go(ada, ben, cara)
    await until_over(home, party, ada)
    await ada.presses("watch-again")
    await ada.clicks("▶")
    await ada.presses("share", "play-again")
    await ben.presses("join")
    await ada.presses("start")
    await ada.presses("hand", "more", "end-the-game", "end-it")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_recorded_games_match_discords_api_specification(tmp_path: Path, language: str) -> None:
    record = tmp_path / "record.jsonl"
    async with hob_server(tmp_path, TIMING, record=record, buckets=USUAL) as home:
        home.environment["HOB_LANGUAGE"] = language
        await home.start()
        await home.online()
        async with asyncio.TaskGroup() as evenings:
            for number, ui in enumerate(GAME_UIS.values()):
                evenings.create_task(a_whole_evening(home, number, ui, language))
        assert await home.stop() == 0
        assert "ERROR" not in home.log.read_text(), home.log.read_text()[-3000:]
    exchanges = recorded(record)
    assert len(exchanges) > 50
    refused = [f"{e['method']} {e['path']} {e['response']}" for e in exchanges if e["status"] >= 400]
    assert [r for r in refused if "50007" not in r and "10008" not in r] == []
    assert bodies(exchanges) > 50
    assert faults(exchanges) == []
