"""Responses to interactions, and ephemeral messages: everything sent by an interaction's token and connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.delivery.codes import ACKNOWLEDGED
from bot.delivery.retry import SEND_ERRORS, is_transient

log = logging.getLogger("hob.messenger")
Result = TypeVar("Result")
RETRY_DELAY = 0.4  # seconds until a lost response is sent again, within the three seconds of a press


async def send_via(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result:
    """Send something by an interaction's connection. Raises ConnectionError if that has ended."""
    try:
        if not interaction.client.is_closed():
            return await send()
    except RuntimeError:  # aiohttp raises this if the connection closes during the send
        if not interaction.client.is_closed():
            raise
    raise ConnectionError("the connection has ended")


async def retry_once(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result | None:
    """Do the same as `send_via`, but retry after a transient error. Return None if the first try arrived after all.

    A rate limit is raised, since the caller may hold a lock and must wait without it.
    """
    try:
        return await send_via(interaction, send)
    except SEND_ERRORS as fault:
        if not is_transient(fault) or isinstance(fault, discord.RateLimited) or interaction.client.is_closed():
            raise
        log.info("retrying a response: %s", fault)
    await asyncio.sleep(RETRY_DELAY)
    try:
        return await send_via(interaction, send)
    except discord.HTTPException as fault:
        if fault.code != ACKNOWLEDGED:
            raise
        return None


@dataclass(frozen=True)
class EphemeralMessage:
    """An ephemeral message. `message` is its id, None if unknown; a `follow_up` isn't the first response."""

    interaction: discord.Interaction
    message: int | None
    follow_up: bool = False

    @property
    def person(self) -> int:
        return self.interaction.user.id

    async def edit(self, payload: dict[str, Any]) -> discord.Message:
        if self.follow_up and (id := self.message) is not None:
            return await send_via(self.interaction, lambda: self.interaction.followup.edit_message(id, **payload))
        return await send_via(self.interaction, lambda: self.interaction.edit_original_response(**payload))

    async def delete(self) -> None:
        if self.follow_up and (id := self.message) is not None:
            await send_via(self.interaction, lambda: self.interaction.followup.delete_message(id))
        else:
            await send_via(self.interaction, self.interaction.delete_original_response)
