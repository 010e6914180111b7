"""The pieces that games share.  Each is measured from its own upper left corner; stand it somewhere with `at`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from bot.i18n.fitting import cut
from bot.pictures.boxes import Box, piece, row, text
from bot.pictures.fonts import NOTHING, drawable
from bot.pictures.palette import INK, PAPER, GameLook
from bot.pictures.scene import Group, Lines, Pieces, Scene, Shape, Sprite, Text, at
from bot.tables.model import LETTERS

Thing = TypeVar("Thing")
HEAD_NAME = 14  # characters of a name in the head band
SINK = {2: 8, 6: -3}  # in hundredths of its size: how much lower a letter stands on its mark


@dataclass(frozen=True)
class Seat:
    """Whose plate it is, and how it looks: `turn` a gold ribbon and frame, `owes` the ribbon alone, `out` a veil."""

    number: int
    name: str
    turn: bool = False
    owes: bool = False
    out: bool = False
    neutral: bool = False

    @property
    def ink(self) -> str:
        """What words beside the name are written in."""
        return INK if self.turn or self.owes else PAPER


def truncate(things: Sequence[Thing], most: int) -> tuple[Sequence[Thing], int]:
    """What fits of an overfull row, and how many are left for a "+k" in its last place."""
    return (things, 0) if len(things) <= most else (things[: most - 1], len(things) - most + 1)


# ---- head and seats
def band(title: str, note: str, right: int = 1164, room: int = 620) -> Group:
    """The head band: title left, round and turn right."""
    return at(0, 0, Text(36, 38, title, "title", 1100 - room), Text(right, 38, note, "note", room))


def short_names(names: Sequence[str]) -> list[str]:
    """Names as a head band says them: short, so that what the player does has room; a letter if no typeface has it."""
    legible = (
        letter if drawable(name, "D")[0] == NOTHING else name for letter, name in zip(LETTERS, names, strict=False)
    )
    return [cut(name, HEAD_NAME) for name in legible]


@lru_cache(256)
def mark(seat: int, size: int = 56, neutral: bool = False) -> Group:
    """Shape, colour and letter of a seat: 56 beside a name, 38 on a piece.  `neutral`, on paper, where colours mean
    something else."""
    half = size // 2
    return at(
        0,
        0,
        Sprite(0, 0, size, f"seat_{LETTERS[seat].lower()}", PAPER if neutral else ""),
        Text(
            half, half + 1 + SINK.get(seat, 0) * size // 100, LETTERS[seat], "letter" if size >= 50 else "small", size
        ),
    )


def plate(
    w: int,
    h: int,
    seat: int,
    name: str,
    *pieces: Pieces,
    turn: bool = False,
    owes: bool = False,
    out: bool = False,
    tab: int = 0,
    room: int = 0,
) -> Group:
    """A seat's plate with its mark and name, and `pieces` on it.

    `turn`: gold ribbon and frame, for one seat.  `owes`: the ribbon alone, for each seat that still has to choose.
    `out`: a veil over all but mark and name.  The ribbon is `tab` wide (0: the whole plate); the name has `room`.
    """
    ribbon = turn or owes
    return at(
        0,
        0,
        Shape(0, 0, w, h, "plate"),
        pieces,
        out and Shape(3, 3, w - 6, h - 6, "veil"),
        ribbon and Shape(0, 0, tab or w, 68, "ribbon"),
        turn and Shape(-4, -4, w + 8, h + 8, "halo"),
        at(12, 6, mark(seat)),
        Text(80, 37, name, "name", room or (tab or w) - 92, INK if ribbon else ""),
    )


def seat_plate(seat: Seat, ends: Sequence[Box], body: Box, head: int = 62, size: int = 46) -> Box:
    """A plate: mark and name, what stands at the right `ends` of them, and the `body` below."""
    badge = piece(mark(seat.number, size, seat.neutral), size)
    line = row(badge, text(seat.name, "name", seat.ink), *ends, gap=10)

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
    """A number on a gold coin."""
    half = size // 2
    style = "big" if size > 44 else "small"
    return at(0, 0, Shape(0, 0, size, size, "coin"), Text(half, half + 1, str(n), style, size - 8))


def badge(words: str, w: int = 98, h: int = 48) -> Group:
    """White on danger red: courage, a lock bar."""
    return at(0, 0, Shape(0, 0, w, h, "badge"), Text(w // 2, h // 2 + 1, words, "onbadge", w - 8))


def tab(words: str, w: int, h: int = 44) -> Group:
    """A paper tab with a label."""
    return at(0, 0, Shape(0, 0, w, h, "tab"), Text(w // 2, h // 2 + 1, words, "label", w - 14))


def on_sign(sprite: str, n: int | str, size: int = 52, sink: float = 0.06) -> Group:
    """A white numeral on a coloured sign.  `sink` lowers it, for shapes that are wide below."""
    half = size // 2
    middle = half + round(size * sink)
    return at(0, 0, Sprite(0, 0, size, sprite), Text(half, middle, str(n), "oncolour", size))


def plus_more(n: int) -> Pieces:
    """The last place of an overfull row."""
    return n > 0 and at(0, 0, Shape(0, 0, 58, 44, "chip"), Text(29, 23, f"+{n}", "small", 48))


# ---- states
def may_be_chosen(w: int, h: int) -> Shape:
    """Round a piece of this size.  If everything may be chosen, outline nothing."""
    return Shape(-4, -4, w + 8, h + 8, "pick")


def locked_bar(w: int, words: str) -> Group:
    """The bar of a place that is closed."""
    return at(
        0, 0, Shape(0, 0, w, 54, "badge"), Sprite(8, 2, 48, "lock"), Text(w // 2 + 20, 28, words, "oncolour", w - 76)
    )


def just_moved(size: int) -> Shape:
    """The white disc behind the piece moved last, for a piece drawn in a square of `size` at 0, 0."""
    return Shape(-9, -9, size + 18, size + 18, "new")


# ---- a whole picture: one card, looked up
def card_scene(look: GameLook, name: str, kind: str, art: str, tint: str, signs: Sequence[Pieces], text: str) -> Scene:
    """One card, large: art left, its numbers as `signs` (each at most 150 x 60) in a row, its text below them."""
    return Scene.of(
        480,
        look,
        band(name, kind),
        Shape(30, 122, 330, 330, "card", tint),
        Sprite(45, 137, 300, art),
        Shape(384, 122, 786, 330, "card"),
        [at(410 + 156 * i, 142, sign) for i, sign in enumerate(signs)],
        Lines(410, 234, text, "story", 736, 44, 5),
    )
