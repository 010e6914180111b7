"""The conformance suite can fail: it catches games that break the contract on purpose."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.candy_chaser import CandyChaser, rules
from engine.machine import Ask, RulesFault
from tests.engine import leaks
from tests.engine.playing import Case, next_question, play_out, positions, watched
from tests.engine.tiny import DealsInOrder, Tiny, rules as tiny_rules, variant


class ShowsAnObjective(CandyChaser):
    def view_fields(self, g: Any, seat: int | None) -> dict[str, Any]:
        objectives = [candy if who in (seat, 0) else None for who, candy in enumerate(g.objectives)]
        return {**super().view_fields(g, seat), "objectives": objectives}


class OffersByTheHand(Tiny):
    def offer_frames(self, g: Any, seat: int) -> dict[str, Any]:
        return super().offer_frames(g, seat) if "c1" in g.hands[seat] else {}


class LosesACard(Tiny):
    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        super().redeal_hidden(g, seat)
        g.deck.pop()


class RedealsNothing(Tiny):
    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        pass


class RedealsNoObjective(CandyChaser):
    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        pass


class SparesTheFirstSeat(Tiny):
    """`redeal_hidden` never changes the hand of seat 0."""

    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        hand = g.hands[0]
        if seat != 0:
            g.hands[0] = []
        super().redeal_hidden(g, seat)
        g.hands[0] = hand


class SparesTheChannel(Tiny):
    def redeal_hidden(self, g: Any, seat: int | None) -> None:
        if seat is not None:
            super().redeal_hidden(g, seat)


class DeclaresTheHand(Tiny):
    deducible = frozenset({"hand"})


class TellsTheDeal(Tiny):
    def set_up(self, g: Any, game_options: Any) -> None:
        super().set_up(g, game_options)
        g.log_event("gets", p="s0", card=g.hands[0][0])


def tells_what_is_drawn(g: Any) -> None:
    tiny_rules["deal_one"](g)
    for me in range(g.players):
        g.log_event("rolls", p=f"s{me}", card=g.hands[me][-1])


def draws_silently(g: Any) -> None:
    for hand in g.hands:
        hand.append(g.deck.pop())
    g.push_steps("choose")


def tells_the_best_card(g: Any, me: int) -> None:
    g.sugar[me] -= 2
    g.log_event("holds", p="s0", card=max(g.hands[0]))


def logs_the_guess(g: Any, me: int) -> Any:
    pausing = rules.tattle(g, me)
    choice = yield next(pausing)
    if choice != "pass":
        g.log_event("slides", candy=choice.split("/")[1])
    assert next_question(pausing, choice) is None


def skips_the_leader(g: Any, me: int) -> None:
    """Skip a question because it can't matter: the leader has no reason to tattle."""
    if g.cubes[g.objectives[me]] < max(g.cubes.values()):
        rules.chance_to_tattle(g, me)


def names_the_card_in_public(g: Any) -> Any:
    """Put a secret into the fields of the question."""
    pausing = tiny_rules["choose"](g)
    asks = next(pausing)
    chosen = yield {s: ask._replace(fields={**ask.fields, "best": ask.options[-1]}) for s, ask in asks.items()}
    assert next_question(pausing, chosen) is None


def asks_only_where_there_is_a_choice(g: Any) -> Any:
    pausing = tiny_rules["choose"](g)
    asks = next(pausing)
    some = {s: ask for s, ask in asks.items() if len(ask.options) > 2}
    chosen = yield some or asks
    rest = {s: ask.options[0] for s, ask in asks.items() if s not in chosen}
    assert next_question(pausing, {**chosen, **rest}) is None


CHASER, TINY = Case("candy-chaser", 3), Case("tiny", 3)
LEAKY = [
    (CHASER, ShowsAnObjective(), "tells a secret by ['objectives']"),
    (CHASER, variant(CandyChaser, tattle=logs_the_guess), "the log tells"),
    (CHASER, variant(CandyChaser, chance_to_tattle=skips_the_leader), "only one of them stops to ask"),
    (TINY, OffersByTheHand(), "tells a secret by ['offers']"),
    (TINY, LosesACard(), "loses or makes things"),
    (TINY, DealsInOrder(), "depends on what it cannot know"),
    (TINY, variant(Tiny, choose=names_the_card_in_public), "tells a secret by ['questions']"),
    (TINY, variant(Tiny, choose=asks_only_where_there_is_a_choice), "tells a secret by ['waiting'"),
    (TINY, variant(Tiny, deal_one=tells_what_is_drawn), "the log tells None a secret roll"),
    (TINY, variant(Tiny, deal_one=draws_silently), "and no event to"),
    (TINY, variant(Tiny, convert=tells_the_best_card), "the log tells None a secret after"),
]
LEAKY_CASES = [
    (TINY, RedealsNothing(), "redeal never changes the hand of seat 1"),
    (CHASER, RedealsNoObjective(), "redeal for 2 never changes objectives"),
    (TINY, SparesTheFirstSeat(), "redeal never changes the hand of seat 0"),
    (TINY, SparesTheChannel(), "redeal for None never changes hand"),
    (TINY, DeclaresTheHand(), "hand is declared as deducible and always changed by redeal"),
    (TINY, TellsTheDeal(), "the log tells None a secret of the deal"),
]


@pytest.mark.parametrize(("case", "leaky", "what"), LEAKY, ids=[what for _, _, what in LEAKY])
def test_a_leaky_game_is_caught(case: Case, leaky: Any, what: str) -> None:
    found: list[str] = []
    for number, dump in enumerate(positions(case, 40)):
        found += leaks.leaks(leaky, leaky.load(dump), str(number))
        if any(what in leak for leak in found):
            return
    raise AssertionError(found[:3])


@pytest.mark.parametrize("case", [CHASER, TINY], ids=str)
def test_honest_games_have_no_leaks(case: Case) -> None:
    for number, dump in enumerate(positions(case, 40)):
        assert leaks.leaks(case.game, case.game.load(dump), str(number)) == []


@pytest.mark.parametrize(("case", "leaky", "what"), LEAKY_CASES, ids=[what for _, _, what in LEAKY_CASES])
def test_a_leak_visible_only_across_positions_is_caught(case: Case, leaky: Any, what: str) -> None:
    assert what in leaks.case_leaks(case, leaky)


def writes_first(g: Any) -> Any:
    g.candy[0] = 0  # the same each time, so asking again alone wouldn't reveal it
    g.candy[1] = 7
    yield Ask(0, "choose", ["left", "right"])


def rolls_first(g: Any) -> Any:
    g.rng += 1
    yield Ask(0, "choose", ["left", "right"])


def tells_first(g: Any) -> Any:
    g.log_event("chooses", p="s0")
    yield Ask(0, "choose", ["left", "right"])


def loses_a_card(g: Any) -> None:
    g.deck.pop()


def asks_twice(g: Any) -> Any:
    yield Ask(0, "choose", ["left"])
    yield Ask(0, "choose", ["right"])


@pytest.mark.parametrize("step", [writes_first, rolls_first, tells_first])
def test_a_step_that_acts_before_it_asks_is_caught(step: Callable[..., Any]) -> None:
    with pytest.raises(AssertionError, match="before it asks"):
        watched(variant(Tiny, choose=step)).deal(seats=2)


def test_a_step_that_loses_a_card_is_caught() -> None:
    with pytest.raises(AssertionError, match="loses or makes things"):
        watched(variant(Tiny, choose=loses_a_card)).deal(seats=2)


def test_a_step_that_asks_twice_is_caught() -> None:
    with pytest.raises(RulesFault, match="asked twice"):
        watched(variant(Tiny, choose=asks_twice)).deal(seats=2)


def test_an_endless_game_is_caught() -> None:
    def for_ever(g: Any) -> Any:
        yield Ask(0, "choose", ["left", "right"])
        g.push_steps("choose")

    game = variant(Tiny, choose=for_ever)
    with pytest.raises(AssertionError, match=r"(?s)tiny does not end .* still asks choose.\n.*push nothing more"):
        play_out(game, game.deal(seats=2), Random(1))


def deals_by_python(g: Any) -> None:
    g.hands[0].append(g.deck.pop(PYTHONS_LUCK.randrange(len(g.deck))))


PYTHONS_LUCK = Random(1)


def test_a_step_that_uses_pythons_random_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"(?s)choose does two things at one table .*\n.*engine.rng"):
        watched(variant(Tiny, choose=deals_by_python)).deal(seats=2)


@pytest.mark.parametrize("option", ["c1/D1", "c_1", "c1//d1", "", "a" * 61])
def test_an_option_with_an_invalid_path_is_caught(option: str) -> None:
    def offers_it(g: Any) -> Any:
        yield Ask(1, "choose", ["left", option])

    with pytest.raises(AssertionError, match=f"choose offers seat 1 the option {option!r}, which is no path.\nUse a-z"):
        watched(variant(Tiny, choose=offers_it)).deal(seats=2)


def test_the_leak_command_counts_positions_and_fails_on_leaks(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    assert leaks.main("tiny", 6) == 0
    assert "6 positions" in capsys.readouterr().out
    monkeypatch.setattr(leaks, "leaks", lambda *_: ["a secret"])
    assert leaks.main("tiny", 6) == 1
    assert "6 leaks" in capsys.readouterr().out


def test_tiny_logs_are_json() -> None:
    game = Tiny()
    g = play_out(game, game.deal(seats=2, seed="log"), Random(3))
    assert json.loads(json.dumps(game.events(g, 0))) != json.loads(json.dumps(game.events(g)))
