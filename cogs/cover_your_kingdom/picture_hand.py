"""The hand of one Ruler."""

from itertools import pairwise

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape
from bot.pictures.boxes import (
    Box,
    column,
    gap_box,
    label,
    name_box,
    on_shape,
    picture,
    row,
    text,
    with_outline,
)
from bot.pictures.palette import COVER
from bot.pictures.pieces import band
from cogs.cover_your_kingdom.picture_parts import NAME, WORDS, centred, gem, sign, window
from cogs.cover_your_kingdom.text import CoverTextRenderer, home, yours
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.cards import CARDS
from engine.cover_your_kingdom.view import CoverView

PER_ROW = 3
WIDE, HIGH, GAP = 370, 152, 15  # of a card; gap between cards


def hand(view: CoverView, voice: Translator) -> Scene:
    """Draw the cards in the order of the deck file, in even rows; in an answer, fitting ones stand out."""
    fits, cards = fitting(view), view.hand
    held = [Box(card(view, name, fits, voice).draw, WIDE) for name in cards]
    n = max(1, -(-len(cards) // PER_ROW))
    ends = [-(-len(cards) * i // n) for i in range(n + 1)]  # the first row is the longest
    rows = [held[begin:end] for begin, end in pairwise(ends)]
    body = (
        column(*(Box(centred(row(*line, gap=GAP)).draw, h=HIGH) for line in rows), gap=GAP)
        if cards
        else Box(text(voice.tr("picture.hand-empty"), "softm", size=NAME).draw, h=HIGH)
    )
    head = band(voice.tr("picture.hand"), yours(view, voice), room=760, size=NAME)
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
    """Return a card: art, name, gem and magic, and its land or kind."""
    found, land = CARDS[name], home(view, name)
    called = Box(name_box(voice.name(name), "heading", 36, WORDS).draw, h=42)
    worth = [picture(gem(name), 40), label(str(found.magic), "heading", size=40)] if found.magic else []
    where = [picture("hire", 44)] if found.kind == "hire" else []
    where += [picture(sign(land), 36), label(voice.name(land), "labell", size=WORDS)] if land else []
    if found.kind in ("wild", "hire"):
        where.append(label(voice.tr(f"picture.{found.kind}"), "labell", size=WORDS))
    lines = [row(row(*line, gap=4), gap_box()) for line in (worth, where) if line]
    whole = on_shape("card", row(window(view, name, 112), column(called, *lines), gap=10), 9, 10, 7, 16)
    if fits is None:
        return whole
    if name in fits:
        return with_outline(whole, "pick")

    def veiled(w: int, h: int) -> Pieces:
        return whole.draw(w, h), Shape(0, 0, w, h, "veil")

    return Box(veiled)
