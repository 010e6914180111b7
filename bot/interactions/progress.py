"""Long-running work with a progress message: the response shows the start, the progress, and then the result.

Nothing else waits for it. If Hob stops, the work is lost and the person gets a message; if it is killed, they don't.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.delivery.response import EphemeralMessage
from bot.discord_errors import SEND_ERRORS, is_transient
from bot.errors import UserError
from bot.interactions.context import InteractionContext
from bot.screens.custom_id import ASIDE, Control
from bot.screens.message import Button, Message
from bot.screens.table_screen import Screens
from bot.tables.session import TableSession

log = logging.getLogger("hob.progress")
MAX_UPDATES = 8  # maximum number of progress updates
RESULT_RETRY_DELAY = 5.0  # seconds until a result that was lost is sent again
STOP_TIMEOUT = 2.0  # seconds to tell everyone who waits about the interruption
ReportProgress = Callable[[float], Awaitable[None]]  # the share of the work that is done, 0 to 1
Work = Callable[[ReportProgress], Awaitable[Message]]


class ProgressKind(NamedTuple):
    """The catalogue keys of a kind of work, and of the button that starts it."""

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

    async def begin(self, ctx: InteractionContext, kind: ProgressKind, work: Work, key: int = 0) -> None:
        """Start the work. Raises UserError if work of this kind and key is under way."""
        session = ctx.session
        job = (kind, key)
        if job in self._busy:
            raise UserError(kind.busy)
        self._busy.add(job)
        try:
            sent = await ctx.send_ephemeral(self.progress_message(session, kind, 0))
        except BaseException:
            self._busy.discard(job)
            raise
        task = asyncio.create_task(
            self._run(session, kind, ctx.control, work, sent), name=f"hob-{kind.button}-{session.id}"
        )
        self._tasks[task] = ctx.interaction.client

        def done(task: "asyncio.Task[None]") -> None:
            self._busy.discard(job)
            self._tasks.pop(task)

        task.add_done_callback(done)

    async def stop(self, client: discord.Client) -> None:
        """Cancel the work started through this connection, which is ending."""
        tasks = [task for task, its_client in self._tasks.items() if its_client is client]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_TIMEOUT)

    async def _run(
        self,
        session: TableSession,
        kind: ProgressKind,
        control: Control,
        work: Work,
        ephemeral: EphemeralMessage | None,
    ) -> None:
        last = 0

        async def report_progress(share: float) -> None:
            nonlocal last
            if int(share * MAX_UPDATES) > last:
                last = int(share * MAX_UPDATES)
                await update_progress(ephemeral, self.progress_message(session, kind, share))

        try:
            try:
                message = await work(report_progress)
            except Exception:  # the person must get some result
                log.warning("session %s: %s failed", session.id, kind.button, exc_info=True)
                message = Message(content=self.screens.text(session, kind.failed))
            if not await update_progress(ephemeral, message):
                await asyncio.sleep(RESULT_RETRY_DELAY)  # progress can be lost, the result shouldn't be
                await update_progress(ephemeral, message)
        except asyncio.CancelledError:  # maybe in the upload of a video
            await update_progress(ephemeral, self.interrupted_message(session, kind, control))

    def progress_message(self, session: TableSession, kind: ProgressKind, share: float) -> Message:
        return Message(content=self.screens.text(session, kind.under_way, n=min(99, int(100 * share))))

    def interrupted_message(self, session: TableSession, kind: ProgressKind, control: Control) -> Message:
        again = Button(self.screens.text(session, kind.button), str(replace(control, place=ASIDE)), "primary")
        return Message(content=self.screens.text(session, kind.interrupted), rows=((again,),))


async def update_progress(ephemeral: EphemeralMessage | None, message: Message) -> bool:
    """Update a progress message, finally with the result. Return False if another try may succeed."""
    if ephemeral is None:
        return True
    try:
        await ephemeral.edit(message.edit_payload(None))
    except SEND_ERRORS as fault:  # dismissed, or Discord is down
        log.info("ephemeral message not updated (%s)", fault)
        return not is_transient(fault)
    return True
