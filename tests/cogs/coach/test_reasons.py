"""Reasons for hints depend only on what the seat knows, and are complete sentences for every kind of option."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n.language import using_language
from cogs.coach.reasons import option_label, reasons
from cogs.game_uis import GAME_UIS
from engine import GAMES
from engine.ai import MoveStats, SearchResult, analyse
from engine.game import Game

every_game = pytest.mark.parametrize("slug", GAMES)
NAMES = ["Ada", "Ben", "Cara"]
SHARE = 0.03  # of the search budget, because the quality of a hint doesn't matter here


def moments(game: Game[Any], seed: str, moves: int) -> Iterator[tuple[Any, int]]:
    """Yield a random game at its questions with a choice, with the seat that is asked."""
    g, luck = game.deal(seats=min(3, game.seats[-1]), seed=seed), random.Random(seed)
    for _ in range(moves):
        if not g.asks:
            return
        seat = luck.choice(sorted(g.asks))
        if len(g.asks[seat].options) > 1:
            yield g, seat
        game.answer(g, seat, luck.choice(g.asks[seat].options))


def hint(game: Game[Any], g: Any, seat: int) -> str:
    view = game.view(g, seat)
    face = GAME_UIS[game.slug]
    voice = face.translator(NAMES, view)
    return reasons(view, face.labels(view, voice), voice, analyse(game, g, seat, "normal", 5, SHARE))


@every_game
def test_a_hint_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    game, compared = GAMES[slug], 0
    for number, (g, seat) in enumerate(moments(game, f"hint {slug}", 60)):
        if number % 4 or compared == 4:
            continue
        true = hint(game, g, seat)
        for world in range(2):
            assert hint(game, game.resample(g, seat, f"world {world}"), seat) == true
        compared += 1
    assert compared >= 3


@every_game
def test_every_option_has_a_name_outside_its_select(slug: str) -> None:
    game, face = GAMES[slug], GAME_UIS[slug]
    for g, seat in moments(game, f"names {slug}", 120):
        view = game.view(g, seat)
        voice = face.translator(NAMES, view)
        labels = face.labels(view, voice)
        options = [*g.asks[seat].options, *game.offers(g, seat)]
        names = [option_label(view, labels, option) for option in options]
        assert all(name.strip() and "…" not in name[:-1] for name in names), names
        assert len({*names}) == len(names), f"{g.asks[seat].say}: two options are called alike: {sorted(names)}"


def said(*prospects: MoveStats) -> list[str]:
    game = GAMES["candy-chaser"]
    g = game.deal(seats=2, seed="words")
    (seat,) = g.asks
    view = game.view(g, seat)
    voice = GAME_UIS[game.slug].translator(NAMES, view)
    thought = SearchResult(seat, "normal", list(prospects))
    return reasons(view, GAME_UIS[game.slug].labels(view, voice), voice, thought).split("\n")


def test_a_hint_tells_what_is_expected_what_is_feared_and_what_comes_next() -> None:
    best = MoveStats("red", 50, 0.7, gain=1.2, later=2.6, rival=-0.7, worst=-1)
    second = MoveStats("blue", 20, 0.5, gain=0, later=1.4, rival=2.2, worst=0)
    choose, expect, fear, other, honest = said(best, second)
    assert choose.startswith("I'd choose: **Red")
    assert "+1 space" in expect
    assert expect.endswith("After a few more moves: about +3 for you, −1 for your best rival.")
    assert fear == "Worst case I tried: −1 for you."
    assert other.startswith("Second best: **Blue") and other.endswith(
        ", with about +1 for you and +2 for your best rival."
    )
    assert "with what you can see" in honest


def test_a_hint_says_so_where_two_options_are_as_good() -> None:
    best, second = MoveStats("red", 50, 0.51, later=2, worst=1), MoveStats("blue", 20, 0.5)
    _, expect, other, _ = said(best, second)
    assert "+" not in expect.split(". ")[0], "what it brings is nothing"
    assert other.startswith("Just as good, as far as I can see: **Blue")


def test_a_hint_says_so_where_there_is_but_one_option_which_nobody_needs_to_try() -> None:
    choose, why, _ = said(MoveStats("red"))
    assert choose.startswith("I'd choose: **Red") and why == "It's your only choice."


@pytest.mark.parametrize(("slug", "unit"), [("monster-muncher", "hunger"), ("kingdoms-candy", "Cand")])
def test_a_hint_counts_what_its_game_is_won_by(slug: str, unit: str) -> None:
    g, seat = next(moments(GAMES[slug], "units", 10))
    second_line = hint(GAMES[slug], g, seat).split("\n")[1]
    at_once = second_line.split(". ")[0]
    assert unit in at_once and "point" not in at_once


def test_what_is_recruited_from_the_inn_is_said_to_be_so_once() -> None:
    game, face = GAMES["cover-your-kingdom"], GAME_UIS["cover-your-kingdom"]
    g = game.deal(seats=2, seed="inn")
    (seat,) = g.asks
    view = game.view(g, seat)
    labels = face.labels(view, face.translator(NAMES, view))
    names = [option_label(view, labels, option) for option in g.asks[seat].options if option.startswith("inn/")]
    assert names and all(name.startswith("Recruit from the inn · ") and "Inn:" not in name for name in names), names


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_ability_that_is_quoted_says_what_it_does(language: str) -> None:
    game, face, quoted = GAMES["ghosts-love-candy"], GAME_UIS["ghosts-love-candy"], []
    with using_language(language):
        for g, seat in (moment for n in range(4) for moment in moments(game, f"quoted {n}", 120)):
            view = game.view(g, seat)
            question = view.question_of(seat)
            if question and question.say == "ability":
                kid = question.fields["kid"]
                labels = face.labels(view, face.translator(NAMES, view))
                quoted += [(kid, option_label(view, labels, option)) for option in question.options if option != "skip"]
    bare = {kid for kid, said in quoted if " · " not in said}
    assert len({kid for kid, _ in quoted}) > 8 and bare <= {"hose-hero", "sticker-medic"}, bare
