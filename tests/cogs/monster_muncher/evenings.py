"""Evenings of Monster Muncher: games with a prepared table."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from hob.testing.play import Evening, Person, playing
from tests.engine.monster_muncher.laying import Laid

NAMES = ("Ada", "Ben", "Cara", "Dan")
FIVE = "dread-ned lurch-lad-3 sky-sentry-3 marl-mauler-2 slate-sly"  # a full row


@contextlib.asynccontextmanager
async def table(
    laid: Laid | None = None, people: int = 2, computers: int = 0, **options: Any
) -> AsyncIterator[tuple[Evening, list[Person]]]:
    """Start a game; `laid` is a prepared table."""
    async with playing(*NAMES[:people], command="muncher", computers=computers, **options) as hob:
        if laid is not None:
            await lay(hob, laid)
        yield hob, [hob[name] for name in NAMES[:people]]


async def lay(hob: Evening, laid: Laid) -> None:
    """Replace the table by `laid`, with a question number that no earlier question had."""
    laid.g.stack[-1].number = laid.g.questions = 100
    await hob.lay(lambda g: vars(g).update(vars(laid.g)))


async def more(person: Person, hob: Evening) -> object:
    """Press *More*; return the answer."""
    await person.clicks("More", on=hob.table)
    return person.seen[-1]
