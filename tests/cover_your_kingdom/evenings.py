"""Evenings of Cover Your Kingdom: a table as it was laid out, and who presses what."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from engine import machine
from tests.games.cover_your_kingdom.table import Tabletop
from tests.play import Evening, Person, playing, words_of

NAMES = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hana")


@contextlib.asynccontextmanager
async def court(laid: Tabletop, **options: Any) -> AsyncIterator[Evening]:
    """A game of persons, without pictures unless wanted; `laid` is what lies on the table."""
    async with playing(*NAMES[: laid.g.players], command="cover", **options) as hob:
        await lay(hob, laid)
        yield hob


async def lay(hob: Evening, laid: Tabletop) -> None:
    """Put this on the table, with another question than any of those that were open before."""

    def change(g: Any) -> None:
        vars(g).update(vars(machine.clone(laid.g)))
        g.questions = g.stack[-1].number = 100

    await hob.lay(change)


def last(person: Person) -> Any:
    """The person's newest direct message."""
    return person.messages[-1]


def reads_last(person: Person) -> str:
    return words_of(last(person))


async def table_of(hob: Evening) -> Any:
    """The table itself, to check what pressing did."""
    return (await hob.live()).g
