"""Which answers can be undone freely: the percentage for each game and kind of answer, and the objections to the rest.

A kind is the name of the question and the first part of the option, if that is a word of the rules.
"""

import time
from collections import Counter
from random import Random
from typing import Any

from engine import GAMES, Game
from engine.undo import objection

EACH = 120  # answers checked per game
# Words of the rules
WORDS = {
    "add",
    "buy",
    "discard",
    "done",
    "hire",
    "keep",
    "none",
    "pass",
    "play",
    "recruit",
    "settle",
    "skip",
}
SHARE = 0.15  # share of answers checked, so that they come from many games


def kind(g: Any, seat: int, option: str) -> str:
    """Return the kind of an answer; the kind of an offer is its first part alone."""
    ask, first = g.asks.get(seat), option.partition("/")[0]
    if ask is None or option not in ask.options:
        return f"offer {first}"
    return f"{ask.say} {first}" if first in WORDS else ask.say


def verdicts(game: Game[Any]) -> tuple[dict[str, Counter[str]], list[float]]:
    verdict_counts: dict[str, Counter[str]] = {}
    spent: list[float] = []
    for deal in range(10_000):
        luck = Random(deal)
        g = game.deal(seats=list(game.seats)[1], seed=f"taking back {deal}")
        while g.asks and len(spent) < EACH:
            seat = luck.choice(sorted(g.asks))
            offers = game.offers(g, seat)
            option = luck.choice(offers if offers and luck.random() < 0.3 else g.asks[seat].options)
            is_checked, what = luck.random() < SHARE, kind(g, seat, option)
            before = game.load(game.dump(g)) if is_checked else g
            game.answer(g, seat, option)
            if not is_checked:
                continue
            began = time.perf_counter()
            against = objection(game, before, seat, option, g)
            spent.append(1000 * (time.perf_counter() - began))
            verdict_counts.setdefault(what, Counter())[against.key if against else "free"] += 1
        if len(spent) == EACH:
            break
    return verdict_counts, sorted(spent)


async def run() -> list[tuple[str, str]]:
    rows = []
    for game in GAMES.values():
        verdict_counts, spent = verdicts(game)
        median, late = spent[len(spent) // 2], spent[int(0.95 * len(spent))]
        rows.append((game.title, f"{median:.0f} ms, 95 % {late:.0f} ms"))
        for what, counts in sorted(verdict_counts.items()):
            shares = ", ".join(f"{key} {100 * n // counts.total()} %" for key, n in counts.most_common())
            rows.append((f"  {what}", f"{shares} of {counts.total()}"))
    return rows
