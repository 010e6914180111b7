"""A picture as plain data: what lies where, with every value filled in.  Nothing here draws.

A picture is a tree of pieces.  Lists nest, and None and False stand for nothing, so that a condition is written where
it applies: ``turn and crown``.  All positions are pixels of a picture 1200 wide, x to the right, y down, measured from
the upper left corner of the group a piece stands in.
"""

import marshal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Literal, TypeAlias, cast

from bot.pictures.palette import SHAPES, TEXTS, GameLook


class PictureFault(Exception):
    """A picture could not be made.  The caller shows the words alone."""


class BadScene(PictureFault):
    """A layout names a look that does not exist, or a size that makes no sense."""


class PicklableNode:
    """Sent to a painter as what it was made of: several times as quick as the way of frozen dataclasses."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), FIELDS[type(self)](self)


@dataclass(frozen=True, slots=True)
class Shape(PicklableNode):
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
class Sprite(PicklableNode):
    """A drawing from an ``art`` folder, `size` wide; most are squares.  `tint` colours what is drawn in
    ``currentColor``; `turn` are degrees, against the clock; a `veil` makes it dark."""

    x: int
    y: int
    size: int
    name: str
    tint: str = ""
    turn: int = 0
    veil: bool = False

    def __post_init__(self) -> None:
        if self.size < 8:
            raise BadScene(f"{self.name} only {self.size} wide")


@dataclass(frozen=True, slots=True)
class Text(PicklableNode):
    """One line, `y` is the middle of its capitals.  `style` is one of looks.TEXTS, which also says whether `x` is its
    left end, middle or right end; `size` replaces the style's.  Wider than `room`, it shrinks to 24 (less where the
    picture is narrower than 1200), then ends in "…"."""

    x: int
    y: int
    words: str
    style: str
    room: int
    colour: str = ""
    size: int = 0

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"no text looks like {self.style!r}")


@dataclass(frozen=True, slots=True)
class Lines(PicklableNode):
    """Several lines, broken to `room`; `y` is the middle of the first line's capitals.  The last may end in "…"."""

    x: int
    y: int
    words: str
    style: str
    room: int
    step: int
    lines: int
    colour: str = ""
    size: int = 0  # instead of the style's

    def __post_init__(self) -> None:
        if self.style not in TEXTS:
            raise BadScene(f"no text looks like {self.style!r}")


@dataclass(frozen=True, slots=True)
class Lettering(PicklableNode):
    """A word in two colours, parted by the edge that the game's band is cut to, with a thick rim; x, y is its middle.

    Wider than `room` it shrinks to `floor`, then ends in "…".  `dancing`: letter by letter, from the left end.
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
    """Values over time, softly on the plate: the first line strong and filled below.  A line is a colour and values."""

    x: int
    y: int
    w: int
    h: int
    lines: tuple[tuple[str, tuple[float, ...]], ...]
    low: float
    high: float
    right: int  # so far before the right edge the lines end


@dataclass(frozen=True, slots=True)
class Group(PicklableNode):
    """Pieces that move together."""

    x: int
    y: int
    pieces: "tuple[Piece, ...]"


class CachedGroup(Group):
    """A part that is laid out once and stands in many pictures, and in the key of each."""

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
    """These pieces, measured from x, y.  What moves but one group is that group, moved."""
    found = _flat(pieces, [])
    if len(found) == 1 and type(only := found[0]) is Group:
        return Group(x + only.x, y + only.y, only.pieces)
    return Group(x, y, found)


def cached_group(*pieces: Pieces) -> CachedGroup:
    """For whoever holds these and uses them again."""
    return CachedGroup(0, 0, _flat(pieces, []))


@dataclass(frozen=True)
class Scene:
    """A whole picture on one of the grounds ``cogs/ui/art/ground_<name>.svg``."""

    width: int
    height: int
    ground: str
    plate: str  # the colour of this game's plates
    pieces: tuple[Piece, ...]
    still: tuple[Piece, ...] = ()  # what lies below them and is the same in every picture of its kind: drawn once

    @classmethod
    def of(cls, height: int, look: GameLook, *pieces: Pieces, width: int = 1200, still: Pieces = None) -> "Scene":
        if not 100 <= height <= 1050:  # taller, and a desktop embed would shrink the width
            raise BadScene(f"a picture {height} high")
        return cls(width, height, look.ground, look.plate, _flat(pieces, []), _flat((still,), []))

    @cached_property
    def key(self) -> str:
        """The same key, the same picture."""
        said = self.width, self.height, self.ground, self.plate, to_plain(self.pieces), to_plain(self.still)
        return blake2b(key_bytes(*said), digest_size=12).hexdigest()

    def leaves(self) -> Iterator[tuple[int, int, Leaf]]:
        """Every piece in the order of drawing, with the place of its group."""
        yield from leaves(self.still)
        yield from leaves(self.pieces)


@dataclass(frozen=True)
class Stack:
    """Pictures one below the other, as one."""

    scenes: tuple[Scene, ...]

    @cached_property
    def key(self) -> str:
        return blake2b("".join(scene.key for scene in self.scenes).encode(), digest_size=12).hexdigest()


def to_plain(pieces: Iterable[Piece]) -> list[Any]:
    """These pieces as nothing but lists, tuples, numbers and texts."""
    said: list[Any] = []
    for piece in pieces:
        kind = type(piece)
        if isinstance(piece, CachedGroup):
            said.append(piece.key_bytes)
        elif isinstance(piece, Group):
            said.append((piece.x, piece.y, to_plain(piece.pieces)))
        elif isinstance(piece, Lettering):
            said.append(repr(piece))
        else:
            said.append((kind.__name__, FIELDS[kind](piece)))
    return said


def key_bytes(*values: Any) -> bytes:
    """The same bytes for the same values, in any process; several times as quick as their `repr`."""
    return marshal.dumps(values, 2)  # of later versions the bytes depend on which texts are one object


def leaves(pieces: Iterable[Piece]) -> Iterator[tuple[int, int, Leaf]]:
    """Every piece in the order of drawing, with the place of its group."""
    stack = [(0, 0, piece) for piece in reversed(tuple(pieces))]
    while stack:
        x, y, piece = stack.pop()
        if isinstance(piece, Group):
            stack += [(x + piece.x, y + piece.y, inner) for inner in reversed(piece.pieces)]
        else:
            yield x, y, piece


def seats_in_a_row(players: int, gap: int = 16) -> tuple[int, list[int]]:
    """The width and the left ends of `players` plates that fill the picture between its margins of 30."""
    width = (1140 - gap * (players - 1)) // players
    return width, [30 + i * (width + gap) for i in range(players)]
