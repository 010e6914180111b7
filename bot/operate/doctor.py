"""`hob doctor` and `hob invite`: is everything as it must be, and what to do where it is not."""

import argparse
import asyncio
import base64
import binascii
import platform
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

import aiohttp
import discord

from bot import __version__
from bot.delivery.rights import IN_CHANNEL, IN_THREAD
from bot.run.probe import ailment
from bot.run.settings import Settings
from bot.run.supervisor import point_at
from db import BadCopy, Store, StoreError, verify

NEEDED = discord.Permissions(**dict.fromkeys((*IN_CHANNEL, *IN_THREAD, "read_message_history"), True))
ROOM = 500 * 2**20  # bytes that should be free
OFF = 30.0  # seconds that the clock may be wrong
Found = tuple[str, str]  # "ok", "warn" or "bad", and a sentence


async def doctor(settings: Settings, given: argparse.Namespace) -> int:
    """Everything that is wrong at once; 1 if Hob cannot run so."""
    worst = 0
    for look in (_versions, _folder, _running):
        for level, sentence in look(settings):
            worst |= _told(level, sentence)
    async for level, sentence in _store(settings):
        worst |= _told(level, sentence)
    async for level, sentence in _discord(settings):
        worst |= _told(level, sentence)
    return worst


def _told(level: str, sentence: str) -> int:
    print(f"{level:5} {sentence}")
    return int(level == "bad")


def _versions(settings: Settings) -> Iterator[Found]:
    python = platform.python_version()
    yield (
        "ok",
        f"Hob {__version__}, Python {python}, discord.py {discord.__version__}, SQLite {sqlite3.sqlite_version}",
    )


def _folder(settings: Settings) -> Iterator[Found]:
    data = settings.data
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / ".doctor"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        yield "bad", f"The data folder {data} cannot be written ({fault}): give it to the user that Hob runs as."
        return
    free = shutil.disk_usage(data).free
    if free < ROOM:
        yield "warn", f"Only {free // 2**20} MB are free in {data}: make room, or lower HOB_BACKUP_KEEP."
    else:
        yield "ok", f"The data folder {data} can be written; {free // 2**20:,} MB are free."


def _running(settings: Settings) -> Iterator[Found]:
    wrong = ailment(settings.data)
    yield ("ok", "A Hob is running here, and is well.") if wrong is None else ("warn", wrong)


def _file(file: Path) -> list[Found]:
    if not file.exists():
        return [("ok", f"There is no store at {file} yet; the first start makes one.")]
    try:
        found = verify(file)
    except BadCopy as fault:
        return [("bad", f"{fault}  Stop Hob and put a copy back: hob restore COPY.")]
    tables = found.counts.get("sessions", 0)
    told = [("ok", f"The store {file} is whole: {tables} tables, {found.size:,} bytes.")]
    if file.stat().st_mode & 0o077:
        told.append(("warn", f"Others may read {file}: chmod 600 {file}."))
    return told


async def _store(settings: Settings) -> AsyncIterator[Found]:
    url = settings.database_url
    if url.startswith("sqlite"):
        for found in await asyncio.to_thread(_file, Path(url.removeprefix("sqlite:///"))):
            yield found
        return
    try:
        store = await Store.open(url)
    except StoreError as fault:
        yield "bad", f"{fault}  Look at HOB_DATABASE, and whether that server runs and lets Hob in."
        return
    try:
        counts = await store.counts()
        ill = f"{counts['frozen']} frozen, {counts['aside']} set aside"
        yield "ok", f"The store answers: {sum(counts.values())} tables, {ill}."
    finally:
        await store.close()


async def _discord(settings: Settings) -> AsyncIterator[Found]:
    if settings.token is None:
        yield "bad", "HOB_TOKEN is not set: README says how to get a token."
        return
    if settings.discord is not None:
        point_at(settings.discord)
    client = discord.Client(intents=discord.Intents(guilds=True))  # of none discord.py warns
    try:
        await client.login(settings.token.get_secret_value())
        yield "ok", f"Discord takes the token: this is {client.user}."
        async for found in _clock():
            yield found
        servers = await client.http.get_guilds(200)
        if not servers:
            yield "warn", "Hob is in no server yet: open the link that `hob invite` prints."
        for server in servers:
            has = discord.Permissions(int(server.get("permissions", 0)))
            missing = [name.replace("_", " ") for name, wanted in NEEDED if wanted and not getattr(has, name)]
            if missing and not has.administrator:
                yield (
                    "warn",
                    f"In the server {server['name']} Hob may not: {', '.join(missing)}. Give its role these rights.",
                )
            else:
                yield "ok", f"In the server {server['name']} Hob has its rights (a channel may take some away)."
    except discord.LoginFailure:
        yield "bad", "Discord refuses the token in HOB_TOKEN: reset it in the developer portal and copy it anew."
    except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
        yield (
            "bad",
            f"Discord cannot be reached ({type(fault).__name__}: {fault}): look at network, proxy and firewall.",
        )
    finally:
        await client.close()


async def _clock() -> AsyncIterator[Found]:
    async with aiohttp.ClientSession() as session, session.get(f"{discord.http.Route.BASE}/gateway") as answer:
        date = answer.headers.get("Date")
    if date is not None:
        off = time.time() - parsedate_to_datetime(date).timestamp()
        if abs(off) > OFF:
            yield "warn", f"This machine's clock is {off:+.0f} seconds from Discord's: set it by NTP."
        else:
            yield "ok", "The clock is right."


async def invite(settings: Settings, given: argparse.Namespace) -> int:
    if settings.token is None:
        print("HOB_TOKEN is not set: README says how to get a token.")
        return 1
    head = settings.token.get_secret_value().split(".")[0]
    try:
        application = int(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, binascii.Error):
        print("HOB_TOKEN does not look like a bot's token: copy it anew from the developer portal.")
        return 1
    print(discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands")))
    return 0
