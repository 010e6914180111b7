"""A picture as plain data: what lies where, with every value filled in.  Nothing here draws.

A picture is a tree of pieces.  Lists nest, and None and False stand for nothing, so that a condition is written where
it applies: ``turn and crown``.  All positions are pixels of a picture 1200 wide, x to the right, y down, measured from
the upper left corner of the group a piece stands in.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Literal, TypeAlias

from cogs.ui.pictures.looks import SHAPES, TEXTS, GameLook


class PictureFault(Exception):
    """A picture could not be made.  The caller shows the words alone."""


class BadScene(PictureFault):
    """A layout names a look that does not exist, or a size that makes no sense."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A rounded box.  `look` is one of looks.SHAPES; `fill` replaces its colour."""

    x: int
    y: int
    w: int
    h: int
    look: str
    fill: str = ""

    def __post_init__(self) -> None:
        if self.look not in SHAPES:
            raise BadScene(f"no shape looks like {self.look!r}")
        if self.w < 1 or self.h < 1:
            raise BadScene(f"a shape of {self.w} x {self.h}")


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing from an ``art`` folder in a square of `size`.  `tint` colours a sprite drawn in ``currentColor``."""

    x: int
    y: int
    size: int
    name: str
    tint: str = ""

    def __post_init__(self) -> None:
        if self.size < 8:
            raise BadScene(f"{self.name} only {self.size} wide")


@dataclass(frozen=True, slots=True)
class Text:
    """One line, `y` is the middle of its capitals.  `style` is one of looks.TEXTS, which also says whether `x` is its
    left end, middle or right end.  Wider than `room`, it shrinks to 24, then ends in an ellipsis."""

    x: int
    y: int
    words: str
    style: str
    room: int
    colour: str = ""

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"no text looks like {self.style!r}")


@dataclass(frozen=True, slots=True)
class Lines:
    """Several lines, broken to `room`; `y` is the middle of the first line's capitals.  The last may end in "…"."""

    x: int
    y: int
    words: str
    style: str
    room: int
    step: int
    lines: int
    colour: str = ""

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"no text looks like {self.style!r}")


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that move together."""

    x: int
    y: int
    pieces: "tuple[Piece, ...]"


Piece = Shape | Sprite | Text | Lines | Group
Leaf = Shape | Sprite | Text | Lines
Pieces: TypeAlias = "Piece | Literal[False] | Iterable[Pieces] | None"


def _flat(pieces: Pieces) -> Iterator[Piece]:
    if isinstance(pieces, Piece):
        yield pieces
    elif pieces:
        for inner in pieces:
            yield from _flat(inner)


def at(x: int, y: int, *pieces: Pieces) -> Group:
    """These pieces, measured from x, y."""
    return Group(x, y, tuple(_flat(pieces)))


@dataclass(frozen=True)
class Scene:
    """A whole picture on one of the grounds ``cogs/ui/art/ground_<name>.svg``."""

    width: int
    height: int
    ground: str
    plate: str  # the colour of this game's plates
    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, height: int, look: GameLook, *pieces: Pieces, width: int = 1200) -> "Scene":
        if not 100 <= height <= 1050:  # taller, and a desktop embed would shrink the width
            raise BadScene(f"a picture {height} high")
        return cls(width, height, look.ground, look.plate, tuple(_flat(pieces)))

    @cached_property
    def key(self) -> str:
        """The same key, the same picture."""
        return blake2b(repr(self).encode(), digest_size=12).hexdigest()

    def leaves(self) -> Iterator[tuple[int, int, Leaf]]:
        """Every piece in the order of drawing, with the place of its group."""
        stack = [(0, 0, piece) for piece in reversed(self.pieces)]
        while stack:
            x, y, piece = stack.pop()
            if isinstance(piece, Group):
                stack += [(x + piece.x, y + piece.y, inner) for inner in reversed(piece.pieces)]
            else:
                yield x, y, piece


def grid(count: int, columns: int, x: int, y: int, dx: int, dy: int = 0) -> list[tuple[int, int]]:
    """The places of `count` things, row by row."""
    return [(x + i % columns * dx, y + i // columns * dy) for i in range(count)]


def seats_in_a_row(players: int, gap: int = 16) -> tuple[int, list[int]]:
    """The width and the left ends of `players` plates that fill the picture between its margins of 30."""
    width = (1140 - gap * (players - 1)) // players
    return width, [30 + i * (width + gap) for i in range(players)]
