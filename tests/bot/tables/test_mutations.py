"""Opening a damaged snapshot has three outcomes, all of them quick: it is refused, shown, or found unfit."""

import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.screens.table_screen import Screens
from bot.tables.model import Seat, TableInfo
from bot.tables.session import TableSession
from bot.tables.time_limit import RenderError, TimeLimitExceeded
from cogs.game_uis import GAME_UIS
from db import SessionRow
from engine import GAMES
from engine.game import CorruptSnapshot

NUMBERS = (-1, 0, 1, 2, 7, 99, 10**4, 10**9, 10**40, 1.5)
THINGS: tuple[Any, ...] = (*NUMBERS, "", "s0", "no such card", None, True, [], {}, [[]], "x" * 10_000)
EACH = int(os.environ.get("TEST_MUTATIONS", "12"))
OUTCOMES = {"refused", "shown", "unfit"}


def some_states(slug: str, luck: random.Random, number: int) -> list[bytes]:
    """Return tables of a game at random moments."""
    game, states = GAMES[slug], []
    for _ in range(number):
        g = game.deal(luck.choice(game.seats), f"{luck.getrandbits(64):x}")
        for _ in range(luck.randrange(40)):
            if not g.asks:
                break
            seat = luck.choice(sorted(g.asks))
            game.answer(g, seat, luck.choice(g.asks[seat].options))
        states.append(game.dump(g))
    return states


def mutated(state: bytes, luck: random.Random) -> bytes:
    """Return a snapshot with one value or key changed, duplicated or removed, or with some bytes overwritten."""
    if luck.random() < 0.1:
        spoilt = bytearray(state)
        for _ in range(luck.randint(1, 5)):
            spoilt[luck.randrange(len(spoilt))] = luck.randrange(256)
        return bytes(spoilt)
    whole = json.loads(state)
    places: list[tuple[Any, Any]] = []

    def look(value: Any) -> None:
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            places.append((value, key))
            if isinstance(value[key], dict | list):
                look(value[key])

    look(whole["state"])
    holder, key = luck.choice(places)
    match luck.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 2 if isinstance(holder[key], int) and key != "rng":
            holder[key] = luck.choice(NUMBERS)
        case _:
            holder[key] = luck.choice(THINGS)
    return json.dumps(whole).encode()


def outcome(slug: str, state: bytes) -> str:
    """Load and render a table with this snapshot as Hob does; return "refused", "shown", "unfit" or "hung"."""
    game = GAMES[slug]
    try:
        g = game.load(state)
    except CorruptSnapshot:
        return "refused"
    seats = [Seat(person=seat + 1, name=f"P{seat}", seen_by=[seat + 1]) for seat in range(g.players)]
    info = TableInfo(host=1, seats=seats, seal="0" * 64)
    info.update_prompts(sorted(g.asks), g.question, 0.0)
    status = "playing" if g.asks else "over"
    row = SessionRow("AAAAAA", slug, 1, 2, status, 5, game.schema, state, info.model_dump(mode="json"), {}, 0, 0, 0)
    session, screens = TableSession(row), Screens(GAME_UIS)
    session.apply(session.info, g)
    try:
        table_message(screens.posted(session), [])
        for seat in range(g.players):
            panel_message(screens.posted(session, seat), True)
    except RenderError as fault:
        return "hung" if isinstance(fault.__cause__, TimeLimitExceeded) else "unfit"
    return "shown"


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_mutated_snapshot_is_refused_shown_or_unfit(slug: str) -> None:
    luck = random.Random(slug)
    found: Counter[str] = Counter()
    for state in some_states(slug, luck, 3):
        assert outcome(slug, state) == "shown", "before it was damaged"
        found.update(outcome(slug, mutated(state, luck)) for _ in range(EACH // 3))
    assert found.total() == EACH // 3 * 3 and set(found) <= OUTCOMES, found
