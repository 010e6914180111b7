"""Catalogues: every sentence by its key, a whole template with named fields.  One per game, one for what is common."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Plural(NamedTuple):
    """Two templates: `one` where the field named by `by` is 1 (or a list of one), else `other`."""

    one: str
    other: str
    by: str = "n"


Template = str | Plural
Section = Mapping[str, Template]


class Catalogue:
    """Templates by key, `section.name`.  Keys that it does not have are looked up in the catalogue `beneath` it.

    `name` and key are what a translation would be filed under (one gettext file for each catalogue, the key as
    msgctxt), and `__getitem__` is the one place that would look it up.
    """

    def __init__(self, name: str, sections: Mapping[str, Section], beneath: "Catalogue | None" = None) -> None:
        self.name, self.beneath = name, beneath
        self._own = {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}

    def __getitem__(self, key: str) -> Template:
        """Raises KeyError."""
        found = self._own.get(key)
        if found is None and self.beneath is not None:
            return self.beneath[key]
        return self._own[key]

    def __contains__(self, key: object) -> bool:
        return key in self._own or (self.beneath is not None and key in self.beneath)

    def __iter__(self) -> Iterator[str]:
        """Its own keys."""
        return iter(self._own)

    def all_of(self, section: str) -> dict[str, Template]:
        """The texts of one section by their names, those beneath included."""
        found = self.beneath.all_of(section) if self.beneath is not None else {}
        start = f"{section}."
        return found | {key.removeprefix(start): text for key, text in self._own.items() if key.startswith(start)}

    def names(self, section: str) -> dict[str, str]:
        """The plain texts of one section: what ids are called, the lines of a guide."""
        return {name: text for name, text in self.all_of(section).items() if isinstance(text, str)}
