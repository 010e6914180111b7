"""The neighborhood in a picture: the kids with their candy and ghosts."""

from collections.abc import Sequence

from cogs.ghosts_love_candy.in_words import kids_of
from cogs.ui.pictures import Group, Pieces, Shape, Sprite, Text, art, at, grid
from cogs.ui.pictures.looks import BLUE, SEATS, YELLOW
from cogs.ui.pictures.pieces import badge, coin, few, mark, may_be_chosen, plus_more, rule_box
from engine.ghosts_love_candy.cards import Kid
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import GhostView, SpotView, StreetView

CLOSE = 48, 60  # from ghost to ghost, and their size, where there are many


def face_of(kid: str) -> str:
    return art(f"kid_{kid}", "kid_unknown")


def porch(view: StreetView, here: int, chosen: set[str]) -> Group:
    """One of six kids: 368 x 302."""
    spot = view.row[here]
    if not spot.kid:
        return at(0, 0, Shape(0, 0, 368, 302, "slot"))
    card = kids_of(view)[spot.kid]
    words = card.text if 0 < len(card.text) <= 80 else card.short or card.text
    return at(
        0,
        0,
        Shape(0, 0, 368, 302, "card"),
        guarded(spot, 368, 302),
        Sprite(8, 52, 132, face_of(spot.kid)),
        at(10, 186, rule_box(words, 348, 106, box(card))),
        Text(36, 33, card.name, "heading", 228),
        at(266, 8, badge(f"{spot.haunted}/{spot.courage}", 96)),
        at(150, 56, sweets(spot.candy, 208)),
        at(154, 109, haunting(view, spot, 204)),
        shield(spot, 104, 132),
        spot.kid in chosen and may_be_chosen(368, 302),
        at(-10, -10, coin(here + 1, 44)),
    )


def house(view: StreetView, here: int, chosen: set[str], high: int) -> Group:
    """One of eight kids: 275 wide.  At the end the candy left over is gone, and the ghosts take its place."""
    spot = view.row[here]
    if not spot.kid:
        return at(0, 0, Shape(0, 0, 275, high, "slot"))
    card = kids_of(view)[spot.kid]
    return at(
        0,
        0,
        Shape(0, 0, 275, high, "card"),
        guarded(spot, 275, high),
        Sprite(8, 54, 112, face_of(spot.kid)),
        at(10, high - 99, rule_box(card.short or card.text, 255, 90, box(card), 26)),
        Text(36, 33, card.name, "heading", 230),
        at(120, 60, crowd(spot))
        if view.over
        else (
            at(168, 58, badge(f"{spot.haunted}/{spot.courage}", 98, 46)),
            at(116, 108, sweets(spot.candy, 150)),
            at(18, 158, haunting(view, spot, 248)),
        ),
        shield(spot, 78, 118),
        spot.kid in chosen and may_be_chosen(275, high),
        at(-10, -10, coin(here + 1, 44)),
    )


def box(card: Kid) -> str:
    return BLUE if card.box == "blue" else YELLOW


def guarded(spot: SpotView, w: int, h: int) -> Pieces:
    return bool(spot.guard) and Shape(-4, -4, w + 8, h + 8, "safe")


def shield(spot: SpotView, x: int, y: int) -> Pieces:
    return bool(spot.guard) and Sprite(x, y, 48, "shield")


def sweets(candy: Sequence[str], room: int) -> Group:
    """The candy of a kid: a row, closer the fuller; from six on as much as fits, and how many more."""
    piles = sorted(candy, key=CANDIES.index)
    shown, more = (piles, 0) if len(piles) <= 5 else (piles[:4], len(piles) - 4)
    size = 50
    space = room - size - (62 if more else 0)
    step = min(54, space // max(1, len(shown) - 1))
    return at(
        0,
        0,
        [Sprite(i * step, 0, size, f"candy_{piece}") for i, piece in enumerate(shown)],
        at(room - 56, 4, plus_more(more)),
    )


def haunting(view: StreetView, spot: SpotView, room: int) -> Group:
    """The ghosts of a kid, the newest right; of many the newest, after how many more."""
    n, step, size = len(spot.ghosts), 66, 78
    if n > 1 + (room - size + 16) // step:
        step, size = CLOSE
    most = 1 + (room - size + 16) // step
    hidden = n - most + 1 if n > most else 0
    using = any(question.say == "ability" and question.fields["kid"] == spot.kid for question in view.questions)
    return at(
        0,
        78 - size,
        at(0, 10, plus_more(hidden)),
        [
            at((58 if hidden else 0) + i * step, 0, using and last is piece and spark(size), ghost(piece, size))
            for last in spot.ghosts[-1:]
            for i, piece in enumerate(spot.ghosts[hidden:])
        ],
    )


def crowd(spot: SpotView) -> Group:
    """The ghosts of a kid at the end, three in a row."""
    step, size = CLOSE
    shown, more = few(spot.ghosts, 6)
    places = grid(6, 3, 0, 0, step, 66)
    return at(
        0,
        0,
        [at(x, y, ghost(piece, size)) for piece, (x, y) in zip(shown, places, strict=False)],
        at(2 * step - 4, 76, plus_more(more)),
    )


def ghost(piece: GhostView, size: int = 78) -> Group:
    """A ghost with its number, and the mark of its owner at its foot."""
    small = size < 70
    return at(
        0,
        0,
        Sprite(0, 0, size, "ghost", SEATS[piece.seat]),
        Text(size * 44 // 78, size * 51 // 78, str(piece.number), "small" if small else "big", 50),
        at(-8, size - 34, mark(piece.seat, 32 if small else 38)),
    )


def spark(size: int) -> Shape:
    """The white disc behind a ghost that has just arrived."""
    return Shape(-3, -3, size + 6, size + 6, "new")
