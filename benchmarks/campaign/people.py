"""Whoever plays through all that happens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.campaign.lodge import Cut, HobCluster
from bot.screens.custom_id import Control
from cogs.game_uis import GAME_UIS
from playground.discord import CannotDo, Person
from tests.sockets.house import Party

Data = dict[str, Any]
COMES = 0.02  # how often somebody sits down, or leaves, instead of pressing
ENDS = 0.004  # how often somebody wants the game to end


@dataclass
class Table(Party):
    """People who also come and go, vote, and set a new table where one is over."""

    unanswered: list[str] = field(default_factory=list)
    room: bool = False  # for a computer
    doings: int = 0  # comings, goings, votes to end

    @classmethod
    def nth(cls, house: HobCluster, number: int, seed: int) -> Table:
        """The games and the servers in turn."""
        face = list(GAME_UIS.values())[number % len(GAME_UIS)]
        size = max(2 + number // len(GAME_UIS) % 3, face.game.seats[0])
        table = cls.of(house, number, size, seed, face.group, house.servers[number % len(house.servers)])
        assert isinstance(table, Table)
        table.backs, table.room = 0.15, size < face.game.seats[-1]
        return table

    def sits(self, person: Person, message: Data, meant: Control) -> bool:
        """As it was when somebody last looked; whoever sits there no more is told so."""
        lodge = self.house
        assert isinstance(lodge, HobCluster)
        only = lodge.discord.world.seen_only_by.get(message["id"])
        if meant.seat is None or only is not None or message["channel_id"] == person.dm:
            return True
        seats = lodge.seated.get(meant.session)
        return seats is None or meant.seat >= len(seats) or seats[meant.seat] in (None, int(person.id))

    async def play(self, until: Callable[[], bool]) -> None:
        """Press on; what is not answered although nothing has come between is noted."""
        try:
            while not until():
                await self.press_on(until)
                await asyncio.sleep(0.05)
        except TimeoutError:
            mine, lodge = {int(person.id) for person in self.people}, self.house
            assert isinstance(lodge, HobCluster)
            last = next((press for press in reversed(self.house.pressed) if press.person in mine), None)
            self.unanswered.append(f"{lodge.during}: {last.control if last else '?'}")

    async def act(self) -> bool:
        lodge = self.house
        assert isinstance(lodge, HobCluster)
        if not lodge.connected(self.channel):
            await asyncio.sleep(0.05)
            return True
        luck = self.rng.random()
        if luck < COMES + ENDS:
            with contextlib.suppress(CannotDo, Cut):
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


async def settle(tasks: Sequence[asyncio.Task[None]], cluster: HobCluster, within: float) -> None:
    """Let people finish what they have begun; after a while they give it up."""
    if tasks:
        await asyncio.wait(tasks, timeout=within)
    cluster.strike()
    await asyncio.gather(*tasks)
