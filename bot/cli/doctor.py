"""`hob doctor` and `hob invite`: check the installation and say how to fix problems."""

import argparse
import asyncio
import base64
import binascii
import errno
import os
import platform
import shutil
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TypeVar

import aiohttp
import discord

from bot.cli.arguments import STORE
from bot.cli.database import count_tables, open_store
from bot.discord_errors import SEND_ERRORS
from bot.gateway.probe import find_problem
from bot.gateway.shards import REFUSED
from bot.permissions import INVITE_PERMISSIONS, OPTIONAL, REQUIRED
from bot.process.version import version
from bot.settings import Fault, InvalidSetting, Settings, sentences
from bot.supervisor import NO_TOKEN, use_gateway
from bot.timing import DAY, HOUR
from db import (
    CommandSyncRow,
    EmptyStore,
    ForeignBackup,
    InvalidBackup,
    NewerBackup,
    OlderStore,
    StoreError,
    command_sync,
    is_orphaned_log,
    known_revisions,
    list_backups,
    verify,
)
from engine import GAMES

NO_BOT_TOKEN = "HOB_TOKEN doesn't look like a bot's token: copy it again from the developer portal."
MAX_BACKUP_AGE = 2.0  # times the backup interval; an older backup means that one is missing
PAGE_SIZE = 200  # servers per request, by Discord's limit
MAX_NAMED_SERVERS = 5  # servers to name in one line
MIN_FREE_BYTES = 500 * 2**20  # minimum free disk space
PROBE_BYTES = 8192  # bytes to write as a test
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
MAX_CLOCK_SKEW = 30.0  # seconds
HAS_OWNERS = hasattr(os, "geteuid")  # Windows reports every file as readable by all
# As the portal calls them.
INTENTS = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}
Subject = TypeVar("Subject")
Finding = tuple[str, str]  # "ok", "warn" or "bad", and a sentence
ContentFaults = Callable[[Settings], Iterable[str]]


async def doctor(
    settings: Settings,
    args: argparse.Namespace,
    content_faults: ContentFaults = lambda settings: (),
    faults: Sequence[Fault] = (),
) -> int:
    """Report all problems at once; return 1 if one prevents Hob, or one of its games, from running.

    `content_faults` checks language, games and decks; `faults` are those of the settings. What depends on a faulty data
    folder, database or token isn't checked.
    """
    worst, unknown = 0, {fault.setting for fault in faults}

    def content(settings: Settings) -> Iterator[Finding]:
        yield from (("bad", sentence) for sentence in (*sentences(faults), *content_faults(settings)))

    knows_store = unknown.isdisjoint(STORE)
    checks = [_versions, content, _secrets]
    if "data" not in unknown:
        checks += [_folder, _decks, _running]
    if knows_store:
        checks.append(_backups)
    for check in checks:
        for level, sentence in _run_check(check, settings):
            worst |= _report(level, sentence)
    if knows_store:
        async for level, sentence in _store(settings):
            worst |= _report(level, sentence)
    if settings.token is not None or unknown.isdisjoint(("token", "token_file")):
        async for level, sentence in _discord(settings, knows_store):
            worst |= _report(level, sentence)
    return worst


def _run_check(check: Callable[[Subject], Iterable[Finding]], subject: Subject) -> Iterator[Finding]:
    """Yield what a check finds; a file or folder that it can't read is a finding, too."""
    try:
        yield from check(subject)
    except OSError as fault:
        yield "bad", f"Can't read {fault.filename} ({fault.strerror}): make it readable for the user that runs Hob."


def _report(level: str, sentence: str) -> int:
    print(f"{level:5} {sentence}")
    return int(level == "bad")


def _versions(settings: Settings) -> Iterator[Finding]:
    python = platform.python_version()
    yield "ok", f"Hob {version()}, Python {python}, discord.py {discord.__version__}, SQLite {sqlite3.sqlite_version}"


def _secrets(settings: Settings) -> Iterator[Finding]:
    for file in (Path(".env"), settings.token_file):
        if file is not None and file.is_file() and _others_can_read(file):
            yield "warn", f"Other users can read {file.absolute()}: {_make_private(file)}."


def _others_can_read(file: Path) -> bool:
    """Return whether other users may read a file. A read-only mount, such as a secret of Kubernetes, counts as safe."""
    if not HAS_OWNERS or os.statvfs(file).f_flag & os.ST_RDONLY:
        return False
    return bool(file.stat().st_mode & (0o077 if _is_mine(file) else 0o007))  # Hob may be in the group of the owner


def _make_private(file: Path) -> str:
    """Return the remedy; `chmod 600` alone would lock Hob out of a file of another user, such as a Docker secret."""
    return f"chmod 600 {file}" if _is_mine(file) else "make the user that runs Hob its owner, then chmod 600"


def _is_mine(file: Path) -> bool:
    return file.stat().st_uid == os.geteuid()


def _folder(settings: Settings) -> Iterator[Finding]:
    """Check the data folder without leaving anything in it."""
    data = settings.data.absolute()
    try:
        there = next(folder for folder in (data, *data.parents) if folder.exists())
        with tempfile.TemporaryFile(dir=there) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
    except OSError as fault:
        remedy = "free some space" if fault.errno in DISK_FULL_ERRORS else "make it writable for the user that runs Hob"
        yield "bad", f"Can't write to the data folder {data} ({fault}): {remedy}."
        return
    free = shutil.disk_usage(there).free
    if free < MIN_FREE_BYTES:
        yield "warn", f"Only {free // 2**20} MB are free in {there}: free some space, or lower HOB_BACKUP_KEEP."
    elif there != data:
        yield (
            "ok",
            f"The data folder {data} doesn't exist yet; the first start creates it. {free // 2**20:,} MB are free.",
        )
    else:
        yield "ok", f"The data folder {data} is writable; {free // 2**20:,} MB are free."


def _decks(settings: Settings) -> Iterator[Finding]:
    """Report deck files and folders that Hob ignores. Call it after loading the games, which say if they have decks."""
    *some, last = (slug for slug, game in GAMES.items() if game.decks)
    for path in sorted(settings.decks.absolute().glob("[!.]*")):
        if path.name not in (*some, last):
            yield "warn", f"{path} is ignored: decks go into a folder named {', '.join(some)} or {last}."
            continue
        for file in sorted(path.glob("*")):
            if file.suffix != ".toml" and file.suffix.lower() == ".toml":
                yield "warn", f"{file} is ignored: its name must end in .toml, in lower case."


def _running(settings: Settings) -> Iterator[Finding]:
    problem = find_problem(settings.data)
    yield ("ok", "Hob is running here, and is healthy.") if problem is None else ("warn", problem)


def _backups(settings: Settings) -> Iterator[Finding]:
    every, backups = settings.backup_every, list_backups(settings.backups)
    if settings.store_file is None:
        if every:
            yield "warn", "HOB_BACKUP_EVERY backs up only SQLite databases: back up this one with pg_dump."
        return
    hours = (time.time() - backups[-1].stat().st_mtime) / HOUR if backups else None
    if hours is None and not every:
        yield "warn", "The database isn't backed up: set HOB_BACKUP_EVERY=24, or back it up in another way."
    elif hours is None:
        yield "warn", f"There is no backup yet in {settings.backups.absolute()}: Hob creates one when it starts."
    else:
        age = f"The newest backup, {backups[-1].absolute()}, is {hours:.1f} hours old"
        if hours <= MAX_BACKUP_AGE * (every or DAY / HOUR):
            yield "ok", f"{age}."
        else:
            yield "warn", f"{age}: {'look for `upkeep failed` in the log' if every else 'set HOB_BACKUP_EVERY=24'}."


def _file(file: Path) -> Iterator[Finding]:
    if is_orphaned_log(file):
        yield "bad", f"The database {file} is missing or empty, but its log isn't: put it back, or move the log, too."
    elif file.exists() and not os.access(file, os.R_OK | os.W_OK):
        yield "bad", f"The user that runs this can't read and write {file}: change its owner."
    elif not file.exists() or file.stat().st_size == 0:  # a start on a full disk leaves an empty file
        yield "ok", f"There is no database at {file} yet; the first start creates it."
    else:
        yield from _verified_file(file)


def _verified_file(file: Path) -> Iterator[Finding]:
    try:
        report = verify(file)
    except ForeignBackup as fault:
        yield "bad", f"{fault} Check HOB_DATA and HOB_DATABASE."
        return
    except NewerBackup as fault:
        yield "bad", f"{fault} Run that version, or restore a backup from before the upgrade."
        return
    except InvalidBackup as fault:
        yield "bad", f"{fault} Stop Hob and restore a backup with `hob restore FILE`."
        return
    tables = report.counts.get("sessions", 0)
    yield "ok", f"The database {file} is intact: {count_tables(tables)}, {report.size:,} bytes."
    if report.schema != (newest := max(known_revisions())):
        change = f"{report.schema} -> {newest}"
        yield "warn", f"An older version of Hob wrote it: `hob run` backs it up and migrates it {change}."
    if _others_can_read(file):
        yield "warn", f"Other users can read {file}: {_make_private(file)}."


async def _store(settings: Settings) -> AsyncIterator[Finding]:
    if (file := settings.store_file) is not None:
        for finding in await asyncio.to_thread(list, _run_check(_file, file)):
            yield finding
        return
    try:
        async with open_store(settings) as store:
            counts = await store.counts()
        unhealthy = f"{counts['frozen']} frozen, {counts['aside']} set aside"
        yield "ok", f"The database is available: {count_tables(sum(counts.values()))}, {unhealthy}."
    except EmptyStore as fault:
        yield "ok", str(fault)
    except OlderStore as fault:
        yield "warn", str(fault)
    except StoreError as fault:
        yield "bad", f"{str(fault).rstrip('.')}. Check HOB_DATABASE, and that the server runs and accepts Hob's login."


async def _discord(settings: Settings, knows_store: bool) -> AsyncIterator[Finding]:
    if settings.token is None:
        yield "bad", NO_TOKEN
        return
    if settings.discord is not None:
        use_gateway(settings.discord)
    client = discord.Client(intents=discord.Intents(guilds=True))  # discord.py warns without any
    try:
        await client.login(settings.token.get_secret_value())
        yield "ok", f"Discord accepts the token: this is {client.user}."
        async for finding in _clock():
            yield finding
        for finding in _portal(settings, client):
            yield finding
        if knows_store:
            async for finding in _commands(settings, client):
                yield finding
        async for finding in _servers(client):
            yield finding
    except discord.LoginFailure:
        yield "bad", REFUSED
    except SEND_ERRORS as fault:
        yield "bad", f"Can't reach Discord ({type(fault).__name__}: {fault}): check the network, proxy and firewall."
    finally:
        await client.close()


def _portal(settings: Settings, client: discord.Client) -> Iterator[Finding]:
    """Check the application's settings in the developer portal."""
    application, flags = client.application, client.application_flags
    assert application is not None
    if application.interactions_endpoint_url:
        yield (
            "bad",
            "Discord sends button presses to another address: clear Interactions Endpoint URL in the developer portal.",
        )
    watching = [name for name, (full, some) in INTENTS.items() if getattr(flags, full) or getattr(flags, some)]
    if watching:
        yield "warn", f"Hob doesn't need privileged intents: switch off {', '.join(watching)} in the developer portal."
    if application.bot_public and not settings.servers:
        yield (
            "warn",
            "Anyone can invite this bot: in the portal set Installation, Install Link to None, then switch Public Bot "
            "off. Or set HOB_SERVERS.",
        )
    if application.user_integration_config is not None:
        yield (
            "warn",
            "People can add Hob to their own accounts, where it can't play: untick User Install under Installation in "
            "the developer portal.",
        )


async def _commands(settings: Settings, client: discord.Client) -> AsyncIterator[Finding]:
    """Report the last sync of the slash commands, and a failed attempt since."""
    assert client.application_id is not None
    try:
        sync = await _last_sync(settings, client.application_id)
    except (StoreError, OSError):  # reported separately
        return
    last = f"were last synced on {_date(sync.synced_at)}" if sync and sync.synced_at else "have not been synced yet"
    if sync is None or sync.failed_at is None:
        yield "ok", f"The slash commands {last}."
    else:
        yield (
            "warn",
            f"Syncing the slash commands failed on {_date(sync.failed_at)} ({sync.failure}); they {last}. "
            "Games continue, and Hob retries at least once an hour.",
        )


async def _last_sync(settings: Settings, application: int) -> CommandSyncRow | None:
    """Return this application's last sync, None if unknown. Raises StoreError."""
    if (file := settings.store_file) is not None:
        sync = await asyncio.to_thread(command_sync, file) if file.exists() else None
        return sync if sync and sync.application == application else None
    async with open_store(settings) as store:
        return await store.metadata.command_sync(application)


def _date(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d at %H:%M} UTC"


async def _servers(client: discord.Client) -> AsyncIterator[Finding]:
    complete: list[str] = []
    without: dict[str, list[str]] = {right: [] for right in OPTIONAL}
    after, servers = 0, await client.http.get_guilds(PAGE_SIZE)
    if not servers:
        yield "warn", "Hob isn't in any server yet: open the link that `hob invite` prints."
    while servers:
        for server in servers:
            has = discord.Permissions(int(server.get("permissions", 0)))
            has = discord.Permissions.all() if has.administrator else has
            missing = [
                f"{name} (to {purpose})" for right, (name, purpose) in REQUIRED.items() if not getattr(has, right)
            ]
            if missing:
                yield "warn", f"In the server {server['name']}, Hob lacks {', '.join(missing)}: add that to its role."
            else:
                complete.append(server["name"])
            for right, servers_without in without.items():
                if not getattr(has, right):
                    servers_without.append(server["name"])
        after = max(int(server["id"]) for server in servers)
        servers = await client.http.get_guilds(PAGE_SIZE, after=after) if len(servers) == PAGE_SIZE else []
    if complete:
        yield "ok", f"Hob has the permissions it needs in {_join_names(complete)} (a channel may deny some)."
    for right, (name, purpose) in OPTIONAL.items():
        if without[right]:
            yield "ok", f"Optional: with {name}, Hob could {purpose} in {_join_names(without[right])}."


def _join_names(servers: list[str]) -> str:
    more = f" and {len(servers) - MAX_NAMED_SERVERS} more" if len(servers) > MAX_NAMED_SERVERS else ""
    return f"{', '.join(servers[:MAX_NAMED_SERVERS])}{more}"


async def _clock() -> AsyncIterator[Finding]:
    async with aiohttp.ClientSession() as session, session.get(f"{discord.http.Route.BASE}/gateway") as answer:
        date = answer.headers.get("Date")
    if date is not None:
        off = time.time() - parsedate_to_datetime(date).timestamp()
        if abs(off) > MAX_CLOCK_SKEW:
            yield "warn", f"This machine's clock is {off:+.0f} seconds off: synchronize it with NTP."
        else:
            yield "ok", "The clock is right."


async def invite(settings: Settings, args: argparse.Namespace) -> int:
    if settings.token is None:
        raise InvalidSetting(NO_TOKEN)
    head = settings.token.get_secret_value().split(".")[0]
    try:
        application = int(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, binascii.Error):
        raise InvalidSetting(NO_BOT_TOKEN) from None
    print(discord.utils.oauth_url(application, permissions=INVITE_PERMISSIONS, scopes=("bot", "applications.commands")))
    print("\nHob needs these permissions:")
    _explain(REQUIRED)
    print("\nYou can untick these when you open the link:")
    _explain(OPTIONAL)
    return 0


def _explain(rights: dict[str, tuple[str, str]]) -> None:
    for name, purpose in rights.values():
        print(f"  {name:25} {purpose}")
