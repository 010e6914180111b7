"""The simulated Discord of an evening: the strict loopback of the playground, in this process and in virtual time.

* discord.py's own HTTP and gateway code runs, over connections in memory.
* Time passes only when a test lets it. Waiting for Discord's rate limits, which apply, costs nothing.
* Responses, events and threads' work are a little late, each by its own number of iterations that a seed decides.
* Controls can be forged, and two people can press before the bot has handled the first press.
* Events on Discord's side: deleted messages and channels, faults, names, permissions, an absent bot.
* What the bot raises fails the test at the end of the evening.
"""

from __future__ import annotations

import asyncio
import fnmatch
import random
import sys
from contextlib import AbstractContextManager, ExitStack
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
from discord.gateway import DiscordWebSocket

from bot.gateway.client import Hob
from bot.supervisor import use_gateway
from hob.testing.pointing import real_discord_stays
from hob.testing.stopped_clock import StoppedClock
from hob.testing.wires import WireConnector, WiredLoopback
from playground.discord import Interaction, messages, people as clients, shapes
from playground.discord.fault_injection import USUAL
from playground.discord.forms import ROLE, USER
from playground.discord.interactions import COMPONENT
from playground.discord.people import CannotDo
from playground.discord.state import APPLICATION

Data = dict[str, Any]
BEGAN = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
NEVER = 1e9  # seconds: discord.py's heartbeat is a thread in real time
MOST_LAG = 8  # iterations of the event loop: enough for a response to overtake an event, and the other way round
EVENTS = shapes.CREATE_EVENTS | shapes.MANAGE_EVENTS


@dataclass
class Call:
    """A request of the bot."""

    method: str
    path: str
    json: Any
    status: int


class Message:
    """A message as a person sees it."""

    def __init__(self, world: Any, data: Data) -> None:
        self._world, self._data = world, data
        self.id, self.channel_id = int(data["id"]), int(data["channel_id"])

    @property
    def content(self) -> str:
        return str(self._data["content"])

    @property
    def components(self) -> list[Data]:
        return deepcopy(self._data["components"])

    @property
    def ephemeral(self) -> bool:
        return bool(self._data["flags"] & shapes.EPHEMERAL)

    @property
    def embeds(self) -> list[discord.Embed]:
        return [discord.Embed.from_dict(embed) for embed in self._data["embeds"]]

    @property
    def attachments(self) -> list[Attachment]:
        """Return all files, including those that an embed shows."""
        files = self._world.attached.get(self._data["id"])
        return [Attachment(self._world, file) for file in files.all] if files else []


class MessageSnapshot(Message):
    """A copy of a message, which later edits don't change."""

    def __init__(self, world: Any, data: Data) -> None:
        super().__init__(world, deepcopy(data))
        self._files = super().attachments

    @property
    def attachments(self) -> list[Attachment]:
        return self._files


class Attachment:
    def __init__(self, world: Any, file: Data) -> None:
        self.id, self.filename, self.url = int(file["id"]), file["filename"], file["url"]
        self.description, self.size = file.get("description"), file["size"]
        self._world = world

    async def read(self) -> bytes:
        content: bytes = self._world.files[str(self.id)][0]
        return content


class Channel:
    def __init__(self, world: Any, cid: str) -> None:
        self._world, self._cid, self.id = world, cid, int(cid)

    def history(self) -> list[Message]:
        """Return the messages that everyone sees, oldest first."""
        world = self._world
        return [MessageSnapshot(world, m) for m in world.in_channel(self._cid) if m["id"] not in world.seen_only_by]

    @property
    def name(self) -> str:
        return str(self._world.channels[self._cid]["name"])

    @property
    def last_message(self) -> Message:
        return self.history()[-1]

    @property
    def archives_after(self) -> int:
        """Return the minutes without a message after which the thread archives."""
        return int(self._world.channels[self._cid]["thread_metadata"]["auto_archive_duration"])

    @property
    def threads(self) -> list[Channel]:
        """Return all threads, also those that are archived."""
        every = self._world.channels.values()
        below = [c for c in every if c.get("parent_id") == self._cid and "thread_metadata" in c]
        return [Channel(self._world, c["id"]) for c in below]


class Guild:
    def __init__(self, world: Any, gid: str) -> None:
        self._world, self._gid, self.id = world, gid, int(gid)

    def create_text_channel(self, name: str) -> Channel:
        return Channel(self._world, self._world.add_channel(self._gid, name)["id"])


class Result:
    """The bot's responses to an interaction."""

    def __init__(self, world: Any, it: Interaction) -> None:
        self._world, self._it = world, it

    @property
    def response(self) -> Message | None:
        message = self._world.messages.get(self._it.original or "")
        return None if message is None else Message(self._world, message)

    @property
    def followups(self) -> list[Message]:
        written = self._world.in_channel(self._it.channel)
        mine = [m for m in written if m.get("interaction_metadata", {}).get("id") == self._it.id]
        return [Message(self._world, m) for m in mine if m["id"] != self._it.original]


class Client:
    """A person's Discord client."""

    def __init__(self, simulated: SimulatedDiscord, person: clients.Person) -> None:
        self._simulated, self._person, self._world = simulated, person, simulated.world
        self.id, self.name = int(person.id), person.name

    @property
    def roles(self) -> list[int]:
        """Return the IDs of the person's roles in the evening's server."""
        member = self._world.guilds[str(self._simulated.guild.id)].members[self._person.id]
        return [int(role) for role in member["roles"]]

    @property
    def dm_channel(self) -> Channel:
        return Channel(self._world, self._person.dm)

    async def _done(self, it: Interaction) -> Result:
        await self._simulated.settle()
        return self._simulated.result(it)

    async def slash(self, channel: Any, command: str, **options: Any) -> Result:
        return await self._done(self.begins_slash(channel, command, **options))

    def begins_slash(self, channel: Any, command: str, **options: Any) -> Interaction:
        """Type a command; return the interaction before Hob handles it."""
        cid = str(channel.id)
        known = {o["name"]: o["type"] for o in self._person._find(cid, command)[1]}
        for name, value in options.items():
            if known.get(name) in (USER, ROLE):
                options[name] = str(getattr(value, "id", value))
        return self._person.slash(cid, command, **options)

    async def autocomplete(self, channel: Any, command: str, option: str, typed: str, **filled: Any) -> list[Data]:
        it = self._person.autocomplete(str(channel.id), command, option, typed, **filled)
        await self._simulated.settle()
        return it.choices or []

    async def click(self, message: Any, custom_id: str) -> Result:
        return await self._done(self._person.click(self._stored(message), custom_id))

    async def select(self, message: Any, values: Any, custom_id: str) -> Result:
        return await self._done(self._person.select(self._stored(message), custom_id, *values))

    async def remove_embeds(self, message: Any) -> None:
        self._person.remove_embeds(self._stored(message))
        await self._simulated.settle()

    async def send(self, channel: Any, text: str) -> Message:
        sent = self._person.say(str(channel.id), text)
        await self._simulated.settle()
        return Message(self._world, sent)

    def _stored(self, message: Any) -> Data:
        data: Data | None = self._world.messages.get(str(message.id))
        if data is None:
            raise CannotDo(f"{self.name} sees no such message")
        return data


class SimulatedDiscord:
    def __init__(self, seed: int = 1) -> None:
        self._luck = random.Random(seed)
        self._stack = ExitStack()
        self.http_requests: list[Call] = []
        self.errors: list[BaseException] = []
        self._events: dict[str, Data] = {}

    # ---- the evening
    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._others = asyncio.all_tasks()
        self.clock = StoppedClock(loop)
        self.clock.work_waits = lambda: self._luck.randrange(MOST_LAG)
        self._stack.enter_context(self.clock.installed())
        self._stack.enter_context(real_discord_stays(Hob))
        self._handler = loop.get_exception_handler()
        loop.set_exception_handler(self._lost)
        self.discord = WiredLoopback(heartbeat=NEVER, elapsed=self.clock.time, began=BEGAN, buckets=USUAL)
        self.discord.api.watchers.append(self._called)
        self.world = self.discord.world
        self.world.lag = lambda: self._luck.randrange(MOST_LAG)
        self.world.watchers.append(self._noted)
        await self.discord.start()
        use_gateway(self.discord.base)
        guild = self.world.guilds[self.discord.guild]
        guild.name = "Test Guild"
        [mine] = guild.members[APPLICATION]["roles"]
        guild.roles[mine]["permissions"] = str(shapes.ORDINARY | EVENTS)
        self.guild, self.channel = Guild(self.world, guild.id), Channel(self.world, self.discord.games)

    def client_options(self) -> dict[str, Any]:
        self.connector: WireConnector = self.discord.connector()
        return {"connector": self.connector, "heartbeat_timeout": NEVER}

    async def attach(self, bot: Hob) -> None:
        """Start the bot, and wait until it has finished starting."""
        self.bot = bot
        bot.on_error = self._raised  # type: ignore[method-assign]
        with self.at_work():
            await bot.login(self.discord.token)
            self._running = asyncio.create_task(bot.connect())
            await bot.wait_until_ready()
        await self.settle()

    async def detach(self) -> None:
        """End the bot at once, as a crash does."""
        me = asyncio.current_task()
        with self.at_work():
            self.connector.cut()
            while left := [task for task in asyncio.all_tasks() - self._others if task is not me]:
                for task in left:
                    task.cancel()
                await asyncio.wait(left)
            self.discord.gateway.sessions.clear()
            ws: DiscordWebSocket | None = self.bot.ws  # discord.py's annotation leaves out None
            if ws is not None:
                await ws.close()  # its connection is already cut: this ends the heartbeat and lets aiohttp release it
            await self.bot.http.close()
        self.clock.forget_timers()

    async def close(self) -> None:
        try:
            await self.detach()
            with self.at_work():
                await self.discord.stop()
        finally:
            asyncio.get_running_loop().set_exception_handler(self._handler)
            self._stack.close()

    def check(self) -> None:
        """Raise the bot's own errors, and fail if it used something that this Discord doesn't know."""
        if self.errors:
            raise BaseExceptionGroup("the bot has raised errors", self.errors)
        assert self.discord.api.unknown == []

    async def _raised(self, event: str, *_: Any, **__: Any) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            self.errors.append(error)

    def _lost(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if (error := context.get("exception")) is not None:
            self.errors.append(error)
        loop.default_exception_handler(context)

    def _called(self, method: str, path: str, body: Any, status: int) -> None:
        self.http_requests.append(Call(method, path, body, status))

    # ---- time
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.world.time(), UTC)

    async def settle(self) -> None:
        """Let the bot finish what is due now."""
        await self.passes(0.0)

    async def passes(self, seconds: float) -> None:
        await self.clock.passes(seconds)
        self.discord.tick()
        await self.clock.passes(0.0)

    def at_work(self) -> AbstractContextManager[None]:
        """Let time pass while the block needs it."""
        return self.clock.passing()

    async def bot_is_away(self, seconds: float) -> None:
        await self.detach()
        self.clock.now += seconds

    # ---- people and places
    def create_guild(self, name: str = "") -> Guild:
        return Guild(self.world, self.world.add_guild(name, self.discord.ada.id).id)

    def person(self, name: str, guild: Guild, rights: dict[str, bool]) -> Client:
        who, gid = self.world.add_user(name, name), str(guild.id)
        person = clients.Person(self.world, self.discord.interactions, who)
        self.world.join(gid, person.id)
        if rights:
            role = self.world.add_role(gid, name, discord.Permissions(**rights).value)
            self.world.set_roles(gid, person.id, [role["id"]])
        return Client(self, person)

    def press(self, person: int, custom_id: str, message: int, values: Any) -> Interaction:
        """Press any control, shown or forged; return the interaction before the bot handles it."""
        source = self.world.messages[str(message)]
        data: Data = {"custom_id": custom_id, "component_type": 3 if values else 2, "id": 1}
        data |= {"values": list(values)} if values else {}
        return self.discord.interactions.begin(COMPONENT, str(person), source["channel_id"], data, source)

    def result(self, it: Interaction) -> Result:
        return Result(self.world, it)

    # ---- Discord's side
    def inject_error(
        self, method: str, path: str, *, status: int = 500, code: int = 0, message: str = "no", times: int | None = 1
    ) -> None:
        """Let requests fail; `path` is a pattern with `*`, and without `times` they fail until `heal`."""
        self.discord.faults.fail(
            ".*" if method == "*" else method,
            fnmatch.translate(path),
            status=status,
            body={"code": code, "message": message},
            times=1 << 30 if times is None else times,
            label=path,
        )

    def heal(self, path: str = "") -> None:
        """End the injected faults of a path, or all."""
        rules = self.discord.faults.rules
        rules[:] = [rule for rule in rules if path and rule.label != path]

    def reads_in(self, language: str) -> None:
        """Set the language of all clients, as a Discord locale."""
        self.world.locales |= dict.fromkeys(self.world.users, language)

    def forbid(self, channel: int, rights: dict[str, bool]) -> None:
        """Change the bot's permissions in a channel; without rights, restore them."""
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        mine = {"id": APPLICATION, "type": 1, "allow": str(allow.value), "deny": str(deny.value)}
        self.world.change_channel(str(channel), permission_overwrites=[mine] if rights else [])

    def hide(self, channel: int, guild: int) -> None:
        """Hide a channel from everyone but the bot."""
        view = str(shapes.VIEW_CHANNEL)
        everyone = {"id": str(guild), "type": 0, "allow": "0", "deny": view}
        me = {"id": APPLICATION, "type": 1, "allow": view, "deny": "0"}
        self.world.change_channel(str(channel), permission_overwrites=[everyone, me])

    def forbid_events(self, guild: int) -> None:
        """Take away Hob's permission to create and manage events of the server."""
        for role in list(self.world.guilds[str(guild)].roles.values()):
            self.world.change_role(str(guild), role["id"], int(role["permissions"]) & ~EVENTS)

    def events(self, guild: int) -> list[Any]:
        """Return the scheduled events of a server, also those that are over."""
        return [SimpleNamespace(**event) for event in self._events.values() if event["guild_id"] == str(guild)]

    def _noted(self, kind: str, data: Data) -> None:
        if kind == "event":
            self._events[data["id"]] = data

    def content(self, attached: Attachment) -> bytes:
        """Return the contents of a file that Hob has sent."""
        return self.world.files[str(attached.id)][0]

    @property
    def bot_id(self) -> int:
        return int(APPLICATION)

    def put_message(self, sent: Data) -> None:
        """Add a message of Hob's that wasn't sent during this evening."""
        own = {"author": self.world.bot, "type": 0, "timestamp": shapes.now(), "edited_timestamp": None, "mentions": []}
        more = {"content": "", "embeds": [], "components": [], "attachments": [], "flags": 0, "mention_everyone": False}
        ids = {"id": str(sent["id"]), "channel_id": str(sent["channel_id"])}
        self.world.keep_message({**own, "mention_roles": [], "tts": False, "pinned": False, **more, **sent, **ids})

    def forget_calls(self) -> None:
        self.http_requests.clear()

    def delete_message(self, channel: int, message: int) -> None:
        messages.delete(self.world, self.world.message(str(message), str(channel)))

    def purge(self, channel: int) -> None:
        """Delete all messages of a channel at once."""
        ids = [message["id"] for message in self.world.in_channel(str(channel))]
        messages.delete_bulk(self.world, str(channel), [mid for mid in ids if mid not in self.world.seen_only_by])

    def delete_channel(self, channel: int) -> None:
        self.world.delete_channel(str(channel))

    def lose_server(self, guild: int, unavailable: bool = False) -> None:
        """Tell the bot that it was removed from a server, or that the server is unavailable."""
        payload = {"id": str(guild)} | ({"unavailable": True} if unavailable else {})
        self.world.emit("GUILD_DELETE", payload, str(guild))

    def rename(self, guild: int, person: int, nick: str) -> None:
        self.world.guilds[str(guild)].members[str(person)]["nick"] = nick

    def thread(self, channel: int, name: str, owner: int) -> Channel:
        return Channel(self.world, self.world.add_thread(str(channel), name, str(owner))["id"])
