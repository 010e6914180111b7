"""Pictures as plain data: what is where, with every value filled in. This module draws nothing.

A picture is a tree of pieces. Lists nest, and None and False are ignored, so a condition can be inline, as in ``turn
and crown``. All positions are in pixels, x to the right, y down, relative to the upper left corner of the piece's
group. A picture is 1200 wide unless its scene says otherwise.
"""

import marshal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Literal, TypeAlias, cast

from bot.pictures.palette import SHAPES, TEXTS, GameLook

MAX_HEIGHT = 1050  # pixels of a picture; a desktop embed would reduce the width of a taller one


class PictureFault(Exception):
    """A picture couldn't be made. The caller shows the text only."""


class BadScene(PictureFault):
    """A layout names an unknown look, or has an invalid size."""


class PicklableNode:
    """A node pickled as its constructor arguments, several times faster than a frozen dataclass's default."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), FIELDS[type(self)](self)


@dataclass(frozen=True, slots=True)
class Shape(PicklableNode):
    """A rounded box. `look` is a key of `palette.SHAPES`; `fill` replaces its colour."""

    x: int
    y: int
    w: int
    h: int
    look: str
    fill: str = ""

    def __post_init__(self) -> None:
        if self.look not in SHAPES:
            raise BadScene(f"unknown look of a shape: {self.look!r}")
        if self.w < 1 or self.h < 1:
            raise BadScene(f"a shape {self.look!r} would be {self.w} x {self.h} pixels; give its box w=… or h=…")


@dataclass(frozen=True, slots=True)
class Sprite(PicklableNode):
    """A drawing from an ``art`` folder, `size` wide; most are squares.

    `tint` replaces ``currentColor``; `turn` is in degrees counterclockwise; a `veil` darkens it.
    """

    x: int
    y: int
    size: int
    name: str
    tint: str = ""
    turn: int = 0
    veil: bool = False

    def __post_init__(self) -> None:
        if self.size < 8:
            raise BadScene(f"{self.name} is only {self.size} pixels wide")


@dataclass(frozen=True, slots=True)
class Text(PicklableNode):
    """One line of text; `y` is the middle of its capitals.

    `style` is a key of `palette.TEXTS`, which also defines whether `x` is the left end, the middle or the right end;
    `size` replaces the style's. A text wider than `room` shrinks to 24 (less in a picture narrower than 1200), then
    ends in "…".
    """

    x: int
    y: int
    words: str
    style: str
    room: int
    colour: str = ""
    size: int = 0

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"unknown text style: {self.style!r}")


@dataclass(frozen=True, slots=True)
class Lines(PicklableNode):
    """Lines of text, wrapped at `room`; `y` is the middle of the first line's capitals. The last may end in "…"."""

    x: int
    y: int
    words: str
    style: str
    room: int
    step: int
    lines: int
    colour: str = ""
    size: int = 0  # replaces the style's

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"unknown text style: {self.style!r}")


@dataclass(frozen=True, slots=True)
class Lettering(PicklableNode):
    """A word in two colours, divided along the edge of the game's band, with a thick rim; x, y is its middle.

    If it is wider than `room` it shrinks to `floor`, then ends in "…". `dancing` sets it letter by letter from the left
    end.
    """

    x: int
    y: int
    words: str
    size: int
    room: int
    look: GameLook
    floor: int = 24
    dancing: bool = False
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Curves(PicklableNode):
    """Values over time, on the plate: the first line bold and filled below. A line is a colour and its values."""

    x: int
    y: int
    w: int
    h: int
    lines: tuple[tuple[str, tuple[float, ...]], ...]
    low: float
    high: float
    right: int  # the lines end this far before the right edge


@dataclass(frozen=True, slots=True)
class Group(PicklableNode):
    """Pieces that move together."""

    x: int
    y: int
    pieces: "tuple[Piece, ...]"


class CachedGroup(Group):
    """A group that is laid out once and appears in many pictures and their keys."""

    @cached_property
    def key_bytes(self) -> bytes:
        return key_bytes(self.x, self.y, to_plain(self.pieces))


Leaf = Shape | Sprite | Text | Lines | Lettering | Curves
Piece = Leaf | Group
Pieces: TypeAlias = "Piece | Literal[False] | Iterable[Pieces] | None"


LEAVES = frozenset((Shape, Sprite, Text, Lines, Lettering, Curves))
FIELDS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    kind: attrgetter(*kind.__match_args__)  # type: ignore[attr-defined]
    for kind in (*LEAVES, Group, CachedGroup)
}


def _flat(pieces: Iterable[Pieces], result: list[Piece]) -> tuple[Piece, ...]:
    for piece in pieces:
        if type(piece) in LEAVES:
            result.append(cast(Leaf, piece))
        elif isinstance(piece, Group):
            if piece.pieces:
                result.append(piece)
        elif piece:
            _flat(cast("Iterable[Pieces]", piece), result)
    return tuple(result)


def at(x: int, y: int, *pieces: Pieces) -> Group:
    """Return these pieces as a group at x, y. A single group is moved instead of wrapped."""
    flat = _flat(pieces, [])
    if len(flat) == 1 and type(only := flat[0]) is Group:
        return Group(x + only.x, y + only.y, only.pieces)
    return Group(x, y, flat)


def cached_group(*pieces: Pieces) -> CachedGroup:
    """Return these pieces as a group to keep and reuse."""
    return CachedGroup(0, 0, _flat(pieces, []))


@dataclass(frozen=True)
class Scene:
    """A whole picture on one of the grounds ``ground_<name>.svg``."""

    width: int
    height: int
    ground: str
    plate: str  # the colour of the game's plates
    pieces: tuple[Piece, ...]
    still: tuple[Piece, ...] = ()  # the same pieces in every picture of a kind, below the others: drawn once

    @classmethod
    def of(cls, height: int, look: GameLook, *pieces: Pieces, width: int = 1200, still: Pieces = None) -> "Scene":
        if not 100 <= height <= MAX_HEIGHT:
            raise BadScene(f"invalid height of a picture: {height}")
        return cls(width, height, look.ground, look.plate, _flat(pieces, []), _flat((still,), []))

    @cached_property
    def key(self) -> str:
        """Return a key that is the same for equal pictures, in any process."""
        content = self.width, self.height, self.ground, self.plate, to_plain(self.pieces), to_plain(self.still)
        return blake2b(key_bytes(*content), digest_size=12).hexdigest()

    def leaves(self) -> Iterator[tuple[int, int, Leaf]]:
        """Yield every piece in drawing order, with its group's position."""
        yield from leaves(self.still)
        yield from leaves(self.pieces)


@dataclass(frozen=True)
class Stack:
    """Pictures stacked vertically into one."""

    scenes: tuple[Scene, ...]

    @cached_property
    def key(self) -> str:
        return blake2b("".join(scene.key for scene in self.scenes).encode(), digest_size=12).hexdigest()


def to_plain(pieces: Iterable[Piece]) -> list[Any]:
    """Return these pieces as lists, tuples, numbers and texts only."""
    plain: list[Any] = []
    for piece in pieces:
        kind = type(piece)
        if isinstance(piece, CachedGroup):
            plain.append(piece.key_bytes)
        elif isinstance(piece, Group):
            plain.append((piece.x, piece.y, to_plain(piece.pieces)))
        elif isinstance(piece, Lettering):
            plain.append(repr(piece))
        else:
            plain.append((kind.__name__, FIELDS[kind](piece)))
    return plain


def key_bytes(*values: Any) -> bytes:
    """Return equal bytes for equal values, in any process; several times faster than their `repr`."""
    return marshal.dumps(values, 2)  # in later versions the bytes depend on object identity


def leaves(pieces: Iterable[Piece]) -> Iterator[tuple[int, int, Leaf]]:
    """Yield every piece in drawing order, with its group's position."""
    stack = [(0, 0, piece) for piece in reversed(tuple(pieces))]
    while stack:
        x, y, piece = stack.pop()
        if isinstance(piece, Group):
            stack += [(x + piece.x, y + piece.y, inner) for inner in reversed(piece.pieces)]
        else:
            yield x, y, piece
