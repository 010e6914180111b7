"""Evenings of Ghosts Love Candy: prepared tables, and helpers to choose ghosts and read rows."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from bot.screens.message import Menu
from engine import machine
from hob.testing.play import Evening, Person, playing
from hob.testing.reading import words_of
from tests.engine.ghosts_love_candy.street import Play

NAMES = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn")


@contextlib.asynccontextmanager
async def street(laid: Play | None = None, **options: Any) -> AsyncIterator[Evening]:
    """Start a game between people, without pictures; `laid` is a prepared table."""
    names = NAMES[: laid.g.players if laid else options.pop("people", 3)]
    async with playing(*names, command="ghosts", **options) as hob:
        if laid is not None:
            await lay(hob, laid)
        yield hob


async def lay(hob: Evening, laid: Play) -> None:
    """Replace the table by `laid`, with a question number that no earlier question had."""

    def change(g: Any) -> None:
        vars(g).update(vars(machine.clone(laid.g)))
        g.questions = g.stack[-1].number = 100

    await hob.lay(change)


async def choose(hob: Evening, **ghosts: int) -> None:
    """Let each person choose a ghost behind *My hand*: `choose(hob, Ada=7, Ben=3)`."""
    for name, ghost in ghosts.items():
        await hob[name].clicks("My hand", on=hob.table)
        await hob[name].clicks(str(ghost), on=hob[name].seen[-1])


def last(person: Person) -> str:
    """Return the text of the person's newest direct message."""
    return words_of(person.messages[-1])


def marks(hob: Evening) -> str:
    """Return the line that says which players have chosen."""
    return next(line for line in hob.table_text().splitlines() if line.startswith("Everyone is choosing"))


def texts(row: object) -> list[str]:
    """Return the labels of a row's buttons or of a select's entries."""
    if isinstance(row, Menu):
        return [choice.label for choice in row.choices]
    assert isinstance(row, tuple)
    return [button.label for button in row]
