"""Makes what Discord shows of a table night equal to what it should show: its message, its event, threads, rings.

Whatever may exist once is sent with a nonce, and looked for where a crash may have left it.
"""

import contextlib
import hashlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime

import discord

from bot.delivery.messenger import ARCHIVE_AFTER, Post
from bot.delivery.permissions import missing_below
from bot.delivery.retry import passing
from bot.people import People
from bot.screens.message import Message, custom_ids
from bot.tables.screen_state import Posted
from bot.times import MINUTE, end_of
from cogs.nights.model import BETWEEN, LONGEST, Night, Party, Played
from cogs.nights.screens import NightScreens
from cogs.nights.service import Held, Nights

log = logging.getLogger("hob.nights")
HAS_THREAD = 160004
SPARE = 5.0  # seconds by which clocks may differ
Change = Callable[[Night], Night]


class NightMessages:
    def __init__(self, post: Post, nights: Nights, people: People, screens: NightScreens) -> None:
        self.post, self.nights, self.people, self.screens = post, nights, people, screens

    async def note(self, held: Held, **fields: object) -> Held:
        """What Discord shows now; it changes nothing that anybody decides."""
        return await self.nights.change(held.id, lambda night: night.model_copy(update=fields), held.due)

    # ---- its message, with who comes
    async def announce(self, held: Held) -> Held:
        night, message = held.night, self.screens.night(held)
        if not night.message and (found := await self._left_behind(held)):
            night = (held := await self.note(held, message=found, key="")).night
        if night.message and night.key != message.key:
            if await self.post.redraw(Posted(channel=held.channel, id=night.message), message):
                return await self.note(held, key=message.key)
        elif night.message:
            return held
        if night.stage in ("told", "cancelled"):  # somebody has deleted it, and it says nothing new any more
            return held
        if night.message:  # where it still stands it cannot be changed, and its controls would mislead
            await self.post.delete(Posted(channel=held.channel, id=night.message))
        posted = await self.post.send(held.channel, message, f"{held.id} {night.at} after {night.message}")
        return await self.note(held, message=posted.id, key=posted.key and message.key)

    async def _left_behind(self, held: Held) -> int:
        with contextlib.suppress(discord.Forbidden):
            async for message in self.post.ours(held.channel):
                if any(f":{held.id}:" in id for id in custom_ids(message)):
                    return message.id
        return 0

    async def say(self, held: Held, message: Message, once: str) -> int:
        """A message of its own since the night's hour, unless it stands there."""
        with contextlib.suppress(discord.Forbidden):
            async for sent in self.post.ours(held.channel):
                if sent.created_at.timestamp() >= held.night.at - SPARE and message.like(sent):
                    return sent.id
        return (await self.post.send(held.channel, message, f"{held.id} {held.night.at} {once}")).id

    async def call(self, held: Held) -> Held:
        """Ring whoever comes, if the night was moved, though not again and again, or cancelled."""
        night, now = held.night, self.post.clock()
        if not night.called or (night.called == "moved" and now < end_of(night.rung, BETWEEN, now)):
            return held
        hearing = await self.people.hearing(held.night.people())
        if hearing:
            message = self.screens.night_call(held, sorted(hearing))
            await self.post.send(held.channel, message, f"{held.id} {night.called} {night.at}")

        def rule(newest: Night) -> Night:
            known = (newest.called, newest.at) == (night.called, night.at)  # else it was changed while they were rung
            return newest.model_copy(update={"called": "" if known else newest.called, "rung": now})

        return await self.nights.change(held.id, rule, held.due)

    async def recap(self, held: Held, games: list[Played]) -> None:
        await self.say(held, self.screens.night_recap(held, games), "recap")

    async def lapse(self, held: Held) -> None:
        """Tell who has set it that it does not come again."""
        hearing = await self.people.hearing([held.night.host])
        await self.say(held, self.screens.night_lapsed(held, sorted(hearing)), "lapsed")

    # ---- a place for each table
    def threads(self, held: Held) -> bool:
        """Whether tables may stand in threads of their own there."""
        channel = self.post.place(held.guild, held.channel)
        if not isinstance(channel, discord.TextChannel):
            return False
        return not missing_below(channel.permissions_for(channel.guild.me))

    async def thread(self, held: Held, nth: int) -> Held:
        """A message that names the table, and below it the thread where it stands."""
        party = held.night.parties[nth]
        if not party.message:
            id = await self.say(held, self.screens.night_party(held, nth), f"table {nth}")
            held = await self.seat(held, nth, message=id)
        channel, message = self.post.place(held.guild, held.channel), discord.Object(held.night.parties[nth].message)
        assert isinstance(channel, discord.TextChannel)
        try:
            name = self.screens.night_thread(held, nth)
            made = await channel.create_thread(name=name, message=message, auto_archive_duration=ARCHIVE_AFTER)
            thread = made.id
        except discord.HTTPException as fault:
            if fault.code != HAS_THREAD:
                raise
            thread = message.id
        return await self.seat(held, nth, channel=thread)

    async def seat(self, held: Held, nth: int, **fields: object) -> Held:
        def rule(night: Night) -> Night:
            night = night.draft()
            if nth < len(night.parties):
                night.parties[nth] = Party(**{**night.parties[nth].model_dump(), **fields})
            return night

        return await self.nights.change(held.id, rule, held.due)

    # ---- Discord's own event
    async def event(self, held: Held) -> Held:
        """It is what people see without looking into the channel; a night is one without it, too."""
        try:
            return await self._event(held)
        except discord.HTTPException as fault:
            if passing(fault):
                raise
            log.warning("night %s: no event (%s)", held.id, fault)
            return held

    async def _event(self, held: Held) -> Held:
        night, guild = held.night, self.post.guild(held.guild)
        if guild is None or night.event < 0:
            return held
        name, text, place = self.screens.night_event(held)
        start, end = span(night)
        planned = night.stage == "planned"
        key = hashlib.sha256(repr((name, text, place, start, night.stage)).encode()).hexdigest()[:16]
        if night.event_key == key:
            return held
        if not night.event:
            if not planned or night.at < self.post.clock() + MINUTE or not may_make_events(guild):
                return held
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
            return await self.note(held, event=event.id, event_key=key)
        if not may_change_events(guild):
            return held
        try:
            await self._change_event(await guild.fetch_scheduled_event(night.event), night, name, text, place)
        except discord.NotFound:  # whoever removed it does not want it
            return await self.note(held, event=-1)
        return await self.note(held, event_key=key)

    async def _change_event(
        self, event: discord.ScheduledEvent, night: Night, name: str, text: str, place: str
    ) -> None:
        if night.stage == "planned":
            start, end = span(night)
            await event.edit(name=name, description=text, start_time=start, end_time=end, location=place)
        elif night.stage == "open":
            if event.status is discord.EventStatus.scheduled:
                await event.start()
        elif event.status is discord.EventStatus.scheduled:
            await event.cancel()
        elif event.status is discord.EventStatus.active:
            await event.end()


def span(night: Night) -> tuple[datetime, datetime]:
    """When it begins, and when it is over as far as anybody can say."""
    return datetime.fromtimestamp(night.at, UTC), datetime.fromtimestamp(night.at + LONGEST / 3, UTC)


def may_make_events(guild: discord.Guild) -> bool:
    """Return whether Hob may create scheduled events: since February 2026 Manage Events alone is not enough."""
    return guild.me.guild_permissions.create_events


def may_change_events(guild: discord.Guild) -> bool:
    """Return whether Hob may change the events it has created: for these either permission is enough."""
    allowed = guild.me.guild_permissions
    return allowed.create_events or allowed.manage_events
