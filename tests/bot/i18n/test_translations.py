"""Gettext files: what is used of them, what stays English, and that those in the repository are as they should be."""

import logging
from pathlib import Path
from typing import Any

import discord
import pytest
from polib import pofile

from bot.i18n import translations
from bot.i18n.catalogue import Catalogue, Plural
from bot.i18n.language import ENGLISH, speaking, spoken
from bot.i18n.translations import Unusable, check, originals, plurals
from bot.i18n.translator import Voice
from cogs.game_uis import FACES
from tools.translations import LIMITS, catalogues, file_of, written

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
SECTIONS: dict[str, Any] = {
    "log": {"takes": Plural("{p} takes {n} candy", "{p} takes {n} candies"), "rests": "{p} rests", "goes": "{p} goes"},
    "thing": {"chef": "Chef"},
}
OTHERS = [language for language in translations.languages() if language != ENGLISH]


def header(plural: str) -> str:
    return f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {plural}\\n"\n'


def one(key: str, english: str, said: str, *, fuzzy: bool = False) -> str:
    return "\n" + "#, fuzzy\n" * fuzzy + f'msgctxt "{key}"\nmsgid "{english}"\nmsgstr "{said}"\n'


def several(key: str, english: Plural, *said: str) -> str:
    forms = "".join(f'msgstr[{n}] "{text}"\n' for n, text in enumerate(said))
    return f'\nmsgctxt "{key}"\nmsgid "{english.one}"\nmsgid_plural "{english.other}"\n{forms}'


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lays the file of a language beside a catalogue of three sentences."""
    monkeypatch.setattr(translations, "folder_of", lambda package: tmp_path)

    def laid(text: str, language: str = "pl") -> Catalogue:
        (tmp_path / f"{language}.po").write_text(text, encoding="utf-8")
        return Catalogue("tiny", SECTIONS, package="tiny")

    return laid


def test_another_language_is_spoken_where_it_is_asked_for_and_has_its_own_plurals(lay: Any) -> None:
    takes = several(
        "log.takes", SECTIONS["log"]["takes"], "{p}: {n} cukierek", "{p}: {n} cukierki", "{p}: {n} cukierków"
    )
    words = lay(header(POLISH) + takes + one("thing.chef", "Chef", "Kucharz"))
    say = Voice(words, ["Ada"]).say
    with speaking("pl"):
        told = [say("log.takes", p="s0", n=n) for n in (1, 2, 5, 22, 25)]
        assert told == [
            "Ada: 1 cukierek",
            "Ada: 2 cukierki",
            "Ada: 5 cukierków",
            "Ada: 22 cukierki",
            "Ada: 25 cukierków",
        ]
        assert say("log.rests", p="s0") == "Ada rests", "what is not translated is said in English"
        assert words.names("thing") == {"chef": "Kucharz"} and spoken() == "pl"
    assert say("log.takes", p="s0", n=2) == "Ada takes 2 candies" and words.names("thing") == {"chef": "Chef"}
    with speaking("xx"):
        assert say("log.takes", p="s0", n=1) == "Ada takes 1 candy", "nobody speaks that"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (one("log.rests", "{p} rests", "{p} odpoczywa", fuzzy=True), ""),
        (one("log.rests", "{p} sleeps", "{p} śpi"), ""),
        (one("log.rests", "{p} rests", "{who} odpoczywa"), "log.rests is left out: it names the field 'who'"),
        (one("log.rests", "{p} rests", "{p:letter} odpoczywa"), "shows the field 'p' as 'letter'"),
        (one("log.rests", "{p} rests", "{p!r} odpoczywa"), "converts the field 'p'"),
        (one("log.rests", "{p} rests", "{p odpoczywa"), "log.rests is left out: expected '}'"),
        (several("log.takes", SECTIONS["log"]["takes"], "{p}: 1", "{p}: {n}"), "log.takes is left out: it has 2 forms"),
        (one("log.rests", "{p} rests", "{p}").replace("msgstr", "msgster"), "the pl of tiny cannot be read"),
    ],
)
def test_what_cannot_be_used_stays_english(lay: Any, caplog: pytest.LogCaptureFixture, text: str, told: str) -> None:
    words = lay(header(POLISH) + text + one("log.goes", "{p} goes", "{p} idzie"))
    with speaking("pl"), caplog.at_level(logging.ERROR, "hob.words"):
        say = Voice(words, ["Ada"]).say
        assert (say("log.rests", p="s0"), say("log.takes", p="s0", n=1)) == ("Ada rests", "Ada takes 1 candy")
        assert say("log.goes", p="s0") == ("Ada goes" if "cannot be read" in told else "Ada idzie")
    assert told in caplog.text and len(caplog.records) == bool(told), "one sentence"


@pytest.mark.parametrize("plural", ["", "nplurals=2; plural=n;", "nplurals=2; plural=(n", "nplurals=1; plural=1/n;"])
def test_a_header_without_true_plurals_makes_a_file_useless(plural: str) -> None:
    with pytest.raises(Unusable):
        plurals({"Plural-Forms": plural})


def test_written_anew_a_file_keeps_what_is_still_said_and_marks_what_was_changed(lay: Any) -> None:
    takes = several("log.takes", SECTIONS["log"]["takes"], "{p}: {n} a", "{p}: {n} b", "{p}: {n} c")
    old = header(POLISH) + one("log.gone", "Gone", "Nie") + one("log.rests", "{p} slept", "{p} śpi") + takes
    made = {entry.msgctxt: entry for entry in written(lay(""), "pl", old)}
    assert [*made] == ["log.takes", "log.rests", "log.goes", "thing.chef"], "in the order of the catalogue"
    assert made["log.takes"].msgstr_plural == {0: "{p}: {n} a", 1: "{p}: {n} b", 2: "{p}: {n} c"}
    rests = made["log.rests"]
    assert (rests.msgid, rests.msgstr, rests.previous_msgid, rests.fuzzy) == ("{p} rests", "{p} śpi", "{p} slept", True)
    assert not made["log.goes"].translated() and not made["log.goes"].fuzzy
    again = str(written(lay(""), "pl", str(written(lay(""), "pl", old))))
    assert again == str(written(lay(""), "pl", old)), "the second time nothing changes"


# ---- the files of the repository
@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_as_their_command_writes_them(language: str) -> None:
    assert language in {locale.value for locale in discord.Locale}, "called as Discord calls it"
    for catalogue in catalogues():
        text = file_of(catalogue, language).read_text(encoding="utf-8")
        now = str(written(catalogue, language, text))
        assert text == now, f"sentences have changed: run `python -m tools.translations {language}`"


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_translated_can_be_used(language: str) -> None:
    for catalogue in catalogues():
        for entry in pofile(str(file_of(catalogue, language))).translated_entries():
            said = catalogue.english[entry.msgctxt]
            forms = tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
            check(said, forms)
            assert all(forms) and all(
                form[:1].isspace() == said_one[:1].isspace()
                for form, said_one in zip(forms, originals(said), strict=False)
            )
            if limit := LIMITS.get(entry.msgctxt.partition(".")[0]):
                assert max(map(len, forms)) <= limit, f"{catalogue.name} {entry.msgctxt}: {forms}"
            if catalogue.name in FACES:
                assert "\n" in entry.msgstr or "\n" not in entry.msgid or entry.msgid_plural
