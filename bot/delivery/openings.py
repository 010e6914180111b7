"""Opens direct message channels, spread over time, and pauses when Discord refuses one as too fast.

"If you open a significant amount of DMs too quickly, your bot may be rate limited or blocked from opening new ones":
https://docs.discord.com/developers/resources/user#create-dm
"""

import logging
from collections.abc import Callable

import discord

from bot.delivery.retry import OpeningsPaused

log = logging.getLogger("hob.openings")
TOO_FAST = 40003
PAUSE = 600.0  # seconds
MOMENT = 0.001  # seconds, too short to wait


class Openings:
    """The channel openings of this process. `gap` returns the seconds between two, `elapsed` monotonic time."""

    def __init__(self, gap: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self._gap, self._elapsed = gap, elapsed
        self._next_at = self._resume_at = elapsed()
        self._unopened: set[int] = set()  # channels with a refused first message

    @property
    def paused(self) -> float:
        """Return the seconds for which no channel may be opened; 0 if not paused."""
        return max(0.0, self._resume_at - self._elapsed())

    @property
    def wait(self) -> float:
        """Return the seconds until the next opening, which a waiting person may skip."""
        left = max(self._next_at, self._resume_at) - self._elapsed()
        return left if left > MOMENT else 0.0

    async def open(self, client: discord.Client, person: int) -> int:
        """Open the channel with a person and return its id. Raises OpeningsPaused, discord.HTTPException."""
        self.check(None)
        self._next_at = self._elapsed() + self._gap()
        try:
            return (await client.create_dm(discord.Object(person))).id
        except discord.HTTPException as fault:
            if fault.code != TOO_FAST:
                raise
            raise self.pause(fault) from fault

    def check(self, channel: int | None) -> None:
        """Raise OpeningsPaused during a pause if a message in this channel (None: a new one) would open it."""
        if not self.paused:
            self._unopened.clear()
        elif channel is None or channel in self._unopened:
            raise OpeningsPaused(f"no channel is opened for {self.paused:.0f} s")

    def pause(self, fault: discord.HTTPException, channel: int | None = None) -> OpeningsPaused:
        """Pause openings: Discord refused to open a channel, or the first message in this one."""
        if channel is not None:
            self._unopened.add(channel)
        self._resume_at = self._elapsed() + PAUSE
        log.warning("opening a DM rejected (%s), opening none for %.0f s", fault, PAUSE)
        return OpeningsPaused(str(fault))
