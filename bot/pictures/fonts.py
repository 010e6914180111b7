"""The two typefaces, from packages so that every system draws the same letters, and fitting text into space."""

import unicodedata
from functools import cache, lru_cache

import font_fredoka_one
import font_source_sans_pro
from PIL import ImageFont

FACES = {"D": font_fredoka_one.FredokaOne, "S": font_source_sans_pro.SourceSansProSemibold}
MIN_FONT_SIZE = 24  # 8 px on a phone, which shows a third of the size
NOTHING = "—"  # for a name without drawable letters; the seat's mark identifies the player


def min_font_size(width: int) -> int:
    """Return the smallest font size in a picture of this width."""
    return MIN_FONT_SIZE * width // 1200


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FACES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing_glyphs(face: str) -> frozenset[bytes]:
    """Return what a missing glyph looks like: a box or nothing."""
    return frozenset(bytes(font(face, 32).getmask(c)) for c in "\uffff\ue0ff")


@lru_cache(4096)
def _has_glyph(face: str, letter: str) -> bool:
    return letter == " " or bytes(font(face, 32).getmask(letter)) not in _missing_glyphs(face)


@lru_cache(4096)
def drawable(words: str, face: str) -> tuple[str, str]:
    """Return the drawable part of a text and its typeface: Fredoka One lacks Cyrillic, both lack emoji and CJK."""
    words = " ".join(unicodedata.normalize("NFC", words).split())
    words = "".join(c for c in words if c.isprintable())
    if all(_has_glyph(face, c) for c in words):
        return words, face
    return " ".join("".join(map(_plain, words)).split()) or NOTHING, "S"


def _plain(letter: str) -> str:
    """Return a letter, without its style if no typeface has it: 𝕬, Ａ and Ⓐ as A; nothing for an emoji."""
    if _has_glyph("S", letter):
        return letter
    return "".join(c for c in unicodedata.normalize("NFKD", letter) if _has_glyph("S", c))


@lru_cache(4096)
def line_width(words: str, face: str, size: int) -> float:
    return font(face, size).getlength(words)


@lru_cache(4096)
def fit_text(words: str, face: str, size: int, room: int, floor: int = MIN_FONT_SIZE) -> tuple[str, str, int]:
    """Return text, typeface and size that fit into `room`: first smaller down to `floor`, then cut."""
    words, face = drawable(words, face)
    while line_width(words, face, size) > room and size > floor:
        size -= 1
    while line_width(words, face, size) > room and len(words) > 1:
        words = words.rstrip("…")[:-1].rstrip() + "…"
    return words, face, size


def clip(words: str, face: str, size: int, room: int) -> str:
    """Return text that fits into `room` at this size: too long a text ends in "…"."""
    clipped, _, _ = fit_text(words, face, size, room, size)
    if clipped == words:
        return words
    return clip(clipped, face, size, room)  # the rest may be drawn in the other typeface


@lru_cache(1024)
def wrap_text(words: str, face: str, size: int, room: int, most: int) -> tuple[str, ...]:
    """Return lines no wider than `room`. The last of `most` lines holds the rest, for the caller to cut."""
    words, face = drawable(words, face)
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if line_width(longer, face, size) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return (*lines[: most - 1], " ".join(lines[most - 1 :])) if len(lines) > most else tuple(lines)
