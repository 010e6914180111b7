"""From a click to its acknowledgement, through real sockets, with 200 tables on at once."""

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks._tables import process, tables
from bot.delivery.control import Control
from playground.discord import Interaction, Loopback

TABLES = 200
A_SECOND = 10  # presses, over all tables
PRESSES = 200
WARMING = 40
LUCK = random.Random(1)


class Clock:
    """Notes when each interaction was answered."""

    def __init__(self, discord: Loopback) -> None:
        self.begun: dict[str, float] = {}
        self.took: dict[str, float] = {}
        discord.world.watchers.append(self.noted)

    def noted(self, kind: str, data: dict[str, Any]) -> None:
        token = data["interaction"].token if kind == "answer" else ""
        if token in self.begun:
            self.took[token] = (time.perf_counter() - self.begun[token]) * 1000


def press(discord: Loopback, clock: Clock, mid: str) -> Interaction:
    """Whoever's turn it is moves a cube of this table."""
    message = discord.world.messages[mid]
    moves = [c for c in discord.ada.controls(message) if ":answer:" in c.get("custom_id", "")]
    control = LUCK.choice(moves)
    person = (discord.ada, discord.ben)[Control.read(control["custom_id"]).seat or 0]
    begun = time.perf_counter()
    it = person.click(message, control["custom_id"])
    clock.begun[it.token] = begun
    return it


async def at_a_pace(discord: Loopback, clock: Clock, those: list[str]) -> list[float]:
    """Presses at an even pace, each on another table; the milliseconds that each took."""
    pressed = []
    for number in range(WARMING + PRESSES):
        pressed.append(press(discord, clock, those[number % len(those)]))
        await asyncio.sleep(1 / A_SECOND)
    for it in pressed:
        await discord.answered(it, within=60)
    return [clock.took[it.token] for it in pressed[WARMING:]]


async def all_together(discord: Loopback, clock: Clock, those: list[str]) -> list[float]:
    """A press on every table in the same moment."""
    pressed = [press(discord, clock, mid) for mid in those]
    for it in pressed:
        await discord.answered(it, within=60)
    return [clock.took[it.token] for it in pressed]


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


async def run() -> list[tuple[str, str]]:
    found = {}
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(deadline=60.0) as discord:
            clock = Clock(discord)
            drawn = list((await tables(discord, Path(name), TABLES)).values())
            plain = list((await tables(discord, Path(name), TABLES, pictures=False)).values())
            turns = (("drawn", drawn, "bot run"), ("plain", plain, "bot run"), ("bare", drawn, "benchmarks._bare"))
            for who, those, command in turns:
                async with process(discord, Path(name), *command.split()):
                    paced = await at_a_pace(discord, clock, those)
                    found[who] = (statistics.median(paced), p95(paced), max(await all_together(discord, clock, those)))
    hob, plain_hob, bare = found["drawn"], found["plain"], found["bare"]
    pace = f"{TABLES} tables, {A_SECOND} presses/s"
    return [
        (f"click to acknowledgement, {pace}: median", f"{hob[0]:.1f} ms"),
        (f"click to acknowledgement, {pace}: p95", f"{hob[1]:.1f} ms"),
        ("tables without pictures, the same: median", f"{plain_hob[0]:.1f} ms"),
        ("tables without pictures, the same: p95", f"{plain_hob[1]:.1f} ms"),
        ("a bare bot that only defers, the same: median", f"{bare[0]:.1f} ms"),
        ("a bare bot that only defers, the same: p95", f"{bare[1]:.1f} ms"),
        ("Hob against the bare bot: median", f"{hob[0] / bare[0]:.1f}x"),
        ("Hob against the bare bot: p95", f"{hob[1] / bare[1]:.1f}x"),
        ("Hob without pictures against the bare bot: median", f"{plain_hob[0] / bare[0]:.1f}x"),
        (f"all {TABLES} tables pressed at once: the last is acknowledged after", f"{hob[2]:,.0f} ms"),
        ("the same without pictures", f"{plain_hob[2]:,.0f} ms"),
        ("the same with the bare bot", f"{bare[2]:,.0f} ms"),
    ]
