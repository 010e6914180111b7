"""Hob as a process of its own beside a Discord on this machine, and people who press whatever they may."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.delivery.control import Control, Forged
from bot.run.process import Process
from bot.run.settings import Timing, load
from bot.run.supervisor import attend, point_at
from bot.sessions.course import went_on
from bot.sessions.live import Live
from bot.tables import options
from cogs.faces import FACES
from cogs.games import extensions
from cogs.presentation import Presentation
from cogs.ui.screens import Screens
from db import SessionRow, Store, line
from engine import GAMES
from playground.child import _die_with_parent
from playground.discord import CannotDo, Interaction, Loopback, Person, shapes
from playground.discord.state import APPLICATION

Data = dict[str, Any]
SORRY = "I am sorry: something went wrong"
OVER = ("That choice is over", "That is ", "This game is over", "These buttons belong", SORRY)
# Every ring is due at once, nothing is held back: each move then brings as many requests as it ever can.
PATIENT = {"TABLE_EDIT_GAP": 0.05, "DM_GAP": 0.0, "RETRY": 0.5}
QUICK = {
    "TABLE_EDIT_GAP": 0,
    "DM_GAP": 0,
    "PRESENT_AFTER_PRESS": 0,
    "LATE_RING": 0,
    "REPOST_GAP": 0,
    "REPOST_AFTER_MESSAGES": 3,
    "RETRY": 0.3,
}


@dataclass
class Pressed:
    """One press, and what it asked for."""

    it: Interaction
    control: Control
    option: str
    person: int
    said: str = ""  # the answer's own text, as it was when it came

    @property
    def accepted(self) -> bool:
        """Discord took an answer that is no refusal: whatever was pressed counts from now on."""
        return self.it.answer is not None and not self.said.startswith(OVER)


class House:
    def __init__(self, discord: Loopback, data: Path, timing: dict[str, float] = QUICK) -> None:
        self.discord, self.data = discord, data
        own = {"HOB_DISCORD": discord.base, "HOB_TOKEN": discord.token, "HOB_DATA": str(data), "HOB_COACH": "off"}
        own |= {f"HOB_TIMING__{name}": str(value) for name, value in timing.items()}
        self.environment = {**os.environ, **own}
        self.log = data / "hob.log"
        self.process: asyncio.subprocess.Process | None = None
        self.store: Store | None = None
        self.pressed: list[Pressed] = []
        discord.world.watchers.append(self._noted)

    # ---- Hob's life
    async def start(self) -> None:
        assert not self.lives, "one Hob at a time"
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", env=self.environment, stderr=log, preexec_fn=_die_with_parent
            )

    async def kill(self) -> None:
        """Pull the plug; nobody may resume what the dead one's sockets were told."""
        await self.dies()
        self.discord.gateway.sessions.clear()

    async def dies(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()

    async def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return await self.process.wait()

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def online(self) -> None:
        await self.discord.until(lambda: self.discord.gateway.online or not self.lives, within=60)
        assert self.lives, self.log.read_text()[-3000:]

    async def kept(self) -> Store:
        """The database, read beside the running Hob."""
        if self.store is None:
            self.store = await Store.open(f"sqlite:///{self.data / 'hob.sqlite3'}")
        return self.store

    async def sessions(self, cid: str = "") -> list[SessionRow]:
        """Every session there ever was, or those of one channel."""
        store = await self.kept()
        where = f"WHERE channel_id = {cid}" if cid else ""
        ids = self.read(f"SELECT id FROM sessions {where} ORDER BY created_at")
        return [row for id in ids if (row := await store.get(id))]

    def read(self, statement: str) -> list[Any]:
        """A column of the database."""
        with contextlib.closing(sqlite3.connect(self.data / "hob.sqlite3")) as connection:
            return [value for (value,) in connection.execute(statement)]

    def seats(self, session: str) -> list[int | None]:
        """Who sits where, in order; None for a computer."""
        [table] = self.read(f"""SELECT "table" FROM sessions WHERE id = '{session}'""")
        return [seat["person"] for seat in json.loads(table)["seats"]]

    async def close(self) -> None:
        await self.kill()
        if self.store is not None:
            await self.store.close()

    # ---- pressing
    def _noted(self, kind: str, data: Data) -> None:
        """Read an answer the moment it comes; the message may soon say something else."""
        if kind != "answer":
            return
        it = data["interaction"]
        for press in reversed(self.pressed[-50:]):
            if press.it is it and it.answer in (4, 7):
                press.said = self.discord.world.message(it.original)["content"] or ""

    def press(self, person: Person, message: Data, control: Data, rng: random.Random) -> Pressed:
        meant = Control.read(control["custom_id"])
        if control["type"] == 3:
            picked = [
                option["value"] for option in rng.sample(control["options"], max(1, control.get("min_values", 1)))
            ]
            value, it = picked[0], person.select(message, control["custom_id"], *picked)
        else:
            value, it = meant.path, person.click(message, control["custom_id"])
        press = Pressed(it, meant, value, int(person.id))
        self.pressed.append(press)
        return press

    async def settled(self, press: Pressed, within: float = 30) -> bool:
        """Wait for the answer; False if Hob died before it came."""
        await self.ended(press.it, within)
        return press.it.over

    async def ended(self, it: Interaction, within: float = 30) -> None:
        await self.discord.until(lambda: it.over or not self.discord.gateway.online, within)

    async def answered(self, it: Interaction) -> str:
        """What the answer says, once Hob has done thinking: a busy one says so first, and what is meant comes later."""
        await self.discord.answered(it)
        assert it.answer is not None, it
        messages = self.discord.world.messages
        await self.discord.until(lambda: not messages.get(it.original or "", {}).get("flags", 0) & shapes.LOADING)
        return str(messages.get(it.original or "", {}).get("content") or "")


@dataclass
class Guest:
    """A person in one channel, who does by the same words what people do in `tests/play.py`."""

    house: House
    person: Person
    channel: str

    async def types(self, command: str, **options: Any) -> str:
        return await self.house.answered(self.person.slash(self.channel, command, **options))

    async def clicks(self, *labels: str) -> str:
        """Press what bears each label, on the newest message that has it, as soon as there is one."""
        said = ""
        for label in labels:
            said = await self.house.answered(await self._finds(label))
        return said

    async def _finds(self, label: str) -> Interaction:
        def found() -> Interaction | None:
            for message in reversed(self.person.visible(self.channel)):
                with contextlib.suppress(CannotDo):
                    return self.person.click(message, label)
            return None

        try:
            return await self.house.discord.until(found)
        except TimeoutError:
            raise CannotDo(f"{self.person.name} sees no {label}") from None

    async def completes(self, command: str, option: str, typed: str = "") -> list[str]:
        """What autocomplete offers, as labels."""
        it = self.person.autocomplete(self.channel, command, option, typed)
        return [choice["name"] for choice in (await self.house.discord.answered(it)).choices]

    def closes_messages(self) -> None:
        self.person.close_dms()


class Inside(House):
    """Hob in this very process, over the same sockets: for trouble that needs no death."""

    shards, database = "", ""

    async def start(self) -> None:
        timing = Timing(**{name.lower(): value for name, value in PATIENT.items()})
        token: Any = self.discord.token
        settings = load(
            token=token,
            data=self.data,
            discord=self.discord.base,
            timing=timing,
            shards=self.shards,
            database=self.database,
        )
        point_at(self.discord.base)
        self.store = await Store.open(settings.database_url)
        self.over = asyncio.Event()
        self.hob = Process(settings, self.store, Presentation(extensions()))
        self.running = asyncio.create_task(attend(self.hob, self.over))

    @property
    def lives(self) -> bool:
        return not self.running.done()

    async def close(self) -> None:
        self.over.set()
        await self.running
        await self.hob.close()
        assert self.store is not None
        await self.store.close()


@asynccontextmanager
async def house(data: Path, timing: dict[str, float] = QUICK, **options: Any) -> AsyncIterator[House]:
    async with Loopback(deadline=60.0, **options) as discord:
        one = House(discord, data, timing)
        try:
            yield one
        finally:
            await one.close()
        assert discord.api.unknown == []


@dataclass
class Party:
    """Some people at a table of their own, who press anything that is theirs to press."""

    house: House
    people: list[Person]
    channel: str
    rng: random.Random
    group: str = "chaser"
    pictures: bool = True
    twice: float = 0.1  # how often somebody presses the same thing again at once
    backs: float = 0.0  # how often somebody takes an answer back, asks to, agrees or does not
    rematch: bool = True  # whether whoever finds the game over plays again
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(
        cls, house: House, number: int, size: int, seed: int, group: str = "chaser", guild: str | None = None
    ) -> Party:
        """In the first server, or in another."""
        discord = house.discord
        channel = discord.world.add_channel(guild or discord.guild, f"table-{number}")["id"]
        people = [discord.add_person(f"P{number}{'abcdefgh'[n]}") for n in range(size)]
        for person in people if guild is not None else ():
            discord.world.join(guild or "", person.id)
        return cls(house, people, channel, random.Random(seed * 1000 + number), group)

    @property
    def guests(self) -> list[Guest]:
        return [Guest(self.house, person, self.channel) for person in self.people]

    def bots(self, person: Person, cid: str) -> list[Data]:
        return [m for m in person.visible(cid) if m["author"]["id"] == APPLICATION]

    def choices(self, kinds: tuple[str, ...]) -> list[tuple[Person, Data, Data, Control]]:
        """Every control of these kinds that somebody may press, those of the newest question only."""
        found = []
        for person in self.people:
            for message in [*self.bots(person, self.channel), *self.bots(person, person.dm)]:
                for control in person.controls(message):
                    if control.get("disabled") or control.get("label") == "Back":
                        continue
                    with contextlib.suppress(Forged, KeyError):
                        meant = Control.read(control["custom_id"])
                        if meant.kind in kinds and self.sits(person, message, meant):
                            found.append((person, message, control, meant))
        newest = max((meant.question for *_, meant in found), default=0)
        return [one for one in found if one[3].question == newest]

    def sits(self, person: Person, message: Data, meant: Control) -> bool:
        """Private messages hold one's own controls; those of the table may be anybody's."""
        only = self.house.discord.world.seen_only_by.get(message["id"])
        if meant.seat is None or only is not None or message["channel_id"] == person.dm:
            return True
        return self.house.seats(meant.session)[meant.seat] == int(person.id)

    async def set_table(self) -> None:
        """A new lobby, everybody joins, the game starts."""
        host, *others = self.guests
        await host.types(f"{self.group} new")
        if not self.pictures:
            await host.clicks("Options", "Pictures: on")
        for guest in others:
            await guest.clicks("Join")
        await host.clicks("Start")

    async def press_on(self, until: Callable[[], bool]) -> None:
        """Press one thing after the other, now and then the same thing twice, until told to stop or Hob dies."""
        idle = 0
        while not until() and self.house.discord.gateway.online:
            found = self.choices(("answer", "pick", "narrow", "confirm"))
            confirms = [one for one in found if one[3].kind == "confirm"]
            if self.rng.random() < self.backs:
                slips = self.choices(("back", "vote"))
                if not slips:
                    person = self.rng.choice(self.people)
                    await self.house.ended(person.slash(self.channel, "hob take-back"))
                    continue
                found, confirms = slips, []
            if not found:
                idle += 1
                await (self.wake() if idle % 3 == 0 else asyncio.sleep(0.02))
                continue
            idle = 0
            person, message, control, _ = self.rng.choice(confirms or found)
            press = self.house.press(person, message, control, self.rng)
            again = self.house.press(person, message, control, self.rng) if self.rng.random() < self.twice else press
            if not (await self.house.settled(press) and await self.house.settled(again)):
                return
            self.judge(press)

    def judge(self, press: Pressed) -> None:
        if press.said.startswith(SORRY):
            self.faults.append(f"{press.control} {press.said}")

    async def wake(self) -> None:
        """Nothing to press: the game is over, in a lobby, or somebody's cards are behind My hand."""
        person = self.rng.choice(self.people)
        tables = [m for m in reversed(self.bots(person, self.channel)) if m["components"]]
        label = self.rng.choice(("Play again", "Start", "Join", "My hand") if self.rematch else ("My hand",))
        for message in tables:
            with contextlib.suppress(CannotDo):
                await self.house.ended(person.click(message, label))
                return


# ---- what is right
def live_of(row: SessionRow) -> Live:
    """The session as a fresh start reads it."""
    live = Live(row)
    if row.state is not None:
        live.settle(live.info, live.game.load(row.state))
    return live


def shown(message: Data) -> Data:
    """What of a message must be right, in a form that both sides have."""
    embeds = message.get("embeds") or [{}]
    embed = embeds[0]
    controls = [
        [(c.get("label") or c.get("placeholder"), c.get("custom_id") or c.get("url")) for c in row["components"]]
        for row in message.get("components") or []
    ]
    return {
        "content": message.get("content") or "",
        "title": embed.get("title", ""),
        "text": [each.get("description", "") for each in embeds],
        "fields": [(f["name"], f["value"]) for f in embed.get("fields", [])],
        "footer": (embeds[-1].get("footer") or {}).get("text", ""),
        "controls": controls,
    }


def fresh(live: Live) -> Data:
    """The table message as a computation from the stored row alone gives it."""
    ping, table = live.screen.ping, live.screen.table
    within = ping is not None and table is not None and ping.id == table.id
    message = Screens(FACES).table(live, ping.seats if ping and within else [])
    view = message.view()
    rows = view.to_components() if view else []
    embeds = [embed.to_dict() for embed in message.embeds(message.picture is not None)]
    return shown({"content": message.content, "embeds": embeds, "components": rows})


def ours(discord: Loopback, cid: str) -> list[Data]:
    """The public messages of the bot in a channel."""
    mine = [m for m in discord.world.in_channel(cid) if m["author"]["id"] == APPLICATION]
    return [m for m in mine if m["id"] not in discord.world.seen_only_by]


def wrong(discord: Loopback, row: SessionRow) -> str:
    """What is not right with what Discord shows of a session; empty if all is."""
    live = live_of(row)
    table = live.screen.table
    if table is None:
        return "no table message"
    message = discord.world.messages.get(str(table.id))
    if message is None:
        return "the table message is gone"
    if shown(message) != fresh(live):
        return f"shows {shown(message)}\nnot {fresh(live)}"
    return ""


def orphans(discord: Loopback, rows: list[SessionRow], cid: str) -> list[str]:
    """Messages of the bot in a channel that no session knows, farewells aside."""
    known: set[int] = set()
    for row in rows:
        screen = live_of(row).screen
        posted = [screen.table, screen.ping, screen.notice, screen.vote, *screen.panels.values()]
        known |= {one.id for one in posted if one is not None}
    said = [m for m in ours(discord, cid) if int(m["id"]) not in known]
    farewells = [m for m in said if m["content"].endswith(".") and not m["components"] and " wins" in m["content"]]
    return [f"{m['id']} {m['content']!r} {[e.get('title') for e in m['embeds']]}" for m in said if m not in farewells]


async def replayed(store: Store, row: SessionRow) -> bool:
    """Whether the stored state is what the stored answers lead to: none is missing, none was applied twice."""
    if row.state is None:
        return True
    game = GAMES[row.game]
    end: Any = game.load(row.state)
    g = game.deal(end.players, end.seed, **options.dealt(game, row.table["options"]))
    for entry in line(await store.answers(row.id)):
        g = went_on(game, g, entry)
    return bool(game.dump(g) == game.dump(end))
