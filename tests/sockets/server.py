"""Hob as a separate process with a loopback Discord, and people who press any allowed control."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
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
from typing import Any, ClassVar, TypeVar

from bot.app import App
from bot.cluster.serving import run_leased
from bot.gateway.client import Hob
from bot.screens.custom_id import TABLE, Control, InvalidCustomId
from bot.settings import Limits, Settings
from bot.supervisor import use_gateway
from bot.timing import Timing
from cogs.games import BUILT_IN, extensions
from db import AnswerRow, Leases, SessionRow, Store
from hob.testing.pointing import real_discord_stays
from playground.child import _die_with_parent
from playground.discord import CannotDo, Interaction, Loopback, Person, shapes
from playground.discord.state import APPLICATION
from tests.settings import load

Data = dict[str, Any]
SORRY = "Sorry, something went wrong"
OVER = ("That choice is no longer open", "That's ", "This game is over", "These buttons belong",
        "A computer is playing for you", "You're not at this table", "Only the players", "I stopped this table",
        "Sorry,")  # fmt: skip
# Every notification is due immediately, without pauses, so that each move causes as many requests as possible.
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
    "ANSWER_WITHIN": 60,
}

# A busy machine may be too slow to renew a lease in time. Hob would then drop its presses, so its lease never ends.
RUN = """import sys
from bot.__main__ import main
from db import leases
leases.boot_clock = lambda: 0.0
sys.exit(main(["run"]))
"""


def controls(message: Data) -> Iterator[Data]:
    for row in message.get("components") or []:
        yield from row["components"]


@dataclass
class Pressed:
    """One press, the control and the answer to it."""

    it: Interaction
    control: Control
    option: str
    person: int
    picked: tuple[str, ...] = ()  # the values of a select
    said: str = ""  # the answer's text when it arrived
    asked: bool = False  # the answer asks for a confirmation, or still shows the select, and a follow-up asks

    @property
    def accepted(self) -> bool:
        """Return True if Discord accepted an answer that isn't a refusal: the press counts from now on."""
        return self.it.answer is not None and not self.said.startswith(OVER)

    @property
    def moves(self) -> bool:
        """Return True if the press answered the game's question and the answer says so; a deferral says nothing.

        A panel says it with event lines or with the next question; any other beginning is a refusal.
        """
        told = self.accepted and self.it.answer in (4, 7) and not self.asked
        if self.control.place != TABLE or self.it.answer == 4:
            first = self.said.split("\n")[0]
            told = told and (first.startswith("•") or " in <#" in first)
        return told and self.control.kind in ("answer", "pick", "confirm")

    def gave(self, answer: AnswerRow) -> bool:
        """Return True if this answer is what was pressed; an offer may be taken during a later question."""
        if answer.person != self.person or (answer.question != self.control.question and answer.step != "offer"):
            return False
        if self.control.kind != "pick":
            return answer.option == self.option
        head, _, last = answer.option.rpartition("/")
        return head == self.control.path and Counter(last.split("+")) == Counter(p.split("#")[0] for p in self.picked)


class HobServer:
    """Hob as a separate process."""

    def __init__(self, discord: Loopback, data: Path, timing: dict[str, float] = QUICK) -> None:
        self.discord, self.data = discord, data
        own = {"HOB_DISCORD": discord.base, "HOB_TOKEN": discord.token, "HOB_DATA": str(data), "HOB_COACH": "off"}
        own |= {f"HOB_TIMING__{name}": str(value) for name, value in timing.items()}
        self.environment = {**os.environ, "HOB_LIMITS__REQUESTS": "0", **own}  # this Discord has no rate limit
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
                sys.executable, "-c", RUN, env=self.environment, stderr=log, preexec_fn=_die_with_parent
            )

    async def kill(self) -> None:
        """Kill Hob and drop its gateway sessions, so that they can't be resumed."""
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
        """Return True if presses reach any Hob."""
        return self.discord.gateway.online

    async def online(self) -> None:
        """Wait until Hob is connected and Discord has its commands, perhaps from an earlier start."""
        world, gateway = self.discord.world, self.discord.gateway
        await self.discord.until(lambda: (gateway.online and world.commands.get(None)) or not self.lives)
        assert self.lives, self.log.read_text()[-3000:]

    async def kept(self) -> Store:
        """Return the store on the database of the running Hob."""
        if self.store is None:
            self.store = await Store.open(f"sqlite:///{self.data / 'hob.sqlite3'}")
        return self.store

    async def sessions(self, cid: str = "") -> list[SessionRow]:
        """Return every session ever, or every session of one channel."""
        store = await self.kept()
        where = f"WHERE channel_id = {cid}" if cid else ""
        ids = self.read(f"SELECT id FROM sessions {where} ORDER BY created_at")
        return [row for id in ids if (row := await store.get(id))]

    def read(self, statement: str) -> list[Any]:
        """Run a query with one column; return its values."""
        with contextlib.closing(sqlite3.connect(self.data / "hob.sqlite3")) as connection:
            return [value for (value,) in connection.execute(statement)]

    def seats(self, session_id: str) -> list[int | None]:
        """Return the people in the seats, in order; None for a computer."""
        [table] = self.read(f"""SELECT "table" FROM sessions WHERE id = '{session_id}'""")
        return [seat.get("person") for seat in json.loads(table)["seats"]]

    async def close(self) -> None:
        await self.kill()
        if self.store is not None:
            await self.store.close()

    # ---- pressing
    def _noted(self, kind: str, data: Data) -> None:
        """Record an answer when it arrives, because the message may change soon."""
        if kind != "answer":
            return
        it = data["interaction"]
        for press in reversed(self.pressed[-50:]):
            if press.it is it and it.answer in (4, 7):
                message = self.discord.world.message(it.original)
                press.said = message["content"] or ""
                shown = [c.get("custom_id", "") for c in controls(message)]
                press.asked = any(":confirm:" in id for id in shown) or (
                    press.picked != () and str(press.control) in shown
                )

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
        """Wait for the answer; return False if Hob died before it came."""
        await self.ended(press.it)
        return press.it.over

    async def ended(self, it: Interaction) -> None:
        await self.discord.until(lambda: it.over or not self.discord.gateway.online)

    async def answered(self, it: Interaction) -> str:
        """Return the text of the answer, after a deferral has been replaced."""
        await self.discord.answered(it)
        assert it.answer is not None, it
        messages = self.discord.world.messages
        await self.discord.until(lambda: not messages.get(it.original or "", {}).get("flags", 0) & shapes.LOADING)
        return str(messages.get(it.original or "", {}).get("content") or "")


@dataclass
class Guest:
    """A person in one channel, with the same methods as people in `hob/testing/play.py`."""

    hob_server: HobServer
    person: Person
    channel: str

    async def types(self, command: str, **options: Any) -> str:
        return await self.hob_server.answered(self.person.slash(self.channel, command, **options))

    async def clicks(self, *labels: str) -> str:
        """Press controls by label, each on the newest message that has it; wait until there is one."""
        said = ""
        for label in labels:
            said = await self.hob_server.answered(await self._finds(label))
        return said

    async def _finds(self, label: str) -> Interaction:
        def found() -> Interaction | None:
            for message in reversed(self.person.visible(self.channel)):
                with contextlib.suppress(CannotDo):
                    return self.person.click(message, label)
            return None

        try:
            return await self.hob_server.discord.until(found)
        except TimeoutError:
            visible = [str(message)[:300] for message in self.person.visible(self.channel)]
            raise CannotDo(f"{self.person.name} sees no {label} but {visible}") from None

    async def completes(self, command: str, option: str, typed: str = "") -> list[str]:
        """Return the labels that autocomplete offers."""
        it = self.person.autocomplete(self.channel, command, option, typed)
        return [choice["name"] for choice in (await self.hob_server.discord.answered(it)).choices]

    def closes_messages(self) -> None:
        self.person.close_dms()


def lasting(leases: Callable[..., Leases], *those: Any) -> Leases:
    made = leases(*those)
    made._now = lambda: 0.0  # as in RUN
    return made


class InProcessHob(HobServer):
    """Hob in this process, over the same sockets, for faults that don't kill Hob."""

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
            limits=Limits(requests=self.requests, new_by_person=0, new_in_server=0),
            database=self.database,
            **self.chosen,
        )
        use_gateway(self.discord.base)
        self.store = await Store.open(settings.database_url)
        if not self.database:  # otherwise other processes want the lease
            self.store.leases = partial(lasting, self.store.leases)  # type: ignore[method-assign]
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


Home = TypeVar("Home", bound=HobServer)


@asynccontextmanager
async def patient_discord(paced: bool = False, **options: Any) -> AsyncIterator[Loopback]:
    """Start a Discord that waits for answers forever, because a busy machine may need longer than three seconds.

    `paced`: Hob in this process pauses between its logins.
    """
    with real_discord_stays(*([] if paced else [Hob])):
        async with Loopback(deadline=math.inf, **options) as one:
            yield one
            assert one.api.unknown == []


@asynccontextmanager
async def running(home: Home) -> AsyncIterator[Home]:
    """Start Hob, wait until it is online, and stop it in the end."""
    await home.start()
    try:
        await home.online()
        yield home
    finally:
        await home.close()  # in this process, it raises what has ended Hob


@asynccontextmanager
async def hob_server(data: Path, timing: dict[str, float] = QUICK, **options: Any) -> AsyncIterator[HobServer]:
    async with patient_discord(**options) as one:
        home = HobServer(one, data, timing)
        try:
            yield home
        finally:
            await home.close()


@dataclass
class Party:
    """People at their own table, who press any control that is theirs."""

    hob_server: HobServer
    people: list[Person]
    channel: str
    rng: random.Random
    group: str = "chaser"
    pictures: bool = True
    twice: float = 0.1  # probability that a press is repeated immediately
    backs: float = 0.0  # probability of an undo, or of a vote on one, in place of a move
    rematch: bool = True  # whether the people play again after a game
    computers: int = 0  # players that the host adds
    faults: list[str] = field(default_factory=list)
    idle: int = 0  # number of turns in a row without anything to press
    refused: bool = False  # whether the last press was refused

    @classmethod
    def of(
        cls, hob_server: HobServer, number: int, size: int, seed: int, group: str = "chaser", guild: str | None = None
    ) -> Party:
        """Return a party in a new channel of the first server, or of another one."""
        discord = hob_server.discord
        channel = discord.world.add_channel(guild or discord.guild, f"table-{number}")["id"]
        people = [discord.add_person(f"P{number}{'abcdefgh'[n]}") for n in range(size)]
        for person in people if guild is not None else ():
            discord.world.join(guild or "", person.id)
        return cls(hob_server, people, channel, random.Random(seed * 1000 + number), group)

    @property
    def guests(self) -> list[Guest]:
        return [Guest(self.hob_server, person, self.channel) for person in self.people]

    def bots(self, person: Person, cid: str) -> list[Data]:
        return [m for m in person.visible(cid) if m["author"]["id"] == APPLICATION]

    def choices(self, kinds: tuple[str, ...]) -> list[tuple[Person, Data, Data, Control]]:
        """Return every control of these kinds that a person may press, only those of the newest question."""
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

    def at_table(self) -> list[tuple[Person, Data, Data, Control]]:
        """Return the answers that the table offers."""
        return [one for one in self.choices(("answer",)) if one[1]["channel_id"] == self.channel]

    def sits(self, person: Person, message: Data, meant: Control) -> bool:
        """Return True if the control is for this person, as in private messages, or for no seat or for their own."""
        only = self.hob_server.discord.world.seen_only_by.get(message["id"])
        if meant.seat is None or only is not None or message["channel_id"] == person.dm:
            return True
        return self.hob_server.seats(meant.session_id)[meant.seat] == int(person.id)

    async def set_table(self) -> None:
        """Open a lobby, let all people join, and start the game."""
        host, *others = self.guests
        await host.types(f"{self.group} new", computers=self.computers)
        if not self.pictures:
            await host.clicks("Options", "Pictures: on")
        for guest in others:
            await guest.clicks("Join")
        await host.clicks("Start")

    async def press_on(self, until: Callable[[], bool]) -> None:
        """Press one control after the other, sometimes twice, until told to stop or until Hob dies."""
        while not until() and self.hob_server.reached:
            if not await self.act():
                return

    async def act(self) -> bool:
        """Press one control; return False if Hob died before answering it."""
        found = self.choices(("answer", "pick", "narrow", "confirm"))
        confirms = [one for one in found if one[3].kind == "confirm"]
        if self.rng.random() < self.backs:
            slips = self.choices(("back", "vote"))
            if not slips:
                person = self.rng.choice(self.people)
                await self.hob_server.ended(person.slash(self.channel, "hob take-back"))
                return True
            found, confirms = slips, []
        if not found:
            self.idle += 1
            await (self.wake() if self.idle % 3 == 0 else asyncio.sleep(0.02))
            return True
        self.idle = 0
        person, message, control, _ = self.rng.choice(confirms or found)
        press = self.hob_server.press(person, message, control, self.rng)
        again = self.hob_server.press(person, message, control, self.rng) if self.rng.random() < self.twice else press
        if not (await self.hob_server.settled(press) and await self.hob_server.settled(again)):
            return False
        self.refused = press.said.startswith(OVER)
        if self.refused and press.it.answer is not None:
            self._tidy(person, press, message)
        self.judge(press)
        return True

    def _tidy(self, person: Person, press: Pressed, message: Data) -> None:
        """Dismiss a refusal, and the panel of a finished game, as people do to see the table again."""
        done = [message] if press.said.startswith("This game is over") else []
        if press.it.answer == 4:
            done.append(self.hob_server.discord.world.message(press.it.original))
        for one in done:
            if one["flags"] & shapes.EPHEMERAL:
                person.dismiss(one)

    def judge(self, press: Pressed) -> None:
        if press.said.startswith(SORRY):
            self.faults.append(f"{press.control} {press.said}")

    async def wake(self) -> None:
        """Look for a game to start, as the game may be over or in a lobby, or for cards behind *My hand*."""
        person = self.rng.choice(self.people)
        tables = [m for m in reversed(self.bots(person, self.channel)) if m["components"]]
        begin = [("again", ""), ("lobby", "start"), ("lobby", "join")] if self.rematch else []
        wanted = self.rng.choice([*begin, ("hand", "")])
        for message in tables:
            for control in person.controls(message):
                with contextlib.suppress(CannotDo, InvalidCustomId, KeyError):
                    meant = Control.parse(control["custom_id"])
                    if (meant.kind, meant.path) == wanted:
                        await self.hob_server.ended(person.click(message, control["custom_id"]))
                        return


async def play(parties: list[Party], presses: int) -> None:
    """Play this many more presses at every table."""

    async def on(party: Party) -> None:
        seats, before = {int(person.id) for person in party.people}, len(party.hob_server.pressed)
        await party.press_on(lambda: sum(p.person in seats for p in party.hob_server.pressed[before:]) >= presses)

    await asyncio.gather(*(on(party) for party in parties))
