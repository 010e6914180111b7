"""Words first: a message says at once what is so, and its picture follows when it is painted.

Until then the picture before it stays, for a moment, with its own alt text.  A picture that stands there already is not
sent again, and one that is not the newest any more when it is painted is not shown.  Which picture stands where is
known to this process alone and never stored: after a crash it might be untrue, and one that is not known is simply
sent again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.delivery.edits import Edits
from bot.delivery.retry import SEND_ERRORS, filtered_by
from bot.screens.message import Message, shows_picture

log = logging.getLogger("hob.pictures")
SHORT_WAIT = 0.5  # seconds that a message waits for its picture where nobody waits for the message
DROP_OLD_AFTER = 5.0  # seconds after which an older picture goes and words take its place
MAX_REMEMBERED = 20_000  # messages whose picture is remembered
UNKNOWN_PICTURE = "some"  # picture, nobody knows which
STOP_TIMEOUT = 5.0  # seconds that a stop waits for pictures that are being sent
INVALID_FORM = 50035

Payload = Callable[[], dict[str, Any]]
# Returns the message as Discord now shows it, if Discord tells, or what kept the edit from being shown, or raises that.
EditMessage = Callable[[Payload], Awaitable[discord.Message | Exception | None]]
PictureCallback = Callable[[bool], None]
Painting = asyncio.Future[bytes | None]


@dataclass
class ShownMessage:
    """The newest words of a message, by the key of all of it, and its picture; "" where it has none."""

    key: str
    picture: str
    picture_outdated: bool = False  # the picture is older than the words


@dataclass(frozen=True)
class EditTarget:
    """A message of ours and how to edit it.  `lock` orders its edits; `on_picture` is told whether its picture came.

    `shows_picture`: whether a picture stands there, as whoever pressed saw it; None where nobody has seen it.

    `by_token`: an interaction's token edits it, which is no request of the channel's.
    """

    id: int
    edit: EditMessage
    lock: asyncio.Lock
    on_picture: PictureCallback | None = None
    shows_picture: bool | None = None
    channel: int = 0
    by_token: bool = False


@dataclass
class PendingPicture:
    task: "asyncio.Task[None]" = field(init=False, repr=False)
    sending: bool = False
    with_words: bool = False  # the words are behind, too


class PictureGone(Exception):
    """The picture that an edit wanted to keep is not there any more."""


class Pictures:
    """`paint` turns a scene into PNG bytes (None: no picture today)."""

    def __init__(self, paint: Callable[[Any], Awaitable[bytes | None]], edits: Edits) -> None:
        self._paint, self._edits = paint, edits
        self._shown: OrderedDict[int, ShownMessage] = OrderedDict()
        self._pending: dict[int, PendingPicture] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, message: int) -> asyncio.Lock:
        """For messages whose edits nothing else orders."""
        return self._locks.setdefault(message, asyncio.Lock())

    def is_pending(self, message: int) -> bool:
        """Whether the picture of a message is on its way."""
        return message in self._pending

    def is_outdated(self, message: int) -> bool:
        """Whether a message that has been shown still has an older picture than words."""
        shown = self._shown.get(message)
        return shown is not None and shown.picture_outdated

    # ---- painting
    def start_painting(self, message: Message) -> Painting:
        """The message's picture, which is being painted from now on."""
        return asyncio.ensure_future(self.paint(message))

    async def paint(self, message: Message) -> bytes | None:
        """The message's picture; None if it has none, or if painting fails."""
        return None if message.picture is None else await self._paint(message.picture)

    async def wait_painted(self, painting: Painting, seconds: float | None = 0) -> bool:
        """Whether it is painted, or will not be, `seconds` seconds from now; None waits for it."""
        await asyncio.sleep(0)  # one that was painted before is there at once
        if seconds != 0 and not painting.done():
            await asyncio.wait([painting], timeout=seconds)
        return painting.done()

    # ---- showing
    async def edit(
        self, where: EditTarget, message: Message, patience: float = 0, paint: bool = True, anew: bool = False
    ) -> Exception | None:
        """Edit a message, the caller holding its lock.  Returns what has kept it from being shown, as `edit` does.

        Raises discord.RateLimited if it has to be tried again later.

        Where nobody knows whether a picture stands there, words wait for the new one, but not for long.
        Without `paint` a picture that is not there yet does not follow: another edit does.  `anew`: the picture there
        is of something else, and goes at once.
        """
        self._cancel_pending(where.id)
        known = self._shown.pop(where.id, None)  # not known while it is under way
        stands = (
            known.picture
            if known is not None
            else None
            if where.shows_picture is None
            else UNKNOWN_PICTURE * where.shows_picture
        )
        try:
            return await self._edit(where, message, stands, patience, paint, anew)
        except PictureGone:
            log.info("the picture of %s is gone, sending it again", where.id)
            return await self._edit(where, message, "", patience, paint, anew)
        except discord.RateLimited:
            if known is not None:
                self._shown[where.id] = known
            raise

    def edit_later(self, where: EditTarget, message: Message, turned: bool = False) -> None:
        """Edit a message once there is room for it, words and picture together, unless another edit overtakes it.

        The caller holds its lock.  `turned`: the picture there belongs to another page.
        """
        self._cancel_pending(where.id)
        known = self._shown.get(where.id)
        stands = known.picture if known is not None else UNKNOWN_PICTURE * bool(where.shows_picture)
        self.record_shown(where.id, message, "" if turned else stands, behind=True)
        self._send_later(where, message, self.start_painting(message), with_words=True)

    async def _edit(
        self, where: EditTarget, message: Message, stands: str | None, patience: float, paint: bool, anew: bool
    ) -> Exception | None:
        """Edit a message that shows the picture `stands`: "" if it shows none, None if nobody knows.

        Raises PictureGone.
        """
        if message.picture is None or stands == message.picture_key:
            fault = await self._put(where, message, keep=message.picture is not None)
            if fault is None:
                self.record_shown(where.id, message, message.picture_key)
            return fault
        painting = self.start_painting(message) if paint or stands is None else None
        try:
            if painting is not None and await self.wait_painted(
                painting, DROP_OLD_AFTER if stands is None else patience
            ):
                fault, pictured = await self._put_pictured(where, message, painting.result())
                if fault is None:
                    self.record_shown(where.id, message, message.picture_key if pictured else "")
                return fault
            stays = bool(stands) and not anew
            fault = await self._put(where, message, keep=stays, older=True)
        except BaseException:
            if painting is not None:
                painting.cancel()
            raise
        if fault is None:
            self.record_shown(where.id, message, (stands or "") if stays else "", behind=True)
        if painting is not None and fault is None:
            self._send_later(where, message, painting)
        elif painting is not None:
            painting.cancel()
        return fault

    async def _put(
        self, where: EditTarget, message: Message, png: bytes | None = None, keep: bool = False, older: bool = False
    ) -> Exception | None:
        """Edit a message.  Returns what kept the edit from being shown.

        Raises discord.RateLimited, and PictureGone if the picture that it should `keep` is not there: another process
        has removed it.  Discord then refuses the embed that names it, or shows the embed without it.
        """
        try:
            with self._edits.counted(where):
                answer = await where.edit(lambda: message.edit_payload(png, keep, older))
        except discord.HTTPException as fault:
            if keep and fault.code == INVALID_FORM:
                raise PictureGone from fault
            raise
        if isinstance(answer, discord.RateLimited):
            raise answer
        if isinstance(answer, Exception):
            return answer
        if keep and answer is not None and not shows_picture(answer):
            raise PictureGone
        return None

    async def _put_pictured(
        self, where: EditTarget, message: Message, png: bytes | None
    ) -> tuple[Exception | None, bool]:
        """Edit a message with its picture, or in words alone if a filter refuses that, as it may misjudge pictures.

        Return what kept it from being shown, and whether the message has a picture now.
        """
        fault: Exception | None
        try:
            fault = await self._put(where, message, png)
        except discord.HTTPException as refused:
            if png is None or not filtered_by(refused):
                raise
            fault = refused
        if png is None or not filtered_by(fault):
            return fault, png is not None
        return await self._put(where, message), False

    def record_shown(self, id: int, message: Message, picture: str, behind: bool = False) -> None:
        """A message says this now and shows that picture."""
        self._shown[id] = ShownMessage(message.key, picture, behind)
        self._shown.move_to_end(id)
        while len(self._shown) > MAX_REMEMBERED:
            self._shown.popitem(last=False)

    def message_sent(self, where: EditTarget, message: Message, painting: Painting, painted: bool) -> None:
        """A message was sent with its picture, or, if that was not `painted` yet, without."""
        png = painting.result() if painted else None
        self.record_shown(where.id, message, message.picture_key if png is not None else "", behind=not painted)
        if not painted:
            self._send_later(where, message, painting)

    # ---- following
    def _cancel_pending(self, id: int) -> None:
        """The picture that is on its way is not the newest any more; one that is being sent arrives before the next."""
        coming = self._pending.get(id)
        if coming is not None and not coming.sending:
            coming.task.cancel()
            del self._pending[id], coming.task  # which keeps where it was cancelled, and so what it has in hand

    def _send_later(self, where: EditTarget, message: Message, painting: Painting, with_words: bool = False) -> None:
        coming = self._pending[where.id] = PendingPicture(with_words=with_words)
        coming.task = asyncio.create_task(
            self._send_picture(coming, where, message, painting), name=f"hob picture {where.id}"
        )

    async def _send_picture(
        self, coming: PendingPicture, where: EditTarget, message: Message, painting: Painting
    ) -> None:
        came = False
        try:
            if not await self.wait_painted(painting, DROP_OLD_AFTER):
                await self._drop_picture(coming, where, message)
            came = await self._arrive(coming, where, message, await painting)
        except SEND_ERRORS as fault:
            log.info("the picture of %s has not arrived (%s)", where.id, fault)
            self._shown.pop(where.id, None)
        except asyncio.CancelledError:
            painting.cancel()
            raise
        finally:
            if self._pending.get(where.id) is coming:
                del self._pending[where.id]
        if where.on_picture is not None:
            where.on_picture(came)

    async def _drop_picture(self, coming: PendingPicture, where: EditTarget, message: Message) -> None:
        """The picture is long in coming: the older one goes, and words say what the new one will show."""
        shown = self._shown.get(where.id)
        if shown is not None and (shown.picture or coming.with_words):
            await self._arrive(coming, where, message, None, behind=True)

    async def _arrive(
        self, coming: PendingPicture, where: EditTarget, message: Message, png: bytes | None, behind: bool = False
    ) -> bool:
        """Edit the message as soon as there is room for that, waiting without its lock.

        Return False if it says something else by then, or was forgotten.
        """
        while True:
            async with where.lock:
                if self._newest(where.id) != message.key:
                    return False
                coming.sending = True
                pause = 0.0
                try:
                    fault, pictured = await self._put_pictured(where, message, png)
                except discord.RateLimited as limit:
                    pause = limit.retry_after
                finally:
                    coming.sending = False
                if not pause:
                    break
            await asyncio.sleep(pause)
        if fault is not None:
            raise fault
        if self._newest(where.id) != message.key:
            return False
        self.record_shown(where.id, message, message.picture_key if pictured else "", behind)
        return True

    def _newest(self, id: int) -> str:
        shown = self._shown.get(id)
        return shown.key if shown is not None else ""

    async def stop(self) -> None:
        """The connection goes away: what is being sent arrives; what is not is sent again by whoever comes next."""
        for id in list(self._pending):
            self._cancel_pending(id)
        sending = [coming.task for coming in self._pending.values()]
        if sending:
            await asyncio.wait(sending, timeout=STOP_TIMEOUT)

    def forget(self, *messages: int) -> None:
        """Forget what these messages show, or all of them: a picture that is on its way there is not shown."""
        for message in messages or list(self._shown):
            self._shown.pop(message, None)

    def share(self, alone: Mapping[int, bool]) -> None:
        """Forget what messages show that other processes edit from now on, or have edited.

        `alone`: whether a message is edited by this process alone.  Where that is not said, a picture that is on its
        way there is this process's to show.
        """
        for message in list(self._shown):
            if not alone.get(message, message in self._pending):
                del self._shown[message]
