"""Drawings of Monster Muncher's cards on the table."""

from typing import NamedTuple

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    column,
    first_fitting,
    gap_box,
    label,
    name_box,
    on_shape,
    over,
    picture,
    piece,
    row,
    shape_box,
    text,
    text_width,
    with_outline,
)
from bot.pictures.palette import DIM, HUES, INK, LESS, MORE, PALE, WHITE
from bot.pictures.pieces import just_moved
from cogs.monster_muncher.text import find_card
from engine.actions import parts_of
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

TINTS = {"peon": PALE["pink"], "stoneskin": PALE["stone"], "zombie": PALE["moss"], "mecha": PALE["steel"]}
STRETCHES = {party: HUES[hue][1] for party, hue in zip(TINTS, ("pink", "stone", "moss", "steel"), strict=True)}
BELLS = {"armed": "bell", "open": "bell", "used": "bell_off", "void": "bell_off"}  # by the state of a delayed effect
LETTERS = 34  # size of the smallest letters, readable on a phone
ART = (150, 118, 98, 76)  # sizes of Monsters
LOW_ART = (76, 60, 34)  # on low cards


class Thing(NamedTuple):
    """Something next to a Monster: a Snack, a shield, a bell."""

    sprite: str
    new: bool = False
    pick: bool = False
    bell: str = ""


def drawing(card: MuncherCard) -> str:
    return art(f"mun_{card.id}", "mun_unknown") if card.party else art(f"snack_{card.id}", "snack_unknown")


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
            fill = STRETCHES[find_card(view, m.card).party or "peon"]
            parts.append(Shape(left, 4, right - left, h - 8, "stretch", fill))
            if numbers and right - left > 30:
                parts.append(Text((left + right) // 2, h // 2 + 1, str(m.hunger), "small", right - left, "", LETTERS))
        return parts

    return Box(draw)


# ---- a Monster
def monster(view: MuncherView, m: MonsterView, translator: Translator) -> Box:
    """Return a Monster: its hunger on the coin, its name, the changes; Snacks and shield next to it."""
    card = find_card(view, m.card)
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
    card = find_card(view, m.card)
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
    card, things = find_card(view, m.card), beside(view, m)

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


def beside(view: MuncherView, m: MonsterView) -> list[Thing]:
    """Return the shield, the bell of a delayed effect, and the Snacks; a Snack's own bell is on its corner."""
    using, targets = highlighted_cards(view)
    things = [Thing("shield")] * m.protected + ([Thing(BELLS[m.state])] if m.state in BELLS else [])
    for snack in m.snacks:
        pick = snack.card in targets or snack.state == "open"
        things.append(
            Thing(drawing(find_card(view, snack.card)), snack.card in using, pick, BELLS.get(snack.state, ""))
        )
    return things


def beside_piece(thing: Thing, size: int) -> Group:
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
    """Return the printed number, and each change with its card; changes without room are added up.

    Where there is no room for the cards, the numbers alone still show how the hunger adds up.
    """
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
    source = [picture(drawing(find_card(view, card)), 34)] if card else []
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
