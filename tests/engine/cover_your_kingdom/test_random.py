"""Random games: every rule is exercised, every card conserved, every game ends."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.cover_your_kingdom.cards import ALIKE, CLANNING, HIRE, POWERS
from tests.engine.cover_your_kingdom.said import EVENTS, QUESTIONS
from tests.engine.cover_your_kingdom.table import game

pytestmark = pytest.mark.no_cover  # the lines are counted where each rule is tested


def play(seats: int, seed: str, seen: Counter | None = None, **options) -> object:
    """To the end; counts keys of questions and events, hires and powers used, if somebody wants to know."""
    g = game.deal(seats=seats, seed=seed, **options)
    everything = game.census(g)
    luck = Random(seed)
    for _ in range(6000):
        if not g.asks:
            break
        offers = [(seat, option) for seat in range(seats) for option in game.offers(g, seat)]
        seat = luck.choice(sorted(g.asks))
        option = luck.choice(g.asks[seat].options)
        if offers and luck.random() < 0.3:
            seat, option = luck.choice(offers)
        if seen is not None:
            count_choice(seen, g.asks, option)
        game.answer(g, seat, option)
    assert game.result(g) is not None and game.census(g) == everything
    if seen is not None:
        count_events(seen, g.log)
    return g


def count_choice(seen: Counter, asks: dict, option: str) -> None:
    seen.update("ask " + ask.say for ask in asks.values())
    if option.startswith("hire/"):
        card, way = option.split("/")[1:3]
        seen[f"hire {card} {way}" if way.startswith("as-") else f"hire {card}"] += 1


def count_events(seen: Counter, log: list) -> None:
    for event in log:
        seen["event " + event.key] += 1
        if event.key == "uses-power":
            seen["power " + event.fields["power"]] += 1
        if event.key == "inn-turns-up":
            seen["inn " + event.fields["card"]] += 1


@cache
def tally() -> Counter:
    seen: Counter = Counter()
    for seats, how in product(range(2, 9), ("one", "two")):
        for seed in range(14 if seats == 2 else 6):
            play(seats, f"{how} {seed}", seen, powers=how, constellations=True, light_speed=True, contest="two")
    return seen


@pytest.mark.parametrize("key", EVENTS)
def test_random_games_tell_every_kind_of_event(key: str) -> None:
    assert tally()["event " + key]


@pytest.mark.parametrize("say", QUESTIONS)
def test_random_games_ask_every_question(say: str) -> None:
    assert tally()["ask " + say]


def test_no_other_events_and_questions_exist() -> None:
    found = {kind: {key.split()[1] for key in tally() if key.startswith(kind)} for kind in ("event", "ask")}
    assert found == {"event": set(EVENTS), "ask": set(QUESTIONS)}


@pytest.mark.parametrize("card", HIRE)
def test_random_games_hire_every_creature(card: str) -> None:
    assert tally()["hire " + card]


@pytest.mark.parametrize("card", [card for card in HIRE if card != "minnowtaur"])
def test_random_games_turn_every_creature_for_hire_up_at_the_inn(card: str) -> None:
    assert tally()["inn " + card]


@pytest.mark.parametrize(("card", "other"), [(a, b) for a, b in product(ALIKE, ALIKE) if a != b])
def test_random_games_use_every_extra_feature(card: str, other: str) -> None:
    assert tally()[f"hire {card} as-{other}"]


@pytest.mark.parametrize("power", [power for power in POWERS if power not in ("mighty-swine", "vulcent-hands")])
def test_random_games_use_every_power(power: str) -> None:
    assert tally()["power " + power]


def test_random_games_count_mighty_swine_and_deal_vulcent_hands() -> None:
    swine = hands = 0
    for seed in range(8):
        g = play(8, str(seed), powers="one")
        swine += any(
            clan["swine"] for lines in g.rounds[0].lines for line in lines for clan in line.fields.get("clans", [])
        )
        hands += 7 in g.limits
    assert swine and hands == 8


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_combination_of_options_plays_to_its_end(seats: int) -> None:
    """Each with some number of seats: the contests take turns."""
    contests, powers = ("one", "two", "three", "first-to-2"), ("off", "one", "two")
    rest = product(((False, False), (True, False), (True, True)), powers)
    for number, ((stars, speed), how) in enumerate(rest):
        contest = contests[(number + seats) % 4]
        g = play(seats, contest, contest=contest, constellations=stars, light_speed=speed, powers=how, refill="7")
        assert len(g.rounds) == {"one": 1, "two": 2, "three": 3}.get(contest, len(g.rounds)) and len(g.rounds) >= 1


def test_every_species_is_settled_recruited_and_added() -> None:
    seen: Counter = Counter()
    for seed in range(20):
        for event in play(4, str(seed)).log:
            seen[event.key, event.fields.get("species", event.fields.get("b"))] += 1
    assert all(seen[key, species] for key in ("settles", "plays-for", "discards") for species in CLANNING)
