"""Update everything that Discord shows of a game night: its message, its event, threads and notifications.

A message that must exist only once has a nonce, and Hob looks for copies that a crash may have left.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import discord

from bot.delivery.messenger import ARCHIVE_AFTER, Messenger
from bot.discord_errors import (
    EVENT_OVER,
    HAS_THREAD,
    LOCKED,
    NO_RIGHTS,
    UNKNOWN_MESSAGE,
    filtered_by,
    is_transient,
)
from bot.people.service import People
from bot.permissions import IN_CHANNEL, missing_rights, missing_thread_rights
from bot.screens.game_ui import Games
from bot.screens.message import Message, has_control
from bot.servers import Servers
from bot.tables.screen_state import PostedMessage
from bot.timing import MINUTE, end_of
from cogs.nights.model import EVENT_DURATION, NOTIFY_INTERVAL, Night, Party
from cogs.nights.screens import NightScreen
from cogs.nights.service import Nights, StoredNight

log = logging.getLogger("hob.nights")
CLOCK_TOLERANCE = 5.0  # seconds by which clocks may differ
Change = Callable[[Night], Night]


class NightMessages:
    def __init__(self, messenger: Messenger, nights: Nights, people: People, servers: Servers, game_uis: Games) -> None:
        self.messenger, self.nights, self.people, self.game_uis = messenger, nights, people, game_uis
        self.servers = servers

    def screen(self, stored: StoredNight) -> NightScreen:
        return NightScreen(stored, self.game_uis)

    async def save_shown(self, stored: StoredNight, **fields: object) -> StoredNight:
        """Store what Discord shows now; the night itself stays the same."""
        return await self.nights.change(stored.id, lambda night: night.model_copy(update=fields), stored.due)

    # ---- the night's message
    async def announce(self, stored: StoredNight) -> StoredNight:
        night, message = stored.night, self.screen(stored).night()
        if not night.message and (own := await self.messenger.find_own(stored.channel, has_control(f"h:{stored.id}:"))):
            night = (stored := await self.save_shown(stored, message=own.id, key="")).night
        if night.message and night.key != message.key:
            if await self.messenger.redraw(PostedMessage(channel=stored.channel, id=night.message), message):
                return await self.save_shown(stored, key=message.key)
        elif night.message:
            return stored
        if night.stage in ("told", "cancelled"):  # it was deleted, and will not change any more
            return stored
        if night.message:  # if it still exists, it cannot be edited, and its controls would mislead
            await self.messenger.delete(PostedMessage(channel=stored.channel, id=night.message))
        try:
            posted = await self.messenger.send(stored.channel, message, f"{stored.id} {night.at} after {night.message}")
        except discord.HTTPException as fault:
            await self._report_unposted(stored, fault)
            raise
        return await self.save_shown(stored, message=posted.id, key=posted.key and message.key, blocked="")

    async def check_message(self, stored: StoredNight) -> StoredNight:
        """Return the night; if its message was deleted while Hob was stopped, `announce` will post it again."""
        night = stored.night
        if night.stage != "planned" or not night.message:
            return stored
        if await self.messenger.exists(PostedMessage(channel=stored.channel, id=night.message)):
            return stored
        return await self.save_shown(stored, key="")

    async def _report_unposted(self, stored: StoredNight, fault: discord.HTTPException) -> None:
        """Tell the host, once, what blocks the night's message."""
        reason = filtered_by(fault) or ("rights" if fault.code in NO_RIGHTS else "")
        if not reason or reason == stored.night.blocked:
            return
        channel = self.messenger.find_channel(stored.guild, stored.channel)
        lacking = [] if channel is None else missing_rights(channel.permissions_for(channel.guild.me), channel)
        if not lacking:  # as far as is known; discord.py forgets archived threads
            lacking = ["manage_threads"] if fault.code == LOCKED else list(IN_CHANNEL)
        message = self.screen(stored).night_unposted(reason, lacking)
        if await self.notify_host(stored, message, f"blocked by {reason}"):
            await self.save_shown(stored, blocked=reason)

    async def notify_host(self, stored: StoredNight, message: Message, purpose: str) -> bool:
        """DM the host, if possible. Return False if that should be tried again."""
        key = f"{stored.id} {stored.night.at} {purpose}"
        return await self.messenger.notify_person(self.people, stored.night.host, message, key)

    async def post_once(self, stored: StoredNight, message: Message, purpose: str) -> int:
        """Post a message, unless it was already posted after the night's time; return its id."""

        def is_it(sent: discord.Message) -> bool:
            return sent.created_at.timestamp() >= stored.night.at - CLOCK_TOLERANCE and message.matches(sent)

        posted = await self.messenger.find_own(stored.channel, is_it) or await self.messenger.send(
            stored.channel, message, f"{stored.id} {stored.night.at} {purpose}"
        )
        return posted.id

    async def notifiable(self, stored: StoredNight, persons: Iterable[int]) -> list[int]:
        """Return those of the persons who have notifications on and aren't blocked in the night's server."""
        return sorted(await self.people.with_notifications(persons) - {*await self.servers.barred(stored.guild)})

    async def notify_guests(self, stored: StoredNight) -> StoredNight:
        """Notify the guests if the night was moved, but not too often, or cancelled."""
        night, now = stored.night, self.messenger.clock()
        if not night.called or (night.called == "moved" and now < end_of(night.rung, NOTIFY_INTERVAL, now)):
            return stored
        if notifiable := await self.notifiable(stored, stored.night.people()):
            message = self.screen(stored).night_notification(notifiable)
            await self.messenger.send(stored.channel, message, f"{stored.id} {night.called} {night.at}")

        def modify(newest: Night) -> Night:
            known = (newest.called, newest.at) == (night.called, night.at)  # else it changed while we notified them
            return newest.model_copy(update={"called": "" if known else newest.called, "rung": now})

        return await self.nights.change(stored.id, modify, stored.due)

    async def notify_discontinued(self, stored: StoredNight) -> None:
        """Notify the host that the night will not be repeated."""
        notifiable = await self.notifiable(stored, [stored.night.host])
        await self.post_once(stored, self.screen(stored).night_discontinued(notifiable), "discontinued")

    # ---- a thread for each table
    def supports_threads(self, stored: StoredNight) -> bool:
        """Return True if Hob can create threads for tables there."""
        channel = self.messenger.find_channel(stored.guild, stored.channel)
        if not isinstance(channel, discord.TextChannel):
            return False
        return not missing_thread_rights(channel.permissions_for(channel.guild.me))

    async def create_thread(self, stored: StoredNight, nth: int) -> StoredNight:
        """Post a message that names the table, and create its thread."""
        party = stored.night.parties[nth]
        if not party.message:
            id = await self.post_once(stored, self.screen(stored).night_party(nth), f"table {nth}")
            stored = await self.update_party(stored, nth, message=id)
        channel = self.messenger.find_channel(stored.guild, stored.channel)
        message = discord.Object(stored.night.parties[nth].message)
        assert isinstance(channel, discord.TextChannel)
        name = self.screen(stored).night_thread(nth)
        try:
            created = await channel.create_thread(name=name, message=message, auto_archive_duration=ARCHIVE_AFTER)
            thread = created.id
        except discord.HTTPException as fault:
            if fault.code == UNKNOWN_MESSAGE:  # it was deleted; a thread needs none
                kind = discord.ChannelType.public_thread
                thread = (await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_AFTER)).id
            elif fault.code == HAS_THREAD:
                thread = message.id
            else:
                raise
        return await self.update_party(stored, nth, channel=thread)

    async def delete_party_message(self, stored: StoredNight, nth: int) -> None:
        """Delete the message that names a table's thread, if it was posted."""
        if id := stored.night.parties[nth].message:
            await self.messenger.delete(PostedMessage(channel=stored.channel, id=id))

    async def update_party(self, stored: StoredNight, nth: int, **fields: object) -> StoredNight:
        def modify(night: Night) -> Night:
            night = night.draft()
            if nth < len(night.parties):
                night.parties[nth] = Party(**{**night.parties[nth].model_dump(), **fields})
            return night

        return await self.nights.change(stored.id, modify, stored.due)

    # ---- Discord's own event
    async def sync_event(self, stored: StoredNight) -> StoredNight:
        """Update Discord's event, which people see without opening the channel; a night works without it, too.

        If Discord rejects that, tell the host, once, and try again only when the night changes.
        """
        try:
            return await self._sync_event(stored)
        except discord.HTTPException as fault:
            if is_transient(fault):
                raise
            log.warning("night %s: event not updated (%s)", stored.id, fault)
            message = self.screen(stored).night_event_rejected()
            host_knows = stored.night.event_rejected or await self.notify_host(stored, message, "event rejected")
            if not host_knows and stored.night.stage == "planned":
                raise  # so that the host is told when it is rejected again
            return await self.save_shown(stored, event_key=self._event_key(stored), event_rejected=host_knows)

    def _event_key(self, stored: StoredNight) -> str:
        """Return the key of what the event should show."""
        shown = (*self.screen(stored).night_event(), event_times(stored.night)[0], stored.night.stage)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    async def _sync_event(self, stored: StoredNight) -> StoredNight:
        night, guild = stored.night, self.messenger.guild(stored.guild)
        if guild is None or night.event < 0:
            return stored
        name, text, place = self.screen(stored).night_event()
        start, end = event_times(night)
        planned, key = night.stage == "planned", self._event_key(stored)
        if night.event_key == key:
            return stored
        if not night.event:
            if not planned or night.at < self.messenger.clock() + MINUTE or not may_make_events(guild):
                return stored
            left = [e for e in await guild.fetch_scheduled_events() if (e.name, e.location) == (name, place)]
            mine = next((e for e in left if e.start_time == start and e.creator_id == guild.me.id), None)
            event = mine or await guild.create_scheduled_event(
                name=name,
                description=text,
                start_time=start,
                end_time=end,
                location=place,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
            )
            return await self.save_shown(stored, event=event.id, event_key=key, event_rejected=False)
        if not may_change_events(guild):
            return stored
        try:
            await self._update_event(await guild.fetch_scheduled_event(night.event), night, name, text, place)
        except discord.HTTPException as fault:
            if not isinstance(fault, discord.NotFound) and fault.code != EVENT_OVER:
                raise
            log.info("night %s: its event was removed or ended on purpose (%s)", stored.id, fault)
            return await self.save_shown(stored, event=-1)
        return await self.save_shown(stored, event_key=key, event_rejected=False)

    async def _update_event(
        self, event: discord.ScheduledEvent, night: Night, name: str, text: str, place: str
    ) -> None:
        if night.stage == "planned":
            start, end = event_times(night)
            await event.edit(name=name, description=text, start_time=start, end_time=end, location=place)
        elif night.stage == "open":
            if event.status is discord.EventStatus.scheduled:
                await event.start()
        elif event.status is discord.EventStatus.scheduled:
            await event.cancel()
        elif event.status is discord.EventStatus.active:
            await event.end()


def event_times(night: Night) -> tuple[datetime, datetime]:
    """Return the start, and the end as an estimate."""
    return datetime.fromtimestamp(night.at, UTC), datetime.fromtimestamp(night.at + EVENT_DURATION, UTC)


def may_make_events(guild: discord.Guild) -> bool:
    """Return True if Hob may create scheduled events: since February 2026 Manage Events alone is not enough."""
    return guild.me.guild_permissions.create_events


def may_change_events(guild: discord.Guild) -> bool:
    """Return True if Hob may change the events it has created: for these either permission is enough."""
    allowed = guild.me.guild_permissions
    return allowed.create_events or allowed.manage_events
