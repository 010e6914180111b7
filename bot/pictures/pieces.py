"""Pieces that games share. Each is positioned relative to its own upper left corner; place it with `at`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from bot.i18n.fitting import LETTERS, cut
from bot.pictures.boxes import Box, clipped, piece, row, text
from bot.pictures.fonts import NOTHING, drawable
from bot.pictures.palette import INK, PAPER, GameLook
from bot.pictures.scene import Group, Lines, Pieces, Scene, Shape, Sprite, Text, at

Thing = TypeVar("Thing")
HEAD_NAME = 14  # characters of a name in the head band
SINK = {2: 8, 6: -3}  # how much lower a seat's letter is on its mark, in hundredths of the size
SCALED = {2: (0.6, 0.5), 3: (0.5, 0.5), 5: (0.5, 0.48), 6: (0.48, 0.48), 7: (0.5, 0.46)}  # a letter's middle and size


@dataclass(frozen=True)
class Seat:
    """A seat's plate: `turn` has a gold ribbon and frame, `owes` the ribbon only, `out` a veil."""

    number: int
    name: str
    turn: bool = False
    owes: bool = False
    out: bool = False
    neutral: bool = False

    @property
    def ink(self) -> str:
        """Return the colour of text next to the name."""
        return INK if self.turn or self.owes else PAPER


def truncate(things: Sequence[Thing], most: int) -> tuple[Sequence[Thing], int]:
    """Return the things that fit in a row, and the number of the others for a "+k" in the last place."""
    return (things, 0) if len(things) <= most else (things[: most - 1], len(things) - most + 1)


# ---- head and seats
def band(title: str, note: str, right: int = 1164, room: int = 620, size: int = 0) -> Group:
    """Return the head band: title on the left, round and turn on the right. `size` replaces that of the note."""
    return at(0, 0, Text(36, 38, title, "title", 1100 - room), Text(right, 38, note, "note", room, "", size))


def short_names(names: Sequence[str]) -> list[str]:
    """Return short names for the head band; a letter for a name that no typeface can draw."""
    legible = (
        letter if drawable(name, "D")[0] == NOTHING else name for letter, name in zip(LETTERS, names, strict=False)
    )
    return [cut(name, HEAD_NAME) for name in legible]


@lru_cache(256)
def mark(seat: int, size: int = 56, neutral: bool = False, letter: int = 0) -> Group:
    """Return a seat's mark with shape, colour and letter: 56 next to a name, 38 on a piece.

    `neutral` marks are on paper, for games in which colours mean something else. `letter` is the letter's size.
    """
    half = size // 2
    return at(
        0,
        0,
        Sprite(0, 0, size, f"seat_{LETTERS[seat].lower()}", PAPER if neutral else ""),
        Text(
            half,
            half + 1 + SINK.get(seat, 0) * size // 100,
            LETTERS[seat],
            "letter" if size >= 50 else "small",
            size,
            "",
            letter,
        ),
    )


def scaled_mark(seat: int, size: int, neutral: bool = False, least: int = 18) -> Group:
    """Return a seat's mark in any size, with a letter that grows along but is at least `least` high."""
    high, part = SCALED.get(seat, (0.5, 0.56))
    letter = LETTERS[seat]
    words = Text(size // 2, round(size * high) + 1, letter, "letter", size, "", max(round(size * part), least))
    return at(0, 0, Sprite(0, 0, size, f"seat_{letter.lower()}", PAPER if neutral else ""), words)


def seat_plate(seat: Seat, ends: Sequence[Box], body: Box, head: int = 62, size: int = 46, letters: int = 0) -> Box:
    """Return a plate: mark and name, boxes at their right (`ends`), and the `body` below.

    With `letters`, mark and name have this size; a longer name ends in "…" and never shrinks.
    """
    badge = piece(mark(seat.number, size, seat.neutral, letters), size)
    name = clipped(seat.name, "name", seat.ink, letters) if letters else text(seat.name, "name", seat.ink)
    line = row(badge, name, *ends, gap=10)

    def draw(w: int, h: int) -> Pieces:
        return [
            Shape(0, 0, w, h, "plate"),
            body.lay(0, head, w, h - head),
            seat.out and Shape(3, 3, w - 6, h - 6, "veil"),
            (seat.turn or seat.owes) and Shape(0, 0, w, head, "ribbon"),
            line.lay(10, 0, w - 24, head),
            seat.turn and Shape(-4, -4, w + 8, h + 8, "halo"),
        ]

    return Box(draw)


# ---- counters and small pieces
def coin(n: int | str, size: int = 52) -> Group:
    """Return a number on a gold coin."""
    half = size // 2
    style = "big" if size > 44 else "small"
    return at(0, 0, Shape(0, 0, size, size, "coin"), Text(half, half + 1, str(n), style, size - 8))


def plus_more(n: int, size: int = 0) -> Pieces:
    """Return the "+k" in the last place of an overfull row. `size` replaces that of its letters."""
    return n > 0 and at(-4, 0, Shape(0, 0, 66, 44, "chip"), Text(33, 23, f"+{n}", "small", 64, "", size))


# ---- states
def may_be_chosen(w: int, h: int) -> Shape:
    """Return an outline for a piece of this size that may be chosen. If everything may be, outline nothing."""
    return Shape(-4, -4, w + 8, h + 8, "pick")


def locked_bar(w: int, words: str, size: int = 0) -> Group:
    """Return the bar of a closed place. `size` replaces that of its words."""
    return at(
        0,
        0,
        Shape(0, 0, w, 54, "badge"),
        Sprite(8, 2, 48, "lock"),
        Text(w // 2 + 20, 28, words, "oncolour", w - 76, "", size),
    )


def just_moved(size: int) -> Shape:
    """Return the white disc behind the last moved piece, a square of `size` at 0, 0."""
    return Shape(-9, -9, size + 18, size + 18, "new")


# ---- a whole picture: one card in the rules look-up
def card_scene(
    look: GameLook, name: str, kind: str, art: str, tint: str, signs: Sequence[Pieces], text: str, size: int = 0
) -> Scene:
    """Return one large card: art on the left, its numbers as `signs` (at most 150 x 60 each), its text below them.

    `size` replaces that of the kind.
    """
    return Scene.of(
        480,
        look,
        band(name, kind, size=size),
        Shape(30, 122, 330, 330, "card", tint),
        Sprite(45, 137, 300, art),
        Shape(384, 122, 786, 330, "card"),
        [at(410 + 156 * i, 142, sign) for i, sign in enumerate(signs)],
        Lines(410, 234, text, "story", 736, 44, 5),
    )
