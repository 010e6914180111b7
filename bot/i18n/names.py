"""Names that people give themselves, and what they type."""

import re
import unicodedata
from functools import lru_cache

import discord

from bot.i18n.fitting import cut

PLAIN = re.compile(r"-(?=\d)|\+|[^\W_]")
TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # characters that turn a line's direction
ANGLES = str.maketrans("<>", "‹›")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing


@lru_cache(4096)
def escape_text(text: str) -> str:
    """Somebody's own text, with no markup and no mention in it."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def normalize(text: str) -> str:
    """For comparing what was typed: no case, accents, spaces, signs; of hyphens only a number's minus is left."""
    bare = unicodedata.normalize("NFKD", text).casefold().replace("−", "-")
    return "".join(PLAIN.findall(bare))


def display_name(user: discord.abc.User | discord.Member) -> str:
    """The name a person has in this server, on one line, cut at 20; if nobody could see it, the one they log in with.

    Nothing in it is a link, a mention, a command or a time: Discord makes these of angles and of "://".

    Names written from right to left are isolated, and may not turn the words beside them: these begin with numbers.
    """
    name = cut(" ".join(TURNS.sub("", user.display_name).translate(ANGLES).replace("://", ":⁄⁄").split()), 20)
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name):
        return user.name[:20]
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if any(map(is_right_to_left, name)) else name


def is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")
