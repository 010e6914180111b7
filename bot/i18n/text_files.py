"""Text files: all texts of a catalogue in one language, `<language>.toml` in its folder `text`.

An unreadable file or entry is logged, and English is used instead.
"""

import logging
import string
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from bot.i18n.language import ENGLISH
from bot.i18n.plurals import Rule, rule

log = logging.getLogger("hob.text")
COUNT = "count"  # the key in a plural that names the counted field
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}  # as in CLDR


class Unusable(Exception):
    """A text can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A text per plural category, chosen by the field named `count`, a number or a list."""

    count: str
    forms: Mapping[str, str]
    rule: Rule

    def of(self, count: object) -> str:
        return self.forms[self.rule.category(abs(count)) if isinstance(count, int) else "other"]


Template = str | Plural


def languages(folder: Traversable) -> list[str]:
    """Return the languages with a file in a folder, English first."""
    found = {file.name.removesuffix(".toml") for file in folder.iterdir()} if folder.is_dir() else set()
    return [ENGLISH, *sorted(found - {ENGLISH})]


def read(
    name: str, folder: Traversable, language: str, english: Mapping[str, Template] | None = None
) -> dict[str, Template]:
    """Return a catalogue's templates in a language by key, without empty and unusable ones.

    A translation is checked against the `english` templates.  A game without texts has no folder.
    """
    if not folder.is_dir():
        return {}
    try:
        data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        entries = [(f"{section}.{key}", text) for section, texts in data.items() for key, text in texts.items()]
    except (OSError, ValueError, AttributeError) as fault:  # AttributeError: a text outside of any section
        log.error("text/%s.toml of %s: unreadable, using English: %s", language, name, fault)
        return {}
    found: dict[str, Template] = {}
    for key, value in entries:
        try:
            if (template := parse(value, rule(language))) is not None:
                check(template, template if english is None else english.get(key))
                found[key] = template
        except Unusable as fault:
            log.error("text/%s.toml of %s: %s ignored: %s", language, name, key, fault)
    return found


def parse(value: Any, rule: Rule) -> Template | None:
    """Parse an entry of a file; return None if it is empty. Raises Unusable."""
    if isinstance(value, str):
        return value or None
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise Unusable("it is neither a string nor a table of plural forms")
    forms = {category: text for category, text in value.items() if category != COUNT}
    if not any(forms.values()):
        return None
    if unknown := forms.keys() - CATEGORIES:
        raise Unusable(f"unknown plural form {min(unknown)!r}")
    if lacking := [category for category in (COUNT, *rule.categories) if not value.get(category)]:
        raise Unusable(f"the {'entry' if lacking[0] == COUNT else 'plural form'} {lacking[0]!r} is missing")
    return Plural(value[COUNT], forms, rule)


def check(template: Template, english: Template | None) -> None:
    """Raise Unusable for a template with fields that the English one lacks or formats differently."""
    if english is None:
        raise Unusable("the English file has no such key")
    known = {field for text in texts(english) for field in fields(text)}
    names = {name for name, _ in known} | counted(english)
    if unknown := counted(template) - names:
        raise Unusable(f"the English text has no field {min(unknown)!r}")
    for text in texts(template):
        for name, spec in fields(text):
            if name not in names:
                raise Unusable(f"the English text has no field {name!r}")
            if spec and (name, spec) not in known:
                raise Unusable(f"the English text doesn't format the field {name!r} as {spec!r}")


def counted(template: Template) -> set[str]:
    return {template.count} if isinstance(template, Plural) else set()


def texts(template: Template) -> tuple[str, ...]:
    return (template,) if isinstance(template, str) else tuple(template.forms.values())


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a text with their format specs. Raises Unusable."""
    try:
        for _, name, spec, conversion in string.Formatter().parse(text):
            if conversion:
                raise Unusable(f"the field {name!r} has a conversion")
            if name is not None:
                yield name, spec or ""
    except ValueError as fault:
        raise Unusable(str(fault)) from None
