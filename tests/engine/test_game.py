"""The public interface, where the conformance suite doesn't cover it."""

from random import Random

import pytest

from engine import GAMES, Game, players, register
from engine.game import Game as Base
from tests.engine.playing import play_out
from tests.engine.tiny import Tiny


class Reasonless(Tiny):
    reason = Base.reason
    offer_frames = Base.offer_frames


class Wordless(Tiny):
    lines = Base.lines


def test_the_registry_holds_games_by_their_slugs() -> None:
    assert GAMES and all(isinstance(game, Game) and game.slug == slug for slug, game in GAMES.items())


def test_a_game_from_another_package_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", None)  # so that monkeypatch removes it again
    del GAMES["tiny"]
    game = Tiny()
    assert register(game) is game and GAMES["tiny"] is game
    again = Tiny()
    assert register(again) is again and GAMES["tiny"] is again
    with pytest.raises(ValueError, match=r"two games have the name tiny: .*\.Tiny and .*\.Reasonless"):
        register(Reasonless())
    assert GAMES["tiny"] is again


def test_a_game_without_its_own_reasons_gives_default_ones() -> None:
    game = Reasonless()
    g = game.deal(seats=2, seed="plain")
    assert game.why_not(g, 0, g.asks[0].options[0]) is None
    assert game.why_not(g, 0, "convert") == ("not-an-option", {})
    assert game.offers(g, 0) == [] and "convert" in Tiny().offers(g, 0)
    assert game.why_not(g, 2, "c1") == ("not-asked", {})


def test_an_early_answer_may_be_kept_or_changed() -> None:
    game = Tiny()
    g = game.deal(seats=3, seed="early")
    options = g.asks[0].options
    game.answer(g, 0, options[0])
    assert all(game.why_not(g, 0, option) is None for option in options)
    view = game.view(g, 0)
    assert view.waiting == [1, 2] and view.chosen == [0]
    assert view.question_of(0).given == options[0] and game.view(g, 1).question_of(0).given is None
    assert view.question_of(1).options is None and game.view(g).question_of(9) is None


def test_a_game_need_not_explain_its_scores() -> None:
    game = Wordless()
    end = play_out(game, game.deal(2, "wordless"), Random(1))
    result = game.result(end)
    assert result is not None and [score.lines for score in result.scores] == [[], []]


def test_the_engine_package_exports_the_computer_players() -> None:
    g = GAMES["candy-chaser"].deal(2, "public")
    (seat,) = g.asks
    assert players.LEVELS == ("easy", "normal", "hard")
    assert players.choose(GAMES["candy-chaser"], g, seat, "easy", 7) in g.asks[seat].options
