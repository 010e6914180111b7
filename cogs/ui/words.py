"""For games that do not say their words by key yet; to be removed with the last of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogs.words.catalogue import Catalogue, Plural, Template
from cogs.words.common import COMMON
from cogs.words.people import display_name, harmless, plainly
from cogs.words.room import ALT, LABEL, cut, minus, signed
from cogs.words.voice import MANY, Voice

__all__ = [
    "ALT",
    "LABEL",
    "MANY",
    "MORE",
    "Plural",
    "Template",
    "Words",
    "alt_text",
    "counted",
    "cut",
    "display_name",
    "fit",
    "harmless",
    "listed",
    "minus",
    "pair",
    "plainly",
    "signed",
    "span",
]
MORE = " More: Table in words."


class Words(Voice):
    def __init__(
        self,
        names: Sequence[str],
        things: Mapping[str, str],
        escape: bool = True,
        catalogue: Catalogue = COMMON,
    ) -> None:
        super().__init__(catalogue, names, things, escape)

    def say(self, key: Any, given: Mapping[str, Any] | None = None, /, **fields: Any) -> str:
        """By key, or a template and its fields."""
        if given is None and not isinstance(key, Plural) and key in self.catalogue:
            return super().say(key, **fields)
        return self.fill(key, given or {})


def counted(n: int, one: str, more: str = "") -> str:
    """ "1 card", "2 cards"; `more` where the plural is another."""
    return f"{minus(n)} {one if n == 1 else more or one + 's'}"


def span(seconds: float) -> str:
    return Voice(COMMON).span(seconds)


def listed(labels: Sequence[str]) -> str:
    return Voice(COMMON).listed(labels)


def fit(*ways: str) -> str:
    """The first of these ways to say it that is short enough for a label, else the last one, cut."""
    return next((way for way in ways if len(way) <= LABEL), cut(ways[-1], LABEL))


def pair(first: str, between: str, last: str) -> str:
    """Two names in a label; if they are too long for it, the first is cut, and the last if it takes over two thirds."""
    room = LABEL - len(between)
    first = cut(first, max(room - len(last), LABEL // 3))
    return first + between + cut(last, room - len(first))


def alt_text(texts: Iterable[str]) -> str:
    return Voice(COMMON).alt(texts)
