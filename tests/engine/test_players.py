"""Computer players know no more than their seat, and the search plays well enough to win."""

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine import GAMES, ai, machine, rng
from engine.ai import MoveStats, SearchResult, choose, search
from engine.ai.evaluation import EventPattern, rewards
from engine.ai.search import Search
from engine.game import Game, Standing, View
from engine.machine import Ask, Event, Rules, Table, clone
from tests.engine.kingdoms_candy.laying import table, villain
from tests.engine.tiny import Tiny

chaser = GAMES["candy-chaser"]
AHEAD = 6  # decisions per seat


def thinks(game: Game[Any], g: Any, seat: int, luck: int, budget: int) -> str:
    return Search(game, g, seat, luck, search.SearchBudget(budget, 8, AHEAD)).run()[0].option


# ---- what a table is worth
@pytest.mark.parametrize("asks", [{}, {0: Ask(0, "turn", ["go"])}], ids=["over", "playing"])
def test_being_ahead_is_worth_more_than_being_behind(asks: dict[int, Ask]) -> None:
    mine, theirs = rewards(Table(players=2, asks=asks), [Standing(5, (5,)), Standing(2, (2,))], 3.0)
    assert 0 <= theirs < 0.5 < mine <= 1


def test_a_pattern_matches_events_of_the_seat_or_of_others() -> None:
    robbed = Event("takes", {"q": "s1"}, None)
    assert [EventPattern("takes", "q").matches(robbed, seat) for seat in (0, 1)] == [False, True]
    assert [EventPattern("takes", "q", own=False).matches(robbed, seat) for seat in (0, 1)] == [True, False]


# ---- at random
def test_the_random_player_chooses_every_option_equally_often() -> None:
    g = chaser.deal(seats=2, seed="computer")
    (seat,) = g.asks
    view = chaser.view(g, seat)
    chosen = Counter(ai.random_action(view, luck) for luck in range(50))
    assert chosen == dict.fromkeys(g.asks[seat].options, 10)


def test_the_random_player_plays_a_whole_game_from_views_alone() -> None:
    g = chaser.deal(seats=4, seed="computers")
    luck = 1
    while g.asks:
        luck = luck * 6364136223846793005 % 2**64 + 1
        for seat in list(g.asks):
            chaser.answer(g, seat, ai.random_action(chaser.view(g, seat), luck >> 32))
    assert chaser.result(g)


def test_the_random_player_needs_a_seat_that_is_asked() -> None:
    g = chaser.deal(seats=2, seed="computer")
    (seat,) = g.asks
    for viewer in (None, 1 - seat):
        with pytest.raises(AssertionError):
            ai.random_action(chaser.view(g, viewer), 0)


# ---- the search knows no more than its seat
rules = Rules()


@dataclass
class Hidden(Table):
    card: str = ""
    prizes: tuple[int, int] = (0, 0)


@rules.step
def guess(g: Hidden) -> Any:
    """Let seat 0 name the face-down card and win if that is right; if it stays at home, neither seat wins."""
    said = yield Ask(0, "guess", ["black", "home", "red"])
    g.prizes = (1, 1) if said == "home" else (2, 0) if said == g.card else (0, 2)


class Guess(Game[Hidden]):
    """`odds` lists the possible cards. The search must never play on the real table."""

    slug, title, seats, rules = "guess", "Guess", range(2, 3), rules
    Table, ViewModel = Hidden, View
    odds = ("black", "red")

    def set_up(self, g: Hidden, options: Any) -> None:
        self.redeal_hidden(g, None)
        g.push_steps(guess)

    def view_fields(self, g: Hidden, seat: int | None) -> dict[str, Any]:
        return {}

    def redeal_hidden(self, g: Hidden, seat: int | None) -> None:
        g.card = rng.roll(g, self.odds)

    def standing(self, g: Hidden) -> list[Standing]:
        return [Standing(prize, (prize,)) for prize in g.prizes]

    def component_counts(self, g: Hidden) -> dict[str, int]:
        return {}

    def answer(self, g: Hidden, seat: int, option: str) -> None:
        assert g.seed != "the table", "searched with hidden information"
        super().answer(g, seat, option)


def guesses(game: Game[Any], card: str) -> list[str]:
    g = game.deal(seats=2, seed="the table")
    g.card = card
    return [thinks(game, g, 0, luck, budget=40) for luck in range(30)]


def test_the_search_does_not_depend_on_a_hidden_card() -> None:
    assert guesses(Guess(), "red") == guesses(Guess(), "black")


def test_the_search_guesses_likely_worlds() -> None:
    game = Guess()
    game.odds = ("red", "red", "red", "red", "black")
    assert Counter(guesses(game, "black")).most_common(1)[0][0] == "red"


def test_searching_the_real_table_is_detected() -> None:
    class Open(Guess):
        def resample(self, g: Hidden, seat: int | None, seed: str) -> Hidden:
            return clone(g)

    with pytest.raises(AssertionError, match="hidden information"):
        guesses(Open(), "red")


def test_a_game_whose_redeal_does_nothing_leaks_cards_to_the_search() -> None:
    class Glass(Guess):
        def redeal_hidden(self, g: Hidden, seat: int | None) -> None:
            if g.seed == "the table":
                super().redeal_hidden(g, seat)

    assert set(guesses(Glass(), "red")) == {"red"} and set(guesses(Glass(), "black")) == {"black"}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_searched_only_on_redealt_tables(slug: str) -> None:
    game = copy.copy(GAMES[slug])

    def answer(g: Any, seat: int, option: str) -> None:
        assert g.seed != "the table", "searched with hidden information"
        GAMES[slug].answer(g, seat, option)

    vars(game)["answer"] = answer
    g = game.deal(seats=game.seats[0], seed="the table")
    (seat, ask), *_ = g.asks.items()
    before = game.dump(g), dict(g.asks)
    assert thinks(game, g, seat, 1, budget=50) in [*ask.options, *game.offers(g, seat)]
    assert (game.dump(g), dict(g.asks)) == before


# ---- offers
@rules.step
def turn_red(g: Hidden) -> None:
    """Turn the card red, with a public event."""
    g.card = "red"
    g.log_event("turned")


class Magic(Guess):
    """Seat 0 may turn the card red before it guesses."""

    def offer_frames(self, g: Hidden, seat: int) -> dict[str, Any]:
        return {"turn-red": (turn_red,)} if seat == 0 and not g.log else {}

    def redeal_hidden(self, g: Hidden, seat: int | None) -> None:
        if not g.log:
            super().redeal_hidden(g, seat)


def test_a_helpful_offer_is_taken_before_answering() -> None:
    game = Magic()
    g = game.deal(seats=2, seed="the table")
    assert {thinks(game, g, 0, luck, budget=1000) for luck in range(10)} == {"turn-red"}
    machine.answer(rules, g, 0, "turn-red", game.offer_frames(g, 0))
    assert {thinks(game, g, 0, luck, budget=60) for luck in range(10)} == {"red"}


# ---- the cost
def test_the_same_seed_gives_the_same_choice() -> None:
    tiny = Tiny()
    g = tiny.deal(seats=3, seed="computer")
    chosen = [[thinks(tiny, g, seat, luck, budget=60) for luck in range(20)] for seat in range(3) for _ in range(2)]
    assert chosen[::2] == chosen[1::2]
    assert all({*mine} <= {*g.asks[seat].options, "convert"} for seat, mine in enumerate(chosen[::2]))


def test_a_forced_choice_skips_the_search() -> None:
    class Loath(Tiny):
        def resample(self, g: Any, seat: int | None, seed: str) -> Any:
            raise AssertionError("thinks")

    g = Loath().deal(seats=2, seed="computer")
    g.hands[0], g.sugar = ["c5"], [0, 0]
    g = Loath().load(Loath().dump(g))
    for level in ai.LEVELS:
        assert ai.choose(Loath(), g, 0, level, 1) == "c5"
        with pytest.raises(AssertionError, match="thinks"):
            ai.choose(Loath(), g, 1, level, 1)


def test_the_search_budget_limits_the_number_of_decisions() -> None:
    made = 0

    class Counted(Tiny):
        def answer(self, g: Any, seat: int, option: str) -> None:
            nonlocal made
            made += 1
            super().answer(g, seat, option)

    g = Counted().deal(seats=3, seed="computer")
    thinks(Counted(), g, 0, 1, budget=600)
    assert 200 <= made < 600  # copies and sampled worlds count as well
    made = 0
    thinks(Counted(), g, 0, 1, budget=1)
    assert made <= search.PREVIEWS * 4 + AHEAD * 3  # each option in two worlds, and one world after it


# ---- the levels
def positions(slug: str, count: int, full: bool = False) -> Iterator[tuple[Any, int]]:
    """Yield random tables of a game, with the fewest seats or the most, and the seat that is asked."""
    game, luck = GAMES[slug], Random(slug)
    seats = game.seats[-1 if full else 0]
    g = game.deal(seats=seats, seed=slug)
    for number in range(8 * count):
        seat, ask = next(iter(g.asks.items()))
        if number % 8 == 5:
            yield g, seat
        game.answer(g, seat, luck.choice(ask.options))
        if not g.asks:
            g = game.deal(seats=seats, seed=f"{slug} {number}")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", ai.LEVELS)
def test_every_level_chooses_a_legal_move_and_reports_its_stats(
    monkeypatch: pytest.MonkeyPatch, slug: str, level: str
) -> None:
    game = GAMES[slug]
    weaker(monkeypatch)
    for g, seat in positions(slug, 3):
        possible = [*g.asks[seat].options, *game.offers(g, seat)]
        dump = game.dump(g)
        thought = ai.analyse(game, g, seat, level, 7)
        assert (thought.seat, thought.level) == (seat, level)
        promised = [prospect.option for prospect in thought.moves]
        assert len(promised) == len({*promised}) and {*promised} <= {*possible}
        assert level == "easy" or {*promised} == {*possible}
        assert thought.best == promised[0] == ai.choose(game, g, seat, level, 7)
        assert all(prospect.visits == 0 or 0 <= prospect.worth <= 1 for prospect in thought.moves)
        assert len(possible) == 1 or thought.moves[0].visits > 0
        assert game.dump(g) == dump


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", ai.LEVELS)
def test_search_results_are_equal_in_indistinguishable_worlds(
    monkeypatch: pytest.MonkeyPatch, slug: str, level: str
) -> None:
    game = GAMES[slug]
    weaker(monkeypatch)
    for number, (g, seat) in enumerate(positions(slug, 4)):
        thought = ai.analyse(game, g, seat, level, number)
        for other in range(3):
            assert ai.analyse(game, game.resample(g, seat, str(other)), seat, level, number) == thought


def weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce all levels to a small search budget, so that they are fast."""
    little = {name: search.SearchBudget(120, 3, 2) for name in ai.STRENGTHS}
    monkeypatch.setattr(ai, "STRENGTHS", little)


def test_move_stats_report_gains_and_risks() -> None:
    """c9 certainly wins a candy and c1 only ties; the rival gains nothing from c9."""
    tiny = Tiny()
    g = tiny.deal(seats=2, seed="computer")
    g.hands, g.sugar, g.rounds = [["c1", "c9"], ["c1", "c1"]], [0, 0], 1
    g.deck = ["c1"] * 20
    found = Search(tiny, tiny.load(tiny.dump(g)), 0, 1, search.SearchBudget(300, 4, AHEAD)).run()
    best, other = found
    assert (best.option, other.option) == ("c9", "c1") and best.visits > other.visits > 0 and best.worth > other.worth
    assert (best.later, best.rival, best.worst) == (1, 0, 0) and other.later == 0


def test_easy_usually_takes_the_best_move_but_sometimes_blunders() -> None:
    game = Guess()
    game.odds = ("red",)
    g = game.deal(seats=2, seed="the table")
    chosen = Counter(ai.choose(game, g, 0, "easy", luck) for luck in range(60))
    assert chosen["red"] > 40 and chosen["home"] and chosen["black"]


@pytest.mark.parametrize("slug", GAMES)
def test_easy_keeps_its_work_limit_at_a_full_table(slug: str) -> None:
    """The limit: at most eight options, each with 4 previews and 24 follow-up answers."""
    game, made = copy.copy(GAMES[slug]), 0

    def answer(g: Any, seat: int, option: str) -> None:
        nonlocal made
        made += 1
        GAMES[slug].answer(g, seat, option)

    vars(game)["answer"] = answer
    for g, seat in positions(slug, 6, full=True):
        made = 0
        choose(game, g, seat, "easy", 1)
        assert made <= 8 * (4 + 24)


# ---- playing strength
def test_the_search_wins_far_more_than_its_share_against_random_play() -> None:
    """Tested with the fastest game; `python -m benchmarks.arena` measures every level in every game."""
    slug, seats, games = "candy-chaser", 4, 8
    game, luck, wins = GAMES[slug], Random(slug), 0.0
    for number in range(games):
        g = game.deal(seats=seats, seed=f"evening {number}")
        while g.asks:
            seat, ask = next(iter(g.asks.items()))
            option = luck.choice(ask.options)
            if seat == number % seats:
                option = thinks(game, g, seat, luck.getrandbits(64), 300)
            game.answer(g, seat, option)
        result = game.result(g)
        assert result
        wins += (number % seats in result.winners) / len(result.winners)
    assert wins / games >= 1.5 / seats


# ---- offers that soon lapse
def test_an_expiring_offer_is_taken_only_if_clearly_worth_it() -> None:
    kingdom = GAMES["kingdoms-candy"]
    g = table(villain("uno", sugar=9), villain("mopsel", sugar=9), events="sugar-shower", at="event")
    offers = [offer for offer in kingdom.offers(g, 0) if kingdom.is_expiring(offer)]
    assert 0 not in g.asks and kingdom.declining_offer in offers and len(offers) == 5
    assert choose(kingdom, g, 0, "normal", 1, 0.2) in offers
    assert all(choose(kingdom, g, 0, "easy", luck) == "sweep/none" for luck in range(5)), "it brings no points"
    good = SearchResult(0, "normal", [MoveStats("sweep/magmot", 9, 0.6), MoveStats("sweep/none", 3, 0.5)])
    assert good.best_or_decline("sweep/none") == "sweep/magmot"
    same = SearchResult(0, "normal", [MoveStats("sweep/magmot", 9, 0.51), MoveStats("sweep/none", 3, 0.5)])
    assert same.best_or_decline("sweep/none") == "sweep/none"


@pytest.mark.parametrize("slug", GAMES)
def test_a_search_limited_to_two_actions_compares_only_those(slug: str) -> None:
    game = GAMES[slug]
    g = game.deal(seats=game.seats[0], seed="among")
    while len(g.asks[seat := min(g.asks)].options) < 3:
        game.answer(g, seat, g.asks[seat].options[0])
    two = g.asks[seat].options[:2]
    found = ai.analyse(game, g, seat, "normal", 3, 0.3, two)
    assert {stats.option for stats in found.moves} == {*two}


# ---- questions with many actions
WIDTH = 40


def test_previewing_many_actions_uses_at_most_half_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    game, g = GAMES["monster-muncher"], wide_table("monster-muncher")
    (seat,) = g.asks
    tried: list[str] = []
    preview = Search._preview

    def counted(self: Search, option: str) -> Any:
        tried.append(option)
        return preview(self, option)

    monkeypatch.setattr(Search, "_preview", counted)
    search_ = Search(game, g, seat, 1, search.SearchBudget(400, 3, 3))
    moves = search_.run()
    assert len(search_.preview_worlds) == 1 and len(tried) * search.COPY_COST <= 400 / 2
    assert sorted(move.option for move in moves) == sorted(ai.legal_actions(game, g, seat))


def wide_table(slug: str) -> Any:
    """Return a table of a random game whose question has many actions."""
    game, luck = GAMES[slug], Random(3)
    for number in range(100):
        g = game.deal(4, f"wide {number}")
        while g.asks:
            seat = luck.choice(sorted(g.asks))
            if len(g.asks) == 1 and len(g.asks[seat].options) >= WIDTH:
                return g
            game.answer(g, seat, luck.choice(g.asks[seat].options))
    raise AssertionError("no question of this game has so many actions")


@pytest.mark.parametrize("level", ai.LEVELS)
def test_every_level_takes_one_of_the_sensible_actions(level: str) -> None:
    class Narrow(type(chaser)):  # type: ignore[misc]
        def sensible_actions(self, g: Any, seat: int, actions: list[str]) -> list[str]:
            return sorted(actions)[-1:]

    g = chaser.deal(2, "narrow")
    (seat,) = g.asks
    result = ai.analyse(Narrow(), g, seat, level, 5)
    assert result.best == max(ai.legal_actions(chaser, g, seat))


def test_an_unknown_level_is_rejected_with_a_sentence() -> None:
    g = chaser.deal(2, "medium")
    with pytest.raises(ValueError, match=r"no level 'medium' .* Choose one of easy, normal, hard\."):
        choose(chaser, g, min(g.asks), "medium", 1)
