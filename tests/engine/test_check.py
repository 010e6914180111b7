"""`engine.check` says in a sentence which clause of the contract a game breaks."""

import itertools
from typing import Any

import pytest

from engine.check import RulesCheck
from engine.game import Result, Standing
from engine.machine import Ask, seat_id
from tests.engine.tiny import DealsInOrder, Tiny, TinyTable, rules as tiny_rules, variant

COUNTER = itertools.count()


def faults(game: Any, *seats: int) -> list[str]:
    check = RulesCheck(game)
    for number in seats or (2, 3):
        assert [*check.play(number, "seed")] or check.is_broken
    return check.faults()


def test_a_correct_game_has_no_faults() -> None:
    check = RulesCheck(Tiny())
    tables = [*check.play(2, "seed", sugar=5)]
    assert check.faults() == [] and not check.is_broken and not tables[-1].asks
    assert (check.games, check.answers) == (1, len(tables) - 1)


class DealsByChance(Tiny):
    def set_up(self, g: TinyTable, game_options: Any) -> None:
        super().set_up(g, game_options)
        g.candy[0] = next(COUNTER)


class LoadsBadly(Tiny):
    def load(self, data: bytes) -> TinyTable:
        g = super().load(data)
        g.sugar = []
        return g


class RanksUnequally(Tiny):
    def standing(self, g: TinyTable) -> list[Standing]:
        return [Standing(0, (0,) * seat) for seat in range(g.players)]


class OffersTwice(Tiny):
    def offers(self, g: TinyTable, seat: int) -> list[str]:
        return super().offers(g, seat) * 2


class ChangesTheLog(Tiny):
    def redeal_hidden(self, g: TinyTable, seat: int | None) -> None:
        super().redeal_hidden(g, seat)
        g.log.clear()


class HasNoResult(Tiny):
    def result(self, g: TinyTable) -> Result | None:
        return None


class LastWins(Tiny):
    def result(self, g: TinyTable) -> Result | None:
        result = super().result(g)
        return result and result.model_copy(update={"winners": [1], "scores": result.scores[:1]})


class AnswersByChance(Tiny):
    def answer(self, g: TinyTable, seat: int, option: str) -> None:
        super().answer(g, seat, option)
        g.candy[0] += next(COUNTER)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (DealsByChance, "Two deals from the same seed differ. Use engine.rng instead of `random`, and iterate over no"),
        (AnswersByChance, "After the same answers from the same seed, two tables differ ("),
        (LoadsBadly, "A stored table loads as a different one: a field of the state has no type hint, or a wrong one."),
        (RanksUnequally, "standing needs an entry for each seat, with ranks of the same length."),
        (OffersTwice, "The step choose offers an action twice: convert."),
        (ChangesTheLog, "redeal_hidden changes the log."),
        (DealsInOrder, "redeal_hidden for the channel depends on what it can't know: sort the hidden things before"),
        (HasNoResult, "The game has no question left, but no result either."),
        (LastWins, "The places of the result are not those of standing."),
        (LastWins, "The winners of the result are not the seats that standing puts first."),
    ],
)
def test_each_fault_is_reported_as_a_sentence(game: type[Tiny], told: str) -> None:
    assert any(sentence.startswith(told) for sentence in faults(game())), faults(game())


def test_names_and_actions_must_have_the_right_form() -> None:
    def choose(g: Any) -> Any:
        yield Ask(0, "Choose_One", ["A", "x" * 61], fields={"p": "s1"})
        g.log_event("Chosen!", p=seat_id(0))

    assert faults(variant(Tiny, choose=choose), 2)[:4] == [
        "The question 'Choose_One' needs a name of small letters, digits and hyphens.",
        "The field p of the question Choose_One must be the asked seat; leave it out to let Hob add it.",
        *(
            f"The action '{action}' of choose is no path: use small letters, digits, + and - in parts joined by /, at "
            "most 60 characters."
            for action in ("A", "x" * 61)
        ),
    ]
    assert "The event 'Chosen!' needs a name of small letters, digits and hyphens." in faults(
        variant(Tiny, choose=choose), 2
    )


def test_a_step_that_asks_something_else_each_time_is_reported() -> None:
    def choose(g: Any) -> Any:
        yield Ask(0, "choose", ["a", f"b{next(COUNTER)}"], fields={"p": "s0"})

    assert "The step choose asks something else when it is asked again." in faults(variant(Tiny, choose=choose), 2)


def test_an_exception_in_the_rules_is_reported_with_its_line() -> None:
    def deal_one(g: Any) -> None:
        raise RuntimeError("no cards\nleft")

    [sentence, *_] = faults(variant(Tiny, deal_one=deal_one), 2)
    assert sentence.startswith("With 2 players the rules raise RuntimeError: no cards left (test_check.py, line ")
    assert faults(Tiny(), 5)[0].startswith("With 5 players the rules are wrong: Tiny is for 2 to 3 players, not 5")


def test_an_endless_game_with_a_fault_is_stopped_early() -> None:
    def choose(g: Any) -> Any:
        yield Ask(0, "choose", ["a", "b"], fields={"p": "s1"})
        g.push_steps("choose")

    check = RulesCheck(variant(Tiny, choose=choose))
    assert len([*check.play(2, "seed")]) == 200 and len(check.faults()) == 1


def test_an_endless_game_is_reported() -> None:
    def choose(g: Any) -> Any:
        yield Ask(0, "choose", ["a", "b"], fields={"p": "s0"})
        g.push_steps("choose")

    last = faults(variant(Tiny, choose=choose), 2)[-1]
    assert last.startswith("A game of 2 players did not end in 1000 answers. Limit what")

    check = RulesCheck(variant(Tiny, choose=choose))
    list(check.play(2, "seed", sugar=5))
    assert check.faults()[-1].startswith("A game of 2 players, sugar=5 did not end in 1000 answers.")


def test_a_secret_in_a_step_argument_is_reported() -> None:
    def choose(g: Any) -> Any:
        g.push_steps(("show", 0, g.hands[0][0]))

    def show(g: Any, me: int, card: str) -> Any:
        yield Ask(me, "show", [card], secret=True, fields={"p": seat_id(me)})
        g.hands[me].remove(card)
        g.push_steps("deal_one")

    told = faults(variant(Tiny, choose=choose, show=show), 2)
    [fault] = [sentence for sentence in told if "after redeal_hidden" in sentence]
    assert fault.startswith("The step show fails after redeal_hidden: the rules raise ValueError: list.remove(x)")
    assert fault.endswith("Arguments of steps aren't dealt again, so keep secrets in fields of the table.")


def test_a_step_that_loses_a_card_or_writes_before_asking_is_reported() -> None:
    def choose(g: Any) -> Any:
        g.candy[0] += 1
        yield Ask(0, "choose", ["a", "b"], fields={"p": "s0"})
        g.deck.pop()

    found = faults(variant(Tiny, choose=choose), 2)
    assert "The step choose writes, rolls, draws or logs above its yield: do that below it." in found
    assert "component_counts was {'cards': 27} and is {'cards': 26}: something got lost." in found


def test_a_secret_never_redealt_is_reported_unless_deducible() -> None:
    class Idle(Tiny):
        def redeal_hidden(self, g: TinyTable, seat: int | None) -> None:
            pass

    class Known(Idle):
        deducible = frozenset({"hand"})

    assert faults(Idle()) == [
        "redeal_hidden never changes the secret field 'hand', so computers see it. Deal it again there, or name it in "
        "`deducible` if everybody can work it out."
    ]
    assert faults(Known()) == [] and "choose" in tiny_rules
