"""Lettering: words in two colours, divided along the edge of the game's band, with a thick rim."""

import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.fonts import fit_text, font
from bot.pictures.palette import INK
from bot.pictures.scene import Lettering

RIM, DROP = 7, 5
TURNS, LIFTS = (5, -4, 3, -5, 4, -3), (-3, 3, 0, -2, 4)  # of dancing letters, in turn
# y over x within one tooth of the edge, in teeth; every third tooth of "drip" is longer
EDGES = {
    "scallop": [(t / 10, 0.42 * math.sin(math.pi * t / 10)) for t in range(11)],
    "hem": [(t / 10, 0.3 * math.sin(2 * math.pi * t / 10)) for t in range(11)],
    "drip": [(t / 10, 0.35 * math.sin(math.pi * t / 10) ** 1.5) for t in range(11)],
    "teeth": [(0, 0), (0.5, 0.6)],
    "battle": [(0, 0), (0.5, 0), (0.5, 0.34), (1, 0.34)],
}


def render_lettering(word: Lettering) -> Image.Image:
    """Return a word as a tile."""
    words, face, size = fit_text(word.words, "D", word.size, word.room - 2 * RIM, word.floor)
    tile = tile_of(words, face, size, word.look.edge, word.look.letters, "all")
    return tile.rotate(word.turn, Image.Resampling.BICUBIC, expand=True) if word.turn else tile


def dancing_letters(word: Lettering) -> Iterator[tuple[Image.Image, float, float]]:
    """Yield each letter's tile, turned, and its middle, lifted a little. All rims come first, below all letters."""
    words, face, size = fit_text(word.words, "D", word.size, word.room, word.floor)
    for part in ("rim", "fill"):
        for i, letter in enumerate(words):
            if letter == " ":
                continue
            tile = tile_of(letter, face, size, word.look.edge, word.look.letters, part)
            left, top, right, bottom = font(face, size).getbbox(letter, anchor="ls")
            x = font(face, size).getlength(words[:i]) + (left + right) / 2
            turned = tile.rotate(TURNS[i % len(TURNS)], Image.Resampling.BICUBIC, expand=True)
            yield turned, x, (top + bottom) / 2 + LIFTS[i % len(LIFTS)]


@lru_cache(400)
def tile_of(words: str, face: str, size: int, edge: str, letters: tuple[str, str], part: str) -> Image.Image:
    """Return the `rim` or the `fill` of some letters, or `all` of both; the tiles have equal sizes."""
    letter = font(face, size)
    left, top, right, bottom = (round(side) for side in letter.getbbox(words, anchor="ls", stroke_width=RIM))
    w, h = right - left, bottom - top + DROP
    thin = Image.new("L", (w, h))
    ImageDraw.Draw(thin).text((-left, -top), words, 255, letter, anchor="ls")
    tile = Image.new("RGB", (w, h), INK)
    tile.paste(
        two_colours(w, h, -top + letter.getbbox("H", anchor="ls")[1] / 2, size * 0.31, edge, letters), (0, 0), thin
    )
    mask = thin
    if part != "fill":
        fat = Image.new("L", (w, h))
        ImageDraw.Draw(fat).text((-left, -top), words, 255, letter, anchor="ls", stroke_width=RIM)
        mask = ImageChops.lighter(fat, ImageChops.offset(fat, 0, DROP))
    tile.putalpha(mask)
    return tile


def two_colours(w: int, h: int, middle: float, tooth: float, edge: str, letters: tuple[str, str]) -> Image.Image:
    """Return two colours divided at the height `middle`, drawn at double size for a smooth line."""
    upper, lower = letters
    tile = Image.new("RGB", (2 * w, 2 * h), lower)
    line: list[tuple[float, float]] = []
    for i in range(math.ceil(w / tooth) + 1):
        longer = 2 if edge == "drip" and i % 3 == 1 else 1
        line += [(2 * tooth * (i + x), 2 * (middle + tooth * y * longer)) for x, y in EDGES[edge]]
    ImageDraw.Draw(tile).polygon([(0, 0), *line, (line[-1][0], 0)], fill=upper)
    return tile.reduce(2)
