"""Pictures without waiting: a cache, and processes that paint what is not in it.

Measured, 20 pictures of Candy Chaser from cold, largest stall of the event loop: painted in a thread 253 ms, for
resvg and much of Pillow hold the interpreter lock; in a process 4 ms.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.interactions.gate import InteractionGate
from bot.pictures.cache import LRUCache
from bot.pictures.drawings import drawings
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.subprocess_worker import SubprocessWorker

log = logging.getLogger("hob.pictures")
BATCH = 6  # sprites rasterised between two pictures, so that warming keeps nobody waiting
Sizes = Mapping[str, Sequence[int]]  # by the start of sprites' names


class PainterProcess(SubprocessWorker):
    """One process that paints."""

    fault = PictureFault

    def __init__(self, patience: float) -> None:
        super().__init__("bot.pictures.worker", patience=patience)
        self.warmed_games: set[str] = set()  # games whose sprites the process has, or is making

    def on_process_lost(self) -> None:
        self.warmed_games.clear()  # what it had rasterised


@dataclass
class PaintJob:
    """A picture that somebody waits for."""

    task: "asyncio.Task[bytes]" = field(init=False, repr=False)
    waiting: int = 0  # so many
    started: bool = False


class Painter:
    """One for the whole bot, with so many processes; each starts when the others have enough to do.

    What is pressed goes before pictures.
    """

    def __init__(
        self, processes: int = 1, keep: int = 32 * 2**20, patience: float = 60, gate: InteractionGate | None = None
    ) -> None:
        self.gate = gate or InteractionGate()
        self.processes = [PainterProcess(patience) for _ in range(processes)]
        self._idle = [*self.processes]
        self._slots = asyncio.Semaphore(processes)
        self._cache: LRUCache[bytes] = LRUCache(keep)
        self._jobs: dict[str, PaintJob] = {}  # by the key of the picture
        self._warming: set[asyncio.Task[None]] = set()
        self.closed = False

    async def png(self, scene: Scene | Stack) -> bytes:
        """The picture, painted once however many ask.  Raises PictureFault; the next picture is none the worse.

        What nobody waits for any more when its turn comes is not painted.
        """
        key = scene.key
        if (found := self._cache.get(key)) is not None:
            return found
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = PaintJob()
            job.task = asyncio.create_task(self._paint(job, scene))
            job.task.add_done_callback(lambda done: self._paint_done(key, done))
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiting -= 1
            if not job.waiting and not job.started and not job.task.done():
                job.task.cancel()
                del self._jobs[key], job.task  # which keeps where it was cancelled, and so the scene

    def warm(self, game: str, sizes: Sizes) -> None:
        """Rasterise a game's sprites at the sizes that its picture module names in SIZES, once and in good time.

        Waits for nothing: pictures come in between.
        """
        for number, brush in enumerate(self.processes):
            if (brush.running or number == 0) and game not in brush.warmed_games and not self.closed:
                brush.warmed_games.add(game)
                task = asyncio.create_task(self._rasterise(brush, sizes), name=f"hob sprites {game}")
                self._warming.add(task)
                task.add_done_callback(self._warm_done)

    async def _rasterise(self, brush: PainterProcess, sizes: Sizes) -> None:
        wanted = sprites_of(sizes)
        for start in range(0, len(wanted), BATCH):
            await brush.submit(wanted[start : start + BATCH])

    async def close(self) -> None:
        """End the processes.  No picture can be had afterwards."""
        self.closed = True
        for brush in self.processes:
            await brush.close()
        await asyncio.gather(*self._warming, return_exceptions=True)

    async def _paint(self, job: PaintJob, scene: Scene | Stack) -> bytes:
        async with self._slots:
            await self.gate.yield_to_interactions()
            job.started = True
            brush = next((brush for brush in self._idle if brush.running), self._idle[0])
            self._idle.remove(brush)
            try:
                png = await brush.submit(scene)
            finally:
                self._idle.append(brush)
        await self.gate.yield_to_interactions()
        return self._cache.put(scene.key, png, len(png))

    def _paint_done(self, key: str, done: "asyncio.Task[bytes]") -> None:
        job = self._jobs.get(key)
        if job is not None and job.task is done:
            del self._jobs[key]
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody waits any more, it is nobody's fault

    def _warm_done(self, done: "asyncio.Task[None]") -> None:
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
