"""Text files: parsing, fallback to English, and completeness of those in the repository."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import discord
import pytest

import tools.text
from bot.i18n import catalogue as text_files
from bot.i18n.catalogue import COMMON, Catalogue, current_language, rule, texts, using_language
from bot.i18n.translator import Translator
from cogs.game_uis import GAME_UIS
from tools.text import catalogues, file_of, missing

ENGLISH = """
[log]
takes.count = "n"
takes.one = "{p} takes {n} candy"
takes.other = "{p} takes {n} candies"
rests = "{p} rests"
goes = "{p} goes"
[thing]
chef = "Chef"
"""
TAKES = """
takes.count = "n"
takes.one = "{p}: {n} cukierek"
takes.few = "{p}: {n} cukierki"
takes.many = "{p}: {n} cukierków"
takes.other = "{p}: {n} cukierka"
"""
GOES = '\ngoes = "{p} idzie"\n'
LIMITS = {"command": 100, "verb": 100}  # Discord's limits, in characters, for the texts of these sections
OTHERS = COMMON.languages()[1:]
Lay = Callable[..., Catalogue]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Return a function that writes text files into a folder and loads their catalogue."""

    def laid(english: str = ENGLISH, beneath: Catalogue | None = None, name: str = "tiny", **others: str) -> Catalogue:
        folder = tmp_path / name
        folder.mkdir()
        for language, text in {"en": english, **others}.items():
            (folder / f"{language}.toml").write_text(text, encoding="utf-8")
        return Catalogue(name, folder, beneath)

    return laid


def test_a_catalogue_overrides_its_parent(lay: Lay) -> None:
    beneath = lay('[button]\nhand = "My hand"\nlog = "Log"\n[alt]\nmore = "More"', name="common")
    words = lay('[button]\nhand = "My shells"\n[log]\nmoves.count = "n"\nmoves.one = "1"\nmoves.other = "2"', beneath)
    assert (words["button.hand"], words["button.log"], beneath["button.hand"]) == ("My shells", "Log", "My hand")
    assert "log.moves" in words and "alt.more" in words and "log.rests" not in words and "alt" not in words
    assert list(words) == ["button.hand", "log.moves"]
    assert words.names("button") == {"hand": "My shells", "log": "Log"} and words.names("log") == {}


def test_a_catalogue_reads_further_folders_at_any_time(lay: Lay, caplog: pytest.LogCaptureFixture) -> None:
    common = lay('[help]\nplay = "Play"', name="common", de='[help]\nplay = "Spiel"')
    assert common.names("help") == {"play": "Play"} and "help.night" not in common
    common.add("nights", lay('[help]\nnight = "Nights"', name="nights", de='[help]\nnight = "Abende"').folder)
    common.add("daily", Path("no-such-folder"))
    assert common.names("help") == {"play": "Play", "night": "Nights"}
    with using_language("de"):
        assert common.names("help") == {"play": "Spiel", "night": "Abende"} and common["help.night"] == "Abende"
    assert [record.message for record in caplog.records] == []


def test_only_text_files_are_languages(lay: Lay) -> None:
    words = lay(de='[button]\nhand = "Meine Karten"')
    for name in (".DS_Store", "de.toml~", "__init__.py"):
        (words.folder / name).touch()  # type: ignore[attr-defined]
    assert words.languages() == ["en", "de"]


def test_another_language_is_used_on_request_with_its_own_plurals(lay: Lay) -> None:
    words = lay(pl=f'[log]{TAKES}[thing]\nchef = "Kucharz"')
    say = Translator(words, ["Ada"]).tr
    with using_language("pl"):
        told = [say("log.takes", p="s0", n=n) for n in (1, 2, 5, 22, 25, -1, "½")]
        assert told == [
            "Ada: 1 cukierek",
            "Ada: 2 cukierki",
            "Ada: 5 cukierków",
            "Ada: 22 cukierki",
            "Ada: 25 cukierków",
            "Ada: −1 cukierek",
            "Ada: ½ cukierka",
        ]
        assert words.names("thing") == {"chef": "Kucharz"} and current_language() == "pl"
    assert say("log.takes", p="s0", n=2) == "Ada takes 2 candies" and words.names("thing") == {"chef": "Chef"}


def test_missing_texts_fall_back_to_english_then_to_their_key(lay: Lay, caplog: pytest.LogCaptureFixture) -> None:
    beneath = lay('[button]\nhand = "My hand"\nlog = "Log"', name="common", pl='[button]\nhand = "Moje"\nlog = ""')
    words = lay('[button]\nhand = "My shells"', beneath, pl="")
    for _ in range(2):
        with using_language("pl"):
            say = Translator(words).tr
            assert (say("button.hand"), say("button.log"), say("log.{x}")) == ("My shells", "Log", "{x}")
            assert Translator(beneath).tr("button.hand") == "Moje"
        with using_language("xx"):
            assert Translator(words).tr("button.hand") == "My shells", "a language Hob doesn't speak"
    assert [record.message for record in caplog.records if "xx" not in record.message] == [
        "text/pl.toml of tiny: button.hand is missing, using English",
        "text/pl.toml of common: button.log is missing, using English",
        "text/en.toml of tiny: log.{x} is missing, showing its key",
    ], "one warning for each"


def test_a_language_that_a_catalogue_lacks_is_logged_once(lay: Lay, caplog: pytest.LogCaptureFixture) -> None:
    words = lay('[button]\nhand = "My shells"', lay('[button]\nlog = "Log"', name="common"))
    with caplog.at_level(logging.DEBUG, "hob.text"):
        for _ in range(2):
            with using_language("xx"):
                say = Translator(words).tr
                assert (say("button.hand"), say("button.log")) == ("My shells", "Log")
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.DEBUG, "language xx: using English for common"),
        (logging.DEBUG, "language xx: using English for tiny"),
    ]


def test_features_that_a_language_lacks_are_logged_in_one_line(
    lay: Lay, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    words = lay('[button]\nhand = "My shells"', pl='[button]\nhand = "Moje"')
    for name in ("nights", "daily"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "en.toml").write_text(f'[{name}]\ntitle = "{name.title()}"')
        words.add(name, tmp_path / name)
    with caplog.at_level(logging.INFO, "hob.text"), using_language("pl"):
        say = Translator(words).tr
        assert [say("button.hand"), say("nights.title"), say("daily.title")] == ["Moje", "Nights", "Daily"]
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.INFO, "language pl: using English for nights, daily")
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('rests = "{who} odpoczywa"', "log.rests ignored: the English text has no field 'who'"),
        ('rests = "{p:letter} odpoczywa"', "the English text doesn't format the field 'p' as 'letter'"),
        ('rests = "{p!r} odpoczywa"', "the field 'p' has a conversion"),
        ('rests = "{p odpoczywa"', "log.rests ignored: expected '}'"),
        ("rests = 3", "log.rests ignored: it is neither a string nor a table of plural forms"),
        ('sleeps = "{p}"', "log.sleeps ignored: the English file has no such key"),
        (
            'takes.count = "n"\ntakes.one = "1"\ntakes.other = "2"',
            "log.takes ignored: the plural form 'few' is missing",
        ),
        ('takes.one = "1"\ntakes.other = "2"', "log.takes ignored: the entry 'count' is missing"),
        ('takes.count = "n"\ntakes.lots = "2"', "log.takes ignored: unknown plural form 'lots'"),
        (TAKES.replace('"n"', '"k"'), "log.takes ignored: the English text has no field 'k'"),
        ('rests "{p} odpoczywa"', "text/pl.toml of tiny: unreadable, using English: Expected '='"),
        ('goes = "twice"', "unreadable, using English: Cannot overwrite a value"),
    ],
)
def test_a_fault_in_a_text_file_affects_only_its_entry(
    lay: Lay, caplog: pytest.LogCaptureFixture, text: str, told: str
) -> None:
    words = lay(pl=f"[log]{GOES}{text}")
    with using_language("pl"):
        say = Translator(words, ["Ada"]).tr
        assert (say("log.rests", p="s0"), say("log.takes", p="s0", n=1)) == ("Ada rests", "Ada takes 1 candy")
        assert say("log.goes", p="s0") == ("Ada goes" if "unreadable" in told else "Ada idzie")
    faults = [record.message for record in caplog.records if record.levelno == logging.ERROR]
    assert len(faults) == 1 and told in faults[0]


def test_without_a_usable_english_file_keys_are_shown(lay: Lay, caplog: pytest.LogCaptureFixture) -> None:
    words = lay("[log", de="[log]")
    assert Translator(words).tr("log.rests") == "Rests" and "text/en.toml of tiny: unreadable" in caplog.text


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("de", {"one": [1], "other": [0, 2, 11, 21]}),
        ("fr", {"one": [0, 1], "other": [2, 11, 21]}),
        ("ja", {"other": [0, 1, 2]}),
        ("pl", {"one": [1], "few": [2, 24, 102], "many": [0, 5, 11, 12, 21, 112]}),
        ("uk", {"one": [1, 21, 101], "few": [2, 24], "many": [0, 5, 11, 12, 111]}),
        ("hr", {"one": [1, 21], "few": [2, 24], "other": [0, 5, 11, 12]}),
        ("lt", {"one": [1, 21], "few": [2, 22], "other": [0, 10, 11, 12, 111]}),
        ("cs", {"one": [1], "few": [2, 4], "other": [0, 5, 22]}),
        ("ro", {"one": [1], "few": [0, 2, 19, 101], "other": [20, 100, 120]}),
        ("pt-BR", {"one": [0, 1], "other": [2]}),
    ],
)
def test_plurals_are_those_of_cldr(language: str, forms: dict[str, list[int]]) -> None:
    found = rule(language)
    assert {form: [n for n in numbers if found.category(n) == form] for form, numbers in forms.items()} == forms
    assert forms.keys() <= {*found.categories} and found.categories[-1] == "other"


# ---- for translators
def test_a_new_language_starts_as_a_skeleton_and_reports_gaps(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    english = f"# What happens.{ENGLISH}".replace('chef = "Chef"', '# of the house\n"chef.a" = """\nOne\n\ntwo"""')
    words = lay(english)
    monkeypatch.setattr(tools.text, "catalogues", lambda: [words])
    monkeypatch.setattr(tools.text, "ROOT", tmp_path)
    assert tools.text.main(["new", "pl"]) == 0
    file = file_of(words, "pl")
    text = file.read_text(encoding="utf-8")
    assert text.splitlines() == [
        "# tiny: pl",
        "",
        "# What happens.",
        "[log]",
        "# one: {p} takes {n} candy",
        "# other: {p} takes {n} candies",
        'takes.count = "n"',
        'takes.one = ""',
        'takes.few = ""',
        'takes.many = ""',
        'takes.other = ""',
        "# {p} rests",
        'rests = ""',
        "# {p} goes",
        'goes = ""',
        "",
        "[thing]",
        "# of the house",
        "# One",
        "#",
        "# two",
        '"chef.a" = ""',
    ]
    assert missing(words, "pl") == [*words]
    file.write_text(text.replace('goes = ""', GOES).replace('"chef.a" = ""', '"chef.a" = "Kucharz"'), encoding="utf-8")
    assert missing(words, "pl") == ["log.takes", "log.rests"]
    capsys.readouterr()
    assert tools.text.main(["missing", "pl"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("tiny/pl.toml lacks 2 of 4:\n\n# What happens.\n[log]") and "goes" not in said
    before = file.read_text(encoding="utf-8")
    assert tools.text.main(["new", "pl"]) == 0 and file.read_text(encoding="utf-8") == before, "nothing is overwritten"
    assert "tools.text missing de" in str(tools.text.main([]))


def test_a_new_language_may_begin_with_one_game(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common, tiny, other = (lay(name=name) for name in ("common", "tiny", "other"))
    monkeypatch.setattr(tools.text, "catalogues", lambda: [common, tiny, other])
    monkeypatch.setattr(tools.text, "COMMON", common)
    monkeypatch.setattr(tools.text, "ROOT", tmp_path)
    assert str(tools.text.main(["new", "pl", "tinny"])).startswith("the games are candy-chaser, ")
    assert tools.text.main(["new", "pl", "tiny"]) == 0
    assert [file_of(catalogue, "pl").exists() for catalogue in (common, tiny, other)] == [True, True, False]
    capsys.readouterr()
    assert tools.text.main(["missing", "pl"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("no pl.toml, so English is used: other\n") and "tiny/pl.toml lacks 4 of 4" in out
    assert "other/pl.toml" not in out


# ---- the files of the repository
def speaking(language: str) -> list[Catalogue]:
    """Return the catalogues with a file of this language; a language may cover only some games."""
    return [catalogue for catalogue in catalogues() if file_of(catalogue, language).exists()]


def test_every_game_speaks_german_and_no_language_lacks_the_common_texts() -> None:
    assert all(file_of(catalogue, "de").exists() for catalogue in catalogues())
    languages = {language for catalogue in catalogues() for language in catalogue.languages()}
    assert languages == {*COMMON.languages()}
    common = [catalogue for catalogue in catalogues() if catalogue.name in COMMON.folders]
    assert {tuple(catalogue.languages()) for catalogue in common} == {tuple(COMMON.languages())}


def test_no_common_text_is_in_two_files() -> None:
    keys = [key for catalogue in catalogues() if catalogue.name in COMMON.folders for key in catalogue]
    assert sorted(keys) == sorted(COMMON)


def test_in_french_zero_and_one_are_singular() -> None:
    with using_language("fr"):
        chaser = Translator(GAME_UIS["candy-chaser"].catalogue)
        assert [chaser.tr("table.cards-left", n=n) for n in (0, 1, 2)] == [
            "0 carte Dénonciation",
            "1 carte Dénonciation",
            "2 cartes Dénonciation",
        ]
        assert [Translator(COMMON).tr("time.hours", n=n) for n in (0, 1, 2)] == ["0 heure", "1 heure", "2 heures"]


def test_french_texts_need_no_elision_before_a_name() -> None:
    """As in “que Ada”, which should be “qu'Ada”."""
    elides = re.compile(r"\b(que|de|le|la|je|ne) \{(p|q|t|host|name)(:text)?\}")
    wrong = [
        f"{catalogue.name} {key}"
        for catalogue in speaking("fr")
        for key, template in catalogue.translated("fr").items()
        if any(map(elides.search, texts(template)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_the_text_files_are_complete_and_sound(language: str, caplog: pytest.LogCaptureFixture) -> None:
    """No key is missing or unknown, and every field is the same as in English."""
    assert language == "en" or language in {locale.value for locale in discord.Locale}, "named as in Discord"
    for catalogue in speaking(language):
        assert missing(catalogue, language) == []
        assert text_files.read(catalogue.name, catalogue.folder, language) != {}
        for key, template in catalogue.translated(language).items():
            forms, english = texts(template), texts(catalogue.english[key])
            assert all(form[:1].isspace() == said[:1].isspace() for form, said in zip(forms, english, strict=False)), (
                f"{catalogue.name} {key}"
            )
            if limit := LIMITS.get(key.partition(".")[0]):
                assert max(map(len, forms)) <= limit, f"{catalogue.name} {key}: {forms}"
    assert [record.message for record in caplog.records] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_every_field_of_the_english(language: str) -> None:
    different = [
        f"{catalogue.name} {key}"
        for catalogue in speaking(language)
        for key, template in catalogue.translated(language).items()
        if named(template) != named(catalogue.english[key])
    ]
    assert different == []


def named(template: text_files.Template) -> set[str]:
    """Return the fields of all forms; a single form, such as *one*, may leave out the number."""
    return {name for text in texts(template) for name, _ in text_files.fields(text)} | text_files.counted(template)
