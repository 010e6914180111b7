"""CLDR's plural rules for integers, in the languages of Discord's clients.

Babel has them all but takes a quarter of a second and 33 MB. Categories for fractions are left out, and so is "many" in
Spanish, French, Italian and Portuguese, which starts at a million.
"""

from collections.abc import Callable
from typing import NamedTuple


class Rule(NamedTuple):
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


NONE = Rule(("other",), lambda n: "other")
ONE = Rule(("one", "other"), lambda n: "one" if n == 1 else "other")
ZERO_AND_ONE = Rule(("one", "other"), lambda n: "one" if n <= 1 else "other")
RULES = {  # all others are like English
    **dict.fromkeys(("id", "ja", "ko", "th", "vi", "zh"), NONE),
    **dict.fromkeys(("fr", "hi", "pt"), ZERO_AND_ONE),
    **dict.fromkeys(("ru", "uk"), Rule(("one", "few", "many", "other"), _slavic)),
    "cs": Rule(("one", "few", "other"), lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other"),
    "hr": Rule(("one", "few", "other"), _croatian),
    "lt": Rule(("one", "few", "other"), _lithuanian),
    "pl": Rule(("one", "few", "many", "other"), _polish),
    "ro": Rule(
        ("one", "few", "other"), lambda n: "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"
    ),
}


def rule(language: str) -> Rule:
    """Return the rule of a language, named as in Discord: `de`, `pt-BR`."""
    return RULES.get(language.partition("-")[0], ONE)
