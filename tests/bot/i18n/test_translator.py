"""How templates are filled, and how long text is shortened."""

from pathlib import Path

import pytest

from bot.i18n.catalogue import COMMON, Catalogue, using_language
from bot.i18n.translator import WORD_JOINER, Translator

WORDS = Catalogue("tiny", Path(__file__).parent / "tiny", COMMON)


def translator(*names: str, escape: bool = False) -> Translator:
    return Translator(WORDS, names, {"chef": "Chef"}, escape)


def test_names_and_lists() -> None:
    said = translator("Ada", "B*n", escape=True)
    assert said.tr("log.takes", p="s1", candies=["chef", "chef", "s0"]) == "B\\*n takes 2 Chef and Ada"
    assert said.tr("log.takes", p="s0", candies=[]) == "Ada takes nothing"
    assert said.tr("log.lists", kids=["chef", "s0"]) == "Chef, Ada | Chef; Ada | Chef · Ada"
    assert said.with_names(["Cara", "Dan"]).tr("log.takes", p="s1", candies=3) == "Dan takes 3"
    assert said.names == ["Ada", "B\\*n"]


@pytest.mark.parametrize("name", ["s0", "chef"])
def test_a_player_named_like_an_id_keeps_that_name(name: str) -> None:
    said = translator("Ada", name)
    texts = (
        said.tr("said.share", p=["s0", "s1"]),
        said.tr("said.share", p=["s1", "s0"]),
        said.tr("label.short", a=said.name("s1"), b="s0"),
        said.join_labels([said.name("s1"), "Ada"]),
    )
    assert [text.replace(WORD_JOINER, "") for text in texts] == [
        f"Ada and {name} share the win",
        f"{name} and Ada share the win",
        f"{name} for Ada",
        f"{name}, Ada",
    ]


@pytest.mark.parametrize(
    ("n", "shown"),
    [
        (3, "3 +3 03 3 plus 3"),
        (0, "0 0 00 0 0"),
        (-2, "−2 −2 −2 minus 2 minus 2"),
    ],
)
def test_numbers(n: int, shown: str) -> None:
    assert translator().tr("log.numbers", n=n) == shown


def test_fractions_have_one_decimal_with_the_languages_separator() -> None:
    assert translator().tr("log.takes", p="s0", candies=3.55).endswith("takes 3.5")
    with using_language("de"):
        assert translator().tr("log.takes", p="s0", candies=-1.25).endswith("takes −1,2")


def test_plurals_and_missing_fields_are_rendered() -> None:
    assert [translator().tr("log.steps", n=n) for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert [translator().tr("log.steps", n=n) for n in (-1, ["chef"], "s0")] == ["−1 step", "Chef step", "s0 steps"]
    assert translator("Ada").tr("log.takes", p="s0") == "Ada takes {candies}", (
        "a table doesn't break over a missing field"
    )


def test_a_missing_sentence_is_made_of_its_key_and_its_fields() -> None:
    say = translator("Ada", "Ben").tr
    assert say("log.takes-a-card", p="s1", card="red-fox", n=3) == "Ben takes a card red fox · 3"
    assert say("log.draws", card="chef") == "Draws Chef"
    assert say("ask.bid", p="s0", last=[3, "fives"]) == "Bid 3, fives" and say("ask.bid", p="s0") == "Bid"
    assert say("now.bid", p="s0") == "**Ada**: bid" and say("all.bid") == "Bid:"
    assert say("score.big_candy", points=None, of={"s1": 2}) == "Big candy Ben 2"
    assert say("why.no-bid", p="s0", n=None) == "No bid"
    assert say("log.shows", cards=["chef", "owl", "chef"], n=[3, 3]) == "Shows 2 Chef, owl · 3, 3"


def test_the_first_fitting_variant_is_used() -> None:
    said = translator("Ada", "Ben", "W" * 20)
    assert said.tr_fitting("label.long", "label.short", a="s0", b="s1") == "Ada for Ben"
    assert said.tr_fitting("label.short", room=60, a="s2", b="s2") == f"{'W' * 20} for {'W' * 20}"
    for a, b in (("s2", "s2"), ("s0", "s2"), ("s2", "s0")):
        text = said.tr_fitting("label.long", "label.short", a=a, b=b)
        assert len(text) <= 34 and " for " in text
    assert said.tr_fitting("label.one", a="W" * 40, n=3) == f"Announce {'W' * 14}… (3 times)"


def test_alt_texts_are_as_long_as_fits() -> None:
    said = translator()
    assert said.first_fitting(["x" * 1024, "short"]) == "x" * 1024
    assert said.first_fitting(["x" * 1025, "short"]) == "short Full text: More → Table as text."
    last = said.first_fitting(["x" * 2000, "y" * 2000])
    assert len(last) == 1024 and last.endswith("y… Full text: More → Table as text.")


def test_choices_and_durations_are_put_into_words() -> None:
    said = translator()
    assert (said.join_labels([]), said.join_labels(["a", "b"])) == ("nothing right now", "a, b")
    assert said.join_labels([str(n) for n in range(12)]) == "0, 1, 2, 3, 4, 5, 6, 7, 8 and more"
    assert [said.duration(s) for s in (9, 60, 600, 3600, 21600, 5400, 17999, 18060, 86400, 1209600)] == [
        "1 minute",
        "1 minute",
        "10 minutes",
        "1 hour",
        "6 hours",
        "90 minutes",
        "5 hours",
        "6 hours",
        "24 hours",
        "14 days",
    ]
