"""The Hob of a campaign, and whoever plays there through all that happens to it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks._tables import spent
from benchmarks.campaign.nursery import Born, Clock
from cogs.faces import FACES
from db import SessionRow
from db.rows import ACTIVE
from playground.discord import CannotDo, Interaction, Loopback
from tests.sockets.house import QUICK, House, Party
from tests.sockets.right import Ledger, ledger, not_right

COMES = 0.02  # how often somebody sits down, or leaves, instead of pressing
ENDS = 0.004  # how often somebody wants the game to end
PAUSES = {"COMPUTER_PAUSE": 0.05, "COMPUTER_SECRET": 0.05, "NUDGE_GAP": 0, "LOOK_AROUND": 5}
UNLIMITED = ("TABLES_OF_PERSON", "TABLES_OF_SERVER", "NEW_BY_PERSON", "NEW_IN_SERVER")
LOGINS = "UPDATE identifies SET at = at - 10"


class Cut(Exception):
    """What somebody waited for will not come: a fault came between."""


class Lodge(House):
    """One Hob on SQLite."""

    def __init__(self, discord: Loopback, data: Path) -> None:
        super().__init__(discord, data, QUICK | PAUSES)
        self.environment |= {"HOB_COMPUTERS": "random", "HOB_PAINTERS": "1", "HOB_THINKERS": "1"}
        self.environment |= {f"HOB_LIMITS__{name}": "0" for name in UNLIMITED}
        self.clock = Clock(data / "clock")
        self.strikes = 0  # grows when nobody need wait any more for what they wait for
        self.cpu = 0.0  # seconds of processor time of Hobs that are gone
        self.verified: dict[str, int] = {}  # tables that are over and were right, at that revision
        self.wrong: list[str] = []  # all that was ever found so
        self.counted: dict[str, tuple[int, Ledger]] = {}  # tables whose history was looked through, by revision

    # ---- Hob's life
    async def start(self) -> None:
        assert not self.lives, "one Hob at a time"
        self.forget_logins()
        self.process = Born(self.environment, self.log, self.clock.file)  # type: ignore[assignment]

    def forget_logins(self) -> None:
        """As if the last login had been longer ago, so that a start need not wait for its turn."""
        file = self.data / "hob.sqlite3"
        with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute(LOGINS)
            connection.commit()

    async def dies(self) -> None:
        if self.process is not None and self.lives:
            self.cpu += spent(self.process.pid)
        await super().dies()

    async def stop(self) -> int:
        assert self.process is not None
        self.cpu += spent(self.process.pid)
        return await super().stop()

    def strike(self) -> None:
        self.strikes += 1
        self.discord.world.changed.set()

    async def close(self) -> None:
        await super().close()
        self.discord.world.watchers.remove(self._noted)

    # ---- pressing
    async def ended(self, it: Interaction, within: float = 30) -> None:
        before = self.strikes
        await self.discord.until(lambda: it.over or self.strikes != before, within)

    async def answered(self, it: Interaction) -> str:
        await self.ended(it)
        if not it.over:
            raise Cut
        return str(self.discord.world.messages.get(it.original or "", {}).get("content") or "")

    # ---- looking
    async def tables(self) -> list[SessionRow]:
        """All that may have changed since they were found right."""
        store = await self.kept()
        known = self.read("SELECT id || ' ' || revision || ' ' || status FROM sessions ORDER BY created_at")
        ids = []
        for id, revision, status in map(str.split, known):
            if status in ACTIVE or self.verified.get(id) != int(revision):
                ids.append(id)
        return [row for id in ids if (row := await store.get(id))]

    async def faults(self, rows: Sequence[SessionRow]) -> list[str]:
        """What is not right of these tables and of their channels."""
        frozen = [f"{row.id} is {row.status}" for row in rows if row.status in ("frozen", "aside")]
        channels = {row.channel_id for row in rows}
        beside = [row for cid in channels for row in await self.sessions(str(cid))] if rows else []
        return frozen + await not_right(self, beside)

    async def count(self) -> Ledger:
        """What the store holds against what people were told, of all tables there ever were."""
        rows = [row for row in await self.sessions() if self.counted.get(row.id, (-1,))[0] != row.revision]
        for row in rows:
            here = [press for press in self.pressed if press.control.session == row.id]
            self.counted[row.id] = row.revision, await ledger(self, [row], here)
        whole = Ledger()
        for _, one in self.counted.values():
            whole.add(one)
        return whole


@dataclass
class Table(Party):
    """People who also come and go, vote, and set a new table where one is over."""

    unanswered: list[str] = field(default_factory=list)
    room: bool = False  # for a computer
    doings: int = 0  # comings, goings, votes to end

    @classmethod
    def nth(cls, house: Lodge, number: int, seed: int) -> Table:
        face = list(FACES.values())[number % len(FACES)]
        size = max(2 + number // len(FACES) % 3, face.game.seats[0])
        table = cls.of(house, number, size, seed, face.group)
        assert isinstance(table, Table)
        table.backs, table.room = 0.15, size < face.game.seats[-1]
        return table

    async def play(self, until: Any) -> None:
        """Press on; what is not answered although nothing has come between is noted."""
        try:
            await self.press_on(until)
        except TimeoutError:
            mine = {int(person.id) for person in self.people}
            last = next((press for press in reversed(self.house.pressed) if press.person in mine), None)
            self.unanswered.append(f"{self.channel}: {last.control if last else '?'}")
        except Cut:
            pass

    async def act(self) -> bool:
        luck = self.rng.random()
        if luck < COMES + ENDS:
            with contextlib.suppress(CannotDo):
                await self._comes_or_goes(ends=luck < ENDS)
                self.doings += 1
            return True
        return await super().act()

    async def _comes_or_goes(self, ends: bool) -> None:
        person = self.rng.choice(self.people)
        comes = (f"{self.group} join", "")
        command, label = ("hob end", "End it") if ends else self.rng.choice((("hob leave", "Leave"), comes, comes))
        it = person.slash(self.channel, command)
        await self.house.answered(it)
        said = self.house.discord.world.messages.get(it.original or "")
        if label and said is not None:
            await self.house.answered(person.click(said, label))

    async def set_table(self) -> None:
        host, *others = self.guests
        await host.types(f"{self.group} new", computers=int(self.room and self.rng.random() < 0.3))
        await host.clicks("Options", "Pictures: on")
        for guest in others:
            await guest.clicks("Join")
        await host.clicks("Start")


async def settle(tasks: Sequence[asyncio.Task[None]], lodge: Lodge, within: float) -> None:
    """Let people finish what they have begun; after a while they give it up."""
    if tasks:
        await asyncio.wait(tasks, timeout=within)
    lodge.strike()
    await asyncio.gather(*tasks)
