"""Text files: all texts of a catalogue in one language, `<language>.toml` in its folder `text`.

An unreadable file or entry is logged, and English is used instead.
"""

import logging
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from bot.i18n.language import ENGLISH

log = logging.getLogger("hob.text")
COUNT = "count"  # the key in a plural that names the counted field
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}  # as in CLDR


class PluralRule(NamedTuple):
    """A language's plural categories, and the category of a number of 0 or more."""

    categories: tuple[str, ...]
    category: Callable[[int], str]


def _slavic(n: int) -> str:
    """Return the category in Russian and Ukrainian by the last two digits: 1 21 31, 2–4 22–24, all others."""
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else "many"


def _polish(n: int) -> str:
    return "one" if n == 1 else "many" if n % 10 == 1 else _slavic(n)


def _croatian(n: int) -> str:
    return "other" if (category := _slavic(n)) == "many" else category


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


ONE_FORM = PluralRule(("other",), lambda n: "other")
ONE = PluralRule(("one", "other"), lambda n: "one" if n == 1 else "other")
ZERO_AND_ONE = PluralRule(("one", "other"), lambda n: "one" if n <= 1 else "other")
RULES = {  # all others are like English
    **dict.fromkeys(("id", "ja", "ko", "th", "vi", "zh"), ONE_FORM),
    **dict.fromkeys(("fr", "hi", "pt"), ZERO_AND_ONE),
    **dict.fromkeys(("ru", "uk"), PluralRule(("one", "few", "many", "other"), _slavic)),
    "cs": PluralRule(("one", "few", "other"), lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other"),
    "hr": PluralRule(("one", "few", "other"), _croatian),
    "lt": PluralRule(("one", "few", "other"), _lithuanian),
    "pl": PluralRule(("one", "few", "many", "other"), _polish),
    "ro": PluralRule(
        ("one", "few", "other"), lambda n: "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"
    ),
}


def rule(language: str) -> PluralRule:
    """Return the rule of a language, named as in Discord: `de`, `pt-BR`."""
    return RULES.get(language.partition("-")[0], ONE)


class InvalidText(Exception):
    """A text can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A text per plural category, chosen by the field named `count`, a number or a list."""

    count: str
    forms: Mapping[str, str]
    rule: PluralRule

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
        except InvalidText as fault:
            log.error("text/%s.toml of %s: %s ignored: %s", language, name, key, fault)
    return found


def parse(value: Any, rule: PluralRule) -> Template | None:
    """Parse an entry of a file; return None if it is empty. Raises InvalidText."""
    if isinstance(value, str):
        return value or None
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise InvalidText("it is neither a string nor a table of plural forms")
    forms = {category: text for category, text in value.items() if category != COUNT}
    if not any(forms.values()):
        return None
    if unknown := forms.keys() - CATEGORIES:
        raise InvalidText(f"unknown plural form {min(unknown)!r}")
    if lacking := [category for category in (COUNT, *rule.categories) if not value.get(category)]:
        raise InvalidText(f"the {'entry' if lacking[0] == COUNT else 'plural form'} {lacking[0]!r} is missing")
    return Plural(value[COUNT], forms, rule)


def check(template: Template, english: Template | None) -> None:
    """Raise InvalidText for a template with fields that the English one lacks or formats differently."""
    if english is None:
        raise InvalidText("the English file has no such key")
    known = {field for text in texts(english) for field in fields(text)}
    names = {name for name, _ in known} | counted(english)
    if unknown := counted(template) - names:
        raise InvalidText(f"the English text has no field {min(unknown)!r}")
    for text in texts(template):
        for name, spec in fields(text):
            if name not in names:
                raise InvalidText(f"the English text has no field {name!r}")
            if spec and (name, spec) not in known:
                raise InvalidText(f"the English text doesn't format the field {name!r} as {spec!r}")


def counted(template: Template) -> set[str]:
    return {template.count} if isinstance(template, Plural) else set()


def texts(template: Template) -> tuple[str, ...]:
    return (template,) if isinstance(template, str) else tuple(template.forms.values())


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a text with their format specs. Raises InvalidText."""
    try:
        for _, name, spec, conversion in string.Formatter().parse(text):
            if conversion:
                raise InvalidText(f"the field {name!r} has a conversion")
            if name is not None:
                yield name, spec or ""
    except ValueError as fault:
        raise InvalidText(str(fault)) from None
