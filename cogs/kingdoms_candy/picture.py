"""The pictures of Kingdom's Candy: the Kingdom above, the villains below; one villain's cards; one card."""

from cogs.kingdoms_candy.alt import deck_of, hand_alt, now, table_alt
from cogs.kingdoms_candy.in_words import black, candies
from cogs.kingdoms_candy.picture_parts import (
    Deck,
    broad,
    candy,
    cube,
    explained,
    explained_tab,
    for_sale,
    high,
    kept_tab,
    large,
    likeness,
    mouth,
    of,
    small,
    tally,
    tint,
    tray,
)
from cogs.kingdoms_candy.words import KINDS, MOMENTS
from cogs.ui.pictures import Group, Pieces, Scene, Shape, Sprite, Text, art, at, grid
from cogs.ui.pictures.looks import KINGDOM
from cogs.ui.pictures.pieces import band, card_scene, counter, empty, few, headed, plate, plus_more
from engine.cards import Card
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.events import PILE
from engine.kingdoms_candy.view import KingdomView, MonsterView

__all__ = ["SIZES", "card", "hand", "hand_alt", "table", "table_alt"]

SIZES = {
    "mon_": (96, 74, 75, 49, 80, 56, 98, 300),
    "abi_": (96, 36, 28, 300),
    "event_": (42, 300),
    "event_first-player": (40,),
    "when_": (34, 48),
    "kc_": (48, 44, 42, 28, 60),
    "sugar_cube": (50, 34, 32, 44, 60),
    "feed": (44, 42, 32, 60),
    "candy_token": (32,),
    "black_cube": (32,),
    "crown": (40,),
    "seat_": (56,),
}


# ---- the table
def table(view: KingdomView, names: list[str]) -> Scene:
    """What is for sale; the events so far; everybody's cards, by how many sit at the table."""
    note = f"Round {view.round} · Black Candy {view.black_candies} of {BLACK_CANDIES} · {now(view, headed(names))}"
    head = (band("Kingdom's Candy", note, room=760), kingdom(view))
    if view.players == 5:
        places = grid(6, 2, 30, 370, 578, 224)
        halves = [at(x, y, half(view, names, seat)) for seat, (x, y) in enumerate(places[:5])]
        return Scene.of(1036, KINGDOM, head, halves, at(*places[5], corner(view)))
    tall = {2: 292, 3: 192, 4: 141}[view.players]
    bands = [at(30, 436 + (tall + 11) * seat, broadside(view, names, seat, tall)) for seat in range(view.players)]
    return Scene.of(436 + (tall + 11) * view.players + 4, KINGDOM, head, at(30, 368, strip(view)), bands)


def kingdom(view: KingdomView) -> Pieces:
    """The six cards for sale."""
    deck = deck_of(view)
    row = [*view.monsters.row, *view.abilities.row]
    places = grid(6, 6, 30, 112, 193)
    return [
        at(x, y, for_sale(of(deck, name)) if name else empty(176, 240))
        for name, (x, y) in zip(row, places, strict=True)
    ]


def strip(view: KingdomView) -> Group:
    """The sugar that is left, the events by piles, the name of the last one."""
    return at(
        0,
        0,
        Shape(0, 0, 1140, 56, "plate"),
        at(12, 6, counter("sugar_cube", view.sugar, 44, 70)),
        Text(132, 29, "left", "soft", 60),
        [at(200 + 170 * pile, 5, piled(view, pile)) for pile in range(BLACK_CANDIES)],
        Text(884, 29, last_event(view), "soft", 244),
    )


def corner(view: KingdomView) -> Group:
    """The same where five sit, in the place of the sixth."""
    return at(
        0,
        0,
        Shape(0, 0, 562, 212, "plate"),
        at(16, 24, counter("sugar_cube", view.sugar, 44, 70)),
        Text(66, 84, "left", "soft", 110),
        [at(180 + 182 * (pile % 2), 22 + 64 * (pile // 2), piled(view, pile)) for pile in range(BLACK_CANDIES)],
        Text(180, 178, last_event(view), "soft", 366),
    )


def last_event(view: KingdomView) -> str:
    return deck_of(view)[view.events[-1]].name if view.events else "No event yet"


def piled(view: KingdomView, pile: int) -> Group:
    """Three events, of which one is Black Candy; those to come are empty places."""
    first = pile * (PILE + 1)
    drawn = view.events[first : first + PILE + 1]
    return at(
        0,
        0,
        [
            at(50 * i, 0, Shape(0, 0, 46, 46, "cell"), Sprite(2, 2, 42, art(f"event_{name}", "when_event")))
            for i, name in enumerate(drawn)
        ],
        [at(50 * i, 0, empty(46, 46)) for i in range(len(drawn), PILE + 1)],
    )


# ---- a villain
def broadside(view: KingdomView, names: list[str], seat: int, tall: int) -> Group:
    """A band as wide as the picture: who and what they have left, their Monsters right."""
    deck, mine = deck_of(view), view.villains[seat]
    flat = tall < 150
    return honoured(
        view,
        seat,
        plate(
            1140,
            tall,
            seat,
            names[seat],
            [at(10 + 80 * i, 70 if flat else 82, piece) for i, piece in enumerate(purse(view, seat))],
            at(12, 102, tally(deck, mine.kept)) if flat else at(14, 132, tray(deck, mine.kept, 6)),
            at(330, 4 if flat else 8, monsters(deck, mine.monsters, tall)),
            turn=seat == view.active and not view.over,
            tab=316,
            room=name_room(view, seat),
        ),
    )


def purse(view: KingdomView, seat: int) -> list[Group]:
    """Sugar, Candies, black cubes, and what all Monsters together eat."""
    mine = view.villains[seat]
    have = (("sugar_cube", mine.sugar), ("candy_token", mine.candies), ("black_cube", mine.black), ("feed", mine.eats))
    return [counter(sprite, n, 32, 40) for sprite, n in have]


def honoured(view: KingdomView, seat: int, plate: Group) -> Group:
    """The First Player's card, on the ribbon of whoever acts; at the end the total, and the winner's crown."""
    if not view.over:
        card = Shape(259, 11, 46, 46, "cell"), Sprite(262, 14, 40, "event_first-player")
        return at(0, 0, plate, seat == view.first and card)
    total = Text(308, 34, str(view.villains[seat].total).replace("-", "−"), "score", 90)
    return at(0, 0, plate, total, seat in view.winners and Sprite(192, 14, 40, "crown"))


def name_room(view: KingdomView, seat: int) -> int:
    """What stands behind the name takes its room."""
    return 108 if seat in view.winners else 150 if view.over else 170


def monsters(deck: Deck, mine: list[MonsterView], tall: int) -> Pieces:
    """Four to a row: with their names as long as there is room, then smaller, in two rows."""
    if len(mine) <= 4 or tall > 250:
        shown, left = few(mine, 4 if tall < 250 else 8)
        rows = 1 if len(mine) <= 4 else 2
        tabs = max(1, ((tall - 12) // rows - 104) // 34)
        places = grid(len(shown) + 1, 4, 0, 0, 203, 144)
        cells = [at(x, y, large(deck, monster, tabs)) for monster, (x, y) in zip(shown, places, strict=False)]
    else:
        shown, left = few(mine, 8)
        each = (tall - 26) // 2
        places = grid(len(shown) + 1, 4, 0, 0, 203, each + 10)
        cells = [at(x, y, broad(deck, monster, each)) for monster, (x, y) in zip(shown, places, strict=False)]
    return cells, left > 0 and at(*places[-1], plus_more(left))


def half(view: KingdomView, names: list[str], seat: int) -> Group:
    """Half a band, for five players: up to four Monsters upright, more of them in two rows."""
    deck, mine = deck_of(view), view.villains[seat]
    shown, left = few(mine.monsters, 8)
    upright = len(shown) <= 4
    places = grid(len(shown) + 1, 4, 168, 71, 98, 69)
    cells = [high(deck, monster) if upright else small(deck, monster) for monster in shown]
    return honoured(
        view,
        seat,
        plate(
            562,
            212,
            seat,
            names[seat],
            [at(x, y, piece) for piece, (x, y) in zip(purse(view, seat), grid(4, 2, 8, 86, 78, 58), strict=True)],
            [at(x, y, cell) for cell, (x, y) in zip(cells, places, strict=False)],
            left > 0 and at(*places[-1], plus_more(left)),
            at(346, 14, tally(deck, mine.kept)),
            turn=seat == view.active and not view.over,
            tab=316,
            room=name_room(view, seat),
        ),
    )


# ---- the hand
def hand(view: KingdomView, names: list[str]) -> Scene:
    """Every card of one's own: Monsters four to a row, what is tucked hanging from them, what is kept below."""
    assert view.seat is not None
    mine = view.villains[view.seat]
    shown, left = few(mine.monsters, 8)
    rows = [shown[i : i + 4] for i in range(0, len(shown), 4)]
    kept_tall = 62 * -(-len(mine.kept) // 4)
    tucked = [max(len(monster.tucked) for monster in row) for row in rows]
    brief = 130 + sum(200 + 114 * n for n in tucked) + kept_tall > 1046
    pieces: list[Pieces] = []
    y = 120
    for row, deepest in zip(rows, tucked, strict=True):
        pieces += [at(30 + 288 * i, y, hanging(view, monster, brief)) for i, monster in enumerate(row)]
        y += 200 + (48 if brief else 114) * deepest
    if not rows:
        pieces.append(Text(40, y + 30, "You control no Monster.", "soft", 700))
        y += 70
    deck = deck_of(view)
    places = grid(len(mine.kept), 4, 30, y, 288, 62)
    pieces += [at(x, top, kept_tab(of(deck, name))) for name, (x, top) in zip(mine.kept, places, strict=True)]
    note = f"{mine.sugar} sugar · {candies(mine.candies)} · {black(mine.black)}"
    more = left > 0 and at(1112, 78, plus_more(left))
    return Scene.of(max(y + kept_tall + 8, 330), KINGDOM, band("My monsters", note, room=760), pieces, more)


def hanging(view: KingdomView, monster: MonsterView, brief: bool) -> Group:
    """A Monster and its tucked Abilities, with what can be used now and what has been."""
    assert view.seat is not None
    deck, mine = deck_of(view), view.villains[view.seat]
    state = {use.card: {"open": use.open, "used": use.why in ("used", "once-a-game")} for use in mine.uses}
    step = 48 if brief else 114
    tabs = [
        at(8, 180 + step * i, explained_tab(of(deck, name), brief=brief, **state[name]))
        for i, name in enumerate(monster.tucked)
    ]
    return at(0, 0, reversed(tabs), explained(of(deck, monster.id), monster.eats, **state[monster.id]))


# ---- one card, looked up
def card(card: Card) -> Scene:
    assert isinstance(card, KingdomCard)
    paid = card.kind in ("monster", "ability")
    signs = [
        paid and cube(card.cost, 60),
        card.colour is not None and candy(card, 60),
        card.feed is not None and mouth(card.feed, 60),
        at(0, 6, Sprite(0, 0, 48, f"when_{card.moment}")),
        card.activation > 0 and at(0, 5, cube(card.activation, 50)),
    ]
    kind = f"{KINDS[card.kind]}, {MOMENTS[card.moment]}"
    drawing = art(f"event_{card.id}", "when_event") if card.colour is None else likeness(card)
    paper = tint(card) if card.colour else ""
    return card_scene(KINGDOM, card.name, kind, drawing, paper, [s for s in signs if s], card.text)
