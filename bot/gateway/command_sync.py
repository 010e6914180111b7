"""Syncs the slash commands with Discord in the background, so that a rejected sync doesn't stop games."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_errors import SEND_ERRORS
from db import Store, StoreError, StoreUnavailable

log = logging.getLogger("hob.commands")
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0  # seconds between attempts
LONGEST_FAILURE = 300  # recorded characters of Discord's error


class CommandSync:
    """The command sync of a process. After a closed client, its successor makes the next attempt."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
        self._connected = asyncio.Event()
        self._client: commands.Bot  # set before `_connected`
        self._task: asyncio.Task[None] | None = None

    def connected(self, client: commands.Bot) -> None:
        """Sync through this client, unless this process has already synced."""
        self._client = client
        self._connected.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="hob command sync")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while (fault := await self._attempt()) is not None:
            after = max(pause, fault.retry_after) if isinstance(fault, discord.RateLimited) else pause
            known = isinstance(fault, (*SEND_ERRORS, StoreError)) or self._client.is_closed()
            log.log(
                logging.INFO if self._client.is_closed() else logging.ERROR,
                "commands not synced (%s), retrying in %.0f s; games continue",
                describe(fault),
                after,
                exc_info=None if known else fault,
            )
            await self.sleep(after)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _attempt(self) -> Exception | None:
        """Make one attempt. Return its error, or None."""
        while self._client.is_closed():
            self._connected.clear()
            await self._connected.wait()
        client, application = self._client, self._client.application_id
        assert application is not None
        try:
            await self._sync(client.tree, application)
        except Exception as fault:
            if client.is_closed():  # Hob stops or reconnects; Discord has rejected nothing
                return fault
            try:
                await self._store.metadata.commands_failed(application, self._clock(), describe(fault))
            except StoreUnavailable:
                log.warning("failed command sync not recorded: database unavailable")
            return fault
        return None

    async def _sync(self, tree: app_commands.CommandTree[commands.Bot], application: int) -> None:
        last, digest = await self._store.metadata.command_sync(application), await hash_of(tree)
        if last.hash == digest and last.synced_at is not None and await all_known(tree):
            log.info("commands unchanged since the last sync")
            if last.failed_at is not None:
                await self._store.metadata.commands_synced(application, digest, last.synced_at)
            return
        synced = await tree.sync()
        await self._store.metadata.commands_synced(application, digest, self._clock())
        log.info("commands synced: %s", ", ".join(f"/{command.name}" for command in synced))


async def hash_of(tree: app_commands.CommandTree[commands.Bot]) -> str:
    """Return the hash of the commands to sync, independent of the load order of extensions."""
    assert tree.translator is not None
    sorted_commands = sorted(tree.get_commands(), key=lambda command: command.name)
    payload = [await command.get_translated_payload(tree, tree.translator) for command in sorted_commands]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


async def all_known(tree: app_commands.CommandTree[commands.Bot]) -> bool:
    """Return True if Discord has commands with these names; another program with the token may have replaced them."""
    known = {command.name for command in await tree.fetch_commands()}
    return known == {command.name for command in tree.get_commands()}


def describe(fault: Exception) -> str:
    """Return the error in one line, short enough to store."""
    return " ".join(str(fault).split())[:LONGEST_FAILURE] or type(fault).__name__
