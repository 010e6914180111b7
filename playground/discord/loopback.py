"""A Discord on this machine: `async with Loopback() as discord: use_gateway(discord.base)`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from playground.discord import channel_routes, event_routes, routes, shapes
from playground.discord.fault_injection import DM_OPENINGS, Bucket, FaultInjection
from playground.discord.gateway import Gateway, Starts
from playground.discord.interactions import DEADLINE, TOKEN_LIFE, Interaction, InteractionService
from playground.discord.people import Person
from playground.discord.rest import Api
from playground.discord.state import APPLICATION, LONGEST, Guild, World

PEOPLE = ("Ada", "Ben", "Cara", "Dan")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Clock:
    """A clock that tests can advance."""

    def __init__(self, elapsed: Callable[[], float] | None = None) -> None:
        self.elapsed, self.ahead = elapsed, 0.0

    def __call__(self) -> float:
        return (self.elapsed or time.monotonic)() + self.ahead


class Loopback:
    """One server "The Hearth" with #games and #general, the bot, and Ada (who owns the server), Ben, Cara and Dan.

    `discord.ada` and so on are persons; `discord.games` and `discord.general` are channel ids.
    """

    def __init__(
        self, *, port: int = 0, deadline: float = DEADLINE, token_life: float = TOKEN_LIFE, heartbeat: float = 41.25,
        record: Path | None = None, buckets: list[Bucket] | None = None, privileged: int = 0, shards: int = 1,
        starts: Starts | None = None, elapsed: Callable[[], float] | None = None, began: float | None = None,
    ):  # fmt: skip
        """`elapsed` replaces the machine's clock; `began` is the wall-clock time at the start."""
        self.port = port
        self.clock = Clock(elapsed)
        self.world = World(clock=self.clock, began=began)
        self.interactions = InteractionService(self.world, deadline, token_life)
        self.world.dm_openings_limit = DM_OPENINGS if buckets else None
        self.faults = FaultInjection(self.clock, buckets)
        token = shapes.bot_token(APPLICATION, secrets.token_urlsafe(24))
        self.gateway = Gateway(self.world, token, heartbeat, privileged, shards, starts)
        all_routes = (channel_routes.route, event_routes.route, routes.route)
        self.api = Api(self.world, self.interactions, self.gateway, self.faults, all_routes, record)
        self.people: dict[str, Person] = {}
        for name in PEOPLE:
            self.world.add_user(name.lower(), name)
        owner = next(u for u in self.world.users.values() if u["id"] != APPLICATION)
        self.guild = self.world.add_guild("The Hearth", owner["id"]).id
        self.games: str = self.world.add_channel(self.guild, "games")["id"]
        self.general: str = self.world.add_channel(self.guild, "general")["id"]
        for who in [u for u in self.world.users.values() if u["id"] != APPLICATION]:
            self._welcome(who)
        self.ada, self.ben, self.cara, self.dan = (self.people[name.lower()] for name in PEOPLE)
        self._runner: web.AppRunner | None = None

    # Start and stop

    async def __aenter__(self) -> Loopback:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def application(self, *more: web.RouteDef) -> web.Application:
        """Return this Discord with more routes; each of them only answers requests to this machine."""
        app = web.Application(client_max_size=32 << 20)
        own = (
            web.get("/gateway", self.gateway.connect),
            web.get("/gateway/", self.gateway.connect),
            web.route("*", "/api/v10/{path:.*}", self.api.serve),
            web.get("/cdn/attachments/{cid}/{id}/{name}", self._file),
            web.get("/cdn/emojis/{id}.{kind}", self._file),
        )
        for route in (*own, *more):
            app.router.add_route(route.method, route.path, self.only_this_machine(route.handler))
        return app

    def only_this_machine(self, handler: Any) -> Handler:
        """Refuse requests that a foreign page sends here under its own host name (DNS rebinding).

        This isn't a middleware, because aiohttp keeps the handlers of applications with middlewares in memory.
        """

        async def guarded(request: web.Request) -> web.StreamResponse:
            if request.host not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
                return web.Response(status=403, text="Wrong Host")
            response: web.StreamResponse = await handler(request)
            return response

        return guarded

    async def start(self, *more: web.RouteDef) -> Loopback:
        self._runner = web.AppRunner(self.application(*more), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.base = self.base
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway"
        return self

    async def stop(self) -> None:
        self.gateway.unpause()
        await self.gateway.cut(1001)
        if self._runner:
            await self._runner.cleanup()
        self.api.close()

    @property
    def token(self) -> str:
        return self.gateway.token

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _file(self, request: web.Request) -> web.Response:
        data, kind = self.world.files.get(request.match_info["id"], (b"", ""))
        if not kind:
            return web.Response(status=404)
        harmless = kind.startswith(("image/", "video/")) and "svg" not in kind
        content_type = kind if harmless else "application/octet-stream"
        headers = {"Content-Type": content_type, "X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=3600"}
        return web.Response(body=data, headers=headers)

    # People

    def _welcome(self, who: shapes.Data) -> Person:
        if who["id"] not in self.world.guilds[self.guild].members:
            self.world.join(self.guild, who["id"])
        person = self.people[who["username"]] = Person(self.world, self.interactions, who)
        return person

    def add_person(self, name: str) -> Person:
        """Add a person to the server."""
        slug = "".join(c for c in name.lower() if c.isalnum())[:32] or "somebody"
        while slug in self.people:
            slug += "2"
        return self._welcome(self.world.add_user(slug, name))

    def add_servers(self, count: int, shard: int | None = None, of: int = 1) -> list[Guild]:
        """Create servers owned by Ada with one channel each, all on `shard`, or on each of `of` shards in turn."""
        guilds = []
        for number in range(count):
            guild = self.world.add_guild(f"Server {number}", self.ada.id, number % of if shard is None else shard, of)
            self.world.add_channel(guild.id, "games")
            guilds.append(guild)
        return guilds

    # Waiting

    async def until(self, condition: Any, within: float = LONGEST) -> Any:
        return await self.world.until(condition, within)

    async def answered(self, it: Interaction, within: float = LONGEST) -> Interaction:
        """Wait until an interaction was answered or has failed, and return it."""

        def over() -> bool:
            self.tick()
            return it.over

        await self.world.until(over, within)
        return it

    def reply(self, it: Interaction) -> shapes.Data:
        """Return the message of an interaction's response."""
        return self.world.message(it.original)

    def advance(self, seconds: float) -> None:
        """Advance time for deadlines, tokens, rate limits, nonces, threads and scheduled events."""
        self.clock.ahead += seconds
        self.tick()

    def tick(self) -> None:
        """Do what is due: fail late interactions, archive threads, start and end events."""
        self.world.archive_idle_threads()
        self.interactions.tick()
        event_routes.pass_time(self.world)
