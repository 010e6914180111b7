"""The pictures of Monster Muncher: each player's row of Monsters and the race to 20, one card, a hand, and the end."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.i18n.fitting import LETTERS as SEAT_LETTERS, cut, format_signed
from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Scene, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    first_fitting,
    gap_box,
    label,
    name_box,
    on_shape,
    over,
    paragraph,
    picture,
    piece,
    row,
    shape_box,
    shelf,
    text,
    text_width,
    with_outline,
    with_padding,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import BLUE, DIM, HUES, INK, LESS, MORE, MUNCHER, PALE, WHITE, YELLOW
from bot.pictures.pieces import (
    Seat,
    band,
    card_scene,
    coin,
    just_moved,
    locked_bar,
    plus_more,
    seat_plate,
    short_names,
    truncate,
)
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, is_seat
from cogs.monster_muncher.text import MuncherTextRenderer, deck_of, now, rows_to_choose_from
from engine.actions import parts_of
from engine.decks import Card
from engine.machine import Event, seat_of
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

TINTS = {"peon": PALE["pink"], "stoneskin": PALE["stone"], "zombie": PALE["moss"], "mecha": PALE["steel"]}
STRETCHES = {party: HUES[hue][1] for party, hue in zip(TINTS, ("pink", "stone", "moss", "steel"), strict=True)}
BELLS = {"armed": "bell", "open": "bell", "used": "bell_off", "void": "bell_off"}  # by the state of a delayed effect
LETTERS = 34  # size of the smallest letters, readable on a phone
ART = (150, 118, 98, 76)  # sizes of Monsters
LOW_ART = (76, 60, 34)  # on low cards
PLACES = 5  # per row at most
HIGH = {2: 390, 3: 260, 4: 394, 5: 262, 6: 262}  # of a plate, by the number of players
LARGEST = 176  # width of a Monster if two plates are side by side
SIDE_BY_SIDE = 3  # Monsters there; more are in two columns, because their names need room
SIZES = {
    "mun_": (*ART, 152, 110, 60, 34, 300),
    "snack_": (60, 44, 34, 152, 110, 98, 300),
    "party_": (48, 60),
    "shield": (60, 44, 34),
    "bell": (60, 44, 34, 30, 20),
    "hand": (34,),
    "deck": (54,),
    "discard": (54,),
    "lock": (48,),
    "crown": (44,),
    "seat_": (46,),
}
CALLOUTS = (
    Callout("shape:ribbon", "turn"),
    Callout("sprite:hand", "hand"),
    Callout("words:/20", "goal"),
    Callout("shape:groove", "race"),
    Callout("shape:coin", "hunger"),
    Callout(r"words:[+−]\d+", "change"),
    Callout("sprite:shield", "shield"),
    Callout("sprite:bell", "bell"),
    Callout("sprite:deck", "deck"),
    Callout("sprite:discard", "grave"),
)


# ---- the table
def table(view: MuncherView, translator: Translator) -> Scene:
    """Draw the deck and the graveyard in the head band; below, a plate for each seat."""
    columns = 1 if view.players < 4 else 2
    lines = -(-view.players // columns)
    plates = [plate(view, translator, seat, columns == 1) for seat in range(view.players)]
    body = cells(plates, columns, 16, h=lines * HIGH[view.players] + (lines - 1) * 16)
    head = band(translator.tr("picture.title"), heading(view, translator, 420), room=420, size=LETTERS)
    return Scene.of(116 + body.h + 18, MUNCHER, head, at(418, 9, piles(view)), body.lay(30, 116, 1140))


def heading(view: MuncherView, translator: Translator, room: int) -> str:
    """Return who does what, with a name short enough that the letters need not be smaller."""
    names = short_names(translator.names)
    shorter = names, [cut(name, 8) for name in names], [*SEAT_LETTERS]
    ways = [now(view, translator.with_names(called)) for called in shorter]
    return next((way for way in ways if text_width(way, "note", LETTERS) <= room), ways[-1])


def piles(view: MuncherView) -> Group:
    """Return the main deck, the graveyard and its top card."""
    top = deck_of(view)[view.grave[-1]] if view.grave else None
    return at(
        0,
        0,
        Sprite(0, 2, 54, "deck"),
        Text(62, 30, str(view.pile), "heading", 50, "", LETTERS),
        Sprite(120, 2, 54, "discard"),
        Text(182, 30, str(len(view.grave)), "heading", 50, "", LETTERS),
        top and (Shape(236, -4, 66, 66, "lane", TINTS.get(top.party or "", YELLOW)), Sprite(239, -1, 60, drawing(top))),
    )


def plate(view: MuncherView, translator: Translator, who: int, wide: bool) -> Box:
    """Return a player: cards in hand, the race, the Monsters, and empty places if there is room."""
    seat = Seat(who, translator.names[who], turn=who == view.active and not view.over)
    total = [label(str(view.hunger[who]), "num", seat.ink, 50), label(f"/{view.goal}", "num", seat.ink, LETTERS)]
    ends = [
        *([picture("crown", 44)] if view.winner == who else []),
        hand_chip(view.hand_sizes[who]),
        *([with_padding(race(view, who, True), 20, 8, 10, 8).sized(560, 62)] if wide else []),
        row(*total, gap=2),
    ]
    monsters = [monster(view, m, translator) for m in view.rows[who]]
    if wide:
        places = cells([*monsters, *[shape_box("slot")] * (PLACES - len(monsters))], PLACES, 12)
        return seat_plate(seat, ends, with_padding(places, 14, 8, 14, 14), letters=LETTERS)
    lying = Box(lambda w, h: row(row(*_fit_monsters(monsters, w), gap=8), gap_box()).draw(w, h))
    if len(monsters) > SIDE_BY_SIDE:
        lying = cells([low_monster(view, m, translator) for m in view.rows[who]], 2, 8)
    inside = column(race(view, who, False).sized(h=28), lying, gap=16)
    return seat_plate(seat, ends, with_padding(inside, 14, 2, 14, 12), letters=LETTERS)


def hand_chip(cards: int) -> Box:
    """Return a chip with the number of cards in a hand, which stands next to the score."""
    inside = row(picture("hand", 34), label(str(cards), "heading", INK, LETTERS), gap=6)
    chip = on_shape("chip", inside, 10, 0, 12, 0, WHITE)
    return row(chip.sized(chip.w, 46), gap_box(14, share=0), gap=0)


def _fit_monsters(boxes: Sequence[Box], w: int) -> list[Box]:
    """Return the Monsters as wide as possible, up to the maximum."""
    each = min(LARGEST, (w + 8) // max(len(boxes), 1) - 8)
    return [box.sized(each) for box in boxes]


# ---- the race
def race(view: MuncherView, seat: int, numbers: bool) -> Box:
    """Return the race to 20: a bar piece per Monster, as long as its hunger, in its party's colour."""

    def draw(w: int, h: int) -> Pieces:
        inner, so_far = w - 8, 0
        parts: list[Pieces] = [Shape(0, 0, w, h, "groove")]
        for m in view.rows[seat]:
            start, so_far = so_far, so_far + max(m.hunger, 0)
            left, right = (4 + inner * min(end, view.goal) // view.goal for end in (start, so_far))
            if right - left < 10:
                continue
            fill = STRETCHES[deck_of(view)[m.card].party or "peon"]
            parts.append(Shape(left, 4, right - left, h - 8, "stretch", fill))
            if numbers and right - left > 30:
                parts.append(Text((left + right) // 2, h // 2 + 1, str(m.hunger), "small", right - left, "", LETTERS))
        return parts

    return Box(draw)


# ---- a Monster and what is next to it
class Sign(NamedTuple):
    """Something next to a Monster: a Snack, a shield, a bell."""

    sprite: str
    new: bool = False
    pick: bool = False
    bell: str = ""


def drawing(card: MuncherCard) -> str:
    return art(f"mun_{card.id}", "mun_unknown") if card.party else art(f"snack_{card.id}", "snack_unknown")


def monster(view: MuncherView, m: MonsterView, translator: Translator) -> Box:
    """Return a Monster: its hunger on the coin, its name, the changes; Snacks and shield next to it."""
    card = deck_of(view)[m.card]
    using, targets = highlighted_cards(view)
    looks = ["safe"] * m.protected + ["pick"] * (m.card in targets or m.state == "open")

    def draw(w: int, h: int) -> Pieces:
        is_tall = h > 180
        name = on_shape("box", name_box(card.name, "label", LETTERS, LETTERS), 0, 0, 0, 0, WHITE)
        inside = column(
            stage(view, m, m.card in using, is_tall),
            name.sized(h=44),
            *([changes(view, m, translator).sized(h=46)] if is_tall else []),
        )
        tile = with_outline(on_shape("small-card", inside, 5, 5, 5, 5, TINTS[card.party or "peon"]), *looks)
        size = 76 if w > 200 and h > 200 else 60
        return tile.draw(w, h), at(w - size + 6, -8, hunger(m.hunger, size))

    return Box(draw)


def low_monster(view: MuncherView, m: MonsterView, translator: Translator) -> Box:
    """Return a Monster as a low card: art, name and hunger; if there is room for a second line, the changes."""
    card = deck_of(view)[m.card]
    using, targets = highlighted_cards(view)
    looks = ["safe"] * m.protected + ["pick"] * (m.card in targets or m.state == "open")
    things = [thing for thing in beside(view, m) if thing.sprite != "shield"]  # the outline says that

    def draw(w: int, h: int) -> Pieces:
        size, coin = next((size for size in LOW_ART if size <= h - 4), LOW_ART[-1]), 50 if h >= 80 else 46
        face = over(*([shape_box("new")] if m.card in using else []), picture(drawing(card), size), w=size, h=size)
        known, two_lines = changes_by_card(m), h >= 80 and bool(things or changes_by_card(m))
        signs = [piece(beside_piece(thing, 34), 34) for thing in things[-1 if known or not two_lines else -2 :]]
        name = name_box(card.name, "labell", LETTERS, LETTERS)
        shortest, room = min(card.name.split(), key=len), w - size - coin - 24
        if not two_lines and text_width(shortest, "labell", LETTERS) > room - 38 * len(signs):
            signs = []
        words_box = row(name, *signs, gap=4)
        if two_lines:
            change_line = Box(changes(view, m, translator).draw if known else gap_box().draw)
            words_box = column(name, row(change_line, *signs, gap=4).sized(h=38))
        inside = row(face, words_box, gap_box(w=coin), gap=6)
        card_box = on_shape("small-card", inside, 6, 0, 0, 4 if two_lines else 0, TINTS[card.party or "peon"])
        return with_outline(card_box, *looks).draw(w, h), at(w - coin + 4, (h - coin) // 2, hunger(m.hunger, coin))

    return Box(draw)


def hunger(n: int, size: int) -> Group:
    half = size // 2
    number = Text(half, half + 1, str(n), "cellnum", size - 8, "", 54 if size > 70 else 42 if size > 55 else 36)
    return at(0, 0, Shape(0, 0, size, size, "coin"), number)


def stage(view: MuncherView, m: MonsterView, acting: bool, show_changes: bool) -> Box:
    """Return the art, with Snacks, shield and bell below the coin; on low cards, also the sum of the changes."""
    card, things = deck_of(view)[m.card], beside(view, m)

    def draw(w: int, h: int) -> Pieces:
        size = next((size for size in ART if size <= min(w + 12, h + 12)), ART[-1])
        left = 0 if w < size + 60 else (w - size - 50) // 2
        behind = acting and at(8, 8, just_moved(size - 16))
        art = at(left - 4, (h - size) // 2, behind, Sprite(0, 0, size, drawing(card)))
        coin = 60 if w > 195 and h > 120 else 46
        change = None if show_changes else change_of(view, m, w)
        low = 40 if change else 0
        room = h - coin - low
        side = next((n for n in (60, 44, 34) if things and n * len(things) <= room and n < w // 2), 34)
        visible = things[-max(1, room // side) :] if things else []
        below = [
            at(w - side, coin + (room - side * len(visible)) // 2 + side * i, beside_piece(thing, side))
            for i, thing in enumerate(visible)
        ]
        return art, below, change is not None and change.lay(w - change.w, h - 38)

    return Box(draw)


def beside(view: MuncherView, m: MonsterView) -> list[Sign]:
    """Return the shield, the bell of a delayed effect, and the Snacks; a Snack's own bell is on its corner."""
    using, targets = highlighted_cards(view)
    things = [Sign("shield")] * m.protected + ([Sign(BELLS[m.state])] if m.state in BELLS else [])
    for snack in m.snacks:
        pick = snack.card in targets or snack.state == "open"
        things.append(Sign(drawing(deck_of(view)[snack.card]), snack.card in using, pick, BELLS.get(snack.state, "")))
    return things


def beside_piece(thing: Sign, size: int) -> Group:
    small = 30 if size > 50 else 20
    return at(
        0,
        0,
        thing.pick and Shape(-4, -4, size + 8, size + 8, "coin"),
        thing.new and Shape(-4, -4, size + 8, size + 8, "new"),
        Sprite(0, 0, size, thing.sprite),
        bool(thing.bell) and Sprite(size - small + 5, -5, small, thing.bell),
    )


# ---- changes of hunger
def changes_by_card(m: MonsterView) -> list[tuple[str, int]]:
    """Return the changes by card; a change of unknown origin is last."""
    known = [(card, n) for card, n in m.given.items() if n]
    rest = m.hunger - m.raw - sum(n for _, n in known)
    return [*known, ("", rest)] if rest else known


def changes(view: MuncherView, m: MonsterView, translator: Translator) -> Box:
    """Return the printed number, and each change with its card if there is room; else changes are added up."""
    all_of_them = changes_by_card(m)

    def draw(w: int, h: int) -> Pieces:
        if not all_of_them:
            as_printed = translator.tr("picture.as-printed")
            return text_width(as_printed, "label", LETTERS) <= w and text(as_printed, "label", DIM, LETTERS).draw(w, h)
        most = max(1, (w - 34) // 84)
        visible = all_of_them
        if len(visible) > most:
            rest = sum(n for _, n in visible[most - 1 :])
            visible = [*visible[: most - 1], ("", rest)]
        parts, printed = [change(view, card, n) for card, n in visible], label(str(m.raw), "heading", size=LETTERS)
        numbers = [change(view, "", n) for _, n in visible]
        lines = [row(printed, *parts, gap=2), row(printed, *numbers, gap=2), change(view, "", m.hunger - m.raw)]
        line = first_fitting(lines, w)
        return row(gap_box(), line, gap_box()).draw(w, h)

    return Box(draw)


def change_of(view: MuncherView, m: MonsterView, w: int) -> Box | None:
    """Return the only change on a low card with its card if there is room, else the sum of all."""
    by_card = changes_by_card(m)
    if not by_card:
        return None
    if len(by_card) == 1 and w > 125:
        return change(view, *by_card[0])
    return change(view, "", m.hunger - m.raw)


def change(view: MuncherView, card: str, n: int) -> Box:
    number = label(format_signed(n), "heading", MORE if n > 0 else LESS if n else INK, LETTERS)
    source = [picture(drawing(deck_of(view)[card]), 34)] if card else []
    chip = on_shape("chip", row(number, *source, gap=2), 8, 0, 6, 0, WHITE)
    return chip.sized(chip.w, 38)


def highlighted_cards(view: MuncherView) -> tuple[set[str], set[str]]:
    """Return the card whose ability is used, and its possible targets; no cards if it can target all rivals' cards."""
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


# ---- one card
def card(card: Card, translator: Translator) -> Scene:
    assert isinstance(card, MuncherCard)
    monster = card.kind == "monster"
    signs: Sequence[Pieces] = [
        card.party and Sprite(0, 0, 60, f"party_{card.party}"),
        Text(0, 31, translator.tr("picture.tier", n=card.tier), "heading", 140),
        monster and at(0, 4, coin(card.hunger, 52), Text(62, 27, translator.tr("picture.hunger"), "labell", 150)),
    ]
    title = translator.name(card.party or "snack")
    tint = TINTS.get(card.party or "", YELLOW)
    text = card.text or translator.tr("table.card-no-ability")
    return card_scene(MUNCHER, card.name, title, drawing(card), tint, [s for s in signs if s], text)


# ---- a hand: the fewer cards, the larger; small below the rows that a target is chosen from
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3, 9: 3}  # by number of cards; else five
MAX_ROOMY, MAX_WITH_RULES = 6, 9  # larger hands show no tiers, the largest no rules
HEAD, BAR, GAP = 62, 54, 14  # heights of a card's top row and of a locked card's bar; gap between cards
ROW = 270  # height of a row to choose from


def hand(view: MuncherView, translator: Translator) -> Scene:
    """Draw up to four cards with large rules, nine with smaller ones, more without rules."""
    names = view.hand
    if rows := rows_to_choose_from(view):
        return rows_and_hand(view, translator, rows, names)
    note = translator.tr("picture.of", n=view.hunger[view.me], goal=view.goal)
    visible, more = truncate(names, 15)
    cards = [deck_of(view)[name] for name in visible]
    if len(names) <= 4:
        boxes, w, h = [tall(view, card, translator) for card in cards], 274, 546
    elif len(names) <= MAX_ROOMY:
        boxes, w, h = [broad(view, card, translator) for card in cards], 370, 356
    elif len(names) <= MAX_WITH_RULES:
        boxes, w, h = [low(view, card) for card in cards], 370, 290
    else:
        boxes, w, h = [little(view, card) for card in cards], 216, 232
    boxes += [piece(plus_more(more, LETTERS), 58, 44)] * (more > 0)
    body = shelf(boxes, COLUMNS.get(len(boxes), 5), w, h, GAP) if boxes else gap_box(h=216)
    return Scene.of(
        122 + body.h + 20, MUNCHER, band(translator.tr("picture.hand"), note, size=LETTERS), body.lay(30, 122, 1140)
    )


def rows_and_hand(view: MuncherView, translator: Translator, rows: Sequence[int], names: Sequence[str]) -> Scene:
    """Draw the rows with targets, and the cards in hand below them if there is room."""
    lines = -(-len(rows) // 2)
    plates = cells(
        [plate(view, translator, seat, False) for seat in rows], min(2, len(rows)), GAP, h=lines * (ROW + GAP) - GAP
    )
    visible, more = truncate(names, 5 if lines == 2 else 10)
    cards = [little(view, deck_of(view)[name]) for name in visible]
    cards += [piece(plus_more(more, LETTERS), 58, 44)] * (more > 0)
    body = plates
    if cards and lines < 3:
        body = column(plates, shelf(cards, 5, 216, 232, GAP), gap=GAP)
    head = band(translator.tr("picture.hand"), heading(view, translator, 600), room=600, size=LETTERS)
    return Scene.of(122 + body.h + 20, MUNCHER, head, body.lay(30, 122, 1140))


def rest(view: MuncherView, translator: Translator) -> list[str]:
    words, lacks_rules = MuncherTextRenderer(view, translator), len(view.hand) > MAX_WITH_RULES
    without = rows_to_choose_from(view) or not lacks_rules  # a target's choice doesn't need them
    return ["\n".join(words.locked_lines(view.hand)), *([] if without else [words.held_cards()])]


def tall(view: MuncherView, card: MuncherCard, translator: Translator) -> Box:
    """Return party, tier and raw hunger at the top, art, name, rule; a locked card has a bar over the art."""
    shut, high = locked_bars(view, card, translator), 160
    window = card_art(card, 152).sized(h=high)
    name = paragraph(card.name, "headingm", (36, LETTERS), 2).sized(h=84)
    inside = column(top(card, translator), window, name, rule(card, "story", (36, LETTERS)))
    whole = on_shape("card", inside, 10, 4, 10, 10)
    if not shut:
        return whole
    bar = column(gap_box(h=HEAD + 4 + high - BAR), shut[0].sized(h=BAR), gap_box())
    return over(whole, shape_box("veil"), with_padding(bar, 10, 0, 10, 0))


def broad(view: MuncherView, card: MuncherCard, translator: Translator) -> Box:
    """Return the art left of the rule, the name below; on a locked card, a bar replaces party and tier."""
    shut = locked_bars(view, card, translator)
    whole = on_shape("card", column(top(card, translator, bare=bool(shut)), *beside_rule(card)), 10, 3, 10, 6)
    if not shut:
        return whole
    bar = column(row(*shut, gap_box(w=64), h=HEAD), gap_box())
    return over(whole, shape_box("veil"), with_padding(bar, 14, 4, 0, 0))


def low(view: MuncherView, card: MuncherCard) -> Box:
    """Return the art left of the rule, with raw hunger on it, and the name below; the art's colour is the party's."""
    worth = [Box(lambda w, h: at(48, -4, coin(card.hunger, 56)))] * (card.kind == "monster")
    whole = on_shape("card", over(column(*beside_rule(card)), *worth), 10, 8, 10, 6)
    return over(whole, shape_box("veil")) if card.id in view.locked or card.id in view.contested else whole


def beside_rule(card: MuncherCard) -> tuple[Box, Box]:
    """Return the art left of the rule, and the name."""
    middle = row(card_art(card, 98).sized(100), rule(card, "clause", (LETTERS, 33), 5), gap=6)
    return middle, name_box(card.name, "headingm", 36, LETTERS).sized(h=44)


def little(view: MuncherView, card: MuncherCard) -> Box:
    """Return art, raw hunger and name."""
    name = paragraph(card.name, "label", (LETTERS,), 2).sized(h=80)
    worth = [Box(lambda w, h: at(w - 46, -4, coin(card.hunger, 48)))] * (card.kind == "monster")
    whole = on_shape("card", column(over(card_art(card, 110), *worth), name), 8, 8, 8, 4)
    return over(whole, shape_box("veil")) if card.id in view.locked or card.id in view.contested else whole


# ---- parts of a card
def top(card: MuncherCard, translator: Translator, bare: bool = False) -> Box:
    """Return party and tier, and raw hunger; if `bare`, only the hunger."""
    tier = [label(translator.tr("picture.snack-tier", n=card.tier), "labell", size=LETTERS)]
    if card.party is not None:
        tier = [
            picture(f"party_{card.party}", 48),
            label(translator.tr("picture.tier", n=card.tier), "labell", size=LETTERS),
        ]
    worth = [piece(coin(card.hunger, 52), 52)] * (card.kind == "monster")
    return row(*([] if bare else tier), gap_box(), *worth, gap=6, h=HEAD)


def card_art(card: MuncherCard, size: int) -> Box:
    return over(shape_box("window", TINTS.get(card.party or "", YELLOW)), picture(drawing(card), size))


def rule(card: MuncherCard, style: str, sizes: Sequence[int], side: int = 8) -> Box:
    words = paragraph(card.short or card.text, style, sizes, 6)
    return on_shape("box", words, side, 4, side, 4, YELLOW if card.delayed_part.verb else BLUE)


def locked_bars(view: MuncherView, card: MuncherCard, translator: Translator) -> list[Box]:
    """Return the bar of a card that may not be played now."""
    if card.id not in view.locked and card.id not in view.contested:
        return []
    words = translator.tr("picture.locked" if card.id in view.locked else "picture.not-yet")
    return [Box(lambda w, h: locked_bar(w, words, LETTERS), h=BAR)]


# ---- the end as a poster: the winner's hungriest Monster on the tongue of an open mouth
TURN_EVENTS = ("plays", "replaces", "plays-snack", "discards", "draws-and-ends", "passes")
LIPS = ((26, 196, 84, 12), (352, 190, 84, -12), (4, 320, 74, -8), (380, 306, 74, 14))


class MuncherPoster(GamePoster[MuncherView]):
    look = MUNCHER
    sizes = {"plate": (190,), "rosette": (146,)}
    decisive_events = (
        *("plays", "plays-snack", "replaces", "destroys", "destroys-own", "steals", "bounces", "bounces-own", "swaps"),
        *("gives", "announces"),
    )

    def drawing(self, card: str) -> str:
        return drawing(deck_of(self.view)[card])

    def hero(self) -> Pieces:
        row = self.monsters(self.best)
        hungriest = self.drawing(row[0].card) if row and not self.is_early else "mun_unknown"
        snacks = [snack.card for monster in row for snack in monster.snacks]
        return [
            Sprite(92, 268, 272, hungriest),
            Sprite(0, 0, 900, "front_muncher"),
            rosettes(self.summary.winners, 76, 486, 96),
            not self.is_early
            and (
                Sprite(266, 398, 190, "plate"),
                Text(361, 493, self.points, "onplate", 130),
                [
                    Sprite(x, y, size, self.drawing(snack), turn=turn)
                    for (x, y, size, turn), snack in zip(LIPS, snacks, strict=False)
                ],
            ),
        ]

    def monsters(self, seat: int) -> list[MonsterView]:
        """Return the row that scored, the hungriest first."""
        return sorted(self.view.rows[seat], key=lambda monster: -monster.hunger)

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(self.drawing(monster.card)) for monster in self.monsters(seat)]

    def secrets_text(self, seat: int) -> str:
        row = [self.say("alt.poster-monster", card=one.card, n=one.hunger) for one in self.monsters(seat)]
        return self.say("alt.poster-row", p=f"s{seat}", monsters=row) if row else ""

    def bounds(self) -> tuple[float, float]:
        low, high = super().bounds()
        return low, max(high, self.view.goal)

    def when(self, index: int, event: Event) -> str:
        """Return the number of the turn; a new turn begins when another seat plays."""
        turns = [earlier.fields["p"] for earlier in self.events_until(index, *TURN_EVENTS)]
        changed = sum(one != other for one, other in pairwise(turns)) + 1
        return self.chip(index, event, self.say("picture.turn-of", n=-(-changed // self.view.players)))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        cards = [fields[key] for key in ("m", "card", "old", "a", "b") if key in fields] + list(fields.get("cards", ()))
        drawings = [self.drawing(card) for card in cards[:2]]
        things: list[Thing | Badge] = [
            Thing(name, x, y, size) for (x, y, size), name in zip(((-2, 12, 118), (90, 54, 72)), drawings, strict=False)
        ]
        about = fields.get("p")
        return [*things, Badge(seat_of(about), 112, 6, 42)] if is_seat(about) else things
