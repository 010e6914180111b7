"""Rate limits of edits: a budget per channel for old messages, and Discord's headers for all others.

Discord rejects edits of messages older than an hour with a 429 and code 30046. It documents only the code
(https://docs.discord.com/developers/topics/opcodes-and-status-codes) and announces the limit in no header
(https://github.com/discord/discord-api-docs/issues/4413). Users measured three edits in six seconds per channel
(https://github.com/discord-userdoccers/discord-userdoccers/pull/551).

Hob stays within that budget and doesn't post an old table again: a new message marks the channel as unread, notifies
the person in a direct message, and breaks links to the old one. Each channel shows the newest state every two seconds.

An edit holds its message's lock, so it never sleeps on a rate limit. `counted` raises discord.RateLimited at once, and
the caller retries later, without the lock and with the message's content at that time.
"""

import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Protocol

import discord

log = logging.getLogger("hob.edits")
OLD = 3300.0  # seconds: five minutes less than Discord's limit, because Hob's clock may be slow
OLD_EDITS, OLD_SPAN = 3, 6.2  # edits in so many seconds, a little more than measured
OLD_GAP = OLD_SPAN / OLD_EDITS
CHANNELS = 1000  # size at which channels without a limit are dropped

# Called with the status and headers of each response to the current edit; it may raise to abort the edit.
hearing: ContextVar[Callable[[int, Mapping[str, str]], None] | None] = ContextVar("hearing", default=None)


class Edited(Protocol):
    """A message to edit. Edits `by_token` of an interaction don't count against the channel's rate limit."""

    @property
    def id(self) -> int: ...
    @property
    def channel(self) -> int: ...
    @property
    def by_token(self) -> bool: ...


class Edits:
    """Tracks which edits are allowed now.

    `clock` is wall time, for a message's age; `elapsed` is monotonic, for pauses.
    """

    def __init__(self, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self.clock, self.elapsed = clock, elapsed
        self._old: dict[int, list[float]] = {}  # by channel: when Discord answered the latest edits of old messages
        self._under_way = Counter[int]()  # by channel: number of such edits without an answer so far
        self._paused: dict[int, float] = {}  # by channel or message: the end of the pause

    def old(self, message: int) -> bool:
        """Return True if Discord limits edits of this message because of its age."""
        return self.clock() - discord.utils.snowflake_time(message).timestamp() > OLD

    def wait(self, edited: Edited) -> float:
        """Return the seconds until a message may be edited; 0 if it may be edited now."""
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
        """Count the edit made inside the block.

        Raises discord.RateLimited before the edit if the budget is used up, or during it when Discord answers 429.
        """
        if (pause := self.wait(edited)) > 0:
            raise discord.RateLimited(pause)
        old, channel, place = self.old(edited.id), edited.channel, self._place(edited)
        self._under_way[channel] += old
        # Capture only numbers: the connection copies this context and would keep the edited message in memory.
        token = hearing.set(lambda status, headers: self._hear(channel, place, status, headers))
        try:
            yield
        finally:
            hearing.reset(token)
            self._under_way[channel] -= old
            if old:  # from the answer on, since Discord counted it at some earlier time
                self._old.setdefault(channel, []).append(self.elapsed())
            self._tidy()

    def _hear(self, channel: int, place: int, status: int, headers: Mapping[str, str]) -> None:
        """Raise discord.RateLimited where discord.py would sleep on a 429, and pause before the last remaining edit.

        discord.py would also sleep after that last one. https://docs.discord.com/developers/topics/rate-limits
        """
        if status == 429 and "Via" in headers:  # without "Via" it is Cloudflare's, and discord.py doesn't sleep
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
