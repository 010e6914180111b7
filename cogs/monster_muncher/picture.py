"""The pictures of Monster Muncher: everybody's row of Monsters and the race to 20, a hand, a card."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.monster_muncher.alt import now
from cogs.monster_muncher.in_words import card_of
from cogs.ui.pictures import Group, Lines, Pieces, Scene, Shape, Sprite, Text, art, at, grid
from cogs.ui.pictures.looks import BLUE, HUES, INK, MUNCHER, PALE, YELLOW
from cogs.ui.pictures.pieces import (
    band,
    card_scene,
    coin,
    counter,
    empty,
    few,
    headed,
    just_moved,
    locked,
    may_be_chosen,
    plate,
    plus_more,
)
from cogs.ui.pictures.pieces import card as paper
from cogs.words.voice import Voice
from engine.cards import Card
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView
from engine.paths import parts_of

TINTS = {"peon": PALE["pink"], "stoneskin": PALE["stone"], "zombie": PALE["moss"], "mecha": PALE["steel"]}
GREEN, RED = HUES["green"][1], HUES["red"][1]
BELLS = {"armed": "bell", "open": "bell", "used": "bell_off", "void": "bell_off"}  # of a delayed effect
PLACES, STEPS = 5, 20


class Place(NamedTuple):
    """The measures of a Monster's place in a row."""

    w: int
    h: int
    art: int
    inset: int  # the art's left end
    coin: int
    token: int
    side: tuple[int, int]  # where what lies beside the art begins
    one: int  # one thing beside it
    more: int  # each of several
    columns: int
    most: int
    name: int  # the middle of the name's first line
    lines: int


class Seats(NamedTuple):
    """How the plates of so many seats stand."""

    left: int
    w: int
    h: int
    columns: int
    gap: int
    place: Place
    first: tuple[int, int]  # the first Monster's place on the plate
    in_row: int
    apart: tuple[int, int]  # from place to place


WIDE = Place(210, 164, 118, 20, 52, 40, (138, 62), 64, 33, 2, 4, 143, 1)
MIDDLE = Place(180, 138, 98, 17, 46, 36, (116, 52), 56, 30, 2, 4, 120, 1)
NARROW = Place(108, 190, 100, 4, 44, 34, (4, 105), 33, 33, 3, 3, 146, 2)
BANDS = Seats(30, 1140, 250, 1, 14, WIDE, (15, 74), 5, (225, 0))
QUARTERS = Seats(24, 570, 390, 2, 14, MIDDLE, (7, 100), 3, (188, 146))
SIXTHS = Seats(24, 570, 296, 2, 12, NARROW, (7, 98), 5, (112, 0))
SEATS = {2: BANDS, 3: BANDS, 4: QUARTERS, 5: SIXTHS, 6: SIXTHS}
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}  # of a hand

SIZES = {
    "mun_": (118, 98, 100, 60, 152, 110, 300),
    "snack_": (64, 56, 33, 30, 60, 152, 110, 300),
    "party_": (48, 60),
    "tok_": (40, 36, 34),
    "shield": (64, 56, 33, 30),
    "bell": (64, 56, 33, 30, 20),
    "hand": (46,),
    "deck": (54,),
    "discard": (54,),
    "lock": (48,),
    "crown": (50,),
}
SIZES |= {f"seat_{letter}": (56,) for letter in "abcdef"}


def find(view: MuncherView, name: str) -> MuncherCard:
    card = card_of(view, name)
    assert card is not None
    return card


def drawing(card: MuncherCard) -> str:
    return art(f"mun_{card.id}", "mun_unknown") if card.party else art(f"snack_{card.id}", "snack_unknown")


# ---- the table
def table(view: MuncherView, voice: Voice) -> Scene:
    """The deck and the graveyard in the head band; below, a plate for each seat."""
    seats = SEATS[view.players]
    rows = -(-view.players // seats.columns)
    height = 116 + rows * seats.h + (rows - 1) * seats.gap + 18
    places = grid(view.players, seats.columns, seats.left, 116, seats.w + 12, seats.h + seats.gap)
    return Scene.of(
        height,
        MUNCHER,
        band(voice.say("picture.title"), now(view, voice.calling(headed(voice.names))), room=400),
        at(418, 9, piles(view)),
        [at(x, y, seat(view, voice, who, seats)) for who, (x, y) in enumerate(places)],
    )


def piles(view: MuncherView) -> Group:
    """The main deck, the graveyard and the card on top of it."""
    top = find(view, view.grave[-1]) if view.grave else None
    return at(
        0,
        0,
        Sprite(0, 2, 54, "deck"),
        Text(62, 30, str(view.pile), "heading", 50),
        Sprite(120, 2, 54, "discard"),
        Text(182, 30, str(len(view.grave)), "heading", 50),
        top and (Shape(236, -4, 66, 66, "lane", TINTS.get(top.party or "", YELLOW)), Sprite(239, -1, 60, drawing(top))),
    )


def seat(view: MuncherView, voice: Voice, who: int, seats: Seats) -> Group:
    """A player: the cards in hand, the tracker, and the Monsters."""
    row, won = view.rows[who], view.winner == who
    places = grid(PLACES, seats.in_row, *seats.first, *seats.apart)
    return plate(
        seats.w,
        seats.h,
        who,
        voice.names[who],
        at(286, 14, counter("hand", view.hand_sizes[who], room=40)),
        tracker(view.hunger[who], wide=seats.columns == 1),
        Text(seats.w - 18, 38, f"{view.hunger[who]}/{view.goal}", "score", 150),
        [at(x, y, monster(view, m, seats.place)) for m, (x, y) in zip(row, places, strict=False)],
        [at(x, y, empty(seats.place.w, seats.place.h)) for x, y in places[len(row) :]],
        won and Sprite(222, 8, 50, "crown"),
        turn=who == view.active and not view.over,
        tab=272,
        room=136 if won else 0,
    )


def tracker(hunger: int, wide: bool) -> list[Group]:
    """Twenty steps: beside the name where there is room, else below it."""
    x, y, apart, w, h = (392, 24, 29, 24, 28) if wide else (15, 70, 27, 23, 22)
    return [at(x + apart * i, y, Shape(0, 0, w, h, "on" if i < hunger else "off")) for i in range(STEPS)]


def monster(view: MuncherView, m: MonsterView, p: Place) -> Group:
    """Its hunger now on the coin, tokens over the feet, Snacks and shield beside; white behind the one that acts."""
    card = find(view, m.card)
    using, targets = asked(view)
    return at(
        0,
        0,
        Shape(0, 0, p.w, p.h, "card", TINTS[card.party or "peon"]),
        at(p.inset, 4, m.card in using and at(10, 8, just_moved(p.art - 20)), Sprite(0, 0, p.art, drawing(card))),
        m.protected and Shape(-4, -4, p.w + 8, p.h + 8, "safe"),
        (m.card in targets or m.state == "open") and may_be_chosen(p.w, p.h),
        at(p.w - p.coin - 6, 5, coin(m.hunger, p.coin)),
        at(*p.side, beside(view, m, p)),
        at(3, p.art - p.token + 6, tokens(m, p.token)),
        p.lines == 1 and at(4, 7, tier(card)),
        name_of(card, p),
    )


def name_of(card: MuncherCard, p: Place) -> Pieces:
    if p.lines == 1 or " " not in card.name:
        return Text(p.w // 2, p.name + 12 * (p.lines - 1), card.name, "label", p.w - 12)
    return Lines(p.w // 2, p.name, card.name, "label", p.w - 7, 25, p.lines)


def tier(card: MuncherCard) -> list[Shape]:
    """As many dots, on a slip of paper."""
    dots = [Shape(4, 4 + 12 * i, 9, 9, "cell", INK) for i in range(card.tier)]
    return [Shape(0, 0, 17, 12 * card.tier + 5, "cell"), *dots]


def asked(view: MuncherView) -> tuple[set[str], set[str]]:
    """The card whose ability is being used, and what may be chosen for it; nothing, where all of the rivals' may be."""
    using, targets = set(), set()
    for question in view.questions:
        if question.say in ("ability", "ability-next"):
            using.add(str(question.fields["card"]))
        if not question.secret:
            targets |= {name for option in question.options or [] for name in parts_of(option)}
            rows = [row for who, row in enumerate(view.rows) if who != question.seat]
            rivals = {m.card for row in rows for m in row if not m.protected}
            targets -= rivals if rivals <= targets else set()
    return using, targets


def beside(view: MuncherView, m: MonsterView, p: Place) -> list[Group]:
    """The shield of protection, the bell of a delayed effect and the Snacks, large where there is only one thing.

    A Snack's own bell hangs on its corner.
    """
    using, targets = asked(view)
    things = [("shield", False, False, "")] * m.protected
    things += [(BELLS[m.state], False, False, "")] if m.state in BELLS else []
    for snack in m.snacks:
        chosen = snack.card in targets or snack.state == "open"
        new = snack.card in using
        things.append((drawing(find(view, snack.card)), new, chosen, BELLS.get(snack.state, "")))
    things = things[-p.most :]  # the outline tells of the protection, too
    size, columns = (p.one, 1) if len(things) == 1 else (p.more, p.columns)
    small = 30 if len(things) == 1 else 20
    return [
        at(
            x,
            y,
            pick and Shape(-4, -4, size + 8, size + 8, "coin"),
            new and Shape(-4, -4, size + 8, size + 8, "new"),
            Sprite(0, 0, size, name),
            bell and Sprite(size - small + 5, -5, small, bell),
        )
        for (name, new, pick, bell), (x, y) in zip(
            things, grid(len(things), columns, 0, 0, size + 2, size + 2), strict=True
        )
    ]


def tokens(m: MonsterView, size: int) -> list[Group]:
    """Up to three lie side by side, more are counted."""
    if m.buffs + m.debuffs <= 3:
        names = ["tok_buff"] * m.buffs + ["tok_debuff"] * m.debuffs
        return [at(i * (size - 8), 0, Sprite(0, 0, size, name)) for i, name in enumerate(names)]
    counts = [(f"+{m.buffs}", GREEN)] * bool(m.buffs) + [(f"−{m.debuffs}", RED)] * bool(m.debuffs)
    w = size + 14
    return [
        at(i * (w - 4), 0, Shape(0, 0, w, size, "coin", fill), Text(w // 2, size // 2 + 1, words, "oncolour", w))
        for i, (words, fill) in enumerate(counts)
    ]


# ---- the hand
def hand(view: MuncherView, voice: Voice) -> Scene:
    """Up to four cards with large rules, six with middle ones, ten with small ones; a larger hand shows no rules."""
    held = view.hands[view.seat] or [] if view.seat is not None else []
    note = voice.say("picture.of", n=view.hunger[view.seat], goal=view.goal) if view.seat is not None else ""
    if len(held) <= 4:
        draw, w, h = large, 276, 526
    elif len(held) <= 6:
        draw, w, h = broad, 376, 284
    elif len(held) <= 10:
        draw, w, h = middling, 220, 432
    else:
        draw, w, h = little, 154, 216
    shown, more = few(held, 21)
    count = len(shown) + (more > 0)
    columns = COLUMNS.get(count, 7)
    left = (1212 - columns * (w + 12)) // 2
    places = grid(count, columns, left, 122, w + 12, h + 16)
    return Scene.of(
        122 + max(1, -(-count // columns)) * (h + 16) + 6,
        MUNCHER,
        band(voice.say("picture.hand"), note),
        [at(x, y, draw(view, card, voice)) for card, (x, y) in zip(shown, places, strict=False)],
        more > 0 and at(places[-1][0] + 48, places[-1][1] + 86, plus_more(more)),
    )


def large(view: MuncherView, name: str, voice: Voice) -> Group:
    """Party and tier top left, raw hunger top right, art, name, what it does."""
    card = find(view, name)
    shown = paper(
        276,
        526,
        at(14, 8, kind(card, voice)),
        card.kind == "monster" and at(210, 9, coin(card.hunger, 54)),
        Shape(12, 68, 252, 160, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(62, 72, 152, drawing(card)),
        Text(138, 254, card.name, "headingm", 246),
        Shape(10, 280, 256, 236, "box", YELLOW if card.delayed else BLUE),
        Lines(20, 306, card.short or card.text, "story", 240, 38, 6),
        out=bool(closed(view, name, 252, voice)),
    )
    return at(0, 0, shown, at(12, 174, closed(view, name, 252, voice)))


def broad(view: MuncherView, name: str, voice: Voice) -> Group:
    """The art left of what it does, the name below; a lock takes the place of party and tier."""
    card, shut = find(view, name), closed(view, name, 286, voice)
    shown = paper(
        376,
        284,
        not shut and at(14, 6, kind(card, voice)),
        card.kind == "monster" and at(312, 8, coin(card.hunger, 52)),
        Shape(10, 66, 126, 170, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(18, 96, 110, drawing(card)),
        Shape(142, 66, 224, 170, "box", YELLOW if card.delayed else BLUE),
        Lines(150, 88, card.short or card.text, "clause", 212, 32, 5),
        Text(188, 258, card.name, "headingm", 352),
        out=bool(shut),
    )
    return at(0, 0, shown, at(14, 7, shut))


def middling(view: MuncherView, name: str, voice: Voice) -> Group:
    """The same as a large one in a smaller space."""
    card = find(view, name)
    long = len(card.name) > 13
    shown = paper(
        220,
        432,
        at(12, 8, kind(card, voice)),
        card.kind == "monster" and at(156, 10, coin(card.hunger, 52)),
        Shape(12, 68, 196, 154, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(34, 68, 152, drawing(card)),
        Text(110, 248, card.name, "label" if long else "headingm", 206),
        Shape(10, 274, 200, 148, "box", YELLOW if card.delayed else BLUE),
        Lines(18, 296, card.short or card.text, "rule", 186, 28, 5),
        out=bool(closed(view, name, 196, voice)),
    )
    return at(0, 0, shown, at(12, 168, closed(view, name, 196, voice)))


def little(view: MuncherView, name: str, voice: Voice) -> Group:
    card = find(view, name)
    return paper(
        154,
        216,
        Shape(8, 8, 138, 132, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(14, 22, 110, drawing(card)),
        card.kind == "monster" and at(102, 4, coin(card.hunger, 48)),
        Lines(77, 162, card.name, "label", 138, 28, 2),
        out=name in view.locked or name in view.contested,
    )


def kind(card: MuncherCard, voice: Voice) -> Group:
    if card.party is None:
        return at(0, 0, Text(0, 30, voice.say("picture.snack-tier", n=card.tier), "labell", 190))
    tier = voice.say("picture.tier", n=card.tier)
    return at(0, 0, Sprite(0, 3, 48, f"party_{card.party}"), Text(54, 30, tier, "labell", 86))


def closed(view: MuncherView, name: str, w: int, voice: Voice) -> Pieces:
    if name in view.locked:
        return locked(w, voice.say("picture.locked"))
    return name in view.contested and locked(w, voice.say("picture.not-yet"))


def card(card: Card, voice: Voice) -> Scene:
    """One card, looked up."""
    assert isinstance(card, MuncherCard)
    monster = card.kind == "monster"
    signs: Sequence[Pieces] = [
        card.party and Sprite(0, 0, 60, f"party_{card.party}"),
        Text(0, 31, voice.say("picture.tier", n=card.tier), "heading", 140),
        monster and at(0, 4, coin(card.hunger, 52), Text(62, 27, voice.say("picture.hunger"), "labell", 90)),
    ]
    title = voice.name(card.party or "snack")
    tint = TINTS.get(card.party or "", YELLOW)
    text = card.text or voice.say("table.card-no-ability")
    return card_scene(MUNCHER, card.name, title, drawing(card), tint, [s for s in signs if s], text)
