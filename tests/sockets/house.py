"""Hob as a process of its own beside a Discord on this machine, and people who press whatever they may."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from bot.app import App
from bot.screens.custom_id import TABLE, Control, InvalidCustomId
from bot.settings import Limits, Settings, Timing, load
from bot.supervisor import run_leased, use_gateway
from cogs.games import BUILT_IN, extensions
from db import AnswerRow, Leases, SessionRow, Store
from playground.child import _die_with_parent
from playground.discord import CannotDo, Interaction, Loopback, Person, shapes
from playground.discord.state import APPLICATION

Data = dict[str, Any]
SORRY = "Sorry, something went wrong"
OVER = ("That choice is no longer open", "That's ", "This game is over", "These buttons belong",
        "A computer is playing for you", "You're not at this table", "Only the players", "I stopped this table",
        "Sorry,")  # fmt: skip
# Every ring is due at once, nothing is held back: each move then brings as many requests as it ever can.
PATIENT = {"TABLE_EDIT_GAP": 0.05, "DM_GAP": 0.0, "DM_OPEN_GAP": 0.0, "RETRY": 0.5, "ANSWER_WITHIN": 60.0}
QUICK = {
    "TABLE_EDIT_GAP": 0,
    "DM_GAP": 0,
    "DM_OPEN_GAP": 0,
    "PRESENT_AFTER_PRESS": 0,
    "LATE_RING": 0,
    "REPOST_GAP": 0,
    "REPOST_AFTER_MESSAGES": 3,
    "RETRY": 0.3,
    "ANSWER_WITHIN": 60,  # as the Discord of a house waits
}


def controls(message: Data) -> Iterator[Data]:
    for row in message.get("components") or []:
        yield from row["components"]


@dataclass
class Pressed:
    """One press, and what it asked for."""

    it: Interaction
    control: Control
    option: str
    person: int
    picked: tuple[str, ...] = ()  # the values of a select
    said: str = ""  # the answer's own text, as it was when it came
    asked: bool = False  # by that answer, whether it is meant

    @property
    def accepted(self) -> bool:
        """Discord took an answer that is no refusal: whatever was pressed counts from now on."""
        return self.it.answer is not None and not self.said.startswith(OVER)

    @property
    def moves(self) -> bool:
        """It was an answer to the game's question, and whoever pressed was told so; a mere deferral tells nothing.

        A panel tells it by its news, or shows the next question; whatever else it begins with says why not.
        """
        told = self.accepted and self.it.answer in (4, 7) and not self.asked
        if self.control.place != TABLE or self.it.answer == 4:
            first = self.said.split("\n")[0]
            told = told and (first.startswith("•") or " in <#" in first)
        return told and self.control.kind in ("answer", "pick", "confirm")

    def gave(self, answer: AnswerRow) -> bool:
        """Whether that is what was pressed; an offer may have been taken when the question was another."""
        if answer.person != self.person or (answer.question != self.control.question and answer.step != "offer"):
            return False
        if self.control.kind != "pick":
            return answer.option == self.option
        head, _, last = answer.option.rpartition("/")
        return head == self.control.path and Counter(last.split("+")) == Counter(p.split("#")[0] for p in self.picked)


class House:
    def __init__(self, discord: Loopback, data: Path, timing: dict[str, float] = QUICK) -> None:
        self.discord, self.data = discord, data
        own = {"HOB_DISCORD": discord.base, "HOB_TOKEN": discord.token, "HOB_DATA": str(data), "HOB_COACH": "off"}
        own |= {f"HOB_TIMING__{name}": str(value) for name, value in timing.items()}
        self.environment = {**os.environ, "HOB_LIMITS__REQUESTS": "0", **own}  # as this Discord takes any number
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

    @property
    def reached(self) -> bool:
        """Whether a press comes to any Hob."""
        return self.discord.gateway.online

    async def online(self) -> None:
        """Wait until Hob is connected, and Discord has its commands, of this start or of one before."""
        world, gateway = self.discord.world, self.discord.gateway
        await self.discord.until(lambda: (gateway.online and world.commands.get(None)) or not self.lives)
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
        return [seat.get("person") for seat in json.loads(table)["seats"]]

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
                message = self.discord.world.message(it.original)
                press.said = message["content"] or ""
                press.asked = any(":confirm:" in c.get("custom_id", "") for c in controls(message))

    def press(self, person: Person, message: Data, control: Data, rng: random.Random) -> Pressed:
        meant, picked = Control.parse(control["custom_id"]), []
        if control["type"] == 3:
            picked = [
                option["value"] for option in rng.sample(control["options"], max(1, control.get("min_values", 1)))
            ]
            value, it = picked[0], person.select(message, control["custom_id"], *picked)
        else:
            value, it = meant.path, person.click(message, control["custom_id"])
        press = Pressed(it, meant, value, int(person.id), tuple(picked))
        self.pressed.append(press)
        return press

    async def settled(self, press: Pressed) -> bool:
        """Wait for the answer; False if Hob died before it came."""
        await self.ended(press.it)
        return press.it.over

    async def ended(self, it: Interaction) -> None:
        await self.discord.until(lambda: it.over or not self.discord.gateway.online)

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


def lasting(leases: Callable[..., Leases], *those: Any) -> Leases:
    made = leases(*those)
    made._ttl = 25.0
    return made


class Inside(House):
    """Hob in this very process, over the same sockets: for trouble that needs no death."""

    shards, database, requests, pauses, games = "", "", 0, PATIENT, BUILT_IN
    clock_is_off = elapsed_is_off = 0.0  # seconds

    def clock(self) -> float:
        return time.time() + self.clock_is_off

    def elapsed(self) -> float:
        return time.monotonic() + self.elapsed_is_off

    chosen: ClassVar[dict[str, Any]] = {}  # more settings

    async def start(self) -> None:
        timing = Timing(**{name.lower(): value for name, value in self.pauses.items()})
        token: Any = self.discord.token
        settings = load(
            token=token,
            data=self.data,
            discord=self.discord.base,
            timing=timing,
            shards=self.shards,
            limits=Limits(requests=self.requests),
            database=self.database,
            **self.chosen,
        )
        use_gateway(self.discord.base)
        self.store = await Store.open(settings.database_url)
        if not self.database:  # nobody else wants the lease, and a busy machine may not beat for ten seconds
            leases = self.store.leases
            self.store.leases = partial(lasting, leases)  # type: ignore[method-assign]
        self.over = asyncio.Event()
        self.hob = self.process_with(settings, self.store)
        self.running = asyncio.create_task(run_leased(self.hob, self.over))

    def process_with(self, settings: Settings, store: Store) -> App:
        return App(settings, store, extensions(self.games), self.clock, self.elapsed)

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
    idle: int = 0  # how often in a row there was nothing to press

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
                    if control.get("disabled"):
                        continue
                    with contextlib.suppress(InvalidCustomId, KeyError):
                        meant = Control.parse(control["custom_id"])
                        back = control["type"] == 2 and (meant.kind, meant.path) == ("narrow", "")
                        if meant.kind in kinds and not back and self.sits(person, message, meant):
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
        while not until() and self.house.reached:
            if not await self.act():
                return

    async def act(self) -> bool:
        """One thing.  False if Hob died before it was answered."""
        found = self.choices(("answer", "pick", "narrow", "confirm"))
        confirms = [one for one in found if one[3].kind == "confirm"]
        if self.rng.random() < self.backs:
            slips = self.choices(("back", "vote"))
            if not slips:
                person = self.rng.choice(self.people)
                await self.house.ended(person.slash(self.channel, "hob take-back"))
                return True
            found, confirms = slips, []
        if not found:
            self.idle += 1
            await (self.wake() if self.idle % 3 == 0 else asyncio.sleep(0.02))
            return True
        self.idle = 0
        person, message, control, _ = self.rng.choice(confirms or found)
        press = self.house.press(person, message, control, self.rng)
        again = self.house.press(person, message, control, self.rng) if self.rng.random() < self.twice else press
        if not (await self.house.settled(press) and await self.house.settled(again)):
            return False
        self.judge(press)
        return True

    def judge(self, press: Pressed) -> None:
        if press.said.startswith(SORRY):
            self.faults.append(f"{press.control} {press.said}")

    async def wake(self) -> None:
        """Nothing to press: the game is over, in a lobby, or somebody's cards are behind My hand."""
        person = self.rng.choice(self.people)
        tables = [m for m in reversed(self.bots(person, self.channel)) if m["components"]]
        begin = [("again", ""), ("lobby", "start"), ("lobby", "join")] if self.rematch else []
        wanted = self.rng.choice([*begin, ("hand", "")])
        for message in tables:
            for control in person.controls(message):
                with contextlib.suppress(CannotDo, InvalidCustomId, KeyError):
                    meant = Control.parse(control["custom_id"])
                    if (meant.kind, meant.path) == wanted:
                        await self.house.ended(person.click(message, control["custom_id"]))
                        return
