"""A gateway client that sends and receives single frames."""

from __future__ import annotations

import asyncio
import json
from types import TracebackType
from typing import Any

import aiohttp
from aiohttp import WSMsgType

from playground.discord import Loopback


def identify(loopback: Loopback, shard: list[int] | None = None) -> dict[str, Any]:
    told = {"token": loopback.token, "intents": 1, "properties": {}}
    return told | ({"shard": shard} if shard else {})


class Line:
    """One connection: `async with Line(loopback) as line`."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.http = aiohttp.ClientSession()

    async def __aenter__(self) -> Line:
        self.socket = await self.http.ws_connect(self.loopback.gateway.url, max_msg_size=0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()
        await self.http.close()

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def frame(self) -> dict[str, Any] | None:
        """Return the next frame, or None when the other side has closed."""
        async with asyncio.timeout(30):
            message = await self.socket.receive()
        return json.loads(message.data) if message.type is WSMsgType.TEXT else None

    async def operation(self, op: int) -> dict[str, Any]:
        while frame := await self.frame():
            if frame["op"] == op:
                return frame
        raise AssertionError(f"closed with {self.socket.close_code} before operation {op}")

    async def event(self, name: str) -> Any:
        while (frame := await self.operation(0))["t"] != name:
            pass
        return frame["d"]

    async def identify(self, shard: list[int] | None = None) -> Any:
        """Log in; return the data of READY."""
        await self.send(2, identify(self.loopback, shard))
        return await self.event("READY")

    async def closed(self) -> int | None:
        """Return the code that the other side closed with."""
        while await self.frame():
            pass
        return self.socket.close_code
