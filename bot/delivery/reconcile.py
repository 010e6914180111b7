"""Makes what Discord shows equal to what it should show.

What should be on screen is a pure function of a session (`Screens`, written in cogs).  `reconcile` compares it with
what was last sent and edits, posts or deletes until they agree; after a crash the same function repairs the rest.
"""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol

import discord

from bot.delivery.message import Message, custom_ids
from bot.delivery.panels import Mail
from bot.delivery.retry import NETWORK, passing
from bot.delivery.rings import Rings
from bot.delivery.screen import Ping, Posted
from bot.run.settings import Timing
from bot.sessions.live import Live
from bot.sessions.people import People
from bot.sessions.sessions import Sessions
from db import KEEP

log = logging.getLogger("hob.delivery")
PAINT_PATIENCE = 5.0  # seconds a panel or a page waits for its picture; the press is deferred meanwhile
BLINK = 0.5  # seconds a press on the table waits for the new one, before it is acknowledged without
LOOK_BACK = 10  # messages
LONGEST_RETRY = 3600.0  # seconds between two tries while rights are missing
ARCHIVED = 50083
REPOST = {30046, ARCHIVED, 50005}  # too many edits of an old message, archived thread, not ours
GONE = {10003, 10004}  # channel, guild
HISTORY = 7 * 86400.0  # seconds after the end of a table until a channel without rights is not tried any more
NO_RIGHTS = {50001, 50013, 160005}


class Screens(Protocol):
    """What should be on screen, as pure functions of a session."""

    def table(self, live: Live, ringing: list[int]) -> Message: ...
    def panel(self, live: Live, seat: int, pictures: bool) -> Message: ...
    def closing(self, live: Live) -> Message: ...
    def ping(self, live: Live, seats: list[int]) -> Message: ...
    def notice(self, live: Live, seats: list[int]) -> Message: ...
    def vote(self, live: Live) -> Message: ...
    def farewell(self, live: Live, seats: list[int]) -> Message: ...
    def sheets(self, live: Live) -> list[Message]: ...
    def has_hand(self, live: Live) -> bool: ...


class Delivery:
    """`client` is the discord.py client, `paint` turns a picture's scene into PNG bytes (None: no picture today)."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Sessions,
        people: People,
        timing: Timing,
        screens: Screens,
        paint: Callable[[Any], Awaitable[bytes | None]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.client, self.sessions, self.people = client, sessions, people
        self.timing, self.screens, self.clock = timing, screens, clock
        self._paint = paint
        self.under_way: set[asyncio.Task[Any]] = set()  # presses and commands that are being answered
        self.mail = Mail(self)
        self.rings = Rings(self)

    # ---- sending
    async def paint(self, message: Message, patience: float | None = None) -> bytes | None:
        """The message's picture; None if it has none, or if painting fails or takes longer than `patience` seconds."""
        if message.picture is None:
            return None
        try:
            async with asyncio.timeout(patience):
                return await self._paint(message.picture)
        except TimeoutError:
            return None

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def send(self, channel: int, message: Message, once: str) -> Posted:
        """Send a message that there may be only one of, called `once`.

        If it arrived before, but a broken connection or a crash kept us from noting it, Discord gives us that one back
        (for some minutes); what it shows may be older, so its key is left empty then.
        """
        png = await self.paint(message)
        nonce = hashlib.sha256(once.encode()).hexdigest()[:24]
        sent = await self.channel(channel).send(**message.sending(png), nonce=nonce)
        return Posted(channel=channel, id=sent.id, key=message.key if message.like(sent) else "", at=self.clock())

    async def edit(self, posted: Posted, message: Message) -> None:
        png = await self.paint(message)
        await self.channel(posted.channel).get_partial_message(posted.id).edit(**message.payload(png))
        posted.key, posted.at = message.key, self.clock()

    async def redraw(self, posted: Posted, message: Message) -> bool:
        """Edit a message; False if it is gone, or cannot be edited any more."""
        try:
            await self.edit(posted, message)
        except discord.HTTPException as fault:
            if fault.code in GONE or (fault.code not in REPOST and not isinstance(fault, discord.NotFound)):
                raise
            return False
        return True

    async def delete(self, posted: Posted | None) -> None:
        """Gone is gone: a message that is deleted already, or may not be, or lies in an archive, is no fault."""
        if posted is None:
            return
        try:
            await self.channel(posted.channel).get_partial_message(posted.id).delete()
        except (discord.NotFound, discord.Forbidden):
            pass
        except discord.HTTPException as fault:
            if fault.code != ARCHIVED:
                raise

    # ---- the table
    def table(self, live: Live) -> Message:
        """The table message as it should be now; pings stand in its content where it was reposted to ring."""
        ping, table = live.screen.ping, live.screen.table
        within = ping is not None and table is not None and ping.id == table.id
        return self.screens.table(live, self.still_pinged(live) if within else [])

    def still_pinged(self, live: Live) -> list[int]:
        """The seats named in the ping that are still asked; at the end, those who were not there."""
        ping, info = live.screen.ping, live.info
        named = ping.seats if ping is not None else []
        if live.status == "over":
            return named if live.screen.said_farewell else []
        asked = [seat for seat in named if seat in info.needs and live.playing]
        return [seat for seat in asked if not info.seats[seat].by_computer]

    def rights(self, live: Live) -> discord.Permissions | None:
        """What Hob may do in the table's channel, as far as Discord has told."""
        channel = self.client.get_channel(live.channel)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.permissions_for(channel.guild.me)
        return None

    async def respond(self, live: Live, put: Callable[[Message, bytes | None], Awaitable[Exception | None]]) -> bool:
        """Answer a press on the table message by editing that very message (`put`): it costs no rate limit.

        False where that cannot be done in time or at all: then the channel route shows it.
        """
        until = asyncio.get_running_loop().time() + BLINK
        try:
            async with asyncio.timeout_at(until):
                await live.showing.acquire()
        except TimeoutError:
            return False
        try:
            message, posted = self.table(live), live.screen.table
            png = await self.paint(message, until - asyncio.get_running_loop().time())
            if message.picture is not None and png is None:
                return False
            if posted is not None:
                posted.key = ""  # not known while it is under way
            if await put(message, png) is not None:
                return False
            if posted is not None:
                posted.key, posted.at = message.key, self.clock()
            return True
        finally:
            live.showing.release()

    async def post(self, live: Live, ringing: list[int] | None = None, mentions: tuple[int, ...] = ()) -> None:
        """Post the table anew at the bottom: first the new message, then the old one goes, if it has not.

        With `ringing` its content names those seats, and `mentions` hear it.
        """
        async with live.showing:
            old, ping = live.screen.table, live.screen.ping
            if ringing is None and ping is not None and old is not None and ping.id == old.id:
                ringing = self.still_pinged(live)
            once = f"{live.id} table after {old.id if old is not None else 0}"
            message = replace(self.screens.table(live, ringing or []), mentions=mentions)
            posted = await self.send(live.channel, message, once)
            await self.delete(old)
            live.screen.table = posted  # only now, so that no crash leaves the old one behind
            live.screen.posted_at = self.clock()
            live.screen.reposted_at = self.clock() if old is not None else 0
            if ringing is not None:
                live.screen.ping = Ping(**posted.model_dump(), seats=ringing)
            await self.save(live)

    async def _show_channel(self, live: Live) -> float | None:
        """The table, below the score sheets of the rounds that are over."""
        screen = live.screen
        for number, sheet in list(enumerate(self.screens.sheets(live)))[screen.sheets :]:
            screen.last_sheet = (await self.send(live.channel, sheet, f"{live.id} sheet {number}")).id
            screen.sheets = number + 1
        if screen.table is not None and screen.table.id < screen.last_sheet:
            await self.post(live)
            return None
        return await self._show_table(live)

    async def _show_table(self, live: Live) -> float | None:
        posted = live.screen.table
        if posted is None:
            posted = live.screen.table = await self._left_behind(live)
        if posted is None:
            await self.post(live)
            return None
        if posted.key == self.table(live).key:
            return None
        ready = posted.at + self.timing.coalesce
        if self.clock() < ready:
            return ready
        async with live.showing:
            shown = await self.redraw(posted, self.table(live))
        if not shown:
            await self.post(live)
        return None

    async def _left_behind(self, live: Live) -> Posted | None:
        """The table message that a crash kept us from noting: among the newest in the channel, by its controls."""
        with contextlib.suppress(discord.Forbidden):
            async for message in self.channel(live.channel).history(limit=LOOK_BACK):
                ids = custom_ids(message)
                if message.embeds and message.author == self.client.user and any(f":{live.id}:" in id for id in ids):
                    return Posted(channel=live.channel, id=message.id)
        return None

    # ---- reconciliation
    async def reconcile(self, live: Live) -> float | None:
        """Bring everything about a session up to date.  Returns when to look again, None for not before a change."""
        screen, due = live.screen, []
        before, waits = screen.model_dump_json(), screen.retry_at > self.clock()
        if waits and screen.denied != "rights":
            return screen.retry_at
        fine = not waits
        # Without rights in the channel direct messages still go.
        for step in (self._show_channel, self.mail.reconcile, self.rings.reconcile)[waits:]:
            try:
                due.append(await step(live))
            except (discord.HTTPException, discord.RateLimited, *NETWORK) as fault:
                fine = False
                due.append(self._trouble(live, fault))
                if screen.denied != "rights":
                    break
        if fine:
            screen.denied, screen.retry_at, live.stumbles = "", 0, 0
        if screen.model_dump_json() != before:
            await self.save(live)
        times = [*due, screen.retry_at if waits else None]
        return min((time for time in times if time is not None), default=None)

    def _trouble(self, live: Live, fault: Exception) -> float | None:
        code = getattr(fault, "code", 0)
        if code in GONE or (code in NO_RIGHTS and self._hopeless(live)):
            log.info("session %s: its channel is gone", live.id)
            live.screen.denied = "gone"
            return None
        if code == 50035:
            log.error("session %s: Discord refused the form of a message: %s", live.id, fault)
        else:
            log.warning("session %s: not shown yet (%s)", live.id, fault)
        live.screen.denied = "rights" if code in NO_RIGHTS else ""
        pause = self.timing.retry
        if passing(fault):  # most often over in a moment
            pause = min(pause, 2.0 ** min(live.stumbles, 9))
        elif code in NO_RIGHTS:  # until somebody gives them back, and then a press tells
            pause = min(LONGEST_RETRY, pause * 2.0 ** min(live.stumbles, 9))
        live.stumbles += 1
        live.screen.retry_at = self.clock() + pause
        return live.screen.retry_at

    def _hopeless(self, live: Live) -> bool:
        """Whether a channel without rights is as good as gone: Hob has left that server, or the table is history."""
        expelled = live.guild is not None and self.client.is_ready() and self.client.get_guild(live.guild) is None
        return expelled or (live.status in ("over", "closed") and self.clock() - live.touched_at > HISTORY)

    async def save(self, live: Live) -> None:
        await self.sessions.store.save_screen(live.id, live.screen.model_dump(mode="json"), KEEP)
