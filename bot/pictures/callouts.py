"""Numbered call-outs on a picture, for *Explain the table*."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import hypot
from typing import NamedTuple

from bot.pictures.drawings import tall
from bot.pictures.fonts import drawable, fit_text, line_width, min_font_size, wrap_text
from bot.pictures.palette import TEXTS
from bot.pictures.scene import Group, Leaf, Lines, Scene, Shape, Sprite, Text, at

SIZE, RIM = 46, 4  # of a number and the white rim around it
GAP = 5  # between a thing and its outline
MAX_CALLOUTS = 8  # on one picture
KINDS = {"sprite": Sprite, "shape": Shape, "words": Text}
WORDS, DRAWING, NUMBER = 20, 4, 100  # how bad it is to cover a pixel of these


class Callout(NamedTuple):
    """Something to explain in a picture: the text `look.<key>`.

    `find` is a kind of piece and a regular expression: "sprite:lock", "shape:frame" or "words:[0-9]+/20", which must
    match the whole name, look or text. Of several pieces, `nth` is meant; a negative one counts from the end.
    """

    find: str
    key: str
    nth: int = 0


class Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Area") -> float:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def contains(self, other: "Area") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


class TextLine(NamedTuple):
    """One line of text as drawn: the words and size that fit, its left end and its vertical middle."""

    words: str
    size: int
    left: float
    middle: float
    width: float
    cut: bool

    def area(self, half: float) -> Area:
        """Return its area; `half` is half its height."""
        return Area(self.left, self.middle - half, self.left + self.width, self.middle + half)


def annotate(scene: Scene, callouts: Sequence[Callout]) -> tuple[Scene, list[str]]:
    """Return the picture with numbers from 1, and the keys in their order. What isn't in the picture has no number."""
    pieces = [*_areas(scene)]
    covers = [(area, WORDS) for leaf, area in pieces if isinstance(leaf, Text | Lines)]
    covers += [(area, DRAWING) for leaf, area in pieces if isinstance(leaf, Sprite)]
    outlines: list[Shape] = []
    numbers: list[Group] = []
    keys: list[str] = []
    for callout in callouts:
        matches = _find(pieces, callout.find)
        if len(keys) < MAX_CALLOUTS and -len(matches) <= callout.nth < len(matches):
            outline = _around(scene, matches[callout.nth])
            width, height = outline.right - outline.left, outline.bottom - outline.top
            outlines.append(Shape(int(outline.left), int(outline.top), int(width), int(height), "explained"))
            spot = _best_spot(scene, outline, covers)
            covers.append((spot, NUMBER))
            keys.append(callout.key)
            numbers.append(_number(len(keys), spot))
    return replace(scene, pieces=(*scene.pieces, *outlines, *numbers)), keys


def _find(pieces: Sequence[tuple[Leaf, Area]], wanted: str) -> list[Area]:
    """Return the area of each matching piece."""
    kind, _, pattern = wanted.partition(":")
    return [
        area
        for leaf, area in pieces
        if isinstance(leaf, KINDS[kind]) and re.fullmatch(pattern, _name(leaf)) is not None
    ]


def _name(leaf: Leaf) -> str:
    if isinstance(leaf, Sprite):
        return leaf.name
    return leaf.look if isinstance(leaf, Shape) else leaf.words if isinstance(leaf, Text) else ""


def _areas(scene: Scene) -> Iterator[tuple[Leaf, Area]]:
    """Yield each shape, drawing and line of text with its area."""
    for x, y, leaf in scene.leaves():
        if isinstance(leaf, Shape):
            w, h = leaf.w, leaf.h
        elif isinstance(leaf, Sprite):
            w, h = leaf.size, tall(leaf.name, leaf.size)
        else:
            if isinstance(leaf, Text | Lines):
                for line in text_lines(x, y, leaf, min_font_size(scene.width)):
                    yield leaf, line.area(line.size / 2)
            continue
        yield leaf, Area(x + leaf.x, y + leaf.y, x + leaf.x + w, y + leaf.y + h)


def text_lines(x: int, y: int, leaf: Text | Lines, floor: int) -> Iterator[TextLine]:
    """Yield each line of a text whose group is at x, y. No line shrinks below the size `floor`."""
    look = TEXTS[leaf.style]
    size, rows, step = leaf.size or look.size, [leaf.words], 0
    if isinstance(leaf, Lines):
        rows, step = [*wrap_text(leaf.words, look.face, size, leaf.room, leaf.lines)], leaf.step
    for n, row in enumerate(rows):
        words, face, letter_size = fit_text(row, look.face, size, leaf.room, floor)
        width = line_width(words, face, letter_size)
        left = x + leaf.x - {"l": 0.0, "m": width / 2, "r": width}[look.anchor]
        cut = words != drawable(row, look.face)[0]
        yield TextLine(words, letter_size, left, y + leaf.y + n * step, width, cut)


def _around(scene: Scene, thing: Area) -> Area:
    """Return the outline of a thing."""
    left, top = max(thing.left - GAP, 3), max(thing.top - GAP, 3)
    return Area(left, top, min(thing.right + GAP, scene.width - 3), min(thing.bottom + GAP, scene.height - 3))


def _best_spot(scene: Scene, outline: Area, covers: Sequence[tuple[Area, int]]) -> Area:
    """Return the place on an outline or touching it where a number covers least, and if possible no words."""
    half = SIZE // 2 + RIM

    def inside(middle: float, most: int) -> int:
        return round(min(max(middle, half), most - half))

    spots = []
    for away, n, m in product((0, half - 6), range(5), range(5)):
        across, down = (n == 4) - (n == 0), (m == 4) - (m == 0)  # directions away from the outline
        if across or down:
            step = away / hypot(across, down)
            x = inside(outline.left + (outline.right - outline.left) * n / 4 + across * step, scene.width)
            y = inside(outline.top + (outline.bottom - outline.top) * m / 4 + down * step, scene.height)
            spots.append(Area(x - half, y - half, x + half, y + half))
    reach = 2 * half
    whole = Area(outline.left - reach, outline.top - reach, outline.right + reach, outline.bottom + reach)
    near = [(area, weight) for area, weight in covers if whole.overlap(area)]
    return min(spots, key=lambda spot: sum(spot.overlap(area) * weight for area, weight in near))


def _number(n: int, spot: Area) -> Group:
    """Return a number in a disc."""
    whole, half = SIZE + 2 * RIM, SIZE // 2 + RIM
    return at(
        int(spot.left),
        int(spot.top),
        Shape(0, 0, whole, whole, "new"),
        Shape(RIM, RIM, SIZE, SIZE, "badge"),
        Text(half, half + 1, str(n), "onbadge", SIZE, size=34),
    )
