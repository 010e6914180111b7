"""Random games for the conformance suite: the cases, playing them, and checking every machine step.

`TEST_POSITIONS` is the number of positions per case at which the slow clauses are checked; `TEST_RULES` names modules
of other packages, as in `TEST_RULES=acme_hands.rules`, so that their games are checked like our own.
"""

import copy
import importlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest

from engine import GAMES, machine
from engine.game import Game
from engine.machine import RulesFault, Table
from tests.engine.tiny import Tiny

POSITIONS = int(os.environ.get("TEST_POSITIONS", "6"))
PATH = re.compile(r"[a-z0-9+-]+(/[a-z0-9+-]+)*")
LONGEST = 60
RECENT = 60  # events; more than the rules read before they ask
CAP = 5_000  # answers; a random game that needs more is considered endless
for _rules in filter(None, os.environ.get("TEST_RULES", "").split(",")):
    importlib.import_module(_rules.strip())
ALL: dict[str, Game[Any]] = {**GAMES, "tiny": Tiny()}


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and options."""

    slug: str
    seats: int
    chosen: tuple[tuple[str, Any], ...] = ()
    game: Game[Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", ALL[self.slug])

    def __str__(self) -> str:
        parts = [f"{key}={getattr(value, 'value', value)}" for key, value in self.chosen]
        return "-".join([self.slug, str(self.seats), *parts])

    @property
    def is_usual(self) -> bool:
        return not self.chosen and self.seats == self.game.seats[len(self.game.seats) // 2]

    def deal(self, seed: str, game: Game[Any] | None = None) -> Any:
        return (game or self.game).deal(seats=self.seats, seed=seed, **dict(self.chosen))


def choices(annotation: Any, default: Any) -> list[Any]:
    """Return every value of a bool, Literal or Enum, the default first; for other types only the default."""
    if annotation is bool:
        values: list[Any] = [True, False]
    elif get_origin(annotation) is Literal:
        values = list(get_args(annotation))
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        values = list(annotation)
    else:
        values = []
    return [default, *[value for value in values if value != default]]


def cases(slug: str) -> list[Case]:
    """Return cases with every number of seats with the defaults, then every choice of every option at least once."""
    game = ALL[slug]
    fields = {name: choices(f.annotation, f.get_default()) for name, f in game.Options.model_fields.items()}
    found = [Case(slug, seats) for seats in game.seats]
    for row in range(1, max(map(len, fields.values()), default=0)):
        chosen = tuple((name, values[row % len(values)]) for name, values in fields.items() if len(values) > 1)
        found.append(Case(slug, game.seats[row % len(game.seats)], chosen))
    return found


CASES = [case for slug in ALL for case in cases(slug)]
every_case = pytest.mark.parametrize(
    "case", [pytest.param(case, id=str(case), marks=() if case.is_usual else pytest.mark.slow) for case in CASES]
)


def move(game: Game[Any], g: Any, luck: Random) -> None:
    """Give a random answer; sometimes take an offer, or replace an early answer."""
    offers = [(seat, option) for seat in range(g.players) for option in game.offers(g, seat)]
    if offers and luck.random() < 0.2:
        game.answer(g, *luck.choice(offers))
        return
    again = g.changes and luck.random() < 0.1
    seat = luck.choice(sorted(g.changes if again else g.asks))
    game.answer(g, seat, luck.choice((g.changes if again else g.asks)[seat].options))


def play(game: Game[Any], g: Any, luck: Random) -> Iterator[Any]:
    """Play to the end; yield the table before every answer, and once more when the game is over."""
    for _ in range(CAP):
        yield g
        if not g.asks:
            return
        move(game, g, luck)
    raise AssertionError(
        f"{game.slug} does not end within {CAP} random answers; it still asks {g.stack[-1].step}.\n"
        "Let every round bring the end nearer, and push nothing more when the game is over."
    )


def play_out(game: Game[Any], g: Any, luck: Random) -> Any:
    for _ in play(game, g, luck):
        pass
    return g


@contextmanager
def recent_events(g: Any) -> Iterator[None]:
    """Leave only the newest events in the log meanwhile: storing all of them at every decision takes long."""
    older, g.log = g.log[:-RECENT], g.log[-RECENT:]
    yield
    g.log = older + g.log


@cache
def positions(case: Case, count: int = POSITIONS, seed: str = "positions") -> list[bytes]:
    """Return dumps at `count` decisions of random games; each game's last decisions are always included."""
    luck, again = Random(f"{seed} {case}"), Random()
    found: list[bytes] = []
    while len(found) < count:
        deal = str(luck.random())
        again.setstate(luck.getstate())
        length = sum(1 for _ in play(case.game, case.deal(deal), luck)) - 1
        middle = range(max(0, length - 2))
        chosen = [*luck.sample(middle, min(count // 3, len(middle))), *range(length)[-2:]]
        # Playing the game again is faster than dumping all its positions.
        replay = enumerate(play(case.game, case.deal(deal), again))
        dumps = {number: case.game.dump(g) for number, g in replay if number in chosen}
        found += [dumps[number] for number in chosen]
    return found[:count]


def tables(case: Case, count: int = POSITIONS) -> Iterator[Any]:
    for dump in positions(case, count):
        yield case.game.load(dump)


def watched(game: Game[Any], acted: Callable[[Any], None] | None = None) -> Any:
    """Return the game with checks at every machine step: nothing is written before the yield, nothing is lost.

    `acted` is called after every step that has completed.  Without it, each step is also executed twice, which must
    give the same result, and the paths of its options are checked.
    """

    def watch(name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def watching(g: Table, *args: Any) -> Any:
            before, counted = but_events(game, g), game.component_counts(g)
            twin, answer = None if acted else machine.clone(g), None
            pausing = step(g, *args)
            asked = next(pausing, None) if pausing else None
            if asked is not None:
                assert but_events(game, g) == before, f"{name} writes, rolls or draws before it asks"
                if twin is not None:
                    check_paths(name, asked)
                answer = yield asked
                twin = machine.clone(g) if twin else None
                if next_question(pausing, answer):
                    raise RulesFault(f"{name} asked twice")
            assert game.component_counts(g) == counted, f"{name} loses or makes things"
            if acted:
                acted(g)
            if twin is not None:
                again = step(twin, *args)
                if again and next(again, None) is not None:
                    next_question(again, answer)
                assert (but_events(game, twin), twin.log) == (but_events(game, g), g.log), (
                    f"{name} does two things at one table after one answer: its chance is not that of the table.\n"
                    "Roll and shuffle with engine.rng, not with Python's random; read no clock."
                )

        return watching

    twin: Any = copy.copy(game)
    twin.rules = type(game.rules)({name: watch(name, step) for name, step in game.rules.items()})
    return twin


def check_paths(name: str, asked: Any) -> None:
    """Check that a question's options are valid paths."""
    for ask in asked.values() if isinstance(asked, dict) else [asked]:
        for option in ask.options:
            assert len(option) <= LONGEST and PATH.fullmatch(option), (
                f"{name} offers seat {ask.seat} the option {option!r}, which is no path.\n"
                f"Use a-z, 0-9, + and - in parts joined by /, such as 'bid/3/d2', and at most {LONGEST} characters."
            )


def but_events(game: Game[Any], g: Table) -> tuple[bytes, int]:
    """Return everything that is stored except the events, and the number of events; events are never rewritten."""
    log, g.log = g.log, []
    try:
        return game.dump(g), len(log)
    finally:
        g.log = log


def next_question(pausing: Any, answer: Any) -> Any:
    try:
        return pausing.send(answer)
    except StopIteration:
        return None


def fingerprints() -> dict[str, str]:
    """Return a hash of everything that happens in one random game of every case."""
    found = {}
    for case in CASES:
        g = case.deal("fingerprint")
        digest = sha256()
        for _ in play(case.game, g, Random(str(case))):
            digest.update(case.game.dump(g))
        found[str(case)] = digest.hexdigest()
    return found


if __name__ == "__main__":
    import json

    print(json.dumps(fingerprints()))
