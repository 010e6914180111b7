"""The Kid cards and the Love cards as data."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from engine.decks import Card, Deck, Decks, Effect, effect_faults
from engine.ghosts_love_candy.abilities import VERBS
from engine.ghosts_love_candy.state import CANDIES, LOVES, Street, love_values
from engine.machine import seat_id

KIDS_IN_A_DECK = 24
LONGEST_ID = 29  # so two kids fit into one option

Moment = Literal["haunt", "in-row", "scared", "end-row", "stash"]


class Kid(Card):
    """A Kid card. `tie` is the small number that settles ties; `stash` is the kid's worth in a stash.

    For pictures, which have little room, `nick` is a shorter name and `brief` a shorter text that is still correct.

    The box is blue if the ability works right after a haunting player took the candy, yellow at any other moment:
    while in the row, when scared, or in the final count from the row or from a stash. `may` lets a player decline.
    """

    nick: Annotated[str, Field(max_length=12)] = ""
    brief: Annotated[str, Field(max_length=38)] = ""
    tie: Annotated[int, Field(ge=1, le=99)]
    courage: Annotated[int, Field(ge=1, le=99)]
    when: Moment
    may: bool = False
    stash: Annotated[int, Field(ge=-20, le=20)] = -2
    effects: tuple[Effect, ...] = ()

    @field_validator("effects")
    @classmethod
    def _known(cls, effects: tuple[Effect, ...], info: ValidationInfo) -> tuple[Effect, ...]:
        faults = list(effect_faults(effects, info.data.get("when", ""), VERBS))
        if faults:
            raise ValueError("; ".join(faults))
        return effects

    @property
    def box(self) -> str:
        return "blue" if self.when == "haunt" else "yellow"


class Love(Card):
    """A Love card. `values` is the worth of each candy in its owner's stash."""

    values: dict[str, int]


def check(deck: Deck[Kid]) -> Iterator[str]:
    """Yield a fault unless there are 24 kids with different small numbers and ids that mean nothing else."""
    if len(deck) != KIDS_IN_A_DECK:
        yield f"{len(deck)} kids, not {KIDS_IN_A_DECK}"
    for tie, n in Counter(kid.tie for kid in deck.values()).items():
        if n > 1:
            yield f"{n} kids have the small number {tie}; all must differ"
    taken = {*CANDIES, *LOVES, *(seat_id(seat) for seat in range(10)), "skip", "use"}
    for kid in deck:
        if kid in taken:
            yield f"{kid}: this id means something else"
        if len(kid) > LONGEST_ID:
            yield f"{kid}: the id is longer than {LONGEST_ID} characters"


DECKS = Decks("ghosts-love-candy", Kid, Path(__file__).with_name("cards.toml"), check)

LOVE_CARDS = {
    love: Love(
        id=love,
        name=f"Love card {love[-1].upper()}",
        text=", ".join(f"{candy.replace('-', ' ').title()} {points}" for candy, points in love_values(love).items()),
        values=love_values(love),
    )
    for love in LOVES
}


def kids_of(g: Street) -> Deck[Kid]:
    return DECKS[g.deck]
