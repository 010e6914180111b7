"""Responses to interactions, and ephemeral messages: everything sent by an interaction's token and connection.

Every interaction gets a response in time, at the latest a deferral, so that Discord never reports a failure. A press
that must wait behind many others is deferred at once: a deferral takes a third of the time of any other response, and
without it the last of many presses would be late.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import discord

from bot.delivery.edits import MakePayload
from bot.discord_errors import (
    ACKNOWLEDGED,
    LATE_CODES,
    SEND_ERRORS,
    SHOWS_NO_TABLE,
    UNEDITABLE_CODES,
    UNKNOWN_MESSAGE,
    LeaseExpired,
    code_of,
    filtered_by,
    is_transient,
)
from bot.gate import InteractionGate

log = logging.getLogger("hob.interactions")
Result = TypeVar("Result")
DEFER_AFTER = 2.0  # seconds until a press without a response is deferred; Discord's limit of three counts from sending
ARRIVED_AT = "arrived_at"  # in `extras`: the loop's time of arrival, since when it may have waited for the shard
UNCONFIRMED = "unconfirmed"  # in `extras`: Hob doesn't know how the first response ended, but Discord takes no other
RESPONSE_TIMEOUT = 10.0  # seconds for a first response: its table waits for it, and Discord takes none after three
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


async def send_first(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result:
    """Do the same as `send_via` for a first response. Raises TimeoutError if Discord doesn't answer."""
    try:
        async with asyncio.timeout(RESPONSE_TIMEOUT):
            return await send_via(interaction, send)
    except TimeoutError:
        interaction.extras[UNCONFIRMED] = True
        raise


async def retry_once(interaction: discord.Interaction, send: Callable[[], Awaitable[Result]]) -> Result | None:
    """Do the same as `send_first`, but retry after a transient error. Return None if the first try arrived after all.

    A rate limit is raised, since the caller may hold a lock and must wait without it. So is a timeout: it's too late.
    """
    try:
        return await send_first(interaction, send)
    except (discord.RateLimited, TimeoutError):
        raise
    except SEND_ERRORS as fault:
        if not is_transient(fault) or interaction.client.is_closed():
            raise
        log.info("retrying a response: %s", fault)
    await asyncio.sleep(RETRY_DELAY)
    try:
        return await send_first(interaction, send)
    except discord.HTTPException as fault:
        if fault.code != ACKNOWLEDGED:
            raise
        interaction.extras[UNCONFIRMED] = True
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


class Response:
    """The response to one interaction. As a context manager it defers work that takes too long."""

    def __init__(self, interaction: discord.Interaction, gate: InteractionGate) -> None:
        self.interaction, self._gate = interaction, gate
        self.has_content = False  # more than a deferral was sent
        self.on_late: Callable[[], None] = lambda: None  # called when it must be deferred because it isn't ready
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        task = asyncio.current_task()
        assert task is not None
        self.task = task

    @property
    def is_done(self) -> bool:
        """Return True if there was a first response, even if it's unknown whether it arrived."""
        return self.interaction.response.is_done() or UNCONFIRMED in self.interaction.extras

    # ---- in time
    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        arrived_at = self.interaction.extras.get(ARRIVED_AT, loop.time())
        self._timer = loop.call_at(arrived_at + DEFER_AFTER, self._defer_late)
        self._gate.register(self.task, self._acknowledge)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.cancel_deferral()
        finally:  # also if it is cancelled once more: a stop waits for all registered presses
            self._gate.unregister(self.task)
            self.interaction.message = None  # the response may stay editable for a while; free the pressed message

    def _acknowledge(self) -> None:
        """Defer a press. A command isn't deferred, because its response may be public."""
        if self.interaction.type is discord.InteractionType.component:
            self._begin_deferral()

    def _begin_deferral(self) -> None:
        if self._deferral is None:
            self._deferral = asyncio.create_task(self._defer(), name="hob-deferral")

    def _defer_late(self) -> None:
        self._begin_deferral()
        self._gate.release(self.task)
        self.on_late()

    async def _defer(self) -> None:
        SHOWS_NO_TABLE.set(True)
        try:
            await retry_once(self.interaction, lambda: self.interaction.response.defer(ephemeral=True))
        except (discord.InteractionResponded, *SEND_ERRORS):
            log.warning("interaction not deferred in time")

    async def cancel_deferral(self) -> None:
        """Cancel the deferral, as the response is ready; wait for one under way, as Discord takes only one response."""
        self._gate.release(self.task)
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await asyncio.wait([self._deferral])

    # ---- sending
    async def send(self, payload: MakePayload, ephemeral: bool) -> EphemeralMessage | None:
        """Send a new message. Return None if it was lost. Raises SEND_ERRORS."""
        interaction = self.interaction
        if self.is_done:
            follow_up = interaction.followup.send
            sent = await send_via(interaction, lambda: follow_up(ephemeral=ephemeral, wait=True, **payload()))
            self.has_content = True
            # After a deferred press, the original response is the pressed message. That may be the table, where cards
            # must never appear.
            is_follow_up = interaction.response.type is not discord.InteractionResponseType.deferred_channel_message
            return EphemeralMessage(interaction, sent.id, follow_up=is_follow_up)
        send = interaction.response.send_message
        response = await retry_once(interaction, lambda: send(ephemeral=ephemeral, **payload()))
        if response is None:
            return None
        self.has_content = True
        return EphemeralMessage(interaction, response.message_id)

    async def put(self, payload: MakePayload) -> discord.Message | None:
        """Edit the pressed message. Return it as Discord now shows it, if known. Raises SEND_ERRORS."""
        await self.cancel_deferral()
        interaction = self.interaction
        result: object
        if self.is_done:
            result = await send_via(interaction, lambda: interaction.edit_original_response(**payload()))
        else:
            response = await retry_once(interaction, lambda: interaction.response.edit_message(**payload()))
            result = response.resource if response is not None else None
        self.has_content = True
        return result if isinstance(result, discord.Message) else None

    async def acknowledge(self) -> bool:
        """Acknowledge without a visible response. Return False if the pressed message is gone."""
        await self.cancel_deferral()
        if not self.is_done:
            try:
                await retry_once(self.interaction, self.interaction.response.defer)
            except SEND_ERRORS as fault:
                if code_of(fault) == UNKNOWN_MESSAGE:
                    return False
                self._log_late(fault)
        return True

    async def acknowledge_uneditable(self, fault: Exception) -> None:
        """Acknowledge a press when Discord rejects the response; delivery shows the result in another way."""
        if code_of(fault) not in UNEDITABLE_CODES and not filtered_by(fault):
            self._log_late(fault)
            return
        log.info("response not editable, showing the result another way (%s)", fault)
        if self.interaction.type is discord.InteractionType.component:
            await self.acknowledge()

    def _log_late(self, fault: Exception) -> None:
        """Log a response that came too late or was lost; the change stays, and the table will show it.

        Raises any other error. LeaseExpired is raised because a message without a table can still be sent.
        """
        if isinstance(fault, LeaseExpired) or (code_of(fault) not in LATE_CODES and not is_transient(fault)):
            raise fault
        log.info("response lost or too late (%s)", fault)
