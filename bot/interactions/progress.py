"""Work that somebody waits for: the answer says at once that it is begun, then how far it is, and becomes its outcome.

Nothing else waits for it.  It is lost when Hob stops; whoever waits for it is told so, unless Hob is killed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.delivery.ephemeral import Whisper
from bot.errors import Refusal
from bot.interactions.context import InteractionContext
from bot.interactions.reply import tell
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Button, Message
from bot.screens.table import Screens
from bot.tables.session import Live

log = logging.getLogger("hob.waiting")
OFTEN = 8  # times it is told how far it is
LAST_WORD = 2.0  # seconds in which all who wait are told that nothing comes
Told = Callable[[float], Awaitable[None]]  # which part of the work is done
Work = Callable[[Told], Awaitable[Message]]


class Kind(NamedTuple):
    """The keys of what is said of such a work, and of the button that begins it."""

    busy: str
    under_way: str
    interrupted: str
    failed: str
    button: str


class Waiting:
    def __init__(self, screens: Screens) -> None:
        self.screens = screens
        self._busy: set[Hashable] = set()
        self._tasks: dict[asyncio.Task[None], discord.Client] = {}

    async def begin(
        self, ctx: InteractionContext, live: Live, kind: Kind, control: Control, work: Work, key: int = 0
    ) -> None:
        """One work of a kind for each key at a time; `control` is what was pressed for it.  Raises Refusal."""
        place = (kind, key)
        if place in self._busy:
            raise Refusal(kind.busy)
        self._busy.add(place)
        try:
            whisper = await ctx.whisper(self.told(live, kind, 0))
        except BaseException:
            self._busy.discard(place)
            raise
        task = asyncio.create_task(self._do(live, kind, control, work, whisper), name=f"hob-{kind.button}-{live.id}")
        self._tasks[task] = ctx.interaction.client

        def done(task: "asyncio.Task[None]") -> None:
            self._busy.discard(place)
            self._tasks.pop(task)

        task.add_done_callback(done)

    async def stop(self, client: discord.Client) -> None:
        """This connection to Discord ends."""
        tasks = [task for task, its in self._tasks.items() if its is client]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=LAST_WORD)

    async def _do(self, live: Live, kind: Kind, control: Control, work: Work, whisper: Whisper | None) -> None:
        last = 0

        async def told(part: float) -> None:
            nonlocal last
            if int(part * OFTEN) > last:
                last = int(part * OFTEN)
                await tell(whisper, self.told(live, kind, part))

        try:
            shown = await work(told)
        except asyncio.CancelledError:
            shown = self.interrupted(live, kind, control)
        except Exception:  # whoever waits for it shall not wait for ever
            log.warning("nothing came of %s of %s", kind.button, live.id, exc_info=True)
            shown = Message(content=self.screens.text(live, kind.failed))
        await tell(whisper, shown)

    def told(self, live: Live, kind: Kind, part: float) -> Message:
        return Message(content=self.screens.text(live, kind.under_way, n=min(99, int(100 * part))))

    def interrupted(self, live: Live, kind: Kind, control: Control) -> Message:
        again = Button(self.screens.text(live, kind.button), str(replace(control, place=ASIDE)), "primary")
        return Message(content=self.screens.text(live, kind.interrupted), rows=((again,),))
