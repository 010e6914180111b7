"""People who keep playing during the faults."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.campaign.cluster import Cut, HobCluster
from bot.screens.custom_id import Control
from cogs.game_uis import GAME_UIS
from playground.discord import CannotDo, Person
from tests.sockets.server import Party

Data = dict[str, Any]
COMES = 0.02  # share of actions that are joining or leaving
ENDS = 0.004  # share of actions that are votes to end the game


@dataclass
class Table(Party):
    """People who also join, leave and vote, and set up a new table when one is over."""

    unanswered: list[str] = field(default_factory=list)
    room: bool = False  # for a computer player
    comings_and_goings: int = 0  # number of joins, leaves and votes to end

    @classmethod
    def nth(cls, hob_server: HobCluster, number: int, seed: int) -> Table:
        """Return the table with this number; games and servers alternate."""
        ui = list(GAME_UIS.values())[number % len(GAME_UIS)]
        size = max(2 + number // len(GAME_UIS) % 3, ui.game.seats[0])
        table = cls.of(hob_server, number, size, seed, ui.group, hob_server.servers[number % len(hob_server.servers)])
        assert isinstance(table, Table)
        table.backs, table.room = 0.15, size < ui.game.seats[-1]
        return table

    def sits(self, person: Person, message: Data, meant: Control) -> bool:
        """Return whether the person had the seat at the last check; in doubt, they press and Hob refuses."""
        cluster = self.hob_server
        assert isinstance(cluster, HobCluster)
        only = cluster.discord.world.seen_only_by.get(message["id"])
        if meant.seat is None or only is not None or message["channel_id"] == person.dm:
            return True
        seats = cluster.seated.get(meant.session_id)
        return seats is None or meant.seat >= len(seats) or seats[meant.seat] in (None, int(person.id))

    async def play(self, until: Callable[[], bool]) -> None:
        """Keep pressing; record a press that stays unanswered although no fault came in between."""
        try:
            while not until():
                await self.press_on(until)
                await asyncio.sleep(0.05)
        except TimeoutError:
            mine, cluster = {int(person.id) for person in self.people}, self.hob_server
            assert isinstance(cluster, HobCluster)
            last = next((press for press in reversed(self.hob_server.pressed) if press.person in mine), None)
            self.unanswered.append(f"{cluster.during}: {last.control if last else '?'}")

    async def act(self) -> bool:
        cluster = self.hob_server
        assert isinstance(cluster, HobCluster)
        if not cluster.connected(self.channel):
            await asyncio.sleep(0.05)
            return True
        luck = self.rng.random()
        if luck < COMES + ENDS:
            with contextlib.suppress(CannotDo, Cut):
                await self._comes_or_goes(ends=luck < ENDS)
                self.comings_and_goings += 1
            return True
        return await super().act()

    async def _comes_or_goes(self, ends: bool) -> None:
        person = self.rng.choice(self.people)
        comes = (f"{self.group} join", "")
        command, label = ("hob end", "End it") if ends else self.rng.choice((("hob leave", "Leave"), comes, comes))
        it = person.slash(self.channel, command)
        await self.hob_server.answered(it)
        said = self.hob_server.discord.world.messages.get(it.original or "")
        if label and said is not None:
            await self.hob_server.answered(person.click(said, label))

    async def set_table(self) -> None:
        host, *others = self.guests
        await host.types(f"{self.group} new", computers=int(self.room and self.rng.random() < 0.3))
        await host.clicks("Options", "Pictures: on")
        for guest in others:
            await guest.clicks("Join")
        await host.clicks("Start")


async def settle(tasks: Sequence[asyncio.Task[None]], cluster: HobCluster, within: float) -> None:
    """Let people finish what they have started; after `within` seconds they give up."""
    if tasks:
        await asyncio.wait(tasks, timeout=within)
    cluster.strike()
    await asyncio.gather(*tasks)
