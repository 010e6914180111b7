"""Pictures without waiting: a cache, and a worker process that paints what is not in it.

Measured, 20 pictures of Candy Chaser from cold, largest stall of the event loop: painted in a thread 253 ms, for
resvg and much of Pillow hold the interpreter lock; in a process 4 ms.  The process takes 40 MB.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.worker import Worker
from cogs.ui.pictures.drawings import drawings
from cogs.ui.pictures.scene import PictureFault, Scene, Stack
from cogs.ui.pictures.shelf import Shelf

log = logging.getLogger("hob.pictures")
BATCH = 6  # sprites rasterised between two pictures, so that warming keeps nobody waiting
Sizes = Mapping[str, Sequence[int]]  # by the start of sprites' names


class Painter(Worker):
    """One for the whole bot."""

    fault = PictureFault

    def __init__(self, keep: int = 32 * 2**20, patience: float = 20) -> None:
        super().__init__("cogs.ui.pictures.worker", patience=patience)
        self._shelf: Shelf[bytes] = Shelf(keep)
        self._painting: dict[str, asyncio.Task[bytes]] = {}
        self._warm: set[str] = set()  # games whose sprites the worker has, or is making
        self._warming: set[asyncio.Task[None]] = set()

    def lost(self) -> None:
        self._warm.clear()  # what it had rasterised

    async def png(self, scene: Scene | Stack) -> bytes:
        """The picture, painted once however many ask.  Raises PictureFault; the next picture is none the worse."""
        key = scene.key
        if (found := self._shelf.get(key)) is not None:
            return found
        task = self._painting.get(key)
        if task is None:
            task = self._painting[key] = asyncio.create_task(self._paint(scene))
            task.add_done_callback(lambda done: self._painted(key, done))
        return await asyncio.shield(task)

    def warm(self, game: str, sizes: Sizes) -> None:
        """Rasterise a game's sprites at the sizes that its picture module names in SIZES, once and in good time.

        Waits for nothing: pictures come in between.
        """
        if game not in self._warm and not self._closed:
            self._warm.add(game)
            task = asyncio.create_task(self._rasterise(sizes), name=f"hob sprites {game}")
            self._warming.add(task)
            task.add_done_callback(self._warmed)

    async def _rasterise(self, sizes: Sizes) -> None:
        wanted = sprites_of(sizes)
        for start in range(0, len(wanted), BATCH):
            await self.ask(wanted[start : start + BATCH])

    async def close(self) -> None:
        """End the worker.  No picture can be had afterwards."""
        await super().close()
        await asyncio.gather(*self._warming, return_exceptions=True)

    async def _paint(self, scene: Scene | Stack) -> bytes:
        png = await self.ask(scene)
        return self._shelf.put(scene.key, png, len(png))

    def _painted(self, key: str, done: "asyncio.Task[bytes]") -> None:
        del self._painting[key]
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody waits any more, it is nobody's fault

    def _warmed(self, done: "asyncio.Task[None]") -> None:
        self._warming.discard(done)
        if not done.cancelled() and (fault := done.exception()) is not None and not self._closed:
            log.warning("sprites were not made beforehand: %s", fault)


def sprites_of(sizes: Sizes) -> list[tuple[str, int]]:
    """Every drawing whose name starts with one of these, at its sizes; the longest start counts."""
    wanted = []
    for name in drawings():
        starts = [start for start in sizes if name.startswith(start)]
        if starts:
            wanted += [(name, size) for size in sizes[max(starts, key=len)]]
    return wanted
