"""The gateway: one WebSocket per connection of the bot, sessions that survive it, and replay after RESUME."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import secrets
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiohttp import WSMsgType, web

from playground.discord.shapes import Data
from playground.discord.state import APPLICATION, DAY, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11
)  # fmt: skip
MOST_GUILDS = 2500  # per shard
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
# Seconds of latency: discord.py counts an ACK that arrives before its thread has recorded the heartbeat as one for
# the previous heartbeat, and warns that it is 41 seconds behind.
FAR = 0.05


@dataclass
class Identify:
    """One IDENTIFY, accepted or not."""

    at: float
    shard: tuple[int, int]
    data: Data
    refused: bool


@dataclass
class Starts:
    """The limit of logins. `every`: seconds between two logins of one key (shard % max_concurrency)."""

    total: int = 1000
    remaining: int = 1000
    max_concurrency: int = 1
    every: float = 0.0
    since: float | None = None  # time of the first login in this period
    last: dict[int, float] = field(default_factory=dict)  # by key

    def session_start_limit(self, now: float) -> Data:
        self.renew(now)
        left = 0.0 if self.since is None else DAY - (now - self.since)
        return {
            "total": self.total, "remaining": max(0, self.remaining), "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }  # fmt: skip

    def renew(self, now: float) -> None:
        if self.since is not None and now - self.since >= DAY:
            self.remaining, self.since = self.total, None

    def use(self, shard: int, now: float) -> bool:
        """Count a login; return False if it came too soon after another one of its key."""
        self.renew(now)
        self.since = now if self.since is None else self.since
        self.remaining -= 1
        key = shard % self.max_concurrency
        too_soon = key in self.last and now - self.last[key] < self.every
        if not too_soon:
            self.last[key] = now
        return not too_soon


@dataclass
class Session:
    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=2000))
    wire: Wire | None = None


def zstd_stream() -> Callable[[bytes], bytes] | None:
    """Return a function that compresses one payload, or None if clients here can't request zstd."""
    if importlib.util.find_spec("compression"):  # since Python 3.14
        zstd: Any = importlib.import_module("compression.zstd")
        return partial(zstd.ZstdCompressor().compress, mode=zstd.ZstdCompressor.FLUSH_BLOCK)
    if importlib.util.find_spec("zstandard"):
        zstd = importlib.import_module("zstandard")
        stream = zstd.ZstdCompressor().compressobj()
        return lambda raw: bytes(stream.compress(raw) + stream.flush(zstd.COMPRESSOBJ_FLUSH_BLOCK))
    return None


class Wire:
    """A connection that sends one payload at a time, compressed as the client requested."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None, transport: asyncio.Transport | None):
        self.socket, self.transport = socket, transport
        self.shard: int | None = None  # known after the login
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.cut_by_us = False
        self.zlib = zlib.compressobj() if compress == "zlib-stream" else None
        self.zstd = zstd_stream() if compress == "zstd-stream" else None

    def put(self, payload: str) -> None:
        self.queue.put_nowait(payload)

    async def pump(self, passage: Callable[[Wire], Awaitable[None]]) -> None:
        """Send the queued payloads, each event after awaiting `passage`, which blocks while the gateway is paused."""
        while True:
            payload = await self.queue.get()
            if '"op": 0' in payload[:12]:
                await passage(self)
            if self.socket.closed:
                return
            try:
                await self._send(payload)
            except ConnectionError:
                return

    async def _send(self, payload: str) -> None:
        raw = payload.encode()
        if self.zlib:
            await self.socket.send_bytes(self.zlib.compress(raw) + self.zlib.flush(zlib.Z_SYNC_FLUSH))
        elif self.zstd:
            await self.socket.send_bytes(self.zstd(raw))
        else:
            await self.socket.send_str(payload)


class Gateway:
    """`shards` is the recommended number of shards. In all methods, `shard` selects one, None all of them."""

    def __init__(
        self, world: World, token: str, heartbeat: float, allowed_privileged: int, shards: int,
        starts: Starts | None,
    ):  # fmt: skip
        self.world, self.token, self.heartbeat, self.shards = world, token, heartbeat, shards
        self.allowed_privileged, self.starts = allowed_privileged, starts or Starts()
        self.sessions: dict[str, Session] = {}
        self.wires: set[Wire] = set()
        self.gates: dict[int | None, asyncio.Event] = {}
        self.refusing: set[int | None] = set()
        self.withheld: set[str] = set()  # servers that stay unavailable when the bot connects
        self.turned_away = 0
        self.last_query: dict[str, str] = {}
        self.identified: list[Identify] = []
        self.url = ""
        world.events.append(self.emit)

    @property
    def online(self) -> bool:
        return any(s.wire for s in self.sessions.values())

    @property
    def shards_online(self) -> set[int]:
        return {s.shard[0] for s in self.sessions.values() if s.wire}

    # Events

    def emit(self, event: str, data: Data, guild: str | None, intent: int | None) -> None:
        for session in self.sessions.values():
            ours = int(guild or 0) >> 22 if guild else 0
            if ours % session.shard[1] != session.shard[0] or (
                intent is not None and not session.intents >> intent & 1
            ):
                continue
            self._dispatch(session, event, self._hidden(session, data, intent))

    def _hidden(self, session: Session, data: Data, intent: int | None) -> Data:
        """Hide the content of messages from bots without that intent, except their own, DMs and mentions of the bot."""
        if intent != GUILD_MESSAGES or "author" not in data or session.intents >> MESSAGE_CONTENT & 1:
            return data
        if data["author"]["id"] == APPLICATION or any(u["id"] == APPLICATION for u in data["mentions"]):
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}

    def _dispatch(self, session: Session, event: str, data: Data) -> None:
        session.seq += 1
        payload = json.dumps({"op": DISPATCH, "t": event, "s": session.seq, "d": data})
        session.buffer.append((session.seq, payload))
        if session.wire:
            session.wire.put(payload)

    # Connections

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096)
        if None in self.refusing and request.transport:
            self.turned_away += 1
            request.transport.abort()
            return socket
        await socket.prepare(request)
        self.last_query = dict(request.query)
        wire = Wire(socket, request.query.get("compress"), request.transport)
        self.wires.add(wire)
        pump = asyncio.create_task(wire.pump(self._passage))
        wire.put(json.dumps({"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}}))
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                session = await self._receive(wire, session, frame.data)
        finally:
            self.wires.discard(wire)
            pump.cancel()
            self._gone(wire, session)
        return socket

    def _gone(self, wire: Wire, session: Session | None) -> None:
        if not session or session.wire is not wire:
            return
        session.wire = None
        if wire.socket.close_code in (1000, 1001) and not wire.cut_by_us:
            self.sessions.pop(session.id, None)
        self.world.note("gateway", {"online": self.online})

    async def _receive(self, wire: Wire, session: Session | None, raw: str | bytes) -> Session | None:
        try:
            frame = json.loads(raw)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            return await self._close(wire, 4002, "Error while decoding payload.")
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(FAR, wire.put, json.dumps({"op": ACK}))
        elif op == IDENTIFY:
            return await self._identify(wire, session, data)
        elif op == RESUME:
            return await self._resume(wire, data)
        elif not session:
            return await self._close(wire, 4003, "Not authenticated.")
        elif op == MEMBERS:
            self._members(session, data)
        elif op not in (PRESENCE, VOICE):
            return await self._close(wire, 4001, "Unknown opcode.")
        return session

    async def _close(self, wire: Wire, code: int, why: str) -> Session | None:
        wire.cut_by_us = True
        await wire.socket.close(code=code, message=why.encode())
        return None

    async def _identify(self, wire: Wire, session: Session | None, data: Data) -> Session | None:
        if session:
            return await self._close(wire, 4005, "Already authenticated.")
        if data.get("token", "").removeprefix("Bot ") != self.token:
            return await self._close(wire, 4004, "Authentication failed.")
        intents, shard = int(data["intents"]), tuple(data.get("shard") or (0, 1))
        if intents & PRIVILEGED & ~self.allowed_privileged:
            return await self._close(wire, 4014, "Disallowed intent(s).")
        if not 0 <= shard[0] < shard[1]:
            return await self._close(wire, 4010, "Invalid shard.")
        if self._refused(wire, shard[0]):
            return None
        now = self.world.clock()
        let_in = self.starts.use(shard[0], now)
        self.identified.append(Identify(now, (shard[0], shard[1]), data, refused=not let_in))
        if self.starts.remaining < 0:
            await self.revoke()
            return None
        if not let_in:
            wire.put(json.dumps({"op": INVALID, "d": False}))
            return None
        guilds = [
            g for g in self.world.guilds.values()
            if APPLICATION in g.members and (int(g.id) >> 22) % shard[1] == shard[0]
        ]  # fmt: skip
        if len(guilds) > MOST_GUILDS:
            return await self._close(wire, 4011, "Sharding is required.")
        session = Session(secrets.token_hex(16), intents, (shard[0], shard[1]), wire=wire)
        self.sessions[session.id] = session
        bot = {**self.world.bot, "verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
        ready = {
            "v": 10, "user": bot, "guilds": [{"id": g.id, "unavailable": True} for g in guilds],
            "session_id": session.id, "resume_gateway_url": self.url, "shard": list(shard),
            "application": {"id": APPLICATION, "flags": 0},
        }  # fmt: skip
        self._dispatch(session, "READY", ready)
        available = [guild for guild in guilds if guild.id not in self.withheld]
        for number, guild in enumerate(available if intents & 1 else []):
            self._dispatch(session, "GUILD_CREATE", self.world.whole_guild(guild))
            if number % 100 == 99:
                await asyncio.sleep(0)
        self.world.note("gateway", {"online": True})
        return session

    async def _resume(self, wire: Wire, data: Data) -> Session | None:
        session = self.sessions.get(data["session_id"])
        missed = [p for n, p in session.buffer if n > data["seq"]] if session else []
        if data.get("token", "").removeprefix("Bot ") != self.token:
            return await self._close(wire, 4004, "Authentication failed.")
        if not session or len(missed) < session.seq - data["seq"]:
            wire.put(json.dumps({"op": INVALID, "d": False}))
            return None
        if data["seq"] > session.seq:
            return await self._close(wire, 4007, "Invalid seq.")
        if self._refused(wire, session.shard[0]):
            return None
        session.wire = wire
        for payload in missed:
            wire.put(payload)
        self._dispatch(session, "RESUMED", {"_trace": []})
        self.world.note("gateway", {"online": True})
        return session

    def _members(self, session: Session, data: Data) -> None:
        guild = self.world.guilds[str(data["guild_id"])]
        wanted = {str(u) for u in data.get("user_ids") or []}
        members = [m for uid, m in guild.members.items() if not wanted or uid in wanted]
        chunk: Data = {"guild_id": guild.id, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": []}
        self._dispatch(session, "GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if "nonce" in data else {}))

    # Faults

    async def cut(self, code: int = 4000, shard: int | None = None) -> None:
        """Close connections. Sessions stay, so the bot can resume."""
        for wire in self._wires(shard):
            await self._close(wire, code, "Cut.")

    def say(self, frame: str, shard: int | None = None) -> None:
        """Send a raw frame, valid or not."""
        for wire in self._wires(shard):
            wire.put(frame)

    def reconnect(self, shard: int | None = None) -> None:
        self.say(json.dumps({"op": RECONNECT, "d": None}), shard)

    def invalidate(self, resumable: bool = False, shard: int | None = None) -> None:
        """Invalidate sessions; unless `resumable`, the bot must identify again."""
        for session in self._sessions(shard):
            if session.wire:
                session.wire.put(json.dumps({"op": INVALID, "d": resumable}))
                session.wire = None
            if not resumable:
                del self.sessions[session.id]

    async def forget(self, code: int = 4009, shard: int | None = None) -> None:
        """Drop sessions and close connections, so that RESUME fails."""
        for session in self._sessions(shard):
            del self.sessions[session.id]
        await self.cut(code, shard)

    def pause(self, shard: int | None = None) -> None:
        """Hold events back, like a lagging gateway."""
        self.gates.setdefault(shard, asyncio.Event())

    def unpause(self, shard: int | None = None) -> None:
        for number in [shard] if shard is not None else list(self.gates):
            if number in self.gates:
                self.gates.pop(number).set()

    def release(self, gid: str) -> None:
        """Let a withheld server become available."""
        self.withheld.remove(gid)
        self.emit("GUILD_CREATE", self.world.whole_guild(self.world.guilds[gid]), gid, GUILDS)

    def refuse(self, shard: int | None = None) -> None:
        """Refuse connections until `admit`; with `shard`, break that shard's when it identifies or resumes."""
        self.refusing.add(shard)

    def admit(self, shard: int | None = None) -> None:
        self.refusing = set() if shard is None else self.refusing - {shard}

    async def revoke(self) -> None:
        """Invalidate the token, as Discord does when a bot exceeds its daily logins."""
        self.token = self.token.rpartition(".")[0] + "." + secrets.token_urlsafe(24)
        await self.forget(4004)

    def _wires(self, shard: int | None) -> list[Wire]:
        return [wire for wire in self.wires if shard is None or wire.shard == shard]

    def _sessions(self, shard: int | None) -> list[Session]:
        return [session for session in self.sessions.values() if shard is None or session.shard[0] == shard]

    def _refused(self, wire: Wire, shard: int) -> bool:
        wire.shard = shard
        if shard in self.refusing and wire.transport:
            self.turned_away += 1
            wire.transport.abort()
        return shard in self.refusing

    async def _passage(self, wire: Wire) -> None:
        while gate := self.gates.get(None) or self.gates.get(wire.shard):
            await gate.wait()
        await self.world.lags()
