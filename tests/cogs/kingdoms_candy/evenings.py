"""Evenings of Kingdom's Candy: games with a prepared table."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from engine import machine
from engine.kingdoms_candy.state import Kingdom
from hob.testing.play import Evening, playing
from hob.testing.reading import words_of

NAMES = ("Ada", "Ben", "Cara", "Dan", "Eve")


@contextlib.asynccontextmanager
async def castle(laid: Kingdom | None = None, **options: Any) -> AsyncIterator[Evening]:
    """Start a game between people, without pictures; `laid` is a prepared table."""
    names = NAMES[: laid.players if laid else options.pop("people", 2)]
    async with playing(*names, command="kingdom", **options) as hob:
        if laid is not None:
            await lay(hob, laid)
        yield hob


async def lay(hob: Evening, laid: Kingdom) -> None:
    """Replace the table by `laid`, with a question number that no earlier question had."""

    def change(g: Any) -> None:
        vars(g).update(vars(machine.clone(laid)))
        g.questions = g.stack[-1].number = 100

    await hob.lay(change)


async def panel(hob: Evening, name: str) -> str:
    """Return the text behind *My monsters* for this person."""
    return await hob[name].clicks("My monsters", on=hob.table)


async def state(hob: Evening) -> Any:
    return (await hob.session()).g


def all_messages(hob: Evening) -> str:
    """Return the text of the channel and of all direct messages."""
    direct = [message for person in hob.people.values() for message in person.messages]
    return "\n".join(words_of(message) for message in [*hob.channel.history(), *direct])
