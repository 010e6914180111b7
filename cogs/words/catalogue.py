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
        self._names: dict[str, Mapping[str, str]] = {}  # by section, as first asked for: a catalogue never changes

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

    def names(self, section: str) -> Mapping[str, str]:
        """The plain texts of one section, those beneath included: what ids are called, the lines of a guide."""
        if section not in self._names:
            start = f"{section}."
            found = dict(self.beneath.names(section)) if self.beneath is not None else {}
            for key, text in self._own.items():
                if key.startswith(start) and isinstance(text, str):
                    found[key.removeprefix(start)] = text
            self._names[section] = found
        return self._names[section]
