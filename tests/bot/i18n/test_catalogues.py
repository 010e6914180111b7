"""The code uses only keys in the catalogues, uses all of them, and fills the fields of each template."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n.catalogue import COMMON, Catalogue, Template, counted, fields, texts
from bot.tables.lobby_options import lobby_settings
from cogs import FEATURES
from cogs.game_uis import GAME_UIS
from engine import GAMES
from tests.bot.i18n import reading_code
from tests.bot.i18n.reading_code import calls, constants, given, patterns, trees, unused_texts

ENGINE = (
    "ask",
    "now",
    "all",
    "log",
    "why",
    "score",
    "coach",
)  # keyed by the engine's keys, and used by the shared modules
WHOLE = ("guide", "page", "ruling")  # shown as they are
SECTIONS = {
    *("game", *WHOLE, "thing", *ENGINE, "verb", "not-now", "kind", "placeholder", "option", "order"),
    *("label", "table", "picture", "look", "alt", "button", "hint", "card", "lesson"),
}
FURTHER = {
    "cover-your-kingdom": {"inn", "recruit", "round"},
    "monster-muncher": {"snack"},
}  # kinds that have a coach note besides the game's questions
every_game = pytest.mark.parametrize("slug", GAMES)


def fields_of(template: Template) -> set[str]:
    return {name for text in texts(template) for name, _ in fields(text)} | counted(template)


def section_of(key: str) -> str:
    return key.partition(".")[0]


def name_of(key: str) -> str:
    return key.partition(".")[2]


def own(catalogue: Catalogue, *sections: str) -> list[str]:
    return [key for key in catalogue if section_of(key) in sections]


@every_game
def test_a_catalogue_has_the_sections_that_every_game_has(slug: str) -> None:
    words = GAME_UIS[slug].catalogue
    assert words.name == slug and words.fallback is COMMON
    assert {section_of(key) for key in words} <= SECTIONS
    assert all(key in COMMON for key in own(words, "button", "hint"))
    assert {section_of(key) for key in COMMON} & {section_of(key) for key in words} <= {"button", "option", "hint"}


@every_game
def test_every_key_used_by_a_game_exists(slug: str) -> None:
    words, folder = GAME_UIS[slug].catalogue, f"cogs/{slug.replace('-', '_')}"
    known = {section_of(key) for key in [*words, *COMMON]} - {"thing"}
    for path, tree in trees(folder).items():
        for text in reading_code.texts(tree):
            if section_of(text) in known and "." in text and " " not in text:
                assert text in words, f"{path} says {text}"
        for pattern in patterns(tree):
            if section_of(pattern.pattern.replace("\\", "")) in known and "." in pattern.pattern:
                assert any(pattern.fullmatch(key) for key in [*words, *COMMON]), f"{path} says {pattern.pattern}"


@every_game
def test_every_key_of_a_game_is_used(slug: str) -> None:
    """Keys of the engine count as used if the rules log, ask or refuse with them."""
    words, folder = GAME_UIS[slug].catalogue, slug.replace("-", "_")
    said = trees(f"cogs/{folder}")
    literal = {text for tree in said.values() for text in reading_code.texts(tree)}
    keys = re.compile(rf"({'|'.join(SECTIONS)})\\\.")
    made = [pattern for tree in said.values() for pattern in patterns(tree) if keys.match(pattern.pattern)]
    rules = trees(f"engine/{folder}")
    told = {text for tree in rules.values() for text in reading_code.texts(tree)}
    telling = [pattern for tree in rules.values() for pattern in patterns(tree) if "-" in pattern.pattern]
    unsaid = []
    for key in own(words, *ENGINE, "thing", "label", "table", "picture", "alt"):
        by_game = key in literal or any(pattern.fullmatch(key) for pattern in made)
        by_rules = section_of(key) in (*ENGINE, "thing") and (
            name_of(key) in told or any(pattern.fullmatch(name_of(key)) for pattern in telling)
        )
        if not by_game and not by_rules:
            unsaid.append(key)
    assert unsaid == []


def test_every_common_key_is_used() -> None:
    assert unused_texts() == []


@pytest.mark.parametrize("feature", FEATURES)
def test_the_texts_of_a_feature_are_deleted_with_it(feature: str) -> None:
    """The labels of its button in `/hob help` are a feature's own, although `hob` says them."""
    assert [key for key in unused_texts(without=feature) if not key.startswith("help.button-")] == []
    said = {
        text
        for path, tree in trees("bot", "cogs").items()
        if not path.startswith(f"cogs/{feature}/")
        for text in reading_code.texts(tree)
    }
    assert said & {*Catalogue(feature, COMMON.folders[feature])} == set()


@every_game
def test_every_command_and_every_argument_is_described(slug: str) -> None:
    ui = GAME_UIS[slug]
    verbs = {verb.name for verb in ui.slash_commands}
    params = {f"{verb.name}.{param.name}" for verb in ui.slash_commands for param in verb.params}
    assert {name_of(key) for key in own(ui.catalogue, "verb")} == verbs | params
    assert {name_of(key) for key in own(ui.catalogue, "not-now")} == verbs
    assert {name_of(key) for key in own(ui.catalogue, "kind")} == {name.partition(".")[2] for name in params}
    assert all(1 <= len(ui.tr(key)) <= 100 for key in own(ui.catalogue, "verb"))


@every_game
def test_every_rules_option_has_a_title_and_help(slug: str) -> None:
    words, fields = GAME_UIS[slug].catalogue, GAMES[slug].Options.model_fields
    for name in fields:
        assert f"option.{name}" in words and f"option.{name}.help" in words
    assert {name_of(key).partition(".")[0] for key in own(words, "option")} <= {*fields}


@every_game
def test_every_standing_order_has_a_name(slug: str) -> None:
    assert [name_of(key) for key in own(GAME_UIS[slug].catalogue, "order")] == [
        order.key for order in GAMES[slug].orders
    ]


def lacking(words: Any, key: str, names: set[str] | None) -> Iterator[str]:
    if names is not None and key in words:
        yield from sorted(fields_of(words[key]) - names)


@every_game
def test_every_template_gets_its_fields(slug: str) -> None:
    words, folder = GAME_UIS[slug].catalogue, slug.replace("-", "_")
    faults, filled = [], set()  # `filled`: keys that the game's own modules fill themselves
    for path, tree in trees(f"cogs/{folder}").items():
        for call in calls(tree, "tr", "tr_fitting", "say", "fit"):
            keys = [key for arg in call.args for key in constants(arg)]
            filled |= {*keys}
            faults += [f"{path}: {key} lacks {name}" for key in keys for name in lacking(words, key, given(call))]
    for path, tree in trees(f"engine/{folder}").items():
        for call in calls(tree, "log_event"):
            keys = [f"log.{key}" for key in constants(call.args[0])] if call.args else []
            keys = [key for key in keys if key not in filled]
            faults += [f"{path}: {key} lacks {name}" for key in keys for name in lacking(words, key, given(call))]
    assert faults == []


@every_game
def test_every_event_and_refusal_of_the_rules_has_a_sentence(slug: str) -> None:
    words, folder = GAME_UIS[slug].catalogue, slug.replace("-", "_")
    needed: set[str] = set()
    for tree in trees(f"engine/{folder}").values():
        for call in calls(tree, "log_event"):
            needed |= {f"log.{key}" for key in constants(call.args[0])}
        for call in calls(tree, "Ask"):
            for key in constants(call.args[1]) if len(call.args) > 1 else ():
                needed |= {f"ask.{key}", f"now.{key}"}
        for call in calls(tree, "Line"):
            for key in (key for word in call.keywords if word.arg == "key" for key in constants(word.value)):
                needed.add(f"score.{key}")
    assert {key for key in needed if key not in words} == set()
    assert set(map(name_of, own(words, "ask"))) == set(map(name_of, own(words, "now")))


@every_game
def test_rulings_are_unique_sentences(slug: str) -> None:
    rulings = GAME_UIS[slug].rulings
    assert len(rulings) == len({*rulings}) > 3 and all(ruling.endswith(".") for ruling in rulings)


@every_game
def test_every_help_of_an_option_is_a_sentence(slug: str) -> None:
    ui = GAME_UIS[slug]
    helps = [ui.tr(f"option.{setting.name}.help") for setting in lobby_settings(GAMES[slug])]
    assert all(help.endswith(".") for help in helps)


@every_game
def test_every_kind_of_question_has_a_short_note_of_the_coach(slug: str) -> None:
    words = GAME_UIS[slug].catalogue
    kinds = {name_of(key) for key in own(words, "ask")}
    notes = {name_of(key) for key in own(words, "coach")}
    assert notes == kinds | FURTHER.get(slug, set()), "each question in [ask] has a note in [coach]"
    for key in own(words, "coach"):
        note = words[key]
        assert isinstance(note, str) and not fields_of(note) and len(note) <= 260, key
        assert note.count(". ") in (1, 2) and note.endswith("."), f"{key} has not two or three sentences"
