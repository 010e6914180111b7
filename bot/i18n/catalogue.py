"""Catalogues: every text by its key, as a template with named fields. One per game, and one common to all.

The texts of a catalogue in one language are in a file, `<language>.toml` in its folder `text`; the common ones also in
the folders of features. An unreadable file or entry is logged, and English is used instead.
"""

import logging
import string
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar

from engine.decks import Card, Deck

# ---- the current language: a table's, a server's, or in private messages the person's own
ENGLISH = "en"  # all texts are written in it; languages are named as in Discord: de, fr, pt-BR
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
current_language = _language.get


@contextmanager
def using_language(language: str) -> Iterator[None]:
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def set_language(language: str) -> None:
    """Set the language for the rest of this task; every press and command has its own task."""
    _language.set(language)


log = logging.getLogger("hob.text")


# ---- plurals
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


# ---- text files
COUNT = "count"  # the key in a plural that names the counted field
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}  # as in CLDR


class InvalidText(Exception):
    """A text can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A text per plural category, chosen by the field named `count`, a number or a list."""

    count: str
    forms: Mapping[str, str]
    rule: PluralRule


Template = str | Plural


def read(
    name: str, folder: Traversable, language: str, english: Mapping[str, Template] | None = None
) -> dict[str, Template]:
    """Return a catalogue's templates in a language by key, without empty and unusable ones.

    A translation is checked against the `english` templates. A game without texts has no folder.
    """
    if not folder.is_dir() or (english is not None and not has_language(folder, language)):
        return {}
    try:
        data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        entries = [(f"{section}.{key}", text) for section, texts in data.items() for key, text in texts.items()]
    except (OSError, ValueError, AttributeError) as fault:  # AttributeError: a text outside of any section
        log.error("text/%s.toml of %s: unreadable, using English: %s", language, name, fault)
        return {}
    templates: dict[str, Template] = {}
    for key, value in entries:
        try:
            if (template := parse(value, rule(language))) is not None:
                check(template, template if english is None else english.get(key))
                templates[key] = template
        except InvalidText as fault:
            log.error("text/%s.toml of %s: %s ignored: %s", language, name, key, fault)
    return templates


def has_language(folder: Traversable, language: str) -> bool:
    return folder.joinpath(f"{language}.toml").is_file()


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


# ---- catalogues
class MissingText(str):
    """A key without a text. The translator makes a readable text of the key and the fields."""


class Catalogue:
    """Templates by key, `section.name`, from a folder's text files: `en.toml` and one per other language.

    `made` are English sections generated from data such as cards; only their translations are in files. Keys that a
    catalogue lacks are looked up in `fallback`.

    Each file is read once, on the first use of its language. A missing key falls back to English, then to a
    `MissingText`. Either way the log warns once. A missing file is only mentioned, at DEBUG or INFO: a language may
    cover only some games or features.
    """

    def __init__(
        self,
        name: str,
        folder: Traversable,
        fallback: "Catalogue | None" = None,
        made: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.name, self.folder, self.fallback, self.made = name, folder, fallback, made or {}
        self.folders = {name: folder}  # by whose texts they contain
        self._known: dict[str, dict[str, Template]] = {}  # by language, including the fallback's
        self._names: dict[tuple[str, str], Mapping[str, str]] = {}  # by language and section; they never change

    def add(self, name: str, folder: Traversable) -> None:
        """Also read the text files in this folder, if it exists."""
        self.folders[name] = folder
        self._known.clear()
        self._names.clear()
        vars(self).pop("english", None)

    @cached_property
    def english(self) -> Mapping[str, Template]:
        """Return this catalogue's own English templates."""
        constructed = {f"{section}.{key}": text for section, texts in self.made.items() for key, text in texts.items()}
        return {**self._read(ENGLISH), **constructed}

    def _read(self, language: str, english: Mapping[str, Template] | None = None) -> dict[str, Template]:
        parts = [read(name, folder, language, english) for name, folder in self.folders.items()]
        return {key: template for part in parts for key, template in part.items()}

    def languages(self) -> list[str]:
        """Return the languages with a file, English first."""
        names = [file.name for file in self.folder.iterdir()] if self.folder.is_dir() else []
        found = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
        return [ENGLISH, *sorted(found - {ENGLISH})]

    def translated(self, language: str) -> Mapping[str, Template]:
        """Return its own usable templates in a language."""
        return self.english if language == ENGLISH else self._read(language, self.english)

    def __getitem__(self, key: str) -> Template:
        """Return the template in the current language, else in English, else a `MissingText`."""
        language = current_language()
        known = self._known.get(language) or self._load(language)
        template = known.get(key)
        return template if template is not None else self._fall_back(known, key, language)

    def templates(self, language: str) -> dict[str, Template]:
        """Return all templates in a language, including the fallback's."""
        known = self._known.get(language)
        return known if known is not None else self._load(language)

    def _load(self, language: str) -> dict[str, Template]:
        inherited: Mapping[str, Template] = {}
        if self.fallback is not None:
            inherited = self.fallback.templates(language)
        own = self.english
        if language in self.languages():
            lacking = {
                name: folder
                for name, folder in self.folders.items()
                if folder.is_dir() and not has_language(folder, language)
            }
            if lacking:
                log.info("language %s: using English for %s", language, ", ".join(lacking))
            english = {key: text for part in lacking.items() for key, text in read(*part, ENGLISH).items()}
            own = {**english, **self.translated(language)}
        else:
            log.debug("language %s: using English for %s", language, self.name)
        known = {key: text for key, text in inherited.items() if key not in self.english}
        self._known[language] = {**known, **own}
        return self._known[language]

    def _fall_back(self, known: dict[str, Template], key: str, language: str) -> Template:
        template: Template
        if key in self.english:
            log.warning("text/%s.toml of %s: %s is missing, using English", language, self.name, key)
            template = self.english[key]
        elif self.fallback is not None and key in self.fallback:
            template = self.fallback[key]
        else:
            log.warning("text/en.toml of %s: %s is missing, showing its key", self.name, key)
            template = MissingText(key)
        known[key] = template  # so that it warns only once
        return template

    def __contains__(self, key: object) -> bool:
        return key in self.english or (self.fallback is not None and key in self.fallback)

    def __iter__(self) -> Iterator[str]:
        """Iterate over its own keys."""
        return iter(self.english)

    def keys(self) -> Iterator[str]:
        """Iterate over all keys, the fallback's first."""
        return iter({**dict.fromkeys(self.fallback.keys() if self.fallback is not None else ()), **self.english})

    def names(self, section: str) -> Mapping[str, str]:
        """Return the texts of a section, including the fallback's, such as names of ids or the lines of a guide."""
        cache_key = current_language(), section
        if cache_key not in self._names:
            start = f"{section}."
            texts = {key: self[key] for key in self.keys() if key.startswith(start)}
            self._names[cache_key] = {
                key.removeprefix(start): text for key, text in texts.items() if isinstance(text, str)
            }
        return self._names[cache_key]


COMMON = Catalogue("common", files(__package__) / "text")


# ---- a game's own cards are also in its catalogue, so that they can be translated
TEXT_FIELDS = ("text", "short", "brief")  # card fields; a card's name is usually the same in all languages
AnyCard = TypeVar("AnyCard", bound=Card)
Translated = tuple[Catalogue, Mapping[str, Card], Mapping[str, Card]]
_translated: dict[tuple[str, int, int], Translated] = {}  # by language, catalogue and deck


def card_texts(cards: Iterable[Card], *more: str) -> dict[str, str]:
    """Return the catalogue section `card`: `<id>.<field>` for the usual fields and `more`."""
    return {
        f"{card.id}.{field}": text
        for card in cards
        for field in (*TEXT_FIELDS, *more)
        if (text := getattr(card, field, ""))
    }


def translate_cards(catalogue: Catalogue, cards: Mapping[str, AnyCard]) -> Mapping[str, AnyCard]:
    """Return a game's cards in the current language. An operator's deck keeps its own texts."""
    language = current_language()
    if language == ENGLISH:
        return cards
    if not isinstance(cards, Deck):
        return {id: _translate_card(catalogue, card) for id, card in cards.items()}
    cache_key = language, id(catalogue), id(cards)
    if cache_key not in _translated:  # it holds both, so their ids stay valid
        _translated[cache_key] = catalogue, cards, {id: _translate_card(catalogue, card) for id, card in cards.items()}
    translated: Mapping[str, AnyCard] = _translated[cache_key][2]  # type: ignore[assignment]
    return translated


def _translate_card(catalogue: Catalogue, card: AnyCard) -> AnyCard:
    keys = {field: f"card.{card.id}.{field}" for field in (*TEXT_FIELDS, "name")}
    same = {field: key for field, key in keys.items() if key in catalogue.english}
    texts = {field: catalogue[key] for field, key in same.items() if catalogue.english[key] == getattr(card, field, "")}
    return card.model_copy(update=texts) if texts else card
