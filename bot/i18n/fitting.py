"""Numbers and display names, texts with limited space, and text that people type."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import discord

LETTERS = "ABCDEFGH"  # of the seats
MAX_LABEL = 34  # characters of a button's label
LONGEST_LABEL = 80  # that Discord accepts
MAX_LABEL_WITH_NUMBERS = 42  # with numbers or an owner in parentheses at its end, which has a phone's row to itself
MAX_ALT = 1024  # characters of a picture's alt text


def format_number(number: int) -> str:
    """Format a number with a real minus sign: -2 -> −2."""
    return str(number).replace("-", "−")


def format_signed(number: int) -> str:
    """Format a number with its sign: -2 -> −2, 2 -> +2."""
    return f"+{number}" if number > 0 else format_number(number)


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def in_pages(lines: Iterable[str], most: int, room: int = 3900) -> list[list[str]]:
    """Split lines into pages of at most `most` lines that together fit into `room` characters."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if pages[-1] and (len(pages[-1]) == most or len("\n".join([*pages[-1], line])) > room):
            pages.append([])
        pages[-1].append(line)
    return pages


def capitalize(text: str) -> str:
    """Make the first letter a capital, and leave the others as they are."""
    return text[:1].upper() + text[1:]


# ---- names, and text that people type
PLAIN = re.compile(r"-(?=\d)|\+|[^\W_]")
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # characters that change the direction of text
ANGLES = str.maketrans("<>", "‹›")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that are invisible


@lru_cache(4096)
def escape_text(text: str) -> str:
    """Escape markup and mentions in a person's text.

    discord.py escapes only the first bracket of "[…](…)", so that the markup in it would count; such a link is divided.
    """
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text.replace("](", "]\u200b(")))


def normalize(text: str) -> str:
    """Normalize typed text for comparison: no case, accents, spaces or symbols, except for the minus of a number.

    Text that has only symbols, such as a name, keeps them.
    """
    bare = unicodedata.normalize("NFKD", text).casefold().replace("−", "-")
    return "".join(PLAIN.findall(bare)) or bare.strip()


def display_name(user: discord.abc.User | discord.Member) -> str:
    """Return a person's name in this server, on one line of at most 20 characters; their username if it is invisible.

    It can't form a link, mention, command or timestamp, since Discord builds these with angle brackets or "://".

    Right-to-left names are isolated, so that they don't reverse neighbouring text, which often starts with a number.
    """
    name = cut(" ".join(TURNS.sub("", user.display_name).translate(ANGLES).replace("://", ":⁄⁄").split()), 20)
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name):
        return user.name[:20]
    right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if right_to_left else name
