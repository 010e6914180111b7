"""Films: a file of many pictures, made in a separate process that lives as long as the film takes.

So no press and no other picture waits for it. The number of frames is limited, and so are time and memory. Only one
film is made at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from bot.lru_cache import LRUCache
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.process.subprocess_worker import SubprocessWorker

MAX_FRAMES = 180
MAX_BYTES = 10 * 2**20 - 2**16  # Discord's limit is 10 MiB for all users
FILM_TIMEOUT = 300.0  # seconds for a whole film
FRAME_TIMEOUT = 150.0  # seconds for one frame, or for the file at the end
ReportProgress = Callable[[int], Awaitable[None]]  # called with the number of frames done


class Frame(NamedTuple):
    """The film's next picture, and its duration in milliseconds."""

    scene: Scene | Stack
    lasts: int


class FilmEnd(NamedTuple):
    """The end of the film, with the maximum size of its file in bytes."""

    largest: int


class Films:
    def __init__(self, drawings: int) -> None:
        """`drawings` is the memory for drawings in MB while a film is made."""
        self._drawings = drawings
        self._cache: LRUCache[bytes] = LRUCache(MAX_BYTES)  # room for the largest film, or for several smaller ones

    def cached_film(self, key: str) -> bytes | None:
        """Return a recently made film, or None."""
        return self._cache.get(key)

    async def make(self, key: str, frames: AsyncIterator[Frame], report_progress: ReportProgress) -> bytes:
        """Return the film as an animated WebP. Raises PictureFault."""
        worker = _FilmWorker("bot.pictures.worker", "film", str(self._drawings), timeout=FRAME_TIMEOUT)
        try:
            async with asyncio.timeout(FILM_TIMEOUT):
                number = 0
                async for frame in frames:
                    await worker.submit(frame)
                    number += 1
                    await report_progress(number)
                film = await worker.submit(FilmEnd(MAX_BYTES))
        except TimeoutError as fault:
            raise PictureFault(f"rendering a film took longer than {FILM_TIMEOUT:g} seconds") from fault
        finally:
            await worker.close()
        return self._cache.put(key, film, len(film))


class _FilmWorker(SubprocessWorker):
    fault = PictureFault
    idle = None  # it holds the frames so far


def sample_positions(positions: list[int]) -> list[int]:
    """Return at most `MAX_FRAMES` positions, including the first and the last."""
    if len(positions) <= MAX_FRAMES:
        return positions
    return [positions[round(n * (len(positions) - 1) / (MAX_FRAMES - 1))] for n in range(MAX_FRAMES)]


def frame_duration(frames: int) -> int:
    """Return the milliseconds per frame: at most two minutes in total, as far as the film stays watchable."""
    return min(1600, max(500, 120_000 // max(1, frames)))
