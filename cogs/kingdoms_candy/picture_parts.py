"""Drawings of Kingdom's Candy's cards: for sale, in play at three sizes, kept."""

from collections.abc import Iterator, Mapping, Sequence

from bot.i18n.translator import Translator
from bot.pictures import Group, Lines, Pieces, Shape, Sprite, Text, art, at
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
    text,
    text_width,
    with_outline,
    with_padding,
)
from bot.pictures.fonts import wrap_text
from bot.pictures.palette import BLUE, DANGER, FAINT, GOOD, INK, MORE, PALE, PLUS, SKY, WHITE, YELLOW
from bot.pictures.pieces import may_be_chosen, on_sign, plus_more, truncate
from cogs.kingdoms_candy.text import cards_of, forecast, outlook
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.events import PILE
from engine.kingdoms_candy.view import KingdomView, MonsterView, VillainView

Cards = Mapping[str, KingdomCard]
ART = (36, 44, 56, 68, 80, 98, 112)  # sizes of Monsters in play
SINK = {"red": 0.02, "blue": 0.16, "green": 0.02}  # how far below the middle a number is on a candy


def does(card: KingdomCard, voice: Translator) -> str:
    """Return what a card does; its symbol shows when."""
    if card.verb == "halve" and card.n != 2:
        return voice.tr("picture.does-halve-part", n=card.n)
    return voice.tr(f"picture.does-{card.verb}", n=card.n, colour=card.colour)


def likeness(card: KingdomCard) -> str:
    """Return a card's drawing, or a substitute for an operator's own card."""
    kind = "abi" if card.kind == "ability" else "mon"
    return art(f"{kind}_{card.id}", f"when_{card.moment}" if kind == "abi" else "mon_unknown")


def tint(card: KingdomCard) -> str:
    return PALE[card.colour or "yellow"]


# ---- signs
def cube(n: int, size: int = 50) -> Group:
    """Return a price in sugar."""
    half = size // 2
    style = "oncube" if size > 44 else "small"
    return at(0, 0, Sprite(0, 0, size, "sugar_cube"), Text(half, half + 2, str(n), style, size))


def candy(card: KingdomCard, size: int = 44) -> Group:
    """Return a card's colour and value."""
    return on_sign(f"kc_{card.colour}", card.value, size, SINK[card.colour or "red"])


def mouth(n: int, size: int = 44) -> Group:
    """Return how much a Monster eats."""
    return on_sign("feed", n, size, 0.08)


def rule(card: KingdomCard, voice: Translator, w: int, h: int) -> Group:
    """Return a card's symbol, its price of use (below, or next to it in a wide box), and its effect in two lines."""
    wide, paid = w > 200, card.activation > 0
    left = 78 if wide and paid else 41
    lines = len(list(wrap_text(does(card, voice), "S", 26, w - left - 2, 2)))
    middle = h // 2 + 1
    symbol = middle - 17 if wide or not paid else 3
    return at(
        0,
        0,
        Shape(0, 0, w, h, "box", YELLOW if paid or card.moment in ("any", "once") else BLUE),
        Sprite(4, symbol, 34, f"when_{card.moment}"),
        paid and at(40 if wide else 4, symbol if wide else 38, cube(card.activation, 34)),
        Lines(left, middle - 14 * (lines - 1), does(card, voice), "rule", w - left - 2, 28, 2),
    )


# ---- for sale
def for_sale(card: KingdomCard, voice: Translator, price: int, pick: bool) -> Box:
    """Return a card for sale: art left, name and numbers right of it, its moment and its effect below.

    `price` is that of the active player; if their cards make it cheaper, the discount is next to it.
    """
    monster = card.kind == "monster"

    def draw(w: int, h: int) -> Pieces:
        high = h > 180
        below, sign, art_ = (86, 52, 112) if high else (70, 44, 80)
        numbers = row(
            *(on_box(cube(price, sign), sign), discount_badge(card.cost - price)),
            *([on_box(mouth(card.feed or 0, sign), sign)] if monster else []),
            gap_box(),
            on_box(candy(card, sign), sign),
            gap=5,
            h=sign,
        )
        upper = row(
            over(
                gap_box() if monster else with_padding(shape_box("window", tint(card)), 0, 2, 0, 2),
                picture(likeness(card), art_),
                w=art_ + 10,
            ),
            column(text(card.name, "heading", size=34 if high else 30), numbers, gap=2),
            gap=10,
        )
        return (
            Shape(0, 0, w, h, "card", tint(card) if monster else ""),
            with_padding(upper, 10, 7, 12, 4).lay(0, 0, w, h - below),
            with_padding(timing(card, voice), 8, 0, 8, 8).lay(0, h - below, w, below),
            pick and may_be_chosen(w, h),
        )

    return Box(draw)


def discount_badge(n: int) -> Box:
    """Return the discount from the printed price."""
    return label(f"−{n}", "heading", MORE, 26) if n else gap_box(2)


def timing(card: KingdomCard, voice: Translator) -> Box:
    """Return when a card works, as symbol and words, and below it what it costs and does."""
    paid = card.activation > 0
    fill = YELLOW if paid or card.moment in ("any", "once") else SKY if card.colour == "blue" else BLUE

    def draw(w: int, h: int) -> Pieces:
        sign = 34 if h > 66 else 32
        lines = column(
            row(picture(f"when_{card.moment}", sign), text(voice.tr(f"picture.when-{card.moment}"), "rulehead"), gap=8),
            use(card, voice, 30 if h > 66 else 28, w - 16),
        )
        return Shape(0, 0, w, h, "box", fill), with_padding(lines, 10, 3, 6, 3).lay(0, 0, w, h)

    return Box(draw)


def use(card: KingdomCard, voice: Translator, size: int, room: int) -> Box:
    """Return what a card costs and does, in one line."""
    n, told = card.activation, label(does(card, voice), "clause", size=size)
    if not n:
        return told if told.w <= room else text(does(card, voice), "clause", size=size)
    costs = [label(str(n), "rulehead"), picture("sugar_cube", 32), label("→", "clause")]
    least = row(*costs[:2], text(does(card, voice), "clause", size=size), gap=6)
    return first_fitting(
        [row(label(voice.tr("picture.pay"), "clause"), *costs, told, gap=6), row(*costs, told, gap=6), least], room
    )


def on_box(piece: Group, size: int) -> Box:
    return Box(lambda w, h: at((w - size) // 2, (h - size) // 2, piece), size, size)


# ---- the rounds
def rounds(view: KingdomView, size: int, columns: int) -> Box:
    """Return a place per round, three per pile; past events but Black Candy are veiled, a ring marks this round."""
    now = -1 if view.over else view.round - 1
    places = [round_place(view, cell, size, here == now) for here, cell in enumerate(forecast(view))]
    lines = [places[i : i + columns] for i in range(0, len(places), columns)]
    return column(*(row(*_group_by_pile(line), gap=4, h=size + 10) for line in lines), gap=10)


def _group_by_pile(places: Sequence[Box]) -> Iterator[Box]:
    for here, place in enumerate(places):
        if here and here % (PILE + 1) == 0:
            yield gap_box(8)
        yield place


def round_place(view: KingdomView, cell: str, size: int, now: bool) -> Box:
    ring = now and Shape(-5, -5, size + 10, size + 10, "ring")
    small = size - 8
    if cell == "no":
        pieces: Pieces = Shape(0, 0, size, size, "slot")
    elif cell == "perhaps":
        pieces = Shape(0, 0, size, size, "hole", FAINT), Sprite(4, 4, small, "event_black-candy", veil=True)
    elif cell == "certain":
        pieces = Shape(0, 0, size, size, "square", DANGER), Sprite(4, 4, small, "event_black-candy")
    else:
        black = cards_of(view)[cell].verb == "black-candy"
        drawing = Sprite(4, 4, small, art(f"event_{cell}", "when_event"))
        pieces = Shape(0, 0, size, size, "square"), drawing, not black and Shape(0, 0, size, size, "veil")
    return Box(lambda w, h: at(0, (h - size) // 2, pieces, ring), size)


def outlook_pill(view: KingdomView, voice: Translator) -> Box:
    kind = outlook(view)
    if not kind:
        return gap_box(1)
    fill, ink = {"certain": (DANGER, WHITE), "perhaps": (YELLOW, INK), "no": (GOOD, INK)}[kind]
    said = voice.tr(f"picture.outlook-{kind}")
    inner = row(picture("event_black-candy", 44), label(said, "heading", ink, 28), gap=6)
    return over(shape_box("chip", fill), with_padding(inner, 10, 0, 16, 0), w=inner.w + 26, h=52)


# ---- a villain's counters
def counters(mine: VillainView, room: int) -> Box:
    """Return a player's counters: sugar and Candies with income, black cubes, appetite with the missing sugar.

    If there is too little room, income and zeros are left out.
    """
    tight = [
        [
            amount_box("sugar_cube", mine.sugar, mine.income),
            amount_box("candy_token", mine.candies, mine.income_candies),
        ],
        [amount_box("sugar_cube", mine.sugar, mine.income), amount_box("candy_token", mine.candies)],
        [amount_box("sugar_cube", mine.sugar), amount_box("candy_token", mine.candies)],
    ]
    black, eats = amount_box("black_cube", mine.black), hungry(mine)
    full = [row(*tight[0], black, hungry(mine, lacking=True), gap=gap) for gap in (26, 18, 12)]
    some = [row(*pair, *([black] if mine.black else []), eats, gap=gap) for pair in tight for gap in (14, 10, 6)]
    return first_fitting([*full, *some], room)


def amount_box(sprite: str, n: int, more: int = 0) -> Box:
    style = "num" if n else "zero"
    parts = [picture(sprite, 36), label(str(n), style)]
    return row(*parts, *([label(f"+{more}", "num", PLUS, 28)] if more else []), gap=5, h=40)


def hungry(mine: VillainView, lacking: bool = False) -> Box:
    """Return the appetite, red if the sugar is too little; with `lacking`, also how much is missing."""
    short = mine.eats - mine.sugar
    if short <= 0:
        return amount_box("feed", mine.eats)
    if lacking:
        return row(picture("feed", 36), label(str(mine.eats), "num"), pill(f"−{short}"), gap=5, h=40)
    return row(picture("feed", 36), pill(str(mine.eats)), gap=3, h=40)


def pill(words: str) -> Box:
    return over(shape_box("danger"), text(words, "onbadge", size=28), w=text_width(words, "onbadge", 28) + 20, h=38)


# ---- in play
def in_play(deck: Cards, mine: Sequence[MonsterView], widest: int) -> Box:
    """Return a player's Monsters side by side, as large as possible; the last of too many are counted."""

    def draw(w: int, h: int) -> Pieces:
        shown, left = truncate(mine, max(2, (w + 8) // (54 if h >= 100 else 96)))
        count = len(shown) + (left > 0)
        each = min(widest, (w + 8) // max(count, 1) - 8)
        pieces = [at((each + 8) * i, 0, tile(deck, monster, each, h)) for i, monster in enumerate(shown)]
        more = left > 0 and at((each + 8) * len(shown) + (each - 58) // 2, (h - 44) // 2, plus_more(left))
        return pieces, more

    return Box(draw)


def tile(deck: Cards, monster: MonsterView, w: int, h: int) -> Group:
    """Return a Monster: its art, appetite and value next to it or below, and its tucked cards on the upper edge."""
    card, tucked = deck[monster.id], len(monster.tucked)
    eats, value = mouth(monster.eats, 36 if h < 100 else 40), candy(card, 36 if h < 100 else 40)
    named = w >= 164 and h >= 130 and text_width(card.name, "label") <= w - 12
    base = h - 34 * named
    numbers: Pieces
    hang: Pieces

    if h < 100:  # low: the numbers are right of the art
        art_ = largest(min(h - 10, w - 46))
        left, top, numbers = 4, (h - art_) // 2, (at(w - 41, 2, eats), at(w - 41, h - 39, value))
        hang = at(-4, -8, chips(deck, monster.tucked, 0, 1))
    elif w >= 90:  # the numbers are below it, in the corners
        art_ = largest(max(min(base - 10, w - 88), min(base - 44, w - (44 if tucked else 16))))
        left, top = (w - art_ - (30 if tucked and w < 150 else 0)) // 2, max(6, (base - 36 - art_) // 2)
        numbers = at(4, base - 43, eats), at(w - 44, base - 43, value)
        hang = chips(deck, monster.tucked, w - 40, 2 if h > 130 else 1)
    else:  # narrow: the numbers are below it, one above the other if the height allows
        high = h > 150
        art_ = largest(min(base - (92 if high else 48), w - 8))
        left, top = (w - art_) // 2, 5
        numbers = high and at((w - 40) // 2, base - 86, eats), at((w - 40) // 2, base - 44, value)
        hang = chips(deck, monster.tucked, w - 44, 1)
    return at(
        0,
        0,
        Shape(0, 0, w, h, "small-card", tint(card)),
        Sprite(left, top, art_, likeness(card)),
        numbers,
        named and Text(w // 2, h - 22, card.name, "label", w - 10),
        hang,
    )


def largest(room: int) -> int:
    """Return the largest size of a drawing that fits; there are only a few, which are rendered in advance."""
    return max((size for size in ART if size <= room), default=ART[0])


def chips(deck: Cards, tucked: Sequence[str], x: int, most: int) -> Pieces:
    """Return the tucked Abilities one below the other; too many become a number."""
    if len(tucked) > most or (most == 1 and len(tucked) > 1):
        return at(x, -6, Shape(0, 0, 46, 40, "tab"), Text(23, 20, f"×{len(tucked)}", "small", 40))
    return [
        at(x, -6 + 38 * i, Shape(0, 0, 42, 38, "tab"), Sprite(5, 2, 32, likeness(deck[name])))
        for i, name in enumerate(tucked)
    ]


def tray(deck: Cards, names: Sequence[str], room: int) -> Box:
    """Return the candies of kept Abilities; those without room are counted."""
    shown, left = truncate(names, max(1, (room - 12) // 46))
    if room < 58 + 46:
        return gap_box(1)
    count = len(shown) + (left > 0)
    pieces = [at(6 + 46 * i, 5, candy(deck[name])) for i, name in enumerate(shown)]
    more = left > 0 and Text(28 + 46 * len(shown), 27, f"+{left}", "small", 44)
    paper = Shape(0, 0, 46 * count + 12, 54, "tab")
    return Box(lambda w, h: at(0, (h - 54) // 2, paper, pieces, more), 46 * count + 12)


# ---- one's own, explained
def monster_card(card: KingdomCard, voice: Translator, eats: int, *, open: bool, used: bool) -> Box:
    """Return a Monster with its effect, outlined if it can be used now, veiled if it was used."""
    signs = row(piece(mouth(eats), 44), piece(candy(card), 44), gap_box(), gap=12, h=48)
    said = column(signs, text(card.name, "labell"))
    face = row(picture(likeness(card), 98), said, gap=8)
    inside = column(face, Box(rule_box(card, voice, used).draw, h=72))
    whole = on_shape("card", inside, 6, 4, 6, 6, tint(card))
    return with_outline(whole, "pick") if open else whole


def ability_tab(card: KingdomCard, voice: Translator, *, brief: bool, open: bool, used: bool) -> Box:
    """Return a tucked Ability; without its effect if `brief`."""
    sign = [picture(f"when_{card.moment}", 34)] * brief
    head = row(picture(likeness(card), 36), text(card.name, "labell"), *sign, gap=8, h=46)
    body = (
        with_padding(head, 6, 0, 8, 0)
        if brief
        else column(with_padding(head, 6, 0, 8, 0), with_padding(rule_box(card, voice, used), 4, 0, 4, 4))
    )
    whole = on_shape("tab", body, 0, 1, 0, 0)
    if brief and used:
        whole = over(whole, shape_box("veil"))
    return with_outline(whole, "pick") if open else whole


def rule_box(card: KingdomCard, voice: Translator, used: bool) -> Box:
    """Return a card's effect, veiled if it was used."""
    return Box(lambda w, h: (rule(card, voice, w, h), used and Shape(0, 0, w, h, "veil")))


def kept_tab(card: KingdomCard) -> Box:
    """Return the candy and name of a kept Ability; its text has no effect."""
    return on_shape("tab", row(piece(candy(card), 44), text(card.name, "labell"), gap=8), 8, 0, 8, 0)
