"""Limits of edits: so many of old messages in each channel, and what Discord's answers say about the others.

Discord rejects edits of messages older than an hour with a 429 and code 30046.  It documents the code alone
(https://docs.discord.com/developers/topics/opcodes-and-status-codes) and announces the limit in no header
(https://github.com/discord/discord-api-docs/issues/4413); its size is what people measured, three edits in six seconds
for each channel (https://github.com/discord-userdoccers/discord-userdoccers/pull/551).

Hob stays within that budget instead of posting an old table again: a new message marks the channel as unread, in a
direct message it even rings, and links to the old one break.  Each channel shows the newest state every two seconds.

An edit holds the lock of its message, so a rate limit is never slept on here: `counted` raises discord.RateLimited at
once, and the caller tries again later, without the lock and with what the message should show then.
"""

import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Protocol

import discord

log = logging.getLogger("hob.edits")
OLD = 3300.0  # seconds: five minutes less than Discord says, because Hob's clock may be slow
OLD_EDITS, OLD_SPAN = 3, 6.2  # so many within so many seconds, a little more than what people measured
OLD_GAP = OLD_SPAN / OLD_EDITS
CHANNELS = 1000  # channels that are remembered before those without a limit are dropped

# What hears of the status and the headers of each answer to the edit that is being made, and may end it.
hearing: ContextVar[Callable[[int, Mapping[str, str]], None] | None] = ContextVar("hearing", default=None)


class Edited(Protocol):
    """A message to edit, and whether an interaction's token edits it: such edits are no requests of the channel's."""

    @property
    def id(self) -> int: ...
    @property
    def channel(self) -> int: ...
    @property
    def by_token(self) -> bool: ...


class Edits:
    """What may be edited now.  A message's age is told by `clock`, the time of day; pauses are counted by `elapsed`."""

    def __init__(self, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self.clock, self.elapsed = clock, elapsed
        self._old: dict[int, list[float]] = {}  # by channel: when Discord answered the newest edits of old messages
        self._under_way = Counter[int]()  # by channel: how many of them Discord has not answered yet
        self._paused: dict[int, float] = {}  # by channel or message: until when

    def old(self, message: int) -> bool:
        """Return whether Discord limits edits of this message by its age."""
        return self.clock() - discord.utils.snowflake_time(message).timestamp() > OLD

    def wait(self, edited: Edited) -> float:
        """Return the seconds until a message may be edited, 0 if it may be now."""
        now = self.elapsed()
        waits = [self._paused.get(self._place(edited), now) - now]
        if self.old(edited.id):
            self._old[edited.channel] = [at for at in self._old.get(edited.channel, []) if now - at < OLD_SPAN]
            answered, under_way = self._old[edited.channel], self._under_way[edited.channel]
            if under_way >= OLD_EDITS:
                waits.append(OLD_GAP)
            elif len(answered) + under_way >= OLD_EDITS:
                waits.append(sorted(answered)[under_way - OLD_EDITS] + OLD_SPAN - now)
        return max(0.0, *waits)

    @contextlib.contextmanager
    def counted(self, edited: Edited) -> Iterator[None]:
        """Count the edit that is made inside.

        Raises discord.RateLimited before it where there is no room, and in it as soon as Discord answers so.
        """
        if (pause := self.wait(edited)) > 0:
            raise discord.RateLimited(pause)
        old, channel, place = self.old(edited.id), edited.channel, self._place(edited)
        self._under_way[channel] += old
        # Only numbers: the connection copies this context, and would keep what was edited in memory.
        token = hearing.set(lambda status, headers: self._hear(channel, place, status, headers))
        try:
            yield
        finally:
            hearing.reset(token)
            self._under_way[channel] -= old
            if old:  # from its answer on: Discord has counted it at some time before
                self._old.setdefault(channel, []).append(self.elapsed())
            self._tidy()

    def _hear(self, channel: int, place: int, status: int, headers: Mapping[str, str]) -> None:
        """Raise discord.RateLimited where discord.py would sleep on a 429, and stop before the last edit that is left.

        After that one discord.py would sleep, too.  https://docs.discord.com/developers/topics/rate-limits
        """
        if status == 429 and "Via" in headers:  # without it, it is Cloudflare's, on which discord.py does not sleep
            pause = float(headers.get("Retry-After", 1.0))
            self._paused[place] = self.elapsed() + pause
            log.warning("channel %s: edit rejected (429), retrying in %.1f s", channel, pause)
            raise discord.RateLimited(pause)
        if headers.get("X-RateLimit-Remaining") in ("0", "1"):
            self._paused[place] = self.elapsed() + float(headers.get("X-RateLimit-Reset-After", 0))

    def _place(self, edited: Edited) -> int:
        return edited.id if edited.by_token and not self.old(edited.id) else edited.channel

    def _tidy(self) -> None:
        if len(self._old) + len(self._under_way) + len(self._paused) > CHANNELS:
            now = self.elapsed()
            self._old = {
                at: answered for at, answered in self._old.items() if now - max(answered, default=0) < OLD_SPAN
            }
            self._under_way = +self._under_way
            self._paused = {at: until for at, until in self._paused.items() if now < until}
