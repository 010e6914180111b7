"""Parts of the neighborhood's pictures: the path with its kids, what haunts them, and the stashes."""

from collections.abc import Callable, Sequence

from bot.i18n.fitting import LETTERS, format_signed
from bot.i18n.translator import Translator
from bot.pictures import MAX_HEIGHT, Group, Pieces, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    fan,
    first_fitting,
    gap_box,
    label,
    on_shape,
    picture,
    piece,
    row,
    shape_box,
    text,
    text_width,
    with_outline,
    with_padding,
)
from bot.pictures.fonts import fit_text
from bot.pictures.palette import BLUE, FAINT, GHOSTS, GOLD, INK, LESS, MORE, PALE, PAPER, SEATS, TEXTS, WHITE, YELLOW
from bot.pictures.pieces import mark, truncate
from cogs.ghosts_love_candy.text import Focus, focus_of
from engine.ghosts_love_candy.cards import Kid
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import GhostView, SpotView, StreetView

MIN_TEXT = 33  # smallest letters: 11 px on a phone, which shows a third of the size
PATH = 66  # width of the path on the left, with the kids' numbers
LEFT, WIDTH, TOP, BOTTOM = 24, 1152, 110, 14  # of everything below the head
GAP = 6  # between two kids
NEIGHBOUR = PALE["green"]  # a neighbour of the kid whose ability asks for one
PORTRAIT_SIZES = 88, 78, 66  # sizes of portraits
GHOST_WIDTH = 58  # width of a ghost on a kid
KID_VALUE = 96  # width of a kid of a stash


def head(title: str, note: str) -> Group:
    """Return the head band: `title` left, `note` right, both in letters that a phone can show."""
    room = 1098 - min(text_width(title, "title"), max(1098 - text_width(note, "note", MIN_TEXT), 400))
    return at(
        0,
        0,
        fitted([title], "title", (42, 38, 34, MIN_TEXT)).lay(36, 9, 1098 - room, 56),
        fitted([note], "note", (34, MIN_TEXT)).lay(1164 - room, 9, room, 56),
    )


def face_of(kid: str) -> str:
    return art(f"kid_{kid}", "kid_unknown")


def box(card: Kid) -> str:
    return BLUE if card.box == "blue" else YELLOW


# ---- words
def fitted(ways: Sequence[str], style: str, sizes: Sequence[int], colour: str = "") -> Box:
    """Return the first of `ways` that fits at the smallest of `sizes`, as large as possible; else the last, cut."""

    def draw(w: int, h: int) -> Pieces:
        fitting = next((way for way in ways if text_width(way, style, sizes[-1]) <= w), ways[-1])
        size = next((size for size in sizes if text_width(fitting, style, size) <= w), sizes[-1])
        return text(fit_text(fitting, TEXTS[style].face, size, w, size)[0], style, colour, size).draw(w, h)

    return Box(draw)


def player_name(name: str, sizes: Sequence[int], colour: str = "") -> Box:
    """Return a player's name; a long one is its first word."""
    return fitted([name, *name.split()[:1]], "name", sizes, colour)


def kid_name(card: Kid, sizes: Sequence[int]) -> Box:
    return fitted([card.name, card.nick or card.name.split()[-1]], "heading", sizes)


def seat_sign(seat: int) -> Box:
    """Return a seat's mark with a letter that a phone can show."""
    return piece(mark(seat, 44, letter=MIN_TEXT), 44)


# ---- the path
def street(view: StreetView, home: Callable[[int], Box], h: int) -> Box:
    """Return the row along a path, the kid nearest the Kid deck on top: kids one above the other are neighbours."""
    focus, places, pitch = focus_of(view), range(len(view.row)), h + GAP

    def draw(width: int, height: int) -> Pieces:
        links = [min(here, focus.place) for here in focus.neighbours]
        return [
            Shape(17, -26, 22, pitch * places[-1] + h // 2 + 26, "lane", GHOSTS.accent),
            [Shape(11, here * pitch + h // 2, 34, pitch, "lane", GOLD) for here in links],
            [
                at(2, here * pitch + h // 2 - 26, number_coin(here, focus.place < 0 or abs(here - focus.place) < 2))
                for here in places
            ],
            [at(PATH, here * pitch, kid_card(view, here, focus, home(here)).draw(width - PATH, h)) for here in places],
        ]

    return Box(draw, h=len(places) * pitch - GAP)


def number_coin(here: int, lit: bool = True) -> Group:
    """Return a kid's number on the path, pale if the question is about others."""
    return at(0, 0, Shape(0, 0, 52, 52, "coin", "" if lit else PAPER), Text(26, 27, str(here + 1), "big", 40))


def kid_card(view: StreetView, here: int, focus: Focus, inside: Box) -> Box:
    """Return a kid's card around `inside`: tinted if it's a relevant neighbour, outlined if protected or selectable."""
    spot = view.row[here]
    if not spot.kid:
        return shape_box("slot")
    looks = ["safe"] * bool(spot.guard) + ["pick"] * (spot.kid in focus.choices)
    return with_outline(on_shape("card", inside, 8, 4, 12, 5, NEIGHBOUR if here in focus.neighbours else ""), *looks)


def kid_height(view: StreetView, most: int, below: int) -> int:
    """Return the height of a kid if everything below the path is this high."""
    return min(most, (MAX_HEIGHT - TOP - BOTTOM - below + GAP) // len(view.row) - GAP)


def portrait(spot: SpotView, height: int) -> Box:
    """Return the face, as large as a kid of this height has room for, and what protects it."""
    size = next(size for size in PORTRAIT_SIZES if size <= max(height - 9, PORTRAIT_SIZES[-1]))
    shield = bool(spot.guard) and Sprite(size - 32, size - 40, 40, "shield")
    return piece((Sprite(0, 0, size, face_of(spot.kid)), shield), size)


def two_lines(upper: Box, lower: Box, h: int, w: int = 0) -> Box:
    """Return two lines; the upper is drawn last, so that the lower doesn't cover its letters."""
    return Box(lambda width, height: [lower.lay(0, height - h, width, h), upper.lay(0, 0, width, height - h)], w)


def sizes_of(height: int) -> tuple[int, ...]:
    """Return the sizes of letters on a kid of this height."""
    return (36, 34, MIN_TEXT) if height > 90 else (34, MIN_TEXT)


def rule(card: Kid, w: int, h: int, sizes: Sequence[int]) -> Box:
    """Return the longest of a kid's three texts that fits on one line, in its box, without a full stop."""
    ways = [way.removesuffix(".") for way in (card.text, card.short, card.brief) if way] or [""]
    return on_shape("box", fitted(ways, "labell", sizes), 8, 0, 6, 0, box(card)).sized(w, h)


# ---- candy
def candy_pile(candy: Sequence[str], room: int, sizes: Sequence[tuple[int, int]]) -> Box:
    """Return the sorts of candy on a kid, several of one with their number, in the first size and gap that fit."""
    counts = {kind: candy.count(kind) for kind in CANDIES if kind in candy}
    ways = [
        row(*(candy_with(kind, str(n) if n > 1 else "", size, "heading") for kind, n in counts.items()), gap=gap)
        for size, gap in sizes
    ]
    return first_fitting(ways, room)


def candy_with(kind: str, words: str, size: int, style: str, colour: str = "") -> Box:
    """Return a sort of candy and, if any, the words behind it."""
    icon = picture(f"candy_{kind}", size)
    return row(icon, label(words, style, colour, MIN_TEXT), gap=3) if words else icon


# ---- ghosts
def haunting(spot: SpotView, h: int) -> Box:
    """Return the ghosts of a kid, the newest on the right and on white; of too many, the first are only counted."""
    size, step = GHOST_WIDTH, GHOST_WIDTH + 2

    def draw(width: int, height: int) -> Pieces:
        most = 1 + (width - 6 - size) // step
        hidden = max(len(spot.ghosts) - most, 0)
        hidden += hidden > 0  # the number needs the room of one
        visible = spot.ghosts[hidden:]
        newest = Shape(-3, (height - size) // 2 - 4, size + 6, size + 8, "small-card", WHITE)
        tokens = [(piece is spot.ghosts[-1] and newest, ghost(piece, size, height)) for piece in visible]
        used = min((len(visible) - 1) * step + size, width)
        more = hidden > 0 and at(width - used - 67, height // 2 - 21, more_of(hidden))
        return more, fan(tokens, size, 2).lay(width - used - 3, (size - height) // 2, used, height) if tokens else None

    return Box(draw, h=h)


def ghost(piece: GhostView, size: int, height: int) -> Group:
    """Return a ghost with its owner's letter and its number."""
    lettering = f"{LETTERS[piece.seat]}{piece.number}"
    top = (height - size) // 2
    return at(
        0,
        0,
        Sprite(0, top, size, "ghost_tall", SEATS[piece.seat]),
        Text(size // 2, top + size * 60 // 100, lettering, "big", size, "", MIN_TEXT),
    )


def more_of(n: int) -> Group:
    """Return the number of things that don't fit."""
    return at(0, 0, Shape(0, 0, 58, 42, "chip"), Text(29, 22, f"+{n}", "small", 52, "", MIN_TEXT))


# ---- stashes
def values(kids: Sequence[tuple[str, int]], gap: int) -> Box:
    """Return the kids of a stash with what each counts; if too many, as many as fit, and the number of the others."""

    def draw(w: int, height: int) -> Pieces:
        fitting, more = truncate(kids, (w + gap) // (KID_VALUE + gap))
        boxes = [kid_with_value(kid, value) for kid, value in fitting]
        rest = [piece(more_of(more), 58, 42)] if more else []
        return row(*boxes, *rest, gap_box(), gap=gap).draw(w, height)

    return Box(draw, h=42)


def kid_with_value(kid: str, value: int) -> Box:
    fill, ink = (PALE["pink"], LESS) if value < 0 else (PALE["green"], MORE if value else INK)
    inner = row(picture(face_of(kid), 38), text(format_signed(value), "headingm", ink, MIN_TEXT), gap=0)
    return on_shape("tab", inner, 4, 0, 5, 0, fill).sized(KID_VALUE, 40)


# ---- the stashes below the path: candy and kids, the ghost to play, and the score at the end
HEAD = 48  # height of a player's name
CANDY = 40  # height of a line of candy
CANDY_WIDTHS = 58, 72  # least and largest width of a sort of candy
PLATE_GAP = 10  # between two plates


def stashes(view: StreetView, translator: Translator) -> Box:
    """Return the plates in seat order, three side by side; four players stand in two columns."""
    columns = 2 if view.players == 4 else 3
    plates = [stash(view, translator, seat, columns) for seat in range(view.players)]
    crowded = not all(kids_fit_beside(view, seat, columns) for seat in range(view.players))
    high = HEAD + (2 * CANDY + 4 if view.over else CANDY) + (44 if crowded else 8)
    lines = -(-view.players // columns)
    return cells(plates, columns, PLATE_GAP, h=lines * high + PLATE_GAP * (lines - 1))


def room_for_candy(view: StreetView, seat: int, columns: int, beside: bool) -> int:
    """Return the width left for a stash's candy. `beside` says that the kids are on the same line."""
    kids = len(view.stashes[seat].kids) if beside else 0
    return (WIDTH - PLATE_GAP * (columns - 1)) // columns - 22 - kids * (KID_VALUE + 6)


def kids_fit_beside(view: StreetView, seat: int, columns: int) -> bool:
    """Return True if a stash's kids fit behind its candy; at the end only if there are none."""
    candy, kids = view.stashes[seat].candy, view.stashes[seat].kids
    return not kids or (
        not view.over and CANDY_WIDTHS[0] * len(candy) <= room_for_candy(view, seat, columns, beside=True)
    )


def stash(view: StreetView, translator: Translator, seat: int, columns: int) -> Box:
    """Return a player with the current ghost or the score, the candy, and the kids with what they count."""
    asked = not view.over and seat in view.waiting
    turn, owes = asked and view.active >= 0, asked and view.active < 0
    ink = INK if turn or owes else PAPER
    ends = [picture("crown", 44)] * (seat in view.winners)
    ends.append(score(view, seat, translator) if view.over else playing(view, seat, ink))
    line = row(seat_sign(seat), player_name(translator.names[seat], (36, 34, MIN_TEXT), ink), *ends, gap=10)
    body = final_count(view, translator, seat) if view.over else candy_and_kids(view, seat, columns)

    def draw(w: int, h: int) -> Pieces:
        return [
            Shape(0, 0, w, h, "plate"),
            with_padding(body, 12, 0, 10, 0).lay(0, HEAD, w, h - HEAD),
            (turn or owes) and Shape(0, 0, w, HEAD, "ribbon"),
            line.lay(8, 0, w - 20, HEAD),
            turn and Shape(-4, -4, w + 8, h + 8, "halo"),
        ]

    return Box(draw)


def candy_and_kids(view: StreetView, seat: int, columns: int) -> Box:
    """Return the sorts of candy in a stash with their numbers, and behind or below them the kids."""
    stash, kids = view.stashes[seat], values(list(view.stashes[seat].kids.items()), 6)
    beside = kids_fit_beside(view, seat, columns)
    wide = min(CANDY_WIDTHS[1], room_for_candy(view, seat, columns, beside) // max(len(stash.candy), 1))
    candy = [candy_with(kind, str(n), 34, "num").sized(wide) for kind, n in stash.candy.items()]
    line = row(*candy, kids if beside else gap_box(), h=CANDY)
    return column(line, *([] if beside else [kids]), gap_box())


def final_count(view: StreetView, translator: Translator, seat: int) -> Box:
    """Return each sort of candy with its number times its worth for its owner, the best first, and the kids."""
    stash, candy = view.stashes[seat], []
    for kind, value in view.worth[seat].items():
        n = stash.candy.get(kind, 0)
        product = translator.tr("picture.product", n=n, value=value)
        candy.append(candy_with(kind, product, 34, "soft", "" if n and value else FAINT))
    return column(cells(candy, 3, h=2 * CANDY + 4), values(list(stash.kids.items()), 6), gap_box())


def playing(view: StreetView, seat: int, ink: str) -> Box:
    """Return the seat's revealed ghost, a face-down one if it has chosen, or the size of its hand."""
    if seat in view.revealed:
        number = Text(26, 31, str(view.revealed[seat]), "big", 50)
        return piece((Sprite(0, 0, 52, "ghost_tall", SEATS[seat]), number), 52)
    if seat in view.chosen:
        return picture("back_ghosts", 52)
    return row(picture("ghost", 44, WHITE), label(str(view.hand_sizes[seat]), "num", ink, 34), gap=4)


def score(view: StreetView, seat: int, translator: Translator) -> Box:
    return label(translator.name(view.totals[seat]), "num", GOLD if seat in view.winners else "", 44)
