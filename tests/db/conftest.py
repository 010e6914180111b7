"""Every test that takes `store` or `address` runs twice: on a SQLite file and on a temporary PostgreSQL server."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from db import Store
from tests.needs import POSTGRESQL


class Cluster:
    """A PostgreSQL server in a temporary folder, on a socket in that folder.  As root, it runs as the user postgres.

    It never waits for the disk: what it has committed survives a crash of the server, but not a power failure.
    """

    def __init__(self, bin: Path) -> None:
        self.bin = bin
        self.home = Path(tempfile.mkdtemp(prefix="hob-pg-"))
        self.rights: dict[str, Any] = {}
        if os.geteuid() == 0:
            self.rights = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self.home, "postgres", "postgres")
        new = ["initdb", "-D", self.home / "data", "-U", "hob", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        self.run(*new, "--no-sync")
        self.server: subprocess.Popen[bytes] | None = None

    def run(self, program: str, *words: str | Path) -> str:
        done = subprocess.run(
            [self.bin / program, *words], cwd=self.home, capture_output=True, text=True, check=False, **self.rights
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def sql(self, statement: str) -> str:
        return self.run("psql", "-h", self.home, "-U", "hob", "-d", "postgres", "-Atqc", statement).strip()

    def start(self) -> None:
        command = [self.bin / "postgres", "-D", self.home / "data", "-k", self.home, "-c", "listen_addresses="]
        command += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with (self.home / "log").open("ab") as log:
            self.server = subprocess.Popen(command, cwd=self.home, stdout=log, stderr=log, **self.rights)
        ready = [self.bin / "pg_isready", "-q", "-h", self.home]
        while subprocess.run(ready, check=False).returncode:
            assert self.server.poll() is None, (self.home / "log").read_text()

    def stop(self) -> None:
        """Stop at once, without cleaning up: the next start recovers what was committed."""
        if self.server:
            self.server.send_signal(signal.SIGQUIT)
            self.server.wait()
            self.server = None

    def empty(self) -> str:
        """Empty the database and return its URL."""
        self.sql("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")
        return f"postgresql://hob@/postgres?host={self.home}"


@contextlib.contextmanager
def living(programs: Path) -> Iterator[Cluster]:
    """Start a server, and delete it in the end."""
    cluster = Cluster(programs)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(cluster.home)


def _cluster() -> Iterator[Cluster]:
    with living(POSTGRESQL.or_skip()) as cluster:
        yield cluster


cluster = pytest.fixture(_cluster, scope="session")
mortal_cluster = pytest.fixture(_cluster)  # for tests that stop the server


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/hob.db"


@pytest.fixture
def postgresql(cluster: Cluster) -> str:
    return cluster.empty()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    yield store
    await store.close()


@pytest.fixture
async def neighbour(store: Store, address: str) -> AsyncIterator[Store]:
    """Return a store of another process on the same database."""
    neighbour = await Store.open(address)
    yield neighbour
    await neighbour.close()
