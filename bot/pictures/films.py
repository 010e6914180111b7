"""Films: one file of many pictures, made in a process of its own that lives as long as the film is being made.

So no press and no other picture waits for one.  A film is bounded in frames, and so in time and memory; there is one
at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from bot.pictures.cache import Shelf
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.subprocess_worker import Worker

MOST = 180  # frames
LARGEST = 10 * 2**20 - 2**16  # bytes; Discord takes 10 MiB from everybody
PATIENCE = 300.0  # seconds for a whole film
FRAME_PATIENCE = 150.0  # for one frame, or for the file at the end
Told = Callable[[int], Awaitable[None]]  # how many frames are done


class Frame(NamedTuple):
    """The next picture of the film, and for how many milliseconds it stands."""

    scene: Scene | Stack
    lasts: int


class End(NamedTuple):
    """There are no more: the file shall have so many bytes at most."""

    largest: int


class Films:
    def __init__(self, keep: int = 2 * LARGEST) -> None:
        self._shelf: Shelf[bytes] = Shelf(keep)

    def found(self, key: str) -> bytes | None:
        """A film that has been made lately."""
        return self._shelf.get(key)

    async def make(self, key: str, frames: AsyncIterator[Frame], told: Told) -> bytes:
        """The film as an animated WebP.  Raises PictureFault."""
        worker = _Filming("bot.pictures.worker", "film", patience=FRAME_PATIENCE)
        try:
            async with asyncio.timeout(PATIENCE):
                number = 0
                async for frame in frames:
                    await worker.ask(frame)
                    number += 1
                    await told(number)
                film = await worker.ask(End(LARGEST))
        except TimeoutError as fault:
            raise PictureFault(f"a film took longer than {PATIENCE:g} seconds") from fault
        finally:
            await worker.close()
        return self._shelf.put(key, film, len(film))


class _Filming(Worker):
    fault = PictureFault
    idle = None  # it holds the frames so far


def thinned(positions: list[int]) -> list[int]:
    """As many as a film may have, the first and the last among them."""
    if len(positions) <= MOST:
        return positions
    return [positions[round(n * (len(positions) - 1) / (MOST - 1))] for n in range(MOST)]


def lasting(frames: int) -> int:
    """Milliseconds of each frame: a film of two minutes at most, as far as one can still follow it."""
    return min(1600, max(500, 120_000 // max(1, frames)))
