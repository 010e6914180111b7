"""Parts of the neighborhood's picture: the kids with their candy and ghosts, and the content of a stash."""

from collections.abc import Sequence

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    fan,
    fits,
    gap_box,
    label,
    name_box,
    on_shape,
    over,
    paragraph,
    picture,
    piece,
    row,
    shape_box,
    text,
    with_outline,
    with_padding,
)
from bot.pictures.palette import BLUE, DANGER, INK, LESS, MORE, PALE, SEATS, WHITE, YELLOW
from bot.pictures.pieces import coin, mark, plus_more, truncate
from cogs.ghosts_love_candy.text import kids_of
from engine.ghosts_love_candy.cards import Kid
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import GhostView, SpotView, StreetView

NEAR = 3  # a kid with this little missing is about to be scared
RULE = 30, 28, 26  # letter sizes of a kid's text


def face_of(kid: str) -> str:
    return art(f"kid_{kid}", "kid_unknown")


def box(card: Kid) -> str:
    return BLUE if card.box == "blue" else YELLOW


# ---- a kid of the row
def porch(view: StreetView, here: int, chosen: set[str], voice: Translator) -> Box:
    """Return a kid: name and courage, portrait and candy, ghosts, text."""
    spot, narrow = view.row[here], len(view.row) > 6
    if not spot.kid:
        return shape_box("slot")
    card, face = kids_of(view)[spot.kid], 74 if narrow else 86
    ghosts = haunting(spot, 50 if narrow else 56)
    brief = narrow and view.over  # no candy is left on it then
    inside = column(
        with_padding(row(kid_name(card, narrow), courage(spot, voice), gap=6, h=46), 4 if narrow else 28, 0, 0, 0),
        row(portrait(spot, face), Box(ghosts.draw) if brief else sweets(spot.candy, narrow), gap=12, h=face),
        *([] if brief else [ghosts]),
        on_shape("box", does(card, 3 if narrow else 2), 12, 0, 8, 0, box(card)),
    )
    looks = ["safe"] * bool(spot.guard) + ["pick"] * (spot.kid in chosen)
    place = Box(lambda w, h: not narrow and at(-10, -10, coin(here + 1, 44)))
    return over(with_outline(on_shape("card", inside, 8, 6, 8, 9), *looks), place)


def kid_name(card: Kid, narrow: bool) -> Box:
    """Return a kid's name, in the same font for all of a row."""
    return (
        name_box(card.name, "labell", 30, 28, card.nick)
        if narrow
        else name_box(card.name, "heading", 32, 28, card.nick)
    )


def courage(spot: SpotView, voice: Translator) -> Box:
    """Return the sum of the ghosts and the kid's courage, red if at most three are missing."""
    near = not spot.guard and spot.haunted >= spot.courage - NEAR
    fill = PALE["sky"] if spot.guard else DANGER if near else PALE["pink"]
    said = voice.tr("picture.haunted", n=spot.haunted, courage=spot.courage)
    return on_shape("chip", label(said, "small", WHITE if near else INK, 32), 14, 0, 14, 0, fill)


def portrait(spot: SpotView, size: int) -> Box:
    shield = bool(spot.guard) and Sprite(size - 34, size - 42, 44, "shield")
    return piece((Sprite(0, 0, size, face_of(spot.kid)), shield), size)


def does(card: Kid, lines: int) -> Box:
    """Return the longest of a kid's three texts that fits."""
    texts = [told for told in (card.text, card.short, card.brief) if told]

    def draw(w: int, h: int) -> Pieces:
        told = next((told for told in texts if fits(told, "S", RULE[-1], w, lines)), texts[-1] if texts else "")
        return paragraph(told, "rule", RULE, lines).draw(w, h)

    return Box(draw)


# ---- candy
def sweets(candy: Sequence[str], narrow: bool) -> Box:
    """Return the sorts of candy on a kid, large if there are few; several of one sort have a number on white."""
    sorts = [kind for kind in CANDIES if kind in candy]
    most = 2 if narrow else 3
    size = 56 if len(sorts) <= most else 42
    shown = [counted_candy(kind, candy.count(kind), size) for kind in sorts]
    return cells(shown, most if len(sorts) <= most else 3) if shown else gap_box()


def counted_candy(kind: str, n: int, size: int) -> Box:
    number = n > 1 and at(size - 20, size - 30, Shape(0, 0, 32, 32, "chip", WHITE), Text(16, 17, str(n), "small", 30))
    return piece((Sprite(0, 0, size, f"candy_{kind}"), number), size)


# ---- ghosts
def haunting(spot: SpotView, size: int) -> Box:
    """Return the ghosts of a kid, the newest on the right and on white; of too many, the first are only counted."""

    def draw(w: int, h: int) -> Pieces:
        most = 1 + (w - 6 - size) // (size - 8)
        hidden = max(len(spot.ghosts) - most, 0)
        hidden += 2 * (hidden > 0)  # the number needs the room of two
        shown = spot.ghosts[hidden:]
        tokens = [(found is spot.ghosts[-1] and fresh(size), ghost(found, size)) for found in shown]
        left = 62 if hidden else 0
        pile = fan(tokens, size, 8).lay(left + 3, 0, w - left - 6, size)
        return at(0, (h - size - 21) // 2, at(0, size // 2 - 10, plus_more(hidden)), pile)

    return Box(draw, h=size + 25)


def ghost(piece: GhostView, size: int) -> Group:
    """Return a ghost with its number and its owner's mark at the foot."""
    foot = 34 if size > 50 else 32
    return at(
        0,
        0,
        Sprite(0, 0, size, "ghost_tall", SEATS[piece.seat]),
        Text(size // 2, size * 58 // 100, str(piece.number), "big", 50),
        at((size - foot) // 2, size + 22 - foot, mark(piece.seat, foot)),
    )


def fresh(size: int) -> Shape:
    """Return the background of the newest ghost."""
    return Shape(-3, -2, size + 6, size + 25, "small-card", WHITE)


# ---- stashes
def candy_count(candy: str, n: int, size: int = 34) -> Box:
    """Return a sort of candy and its number."""
    return row(picture(f"candy_{candy}", size), text(str(n), "num" if n else "zero", size=28), gap=5)


def values(kids: Sequence[tuple[str, int]], gap: int) -> Box:
    """Return the kids of a stash with what each counts; if too many, as many as fit, and the number of the others."""

    def draw(w: int, h: int) -> Pieces:
        shown, more = truncate(kids, (w + gap) // (84 + gap))
        boxes = [kid_with_value(kid, value) for kid, value in shown]
        rest = [piece(plus_more(more), 58, 44)] if more else []
        return row(row(*boxes, *rest, gap=gap), gap_box()).draw(w, h)

    return Box(draw, h=48)


def kid_with_value(kid: str, value: int) -> Box:
    fill, ink = (PALE["pink"], LESS) if value < 0 else (PALE["green"], MORE if value else INK)
    inner = row(picture(face_of(kid), 38), text(format_signed(value), "headingm", ink, 28), gap=0)
    return Box(on_shape("tab", inner, 3, 0, 5, 0, fill).draw, 84, 44)
