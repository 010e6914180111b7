"""The entry point for requests: reads bodies, injects faults, counts, records, and dispatches to a route."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import BodyPartReader, web

from playground.discord.fault_injection import FaultInjection, Rule
from playground.discord.gateway import Gateway
from playground.discord.interactions import UPDATE, InteractionService
from playground.discord.messages import Files
from playground.discord.shapes import Data
from playground.discord.state import ApiError, World

log = logging.getLogger(__name__)

Answer = tuple[int, Any]


@dataclass
class Call:
    """A parsed request, and the objects that its route may use."""

    world: World
    interactions: InteractionService
    gateway: Gateway
    args: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files

    def __getitem__(self, name: str) -> str:
        return self.args[name]


Handler = Callable[[Call], Answer]


class Routes:
    """The handlers of requests: `@route("GET", "/channels/{cid}")`. Earlier routes take precedence."""

    def __init__(self) -> None:
        self.all: list[tuple[str, re.Pattern[str], Handler]] = []

    def __call__(self, method: str, *paths: str) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            for path in paths:
                pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
                self.all.append((method, pattern, handler))
            return handler

        return register

    def find(self, method: str, path: str) -> tuple[Handler, dict[str, str]] | None:
        for wanted, pattern, handler in self.all:
            if wanted == method and (match := pattern.fullmatch(path)):
                return handler, match.groupdict()
        return None


class Api:
    def __init__(
        self,
        world: World,
        interactions: InteractionService,
        gateway: Gateway,
        faults: FaultInjection,
        routes: Sequence[Routes],
        record: Path | None,
    ):
        self.world, self.interactions, self.gateway, self.faults = world, interactions, gateway, faults
        self.routes = routes
        self.calls: list[tuple[str, str, int]] = []  # method, path and status
        self.refused: list[tuple[str, str, int]] = []  # method, path and Discord's code
        self.unknown: list[str] = []
        self.watchers: list[Callable[[str, str, Any, int], None]] = []  # of method, path, body and status
        self.record = record.open("w", encoding="utf-8") if record else None

    def close(self) -> None:
        if self.record:
            self.record.close()
            self.record = None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        if self.faults.banned:
            return web.Response(status=429, text="error code: 1015", headers={"Retry-After": "600"})
        rule = self.faults.next(request.method, path)
        if rule and rule.drop == "before":
            return self._drop(request)
        if rule and rule.delay:
            await asyncio.sleep(rule.delay)
        body: Any = None
        headers: dict[str, str] = {}
        try:
            body, files = await self._read(request)
            if rule and rule.status:
                status, answer = rule.status, rule.body or {"message": "Trouble on demand", "code": 0}
            else:
                status, answer, headers = self._perform(request, path, body, files)
        except ApiError as error:
            status, answer = error.status, error.body
        self.calls.append((request.method, path, status))
        for watcher in self.watchers:
            watcher(request.method, path, body, status)
        if status >= 400:
            self.refused.append((request.method, path, answer.get("code", 0)))
        self.faults.count_invalid(status, rule.headers if rule and rule.status else headers)
        self._write_down(request.method, path, body, status, answer)
        await self.world.lags()
        if rule and rule.drop == "after":
            return self._drop(request)
        return self._respond(status, answer, headers, rule)

    def _drop(self, request: web.Request) -> web.StreamResponse:
        if request.transport:
            request.transport.abort()
        return web.Response()

    async def _read(self, request: web.Request) -> tuple[Any, Files]:
        files: Files = {}
        body: Any = None
        try:
            if request.content_type.startswith("multipart/"):
                async for part in await request.multipart():
                    if not isinstance(part, BodyPartReader):
                        continue
                    if part.name == "payload_json":
                        body = json.loads(await part.text())
                    elif match := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                        kind = part.headers.get("Content-Type", "application/octet-stream")
                        files[match[1]] = (part.filename or "file", bytes(await part.read()), kind)
            elif request.can_read_body:
                body = json.loads(await request.text())
        except ValueError:
            raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
        return body, files

    def _perform(self, request: web.Request, path: str, body: Any, files: Files) -> tuple[int, Any, dict[str, str]]:
        edited = self._edited(request.method, path, body)
        edits = (edited["channel_id"], self.world.age(edited["id"])) if edited else None
        refused, headers = self.faults.count(request.method, path, edits)
        if refused:
            return 429, refused, {**headers, "Retry-After": str(int(refused["retry_after"]) + 1)}
        free = path.startswith(("/interactions/", "/webhooks/")) or path == "/gateway"
        if not free and request.headers.get("Authorization") != f"Bot {self.gateway.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}, {}
        self.world.archive_idle_threads()
        for routes in self.routes:
            if route := routes.find(request.method, path):
                handler, args = route
                call = Call(self.world, self.interactions, self.gateway, args, dict(request.query), body, files)
                try:
                    return *handler(call), headers
                except ApiError as error:
                    return error.status, error.body, headers
        self.unknown.append(f"{request.method} {path}")
        log.error("unknown route: %s %s", request.method, path)
        return 404, {"message": "404: Not Found", "code": 0}, {}

    def _edited(self, method: str, path: str, body: Any) -> Data | None:
        """Return the message that a request would edit, by its channel or by an interaction's token, if any."""
        mid: str | None = None
        if method == "PATCH" and (match := re.fullmatch(r"/channels/\d+/messages/(\d+)", path)):
            mid = match[1]
        elif method == "PATCH" and (match := re.fullmatch(r"/webhooks/\d+/([^/]+)/messages/(@original|\d+)", path)):
            it = self.interactions.by_token.get(match[1])
            mid = it.original if it and match[2] == "@original" else match[2]
        elif method == "POST" and (match := re.fullmatch(r"/interactions/\d+/([^/]+)/callback", path)):
            it = self.interactions.by_token.get(match[1])
            updates = isinstance(body, dict) and body.get("type") == UPDATE
            mid = it.source if it and not it.over and updates else None
        return self.world.messages.get(mid or "")

    def _write_down(self, method: str, path: str, body: Any, status: int, answer: Any) -> None:
        if self.record:
            exchange = {"method": method, "path": path, "request": body, "status": status, "response": answer}
            self.record.write(json.dumps(exchange) + "\n")
            self.record.flush()

    def _respond(self, status: int, answer: Any, headers: dict[str, str], rule: Rule | None) -> web.Response:
        """Send JSON with the exact type `application/json`; with a charset, discord.py wouldn't parse it."""
        headers = {**headers, **(rule.headers if rule else {})}
        if not rule or rule.via:
            headers["Via"] = "1.1 loopback"
        if answer is None:
            return web.Response(status=status, headers=headers)
        headers.setdefault("Content-Type", "application/json")
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)
