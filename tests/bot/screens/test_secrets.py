"""Messages don't leak secrets: they are the same for any two states that their reader can't tell apart."""

import os
from collections.abc import Callable
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from bot.screens.message import Message
from bot.screens.notifications import turn_notification
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.screens.table_screen import TableScreen
from bot.tables.time_limit import RenderError
from engine import GAMES
from engine.game import Game
from tests.screens import LONG, SCREENS, table_of, tables_of

SWAPS = int(os.environ.get("TEST_SWAPS", "12"))


def read_by(game: Game[Any], g: Any, viewer: int | None, acted: dict[int, int], pictures: bool) -> list[Message]:
    """Return the table, pings and the viewer's panel; `acted` is the log length at each seat's last choice."""
    session = table_of(game, g, LONG[: g.players], acted=acted, options={"pictures": pictures})
    pings = [turn_notification(SCREENS.posted(session), [seat]) for seat in g.asks]
    return [
        table_message(SCREENS.posted(session), []),
        *pings,
        *([panel_message(SCREENS.posted(session, viewer), pictures)] if viewer is not None else []),
    ]


def heard(g: Any, viewer: int | None, number: int) -> int:
    """Count the events among the first `number` that the viewer may read."""
    return sum(event.to in (None, viewer) for event in g.log[:number])


@pytest.mark.parametrize("build", [table_message, turn_notification])
def test_no_message_for_everyone_is_built_for_a_viewer(build: Callable[[TableScreen, list[int]], Message]) -> None:
    game = GAMES["candy-chaser"]
    session = table_of(game, next(tables_of(game, 2, 0)), LONG[:2])
    with pytest.raises(RenderError):
        build(SCREENS.posted(session, 0), [])


@pytest.mark.parametrize("slug", GAMES)
def test_messages_do_not_depend_on_hidden_cards(slug: str) -> None:
    game, luck = GAMES[slug], Random(slug)
    swapped, games = 0, count()
    while swapped < SWAPS:
        seats, number = luck.choice(game.seats), next(games)
        for g in islice(tables_of(game, seats, number), luck.randrange(3, 40), None, 23):
            if not g.asks:
                continue
            viewer = luck.choice([None, *range(seats)])
            twin = game.resample(g, viewer, f"swap {swapped}")
            acted = {seat: luck.randrange(len(g.log) + 1) for seat in range(seats)}
            fewer = {seat: heard(g, viewer, number) for seat, number in acted.items()}
            pictures = swapped % 4 == 0
            assert [(m.content, m.text, m.key) for m in read_by(game, g, viewer, acted, pictures)] == [
                (m.content, m.text, m.key) for m in read_by(game, twin, viewer, fewer, pictures)
            ]
            swapped += 1
