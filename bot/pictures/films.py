"""Films: one file of many pictures, made in a process of its own that lives as long as the film is being made.

So no press and no other picture waits for one.  A film is bounded in frames, and so in time and memory; there is one
at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from bot.pictures.cache import LRUCache
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.subprocess_worker import SubprocessWorker

MAX_FRAMES = 180  # frames
MAX_BYTES = 10 * 2**20 - 2**16  # bytes; Discord takes 10 MiB from everybody
FILM_TIMEOUT = 300.0  # seconds for a whole film
FRAME_TIMEOUT = 150.0  # for one frame, or for the file at the end
ReportProgress = Callable[[int], Awaitable[None]]  # how many frames are done


class Frame(NamedTuple):
    """The next picture of the film, and for how many milliseconds it stands."""

    scene: Scene | Stack
    lasts: int


class FilmEnd(NamedTuple):
    """There are no more: the file shall have so many bytes at most."""

    largest: int


class Films:
    def __init__(self, keep: int = 2 * MAX_BYTES) -> None:
        self._cache: LRUCache[bytes] = LRUCache(keep)

    def cached_film(self, key: str) -> bytes | None:
        """A film that has been made lately."""
        return self._cache.get(key)

    async def make(self, key: str, frames: AsyncIterator[Frame], report_progress: ReportProgress) -> bytes:
        """The film as an animated WebP.  Raises PictureFault."""
        worker = _FilmWorker("bot.pictures.worker", "film", patience=FRAME_TIMEOUT)
        try:
            async with asyncio.timeout(FILM_TIMEOUT):
                number = 0
                async for frame in frames:
                    await worker.submit(frame)
                    number += 1
                    await report_progress(number)
                film = await worker.submit(FilmEnd(MAX_BYTES))
        except TimeoutError as fault:
            raise PictureFault(f"a film took longer than {FILM_TIMEOUT:g} seconds") from fault
        finally:
            await worker.close()
        return self._cache.put(key, film, len(film))


class _FilmWorker(SubprocessWorker):
    fault = PictureFault
    idle = None  # it holds the frames so far


def sample_positions(positions: list[int]) -> list[int]:
    """As many as a film may have, the first and the last among them."""
    if len(positions) <= MAX_FRAMES:
        return positions
    return [positions[round(n * (len(positions) - 1) / (MAX_FRAMES - 1))] for n in range(MAX_FRAMES)]


def frame_duration(frames: int) -> int:
    """Milliseconds of each frame: a film of two minutes at most, as far as one can still follow it."""
    return min(1600, max(500, 120_000 // max(1, frames)))
