"""Every message of Cover Your Kingdom keeps the limits, and every key has its text."""

import ast
from pathlib import Path

import pytest

from bot.screens.lobby import lobby_message
from cogs.cover_your_kingdom.text import WORDS, variant
from cogs.game_uis import GAME_UIS
from engine import GAMES
from engine.cover_your_kingdom.powers import BY_CARD
from engine.cover_your_kingdom.state import CARDS, CREATURES
from engine.machine import Event
from tests.screens import (
    LONG,
    SCREENS,
    BareLookup,
    BareMore,
    faults,
    faults_of_tables,
    moments_of,
    table_of,
    tables_of,
)

GAME = GAMES["cover-your-kingdom"]
FACE = GAME_UIS["cover-your-kingdom"]
RULES = [ast.parse(file.read_text(encoding="utf-8")) for file in Path("engine/cover_your_kingdom").glob("*.py")]
OPTIONS = {
    2: {"powers": "two", "constellations": True, "refill": "7"},
    3: {"powers": "two", "contest": "two", "constellations": True, "light_speed": True},
    4: {"covered": "open"},
    5: {"powers": "one", "constellations": True},
    6: {},
    7: {"powers": "one", "contest": "first-to-2"},
    8: {"powers": "one", "constellations": True, "light_speed": True, "covered": "open"},
}


# ---- limits
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_message_of_random_games_fits_discords_limits(seats: int) -> None:
    """Every legal action can also be reached by buttons and selects."""
    for g in moments_of(tables_of(GAME, seats, seats, **OPTIONS[seats])):
        assert faults_of_tables(GAME, g, LONG) == []


def test_a_ruler_who_has_chosen_needs_no_controls_at_the_table() -> None:
    """They can still change their choice in their panel."""
    games = (tables_of(GAME, 2, seed, **OPTIONS[2]) for seed in range(20))
    g = next(g for tables in games for g in tables if g.changes)
    assert not any(ask.secret for ask in g.changes.values()) and faults_of_tables(GAME, g, LONG) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_texts_of_random_games_fit_their_limits(seats: int) -> None:
    """The limits are for the table in words, the lines of the log, the rules' page Now and a line of it."""
    more, lookup = BareMore(), BareLookup()
    for g in moments_of(tables_of(GAME, seats, 31 + seats, **OPTIONS[seats])):
        session = table_of(GAME, g, LONG[:seats])
        words = more.in_words(session)
        assert len(words) <= 4096 and "None" not in words and "{" not in words
        for seat in (None, *range(seats)):
            for line in lookup.lines(session, seat):
                assert "{" not in line and "None" not in line and len(line) < 220
            if g.asks:
                assert faults(lookup.rules_message(FACE, session, seat, "")) == []


def test_the_lobby_fits_with_all_seats_taken() -> None:
    session = table_of(GAME, None, LONG, options={"contest": "first-to-2", "powers": "two"})
    assert faults(lobby_message(SCREENS.of(session))) == []
    assert 0 < len(FACE.guide) <= 6


# ---- every key has its text
def reasons() -> set[str]:
    """Return the key of every `"key", {…}` that the rules give as a reason."""
    found = set()
    for tree in RULES:
        for pair in ast.walk(tree):
            if isinstance(pair, ast.Tuple) and len(pair.elts) == 2 and isinstance(pair.elts[1], ast.Dict):
                key = pair.elts[0]
                parts = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
                found |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return found


def test_the_rules_log_each_event_that_the_messages_set_apart() -> None:
    constants = {node.value for tree in RULES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert {*FACE.log_only_events, *FACE.minor_events, *FACE.major_events} <= constants


def named(section: str) -> set[str]:
    return {key.partition(".")[2] for key in WORDS if key.startswith(f"{section}.")}


def test_questions_to_both_rulers_and_reasons_match_their_keys() -> None:
    assert named("all") == {say for say in named("ask") if say.startswith("inn-") and say != "inn-challenge"}
    assert len(reasons()) > 25 and reasons() == named("why")


def test_the_log_has_a_sentence_about_the_use_of_each_power() -> None:
    assert {power.log_text for power in BY_CARD.values()} == {"uses-power", "uses-power-land"} <= named("log")
    for card, power in BY_CARD.items():
        assert variant(Event("uses-power", {"p": "s0", "power": card})) == power.log_text


def test_every_creature_has_a_plural_name() -> None:
    assert {f"thing.{name}.many" for name in CREATURES} <= {*WORDS}


def test_a_cards_name_and_text_fit_their_places() -> None:
    translator = FACE.translator()
    for card in CARDS.values():
        short = {"yedi": "Yedi", "leprecon": "LepreCon", "terrier": "Terrier", "elves": "Elves"}
        assert translator.name(card.id) == short.get(card.id, card.name)
        assert 20 < len(FACE.about_card(card, translator)) < 400


def test_the_rules_are_complete_and_fit_on_their_pages() -> None:
    pages = BareLookup().pages(FACE)
    assert len(pages) <= 25 and len({page.slug for page in pages}) == len(pages)
    assert {
        "goal",
        "settle",
        "recruit",
        "hire",
        "two-rulers",
        "inn",
        "constellations",
        "powers",
        "cards",
        "rulings",
    } <= {page.slug for page in pages}
    for page in pages:
        assert 100 < len(page.text) <= 3900, page.slug
    everything = " ".join(page.text for page in pages)
    for card in CARDS.values():
        assert card.name in everything, card.name
