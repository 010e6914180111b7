"""The hand of one Ruler."""

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape
from bot.pictures.boxes import (
    Box,
    column,
    gap_box,
    label,
    name_box,
    on_shape,
    over,
    picture,
    row,
    shape_box,
    shelf,
    text,
    text_width,
    with_outline,
)
from bot.pictures.palette import COVER
from bot.pictures.pieces import band
from cogs.cover_your_kingdom.picture_parts import drawing, gem, sign, tint
from cogs.cover_your_kingdom.text import CoverTextRenderer, home, yours
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.cards import CARDS
from engine.cover_your_kingdom.view import CoverView

PER_ROW = 6
WIDEST, HIGH, GAP = 214, 272, 16  # of a card; gap between cards
WILD = 52  # maximum width of its label next to magic of the usual size


def hand(view: CoverView, voice: Translator) -> Scene:
    """Draw the cards in the order of the deck file, in rows of equal length; in an answer, fitting ones stand out."""
    fits, cards = fitting(view), view.hand
    rows = max(1, -(-len(cards) // PER_ROW))
    columns = -(-len(cards) // rows)
    each = min(WIDEST, (1140 - GAP * (columns - 1)) // max(columns, 1))
    held = [card(view, name, fits, voice) for name in cards]
    body = (
        shelf(held, columns, each, HIGH, GAP)
        if cards
        else Box(text(voice.tr("picture.hand-empty"), "softm").draw, h=HIGH)
    )
    head = band(voice.tr("picture.hand"), yours(view, voice), room=760)
    return Scene.of(122 + body.h + 24, COVER, head, body.lay(30, 122, 1140))


def rest(view: CoverView, voice: Translator) -> str:
    return "\n".join(CoverTextRenderer(view, voice).beside_cards())


def fitting(view: CoverView) -> set[str] | None:
    """Return the cards that answer a challenge or hold a Clan; None if the question is not about single cards."""
    question = view.question_of(view.seat) if view.seat is not None else None
    if question is None or question.say not in ("counter", "inn-challenge", "elves") or not question.options:
        return None
    return {name for option in question.options for name in actions.parse_cards(option)}


def card(view: CoverView, name: str, fits: set[str] | None, voice: Translator) -> Box:
    """Return a card: gem and magic top left, its land top right, art, name."""
    found, land = CARDS[name], home(view, name)
    wild = voice.tr("picture.wild") if found.kind == "wild" else ""
    size, letters = (38, 26) if text_width(wild, "label") <= WILD else (32, 24)
    worth = [picture(gem(name), 46), label(str(found.magic), "heading", size=size)] if found.magic else []
    top = row(
        *worth,
        *([picture("hire", 50)] if found.kind == "hire" else []),
        gap_box(),
        *([label(wild, "label", size=letters)] if wild else []),
        *([picture(sign(land), 44)] if land else []),
        gap=2,
        h=54,
    )
    shown = over(shape_box("window", tint(name, land)), picture(drawing(name), 150))
    inside = column(top, shown, Box(name_box(voice.name(name), "headingm", 30, 24).draw, h=50))
    whole = on_shape("card", inside, 12, 4, 12, 4)
    if fits is None:
        return whole
    if name in fits:
        return with_outline(whole, "pick")

    def veiled(w: int, h: int) -> Pieces:
        return whole.draw(w, h), Shape(0, 0, w, h, "veil")

    return Box(veiled)
