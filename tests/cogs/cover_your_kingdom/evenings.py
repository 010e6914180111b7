"""Evenings of Cover Your Kingdom: prepared tables, and helpers to press and read."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from engine import machine
from hob.testing.play import Evening, Person, playing
from hob.testing.reading import words_of
from tests.engine.cover_your_kingdom.table import Tabletop, arrange

NAMES = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hana")


@contextlib.asynccontextmanager
async def court(laid: Tabletop, **options: Any) -> AsyncIterator[Evening]:
    """Start a game between people with the prepared table `laid`; pictures are off by default."""
    async with playing(*NAMES[: laid.g.players], command="cover", **options) as hob:
        await lay(hob, laid)
        yield hob


async def lay(hob: Evening, laid: Tabletop) -> None:
    """Replace the table by `laid`, with a question number that no earlier question had."""

    def change(g: Any) -> None:
        vars(g).update(vars(machine.clone(laid.g)))
        g.questions = g.stack[-1].number = 100

    await hob.lay(change)


def last(person: Person) -> Any:
    """Return the person's newest direct message."""
    return person.messages[-1]


def reads_last(person: Person) -> str:
    return words_of(last(person))


async def table_of(hob: Evening) -> Any:
    """Return the game state, to check the effect of presses."""
    return (await hob.session()).g


# ---- prepared tables
CALVIN = {0: "hentaur hentaur bragon klaken spydra wiizzaard"}
ARTHUR = {
    0: {"lowland": ["klaken klaken"]},
    1: {"highland": ["bragon bragon", "sighclops sighclops sighclops"], "lowland": ["hentaur hentaur"]},
}
LARISSA = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}


def larissa(**hands: str) -> Tabletop:
    """Return the rulebook's example, in which Ada may recruit Ben's Bragons."""
    held = {0: hands.get("Ada", "bragon bragon terrier leprecon"), 1: hands.get("Ben", "spydra yedi"), 2: "vulcent"}
    return arrange(3, held, LARISSA)


def inn(**more: object) -> Tabletop:
    kingdoms = {
        0: {"highland": ["sighclops sighclops"], "lowland": ["vulcent vulcent"]},
        1: {"highland": ["pigxie pigxie"], "lowland": ["pigxie pigxie pigxie"]},
    }
    hands = {0: "bragon yedi", 1: "bragon yedi"}
    return arrange(2, hands, kingdoms, inn=["bragon mobgoblins yedi", "terrier elves", "klaken"], **more)
