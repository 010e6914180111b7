"""Translations: the gettext file of a catalogue and a language, `locale/<language>.po` in the catalogue's package.

What cannot be used stays English, with a sentence in the log: nobody's press fails because of a translation.
"""

import logging
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from bot.i18n.language import ENGLISH

log = logging.getLogger("hob.words")
PLURALS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+)")
Which = Callable[[int], int]
English = str | Sequence[str]  # with its plural: the two templates, and the field by which one of them is said


class Unusable(Exception):
    """A translation cannot be used; the text says why."""


class Translated(NamedTuple):
    """`texts` are the forms of a plural, of which `which` says one by the number; else there is one."""

    texts: tuple[str, ...]
    which: Which


def languages() -> list[str]:
    """Those that Hob speaks, English first: whatever the sentences of all games are translated to."""
    folder = folder_of(__package__)
    found = [file.name.removesuffix(".po") for file in folder.iterdir()] if folder.is_dir() else []
    return [ENGLISH, *sorted(found)]


def folder_of(package: str) -> Traversable:
    return files(package) / "locale"


def source(package: str, language: str) -> str | None:
    """The text of the file, if there is one."""
    file = folder_of(package) / f"{language}.po"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def load(package: str, language: str, english: Mapping[str, English]) -> dict[str, Translated]:
    """What a catalogue has in this language, by key."""
    if not package or language not in languages():
        return {}
    try:
        text = source(package, language)
        return dict(usable(text, english)) if text is not None else {}
    except Exception as fault:  # whatever a file can be that somebody has edited by hand
        log.error("the %s of %s cannot be read (%s): it is said in English", language, package, fault)
        return {}


def usable(text: str, english: Mapping[str, English]) -> Iterator[tuple[str, Translated]]:
    """Each translated entry whose English is what is said today; one with faults is left out, and the log names it.

    Raises OSError and Unusable for a file that cannot be read at all.
    """
    from polib import pofile  # only where another language is spoken

    found = pofile(text)
    number, which = plurals(found.metadata)
    for entry in found.translated_entries():
        said = english.get(entry.msgctxt)
        if said is None or originals(said) != (
            (entry.msgid, entry.msgid_plural) if entry.msgid_plural else (entry.msgid,)
        ):
            continue
        forms = tuple(text for _, text in sorted(entry.msgstr_plural.items())) or (entry.msgstr,)
        try:
            if entry.msgid_plural and len(forms) != number:
                raise Unusable(f"it has {len(forms)} forms, not {number}")
            check(said, forms)
        except Unusable as fault:
            log.error("the translation of %s is left out: %s", entry.msgctxt, fault)
        else:
            yield entry.msgctxt, Translated(forms, which)


def originals(said: English) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said[:2])


def plurals(header: Mapping[str, Any]) -> tuple[int, Which]:
    """How many forms a plural has, and by which number it takes which.  Raises Unusable."""
    told = PLURALS.search(header.get("Plural-Forms", ""))
    if told is None:
        raise Unusable("its header does not tell Plural-Forms")
    try:
        number, which = int(told[1]), c2py(told[2])
        fine = all(0 <= which(n) < number for n in range(200))
    except (ValueError, ZeroDivisionError):
        fine = False
    if not fine:
        raise Unusable("the Plural-Forms of its header are wrong")
    return number, which


def check(said: English, forms: Iterable[str]) -> None:
    """A translation names only fields that the English names, in ways in which it shows them.  Raises Unusable."""
    known = {field for text in originals(said) for field in fields(text)}
    names = {name for name, _ in known} | (set() if isinstance(said, str) else {said[2]})
    for text in forms:
        for name, spec in fields(text):
            if name not in names:
                raise Unusable(f"it names the field {name!r}")
            if spec and (name, spec) not in known:
                raise Unusable(f"it shows the field {name!r} as {spec!r}")


def fields(template: str) -> Iterator[tuple[str, str]]:
    """The fields of a template, with how they are shown.  Raises Unusable."""
    try:
        for _, name, spec, conversion in string.Formatter().parse(template):
            if conversion:
                raise Unusable(f"it converts the field {name!r}")
            if name is not None:
                yield name, spec or ""
    except ValueError as fault:
        raise Unusable(str(fault)) from None
