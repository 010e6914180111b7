"""Catalogues: every sentence by its key, a whole template with named fields.  One per game, one for what is common."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from bot.i18n import translations
from bot.i18n.language import ENGLISH, spoken


class Plural(NamedTuple):
    """Two templates: `one` where the field named by `by` is 1 (or a list of one), else `other`."""

    one: str
    other: str
    by: str = "n"

    def of(self, count: object) -> str:
        return self.one if count == 1 else self.other


class Forms(NamedTuple):
    """The same in another language, which may have more of them: `which` says by the number which one is said."""

    texts: tuple[str, ...]
    which: Callable[[int], int]
    by: str = "n"

    def of(self, count: object) -> str:
        return self.texts[self.which(abs(count)) if isinstance(count, int) else -1]


Template = str | Plural
Section = Mapping[str, Template]
Said = Template | Forms
KNOWN: dict[str, "Catalogue"] = {}  # by name: those that can be translated


class Catalogue:
    """Templates by key, `section.name`.  Keys that it does not have are looked up in the catalogue `beneath` it.

    In another language than English they are those of its gettext file, `locale/<language>.po` in its `package`, as far
    as it has them: each by its key as the context and by the English template.
    """

    def __init__(
        self,
        name: str,
        sections: Mapping[str, Section],
        beneath: "Catalogue | None" = None,
        package: str = "",
    ) -> None:
        self.name, self.beneath, self.package = name, beneath, package
        self.english = {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}
        if package:
            KNOWN[name] = self
        self._said: dict[str, Mapping[str, Said]] = {}  # with those beneath; by language, as first spoken
        self._names: dict[tuple[str, str], Mapping[str, str]] = {}  # by language and section, for it never changes

    @property
    def said(self) -> Mapping[str, Said]:
        """All templates in the language that is spoken."""
        language = spoken()
        found = self._said.get(language)
        return found if found is not None else self._learn(language)

    def _learn(self, language: str) -> Mapping[str, Said]:
        known: dict[str, Said] = {}
        if language != ENGLISH:
            for key, (texts, which) in translations.load(self.package, language, self.english).items():
                english = self.english[key]
                known[key] = Forms(texts, which, english.by) if isinstance(english, Plural) else texts[0]
        beneath = self.beneath.said if self.beneath is not None else {}
        self._said[language] = {**beneath, **self.english, **known}
        return self._said[language]

    def __getitem__(self, key: str) -> Said:
        """Raises KeyError."""
        return self.said[key]

    def __contains__(self, key: object) -> bool:
        return key in self.english or (self.beneath is not None and key in self.beneath)

    def __iter__(self) -> Iterator[str]:
        """Its own keys."""
        return iter(self.english)

    def names(self, section: str) -> Mapping[str, str]:
        """The plain texts of one section, those beneath included: what ids are called, the lines of a guide."""
        at = spoken(), section
        if at not in self._names:
            start, found = f"{section}.", {}
            for key, text in self.said.items():
                if key.startswith(start) and isinstance(text, str):
                    found[key.removeprefix(start)] = text
            self._names[at] = found
        return self._names[at]
