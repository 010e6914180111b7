"""The stashes below the path: each player's candy and kids, the ghost to play, and the score at the end."""

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Shape, Sprite, Text
from bot.pictures.boxes import Box, cells, column, gap_box, label, picture, piece, row, with_padding
from bot.pictures.palette import FAINT, GOLD, INK, PAPER, SEATS, WHITE
from cogs.ghosts_love_candy.picture_parts import KID_VALUE, LEAST, WIDTH, candy_with, player_name, seat_sign, values
from engine.ghosts_love_candy.view import StreetView

HEAD = 48  # height of a player's name
CANDY = 40  # height of a line of candy
SORTS = 58, 72  # least and largest width of a sort of candy
GAP = 10  # between two plates


def stashes(view: StreetView, voice: Translator) -> Box:
    """Return the plates in seat order, three side by side; four players stand in two columns."""
    columns = 2 if view.players == 4 else 3
    plates = [stash(view, voice, seat, columns) for seat in range(view.players)]
    crowded = not all(kids_fit_beside(view, seat, columns) for seat in range(view.players))
    high = HEAD + (2 * CANDY + 4 if view.over else CANDY) + (44 if crowded else 8)
    lines = -(-view.players // columns)
    return cells(plates, columns, GAP, h=lines * high + GAP * (lines - 1))


def room_for_candy(view: StreetView, seat: int, columns: int, beside: bool) -> int:
    """Return the width left for a stash's candy; `beside`: with the kids on the same line."""
    kids = len(view.stashes[seat].kids) if beside else 0
    return (WIDTH - GAP * (columns - 1)) // columns - 22 - kids * (KID_VALUE + 6)


def kids_fit_beside(view: StreetView, seat: int, columns: int) -> bool:
    """Return whether the kids of a stash fit behind its candy; at the end, whether there are none."""
    candy, kids = view.stashes[seat].candy, view.stashes[seat].kids
    return not kids or (not view.over and SORTS[0] * len(candy) <= room_for_candy(view, seat, columns, beside=True))


def stash(view: StreetView, voice: Translator, seat: int, columns: int) -> Box:
    """Return a player with the current ghost or the score, the candy, and the kids with what they count."""
    asked = not view.over and seat in view.waiting
    turn, owes = asked and view.active >= 0, asked and view.active < 0
    ink = INK if turn or owes else PAPER
    ends = [picture("crown", 44)] * (seat in view.winners)
    ends.append(score(view, seat, voice) if view.over else playing(view, seat, ink))
    line = row(seat_sign(seat, 44), player_name(voice.names[seat], (36, 34, LEAST), ink), *ends, gap=10)
    body = final_count(view, voice, seat) if view.over else candy_and_kids(view, seat, columns)

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
    wide = min(SORTS[1], room_for_candy(view, seat, columns, beside) // max(len(stash.candy), 1))
    candy = [Box(candy_with(kind, str(n), 34, "num").draw, wide) for kind, n in stash.candy.items()]
    line = row(*candy, kids if beside else gap_box(), h=CANDY)
    return column(line, *([] if beside else [kids]), gap_box())


def final_count(view: StreetView, voice: Translator, seat: int) -> Box:
    """Return each sort of candy with its number times its worth for its owner, the best first, and the kids."""
    stash, candy = view.stashes[seat], []
    for kind, value in view.worth[seat].items():
        n = stash.candy.get(kind, 0)
        said = voice.tr("picture.product", n=n, value=value)
        candy.append(candy_with(kind, said, 34, "soft", "" if n and value else FAINT))
    return column(cells(candy, 3, h=2 * CANDY + 4), values(list(stash.kids.items()), 6), gap_box())


def playing(view: StreetView, seat: int, ink: str) -> Box:
    """Return what a seat has to play: the revealed ghost, a chosen one face down, or the size of the hand."""
    if seat in view.revealed:
        return revealed_ghost(seat, view.revealed[seat])
    if seat in view.chosen:
        return picture("back_ghosts", 52)
    return row(picture("ghost", 44, WHITE), label(str(view.hand_sizes[seat]), "num", ink, 34), gap=4)


def revealed_ghost(seat: int, number: int) -> Box:
    return piece((Sprite(0, 0, 52, "ghost_tall", SEATS[seat]), Text(26, 31, str(number), "big", 50)), 52)


def score(view: StreetView, seat: int, voice: Translator) -> Box:
    return label(voice.name(view.totals[seat]), "num", GOLD if seat in view.winners else "", 44)
