"""The pictures of Ghosts Love Candy: the street at night with its kids and the stashes."""

from bot.i18n.translator import Translator
from bot.pictures import Scene, Sprite, Text, at
from bot.pictures.boxes import Box, cells, column, gap_box, label, on_shape, picture, piece, row, text, with_padding
from bot.pictures.palette import FAINT, GHOSTS, GOLD, PALE, SEATS, WHITE
from bot.pictures.pieces import Seat, badge, band, card_scene, seat_plate, short_names, tab
from cogs.ghosts_love_candy.picture_hand import candy_on_coin
from cogs.ghosts_love_candy.picture_parts import box, candy_count, face_of, porch, values
from cogs.ghosts_love_candy.text import now
from engine.decks import Card
from engine.ghosts_love_candy import actions
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import StreetView

SIZES = {
    "kid_": (110, 86, 78, 74, 38, 300),
    "candy_": (56, 50, 42, 38, 34, 32, 76),
    "love": (34, 56, 200),
    "shield": (44,),
    "back_ghosts": (52,),
    "crown": (44,),
    "seat_": (46, 40, 38, 34, 32),
    "ghost": (44,),
}
SORT = 58  # width of a sort of candy with its number


# ---- the table
def table(view: StreetView, voice: Translator) -> Scene:
    """Draw the street above, the kid nearest the Kid deck first, and the stashes below, in seat order."""
    head = band(voice.tr("picture.title"), now(view, voice.with_names(short_names(voice.names))), room=690)
    many, chosen = len(view.row) > 6, choosable(view)
    kids = [porch(view, here, chosen, voice) for here in range(len(view.row))]
    stashes = [stash(view, voice, seat, many) for seat in range(view.players)]
    columns = 3 if many else view.players
    tall = stash_height(view, many)
    lines = -(-view.players // columns)
    body = column(
        cells(kids, 4 if many else 3, 16, h=600 if not many else 460 if view.over else 606),
        cells(stashes, columns, 14, h=lines * tall + 14 * (lines - 1)),
        gap=16,
    )
    return Scene.of(114 + body.h + 14, GHOSTS, head, body.lay(30, 114, 1140))


def choosable(view: StreetView) -> set[str]:
    """Return the kids of the row that may be named now; empty if all of them may."""
    named = {
        kid
        for question in view.questions
        if question.say in ("haunt", "ability")
        for option in question.options or ()
        for part in actions.parse_ability(option)
        for kid in actions.parse_pair(part)
    }
    kids = {spot.kid for spot in view.row if spot.kid}
    return named & kids if not kids <= named else set()


# ---- the stashes
def stash_height(view: StreetView, many: bool) -> int:
    """Return the height that fits the fullest stash."""
    if not many:
        return 150 + 50 * any(stash.kids for stash in view.stashes)
    crowded = any(not kids_fit_beside(view, seat) for seat in range(view.players))
    return 96 + 24 * view.over + 44 * crowded


def kids_fit_beside(view: StreetView, seat: int) -> bool:
    """Return whether the kids of a stash fit behind its candy, with five or six players."""
    stash = view.stashes[seat]
    return SORT * len(sorts(view, seat)) + 88 * len(stash.kids) <= 350


def sorts(view: StreetView, seat: int) -> list[str]:
    """Return the sorts of candy on a plate: those owned; every sort if there is room, or at the end."""
    if view.over:
        return list(view.worth[seat])
    return list(view.stashes[seat].candy) if len(view.row) > 6 else CANDIES


def stash(view: StreetView, voice: Translator, seat: int, many: bool) -> Box:
    """Return a player with the current ghost or the score, the candy, and the kids with what they count."""
    asked = not view.over and seat in view.waiting
    who = Seat(seat, voice.names[seat], turn=asked and view.active >= 0, owes=asked and view.active < 0)
    ends = [picture("crown", 44)] * (seat in view.winners)
    ends.append(score(view, seat, voice) if view.over else playing(view, who))
    kids = list(view.stashes[seat].kids.items())
    candy = [sort(view, voice, seat, kind) for kind in sorts(view, seat)]
    if not many:
        inside = column(cells(candy, 3, h=80), *([values(kids, 2)] if kids else []), gap_box(), gap=2)
        return seat_plate(who, ends, with_padding(inside, 10, 2, 8, 4))
    high = 66 if view.over else 42
    candy = [Box(one.draw, SORT) for one in candy]
    inside = (
        row(*candy, gap_box() if not kids else values(kids, 4), h=high)
        if kids_fit_beside(view, seat)
        else column(row(*candy, gap_box(), h=high), values(kids, 4))
    )
    return seat_plate(who, ends, with_padding(column(inside, gap_box()), 10, 0, 8, 0), 50, 40)


def sort(view: StreetView, voice: Translator, seat: int, candy: str) -> Box:
    """Return the number of a sort; at the end, times its worth for its owner."""
    n = view.stashes[seat].candy.get(candy, 0)
    if not view.over:
        return candy_count(candy, n)
    value = view.worth[seat][candy]
    said, ink = voice.tr("picture.product", n=n, value=value), "" if n and value else FAINT
    if len(view.row) > 6:
        return column(picture(f"candy_{candy}", 34), text(said, "softm", ink))
    return row(picture(f"candy_{candy}", 34), text(said, "soft", ink), gap=3)


def playing(view: StreetView, who: Seat) -> Box:
    """Return what a seat has to play: the revealed ghost, a chosen one face down, or the size of the hand."""
    if who.number in view.revealed:
        return revealed_ghost(who.number, view.revealed[who.number])
    if who.number in view.chosen:
        return picture("back_ghosts", 52)
    return row(picture("ghost", 44, WHITE), label(str(view.hand_sizes[who.number]), "num", who.ink), gap=4)


def revealed_ghost(seat: int, number: int) -> Box:
    return piece((Sprite(0, 0, 52, "ghost_tall", SEATS[seat]), Text(26, 31, str(number), "big", 50)), 52)


def score(view: StreetView, seat: int, voice: Translator) -> Box:
    return label(voice.name(view.totals[seat]), "num", GOLD if seat in view.winners else "", 44)


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    """Draw a kid or a Love card."""
    if isinstance(card, Love):
        worth = cells([candy_on_coin(candy, value, 76) for candy, value in card.values.items()], 3)
        inside = row(picture("love", 200), worth, gap=60)
        return Scene.of(
            400,
            GHOSTS,
            band(card.name, voice.tr("picture.love-card")),
            on_shape("card", inside, 30, 10, 30, 10, PALE["pink"]).lay(30, 122, 1140, 250),
        )
    assert isinstance(card, Kid)
    return card_scene(
        GHOSTS,
        card.name,
        voice.tr("picture.blue-box" if card.box == "blue" else "picture.yellow-box"),
        face_of(card.id),
        box(card),
        [
            badge(voice.tr("picture.courage", n=card.courage), 190, 56),
            at(44, 0, tab(voice.tr("picture.tie", n=card.tie), 150, 56)),
            at(48, 0, tab(voice.tr("picture.in-a-stash", n=card.stash), 210, 56)),
        ],
        card.text or card.short,
    )
