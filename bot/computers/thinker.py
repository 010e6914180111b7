"""Thoughts of computers: one question after the other goes to the process of `bot/computers/thinking.py`.

A thought is worth having soon or not at all: the keeper does not wait long for it, and a question that is closed when
its turn comes is skipped.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.worker import Worker, WorkFault
from engine.game import Game

log = logging.getLogger("hob.thinker")
PATIENCE = 10.0  # seconds for one thought, the start of the process included


class Job(NamedTuple):
    """`game` goes as a reference to its class, so that the process imports a game that it does not know yet."""

    game: type[Game[Any]]
    state: bytes
    seat: int
    luck: int
    decks: dict[str, Any]  # operators' decks of the game, by name, as they were read when Hob started


@dataclass
class Thought:
    """Of one seat about one question, `began` when the question was first seen."""

    question: int
    began: float
    task: "asyncio.Task[str | None]"
    awaited: bool = False  # whether the table is attended to as soon as it is there

    @property
    def option(self) -> str | None:
        """None while there is none, and for ever if it was lost."""
        return self.task.result() if self.task.done() and not self.task.cancelled() else None


class Thinker(Worker):
    """One for the whole bot."""

    def __init__(self, patience: float = PATIENCE) -> None:
        super().__init__("bot.computers.thinking", patience=patience)
        self._queue = asyncio.Lock()
        self._thinking: set[asyncio.Task[str | None]] = set()

    def think(self, job: Callable[[], Job | None]) -> "asyncio.Task[str | None]":
        """`job` is called when its turn comes; None: there is nothing to think about any more."""
        task = asyncio.create_task(self._think(job), name="hob thought")
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return task

    async def _think(self, job: Callable[[], Job | None]) -> str | None:
        async with self._queue:
            game = "some game"
            try:
                wanted = job()
                if wanted is None:
                    return None
                game = wanted.game.slug
                return (await self.ask(wanted)).decode()
            except WorkFault as fault:
                log.warning("a computer of %s answers at random: %s", game, fault)
            except Exception:
                log.exception("a computer of %s answers at random", game)
            return None

    async def close(self) -> None:
        """End the process at once; thoughts under way are lost, and nothing else."""
        thinking = list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await super().close()
