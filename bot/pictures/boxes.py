"""Layout with boxes: rows, columns and grids that share the available space, built from a scene's pieces.

A box is drawn when it is given its width and height. It may have its own width or height; boxes without one divide the
remaining space by their shares.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from bot.pictures.fonts import clip, drawable, line_width, wrap_text
from bot.pictures.palette import TEXTS
from bot.pictures.scene import BadScene, Group, Lines, Pieces, Shape, Sprite, Text, at, cached_group


@dataclass(frozen=True)
class Box:
    draw: Callable[[int, int], Pieces]  # from width and height
    w: int = 0  # 0: its share of the remaining width
    h: int = 0
    share: int = 1

    def sized(self, w: int = 0, h: int = 0) -> "Box":
        """Return this box with another width and height; without one, it takes its share of the room."""
        return Box(self.draw, w, h, self.share)

    def lay(self, x: int, y: int, w: int = 0, h: int = 0) -> Group:
        """Return the pieces of this box at x, y."""
        return at(x, y, self.draw(w or self.w, h or self.h))


overflows: ContextVar[list[str]] = ContextVar("overfull")  # set by tests: boxes that need more than they have


def sizes(own: list[int], boxes: Sequence[Box], room: int, gap: int) -> list[int]:
    """Return each box's length along `room`: its own, or (0) its share of the rest, without losing a pixel."""
    left = room - gap * (len(own) - 1) - sum(own)
    if left < 0 and (sentences := overflows.get(None)) is not None:
        sentences.append(f"{own} with gaps of {gap} in {room}")
    if 0 not in own:
        return own
    shares = sum([box.share for length, box in zip(own, boxes, strict=True) if not length])
    lengths: list[int] = []
    for length, box in zip(own, boxes, strict=True):
        part = length or max(left * box.share // max(shares, 1), 0)
        if not length:
            left, shares = left - part, shares - box.share
        lengths.append(part)
    return lengths


def natural_length(own: list[int], gap: int) -> int:
    """Return the total length if each box has its own; otherwise 0."""
    return 0 if not own or 0 in own else sum(own) + gap * (len(own) - 1)


def located(fault: BadScene, kind: str, boxes: Sequence[Box], index: int) -> BadScene:
    """Return the fault with the place of the box that caused it."""
    return BadScene(f"{fault}, in box {index + 1} of {len(boxes)} in a {kind}")


def row(*boxes: Box, gap: int = 0, w: int = 0, h: int = 0, share: int = 1) -> Box:
    """Place boxes side by side; one with its own height is centred vertically."""

    own = [box.w for box in boxes]

    def draw(width: int, height: int) -> Pieces:
        x, pieces = 0, []
        for box, wide in zip(boxes, sizes(own, boxes, width, gap), strict=True):
            tall = box.h or height
            try:
                pieces.append(box.lay(x, (height - tall) // 2, wide, tall))
            except BadScene as fault:
                raise located(fault, "row", boxes, len(pieces)) from None
            x += wide + gap
        return pieces

    return Box(draw, w or natural_length(own, gap), h, share)


def column(*boxes: Box, gap: int = 0, w: int = 0, h: int = 0, share: int = 1) -> Box:
    """Place boxes one below the other, each as wide as the column."""

    own = [box.h for box in boxes]

    def draw(width: int, height: int) -> Pieces:
        y, pieces = 0, []
        for box, tall in zip(boxes, sizes(own, boxes, height, gap), strict=True):
            try:
                pieces.append(box.lay(0, y, width, tall))
            except BadScene as fault:
                raise located(fault, "column", boxes, len(pieces)) from None
            y += tall + gap
        return pieces

    return Box(draw, w, h or natural_length(own, gap), share)


def cells(boxes: Sequence[Box], columns: int, gap: int = 0, h: int = 0) -> Box:
    """Place boxes in equal cells, row by row; the last row may have empty cells."""
    rest = (gap_box(),) * (-len(boxes) % columns)
    everything = (*boxes, *rest)
    rows = [everything[i : i + columns] for i in range(0, len(everything), columns)]
    return column(*(row(*(box.sized() for box in line), gap=gap) for line in rows), gap=gap, h=h)


def shelf(boxes: Sequence[Box], columns: int, w: int, h: int, gap: int) -> Box:
    """Place things of one size row by row, each row centred."""
    rows = [boxes[i : i + columns] for i in range(0, len(boxes), columns)]
    sized = [row(*(box.sized(w, h) for box in line), gap=gap) for line in rows]
    return column(*(row(gap_box(), line, gap_box(), h=h) for line in sized), gap=gap)


def over(*boxes: Box, w: int = 0, h: int = 0) -> Box:
    """Place boxes on top of each other, each in the whole room."""
    return Box(lambda width, height: [box.draw(width, height) for box in boxes], w, h)


def with_padding(box: Box, left: int, top: int, right: int, bottom: int) -> Box:
    """Add space on all four sides."""
    return Box(
        lambda width, height: box.lay(left, top, width - left - right, height - top - bottom),
        box.w and box.w + left + right,
        box.h and box.h + top + bottom,
        box.share,
    )


def on_shape(look: str, box: Box, left: int, top: int, right: int, bottom: int, fill: str = "") -> Box:
    """Place a box with padding on a shape: a card, a chip, a plate."""
    inside = with_padding(box, left, top, right, bottom)
    return Box(over(shape_box(look, fill), inside).draw, inside.w, inside.h, inside.share)


def cached(box: Box) -> Box:
    """Draw a reused box once for each size."""
    return Box(lru_cache(8)(lambda w, h: cached_group(box.draw(w, h))), box.w, box.h, box.share)


def with_outline(box: Box, *looks: str) -> Box:
    """Draw outlines around a box, for what may be chosen or is protected."""
    return Box(
        lambda w, h: [box.draw(w, h), *(Shape(-4, -4, w + 8, h + 8, look) for look in looks)], box.w, box.h, box.share
    )


def fan(things: Sequence[Pieces], size: int, gap: int, w: int = 0) -> Box:
    """Place things of this width side by side; if space is short they overlap, later over earlier."""

    def draw(width: int, height: int) -> Pieces:
        step = min(size + gap, (width - size) // max(len(things) - 1, 1))
        return [at(i * step, (height - size) // 2, thing) for i, thing in enumerate(things)]

    return Box(draw, w)


def gap_box(w: int = 0, h: int = 0, share: int = 1) -> Box:
    """Return empty space."""
    return Box(lambda width, height: None, w, h, share)


# ---- contents of boxes
def shape_box(look: str, fill: str = "") -> Box:
    """Return a shape that fills its room."""
    return Box(lambda width, height: Shape(0, 0, width, height, look, fill))


def picture(name: str, size: int, tint: str = "") -> Box:
    """Return a drawing of this size, centred."""
    return Box(
        lambda width, height: Sprite((width - size) // 2, (height - size) // 2, size, name, tint), w=size, h=size
    )


def piece(it: Pieces, w: int, h: int = 0) -> Box:
    """Return a piece of this size, centred; a square if no height is given."""
    return Box(lambda width, height: at((width - w) // 2, (height - (h or w)) // 2, it), w, h or w)


def text(words: str, style: str, colour: str = "", size: int = 0, w: int = 0, share: int = 1) -> Box:
    """Return one line, centred vertically, and aligned horizontally by its style."""
    anchor = TEXTS[style].anchor

    def draw(width: int, height: int) -> Pieces:
        x = {"l": 0, "m": width // 2, "r": width}[anchor]
        return bool(words) and Text(x, height // 2 + 1, words, style, width, colour, size)

    return Box(draw, w, share=share)


def clipped(words: str, style: str, colour: str = "", size: int = 0) -> Box:
    """Return the same as `text`, but too long a line isn't made smaller: it ends in "…"."""
    look = TEXTS[style]

    def draw(width: int, height: int) -> Pieces:
        return text(clip(words, look.face, size or look.size, width), style, colour, size).draw(width, height)

    return Box(draw)


def label(words: str, style: str, colour: str = "", size: int = 0) -> Box:
    """Return the same as `text`, as wide as its words."""
    return text(words, style, colour, size, text_width(words, style, size))


def name_box(name: str, style: str, size: int, least: int) -> Box:
    """Return the whole name if it fits at size `least`, otherwise its last word or its first."""
    ways = [name, name.split()[-1], name.split()[0]]

    def draw(width: int, height: int) -> Pieces:
        fitting = next((way for way in ways if text_width(way, style, least) <= width), ways[1])
        return text(fitting, style, size=size).draw(width, height)

    return Box(draw)


def paragraph(words: str, style: str, sizes: Sequence[int], lines: int) -> Box:
    """Return lines, centred vertically, in the largest of these sizes that fits; otherwise the last line is cut."""
    look = TEXTS[style]

    def draw(width: int, height: int) -> Pieces:
        size, most = next(
            (
                (size, n)
                for size in sizes
                if fits(words, look.face, size, width, n := min(lines, height // line_height(size)))
            ),
            (sizes[-1], lines),
        )
        count = len(wrap_text(words, look.face, size, width, most))
        x = {"l": 0, "m": width // 2, "r": width}[look.anchor]
        top = height // 2 + 1 - line_height(size) * (count - 1) // 2
        return bool(words) and Lines(x, top, words, style, width, line_height(size), most, size=size)

    return Box(draw)


def line_height(size: int) -> int:
    """Return the distance between lines."""
    return size + 2


@lru_cache(4096)
def fits(words: str, face: str, size: int, room: int, lines: int) -> bool:
    """Return True if the words fit into this number of lines."""
    letters, typeface = drawable(words, face)
    return lines > 0 and all(
        line_width(line, typeface, size) <= room for line in wrap_text(letters, typeface, size, room, lines)
    )


@lru_cache(4096)
def text_width(words: str, style: str, size: int = 0) -> int:
    """Return the width of words."""
    look = TEXTS[style]
    return ceil(line_width(*drawable(words, look.face), size or look.size))


def first_fitting(variants: Sequence[Box], room: int) -> Box:
    """Return the first box no wider than `room`, or the last."""
    return next((box for box in variants if box.w <= room), variants[-1])
