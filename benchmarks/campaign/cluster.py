"""The processes of a campaign, their store, and their Discord."""

from __future__ import annotations

import asyncio
import contextlib
import math
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from benchmarks._processes import spent
from benchmarks.campaign.forkserver import Clock, ForkedProcess
from db import SessionRow, Store, StoreUnavailable
from db.rows import ACTIVE
from playground.discord import Interaction, Loopback
from playground.discord.gateway import Starts
from tests.db.conftest import Cluster, living
from tests.needs import POSTGRESQL
from tests.sockets.invariants import Ledger, ledger, not_right
from tests.sockets.server import QUICK, HobServer

MANY = 10**9
LAST = 30  # lines of a log shown with a failure
PATIENCE = 150.0  # seconds; after two minutes, Hob itself gives up a connection and makes a new one
UNANSWERED = 60.0  # seconds without a response, although no fault came in between
WRONG = "wrong.txt"
PAUSES = {"COMPUTER_PAUSE": 0.05, "COMPUTER_SECRET": 0.05, "NUDGE_GAP": 0, "LOOK_AROUND": 5}
UNLIMITED = ("TABLES_OF_PERSON", "TABLES_OF_SERVER", "NEW_BY_PERSON", "NEW_IN_SERVER")
ALL_SESSIONS = "SELECT id, revision, status FROM sessions ORDER BY created_at"
LOGINS = "UPDATE identifies SET at = at - 10"
HOLDERS = "SELECT holder FROM leases WHERE holder IS NOT NULL"


class Cut(Exception):
    """Raised when an expected response won't come, because a fault came in between."""


class Hob:
    """One process with its own data folder."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        data.mkdir(exist_ok=True)
        self.environment = environment | {"HOB_DATA": str(data)}
        self.log, self.clock = data / "hob.log", Clock(data / "clock")
        self.process: ForkedProcess | None = None
        self.cpu = 0.0  # CPU seconds of the processes that have ended

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.returncode is None

    def start(self) -> None:
        assert not self.lives
        self.process = ForkedProcess(self.environment, self.log, self.clock.file)

    async def kill(self) -> None:
        if self.process is not None and self.lives:
            self.cpu += spent(self.process.pid)
            self.process.kill()
            await self.process.wait()

    async def stop(self) -> int:
        assert self.process is not None
        self.cpu += spent(self.process.pid)
        self.process.terminate()
        return await self.process.wait()


class HobCluster(HobServer):
    """The processes of a campaign.  `postgresql` has the store; None means a SQLite file."""

    def __init__(
        self, discord: Loopback, data: Path, hobs: int, postgresql: Cluster | None, timing: Mapping[str, float]
    ) -> None:
        super().__init__(discord, data, dict(timing))
        self.postgresql = postgresql
        self.address = postgresql.empty() if postgresql else f"sqlite:///{data / 'hob.sqlite3'}"
        self.environment |= {"HOB_COMPUTERS": "random", "HOB_PAINTERS": "1", "HOB_THINKERS": "1"}
        self.environment |= {f"HOB_LIMITS__{name}": "0" for name in UNLIMITED}
        self.environment |= {"HOB_DATABASE": self.address, "HOB_SHARDS": "auto" if hobs > 1 else ""}
        self.hobs = [Hob(data / f"hob-{n}", self.environment) for n in range(hobs)]
        of = discord.gateway.shards
        self.servers = [server.id for server in discord.add_servers(of, of=of)] if of > 1 else [discord.guild]
        self.strikes = 0  # grows when waiters must give up on what they wait for
        self.during = ""  # name of the latest fault
        self.seated: dict[str, list[int | None]] = {}  # by session, the people in the seats at the last check
        self.verified: dict[str, int] = {}  # finished sessions that passed the checks, at which revision
        self.wrong: list[str] = []  # all failures so far
        self.counted: dict[str, tuple[int, Ledger]] = {}  # by session, revision and result of the last count

    # ---- processes
    async def start(self) -> None:
        """Start the processes that aren't running."""
        await self.forget_logins()
        for hob in self.hobs:
            if not hob.lives:
                hob.start()

    async def kill(self) -> None:
        await asyncio.gather(*(hob.kill() for hob in self.hobs))

    @property
    def lives(self) -> bool:
        return all(hob.lives for hob in self.hobs)

    @property
    def cpu(self) -> float:
        return sum(hob.cpu for hob in self.hobs)

    async def online(self) -> None:
        """Wait until every shard is connected, each exactly once."""
        gateway = self.discord.gateway

        def are() -> bool:
            wires = Counter(session.shard[0] for session in gateway.sessions.values() if session.wire)
            return wires == Counter(range(gateway.shards))

        await self.discord.until(lambda: are() or not self.lives, within=PATIENCE)
        for dead in [id for id, session in gateway.sessions.items() if session.wire is None]:
            del gateway.sessions[dead]

    def connected(self, channel: str) -> bool:
        """Return whether a process receives the channel's events."""
        gateway, server = self.discord.gateway, self.discord.world.channels[channel]["guild_id"]
        return (int(server) >> 22) % gateway.shards in gateway.shards_online

    async def shared(self) -> None:
        """Wait until each process has its fair share of the shards.  Raises TimeoutError."""
        most = math.ceil(self.discord.gateway.shards / len(self.hobs))
        async with asyncio.timeout(PATIENCE):
            while len(self.hobs) > 1:
                with contextlib.suppress(StoreUnavailable):
                    held = Counter(holder for (holder,) in await self.rows(HOLDERS))
                    if held.total() == self.discord.gateway.shards and max(held.values()) <= most:
                        return await self.online()
                await asyncio.sleep(0.2)

    async def forget_logins(self) -> None:
        """Move the last IDENTIFY into the past, so that a start doesn't have to wait for its slot."""
        if self.store is not None:
            with contextlib.suppress(StoreUnavailable):
                await self.store._database.execute(text(LOGINS))

    def strike(self) -> None:
        self.strikes += 1
        self.discord.world.changed.set()

    def newest_logs(self) -> str:
        """Return the last lines that each process logged, and the state of each gateway session."""
        sessions = self.discord.gateway.sessions.values()
        lines = [f"shard {session.shard[0]}: {'connected' if session.wire else 'gone'}" for session in sessions]
        for hob in self.hobs:
            logged = hob.log.read_text().splitlines() if hob.log.exists() else []
            lines += [f"{hob.log}, {'running' if hob.lives else 'ended'}:", *logged[-LAST:]]
        return "\n".join(lines)

    async def close(self) -> None:
        await self.kill()
        if self.store is not None:
            await self.store.close()

    # ---- responses
    async def ended(self, it: Interaction) -> None:
        before = self.strikes
        await self.discord.until(lambda: it.over or self.strikes != before, UNANSWERED)

    async def answered(self, it: Interaction) -> str:
        await self.ended(it)
        if not it.over:
            raise Cut
        return str(self.discord.world.messages.get(it.original or "", {}).get("content") or "")

    # ---- checks
    async def kept(self) -> Store:
        if self.store is None:
            self.store = await Store.open(self.address)
        return self.store

    async def rows(self, statement: str) -> Sequence[Any]:
        return await (await self.kept())._database.read(text(statement))

    async def sessions(self, cid: str = "") -> list[SessionRow]:
        store, where = await self.kept(), f"WHERE channel_id = {cid}" if cid else ""
        known = await self.rows(f"SELECT id FROM sessions {where} ORDER BY created_at")
        return [row for (id,) in known if (row := await store.get(id))]

    async def tables(self) -> list[SessionRow]:
        """Return the sessions that may have changed since they passed the checks."""
        store, found = await self.kept(), []
        for id, revision, status in await self.rows(ALL_SESSIONS):
            if (status in ACTIVE or self.verified.get(id) != revision) and (row := await store.get(id)):
                found.append(row)
                self.seated[id] = [seat.get("person") for seat in row.table.get("seats", ())]
        return found

    async def faults(self, rows: Sequence[SessionRow]) -> list[str]:
        """Return what is wrong with these tables and their channels."""
        frozen = [f"{row.id} is {row.status}" for row in rows if row.status in ("frozen", "aside")]
        channels = {row.channel_id for row in rows}
        same_channel = [row for cid in channels for row in await self.sessions(str(cid))]
        found = await not_right(self, same_channel)
        descriptions = [describe_row(row) for row in rows] if found else []
        return frozen + found + descriptions

    async def count(self) -> Ledger:
        """Compare the store with what people were told, for all tables so far."""
        rows = [row for row in await self.sessions() if self.counted.get(row.id, (-1,))[0] != row.revision]
        for row in rows:
            here = [press for press in self.pressed if press.control.session_id == row.id]
            self.counted[row.id] = row.revision, await ledger(self, [row], here)
        whole = Ledger()
        for _, one in self.counted.values():
            whole.add(one)
        return whole


def describe_row(row: SessionRow) -> str:
    """Return data that help to find out why a table is wrong."""
    vote = row.table.get("vote")
    return (
        f"{row.id} in {row.channel_id} revision {row.revision}, touched {row.touched_at}, due {row.due_at}, "
        f"vote {vote}, screen {row.screen}"
    )


@asynccontextmanager
async def run_cluster(
    data: Path | None,
    database: str = "sqlite",
    hobs: int = 1,
    shards: int = 1,
    timing: Mapping[str, float] = QUICK | PAUSES,
    starts: Starts | None = None,
    deadline: float = 60.0,
) -> AsyncIterator[HobCluster]:
    """Run a campaign's environment; without `data`, in a temporary folder, which is kept if anything is wrong."""
    own, data = data is None, data or Path(tempfile.mkdtemp(prefix="hob-campaign-"))
    starts = starts or Starts(total=MANY, remaining=MANY, max_concurrency=16)
    with cluster_of(database) as postgresql:
        async with Loopback(deadline=deadline, shards=shards, starts=starts) as discord:
            cluster = HobCluster(discord, data, hobs, postgresql, timing)
            try:
                yield cluster
            except Exception as fault:
                fault.add_note(cluster.newest_logs())
                raise
            finally:
                await cluster.close()
    assert discord.api.unknown == []
    if cluster.wrong:
        (data / WRONG).write_text("\n\n".join(cluster.wrong))
        print(f"see {data}", file=sys.stderr)
    elif own:
        shutil.rmtree(data)


@contextlib.contextmanager
def cluster_of(database: str) -> Iterator[Cluster | None]:
    if database == "sqlite":
        yield None
        return
    programs = POSTGRESQL.find()
    if programs is None:
        sys.exit(f"This needs {POSTGRESQL}.")
    with living(programs) as cluster:
        yield cluster
