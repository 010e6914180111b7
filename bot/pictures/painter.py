"""Pictures without waiting: a cache, and processes that paint what is not in it.

Measured, 20 pictures of Candy Chaser from cold, largest stall of the event loop: painted in a thread 253 ms, for
resvg and much of Pillow hold the interpreter lock; in a process 4 ms.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.interactions.gate import Presses
from bot.pictures.cache import Shelf
from bot.pictures.drawings import drawings
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.subprocess_worker import Worker

log = logging.getLogger("hob.pictures")
BATCH = 6  # sprites rasterised between two pictures, so that warming keeps nobody waiting
Sizes = Mapping[str, Sequence[int]]  # by the start of sprites' names


class Brush(Worker):
    """One process that paints."""

    fault = PictureFault

    def __init__(self, patience: float) -> None:
        super().__init__("bot.pictures.worker", patience=patience)
        self.warm: set[str] = set()  # games whose sprites the process has, or is making

    def lost(self) -> None:
        self.warm.clear()  # what it had rasterised


@dataclass
class Job:
    """A picture that somebody waits for."""

    task: "asyncio.Task[bytes]" = field(init=False, repr=False)
    waiting: int = 0  # so many
    begun: bool = False


class Painter:
    """One for the whole bot, with so many processes; each starts when the others have enough to do.

    What is pressed goes before pictures.
    """

    def __init__(
        self, processes: int = 1, keep: int = 32 * 2**20, patience: float = 60, presses: Presses | None = None
    ) -> None:
        self.presses = presses or Presses()
        self.brushes = [Brush(patience) for _ in range(processes)]
        self._idle = [*self.brushes]
        self._turns = asyncio.Semaphore(processes)
        self._shelf: Shelf[bytes] = Shelf(keep)
        self._jobs: dict[str, Job] = {}  # by the key of the picture
        self._warming: set[asyncio.Task[None]] = set()
        self.closed = False

    async def png(self, scene: Scene | Stack) -> bytes:
        """The picture, painted once however many ask.  Raises PictureFault; the next picture is none the worse.

        What nobody waits for any more when its turn comes is not painted.
        """
        key = scene.key
        if (found := self._shelf.get(key)) is not None:
            return found
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = Job()
            job.task = asyncio.create_task(self._paint(job, scene))
            job.task.add_done_callback(lambda done: self._painted(key, done))
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiting -= 1
            if not job.waiting and not job.begun and not job.task.done():
                job.task.cancel()
                del self._jobs[key], job.task  # which keeps where it was cancelled, and so the scene

    def warm(self, game: str, sizes: Sizes) -> None:
        """Rasterise a game's sprites at the sizes that its picture module names in SIZES, once and in good time.

        Waits for nothing: pictures come in between.
        """
        for number, brush in enumerate(self.brushes):
            if (brush.running or number == 0) and game not in brush.warm and not self.closed:
                brush.warm.add(game)
                task = asyncio.create_task(self._rasterise(brush, sizes), name=f"hob sprites {game}")
                self._warming.add(task)
                task.add_done_callback(self._warmed)

    async def _rasterise(self, brush: Brush, sizes: Sizes) -> None:
        wanted = sprites_of(sizes)
        for start in range(0, len(wanted), BATCH):
            await brush.ask(wanted[start : start + BATCH])

    async def close(self) -> None:
        """End the processes.  No picture can be had afterwards."""
        self.closed = True
        for brush in self.brushes:
            await brush.close()
        await asyncio.gather(*self._warming, return_exceptions=True)

    async def _paint(self, job: Job, scene: Scene | Stack) -> bytes:
        async with self._turns:
            await self.presses.first()
            job.begun = True
            brush = next((brush for brush in self._idle if brush.running), self._idle[0])
            self._idle.remove(brush)
            try:
                png = await brush.ask(scene)
            finally:
                self._idle.append(brush)
        await self.presses.first()
        return self._shelf.put(scene.key, png, len(png))

    def _painted(self, key: str, done: "asyncio.Task[bytes]") -> None:
        job = self._jobs.get(key)
        if job is not None and job.task is done:
            del self._jobs[key]
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody waits any more, it is nobody's fault

    def _warmed(self, done: "asyncio.Task[None]") -> None:
        self._warming.discard(done)
        if not done.cancelled() and (fault := done.exception()) is not None and not self.closed:
            log.warning("sprites were not made beforehand: %s", fault)


def sprites_of(sizes: Sizes) -> list[tuple[str, int]]:
    """Every drawing whose name starts with one of these, at its sizes; the longest start counts."""
    wanted = []
    for name in drawings():
        starts = [start for start in sizes if name.startswith(start)]
        if starts:
            wanted += [(name, size) for size in sizes[max(starts, key=len)]]
    return wanted
