"""Drawings of Kingdom's Candy: signs, a card as a row, Monsters in play, counters, the rounds.

No text is smaller than `MIN_TEXT`, which is 11 pixels on a phone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    column,
    first_fitting,
    gap_box,
    label,
    on_shape,
    over,
    picture,
    piece,
    row,
    shape_box,
    text_width,
    with_padding,
)
from bot.pictures.fonts import fit_text
from bot.pictures.palette import BLUE, DANGER, FAINT, GOOD, INK, MORE, PALE, PLUS, SKY, TEXTS, USED, WHITE, YELLOW
from bot.pictures.pieces import may_be_chosen, truncate
from cogs.kingdoms_candy.text import cards_of, forecast, outlook
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.events import EVENTS_PER_PILE
from engine.kingdoms_candy.view import KingdomView, MonsterView, VillainView

Cards = Mapping[str, KingdomCard]
TileLook = Literal["row", "low", "beside", "narrow", "corners", "below"]
MIN_TEXT = 33  # the smallest text: 11 pixels on a phone, which shows a third of the size
NORMAL = 34
ART = (36, 44, 56, 68, 84, 98, 112)  # sizes of cards' drawings
SINK = {"red": 0.02, "blue": 0.16, "green": 0.02}  # how far below the middle a number is on a candy
SIGN, CANDY = 50, 56  # sizes of a number on a sign, and on a candy
NARROWEST, NARROWEST_LOW, WIDEST = 64, 82, 178  # widths of a Monster with its appetite below its art, or right of it
WHOLE, SHORT, NAME = 128, 98, 54  # heights of a card as a row: with its moment in words, without, its name only


def does(card: KingdomCard, translator: Translator) -> str:
    """Return what a card does; its symbol shows when."""
    if card.verb == "halve" and card.n != 2:
        return translator.tr("picture.does-halve-part", n=card.n)
    return translator.tr(f"picture.does-{card.verb}", n=card.n, colour=card.colour)


def likeness(card: KingdomCard) -> str:
    """Return a card's drawing, or a substitute for an operator's own card."""
    kind = "abi" if card.kind == "ability" else "mon"
    return art(f"{kind}_{card.id}", f"when_{card.moment}" if kind == "abi" else "mon_unknown")


def tint(card: KingdomCard) -> str:
    return PALE[card.colour or "yellow"]


def largest(room: int) -> int:
    """Return the largest size of a drawing that fits, of the few sizes that are rendered in advance."""
    return max((size for size in ART if size <= room), default=ART[0])


# ---- text
def line(words: str, style: str, size: int = NORMAL, colour: str = "") -> Box:
    """Return one line that shrinks to `MIN_TEXT` and is then cut; the painter alone would make it smaller."""
    look = TEXTS[style]

    def draw(w: int, h: int) -> Pieces:
        fitting, _, fits = fit_text(words, look.face, size, w, MIN_TEXT)
        x = {"l": 0, "m": w // 2, "r": w}[look.anchor]
        return bool(words) and Text(x, h // 2 + 1, fitting, style, w, colour, fits)

    return Box(draw, share=1)


def head(title: str, note: str) -> Pieces:
    """Return the head band: title on the left, a note on the right."""
    room = 1100 - text_width(title, "title")
    return Text(36, 38, title, "title", 1128), line(note, "note").lay(1164 - room, 12, room, 52)


# ---- signs
def sign(sprite: str, n: int, size: int = SIGN, sink: float = 0.06) -> Group:
    """Return a white numeral on a coloured sign."""
    half = size // 2
    return at(
        0, 0, Sprite(0, 0, size, sprite), Text(half, half + round(size * sink), str(n), "oncolour", 60, size=NORMAL)
    )


def cube(n: int, size: int = SIGN) -> Group:
    """Return a sugar cube with a price on it."""
    half = size // 2
    return at(0, 0, Sprite(0, 0, size, "sugar_cube"), Text(half, half + 2, str(n), "oncube", size, size=NORMAL))


def candy(card: KingdomCard, size: int = CANDY) -> Group:
    return sign(f"kc_{card.colour}", card.value, size, SINK[card.colour or "red"])


def mouth(n: int, size: int = SIGN) -> Group:
    return sign("feed", n, size, 0.08)


def more_box(n: int) -> Group:
    """Return the number of things that don't fit, in the place of one."""
    return at(0, 0, Shape(0, 0, 64, 48, "chip"), Text(32, 25, f"+{n}", "big", 54))


# ---- a card as a row
def card_row(
    card: KingdomCard,
    translator: Translator,
    numbers: Sequence[Box],
    saved: int = 0,
    *,
    open: bool = False,
    used: bool = False,
) -> Box:
    """Return a card: art, name and numbers, and below them what it does, with its moment in words if there is room.

    A card that can be chosen or used is outlined; the effect of a card used this round is grey. If the name needs
    the room, the buyer's discount (`saved`) is left out.
    """
    monster = card.kind in ("monster", "starter")

    def draw(w: int, h: int) -> Pieces:
        size = largest(h - 14)
        left = size + 20
        less = [label(f"−{saved}", "heading", MORE, MIN_TEXT)] if saved else []
        room = w - left - 8 - sum(box.w + 4 for box in (*numbers, *less))
        less = less if text_width(card.name, "heading", MIN_TEXT) <= room else []
        name = row(line(card.name, "heading"), *less, *numbers, gap=4)
        if monster:
            ground: Pieces = Shape(0, 0, w, h, "card", tint(card))
        else:
            ground = Shape(0, 0, w, h, "card"), Shape(7, 7, size + 6, h - 14, "window", tint(card))
        return (
            ground,
            Sprite(10, (h - size) // 2, size, likeness(card)),
            name.lay(left, 5, w - left - 8, 46),
            rule(card, translator, used).lay(left - 2, 52, w - left - 6, h - 60),
            open and may_be_chosen(w, h),
        )

    return Box(draw)


def rule(card: KingdomCard, translator: Translator, used: bool = False) -> Box:
    """Return what a card does and costs, next to its symbol; with two lines, the upper one says when."""
    paid = card.activation > 0
    fill = YELLOW if paid or card.moment in ("any", "once") else SKY if card.colour == "blue" else BLUE
    fill = USED if used else fill

    def draw(w: int, h: int) -> Pieces:
        symbol = picture(f"when_{card.moment}", 36)
        words = translator.tr(f"picture.when-{card.moment}")
        if h >= 66:
            inside = column(row(symbol, line(words, "rulehead"), gap=8), use(card, translator, w - 16))
        elif w > 800:
            inside = row(symbol, label(words, "rulehead", size=NORMAL), gap_box(6), use(card, translator, 480), gap=8)
        else:
            inside = row(symbol, use(card, translator, w - 60), gap=8)
        return Shape(0, 0, w, h, "box", fill), with_padding(inside, 8, 1, 8, 1).lay(0, 0, w, h)

    return Box(draw)


def use(card: KingdomCard, translator: Translator, room: int) -> Box:
    """Return what a card costs and does, in one line."""
    effect = does(card, translator)
    if not card.activation:
        return line(effect, "clause")
    costs = [label(str(card.activation), "rulehead", size=NORMAL), picture("sugar_cube", 36)]
    arrow, whole = label("→", "clause", size=NORMAL), label(effect, "clause", size=NORMAL)
    ways = [
        row(label(translator.tr("picture.pay"), "clause", size=NORMAL), *costs, arrow, whole, gap=6),
        row(*costs, arrow, whole, gap=6),
        row(*costs, line(effect, "clause"), gap=4),
    ]
    fits = first_fitting(ways, room)
    return fits.sized() if fits is ways[-1] else row(fits, gap_box())


def for_sale(card: KingdomCard, translator: Translator, price: int, open: bool) -> Box:
    """Return a card for sale at the active player's price, next to their discount."""
    eats = [piece(mouth(card.feed or 0), SIGN)] if card.kind == "monster" else []
    numbers = [piece(cube(price), SIGN), *eats, piece(candy(card), CANDY)]
    return card_row(card, translator, numbers, card.cost - price, open=open)


def owned(card: KingdomCard, translator: Translator, eats: int, **state: bool) -> Box:
    """Return a Monster in play with what it eats now."""
    return card_row(card, translator, [piece(mouth(eats), SIGN), piece(candy(card), CANDY)], **state)


def tucked_row(card: KingdomCard, translator: Translator, *, open: bool = False, used: bool = False) -> Box:
    """Return a tucked Ability; if it's low, only its name and symbol."""

    def draw(w: int, h: int) -> Pieces:
        low = h < SHORT
        icon = with_padding(picture(likeness(card), 36 if low else 56), 8, 0, 8, 0)
        symbol = [picture(f"when_{card.moment}", 36), gap_box(4)] * low
        name = row(line(card.name, "heading"), *symbol, gap=6)
        body = name if low else column(name.sized(h=48), with_padding(rule(card, translator, used), 0, 2, 8, 8))
        return (
            Shape(0, 0, w, h, "tab", USED) if low and used else Shape(0, 0, w, h, "tab"),
            row(icon, body).lay(0, 0, w, h),
            open and may_be_chosen(w, h),
        )

    return Box(draw)


def kept_tab(card: KingdomCard) -> Box:
    """Return the candy and name of a kept Ability; its text has no effect."""
    return on_shape("tab", row(piece(candy(card), CANDY), line(card.name, "heading"), gap=10), 10, 0, 8, 0)


# ---- the rounds
def rounds(view: KingdomView, size: int, columns: int = 12) -> Box:
    """Return a place per round, three per pile; past events but Black Candy are veiled, a ring marks this round."""
    now = -1 if view.over else view.round - 1
    places = [round_place(view, cell, size, here == now) for here, cell in enumerate(forecast(view))]
    lines = [row(*_group_by_pile(places[i : i + columns]), gap=4, h=size + 10) for i in range(0, len(places), columns)]
    return lines[0] if len(lines) == 1 else column(*lines).sized(lines[0].w)


def _group_by_pile(places: Sequence[Box]) -> Iterator[Box]:
    for here, place in enumerate(places):
        if here and here % (EVENTS_PER_PILE + 1) == 0:
            yield gap_box(6)
        yield place


def round_place(view: KingdomView, cell: str, size: int, now: bool) -> Box:
    ring = now and Shape(-5, -5, size + 10, size + 10, "ring")
    small = size - 6
    if cell == "no":
        pieces: Pieces = Shape(0, 0, size, size, "slot")
    elif cell == "perhaps":
        pieces = Shape(0, 0, size, size, "hole", FAINT), Sprite(3, 3, small, "event_black-candy", veil=True)
    elif cell == "certain":
        pieces = Shape(0, 0, size, size, "square", DANGER), Sprite(3, 3, small, "event_black-candy")
    else:
        black = cards_of(view)[cell].verb == "black-candy"
        drawing = Sprite(3, 3, small, art(f"event_{cell}", "when_event"))
        pieces = Shape(0, 0, size, size, "square"), drawing, not black and Shape(0, 0, size, size, "veil")
    return Box(lambda w, h: at(0, (h - size) // 2, pieces, ring), size)


def outlook_box(view: KingdomView, translator: Translator) -> Box:
    """Return in words whether Black Candy comes this round, and what unfed hunger costs."""
    kind = outlook(view)
    if not kind:
        return gap_box()
    fill, ink = {"certain": (DANGER, WHITE), "perhaps": (YELLOW, INK), "no": (GOOD, INK)}[kind]
    key = "now" if view.phase == "black-candy" else kind
    lines = column(
        line(translator.tr(f"picture.black-candy-{key}"), "headingm", colour=ink),
        line(translator.tr("picture.hungry"), "label", colour=ink),
    )
    return over(shape_box("box", fill), with_padding(lines, 10, 4, 10, 4))


# ---- a villain's counters
def counters(mine: VillainView, room: int, ink: str = "", fed: bool = False) -> Box:
    """Return a player's counters: sugar and Candies with income, black cubes, appetite with the missing sugar.

    If there is too little room, income and zeros are left out. Income is also left out on paper (with `ink`), and the
    appetite once they have `fed` their Monsters.
    """
    income, income_candies = (0, 0) if ink else (mine.income, mine.income_candies)
    rich, poor = (amount_box("sugar_cube", mine.sugar, more, ink) for more in (income, 0))
    sweet, plain = (amount_box("candy_token", mine.candies, more, ink) for more in (income_candies, 0))
    black = amount_box("black_cube", mine.black, 0, ink)
    eats, lacks = ([], []) if fed else ([hungry(mine, ink)], [hungry(mine, ink, lacking=True)])
    tight = [[rich, sweet], [rich, plain], [poor, plain]]
    full = [row(*tight[0], black, *lacks, gap=gap) for gap in (26, 18, 12)]
    some = [row(*pair, *([black] if mine.black else []), *eats, gap=gap) for pair in tight for gap in (18, 12, 8)]
    return first_fitting([*full, *some], room)


def amount_box(sprite: str, n: int, more: int, ink: str) -> Box:
    style = "num" if n or ink else "zero"
    parts = [picture(sprite, 40), label(str(n), style, ink, 36)]
    return row(*parts, *([label(f"+{more}", "num", PLUS, MIN_TEXT)] if more else []), gap=6, h=44)


def hungry(mine: VillainView, ink: str = "", lacking: bool = False) -> Box:
    """Return the appetite, red if the sugar is too little; with `lacking`, also how much is missing."""
    short = mine.eats - mine.sugar
    if short <= 0:
        return amount_box("feed", mine.eats, 0, ink)
    if lacking:
        return row(picture("feed", 40), label(str(mine.eats), "num", ink, 36), pill(f"−{short}"), gap=6, h=44)
    return row(picture("feed", 40), pill(str(mine.eats)), gap=6, h=44)


def pill(words: str) -> Box:
    width = text_width(words, "onbadge", NORMAL) + 20
    return over(shape_box("danger"), line(words, "onbadge"), w=width, h=42)


# ---- in play
def in_play(deck: Cards, mine: Sequence[MonsterView]) -> Box:
    """Return a player's Monsters side by side, in two rows if there's room; those that don't fit are counted."""

    def draw(w: int, h: int) -> Pieces:
        most = (w + 8) // ((NARROWEST if h >= 100 else NARROWEST_LOW) + 8)
        rows = 2 if len(mine) > most and h >= 2 * 70 + 8 else 1
        most = (w + 8) // (NARROWEST_LOW + 8) if rows == 2 else most
        visible, left = truncate(mine, most * rows)
        count = len(visible) + (left > 0)
        columns = -(-count // rows)
        tall = (h + 8) // rows - 8
        look, each = tile_look([deck[monster.id].name for monster in visible], (w + 8) // max(columns, 1) - 8, tall)
        places = [((each + 8) * (i % columns), (tall + 8) * (i // columns)) for i in range(count)]
        pieces = [
            at(x, y, tile(deck, monster, each, tall, look)) for (x, y), monster in zip(places, visible, strict=False)
        ]
        x, y = places[-1] if places else (0, 0)
        return pieces, left > 0 and at(x + (each - 64) // 2, y + (tall - 48) // 2, more_box(left))

    return Box(draw)


def tile_look(names: Sequence[str], room: int, h: int) -> tuple[TileLook, int]:
    """Return the look and width of Monsters in this room: either all have names or none has."""
    widest = max((text_width(name, "label", MIN_TEXT) for name in names), default=0)
    ways: list[tuple[TileLook, int]]
    if h < 100:
        ways = [("row", widest + 148), ("low", min(room, WIDEST))]
    else:
        below: list[tuple[TileLook, int]] = [("below", max(widest + 8, WIDEST))] if h >= 140 else []
        plain: TileLook = "corners" if room >= 2 * SIGN + 4 else "narrow"
        ways = [("beside", max(widest, 2 * SIGN + 14) + largest(h - 12) + 28), *below, (plain, min(room, WIDEST))]
    return next((way for way in ways if way[1] <= room), ways[-1])


def tile(deck: Cards, monster: MonsterView, w: int, h: int, look: TileLook) -> Group:
    """Return a Monster: art, appetite and, if there is room, its value and name; its tucked cards on the edge.

    "row" and "low" have the appetite right of the art, "beside" name and numbers; "below" and "corners" have the
    numbers in the lower corners; "narrow" has the appetite below the art.
    """
    card, tucked = deck[monster.id], monster.tucked
    name, eats, value = card.name, mouth(monster.eats), candy(card, SIGN)
    pieces: list[Pieces] = []
    if look == "row":
        art_ = 68
        left, top = 6, (h - art_) // 2
        pieces = [Text(left + art_ + 6, h // 2 + 1, name, "clause", w - 140, size=MIN_TEXT)]
        pieces += [at(w - 56, (h - SIGN) // 2, eats), chips(deck, tucked, -5, h - 42, 1)]
    elif look == "low":
        art_ = largest(min(h - 4, w - 48))
        left, top = max(2, (w - 50 - art_) // 2), (h - art_) // 2
        pieces = [at(min(left + art_ + 2, w - 52), h // 2 - 23, mouth(monster.eats, 46))]
        pieces += [chips(deck, tucked, -5, h - 42, 1)]
    elif look == "beside":
        art_ = largest(h - 12)
        left, top = 8, (h - art_) // 2
        right, middle = left + art_ + 8, h // 2
        pieces = [Text(right, middle - 25, name, "clause", w - right - 6, size=MIN_TEXT), at(right, middle, eats)]
        pieces += [at(right + SIGN + 8, middle, value), chips(deck, tucked, -5, h - 42, 1)]
    elif look == "narrow":
        art_ = largest(min(h - SIGN + 4, w - 6))
        left, top = (w - art_) // 2, 5
        pieces = [at((w - SIGN) // 2, h - SIGN - 3, eats), chips(deck, tucked, w - 42, -6, 1)]
    else:
        base = h - 38 * (look == "below")
        art_ = largest(max(min(base - 12, w - 2 * SIGN), min(base - SIGN + 12, w - 6)))
        alone = w < art_ + 2 * SIGN  # the art is above the numbers, not between them
        left, top = (w - art_) // 2, 5 if alone else (base - art_) // 2
        left -= min(left - 3, 20) if tucked and alone else 0
        pieces = [at(4, base - SIGN - 4, eats), at(w - SIGN - 3, base - SIGN - 4, value)]
        pieces += [look == "below" and Text(w // 2, h - 22, name, "label", w - 6, size=MIN_TEXT)]
        pieces += [chips(deck, tucked, w - 44, -6, 2 if base >= 140 else 1)]
    return at(0, 0, Shape(0, 0, w, h, "small-card", tint(card)), Sprite(left, top, art_, likeness(card)), pieces)


def chips(deck: Cards, tucked: Sequence[str], x: int, y: int, most: int) -> Pieces:
    """Return the tucked Abilities one below the other; too many become a number."""
    if len(tucked) > most:
        w = 52 + 16 * (len(tucked) > 9)
        return at(x - 6, y, Shape(0, 0, w, 42, "tab"), Text(w // 2, 21, f"×{len(tucked)}", "big", w - 4))
    return [
        at(x, y + 40 * i, Shape(0, 0, 44, 40, "tab"), Sprite(4, 2, 36, likeness(deck[name])))
        for i, name in enumerate(tucked)
    ]


def tray(deck: Cards, names: Sequence[str], h: int) -> Box:
    """Return the colours of kept Abilities, one below the other; those without room are counted."""
    size = 44 if h >= 100 else 32
    rows = min(len(names), h // (size + 2))
    visible, left = truncate(names, 3 * rows)
    columns = -(-(len(visible) + (left > 0)) // rows)
    w, tall = (size + 2) * columns + 10, (size + 2) * rows + 6
    places = [(6 + (size + 2) * (i // rows), 4 + (size + 2) * (i % rows)) for i in range(3 * rows)]
    pieces = [Sprite(x, y, size, f"kc_{deck[name].colour}") for (x, y), name in zip(places, visible, strict=False)]
    x, y = places[len(visible)] if left else (0, 0)
    more = left > 0 and Text(x + size // 2, y + size // 2, f"+{left}", "big", size + 8, size=MIN_TEXT)
    return Box(lambda _, height: at(0, (height - tall) // 2, Shape(0, 0, w, tall, "tab"), pieces, more), w)
