"""The two typefaces, from packages, so that a bare system draws the same letters; and how text is fitted."""

import unicodedata
from functools import cache, lru_cache

import font_fredoka_one
import font_source_sans_pro
from PIL import ImageFont

FACES = {"D": font_fredoka_one.FredokaOne, "S": font_source_sans_pro.SourceSansProSemibold}
MIN_FONT_SIZE = 24  # 8 px on a phone that shows a third of the size
NOTHING = "—"  # a name of which no letter can be drawn; the seat's mark still tells who it is


def min_font_size(width: int) -> int:
    """The smallest letters of a picture of this width."""
    return MIN_FONT_SIZE * width // 1200


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FACES[face], size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing_glyphs(face: str) -> frozenset[bytes]:
    """What a missing letter looks like: a box, or nothing at all."""
    return frozenset(bytes(font(face, 32).getmask(c)) for c in "\uffff\ue0ff")


@lru_cache(4096)
def _has_glyph(face: str, letter: str) -> bool:
    return letter == " " or bytes(font(face, 32).getmask(letter)) not in _missing_glyphs(face)


@lru_cache(4096)
def drawable(words: str, face: str) -> tuple[str, str]:
    """The words that can be drawn, and the face that can: Fredoka One has no Cyrillic, neither has emoji or CJK."""
    words = " ".join(unicodedata.normalize("NFC", words).split())
    words = "".join(c for c in words if c.isprintable())
    if all(_has_glyph(face, c) for c in words):
        return words, face
    return " ".join("".join(c for c in words if _has_glyph("S", c)).split()) or NOTHING, "S"


@lru_cache(4096)
def fit_text(words: str, face: str, size: int, room: int, floor: int = MIN_FONT_SIZE) -> tuple[str, str, int]:
    """Words, face and size that stay within `room`: smaller down to the `floor`, then cut."""
    words, face = drawable(words, face)
    while font(face, size).getlength(words) > room and size > floor:
        size -= 1
    while font(face, size).getlength(words) > room and len(words) > 1:
        words = words.rstrip("…")[:-1].rstrip() + "…"
    return words, face, size


@lru_cache(1024)
def wrap_text(words: str, face: str, size: int, room: int, most: int) -> tuple[str, ...]:
    """Lines no wider than `room`; what does not fit into `most` lines is left to the last, to be cut."""
    words, face = drawable(words, face)
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font(face, size).getlength(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return (*lines[: most - 1], " ".join(lines[most - 1 :])) if len(lines) > most else tuple(lines)
