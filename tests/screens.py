"""Check screens without a bot: a table in memory, Discord's limits for messages, and the actions behind controls.

session = table_of(game, g, ["Ada", "Ben"])
assert faults(table_message(SCREENS.posted(session), [])) == []
assert reached(session, 0) >= set(g.asks[0].options)
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from bot.screens import check
from bot.screens.check import PERSON, faults, faults_of_rows, table_of
from bot.screens.game_ui import GameUI
from bot.screens.message import Message, Row
from bot.screens.table_screen import Screens
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from cogs.table.lookup import RulesLookup
from cogs.table.menu import TableMenu
from engine.game import Game
from engine.machine import clone

__all__ = ["PERSON", "SCREENS", "faults", "faults_of_rows", "faults_of_tables", "reached", "table_of", "tables_of"]

SCREENS = Screens(GAME_UIS)
LONG = ["Ada", "Ben", "Константин", "W" * 20, "山田太郎", "*Old* _Tom_ `x`", "Eve", "Finn the very great"]
EVERY = os.environ.get("TEST_MOMENTS") == "all"


class BareLookup(RulesLookup):
    """Rules and log, based only on screens."""

    def __init__(self) -> None:
        self.screens = SCREENS


class BareMore(TableMenu):
    def __init__(self) -> None:
        self.screens = SCREENS


def tables_of(game: Game[Any], seats: int, seed: int, **options: Any) -> Iterator[Any]:
    """Yield a random game at each of its questions and at its end; offers are sometimes taken."""
    g, luck = game.deal(seats, f"screens {seed}", **options), Random(seed)
    while g.asks:
        yield clone(g)
        offers = [(seat, offer) for seat in range(seats) for offer in game.offers(g, seat)]
        asked = [(seat, option) for seat, ask in g.asks.items() for option in ask.options]
        game.answer(g, *luck.choice(offers if offers and luck.random() < 0.3 else asked))
    yield clone(g)


def moments_of(tables: Iterable[Any]) -> Iterator[Any]:
    """Yield the 1st, 2nd, 4th, 8th … question of each kind in a game, and the end; all with `TEST_MOMENTS=all`."""
    met: Counter[frozenset[str]] = Counter()
    for g in tables:
        kind = frozenset(ask.say for ask in g.asks.values())
        met[kind] += 1
        if not g.asks or met[kind].bit_count() == 1 or EVERY:
            yield g


# ---- Discord's limits and our own rules
def faults_of_looking_up(ui: GameUI, session: TableSession) -> list[str]:
    """Return the faults of the rules' pages and of every card's look-up."""
    lookup, found = BareLookup(), []
    pages = ["now", *(page.slug for page in lookup.pages(ui))]
    found += [f"{len(pages)} pages"] * (len(pages) > 26) + [
        f"two pages {p}" for p, n in Counter(pages).items() if n > 1
    ]
    for slug in pages:
        page = lookup.rules_message(ui, session, 0, slug)
        found += [f"{slug}: {fault}" for fault in faults(page)]
        found += [f"{slug} has {len(page.text)} characters"] * (not 100 < len(page.text) <= 3900)
    found += [f"a guide of {len(ui.guide)} lines"] * (not 1 <= len(ui.guide) <= 6)
    for card in ui.cards().values():
        text = ui.about_card(card, ui.translator())
        assert ui.pictures.card is not None
        picture = ui.pictures.card(card, ui.translator())
        shown = Message(title=card.name, text=text, picture=picture, alt=f"{card.name}: {text}")
        found += [f"{card.id}: {fault}" for fault in faults(shown)]
        found += [f"{card.id} does not say its text"] * (card.text not in text)
    return found


def reached(session: TableSession, seat: int, rows: Iterable[Row] | None = None) -> set[str]:
    """Return every option and offer that the seat can reach by its panel's controls, or those of `rows`."""
    return check.reached(SCREENS, session, seat, rows)


def faults_of_tables(game: Game[Any], g: Any, names: list[str]) -> list[str]:
    """Return the faults of all screens of a table in this state: for the channel, for each seat, and at the end."""
    return check.faults_of_tables(SCREENS, game, g, names)
