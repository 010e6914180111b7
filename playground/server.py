"""The page's server: one WebSocket per browser tab, limited to what its person may see and do."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import font_source_sans_pro
from aiohttp import WSMsgType, web

from playground.actions import ACTIONS, InvalidAction
from playground.child import Child
from playground.discord import CannotDo, Interaction, Loopback
from playground.discord.shapes import Data
from playground.discord.state import ApiError
from playground.subscribers import Subscribers, Viewer

log = logging.getLogger(__name__)

FILES = Path(__file__).parent / "page"
KINDS = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".ttf": "font/ttf"
}  # fmt: skip
# The page has its own fonts, so that it looks the same everywhere.
FONTS = {"sans.ttf": "SourceSansPro", "sans-bold.ttf": "SourceSansProSemibold"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Page:
    def __init__(self, discord: Loopback, child: Child | None = None, token: str | None = None):
        self.discord = discord
        self.subscribers = Subscribers(discord, child)
        self.token = token or secrets.token_urlsafe(18)
        self.tasks: set[asyncio.Task[None]] = set()
        self._ticker: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        return f"{self.discord.base}/?token={self.token}"

    async def start(self) -> None:
        pages = (
            web.get("/", self.index),
            web.get("/page/socket", self.connect),
            web.get("/page/{name}", self.file),
        )
        await self.discord.start(*pages)
        self._ticker = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        if self.subscribers.child:
            await self.subscribers.child.stop()
        if self._ticker:
            self._ticker.cancel()
        for viewer in list(self.subscribers.viewers):
            await viewer.socket.close(code=1001)
        await self.discord.stop()

    async def _tick(self) -> None:
        """Do what is due on the simulated Discord (`Loopback.tick`), ten times a second."""
        while True:
            self.discord.tick()
            await asyncio.sleep(0.1)

    # Files

    def allowed(self, request: web.Request) -> bool:
        return secrets.compare_digest(request.query.get("token", "").encode(), self.token.encode())

    async def index(self, request: web.Request) -> web.Response:
        if not self.allowed(request):
            return web.Response(status=403, text="Open the address that the playground printed when it started.")
        return self._static(FILES / "index.html")

    async def file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name in FONTS:
            return self._static(Path(font_source_sans_pro.font_files_ttf[FONTS[name]]))
        path = FILES / name
        if path.parent != FILES or path.suffix not in KINDS or not path.is_file():
            return web.Response(status=404)
        return self._static(path)

    def _static(self, path: Path) -> web.Response:
        charset = None if path.suffix == ".ttf" else "utf-8"
        return web.Response(body=path.read_bytes(), content_type=KINDS[path.suffix], charset=charset, headers=HEADERS)

    # Sockets

    async def connect(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", f"http://{request.host}")
        if not self.allowed(request) or origin != f"http://{request.host}":
            return web.Response(status=403, text="Wrong token or origin")
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        people = self.discord.people
        viewer = Viewer(self.subscribers, socket, people.get(request.query.get("as", ""), next(iter(people.values()))))
        self.subscribers.viewers.add(viewer)
        pump = asyncio.create_task(viewer.pump())
        viewer.send(**self.subscribers.state(viewer))
        viewer.open(request.query.get("channel") or viewer.channel)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._act(viewer, json.loads(frame.data))
        finally:
            self.subscribers.viewers.discard(viewer)
            pump.cancel()
        return socket

    async def _act(self, viewer: Viewer, order: Data) -> None:
        key = order.get("key")
        try:
            result = ACTIONS[order["do"]](viewer, order)
            if isinstance(result, Interaction):
                self.subscribers.waiting[result.token] = (viewer, key)
                return
            if result is not None:
                self._later(result)
        except (CannotDo, ApiError, InvalidAction) as problem:
            viewer.send(type="refused", key=key, why=str(problem))
        except (KeyError, TypeError, ValueError, AttributeError):
            log.exception("invalid request from the page: %s", order.get("do"))
            viewer.send(type="refused", key=key, why="That cannot be done")
        else:
            viewer.send(type="done", key=key)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run slow work, such as stopping a process, in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
