"""Random games: they end with a winner at 20 or more, keep all 80 cards, and use every part of every ability."""

from random import Random

import pytest

from engine.monster_muncher import abilities
from engine.monster_muncher.cards import DECKS
from tests.engine.monster_muncher.laying import GAME


def play(seats, seed, **options):
    """Play at random, and make most possible announcements."""
    luck = Random(seed)
    g = GAME.deal(seats=seats, seed=str(seed), **options)
    for _ in range(2_000):
        if not g.asks:
            return g
        assert GAME.component_counts(g) == dict.fromkeys(DECKS["hob"], 1)
        offers = [(seat, option) for seat in range(seats) for option in GAME.offers(g, seat)]
        if offers and luck.random() < 0.6:
            GAME.answer(g, *luck.choice(offers))
            continue
        ((seat, ask),) = g.asks.items()
        GAME.answer(g, seat, luck.choice([option for option in ask.options if option != "skip"] or ask.options))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_end_with_a_winner_at_20_or_more(seats):
    for seed in range(12):
        g = play(seats, seed, announcements=["by-hand", "by-themselves"][seed % 2])
        result = GAME.result(g)
        assert result.winners == [g.winner] and g.hunger(g.winner) >= 20 == GAME.view(g, None).goal
        for score in result.scores:
            monsters = [line.points for line in score.lines if line.key == "monster"]
            assert score.total == max(0, sum(monsters)) and len(monsters) <= 5


def test_every_part_of_every_card_happens_in_random_games(monkeypatch):
    missing = {(card.id, part) for card in DECKS["hob"].values() for part in card.parts}

    def watched(g, me, card, part, target):
        missing.discard((card, part))
        apply_part(g, me, card, part, target)

    apply_part = abilities.apply_part
    monkeypatch.setattr(abilities, "apply_part", watched)
    delayed = {card.id for card in DECKS["hob"].values() if card.delayed_part.verb}
    keys = {"draws-and-ends", "destroys-snack", "graveyard-becomes-deck", "void", "replaces"}
    for seed in range(1_000):
        g = play(4 + seed % 3, seed)
        delayed -= {event.fields["card"] for event in g.log if event.key == "announces"}
        keys -= {event.key for event in g.log}
        if not (missing or delayed or keys):
            break
    assert (missing, delayed, keys) == (set(), set(), set())
