"""Pictures for the rules: tables and hands of example games."""

from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from engine.game import Game, View

OVER = "over"
NAMES = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hana"]


class Example(NamedTuple):
    """The first moment of a random game, after at least `answers` answers, when `question_kind` is asked.

    `question_kind` is a question's key, "" for any, or `OVER` for the end. With `hand` the picture shows the asked
    seat's cards instead of the table.
    """

    answers: int = 0
    question_kind: str = ""
    players: int = 3
    hand: bool = False
    seed: str = "example"
    options: tuple[tuple[str, Any], ...] = ()


@cache
def example_view(game: Game[Any], example: Example) -> View:
    """Return the example's view for the channel, or for the asked seat."""
    g = game.deal(example.players, example.seed, **dict(example.options))
    answered = 0
    while g.asks:
        seat, ask = min(g.asks.items())
        if answered >= example.answers and example.question_kind in ("", ask.say):
            return game.view(g, seat if example.hand else None)
        luck = sha256(f"{example.seed} {answered}".encode()).digest()
        game.answer(g, seat, ask.options[int.from_bytes(luck) % len(ask.options)])
        answered += 1
    return game.view(g, None)
