"""The painter: a cache of pictures, and processes that paint missing ones.

Measured with 20 uncached pictures of Candy Chaser, the event loop stalled up to 253 ms when painting in a thread, since
resvg and much of Pillow hold the GIL; in a process, 4 ms.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.gate import InteractionGate
from bot.lru_cache import LRUCache
from bot.pictures.drawings import drawings
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.process.subprocess_worker import SubprocessWorker

log = logging.getLogger("hob.pictures")
CACHE = 96  # MB of drawings that a process keeps
# Bytes of finished pictures, 60 kB each. With 24 busy tables, one request in 700 is for a picture painted before, and
# by then less than 2 MB of newer ones have been painted.
FINISHED = 4 * 2**20
BATCH = 6  # sprites rasterised between two pictures, so that warming delays no picture
Sizes = Mapping[str, Sequence[int]]  # by prefix of the sprites' names


class PainterProcess(SubprocessWorker):
    """One painting process."""

    fault = PictureFault

    def __init__(self, timeout: float, cache: int = CACHE) -> None:
        """`cache` is the memory for drawings, in MB."""
        super().__init__("bot.pictures.worker", str(cache), timeout=timeout)
        self.warmed_games: set[str] = set()  # games with sprites that the process has or is rasterising

    def on_process_lost(self) -> None:
        self.warmed_games.clear()  # it kept the sprites in memory


@dataclass
class PaintJob:
    """A requested picture."""

    task: "asyncio.Task[bytes]" = field(init=False, repr=False)
    waiting: int = 0  # number of waiters
    started: bool = False


class Painter:
    """The painter of the whole bot. It starts another process only if all are busy. Presses go before pictures."""

    def __init__(
        self, processes: int = 1, timeout: float = 60, gate: InteractionGate | None = None, cache: int = CACHE
    ) -> None:
        self.gate = gate or InteractionGate()
        self.processes = [PainterProcess(timeout, cache) for _ in range(processes)]
        self._idle = [*self.processes]
        self._slots = asyncio.Semaphore(processes)
        self._cache: LRUCache[bytes] = LRUCache(FINISHED)
        self._jobs: dict[str, PaintJob] = {}  # by the key of the picture
        self._warming: set[asyncio.Task[None]] = set()
        self.closed = False

    async def png(self, scene: Scene | Stack) -> bytes:
        """Return the picture as PNG, painted once for all that still wait for it then. Raises PictureFault."""
        key = scene.key
        if (cached := self._cache.get(key)) is not None:
            return cached
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
                del self._jobs[key], job.task  # the task keeps its traceback, and with it the scene

    def warm(self, game: str, sizes: Sizes) -> None:
        """Rasterise a game's sprites once per process, in the background, at the sizes of `GameUI.sprite_sizes`."""
        for number, process in enumerate(self.processes):
            if (process.running or number == 0) and game not in process.warmed_games and not self.closed:
                process.warmed_games.add(game)
                task = asyncio.create_task(self._rasterise(process, sizes), name=f"hob sprites {game}")
                self._warming.add(task)
                task.add_done_callback(self._warm_done)

    async def _rasterise(self, process: PainterProcess, sizes: Sizes) -> None:
        sprites = sprites_of(sizes)
        for start in range(0, len(sprites), BATCH):
            await process.submit(sprites[start : start + BATCH])

    async def close(self) -> None:
        """Stop the processes. No picture can be painted afterwards."""
        self.closed = True
        for process in self.processes:
            await process.close()
        await asyncio.gather(*self._warming, return_exceptions=True)

    async def _paint(self, job: PaintJob, scene: Scene | Stack) -> bytes:
        async with self._slots:
            await self.gate.yield_to_interactions()
            job.started = True
            process = next((process for process in self._idle if process.running), self._idle[0])
            self._idle.remove(process)
            try:
                png = await process.submit(scene)
            finally:
                self._idle.append(process)
        await self.gate.yield_to_interactions()
        return self._cache.put(scene.key, png, len(png))

    def _paint_done(self, key: str, done: "asyncio.Task[bytes]") -> None:
        job = self._jobs.get(key)
        if job is not None and job.task is done:
            del self._jobs[key]
        if not done.cancelled():
            done.exception()  # every waiter gets the exception; without waiters, ignore it

    def _warm_done(self, done: "asyncio.Task[None]") -> None:
        self._warming.discard(done)
        if not done.cancelled() and (fault := done.exception()) is not None and not self.closed:
            log.warning("sprites not preloaded: %s", fault)


def sprites_of(sizes: Sizes) -> list[tuple[str, int]]:
    """Return each drawing with a matching prefix, at the sizes of its longest prefix."""
    wanted = []
    for name in drawings():
        starts = [start for start in sizes if name.startswith(start)]
        if starts:
            wanted += [(name, size) for size in sizes[max(starts, key=len)]]
    return wanted
