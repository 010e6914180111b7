"""The open browser tabs: each gets what its person may see of this Discord, and updates when that changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.child import Child
from playground.discord import Interaction, Loopback, Person, shapes
from playground.discord.fault_injection import Rule
from playground.discord.interactions import COMMAND
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION

HISTORY = 200


class Viewer:
    """A browser tab, and the person using it."""

    def __init__(self, subscribers: Subscribers, socket: web.WebSocketResponse, person: Person):
        self.subscribers, self.socket, self.person = subscribers, socket, person
        self.channel = subscribers.discord.games
        self.queue: asyncio.Queue[Data] = asyncio.Queue()

    def send(self, **message: Any) -> None:
        self.queue.put_nowait(message)

    async def pump(self) -> None:
        with contextlib.suppress(ConnectionError):
            while not self.socket.closed:
                await self.socket.send_str(json.dumps(await self.queue.get()))

    def open(self, cid: str) -> None:
        """Show a channel: its last messages and the commands offered in it."""
        world = self.subscribers.discord.world
        if not self.person.may_see(cid):
            cid = next(c for c in world.channels if self.person.may_see(c))
        self.channel = cid
        self.read(cid)
        messages = [self.subscribers.client_message(m) for m in self.person.visible(cid)[-HISTORY:]]
        self.send(type="history", channel=cid, messages=messages)
        self.send_commands()

    def send_commands(self) -> None:
        if self.person.may_see(self.channel):
            self.send(type="commands", channel=self.channel, commands=self.person.commands(self.channel))

    def read(self, cid: str) -> None:
        self.subscribers.reads[self.person.id, cid] = int(self.subscribers.discord.world.snowflake())
        self.subscribers.state_changed()


class Subscribers:
    """All open tabs, and state that only the page needs."""

    def __init__(self, discord: Loopback, child: Child | None = None) -> None:
        self.discord, self.child = discord, child
        self.viewers: set[Viewer] = set()
        self.reads: dict[tuple[str, str], int] = {}
        self.waiting: dict[str, tuple[Viewer, Any]] = {}  # by interaction token: who waits for its response
        self.slow: Rule | None = None
        self._pending: asyncio.TimerHandle | None = None
        discord.world.watchers.append(self.on_change)

    # Changes

    def on_change(self, kind: str, data: Data) -> None:
        handlers: dict[str, Callable[[Data], None]] = {
            "message": self._message, "edit": self._message, "delete": self._deleted, "answer": self._answered,
            "failed": self._answered, "commands": self._commands, "channel-gone": self._channel_gone,
        }  # fmt: skip
        if kind in handlers:
            handlers[kind](data)
        if kind not in ("answer", "failed", "interaction"):
            self.state_changed()

    def _message(self, message: Data) -> None:
        for viewer in self.viewers:
            if viewer.channel == message["channel_id"] and viewer.person.sees(message):
                viewer.send(type="message", message=self.client_message(message))

    def _deleted(self, message: Data) -> None:
        for viewer in self.viewers:
            if viewer.channel == message["channel_id"]:
                gone = message["id"] not in self.discord.world.messages or not viewer.person.sees(message)
                viewer.send(type="delete" if gone else "keep", id=message["id"])

    def _answered(self, data: Data) -> None:
        it: Interaction = data["interaction"]
        viewer, key = self.waiting.pop(it.token, (None, 0))
        if viewer:
            modal = {**it.modal, "token": it.token} if it.modal else None
            viewer.send(type="answer", key=key, failed=it.failed, modal=modal, choices=it.choices)

    def _commands(self, _: Data) -> None:
        for viewer in self.viewers:
            viewer.send_commands()

    def _channel_gone(self, channel: Data) -> None:
        for viewer in self.viewers:
            if viewer.channel == channel["id"]:
                viewer.open(channel.get("parent_id") or self.discord.games)

    def state_changed(self) -> None:
        """Send the state to all tabs soon, once for many changes."""
        if self._pending is None:
            self._pending = asyncio.get_running_loop().call_later(0.03, self._send_state)

    def _send_state(self) -> None:
        self._pending = None
        for viewer in self.viewers:
            viewer.send(**self.state(viewer))

    # Shapes

    def client_message(self, message: Data) -> Data:
        """Return a message with data that only a client knows: whether it is ephemeral, and the command it answers."""
        world = self.discord.world
        data = {**message, "only_you": message["id"] in world.seen_only_by}
        it = self.discord.interactions.cause_of(message)
        if it and it.kind == COMMAND and message["type"] == 20:
            data["used"] = {"user": it.user, "command": path_of(it.data)}
        reference = message.get("message_reference")
        if reference:
            above = world.messages.get(reference["message_id"])
            data["above"] = above and {
                "id": above["id"], "author": above["author"]["id"],
                "text": above["content"] or next((e.get("title", "") for e in above["embeds"]), ""),
            }  # fmt: skip
        return data

    def state(self, viewer: Viewer) -> Data:
        world, me = self.discord.world, viewer.person
        guild = world.guilds.get(self.discord.guild)
        names = {u["id"]: {"name": u["global_name"] or u["username"], "bot": u["bot"]} for u in world.users.values()}
        people = [
            {"id": p.id, "slug": slug, "name": p.name, "closed": p.id in world.closed_dms, "unread": self.pings(p)}
            for slug, p in self.discord.people.items()
        ]
        armed = [r.label for r in self.discord.faults.rules if r.times > 0 and r.label]
        me.dm  # noqa: B018  everybody can open their messages with the bot
        channels = [self.channel(me, c) for c in world.channels.values() if me.may_see(c["id"])]
        return {
            "type": "state", "me": me.id, "people": people, "users": names, "bot": APPLICATION,
            "guild": guild and {"id": guild.id, "name": guild.name}, "channels": channels,
            "hob": {
                "state": self.child.state if self.child else "apart",
                "online": self.discord.gateway.online,
                "logins": len(self.discord.gateway.identified),
            },
            "trouble": {"slow": self.slow is not None, "armed": armed},
        }  # fmt: skip

    def channel(self, me: Person, channel: Data) -> Data:
        kind = "dm" if channel["type"] == shapes.DM else "thread" if channel["type"] in shapes.THREADS else "text"
        unread, mentions = self.unread(me, channel)
        world = self.discord.world
        muted = kind != "dm" and not world.permissions(channel["id"], APPLICATION) & (
            shapes.SEND_MESSAGES if kind == "text" else shapes.SEND_MESSAGES_IN_THREADS
        )
        return {
            "id": channel["id"], "kind": kind, "name": channel.get("name", world.bot["username"]),
            "parent": channel.get("parent_id"), "unread": unread, "mentions": mentions, "muted": muted,
            "archived": channel.get("thread_metadata", {}).get("archived", False),
        }  # fmt: skip

    def unread(self, me: Person, channel: Data) -> tuple[int, int]:
        """Return the number of a person's unread messages, and how many of those mention them."""
        read = self.reads.get((me.id, channel["id"]), 0)
        new = [m for m in self.discord.world.in_channel(channel["id"]) if int(m["id"]) > read]
        new = [m for m in new if m["author"]["id"] != me.id and me.sees(m)]
        to_me = [
            m for m in new if channel["type"] == shapes.DM or m["mention_everyone"] or me.id in _ids(m["mentions"])
        ]
        return len(new), len(to_me)

    def pings(self, me: Person) -> int:
        return sum(self.unread(me, c)[1] for c in self.discord.world.channels.values() if me.may_see(c["id"]))


def _ids(users: list[Data]) -> set[str]:
    return {u["id"] for u in users}


def path_of(data: Data) -> str:
    """Return the path of a slash command, such as `chaser move`."""
    words, node = [data["name"]], data
    while node.get("options") and node["options"][0]["type"] in (1, 2):
        node = node["options"][0]
        words.append(node["name"])
    return " ".join(words)
