"""Write the drawings of dice, playing cards, cups, cubes, pawns and coins: ``python -m tools.pieces``.

They are in `bot/pictures/art`, so that any game can use them; then ``python -m tools.gallery`` lists them.
"""

from collections.abc import Iterator
from pathlib import Path

from bot.pictures.drawings import ROOT
from bot.pictures.palette import HUES, INK, PAPER

ART = ROOT / "bot" / "pictures" / "art"
RED = HUES["red"][1]
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white", "liquorice")
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}  # places on a die: a to i in three rows
SUITS = {  # colour and shape, 100 by 100
    "heart": (RED, "M50 94C20 70 4 54 4 31Q4 6 27 6Q44 6 50 24Q56 6 73 6Q96 6 96 31C96 54 80 70 50 94Z"),
    "diamond": (RED, "M50 2L90 50L50 98L10 50Z"),
    "spade": (
        INK,
        "M50 4C58 24 96 42 96 64Q96 82 78 82Q64 82 56 72L64 98H36L44 72Q36 82 22 82Q4 82 4 64C4 42 42 24 50 4Z",
    ),
    "club": (INK, "M50 2A22 22 0 0 1 68 37A22 22 0 1 1 56 70L64 98H36L44 70A22 22 0 1 1 32 37A22 22 0 0 1 50 2Z"),
}
RANKS = {  # strokes, 100 by 140
    "a": "M8 138L50 4L92 138M24 94H76",
    "2": "M12 40Q12 4 50 4Q88 4 88 40Q88 64 12 136H92",
    "3": "M14 6H84L46 56Q90 56 90 96Q90 138 48 138Q18 138 8 110",
    "4": "M68 138V4L8 98H94",
    "5": "M84 4H24L18 64Q34 50 52 50Q90 50 90 94Q90 138 48 138Q20 138 8 114",
    "6": "M76 4Q14 44 12 96M50 54A40 42 0 1 0 50.1 54",
    "7": "M10 4H90L40 138",
    "8": "M50 4A34 32 0 1 0 50.1 4M50 66A41 36 0 1 0 50.1 66",
    "9": "M24 138Q86 98 88 46M50 88A40 42 0 1 0 49.9 88",
    "10": "M4 24L20 6V138M76 4Q44 4 44 71Q44 138 76 138Q108 138 108 71Q108 4 76 4",
    "j": "M72 4V98Q72 138 42 138Q14 138 10 106",
    "q": "M50 4Q8 4 8 71Q8 138 50 138Q92 138 92 71Q92 4 50 4M60 100L94 142",
    "k": "M16 4V138M84 4L16 84M40 58L88 138",
}


def drawings() -> Iterator[tuple[str, str, str]]:
    """Yield each drawing's name, title and content."""
    for number, places in PIPS.items():
        spots = [divmod("abcdefghi".index(place), 3) for place in places]
        pips = "".join(f'<circle cx="{68 + 60 * x}" cy="{68 + 60 * y}" r="22" fill="{INK}"/>' for y, x in spots)
        yield f"die-{number}", f"Die with {number}", _rect(18, 18, 220, 220, 44, PAPER) + pips
    card = _rect(38, 6, 180, 244, 24, PAPER)
    for suit, (colour, shape) in SUITS.items():
        yield f"suit-{suit}", suit.capitalize(), _moved(_path(shape, colour), 18, 18, 2.2)
        for rank, strokes in RANKS.items():
            sign = _moved(_path(strokes, "none", colour, 21), 60, 30, 0.8)
            title = f"{suit.capitalize()} {rank.upper()}"
            yield f"{suit}-{rank}", title, card + sign + _moved(_path(shape, colour), 114, 146, 0.9)
    light, main, _ = HUES["blue"]
    back = _path("M66 34H190V222H66Z", main) + _path("M128 62L172 128L128 194L84 128Z", light)
    yield "card-back", "Card, face down", card + back
    _, main, shade = HUES["brown"]
    cup = _path("M44 232L72 34Q74 22 86 22H170Q182 22 184 34L212 232Z", main, INK, 10)
    yield "cup", "Cup", cup + _path("M56 190H200", "none", shade, 14)
    _, main, shade = HUES["gold"]
    coin = _path("M128 22A106 106 0 1 0 128.1 22Z", main, INK, 10)
    yield "coin", "Coin", coin + _path("M128 58A70 70 0 1 0 128.1 58Z", "none", shade, 12)
    for name in COLOURS:
        light, main, shade = HUES[name]
        sides = _path("M128 18L228 74L128 130L28 74Z", light) + _path("M28 74L128 130V238L28 182Z", main)
        outline = _path("M128 18L228 74V182L128 238L28 182V74Z", "none", INK, 10)
        yield f"cube-{name}", f"Cube, {name}", sides + _path("M228 74L128 130V238L228 182Z", shade) + outline
        pawn = "M128 20A46 46 0 0 1 156 102L200 204Q206 236 180 236H76Q50 236 56 204L100 102A46 46 0 0 1 128 20Z"
        yield f"pawn-{name}", f"Pawn, {name}", _path(pawn, main, INK, 10)


def _path(shape: str, fill: str, stroke: str = "none", width: int = 10) -> str:
    line = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{width}"'
    return f'<path d="{shape}" fill="{fill}"{line}/>'


def _rect(x: int, y: int, w: int, h: int, corner: int, fill: str) -> str:
    look = f'fill="{fill}" stroke="{INK}" stroke-width="10"'
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{corner}" {look}/>'


def _moved(content: str, x: int, y: int, scale: float) -> str:
    return f'<g transform="translate({x} {y}) scale({scale})">{content}</g>'


def write(folder: Path = ART) -> None:
    """Write every drawing into a folder."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256"'
    for name, title, content in drawings():
        text = f'{head} stroke-linejoin="round" stroke-linecap="round">\n <title>{title}</title>\n {content}\n</svg>\n'
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
