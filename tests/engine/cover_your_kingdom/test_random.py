"""Random games: every rule is exercised, no card is lost, every game ends."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from cogs.cover_your_kingdom.text import WORDS, variant
from engine.cover_your_kingdom.state import ALIKE, CARDS, CLANNING, HIRE, POWERS
from tests.engine.cover_your_kingdom.table import game


def play(seats: int, seed: str, seen: Counter | None = None, **options) -> object:
    """Play to the end; count keys of questions and events, hires and powers in `seen`."""
    g = game.deal(seats=seats, seed=seed, **options)
    everything = game.component_counts(g)
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
    assert game.result(g) is not None and game.component_counts(g) == everything
    for done in g.rounds:
        assert done.totals == [sum(line.points or 0 for line in mine) for mine in done.lines]
    if seen is not None:
        count_events(seen, g.log)
    return g


def count_choice(seen: Counter, asks: dict, option: str) -> None:
    seen.update("ask." + ask.say for ask in asks.values())
    if option.startswith("hire/"):
        card, way = option.split("/")[1:3]
        seen[f"hire {card} {way}" if way.startswith("as-") else f"hire {card}"] += 1


def count_events(seen: Counter, log: list) -> None:
    for event in log:
        seen["log." + variant(event)] += 1
        if event.key == "uses-power":
            seen["power " + event.fields["power"]] += 1
        if event.key == "inn-turns-up":
            seen["inn " + event.fields["card"]] += 1


def wanted() -> set[str]:
    """Return everything that can happen: events and questions with a text, hires, and powers for free actions."""
    found = {key for key in WORDS if key.startswith(("log.", "ask."))}
    found |= {f"hire {card}" for card in HIRE} | {f"inn {card}" for card in HIRE if card != "minnowtaur"}
    found |= {f"hire {card} as-{other}" for card, other in product(ALIKE, ALIKE) if card != other}
    return found | {f"power {power}" for power in POWERS if CARDS[power].power == "action"}


@pytest.mark.slow
def test_random_games_reach_every_event_question_feature_and_power() -> None:
    """Play games of every size until everything has happened, and check that nothing without a text did."""
    seen: Counter = Counter()
    for seed, (seats, how) in product(range(14), product(range(2, 9), ("one", "two"))):
        play(seats, f"{how} {seed}", seen, powers=how, constellations=True, light_speed=True, contest="two")
        if wanted() <= seen.keys():
            break
    assert wanted() - seen.keys() == set()
    assert {key for key in seen if key.startswith(("log.", "ask."))} - wanted() == set()


def test_random_games_count_mighty_swine_and_deal_vulcent_hands() -> None:
    swine = hands = False
    for seed in range(60):
        g = play(8, str(seed), powers="one")
        swine |= any(
            clan["swine"] for lines in g.rounds[0].lines for line in lines for clan in line.fields.get("clans", [])
        )
        hands |= 7 in g.limits
        if swine and hands:
            break
    assert (swine, hands) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize("contest", ["one", "two", "three", "first-to-2"])
def test_every_combination_of_options_plays_to_its_end(contest: str) -> None:
    """Each combination is played with one number of seats."""
    rest = product(((False, False), (True, False), (True, True)), ("off", "one", "two"))
    for number, ((stars, speed), how) in enumerate(rest, len(contest)):
        seats = 2 + number % 7
        g = play(seats, contest, contest=contest, constellations=stars, light_speed=speed, powers=how, refill="7")
        assert len(g.rounds) == {"one": 1, "two": 2, "three": 3}.get(contest, len(g.rounds)) and len(g.rounds) >= 1


def test_every_species_is_settled_recruited_and_discarded() -> None:
    seen: Counter = Counter()
    for seed in range(20):
        for event in play(4, str(seed)).log:
            seen[event.key, event.fields.get("species", event.fields.get("b"))] += 1
    assert all(seen[key, species] for key in ("settles", "plays-for", "discards") for species in CLANNING)
