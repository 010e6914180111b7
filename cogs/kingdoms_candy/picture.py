"""The pictures of Kingdom's Candy: the Kingdom above, the villains below; one villain's cards; one card."""

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    gap_box,
    over,
    picture,
    piece,
    row,
    shape_box,
    text_width,
    with_padding,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import INK, KINGDOM, PAPER
from bot.pictures.pieces import short_names
from cogs.kingdoms_candy.picture_parts import (
    ART,
    LEAST,
    NORMAL,
    SHORT,
    WHOLE,
    counters,
    for_sale,
    head,
    in_play,
    line,
    outlook_box,
    rounds,
    seat_mark,
    tray,
    words_box,
)
from cogs.kingdoms_candy.text import cards_of, now
from engine.actions import parts_of
from engine.kingdoms_candy.view import KingdomView

GAP = 14
SIZES = {
    "mon_": (*ART, 300),
    "abi_": (*ART, 300),
    "event_": (32, 40, 300),
    "event_first-player": (36,),
    "when_": (36, 48, 56, 84, 112),
    "kc_": (32, 44, 50, 56, 60),
    "sugar_cube": (36, 40, 48, 50, 60),
    "feed": (40, 46, 50, 60),
    "candy_token": (40,),
    "black_cube": (40,),
    "crown": (44,),
    "seat_": (46, 56),
}
CALLOUTS = (
    Callout("sprite:sugar_cube", "price"),
    Callout("sprite:feed", "hunger", 1),
    Callout("sprite:kc_.*", "value", 4),
    Callout("sprite:when_.*", "ability", 1),
    Callout("shape:ring", "round"),
    Callout("shape:box", "black-candy", -1),
    Callout("words:(?i)in.all|gesamt", "total"),
    Callout("sprite:feed", "appetite", 3),
)


# ---- the table
def table(view: KingdomView, voice: Translator) -> Scene:
    """Draw the cards for sale, the rounds and the players' cards, in two columns.

    An odd number of players leaves a place for the rounds; else they are a strip.
    """
    note = voice.tr("picture.note", round=view.round, now=now(view, voice.with_names(short_names(voice.names))))
    seats = [villain(view, voice, seat) for seat in range(view.players)]
    each, tall = {2: (WHOLE, 290), 3: (WHOLE, 236), 4: (WHOLE, 184), 5: (SHORT, 184)}[view.players]
    market = cells(kingdom(view, voice), 2, GAP, h=3 * each + 2 * GAP)
    strips = [] if view.players % 2 else [strip(view, voice)]
    places = seats if strips else [*seats, corner(view, voice)]
    rows = len(places) // 2
    body = column(market, *strips, cells(places, 2, GAP, h=tall * rows + GAP * (rows - 1)), gap=GAP)
    return Scene.of(116 + body.h + 18, KINGDOM, head(voice.tr("picture.title"), note), body.lay(30, 116, 1140))


def kingdom(view: KingdomView, voice: Translator) -> list[Box]:
    """Return the cards for sale, Monsters left and Abilities right, at the active player's price.

    Those that can be bought now are outlined.
    """
    deck, can = cards_of(view), buyable(view)
    prices = view.villains[view.active].prices

    def sale(name: str) -> Box:
        if not name:
            return shape_box("slot")
        return for_sale(deck[name], voice, prices.get(name, deck[name].cost), name in can)

    pairs = zip(view.monsters.row, view.abilities.row, strict=True)
    return [sale(name) for pair in pairs for name in pair]


def buyable(view: KingdomView) -> set[str]:
    """Return the cards for sale that may be named now; empty if all of them may."""
    named = {part for question in view.questions for option in question.options or () for part in parts_of(option)}
    row = {name for name in (*view.monsters.row, *view.abilities.row) if name}
    return named & row if not row <= named else set()


def stock(view: KingdomView) -> Box:
    """Return the sugar left in the Kingdom."""
    return row(picture("sugar_cube", 48), words_box(str(view.sugar), "num", 38), gap=8)


def strip(view: KingdomView, voice: Translator) -> Box:
    """Return the remaining sugar, the rounds, and whether Black Candy comes in this one."""
    inside = row(stock(view), rounds(view, 38), outlook_box(view, voice), gap=18)
    return Box(over(shape_box("plate"), with_padding(inside, 14, 6, 8, 6)).draw, h=92)


def corner(view: KingdomView, voice: Translator) -> Box:
    """Return the same in the place of a player."""
    told = [gap_box(), stock(view), gap_box()] if view.over else [stock(view), outlook_box(view, voice)]
    upper = row(*told, gap=14, h=84)

    def draw(w: int, h: int) -> Pieces:
        high = h > 220
        places = rounds(view, 46, 6) if high else rounds(view, 38)
        inside = column(upper, row(gap_box(), places, gap_box()), gap=6)
        return over(shape_box("plate"), with_padding(inside, 14, 10, 10, 8)).draw(w, h)

    return Box(draw)


# ---- a villain
def villain(view: KingdomView, voice: Translator, seat: int) -> Box:
    """Return a player with the present total, the counters and the Monsters."""
    deck, mine = cards_of(view), view.villains[seat]
    turn = seat == view.active and not view.over

    def draw(w: int, h: int) -> Pieces:
        top = 112 if h > 200 else 106
        tall = h - top - 10
        kept = [tray(deck, mine.kept, tall)] if mine.kept else []
        things = row(in_play(deck, mine.monsters), *kept, gap=10)
        return (
            Shape(0, 0, w, h, "plate"),
            turn and Shape(0, 0, w, 58, "ribbon"),
            turn and Shape(-4, -4, w + 8, h + 8, "halo"),
            title(view, voice, seat, turn, w - 26).lay(12, 0, w - 26, 58),
            counters(mine, w - 24, over=view.over).lay(12, top - 48, 0, 44),
            things.lay(12, top, w - 24, tall),
        )

    return Box(draw)


def title(view: KingdomView, voice: Translator, seat: int, turn: bool, room: int) -> Box:
    """Return mark and name, the First Player's card or the winner's crown, and the total, in words if there is room."""
    ink, name = INK if turn else PAPER, voice.names[seat]
    total = words_box(str(view.villains[seat].total).replace("-", "−"), "num", 44, ink)
    signs = [picture("crown", 44)] * (seat in view.winners)
    card = over(shape_box("cell"), picture("event_first-player", 36), w=44, h=44)
    signs += [card] * (seat == view.first and not view.over)
    words = words_box(voice.tr("picture.in-all"), "clause", NORMAL, ink)
    rest = room - 46 - total.w - 54 * len(signs) - 20
    in_words = [words] * (text_width(name, "name", LEAST) <= rest - words.w - 10)
    return row(piece(seat_mark(seat), 46), line(name, "name", 36, ink), *signs, *in_words, total, gap=10)
