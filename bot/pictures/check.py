"""Checks pictures for faults, for the tests of every game."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from PIL import Image, ImageColor

from bot.pictures import render
from bot.pictures.boxes import overflows
from bot.pictures.callouts import Area, text_lines
from bot.pictures.drawings import drawings, missing_drawing, tall
from bot.pictures.fonts import fit_text, line_width, min_font_size
from bot.pictures.palette import SHAPES, TEXTS
from bot.pictures.scene import Curves, Lettering, Lines, Scene, Shape, Sprite, Text

PHONE = 400  # pixels, the width at which a phone shows a picture
PHONE_TEXT = 11  # pixels there, for text that is read without zooming in


def find_overflows(make: Callable[[], object]) -> list[str]:
    """Return the rows and columns of pictures that need more room than they have."""
    sentences: list[str] = []
    token = overflows.set(sentences)
    make()
    overflows.reset(token)
    return sentences


class Line(NamedTuple):
    """One line of text as drawn; the box encloses its capitals."""

    box: Area
    words: str
    size: int
    colour: str
    rimmed: bool
    cut: bool


def faults(scene: Scene, names: Iterable[str] = ()) -> list[str]:
    """Return a sentence per fault.

    Text must be at least `PHONE_TEXT` pixels high on a phone that shows the picture 400 wide, except single letters.
    Lines that contain one of `names` may be smaller or cut, because players choose their names.
    """
    sentences: list[str] = []
    names = list(names)
    canvas = Area(0, 0, scene.width, scene.height)
    floor = min_font_size(scene.width)
    least = -(-PHONE_TEXT * scene.width // PHONE)
    picture = render.ground(scene.ground, scene.width, scene.height)
    seen: list[Line] = []
    for x, y, leaf in scene.leaves():
        if isinstance(leaf, Sprite) and leaf.name not in drawings():
            sentences.append(missing_drawing(leaf.name))
            continue
        if isinstance(leaf, Shape | Sprite | Curves):
            box = _box(x, y, leaf)
            if not canvas.contains(box):
                sentences.append(f"{leaf} leaves the picture: {box}")
            if isinstance(leaf, Shape) and _opaque(leaf):
                sentences += [f"{leaf} half covers “{line.words}”" for line in seen if _half(box, line.box)]
                seen = [line for line in seen if not box.contains(line.box)]
        else:
            for line in _lines(x, y, leaf, floor):
                sentences += _faults_of(line, picture, canvas, seen, names, least)
                seen.append(line)
        render.draw(picture, x, y, leaf, scene.plate)
    return sentences


def find_small_text(scene: Scene) -> list[str]:
    """Return the lines of text that are smaller than `PHONE_TEXT` pixels on a phone."""
    drawn = [
        line
        for x, y, leaf in scene.leaves()
        if isinstance(leaf, Text | Lines | Lettering)
        for line in _lines(x, y, leaf, min_font_size(scene.width))
    ]
    return [
        f"“{line.words}” is only {line.size * PHONE / scene.width:.1f} high"
        for line in drawn
        if line.size * PHONE < PHONE_TEXT * scene.width
    ]


def contrast(one: str | tuple[int, ...], other: str | tuple[int, ...]) -> float:
    """Return the contrast as WCAG defines it, 1 to 21."""

    def light(colour: str | tuple[int, ...]) -> float:
        parts = (ImageColor.getrgb(colour) if isinstance(colour, str) else colour)[:3]
        linear = [p / 255 / 12.92 if p <= 10 else ((p / 255 + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def _over(colour: str, ground: tuple[int, ...]) -> tuple[int, ...]:
    """Return how a colour, maybe a transparent one, looks on its ground."""
    *ink, alpha = (*ImageColor.getrgb(colour), 255)[:4]
    return tuple(round((i * alpha + g * (255 - alpha)) / 255) for i, g in zip(ink, ground, strict=False))


def _box(x: int, y: int, leaf: Shape | Sprite | Curves) -> Area:
    w, h = 0, 0
    if isinstance(leaf, Shape):
        w, h = leaf.w, leaf.h + SHAPES[leaf.look].drop
    elif isinstance(leaf, Sprite):
        w, h = leaf.size, tall(leaf.name, leaf.size)
    else:
        w, h = leaf.w, leaf.h
    return Area(x + leaf.x, y + leaf.y, x + leaf.x + w, y + leaf.y + h)


def _opaque(shape: Shape) -> bool:
    fill = shape.fill or SHAPES[shape.look].fill
    return fill != "none" and len(fill) != 9


def _half(shape: Area, line: Area) -> bool:
    return shape.overlap(line) > 0 and not shape.contains(line)


def _lines(x: int, y: int, leaf: Text | Lines | Lettering, floor: int) -> Iterator[Line]:
    if isinstance(leaf, Lettering):
        words, face, size = fit_text(leaf.words, "D", leaf.size, leaf.room, leaf.floor)
        width, capital = line_width(words, face, size), size * 0.35
        left, middle = x + leaf.x - (0 if leaf.dancing else width / 2), y + leaf.y - capital * leaf.dancing
        yield Line(Area(left, middle - capital, left + width, middle + capital), words, size, "", True, False)
        return
    look = TEXTS[leaf.style]
    for line in text_lines(x, y, leaf, floor):
        box = line.area(line.size * 0.35)
        yield Line(box, line.words, line.size, leaf.colour or look.colour, bool(look.rim), line.cut)


def _faults_of(
    line: Line, picture: Image.Image, canvas: Area, earlier_lines: list[Line], names: list[str], least: int
) -> list[str]:
    sentences = []
    if not canvas.contains(line.box):
        sentences.append(f"“{line.words}” leaves the picture")
    if line.size < least and len(line.words) > 1 and not any(name[:2] in line.words for name in names):
        sentences.append(f"“{line.words}” is only {line.size} high")
    if line.cut and not any(name[:2] in line.words for name in names):
        sentences.append(f"“{line.words}” is cut short")
    sentences += [f"“{line.words}” lies on “{other.words}”" for other in earlier_lines if line.box.overlap(other.box)]
    if not line.rimmed and line.words.strip() and canvas.contains(line.box):
        under = picture.crop((int(line.box.left), int(line.box.top), int(line.box.right) + 1, int(line.box.bottom) + 1))
        _, colour = max(under.getcolors(under.width * under.height))  # type: ignore[arg-type]
        ratio = contrast(_over(line.colour, colour), colour)  # type: ignore[arg-type]
        if ratio < 4.5:
            sentences.append(f"“{line.words}” has a contrast of {ratio:.1f} on {colour}")
    return sentences
