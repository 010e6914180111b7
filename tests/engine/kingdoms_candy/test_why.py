"""Reasons why something isn't possible, each from the rule that forbids it."""

from typing import Any

import pytest

from engine.kingdoms_candy.state import Kingdom
from tests.engine.kingdoms_candy.laying import answers, kingdom, table, villain


def acting() -> Kingdom:
    spent = villain("uno+pickpocket+candy-alchemy+one-last-lick fizzkraken+bitter-to-better", "sugar-rush pickpocket")
    spent.spent, spent.used, spent.sugar, spent.black = ["one-last-lick"], ["candy-alchemy"], 5, 1
    return table(
        spent,
        villain("mopsel magmot+im-inevitable glacimaw thorntooth oni-yami", sugar=9),
        villain(""),
        monsters="rockcandor mossmunch",
        abilities="pickpocket sugar-rush candy-alchemy",
    )


@pytest.mark.parametrize(
    ("seat", "option", "reason"),
    [
        (0, "buy/rockcandor", ("costs", {"card": "rockcandor", "n": 9, "k": 5})),
        (0, "buy/verdimont", ("not-in-the-kingdom", {"card": "verdimont"})),
        (0, "buy/pickpocket/keep", ("both-places-taken", {"card": "pickpocket"})),
        (0, "buy/pickpocket/tuck/uno", ("both-places-taken", {"card": "pickpocket"})),
        (0, "buy/sugar-rush/keep", ("already-kept", {"card": "sugar-rush"})),
        (0, "buy/candy-alchemy/tuck/uno", ("already-tucked", {"card": "candy-alchemy", "m": "uno"})),
        (0, "buy/sugar-rush/tuck/magmot", ("not-yours", {"card": "magmot"})),
        (0, "buy/candy-alchemy/uno", ("already-tucked", {"card": "candy-alchemy", "m": "uno"})),
        (0, "buy/sugar-rush/magmot", ("not-yours", {"card": "magmot"})),
        (0, "buy/sugar-rush/nowhere", ("not-an-option", {})),
        (0, "buy/mossmunch/keep", ("no-place-for-monsters", {"card": "mossmunch"})),
        (0, "buy/nonsense", ("not-an-option", {})),
        (0, "buy", ("not-an-option", {})),
        (0, "buy/sugar-rush", ("not-an-option", {})),
        (1, "buy/mossmunch", ("not-asked", {})),
        (0, "use/candy-alchemy", ("used", {"card": "candy-alchemy"})),
        (0, "use/one-last-lick", ("once-a-game", {"card": "one-last-lick"})),
        (0, "use/sugar-rush", ("kept-only-counts", {"card": "sugar-rush"})),
        (0, "use/magmot", ("not-yours", {"card": "magmot"})),
        (0, "use/pickpocket", ("only-collect", {"card": "pickpocket"})),
        (0, "use/fizzkraken", ("only-black-candy", {"card": "fizzkraken"})),
        (0, "use/uno", ("by-itself", {"card": "uno"})),
        (1, "use/oni-yami", ("counts-at-the-end", {"card": "oni-yami"})),
        (1, "use/im-inevitable", ("only-before-action", {"card": "im-inevitable"})),
        (1, "use/thorntooth/s0", ("only-your-turn", {"card": "thorntooth"})),
        (0, "use/nonsense", ("not-an-option", {})),
        (0, "convert/2", ("too-little-sugar", {"n": 8, "k": 5})),
        (0, "convert/many", ("not-an-option", {})),
        (0, "remove/2", ("no-such-cubes", {"n": 2, "k": 1})),
        (0, "remove/0", ("no-such-cubes", {"n": 0, "k": 1})),
        (1, "remove/1", ("cubes-before-action", {})),
        (0, "keep/1-0-0", ("not-an-option", {})),
        (0, "done", ("not-an-option", {})),
        (1, "collect", ("not-asked", {})),
        (7, "collect", ("not-asked", {})),
        (0, "collect", None),
        (0, "use/bitter-to-better", None),
        (1, "convert/1", None),
    ],
)
def test_why_not_explains_options_before_the_action(seat: int, option: str, reason: Any) -> None:
    assert kingdom.why_not(acting(), seat, option) == reason


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("use/im-inevitable", ("only-before-action", {"card": "im-inevitable"})),
        ("use/glacimaw", ("only-before-action", {"card": "glacimaw"})),
        ("use/thorntooth", ("not-that", {"card": "thorntooth"})),
        ("use/thorntooth/s2", ("not-that", {"card": "thorntooth"})),
        ("remove/1", ("cubes-before-action", {})),
    ],
)
def test_why_not_explains_options_after_the_action(option: str, reason: Any) -> None:
    g = acting()
    answers(g, "pass", "collect")
    assert kingdom.why_not(g, 1, option) == reason


def test_unpayable_and_useless_actions_are_explained() -> None:
    g = table(villain("uno+bitter-to-better pepperfang", sugar=1, black=1), villain("mopsel"))
    assert kingdom.why_not(g, 0, "use/pepperfang") == ("costs", {"card": "pepperfang", "n": 2, "k": 1})
    assert kingdom.why_not(g, 0, "remove/1") == ("too-little-sugar", {"n": 2, "k": 1})
    assert kingdom.why_not(g, 0, "convert/1") == ("too-little-sugar", {"n": 4, "k": 1})
    answers(g, "use/bitter-to-better")
    g = table(villain("uno+bitter-to-better", sugar=1), villain("mopsel"))
    assert kingdom.why_not(g, 0, "use/bitter-to-better") == ("does-nothing", {"card": "bitter-to-better"})


def test_abilities_cannot_be_tucked_without_a_monster() -> None:
    g = table(villain("", sugar=9), villain("mopsel"), abilities="sugar-rush")
    assert kingdom.why_not(g, 0, "buy/sugar-rush/tuck/uno") == ("no-monster", {"card": "sugar-rush"})


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("keep/4-0-0", ("they-eat", {"n": 5})),
        ("keep/5-0-0", ("too-little-sugar", {"n": 5, "k": 3})),
        ("keep/3-2-0", ("too-few-candies", {"n": 2, "k": 1})),
        ("keep/2-1-2", ("sugar-first", {})),
        ("keep/all", ("not-an-option", {})),
        ("keep/1-2-x", ("not-an-option", {})),
        ("discard/mossmunch", ("not-yours", {"card": "mossmunch"})),
        ("discard/scorchlet", ("eats-nothing", {"card": "scorchlet"})),
        ("discard", ("not-an-option", {})),
        ("buy/mossmunch", ("not-an-option", {})),
        ("keep/3-1-1", None),
    ],
)
def test_why_not_explains_feeding_options_at_black_candy(option: str, reason: Any) -> None:
    me = villain("uno scorchlet+diet-plan cinnabrute", sugar=3, candies=1)
    g = table(me, villain("mopsel"), events="black-candy", at="event")
    assert kingdom.why_not(g, 0, option) == reason


def test_why_not_says_that_the_game_is_over() -> None:
    g = table(villain(""), villain(""), events="black-candy", at="event", black_candies=3)
    assert kingdom.why_not(g, 0, "convert/1") == ("over", {})
