"""Edits messages: text first, then the picture, and no more often than Discord allows.

A message shows its new text at once, and its picture follows when painted. Until then the previous picture stays with
its own alt text. A picture that is already there isn't sent again, and one that is outdated when painted isn't shown.
Only this process's memory knows which message shows which picture. After a crash a stored record could be wrong, and an
unknown picture is simply sent again.

Discord rejects edits of messages older than an hour with a 429 and code 30046. It documents only the code
(https://docs.discord.com/developers/topics/opcodes-and-status-codes) and announces the limit in no header
(https://github.com/discord/discord-api-docs/issues/4413). Users measured three edits in six seconds per channel
(https://github.com/discord-userdoccers/discord-userdoccers/pull/551).

Hob stays within that budget and doesn't post an old table again: a new message marks the channel as unread, notifies
the person in a direct message, and breaks links to the old one. Each channel shows the newest state every two seconds.

An edit holds its message's lock, so it never sleeps on a rate limit. Instead `counted` raises discord.RateLimited. The
caller retries later, without the lock and with the message's newest content.
"""

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.discord_errors import INVALID_FORM, SEND_ERRORS, filtered_by
from bot.pictures.scene import Scene, Stack
from bot.screens.message import Message, shows_picture

log = logging.getLogger("hob.edits")
SHORT_WAIT = 0.5  # seconds that a message waits for its picture when no press waits for it
DROP_OLD_AFTER = 5.0  # seconds after which text replaces an outdated picture
MAX_REMEMBERED = 5_000  # messages with a remembered picture
STOP_TIMEOUT = 5.0  # seconds that a stop waits for pictures being sent
REQUEST_TIMEOUT = 30.0  # seconds: a lock is held meanwhile, and aiohttp would wait for five minutes

MakePayload = Callable[[], dict[str, Any]]
# Returns the message as Discord now shows it, if known. Raises SEND_ERRORS.
EditMessage = Callable[[MakePayload], Awaitable[discord.Message | None]]
PictureCallback = Callable[[bool], None]
Painting = asyncio.Future[bytes | None]
Paint = Callable[[Scene | Stack], Awaitable[bytes | None]]  # turns a scene into PNG bytes; None if it can't be painted
# What a message shows: the key of a picture, or one of these two; None if we don't even know whether there is one.
NO_PICTURE, SOME_PICTURE = "", "some"


@dataclass(frozen=True)
class EditTarget:
    """One of Hob's messages and how to edit it. `lock` orders its edits; `on_picture` gets whether its picture arrived.

    `pressed_picture` is what the pressed message showed; None if unknown. `by_token` means that an interaction's token
    edits it, which doesn't count against the channel's rate limit.
    """

    id: int
    edit: EditMessage
    lock: asyncio.Lock
    on_picture: PictureCallback | None = None
    pressed_picture: str | None = None
    channel: int = 0
    by_token: bool = False


def picture_of(pressed: discord.Message) -> str:
    """Return what a pressed message shows, if nothing else is known about it."""
    return SOME_PICTURE if shows_picture(pressed) else NO_PICTURE


# ---- rate limits
OLD = 3300.0  # seconds: five minutes less than Discord's limit, because Hob's clock may be slow
OLD_EDITS, OLD_SPAN = 3, 6.2  # edits in so many seconds, a little more than measured
OLD_GAP = OLD_SPAN / OLD_EDITS
CHANNELS = 1000  # size at which channels without a limit are dropped

# Called with the status and headers of each response to the current edit; it may raise to abort the edit.
on_response: ContextVar[Callable[[int, Mapping[str, str]], None] | None] = ContextVar("on_response", default=None)


class EditLimits:
    """Tracks which edits are allowed now. `clock` is wall time, for a message's age; `elapsed` is monotonic."""

    def __init__(self, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self.clock, self.elapsed = clock, elapsed
        self._old: dict[int, list[float]] = {}  # by channel: when Discord answered the latest edits of old messages
        self._under_way = Counter[int]()  # by channel: number of such edits without an answer so far
        self._paused: dict[int, float] = {}  # by channel or message: the end of the pause

    def old(self, message: int) -> bool:
        """Return True if Discord limits edits of this message because of its age."""
        return self.clock() - discord.utils.snowflake_time(message).timestamp() > OLD

    def wait(self, where: EditTarget) -> float:
        """Return the seconds until a message may be edited; 0 if it may be edited now."""
        now = self.elapsed()
        waits = [self._paused.get(self._bucket(where), now) - now]
        if self.old(where.id):
            self._old[where.channel] = [at for at in self._old.get(where.channel, []) if now - at < OLD_SPAN]
            answered, under_way = self._old[where.channel], self._under_way[where.channel]
            if under_way >= OLD_EDITS:
                waits.append(OLD_GAP)
            elif len(answered) + under_way >= OLD_EDITS:
                waits.append(sorted(answered)[under_way - OLD_EDITS] + OLD_SPAN - now)
        return max(0.0, *waits)

    @contextlib.contextmanager
    def counted(self, where: EditTarget) -> Iterator[None]:
        """Count the edit made inside the block.

        Raises discord.RateLimited before the edit if the budget is used up, or during it when Discord answers 429.
        """
        if (pause := self.wait(where)) > 0:
            raise discord.RateLimited(pause)
        old, channel, bucket = self.old(where.id), where.channel, self._bucket(where)
        self._under_way[channel] += old
        # Capture only numbers: the connection copies this context and would keep the edited message in memory.
        token = on_response.set(lambda status, headers: self._record_response(channel, bucket, status, headers))
        try:
            yield
        finally:
            on_response.reset(token)
            self._under_way[channel] -= old
            if old:  # from the answer on, since Discord counted it at some earlier time
                self._old.setdefault(channel, []).append(self.elapsed())
            self._tidy()

    def _record_response(self, channel: int, bucket: int, status: int, headers: Mapping[str, str]) -> None:
        """Raise discord.RateLimited instead of discord.py's sleep on a 429, and pause before the last remaining edit.

        discord.py would also sleep after that last one. https://docs.discord.com/developers/topics/rate-limits
        """
        if status == 429 and "Via" in headers:  # without "Via" it is Cloudflare's, and discord.py doesn't sleep
            pause = float(headers.get("Retry-After", 1.0))
            self._paused[bucket] = self.elapsed() + pause
            log.warning("channel %s: edit rejected (429), retrying in %.1f s", channel, pause)
            raise discord.RateLimited(pause)
        if headers.get("X-RateLimit-Remaining") in ("0", "1"):
            self._paused[bucket] = self.elapsed() + float(headers.get("X-RateLimit-Reset-After", 0))

    def _bucket(self, where: EditTarget) -> int:
        """Return the message or channel whose rate limit an edit counts against."""
        return where.id if where.by_token and not self.old(where.id) else where.channel

    def _tidy(self) -> None:
        if len(self._old) + len(self._under_way) + len(self._paused) > CHANNELS:
            now = self.elapsed()
            self._old = {
                at: answered for at, answered in self._old.items() if now - max(answered, default=0) < OLD_SPAN
            }
            self._under_way = +self._under_way
            self._paused = {at: until for at, until in self._paused.items() if now < until}


# ---- text and pictures
@dataclass(slots=True)
class ShownMessage:
    """The latest state of a message: the key of its whole content, and of its picture (or `NO_PICTURE`)."""

    key: str
    picture: str
    picture_outdated: bool = False  # the picture is older than the text


@dataclass
class PendingPicture:
    task: "asyncio.Task[None]" = field(init=False, repr=False)
    sending: bool = False


class PictureGone(Exception):
    """An edit should have kept a picture that is no longer there."""


class MessageEditor:
    def __init__(self, paint: Paint, limits: EditLimits) -> None:
        self._paint, self._limits = paint, limits
        self._shown: OrderedDict[int, ShownMessage] = OrderedDict()
        self._pending: dict[int, PendingPicture] = {}
        self._rejected: dict[int, str] = {}  # by message: the key of a picture that a filter has just rejected
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, message: int) -> asyncio.Lock:
        """Return the lock for a message that has no other lock for its edits."""
        return self._locks.setdefault(message, asyncio.Lock())

    def is_pending(self, message: int) -> bool:
        """Return True while a message's picture is being painted or sent."""
        return message in self._pending

    def is_outdated(self, message: int) -> bool:
        """Return True if a message's picture is known to be older than its text."""
        last = self._shown.get(message)
        return last is not None and last.picture_outdated

    # ---- painting
    def start_painting(self, message: Message) -> Painting:
        """Start painting the message's picture."""
        return asyncio.ensure_future(self.paint(message))

    async def paint(self, message: Message) -> bytes | None:
        """Return the message's picture as PNG; None if it has none or painting fails."""
        return None if message.picture is None else await self._paint(message.picture)

    async def wait_painted(self, painting: Painting, seconds: float | None = 0) -> bool:
        """Return True if painting ends within `seconds`; None waits until it ends."""
        await asyncio.sleep(0)  # a cached picture is available after one loop step
        if seconds != 0 and not painting.done():
            await asyncio.wait([painting], timeout=seconds)
        return painting.done()

    # ---- showing
    async def edit(
        self, where: EditTarget, message: Message, picture_wait: float | None = 0, drop_old: bool = False
    ) -> None:
        """Edit a message; the caller holds its lock.

        Raises SEND_ERRORS, of these discord.RateLimited if it must be retried later.

        The text waits `picture_wait` seconds for a new picture, or `DROP_OLD_AFTER` if it's unknown whether the message
        shows one. None: a new picture doesn't follow, because another edit will bring it. If `drop_old`, the old
        picture belongs to something else and is removed at once.
        """
        self._cancel_pending(where.id)
        known = self._shown.pop(where.id, None)  # unknown during the edit
        current = where.pressed_picture if known is None else known.picture
        try:
            await self._edit(where, message, current, picture_wait, drop_old)
        except PictureGone:
            log.info("message %s: picture missing, uploading it again", where.id)
            await self._edit(where, message, NO_PICTURE, picture_wait, drop_old)
        except discord.RateLimited:
            if known is not None:
                self._shown[where.id] = known
            raise

    def edit_later(self, where: EditTarget, message: Message, drop_old: bool) -> None:
        """Edit text and picture together as soon as the budget allows, unless another edit comes first.

        The caller holds the message's lock. `drop_old` means that the current picture belongs to another page.
        """
        self._cancel_pending(where.id)
        known = self._shown.get(where.id)
        current = where.pressed_picture if known is None else known.picture
        self.record_shown(where.id, message, NO_PICTURE if drop_old else current or NO_PICTURE, outdated=True)
        self._send_later(where, message, self.start_painting(message), with_text=True)

    async def _edit(
        self, where: EditTarget, message: Message, current: str | None, picture_wait: float | None, drop_old: bool
    ) -> None:
        """Edit a message that shows the picture `current`. Raises PictureGone."""
        if message.picture is None or current == message.picture_key:
            await self._put(where, message, keep=message.picture is not None)
            self.record_shown(where.id, message, message.picture_key)
            log.debug("message %s: text, and no new picture", where.id)
            return
        wait = DROP_OLD_AFTER if current is None else picture_wait
        painting = self.start_painting(message) if wait is not None else None
        try:
            if painting is not None and await self.wait_painted(painting, wait):
                pictured = await self._put_pictured(where, message, painting.result())
                self.record_shown(where.id, message, message.picture_key if pictured else NO_PICTURE)
                log.debug("message %s: text and picture", where.id)
                return
            kept = NO_PICTURE if drop_old else current or NO_PICTURE
            await self._put(where, message, keep=kept != NO_PICTURE, older=True)
        except BaseException:
            if painting is not None:
                painting.cancel()
            raise
        self.record_shown(where.id, message, kept, outdated=True)
        log.debug(
            "message %s: text now, picture %s", where.id, "later" if painting is not None else "with another edit"
        )
        if painting is not None:
            self._send_later(where, message, painting)

    async def _put(
        self, where: EditTarget, message: Message, png: bytes | None = None, keep: bool = False, older: bool = False
    ) -> None:
        """Edit a message.

        Raises SEND_ERRORS. Raises PictureGone if the picture to `keep` is missing because another process
        removed it: Discord then rejects the embed that names it, or shows the embed without it.
        """
        try:
            with self._limits.counted(where):
                async with asyncio.timeout(REQUEST_TIMEOUT):
                    shown = await where.edit(partial(message.edit_payload, png, keep, older))
        except discord.HTTPException as fault:
            if keep and fault.code == INVALID_FORM:
                raise PictureGone from fault
            raise
        if keep and shown is not None and not shows_picture(shown):
            raise PictureGone

    async def _put_pictured(self, where: EditTarget, message: Message, png: bytes | None) -> bool:
        """Edit a message with its picture, or as text only if a filter rejects that (filters may misjudge pictures).

        Return True if the message now has a picture. If the text is then rate-limited, the retry doesn't try the
        rejected picture again.
        """
        rejected = self._rejected.pop(where.id, None) == message.picture_key
        try:
            if png is None or not rejected:
                await self._put(where, message, png)
                return png is not None
        except discord.HTTPException as fault:
            if png is None or not filtered_by(fault):
                raise
        try:
            await self._put(where, message)
        except discord.RateLimited:
            self._rejected[where.id] = message.picture_key
            raise
        return False

    def record_shown(self, id: int, message: Message, picture: str, outdated: bool = False) -> None:
        """Record a message's new content and picture."""
        self._shown[id] = ShownMessage(message.key, picture, outdated)
        self._shown.move_to_end(id)
        while len(self._shown) > MAX_REMEMBERED:
            self._shown.popitem(last=False)

    def message_sent(self, where: EditTarget, message: Message, painting: Painting, painted: bool) -> None:
        """Record a sent message. If its picture wasn't `painted` in time, it follows."""
        png = painting.result() if painted else None
        self.record_shown(
            where.id, message, message.picture_key if png is not None else NO_PICTURE, outdated=not painted
        )
        if not painted:
            self._send_later(where, message, painting)

    # ---- following
    def _cancel_pending(self, id: int) -> None:
        """Cancel an outdated picture on its way; one already being sent arrives before the next."""
        pending = self._pending.get(id)
        if pending is not None and not pending.sending:
            pending.task.cancel()
            del self._pending[id], pending.task  # the task keeps its traceback, and with it the picture

    def _send_later(self, where: EditTarget, message: Message, painting: Painting, with_text: bool = False) -> None:
        """Send the painting when it is ready. `with_text` means that the text is outdated, too."""
        pending = self._pending[where.id] = PendingPicture()
        pending.task = asyncio.create_task(
            self._send_picture(pending, where, message, painting, with_text), name=f"hob picture {where.id}"
        )

    async def _send_picture(
        self, pending: PendingPicture, where: EditTarget, message: Message, painting: Painting, with_text: bool
    ) -> None:
        came = False
        try:
            if not await self.wait_painted(painting, DROP_OLD_AFTER):
                last = self._shown.get(where.id)
                if last is not None and (last.picture or with_text):  # show its content as text for now
                    await self._arrive(pending, where, message, None, outdated=True)
            came = await self._arrive(pending, where, message, await painting)
        except SEND_ERRORS as fault:
            log.debug("message %s: picture not uploaded (%s)", where.id, fault)
            self._shown.pop(where.id, None)
        except asyncio.CancelledError:
            painting.cancel()
            raise
        finally:
            if self._pending.get(where.id) is pending:
                del self._pending[where.id]
        if where.on_picture is not None:
            where.on_picture(came)

    async def _arrive(
        self, pending: PendingPicture, where: EditTarget, message: Message, png: bytes | None, outdated: bool = False
    ) -> bool:
        """Edit the message when the budget allows, waiting without its lock. Return False if it has changed by then."""
        while True:
            async with where.lock:
                if self._newest(where.id) != message.key:
                    return False
                pending.sending = True
                try:
                    pictured = await self._put_pictured(where, message, png)
                    break
                except discord.RateLimited as limit:
                    pause = limit.retry_after
                finally:
                    pending.sending = False
            await asyncio.sleep(pause)
        if self._newest(where.id) != message.key:
            return False
        self.record_shown(where.id, message, message.picture_key if pictured else NO_PICTURE, outdated)
        return True

    def _newest(self, id: int) -> str:
        last = self._shown.get(id)
        return last.key if last is not None else ""

    async def stop(self) -> None:
        """Finish what is being sent. Everything else is sent again by the next connection."""
        for id in list(self._pending):
            self._cancel_pending(id)
        sending = [pending.task for pending in self._pending.values()]
        if sending:
            await asyncio.wait(sending, timeout=STOP_TIMEOUT)

    def forget(self, message: int) -> None:
        """Forget what a message shows; a picture on its way to it isn't shown."""
        self._shown.pop(message, None)

    def forget_all(self) -> None:
        self._shown.clear()

    def forget_shared(self, alone: Mapping[int, bool]) -> None:
        """Forget what messages show if other processes edit them or have edited them.

        `alone` says for each message whether only this process edits it. One that isn't listed is remembered while
        this process sends its picture.
        """
        for message in list(self._shown):
            if not alone.get(message, message in self._pending):
                del self._shown[message]
