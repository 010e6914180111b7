"""Catalogues: every text by its key, as a template with named fields. One per game, and one common to all."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable

from bot.i18n import text_files
from bot.i18n.language import ENGLISH, current_language
from bot.i18n.text_files import Template, log


class MissingText(str):
    """A key without a text. The translator makes a readable text of the key and the fields."""


class Catalogue:
    """Templates by key, `section.name`, from a folder's text files: `en.toml` and one per other language.

    `made` are English sections generated from data such as cards; only their translations are in files. Keys that a
    catalogue lacks are looked up in `fallback`.

    Each file is read once, on the first use of its language. A missing key falls back to English, then to a
    `MissingText`. Either way the log warns once. A missing file is only mentioned at DEBUG: a language may cover only
    some games.
    """

    def __init__(
        self,
        name: str,
        folder: Traversable,
        fallback: "Catalogue | None" = None,
        made: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.name, self.folder, self.fallback, self.made = name, folder, fallback, made or {}
        self._known: dict[str, dict[str, Template]] = {}  # by language, including the fallback's
        self._names: dict[tuple[str, str], Mapping[str, str]] = {}  # by language and section; they never change

    @cached_property
    def english(self) -> Mapping[str, Template]:
        """Return its own English templates."""
        made = {f"{section}.{key}": text for section, texts in self.made.items() for key, text in texts.items()}
        return {**text_files.read(self.name, self.folder, ENGLISH), **made}

    def languages(self) -> list[str]:
        """Return the languages with a file, English first."""
        return text_files.languages(self.folder)

    def translated(self, language: str) -> Mapping[str, Template]:
        """Return its own usable templates in a language."""
        return self.english if language == ENGLISH else text_files.read(self.name, self.folder, language, self.english)

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
        beneath: Mapping[str, Template] = {}
        if self.fallback is not None:
            beneath = self.fallback.templates(language)
        own = self.english
        if language in self.languages():
            own = self.translated(language)
        else:
            log.debug("language %s: using English for %s", language, self.name)
        known = {key: text for key, text in beneath.items() if key not in self.english}
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
        at = current_language(), section
        if at not in self._names:
            start = f"{section}."
            found = {key: self[key] for key in self.keys() if key.startswith(start)}
            self._names[at] = {key.removeprefix(start): text for key, text in found.items() if isinstance(text, str)}
        return self._names[at]
