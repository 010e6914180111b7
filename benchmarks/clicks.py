"""Latency from a click to its acknowledgement, its text and its picture, over real sockets, with many active tables.

A bare bot that only defers is measured in the same run; on a busy machine, only the ratio of the two is meaningful.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._processes import painters, spent
from benchmarks._tables import process, tables
from bot.screens.custom_id import Control
from playground.discord import Interaction, Loopback

TABLES = int(os.environ.get("BENCH_TABLES", "500"))
A_SECOND = 8  # presses per second, over all tables
PRESSES = int(os.environ.get("BENCH_PRESSES", "400"))
WARMING = 40  # presses before those that count
SHOWN = 3.0  # seconds until the result of simultaneous presses is visible
LUCK = random.Random(1)


class Clock:
    """Records when each interaction was acknowledged, and when the text and the picture of its message changed."""

    def __init__(self, discord: Loopback) -> None:
        self.begun: dict[str, float] = {}
        self.took: dict[str, float] = {}
        self.worded: dict[str, float] = {}
        self.pictured: dict[str, float] = {}
        self._shows: dict[str, str] = {}  # picture of each message
        self._pressed: dict[str, str] = {}  # last press on each message, until its picture has changed
        discord.world.watchers.append(self.record_event)

    def press(self, it: Interaction, begun: float, message: dict[str, Any]) -> None:
        self.begun[it.token] = begun
        self._pressed[message["id"]] = it.token
        self._shows[message["id"]] = picture(message)

    def record_event(self, kind: str, data: dict[str, Any]) -> None:
        now = time.perf_counter()
        if kind == "answer" and (token := data["interaction"].token) in self.begun:
            self.took[token] = (now - self.begun[token]) * 1000
        if kind == "edit" and (token := self._pressed.get(data["id"])) is not None:
            self.worded.setdefault(token, (now - self.begun[token]) * 1000)
        if kind == "edit" and data["id"] in self._pressed and picture(data) != self._shows[data["id"]]:
            token = self._pressed.pop(data["id"])
            self.pictured[token] = (now - self.begun[token]) * 1000


def picture(message: dict[str, Any]) -> str:
    return "".join(embed.get("image", {}).get("url", "") for embed in message["embeds"])


@dataclass
class Found:
    """Milliseconds per press, and CPU milliseconds per press."""

    paced: list[float]
    pictured: list[float]
    together: list[float]
    worded: list[float]  # of the simultaneous presses; the bare bot shows no text
    bot: float
    painter: float

    def at(self, share: int) -> float:
        return statistics.quantiles(self.paced, n=100)[share - 1]


def press(discord: Loopback, clock: Clock, mid: str) -> Interaction:
    """Move a cube on this table, as the player on turn."""
    message = discord.world.messages[mid]
    moves = [c for c in discord.ada.controls(message) if ":answer:" in c.get("custom_id", "")]
    control = LUCK.choice(moves)
    person = (discord.ada, discord.ben)[Control.parse(control["custom_id"]).seat or 0]
    begun = time.perf_counter()
    it = person.click(message, control["custom_id"])
    clock.press(it, begun, message)
    return it


async def at_a_pace(discord: Loopback, clock: Clock, those: list[str], warm: Callable[[], None]) -> list[Interaction]:
    """Press at an even pace, on each table in turn; call `warm` when the presses that count begin."""
    pressed = []
    for number in range(WARMING + PRESSES):
        if number == WARMING:
            warm()
        pressed.append(press(discord, clock, those[number % len(those)]))
        await asyncio.sleep(1 / A_SECOND)
    for it in pressed:
        await discord.answered(it, within=60)
    return pressed[WARMING:]


async def all_together(discord: Loopback, clock: Clock, those: list[str]) -> tuple[list[float], list[float]]:
    """Press on every table at once; return the times until acknowledgement and until the text."""
    pressed = [press(discord, clock, mid) for mid in those]
    for it in pressed:
        await discord.answered(it, within=60)
    await asyncio.sleep(SHOWN)
    return [clock.took[it.token] for it in pressed], [clock.worded.get(it.token, 0.0) for it in pressed]


async def measure(discord: Loopback, clock: Clock, those: list[str], data: Path, command: str) -> Found:
    async with process(discord, data, *command.split()) as running:
        before = [0.0, 0.0]

        def used() -> list[float]:
            return [spent(running.pid), sum(map(spent, painters(running.pid)))]

        def warm() -> None:
            before[:] = used()

        paced = await at_a_pace(discord, clock, those, warm)
        bot, painter = [(now - then) * 1000 / PRESSES for now, then in zip(used(), before, strict=True)]
        took = [clock.took[it.token] for it in paced]
        pictured = [clock.pictured[it.token] for it in paced if it.token in clock.pictured]
        return Found(took, pictured, *await all_together(discord, clock, those[:200]), bot, painter)


async def run() -> list[tuple[str, str]]:
    found = {}
    turns = (("drawn", True, "bot run"), ("plain", False, "bot run"), ("bare", True, "benchmarks._bare"))
    async with Loopback(deadline=60.0) as discord:
        clock = Clock(discord)
        for who, pictures, command in turns:  # each with its own store, in which nothing is due
            with tempfile.TemporaryDirectory() as name:
                those = list((await tables(discord, Path(name), TABLES, pictures)).values())
                found[who] = await measure(discord, clock, those, Path(name), command)
    hob, plain_hob, bare = found["drawn"], found["plain"], found["bare"]
    pace = f"{TABLES} tables, {A_SECOND} presses/s"

    def row(one: Found) -> str:
        return f"{one.at(50):.1f} / {one.at(95):.1f} / {one.at(99):.1f} ms"

    def against(one: Found) -> str:
        return f"{one.at(50) / bare.at(50):.1f} / {one.at(95) / bare.at(50):.1f} / {one.at(99) / bare.at(50):.1f}"

    def words(one: Found) -> str:
        return f"{statistics.median(one.worded):,.0f}, {max(one.worded):,.0f} ms"

    return [
        (f"click to acknowledgement, {pace}: p50 / p95 / p99", row(hob)),
        ("tables without pictures, the same", row(plain_hob)),
        ("a bare bot that only defers, the same", row(bare)),
        ("p50 / p95 / p99 against the median of the bare bot", against(hob)),
        ("the same without pictures", against(plain_hob)),
        ("click to its picture: p50 / p95", quantiles(hob.pictured)),
        ("processor time a press: bot, painters", f"{hob.bot:.1f} ms, {hob.painter:.1f} ms"),
        ("the same without pictures", f"{plain_hob.bot:.1f} ms"),
        ("the same of the bare bot", f"{bare.bot:.1f} ms"),
        ("200 tables pressed at once: the last is acknowledged after", f"{max(hob.together):,.0f} ms"),
        ("the same without pictures", f"{max(plain_hob.together):,.0f} ms"),
        ("the same with the bare bot", f"{max(bare.together):,.0f} ms"),
        ("200 tables pressed at once: until half of them show it, and all", words(hob)),
        ("the same without pictures", words(plain_hob)),
    ]


def quantiles(times: list[float]) -> str:
    if len(times) < 2:
        return "none came"
    return f"{statistics.median(times):.0f} / {statistics.quantiles(times, n=20)[-1]:.0f} ms ({len(times)})"
