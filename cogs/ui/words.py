"""Sentences: whole templates with named fields, filled from plain data, never glued from pieces."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.tables.info import LETTERS

SEAT = re.compile(r"s(\d)")
PLAIN = re.compile(r"-(?=\d)|\+|[^\W_]")
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # characters that turn a line's direction
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
LABEL = 34  # characters of a button's label
MANY = 9  # things that are named where one of them had to be chosen
ALT = 1024  # characters of a picture's words
MORE = " More: Table in words."


class Plural(NamedTuple):
    """Two templates: `one` where the field named by `by` is 1 (or a list of one), else `other`."""

    one: str
    other: str
    by: str = "n"


Template = str | Plural


class Words(string.Formatter):
    """Fills templates.  Ids become names: `s2` a player's, any other by `things`; lists are counted and joined.

    Format specs: `{die:+}` shows the sign; `{p:letter}` the seat's letter; `{by:text}` is nobody's id but text.
    """

    def __init__(self, names: Sequence[str], things: Mapping[str, str], escape: bool = True) -> None:
        self.names = [harmless(name) for name in names] if escape else list(names)
        self.things, self.escape = things, escape

    def say(self, template: Template, fields: Mapping[str, Any]) -> str:
        if isinstance(template, Plural):
            count = fields.get(template.by)
            count = len(count) if isinstance(count, list) else count
            template = template.one if count == 1 else template.other
        return self.vformat(template, (), fields)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "letter":
            return LETTERS[int(str(value)[1:])]
        if format_spec == "text":
            return harmless(str(value)) if self.escape else str(value)
        if format_spec == "+" and isinstance(value, int):
            return signed(value)
        return self.name(value)

    def name(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return minus(value)
        if isinstance(value, list | tuple):
            return self.join(value)
        text = str(value)
        if (match := SEAT.fullmatch(text)) and int(match[1]) < len(self.names):
            return self.names[int(match[1])]
        return self.things.get(text, text)

    def join(self, values: Sequence[Any]) -> str:
        """`["gummies", "gummies", "licorice"]` -> "2 Gummies and Licorice"; nothing -> "nothing"."""
        counted = Counter(self.name(value) for value in values)
        parts = [name if count == 1 else f"{count} {name}" for name, count in counted.items()]
        if len(parts) < 2:
            return parts[0] if parts else "nothing"
        return f"{', '.join(parts[:-1])} and {parts[-1]}"


def harmless(text: str) -> str:
    """Somebody's own text, with no markup and no mention in it."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def minus(number: int) -> str:
    """-2 -> −2."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """The same, and 2 -> +2."""
    return f"+{number}" if number > 0 else minus(number)


def counted(n: int, one: str, more: str = "") -> str:
    """ "1 card", "2 cards"; `more` where the plural is another."""
    return f"{minus(n)} {one if n == 1 else more or one + 's'}"


def span(seconds: float) -> str:
    """ "10 minutes", "6 hours"."""
    minutes = round(seconds / 60)
    return counted(minutes, "minute") if minutes < 60 or minutes % 60 else counted(minutes // 60, "hour")


def listed(labels: Sequence[str]) -> str:
    """What one could choose, as far as it is not too long."""
    return ", ".join(labels[:MANY]) + (" and more" if len(labels) > MANY else "") if labels else "nothing just now"


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def fit(*ways: str) -> str:
    """The first of these ways to say it that is short enough for a label, else the last one, cut."""
    return next((way for way in ways if len(way) <= LABEL), cut(ways[-1], LABEL))


def pair(first: str, between: str, last: str) -> str:
    """Two names in a label; if they are too long for it, the first is cut, and the last if it takes over two thirds."""
    room = LABEL - len(between)
    first = cut(first, max(room - len(last), LABEL // 3))
    return first + between + cut(last, room - len(first))


def alt_text(texts: Iterable[str]) -> str:
    """A picture in words: the first of ever shorter texts that has room.  Whatever is left out stands behind More."""
    text = ""
    for number, text in enumerate(texts):
        if len(text) <= ALT - len(MORE) * (number > 0):
            return text + MORE * (number > 0)
    return cut(text, ALT - len(MORE)) + MORE


def plainly(text: str) -> str:
    """For comparing what was typed: no case, accents, spaces, signs; of hyphens only a number's minus is left."""
    bare = unicodedata.normalize("NFKD", text).casefold().replace("−", "-")
    return "".join(PLAIN.findall(bare))


def display_name(user: discord.abc.User | discord.Member) -> str:
    """The name a person has in this server, on one line, cut at 20; if nobody could see it, the one they log in with.

    Names written from right to left are isolated, and may not turn the words beside them: these begin with numbers.
    """
    name = cut(" ".join(TURNS.sub("", user.display_name).split()), 20)
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name):
        return user.name[:20]
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if any(map(from_right, name)) else name


def from_right(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")
