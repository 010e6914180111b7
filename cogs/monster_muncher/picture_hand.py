"""A hand of Monster Muncher: the fewer cards, the larger; small below the rows that a target is chosen from."""

from collections.abc import Sequence

from bot.i18n.translator import Translator
from bot.pictures import Scene, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
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
    with_padding,
)
from bot.pictures.palette import BLUE, MUNCHER, YELLOW
from bot.pictures.pieces import band, coin, locked_bar, plus_more, short_names, truncate
from cogs.monster_muncher.picture import plate
from cogs.monster_muncher.picture_parts import LETTERS, TINTS, drawing, find_card
from cogs.monster_muncher.text import MuncherTextRenderer, now, rows_to_choose_from
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MuncherView

COLUMNS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3, 9: 3}  # by number of cards; else five
MAX_ROOMY, MAX_WITH_RULES = 6, 9  # larger hands show no tiers, the largest no rules
HEAD, BAR, GAP = 62, 54, 14  # heights of a card's top row and of a locked card's bar; gap between cards
ROW = 270  # height of a row to choose from


def hand(view: MuncherView, voice: Translator) -> Scene:
    """Draw up to four cards with large rules, nine with smaller ones, more without rules."""
    held = view.hands[view.seat] or [] if view.seat is not None else []
    if rows := rows_to_choose_from(view):
        return rows_and_hand(view, voice, rows, held)
    note = voice.tr("picture.of", n=view.hunger[view.seat], goal=view.goal) if view.seat is not None else ""
    shown, more = truncate(held, 15)
    cards = [find_card(view, name) for name in shown]
    if len(held) <= 4:
        boxes, w, h = [tall(view, card, voice, "story", (36, LETTERS), 6) for card in cards], 274, 546
    elif len(held) <= MAX_ROOMY:
        boxes, w, h = [broad(view, card, voice) for card in cards], 370, 356
    elif len(held) <= MAX_WITH_RULES:
        boxes, w, h = [low(view, card) for card in cards], 370, 290
    else:
        boxes, w, h = [little(view, card) for card in cards], 216, 232
    boxes += [piece(plus_more(more, LETTERS), 58, 44)] * (more > 0)
    body = shelf(boxes, COLUMNS.get(len(boxes), 5), w, h, GAP) if boxes else gap_box(h=216)
    return Scene.of(
        122 + body.h + 20, MUNCHER, band(voice.tr("picture.hand"), note, size=LETTERS), body.lay(30, 122, 1140)
    )


def rows_and_hand(view: MuncherView, voice: Translator, rows: Sequence[int], held: Sequence[str]) -> Scene:
    """Draw the rows with targets, and the cards in hand below them if there is room."""
    lines = -(-len(rows) // 2)
    plates = cells(
        [plate(view, voice, seat, False) for seat in rows], min(2, len(rows)), GAP, h=lines * (ROW + GAP) - GAP
    )
    shown, more = truncate(held, 5 if lines == 2 else 10)
    cards = [little(view, find_card(view, name)) for name in shown]
    cards += [piece(plus_more(more, LETTERS), 58, 44)] * (more > 0)
    body = plates
    if cards and lines < 3:
        body = column(plates, shelf(cards, 5, 216, 232, GAP), gap=GAP)
    head = band(voice.tr("picture.hand"), now(view, voice.with_names(short_names(voice.names))), room=600, size=LETTERS)
    return Scene.of(122 + body.h + 20, MUNCHER, head, body.lay(30, 122, 1140))


def rest(view: MuncherView, voice: Translator) -> str:
    held, words = view.hands[view.seat] or [] if view.seat is not None else [], MuncherTextRenderer(view, voice)
    return words.hand() if len(held) > MAX_WITH_RULES else "\n".join(words.locked_lines(held))


def tall(view: MuncherView, card: MuncherCard, voice: Translator, style: str, sizes: Sequence[int], lines: int) -> Box:
    """Return party, tier and raw hunger at the top, art, name, rule; a locked card has a bar over the art."""
    shut, high = locked_bars(view, card, voice), 160 if style == "story" else 152
    window = Box(art(card, 152).draw, h=high)
    name = Box(paragraph(card.name, "headingm", (36, LETTERS), 2).draw, h=84)
    inside = column(top(card, voice), window, name, rule(card, style, sizes, lines))
    whole = on_shape("card", inside, 10, 4, 10, 10)
    if not shut:
        return whole
    bar = column(gap_box(h=HEAD + 4 + high - BAR), Box(shut[0].draw, h=BAR), gap_box())
    return over(whole, shape_box("veil"), with_padding(bar, 10, 0, 10, 0))


def broad(view: MuncherView, card: MuncherCard, voice: Translator) -> Box:
    """Return the art left of the rule, the name below; on a locked card, a bar replaces party and tier."""
    shut = locked_bars(view, card, voice)
    whole = on_shape("card", column(top(card, voice, bare=bool(shut)), *beside_rule(card)), 10, 3, 10, 6)
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
    middle = row(Box(art(card, 98).draw, 100), rule(card, "clause", (LETTERS, 33), 6, 5), gap=6)
    return middle, Box(name_box(card.name, "headingm", 36, LETTERS).draw, h=44)


def little(view: MuncherView, card: MuncherCard) -> Box:
    """Return art, raw hunger and name."""
    name = Box(paragraph(card.name, "label", (LETTERS,), 2).draw, h=80)
    worth = [Box(lambda w, h: at(w - 46, -4, coin(card.hunger, 48)))] * (card.kind == "monster")
    whole = on_shape("card", column(over(art(card, 110), *worth), name), 8, 8, 8, 4)
    return over(whole, shape_box("veil")) if card.id in view.locked or card.id in view.contested else whole


# ---- parts of a card
def top(card: MuncherCard, voice: Translator, bare: bool = False) -> Box:
    """Return party and tier, and raw hunger; if `bare`, only the hunger."""
    tier = [label(voice.tr("picture.snack-tier", n=card.tier), "labell", size=LETTERS)]
    if card.party is not None:
        tier = [
            picture(f"party_{card.party}", 48),
            label(voice.tr("picture.tier", n=card.tier), "labell", size=LETTERS),
        ]
    worth = [piece(coin(card.hunger, 52), 52)] * (card.kind == "monster")
    return row(*([] if bare else tier), gap_box(), *worth, gap=6, h=HEAD)


def art(card: MuncherCard, size: int) -> Box:
    return over(shape_box("window", TINTS.get(card.party or "", YELLOW)), picture(drawing(card), size))


def rule(card: MuncherCard, style: str, sizes: Sequence[int], lines: int, side: int = 8) -> Box:
    said = paragraph(card.short or card.text, style, sizes, lines)
    return on_shape("box", said, side, 4, side, 4, YELLOW if card.delayed_part else BLUE)


def locked_bars(view: MuncherView, card: MuncherCard, voice: Translator) -> list[Box]:
    """Return the bar of a card that may not be played now."""
    if card.id not in view.locked and card.id not in view.contested:
        return []
    words = voice.tr("picture.locked" if card.id in view.locked else "picture.not-yet")
    return [Box(lambda w, h: locked_bar(w, words, LETTERS), h=BAR)]
