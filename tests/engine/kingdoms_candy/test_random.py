"""Whole games: every card is used in some of them, and a turn takes few clicks."""

from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from engine.kingdoms_candy.state import Kingdom
from tests.engine.kingdoms_candy.laying import CARDS, greedy_choice, kingdom, play, random_choice

GAMES = 12  # per number of players


@cache
def games() -> list[Kingdom]:
    return [play(seats, f"random {seats} {n}") for seats in range(2, 6) for n in range(GAMES)]


def at_work(g: Kingdom) -> set[str]:
    """Return the cards that had an effect in this game."""
    cards = set(g.events)
    for event in g.log:
        fields = event.fields
        cards.update(fields.get("sources", []))
        if event.key.startswith("uses-"):
            cards.add(fields["card"])
    result = kingdom.result(g)
    assert result is not None
    for score in result.scores:
        cards.update(
            card for card, n in zip(score.lines[6].fields["cards"], score.lines[6].fields["each"], strict=True) if n
        )
    return cards - {"set"}


def test_every_card_takes_effect_in_some_random_game() -> None:
    found = set().union(*map(at_work, games()))
    assert found == {name for name, card in CARDS.items() if card.kind != "first-player"}


def test_random_games_log_every_event_key() -> None:
    assert {event.key for g in games() for event in g.log} >= {
        *("collects", "gains", "gains-set-candy", "passes", "converts", "removes", "black-candy", "first-player"),
        *("buys", "buys-cheaper", "buys-keeps", "buys-keeps-cheaper", "buys-tucks", "buys-tucks-cheaper"),
        *("feeds", "discards-monster", "discards-monster-tucked", "discards-card"),
        *("event-candy", "event-sugar", "event-toll", "event-clearance", "event-truce", "event-share", "event-nobody"),
        *("uses-gain-sugar", "uses-gain-candy", "uses-rob", "uses-clear-slot", "uses-halve", "uses-return-black"),
        *("uses-one-eats-less", "uses-host-eats-less", "uses-others-eat-less", "uses-use-now"),
    }


def hoarding(g: Kingdom, luck: Any) -> tuple[int, str]:
    """Collect and never spend, so that the Kingdom runs out of sugar."""
    ((seat, ask),) = g.asks.items()
    return seat, "collect" if ask.say == "action" else luck.choice(ask.options)


def test_the_kingdom_runs_out_of_sugar_if_everyone_only_collects() -> None:
    shorts = [play(5, f"hoarding {n}", hoarding) for n in range(3)]
    assert all(any(event.key == "takes" for event in g.log) for g in shorts)


@pytest.mark.parametrize("choose", [random_choice, greedy_choice])
def test_turns_without_abilities_average_at_most_two_clicks(choose: Any) -> None:
    turns: dict[tuple[int, int, int], list[str]] = defaultdict(list)

    def counting(g: Kingdom, luck: Any) -> tuple[int, str]:
        seat, option = choose(g, luck)
        if seat == g.active and g.phase in ("start", "turn"):
            turns[g.players, g.round, seat] += [option] * (1 + (option == "pass"))  # passing asks for confirmation
        return seat, option

    for seats in range(2, 6):
        play(seats, f"clicks {seats}", counting)
    clicks = [len(turn) for turn in turns.values() if not any(option.startswith("use") for option in turn)]
    assert len(clicks) > 50
    assert sum(clicks) / len(clicks) <= 2
