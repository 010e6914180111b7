"""The pictures of Kingdom's Candy: the Kingdom above, the villains below; one villain's cards; one card."""

from collections.abc import Sequence

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Sprite, art, at
from bot.pictures.boxes import Box, cells, column, gap_box, label, over, picture, row, shape_box, text, with_padding
from bot.pictures.palette import INK, KINGDOM, PAPER
from bot.pictures.pieces import band, card_scene, plate, plus_more, short_names, truncate
from cogs.kingdoms_candy.picture_parts import (
    ART,
    ability_tab,
    candy,
    counters,
    cube,
    for_sale,
    in_play,
    kept_tab,
    likeness,
    monster_card,
    mouth,
    outlook_pill,
    rounds,
    tint,
    tray,
)
from cogs.kingdoms_candy.text import KingdomTextRenderer, black, candies, cards_of, now, sugar
from engine.actions import parts_of
from engine.decks import Card
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.view import KingdomView, MonsterView, VillainView

OWN = 4  # one's own Monsters per row
MONSTER, TUCKED, BRIEF = 180, 114, 48  # heights of a Monster, of a tucked Ability, and of one without its text
TALLEST = 1046
SIZES = {
    "mon_": (*ART, 300),
    "abi_": (112, 80, 32, 36, 300),
    "event_": (38, 40, 42, 300),
    "event_black-candy": (38, 40, 44, 300),
    "event_first-player": (40,),
    "when_": (34, 32, 48),
    "kc_": (52, 44, 40, 36, 60),
    "sugar_cube": (52, 50, 46, 44, 36, 34, 32, 60),
    "feed": (52, 44, 40, 36, 60),
    "candy_token": (36,),
    "black_cube": (36,),
    "crown": (44,),
    "seat_": (56,),
}


# ---- the table
def table(view: KingdomView, voice: Translator) -> Scene:
    """Draw the cards for sale, the rounds and the players' cards, in columns by the number of players."""
    note = voice.tr("picture.note", round=view.round, now=now(view, voice.with_names(short_names(voice.names))))
    seats = [villain(view, voice, seat) for seat in range(view.players)]
    few_seats = view.players < 4
    market = cells(kingdom(view, voice), 3, 16 if few_seats else 14, h=422 if few_seats else 334)
    if view.players == 5:
        body = column(market, cells([*seats, corner(view, voice)], 3, 16, h=480), gap=16)
    else:
        columns = 3 if view.players == 3 else 2
        tall = 284 if few_seats else 412
        body = column(market, strip(view, voice), cells(seats, columns, 16, h=tall), gap=16)
    head = band(voice.tr("picture.title"), note, room=760)
    return Scene.of(116 + body.h + 18, KINGDOM, head, body.lay(30, 116, 1140))


def kingdom(view: KingdomView, voice: Translator) -> list[Box]:
    """Return the six cards for sale, at the active player's price; those that can be bought now are outlined."""
    deck, can = cards_of(view), buyable(view)
    sale = [*view.monsters.row, *view.abilities.row]
    prices = view.villains[view.active].prices
    return [
        for_sale(deck[name], voice, prices.get(name, deck[name].cost), name in can) if name else shape_box("slot")
        for name in sale
    ]


def buyable(view: KingdomView) -> set[str]:
    """Return the cards for sale that may be named now; empty if all of them may."""
    named = {part for question in view.questions for option in question.options or () for part in parts_of(option)}
    row = {name for name in (*view.monsters.row, *view.abilities.row) if name}
    return named & row if not row <= named else set()


def strip(view: KingdomView, voice: Translator) -> Box:
    """Return the remaining sugar, the rounds, and whether Black Candy comes in this one."""
    left = row(picture("sugar_cube", 46), label(str(view.sugar), "num", size=36), gap=8, w=150)
    inside = row(left, rounds(view, 46, 12), outlook_pill(view, voice), gap=12)
    return over(shape_box("plate"), with_padding(inside, 16, 2, 14, 2), h=66)


def corner(view: KingdomView, voice: Translator) -> Box:
    """Return the same for five players, in the place of the sixth."""
    left = row(
        picture("sugar_cube", 46), label(str(view.sugar), "num", size=36), gap_box(), outlook_pill(view, voice), gap=4
    )
    inside = column(left, rounds(view, 48, 6), gap=6)
    return over(shape_box("plate"), with_padding(inside, 12, 6, 10, 10))


# ---- a villain
def villain(view: KingdomView, voice: Translator, seat: int) -> Box:
    """Return a player with the present total, the counters and the Monsters."""
    deck, mine = cards_of(view), view.villains[seat]
    turn = seat == view.active and not view.over

    def draw(w: int, h: int) -> Pieces:
        roomy = w > 400
        counts = counters(mine, w - 24)
        rest = w - 24 - counts.w - 16
        kept = [gap_box(), tray(deck, mine.kept, rest)] if roomy and mine.kept else []
        things = row(counts, *kept, gap=4, h=48 if h > 235 else 44)
        inside = column(things, in_play(deck, mine.monsters, 178 if roomy else 106), gap=12 if h > 235 else 8)
        return (
            plate(w, h, seat, voice.names[seat], turn=turn, room=w - 92 - end_room(view, seat, roomy)),
            with_padding(titles(view, voice, seat, roomy, turn), 0, 0, 16, 0).lay(0, 3, w, 66),
            with_padding(inside, 12, 72 if h > 235 else 64, 12, 10 if h > 235 else 5).lay(0, 0, w, h),
        )

    return Box(draw)


def titles(view: KingdomView, voice: Translator, seat: int, roomy: bool, turn: bool) -> Box:
    """Return what is right of the name: the First Player's card or the winner's crown, and the total."""
    ink = INK if turn else ""
    total = str(view.villains[seat].total).replace("-", "−")
    crown = [picture("crown", 44)] * (seat in view.winners)
    card = over(shape_box("cell"), picture("event_first-player", 40), w=46, h=46)
    first = [card] * (seat == view.first and not view.over)
    words = [label(voice.tr("picture.in-all"), "clause", ink or PAPER)] * roomy
    return row(gap_box(), *crown, *first, *words, label(total, "num", ink, 42), gap=10)


def end_room(view: KingdomView, seat: int, roomy: bool) -> int:
    """Return the width that `titles` takes from the name."""
    honoured = seat in view.winners or (seat == view.first and not view.over)
    return 70 + 56 * honoured + 80 * roomy


# ---- the hand
def hand(view: KingdomView, voice: Translator) -> Scene:
    """Draw one's own cards: Monsters, at most four per row, with their tucked cards below; then the kept ones."""
    assert view.seat is not None
    mine, deck = view.villains[view.seat], cards_of(view)
    rows, columns, left, brief = monster_layout(mine)
    kept = [kept_tab(deck[name]) for name in mine.kept]
    below = [cells(kept, columns, 12, h=64 * -(-len(kept) // columns) - 12)] if kept else []
    lines = [
        Box(
            cells([hanging(view, voice, monster, brief) for monster in row_], columns, 12).draw,
            h=row_height(row_, brief),
        )
        for row_ in rows
    ]
    none = [Box(text(voice.tr("picture.no-monster"), "soft").draw, h=70)] * (not rows)
    body = column(*lines, *none, *below, gap=16)
    has = {
        "sugar": sugar(mine.sugar, voice),
        "candies": candies(mine.candies, voice),
        "black": black(mine.black, voice),
    }
    head = band(voice.tr("picture.hand"), voice.tr("picture.hand-note", **has), room=760)
    more = left > 0 and at(1112, 78, plus_more(left))
    return Scene.of(max(120 + body.h + 14, 330), KINGDOM, head, body.lay(30, 120, 1140), more)


def monster_layout(mine: VillainView) -> tuple[list[Sequence[MonsterView]], int, int, bool]:
    """Return rows of Monsters, number of columns, number of omitted Monsters, and whether Abilities lose their text."""
    shown, left = truncate(mine.monsters, 2 * OWN)
    columns = min(OWN, max(2, len(shown), -(-len(mine.kept) // 2)))
    rows = [shown[i : i + columns] for i in range(0, len(shown), columns)]
    return rows, columns, left, height(rows, -(-len(mine.kept) // columns)) > TALLEST


def rest(view: KingdomView, voice: Translator) -> str:
    assert view.seat is not None
    _, _, left, brief = monster_layout(view.villains[view.seat])
    return KingdomTextRenderer(view, voice).beside_cards(brief or left > 0)


def height(rows: Sequence[Sequence[MonsterView]], kept_rows: int) -> int:
    """Return the height of the whole picture, with the texts of Abilities and this many rows of kept ones."""
    return 130 + sum(row_height(row_, False) + 16 for row_ in rows) + 64 * kept_rows


def row_height(monsters: Sequence[MonsterView], brief: bool) -> int:
    """Return the height of a row of Monsters with their tucked cards."""
    return MONSTER + 4 + (BRIEF if brief else TUCKED) * max(len(monster.tucked) for monster in monsters)


def hanging(view: KingdomView, voice: Translator, monster: MonsterView, brief: bool) -> Box:
    """Return a Monster and its tucked Abilities; cards that can be used now, or were used, are marked."""
    assert view.seat is not None
    deck, mine = cards_of(view), view.villains[view.seat]
    state = {use.card: {"open": use.open, "used": use.why in ("used", "once-a-game")} for use in mine.uses}
    step = BRIEF if brief else TUCKED

    def draw(w: int, h: int) -> Pieces:
        tabs = [
            ability_tab(deck[name], voice, brief=brief, **state[name]).lay(8, MONSTER + step * i, w - 16, step + 2)
            for i, name in enumerate(monster.tucked)
        ]
        whole = monster_card(deck[monster.id], voice, monster.eats, **state[monster.id])
        return reversed(tabs), whole.lay(0, 0, w, MONSTER)

    return Box(draw)


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    assert isinstance(card, KingdomCard)
    paid = card.kind in ("monster", "ability")
    signs = [
        paid and cube(card.cost, 60),
        card.colour is not None and candy(card, 60),
        card.feed is not None and mouth(card.feed, 60),
        at(0, 6, Sprite(0, 0, 48, f"when_{card.moment}")),
        card.activation > 0 and at(0, 5, cube(card.activation, 50)),
    ]
    kind, moment = voice.tr(f"table.kind-{card.kind}"), voice.tr(f"table.moment-{card.moment}")
    note = voice.tr("picture.card", kind=kind, moment=moment)
    drawing = art(f"event_{card.id}", "when_event") if card.colour is None else likeness(card)
    paper = tint(card) if card.colour else ""
    return card_scene(KINGDOM, card.name, note, drawing, paper, [s for s in signs if s], card.text)
