"""For translators and developers: `python -m tools.translations de` writes the gettext files of a language anew.

Each sentence of today's catalogues stands there once: a new one is untranslated, one whose English has changed is fuzzy
and keeps its translation to be looked at, one that is gone goes.  Until then each such sentence is said in English.
"""

import sys
from pathlib import Path

from polib import POEntry, POFile, pofile

from bot.i18n import translations
from bot.i18n.catalogue import Catalogue, Plural
from bot.i18n.common import COMMON
from bot.i18n.language import ENGLISH
from cogs.game_uis import FACES

ROOT = Path(__file__).parents[1]
LIMITS = {"command": 100, "verb": 100}  # characters, by Discord's limits, of what stands in these sections
HEADER = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


def catalogues() -> list[Catalogue]:
    return [COMMON, *(face.words for face in FACES.values())]


def file_of(catalogue: Catalogue, language: str) -> Path:
    return ROOT.joinpath(*catalogue.package.split("."), "locale", f"{language}.po")


def entry(key: str, english: str | Plural, forms: int, old: POEntry | None) -> POEntry:
    one, other = english[:2] if isinstance(english, Plural) else (english, "")
    made = POEntry(msgctxt=key, msgid=one, msgid_plural=other)
    if limit := LIMITS.get(key.partition(".")[0]):
        made.comment = f"at most {limit} characters"
    if other:
        made.msgstr_plural = dict.fromkeys(range(forms), "")
    if old is None or bool(old.msgid_plural) != bool(other):
        return made
    made.msgstr, made.tcomment, made.flags = old.msgstr, old.tcomment, list(old.flags)
    made.msgstr_plural = {n: old.msgstr_plural.get(n, "") for n in made.msgstr_plural}
    made.previous_msgid, made.previous_msgid_plural = old.previous_msgid, old.previous_msgid_plural
    if (old.msgid, old.msgid_plural) != (one, other) and (old.msgstr or any(old.msgstr_plural.values())):
        made.previous_msgid, made.previous_msgid_plural = old.msgid, old.msgid_plural or None
        made.fuzzy = True
    if not made.fuzzy:
        made.previous_msgid = made.previous_msgid_plural = None
    return made


def written(catalogue: Catalogue, language: str, before: str = "") -> POFile:
    """The file of a catalogue as it should be, with what is translated in the one `before`."""
    old = pofile(before) if before else POFile()
    made = POFile()
    made.header = old.header
    made.metadata = {"Project-Id-Version": f"Hob {catalogue.name}", "Language": language, **HEADER, **old.metadata}
    forms, _ = translations.plurals(made.metadata)
    known = {one.msgctxt: one for one in old if not one.obsolete}
    made.extend(entry(key, text, forms, known.get(key)) for key, text in catalogue.english.items())
    return made


def main(language: str) -> None:
    for catalogue in catalogues():
        file = file_of(catalogue, language)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        made = written(catalogue, language, before)
        file.parent.mkdir(exist_ok=True)
        file.write_text(str(made), encoding="utf-8")
        fuzzy = sum(one.fuzzy for one in made)
        print(f"{file.relative_to(ROOT)}: {len(made.translated_entries())} of {len(made)} translated, {fuzzy} fuzzy")


if __name__ == "__main__":
    for language in sys.argv[1:] or [one for one in translations.languages() if one != ENGLISH]:
        main(language)
