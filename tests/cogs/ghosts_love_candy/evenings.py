"""Evenings of Ghosts Love Candy: a table as it was laid, choosing ghosts, and reading what a row says."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from bot.screens.message import Menu
from engine import machine
from tests.engine.ghosts_love_candy.street import Play
from tests.play import Evening, Person, playing
from tests.reading import words_of

NAMES = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn")


@contextlib.asynccontextmanager
async def street(laid: Play | None = None, **options: Any) -> AsyncIterator[Evening]:
    """A game of persons, without pictures; `laid` is what lies on the table."""
    names = NAMES[: laid.g.players if laid else options.pop("people", 3)]
    async with playing(*names, command="ghosts", **options) as hob:
        if laid is not None:
            await lay(hob, laid)
        yield hob


async def lay(hob: Evening, laid: Play) -> None:
    """Put this street on the table, with another question than any of those that were open before."""

    def change(g: Any) -> None:
        vars(g).update(vars(machine.clone(laid.g)))
        g.questions = g.stack[-1].number = 100

    await hob.lay(change)


async def choose(hob: Evening, **ghosts: int) -> None:
    """Each presses a ghost behind *My hand*: `choose(hob, Ada=7, Ben=3)`."""
    for name, ghost in ghosts.items():
        await hob[name].clicks("My hand", on=hob.table)
        await hob[name].clicks(str(ghost), on=hob[name].seen[-1])


def last(person: Person) -> str:
    """What stands in the person's newest direct message."""
    return words_of(person.messages[-1])


def marks(hob: Evening) -> str:
    """The line that says who has chosen."""
    return next(line for line in hob.table_text().splitlines() if line.startswith("Everyone is choosing"))


def texts(row: object) -> list[str]:
    """What the buttons of a row say, or the entries of a select."""
    if isinstance(row, Menu):
        return [choice.label for choice in row.choices]
    assert isinstance(row, tuple)
    return [button.label for button in row]
