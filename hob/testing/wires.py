"""Connections in memory between aiohttp's client and aiohttp's server in one event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import aiohttp
from aiohttp import web

from playground.discord import Loopback

PORT = 8080


class Wire(asyncio.Transport):
    """One end of a connection."""

    other: Wire

    def __init__(self, protocol: Any) -> None:
        super().__init__(extra={"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", PORT)})
        self._loop, self._protocol = asyncio.get_running_loop(), protocol
        self._closed = self._paused = False
        self._held: deque[bytes] = deque()

    def write(self, data: Any) -> None:
        if not self._closed:
            self._loop.call_soon(self.other._arrived, bytes(data))

    def writelines(self, lines: Iterable[Any]) -> None:
        self.write(b"".join(lines))

    def _arrived(self, data: bytes) -> None:
        if self._paused:
            self._held.append(data)
        elif not self._closed:
            self._protocol.data_received(data)

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        self._paused = False
        while self._held and not self._paused:
            self._arrived(self._held.popleft())

    def is_reading(self) -> bool:
        return not self._paused

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._loop.call_soon(self._protocol.connection_lost, None)
            self._loop.call_soon(self.other.close)

    abort = close

    def is_closing(self) -> bool:
        return self._closed

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: what is written arrives at once."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol


class WireConnector(aiohttp.BaseConnector):
    """Connect a client to a server in this process, and ignore the address."""

    def __init__(self, server: Callable[[], Any]) -> None:
        super().__init__(limit=0)
        self._server = server
        self.wires: set[Wire] = set()

    async def _create_connection(self, req: Any, traces: Any, timeout: Any) -> Any:  # noqa: ASYNC109  aiohttp calls it
        here, there = Wire(self._factory()), Wire(self._server())
        here.other, there.other = there, here
        self.wires = {wire for wire in self.wires if not wire.is_closing()} | {here}
        here.get_protocol().connection_made(here)
        there.get_protocol().connection_made(there)
        return here.get_protocol()

    def cut(self) -> None:
        """Close all connections."""
        for wire in self.wires:
            wire.close()


class WiredLoopback(Loopback):
    """A Discord without sockets."""

    async def start(self, *more: web.RouteDef) -> Loopback:
        self._runner = web.AppRunner(self.application(*more), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self.port = PORT
        self.world.base = self.base
        self.gateway.url = f"ws://127.0.0.1:{PORT}/gateway"
        return self

    def connector(self) -> WireConnector:
        assert self._runner is not None and self._runner.server is not None
        return WireConnector(self._runner.server)
