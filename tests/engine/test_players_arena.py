"""The arena is fair: seats rotate over the same deals, and its results include their confidence interval."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import arena as command
from cogs import arena
from engine import GAMES, Game
from tests.engine.tiny import Tiny


def test_every_deal_is_played_once_from_each_seat() -> None:
    seen: list[tuple[str, int]] = []

    def first(game: Game[Any], g: Any, seat: int, luck: int) -> str:
        if (g.seed, seat) not in seen:
            seen.append((g.seed, seat))
        return arena.random(game, g, seat, luck)

    match = arena.Match(Tiny(), 3, ("first", "random"), 6)
    assert [match.played for _ in match.run((first, arena.random))] == [1, 2, 3, 4, 5, 6]
    assert seen == [(f"arena {deal}", seat) for deal in range(2) for seat in range(3)]
    assert 0 <= match.won <= 6 and {*match.spent} == {"first", "random"}


def test_playing_the_best_cards_wins_more_than_a_fair_share() -> None:
    def highest(game: Game[Any], g: Any, seat: int, luck: int) -> str:
        return max(g.asks[seat].options)

    def lowest(game: Game[Any], g: Any, seat: int, luck: int) -> str:
        return min(g.asks[seat].options)

    match = arena.Match(Tiny(), 2, ("highest", "lowest"), 20)
    for _ in match.run((highest, lowest)):
        pass
    low, share, high = match.share()
    assert 0.5 < low < share <= high


def test_wilson_intervals_and_two_player_equivalents_are_correct() -> None:
    assert [round(part, 3) for part in arena.wilson(18, 20)] == [0.699, 0.9, 0.972]
    assert arena.wilson(0, 0) == (0, 0, 1)
    assert [round(part, 3) for part in arena.wilson(0, 10)] == [0, 0, 0.278]
    assert [arena.equivalent(1 / seats, seats) for seats in (2, 3, 4)] == pytest.approx([0.5] * 3)
    assert arena.equivalent(0.5, 4) == 0.75 and arena.equivalent(0, 3) == 0 and arena.equivalent(1, 3) == 1


def test_an_expiring_offer_is_accepted_at_once_as_at_a_real_table() -> None:
    game = GAMES["monster-muncher"]
    match = arena.Match(game, 2, ("random", "random"), 30)
    for _ in match.run((arena.random, arena.random)):
        if match.announced:
            break
    assert match.announced


def test_the_greedy_player_weighs_expiring_offers() -> None:
    game, weighed = GAMES["kingdoms-candy"], []

    def yardstick(game: Game[Any], g: Any, seat: int, luck: int) -> str:
        option = arena.greedy(game, g, seat, luck)
        weighed.extend([option] if seat not in g.asks else [])
        return option

    match = arena.Match(game, 2, ("greedy", "random"), 2)
    for _ in match.run((yardstick, arena.random)):
        pass
    assert game.declining_offer in weighed and len({*weighed}) > 1


@pytest.mark.slow
def test_easy_beats_random_by_valuing_recurring_income() -> None:
    """A player that counts only the immediate gain buys nothing, and beats a random one at most half the time."""
    match = arena.Match(GAMES["kingdoms-candy"], 2, ("easy", "random"), 16)
    for _ in match.run((arena.PLAYERS["easy"], arena.random)):
        pass
    assert match.won >= 12


def test_the_arena_command_selects_players_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command.main(
        ["--game", "candy-chaser", "--seats", "2,9", "--players", "random,greedy", "--games", "2", f"--json={out}"]
    )
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 2 and "random v greedy" in printed[1]
    record = json.loads(out.read_text())
    assert record["game"] == "candy-chaser" and record["games"] == 2 and record["players"] == ["random", "greedy"]
    for wrong in ("wizard", "normal*lots", "greedy*2"):
        with pytest.raises(SystemExit):
            command.parsed(["--players", wrong])
        assert "no such player" in capsys.readouterr().err


def test_a_player_name_may_include_a_budget_factor() -> None:
    game = GAMES["candy-chaser"]
    g = game.deal(seats=2, seed="arena")
    (seat,) = g.asks
    assert command.player("normal*0.05")(game, g, seat, 1) in g.asks[seat].options
