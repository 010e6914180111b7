"""Work that somebody waits for: the answer says at once that it is begun, then how far it is, and becomes its outcome.

Nothing else waits for it.  It is lost when Hob stops; whoever waits for it is told so, unless Hob is killed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.delivery.ephemeral import EphemeralMessage
from bot.errors import UserError
from bot.interactions.context import InteractionContext
from bot.interactions.reply import update_progress
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Button, Message
from bot.screens.table import Screens
from bot.tables.session import TableSession

log = logging.getLogger("hob.waiting")
MAX_UPDATES = 8  # times it is told how far it is
STOP_TIMEOUT = 2.0  # seconds in which all who wait are told that nothing comes
ReportProgress = Callable[[float], Awaitable[None]]  # which part of the work is done
Work = Callable[[ReportProgress], Awaitable[Message]]


class ProgressKind(NamedTuple):
    """The keys of what is said of such a work, and of the button that begins it."""

    busy: str
    under_way: str
    interrupted: str
    failed: str
    button: str


class ProgressRunner:
    def __init__(self, screens: Screens) -> None:
        self.screens = screens
        self._busy: set[Hashable] = set()
        self._tasks: dict[asyncio.Task[None], discord.Client] = {}

    async def begin(
        self,
        ctx: InteractionContext,
        live: TableSession,
        kind: ProgressKind,
        control: Control,
        work: Work,
        key: int = 0,
    ) -> None:
        """One work of a kind for each key at a time; `control` is what was pressed for it.  Raises Refusal."""
        place = (kind, key)
        if place in self._busy:
            raise UserError(kind.busy)
        self._busy.add(place)
        try:
            whisper = await ctx.send_ephemeral(self.progress_message(live, kind, 0))
        except BaseException:
            self._busy.discard(place)
            raise
        task = asyncio.create_task(self._run(live, kind, control, work, whisper), name=f"hob-{kind.button}-{live.id}")
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
            await asyncio.wait(tasks, timeout=STOP_TIMEOUT)

    async def _run(
        self, live: TableSession, kind: ProgressKind, control: Control, work: Work, ephemeral: EphemeralMessage | None
    ) -> None:
        last = 0

        async def told(part: float) -> None:
            nonlocal last
            if int(part * MAX_UPDATES) > last:
                last = int(part * MAX_UPDATES)
                await update_progress(ephemeral, self.progress_message(live, kind, part))

        try:
            shown = await work(told)
        except asyncio.CancelledError:
            shown = self.interrupted_message(live, kind, control)
        except Exception:  # whoever waits for it shall not wait for ever
            log.warning("nothing came of %s of %s", kind.button, live.id, exc_info=True)
            shown = Message(content=self.screens.text(live, kind.failed))
        await update_progress(ephemeral, shown)

    def progress_message(self, live: TableSession, kind: ProgressKind, part: float) -> Message:
        return Message(content=self.screens.text(live, kind.under_way, n=min(99, int(100 * part))))

    def interrupted_message(self, live: TableSession, kind: ProgressKind, control: Control) -> Message:
        again = Button(self.screens.text(live, kind.button), str(replace(control, place=ASIDE)), "primary")
        return Message(content=self.screens.text(live, kind.interrupted), rows=((again,),))
