"""Play Hob in a test: people at tables of a simulated Discord, with the real bot.

    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new")
        await ben.clicks("Join")
        await ada.clicks("Start")

A person acts in the channel by default. `clicks` finds the control by its label on any message that the person can see:
the table, their direct messages, ephemeral messages. After each action 5 virtual seconds pass, in which Hob does what
is due; `hob.passes(60)` lets a minute pass. No test waits for a real clock, and chance is the same in every run.

    async with playing("Ada", "Ben") as hob:      # a started game of Candy Chaser, without pictures
        await hob["Ada"].clicks("More")
"""

import contextlib
import fnmatch
import os
import pickle
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import bot.computers.player
import engine.game
from bot.app import App
from bot.gateway.client import Hob
from bot.lru_cache import LRUCache
from bot.pictures.painter import Painter, Sizes
from bot.pictures.render import render
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.screens.custom_id import Control
from bot.settings import Settings
from bot.tables.session import TableSession
from bot.timing import Timing
from cogs.game_uis import GAME_UIS
from cogs.games import extensions
from db import Store
from engine import machine
from hob.testing.reading import controls_of, menu_with, words_of
from hob.testing.simulated import SimulatedDiscord
from playground.discord.state import LONGEST

PANEL = "in your DMs with Hob\n"  # ends the first line of a panel that belongs to a table there
PAINTED: LRUCache[bytes] = LRUCache(64 * 2**20)
NEW: list[bytes] = []
RAM_DISK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # committing to a disk takes 7 % of an evening
EVERY_GAME = tuple(GAME_UIS)


class InProcessPainter(Painter):
    """A painter that works in this process, and paints each picture only once for all evenings.

    Starting a painter process takes longer than most evenings; tests/bot/pictures and tests/sockets do it.
    """

    async def png(self, scene: Scene | Stack) -> bytes:
        picture = PAINTED.get(scene.key)
        if picture is None:
            try:
                picture = render(pickle.loads(pickle.dumps(scene)))  # as a painter process gets it
            except Exception as fault:
                raise PictureFault(f"{type(fault).__name__}: {fault}") from fault
            PAINTED.put(scene.key, picture, len(picture))
        return picture

    def warm(self, game: str, sizes: Sizes) -> None:
        """Do nothing: sprites are rasterised when a picture needs them, not for every lobby."""


class Evening:
    """One server, one channel, one bot, and the players."""

    def __init__(self, data: Path, settings: Settings, moment: float = 5.0, seed: int = 1) -> None:
        self.data, self.settings, self.moment, self.seed = data, settings, moment, seed
        self.people: dict[str, Person] = {}
        self.clock_is_off = 0.0  # seconds

    async def open(self) -> None:
        if not (file := self.data / "hob.sqlite3").exists():
            file.write_bytes(await new_database())
        self.discord = SimulatedDiscord(self.seed)
        await self.discord.open()
        self.guild, self.channel = self.discord.guild, self.discord.channel
        self.store = await Store.open(self.settings.database_url)
        self.bot = self.new_bot()
        await self.discord.attach(self.bot)

    def new_bot(self) -> Hob:
        self.app = App(self.settings, self.store, extensions(self.settings.games), self.clock, self.elapsed)
        self.app.painter = InProcessPainter()
        for worker in self.app.ai.workers:
            worker._timeout = LONGEST
        return self.new_client()

    def new_client(self) -> Hob:
        """Return another client for the same app."""
        return Hob(self.app, **self.discord.client_options())

    def elapsed(self) -> float:
        return self.discord.clock.time()

    def clock(self) -> float:
        """Return the machine's wall time, which a test can change: `hob.clock_is_off -= 3600`."""
        return self.discord.world.time() + self.clock_is_off

    async def close(self) -> None:
        with self.discord.at_work():
            await self.discord.detach()
            await self.app.close()
            await self.store.close()
        await self.discord.close()

    async def restart(self) -> None:
        """Restart the bot; what it had in memory is lost."""
        await self.discord.settle()
        await self.discord.detach()
        with self.discord.at_work():
            await self.app.ai.close()  # a crash also ends the worker processes
        old_store = self.store
        self.store = await Store.open(self.settings.database_url)
        self.bot = self.new_bot()
        await self.discord.attach(self.bot)
        await old_store.close()

    def __getitem__(self, name: str) -> "Person":
        return self.people[name]

    def person(self, name: str, **rights: bool) -> "Person":
        """Add a person to the server, with extra permissions: `person("Mod", manage_messages=True)`."""
        self.people[name] = person = Person(self, name, rights)
        return person

    async def passes(self, seconds: float) -> None:
        await self.discord.passes(seconds)

    async def settle(self) -> None:
        """Let the bot finish what is due now, including paced messages."""
        await self.passes(6)

    # ---- preparing
    async def set_table(self, command: str, *names: str, computers: int = 0, pictures: bool = False) -> None:
        """Open a lobby with these people; the first is the host."""
        people = [self.people.get(name) or self.person(name) for name in names]
        await people[0].types(f"{command} new", computers=computers)
        if not pictures:
            await self.change(pictures=False)
        for person in people[1:]:
            await person.types(f"{command} join")

    async def lay(self, change: Callable[[Any], None]) -> None:
        """Change the game state by hand; the open question is asked again."""
        session = await self.session()
        assert session.g is not None
        g = machine.clone(session.g)
        change(g)
        machine.run(session.game.rules, g)
        info = session.info.copy_for_edit()
        info.update_prompts(sorted(g.asks), g.question, self.clock())
        with self.discord.at_work():
            async with session.lock:
                await self.app.sessions.change(session, info, g)
        await self.settle()

    async def change(self, **fields: Any) -> None:
        """Change data of the table other than the game, as in `change(pace="days")`."""
        session = await self.session()
        chosen: dict[str, Any] = {name: fields.pop(name) for name in ("pictures", "pace", "hints") if name in fields}
        info = session.info.copy_for_edit().model_copy(update=fields)
        info.options |= chosen
        with self.discord.at_work():
            async with session.lock:
                await self.app.sessions.change(session, info)
        await self.discord.settle()

    def forbid(self, **rights: bool) -> None:
        """Change Hob's permissions in the channel: `forbid(send_messages=False)`; without arguments, restore them."""
        self.discord.forbid(self.channel.id, rights)

    def calls(self, method: str, path: str = "*") -> list[Any]:
        """Return the bot's calls to Discord so far, oldest first, filtered by method and path pattern."""
        requests = self.discord.http_requests
        return [c for c in requests if fnmatch.fnmatch(c.method, method) and fnmatch.fnmatch(c.path, path)]

    async def at_once(self, *presses: "tuple[Person, str]") -> list[str]:
        """Let several people press buttons, by label, before Hob has handled the first press."""
        begun = []
        for person, label in presses:
            message = person.find(label)
            custom_id = next(c.custom_id for c in controls_of(message) if c.label == label)
            begun.append((person, person.begins(custom_id, message)))
        await self.discord.settle()
        return [await person._keep(self.discord.result(record)) for person, record in begun]

    # ---- looking
    async def session(self) -> TableSession:
        with self.discord.at_work():
            session = await self.app.sessions.at_channel(self.channel.id)
        assert session is not None
        return session

    async def asked(self) -> "Person":
        """Return the person the table waits for."""
        session = await self.session()
        seat = session.view().waiting[0]
        return next(p for p in self.people.values() if p.id == session.info.seats[seat].person)

    @property
    def table(self) -> Any:
        """Return the newest lobby or table message in the channel; score sheets have a footer, but no controls.

        If `channel` is a DM with Hob, it also has panels, which don't count.
        """
        messages = (m for m in reversed(self.channel.history()) if m.embeds and PANEL not in m.content)
        return next(m for m in messages if controls_of(m) or not m.embeds[0].footer.text)

    def table_text(self) -> str:
        return words_of(self.table)


class Person:
    """A person at the table, acting through their own Discord client."""

    def __init__(self, evening: Evening, name: str, rights: dict[str, bool]) -> None:
        self.evening, self.name = evening, name
        self.user = self.actor = evening.discord.person(name, evening.guild, rights)
        self.id = self.user.id
        self.seen: list[Any] = []  # their ephemeral messages, newest last

    async def types(self, command: str, channel: Any = None, **options: Any) -> str:
        """Type a slash command; return the ephemeral answer."""
        return await self._keep(await self.actor.slash(channel or self.evening.channel, command, **options))

    async def types_to_hob(self, command: str, **options: Any) -> str:
        """Type a slash command in their DM with Hob."""
        return await self._keep(await self.user.slash(self.user.dm_channel, command, **options))

    def begins(self, custom_id: str, on: Any, *values: str) -> Any:
        """Press any control, shown or forged; return the interaction before Hob handles it."""
        return self.evening.discord.press(self.id, custom_id, on.id, values)

    async def forges(self, custom_id: str, on: Any, *values: str) -> str:
        """Press a control that was never shown."""
        record = self.begins(custom_id, on, *values)
        await self.evening.discord.settle()
        return await self._keep(self.evening.discord.result(record))

    def closes_messages(self) -> None:
        path = f"/channels/{self.user.dm_channel.id}/messages"
        self.evening.discord.inject_error("POST", path, status=403, code=50007, message="closed", times=None)

    def opens_messages(self) -> None:
        self.evening.discord.heal(f"/channels/{self.user.dm_channel.id}/messages")

    async def completes(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """Return the labels that autocomplete offers."""
        choices = await self.actor.autocomplete(self.evening.channel, command, option, typed, **filled)
        return [choice["name"] for choice in choices]

    async def clicks(self, label: str, on: Any = None) -> str:
        """Press a button by its label; return the ephemeral answer."""
        message = on or self.find(label)
        return await self.presses(next(c.custom_id for c in controls_of(message) if c.label == label), message)

    async def presses(self, custom_id: str, on: Any) -> str:
        return await self._keep(await self.actor.click(on, custom_id=custom_id))

    async def selects(self, *labels: str, on: Any = None, menu: str = "") -> str:
        """Pick entries of a select by the start of their labels; `menu` names the select if there are several."""
        message = on or self.find_menu(labels[0])
        named = next((c for c in controls_of(message) if menu and c.placeholder == menu), None)
        select = named or menu_with(message, labels[0])
        assert select is not None
        values = [next(v for text, v, _ in select.options if text.startswith(label)) for label in labels]
        return await self._keep(await self.actor.select(message, values, custom_id=select.custom_id))

    async def _keep(self, result: Any) -> str:
        if self.evening.moment:
            await self.evening.passes(self.evening.moment)
        texts = []
        for message in [result.response, *result.followups]:
            if message is not None and message.ephemeral:
                self.seen = [old for old in self.seen if old.id != message.id] + [message]
                texts.append(words_of(message))
        return "\n".join(texts)

    # ---- looking
    @property
    def messages(self) -> list[Any]:
        """Return the direct messages, oldest first."""
        return list(self.user.dm_channel.history())

    def places(self) -> list[Any]:
        """Return all messages the person can see: ephemeral ones, direct ones, the channel's; each newest first."""
        return [*reversed(self.seen), *reversed(self.messages), *reversed(self.evening.channel.history())]

    def find(self, label: str) -> Any:
        for message in self.places():
            if any(control.label == label for control in controls_of(message)):
                return message
        raise AssertionError(f"{self.name} sees no button {label!r}; there are {self.labels()}")

    def find_menu(self, label: str) -> Any:
        for message in self.places():
            if menu_with(message, label) is not None:
                return message
        raise AssertionError(f"{self.name} sees no entry {label!r}")

    def labels(self) -> list[str]:
        return [control.label for message in self.places() for control in controls_of(message) if control.label]

    def reads(self) -> str:
        """Return all text that this person can read."""
        return "\n".join(words_of(message) for message in self.places())


@contextlib.asynccontextmanager
async def evening(
    moment: float = 5.0,
    seed: int = 1,
    thinking: str = "",
    coach: str = "off",
    games: Sequence[str] = (),
    language: str = "en",
    **timing: Any,
) -> AsyncIterator[Evening]:
    """Start an evening with Hob; `moment` seconds pass after each action, `timing` overrides fields of Timing.

    The first DM to a person is as fast as any other, unless `dm_open_gap` is given. Computers answer at random, unless
    `thinking` sets a level: then they search in their own processes and in real time. The coach is off by default. All
    games are offered, unless `games` or the environment names some.
    """
    with tempfile.TemporaryDirectory(dir=RAM_DISK) as folder:
        data = Path(folder)
        how: Any = {"computers": thinking or "random", "coach": coach, "language": language, "_env_file": None}
        if games:
            how["games"] = games
        settings = Settings(token="x", data=data, timing=Timing(**{"dm_open_gap": 0.0} | timing), **how)
        hob = Evening(data, settings, moment, seed)
        luck = Luck(seed)
        with (
            mock.patch.object(engine.game, "secrets", luck),
            mock.patch.object(bot.computers.player, "secrets", luck),
        ):
            await hob.open()
            try:
                yield hob
            finally:
                await hob.close()
            hob.discord.check()


async def new_database() -> bytes:
    """Return the file of a new Hob's database; creating it takes three times as long as opening it."""
    if not NEW:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "hob.sqlite3"
            store = await Store.open(f"sqlite:///{file}")
            await store.close()
            NEW.append(file.read_bytes())
    return NEW[0]


class Luck:
    """A replacement for `secrets` with the same cards, dice and computer moves in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def token_hex(self, size: int) -> str:
        return self._random.randbytes(size).hex()

    def randbits(self, bits: int) -> int:
        return self._random.getrandbits(bits)


@contextlib.asynccontextmanager
async def playing(
    *names: str,
    command: str = "chaser",
    computers: int = 0,
    pictures: bool = False,
    cards: str = "message",
    **options: Any,
) -> AsyncIterator[Evening]:
    """Start an evening with a running game and delivered hands; `options` are those of `evening`.

    With `cards="channel"` all players want their cards behind *My hand*, and are pinged. By default only the played
    game is offered, because the commands of all five games take half of the start-up time.
    """
    played = [slug for slug, ui in GAME_UIS.items() if ui.group == command]
    async with evening(**{"games": played} | options) as hob:
        await hob.set_table(command, *names, computers=computers, pictures=pictures)
        for name in names if cards == "channel" else ():
            await hob[name].types("hob me", cards=cards)
        await hob[names[0]].types(f"{command} start")
        await hob.settle()
        yield hob


async def play_on(hob: Evening, luck: random.Random, moves: int = 500) -> int:
    """Let every person answer with legal presses on the controls they see, until the game ends."""
    moves_made = await play_some(hob, luck, moves)
    assert (await hob.session()).status != "playing", f"the game did not end in {moves} moves"
    return moves_made


async def play_some(hob: Evening, luck: random.Random, moves: int) -> int:
    """Play as `play_on` does, for up to `moves` moves."""
    number = 0
    while number < moves:
        session = await hob.session()
        if session.status != "playing":
            break
        view = session.view()
        mine = [seat for seat in view.waiting if not session.info.seats[seat].is_computer]
        if not mine:
            await hob.passes(2.1)
            continue
        seat = luck.choice(mine)
        person = next(p for p in hob.people.values() if p.id == session.info.seats[seat].person)
        await press_something(hob, person, session, seat, luck)
        number += 1
    return number


def answers_of(message: Any, seat: int) -> list[Any]:
    """Return the controls that lead to an answer to this seat's question."""
    return [c for c in controls_of(message) if c.answers and c.custom_id.split(":")[3] == str(seat)]


async def press_something(hob: Evening, person: Person, session: TableSession, seat: int, luck: random.Random) -> None:
    """Press an answer to the seat's question: on the table if it's public, otherwise behind *My hand*."""
    if hob.app.delivery.messenger.limits.old(hob.table.id):
        await hob.passes(6.1)  # Hob limits its edits of old messages in any six seconds
    question = session.view(seat).question_of(seat)
    assert question is not None
    place = hob.table
    if question.secret:
        await person.presses(str(Control(session.id, "hand")), hob.table)
        place = person.seen[-1]
    before = session.revision
    for _ in range(6):  # narrowing a choice and confirming take further presses
        if not (controls := answers_of(place, seat)):
            await hob.settle()  # Discord's rate limits may delay an edit of the table
            controls = answers_of(hob.table, seat)
        assert controls, f"{person.name} is asked {question.say} and sees nothing to press in {words_of(place)}"
        control = luck.choice(controls)
        if control.options:
            picked = luck.sample([value for _, value, _ in control.options], control.least)
            await person._keep(await person.actor.select(place, picked, custom_id=control.custom_id))
        else:
            await person.presses(control.custom_id, place)
        if (await hob.session()).revision != before:
            return
        place = person.seen[-1]
    raise AssertionError(f"six presses answered nothing of {question.say}")
