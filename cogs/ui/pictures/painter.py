"""Pictures without waiting: a cache, and a worker process that paints what is not in it.

Measured, 20 pictures of Candy Chaser from cold, largest stall of the event loop: painted in a thread 253 ms, for
resvg and much of Pillow hold the interpreter lock; in a process 4 ms.  The process takes 40 MB.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections.abc import Mapping, Sequence

from cogs.ui.pictures.drawings import COGS, drawings
from cogs.ui.pictures.scene import PictureFault, Scene
from cogs.ui.pictures.shelf import Shelf

log = logging.getLogger("hob.pictures")
BATCH = 6  # sprites rasterised between two pictures, so that warming keeps nobody waiting
Job = Scene | list[tuple[str, int]]
Sizes = Mapping[str, Sequence[int]]  # by the start of sprites' names


class Painter:
    """One for the whole bot.  Everything runs on the event loop on which it is first used."""

    def __init__(self, keep: int = 32 * 2**20, patience: float = 20) -> None:
        self._shelf: Shelf[bytes] = Shelf(keep)
        self._patience = patience
        self._painting: dict[str, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._worker: asyncio.subprocess.Process | None = None
        self._warm: set[str] = set()  # games whose sprites the worker has, or is making
        self._warming: set[asyncio.Task[None]] = set()
        self._closed = False

    async def png(self, scene: Scene) -> bytes:
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
            await self._ask(wanted[start : start + BATCH])

    async def close(self) -> None:
        """End the worker.  No picture can be had afterwards."""
        self._closed = True
        async with self._turn:
            await self._end_worker()
        await asyncio.gather(*self._warming, return_exceptions=True)

    async def _paint(self, scene: Scene) -> bytes:
        png = await self._ask(scene)
        return self._shelf.put(scene.key, png, len(png))

    def _painted(self, key: str, done: "asyncio.Task[bytes]") -> None:
        del self._painting[key]
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody waits any more, it is nobody's fault

    def _warmed(self, done: "asyncio.Task[None]") -> None:
        self._warming.discard(done)
        if not done.cancelled() and (fault := done.exception()) is not None and not self._closed:
            log.warning("sprites were not made beforehand: %s", fault)

    async def _ask(self, job: Job) -> bytes:
        """One job at a time.  A worker that dies or hangs is replaced for the next one."""
        async with self._turn:
            if self._closed:
                raise PictureFault("the painter is closed")
            try:
                async with asyncio.timeout(self._patience):
                    answer = await self._exchange(pickle.dumps(job, pickle.HIGHEST_PROTOCOL))
            except (OSError, EOFError, TimeoutError) as fault:
                await self._end_worker(at_once=True)
                raise PictureFault(f"the worker was lost: {type(fault).__name__} {fault}") from fault
            except BaseException:  # cancelled between question and answer: that answer must reach nobody else
                await self._end_worker(at_once=True)
                raise
        if answer[:1] != b"+":
            raise PictureFault(answer[1:].decode())
        return answer[1:]

    async def _exchange(self, message: bytes) -> bytes:
        worker = self._worker
        if worker is not None and worker.returncode is not None:
            worker = None
            self._warm.clear()  # what a dead worker had rasterised died with it
        if worker is None:
            worker = self._worker = await self._start_worker()
        assert worker.stdin and worker.stdout
        worker.stdin.write(len(message).to_bytes(4, "big") + message)
        await worker.stdin.drain()
        size = int.from_bytes(await worker.stdout.readexactly(4), "big")
        return await worker.stdout.readexactly(size)

    async def _start_worker(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "cogs.ui.pictures.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=COGS.parent,  # where `cogs` can be imported from
            env=environment(),
        )

    async def _end_worker(self, at_once: bool = False) -> None:
        worker, self._worker = self._worker, None
        self._warm.clear()
        if worker is None:
            return
        assert worker.stdin
        worker.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            if at_once:
                worker.kill()
            try:
                await asyncio.wait_for(worker.wait(), 5)
            except TimeoutError:
                worker.kill()
                await worker.wait()


def environment() -> dict[str, str]:
    """The worker's: it needs none of Hob's settings, and least of all the token."""
    return {name: value for name, value in os.environ.items() if not name.startswith("HOB_")}


def sprites_of(sizes: Sizes) -> list[tuple[str, int]]:
    """Every drawing whose name starts with one of these, at its sizes; the longest start counts."""
    wanted = []
    for name in drawings():
        starts = [start for start in sizes if name.startswith(start)]
        if starts:
            wanted += [(name, size) for size in sizes[max(starts, key=len)]]
    return wanted
