"""Standing orders: what each answers outside the seat's own turn, based only on the seat's view."""

from typing import Any

from engine import GAMES
from tests.engine.cover_your_kingdom.table import Tabletop, arrange
from tests.engine.ghosts_love_candy.street import Play
from tests.engine.kingdoms_candy.laying import table, villain

COVER: Any = GAMES["cover-your-kingdom"]
LANDS = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}


def recruits(defender: str, *cards: str) -> Tabletop:
    """Let seat 0 recruit the Bragons of seat 1; both answer in turn with these cards."""
    laid = arrange(3, {0: "bragon bragon spydra elves", 1: defender, 2: "vulcent"}, LANDS)
    laid.does(0, f"recruit/{cards[0]}/{laid.top(1, 'highland')}")
    for number, card in enumerate(cards[1:], 1):
        laid.does(number % 2, card)
    return laid


def says(laid: Tabletop, key: str, who: int = 1) -> str | None:
    answer: str | None = COVER.ordered(laid.g, who, key)
    return answer


def test_orders_let_every_clan_go_or_only_small_ones() -> None:
    laid = recruits("bragon yedi", "bragon")  # three cards, 45 magic
    assert [says(laid, key) for key in ("let-go", "under-20", "under-40", "under-60")] == [
        "let-go",
        None,
        None,
        "let-go",
    ]
    assert says(laid, "let-go", 0) is None and says(laid, "no-such-order") is None


def test_a_ruler_answers_with_the_clans_kind_or_any_fitting_card() -> None:
    for held, own, any_card in (
        ("bragon spydra terrier", "bragon", "bragon"),
        ("spydra terrier", "let-go", "spydra"),
        ("yedi yedi", "let-go", "let-go"),
    ):
        laid = recruits(held, "bragon")
        assert (says(laid, "own-kind"), {any_card, "terrier"} >= {says(laid, "whatever-fits")}) == (own, True), held
    two = recruits("bragon bragon terrier", "spydra")  # the Spydra counts as two
    assert says(two, "own-kind") == says(two, "whatever-fits") == "bragon+bragon"
    one = recruits("bragon terrier", "spydra")
    assert (says(one, "own-kind"), says(one, "whatever-fits")) == ("let-go", "bragon+terrier")


def test_orders_leave_own_turns_and_other_questions_to_the_player() -> None:
    laid = recruits("bragon", "bragon", "bragon")
    assert 0 in laid.g.asks and says(laid, "let-go", 0) is None
    for order in COVER.orders:
        land = COVER.view(laid.g, 0).questions[0].model_copy(update={"say": "land", "options": ["highland"]})
        assert order.choose(laid.view(0), land) is None


def test_orders_give_forced_answers_on_the_seats_own_turn_too() -> None:
    assert says(recruits("yedi yedi", "bragon"), "nothing-fits") == "let-go"
    assert says(recruits("bragon yedi", "bragon"), "nothing-fits") is None
    for held, answer in (("yedi", "let-go"), ("spydra", None)):
        laid = arrange(3, {0: f"bragon {held}", 1: "bragon", 2: "vulcent"}, LANDS)
        laid.does(0, f"recruit/bragon/{laid.top(1, 'highland')}").does(1, "bragon")
        assert says(laid, "nothing-fits", 0) == answer


def test_orders_answer_elves_like_any_other_challenge() -> None:
    laid = arrange(3, {0: "elves yedi", 1: "spydra bragon terrier", 2: "vulcent"}, LANDS)
    laid.does(0, f"hire/elves/{laid.top(1, 'highland')}")
    assert [says(laid, key) for key in ("let-go", "under-40", "own-kind")] == ["let-go", "let-go", "let-go"]
    assert says(laid, "whatever-fits") == "spydra"


def test_an_order_hands_over_the_least_loved_candy() -> None:
    play = Play("Bathtub Pirate", stash={"A": "gummies", "B": "2 licorice, chocolate", "C": "2 peppermint"})
    play.haunt("Bathtub Pirate")
    game = GAMES["ghosts-love-candy"]
    assert game.ordered(play.g, 0, "least-loved") is None, "it is A's own turn"
    play.use("s1")
    loves = game.view(play.g, 1).loves[1]  # type: ignore[attr-defined]
    least = "licorice" if loves["licorice"] < loves["chocolate"] else "chocolate"
    assert game.ordered(play.g, 1, "least-loved") == least
    play.give(least)
    assert game.ordered(play.g, 1, "least-loved") is None
    assert game.ordered(game.deal(3, "new"), 1, "least-loved") is None, "no order chooses a ghost"


def test_an_order_feeds_with_sugar_if_there_is_enough() -> None:
    game = GAMES["kingdoms-candy"]
    for sugar, fed in ((9, "keep/7-0-0"), (6, None)):
        g = table(villain("uno magmot fizzkraken", sugar=sugar), villain("mopsel"), events="black-candy", at="event")
        assert game.ordered(g, 0, "with-sugar") == fed
    g = table(villain("uno", sugar=5), villain("mopsel"))
    assert game.ordered(g, 0, "with-sugar") is None and game.orders[0].ends == ("game",)
    assert GAMES["monster-muncher"].orders == () and GAMES["monster-muncher"].turn(g) == -1
