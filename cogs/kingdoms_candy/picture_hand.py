"""The pictures of one villain's cards, for its player and for the others, and of one card."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape, Sprite, art, at
from bot.pictures.boxes import Box, cells, column, gap_box, paragraph, picture, piece, row, text, with_padding
from bot.pictures.palette import INK, KINGDOM
from cogs.kingdoms_candy.picture import kingdom
from cogs.kingdoms_candy.picture_parts import (
    NAME,
    SHORT,
    WHOLE,
    candy,
    counters,
    cube,
    head,
    kept_tab,
    likeness,
    line,
    more_box,
    mouth,
    owned,
    seat_mark,
    tint,
    tucked_row,
    words_box,
)
from cogs.kingdoms_candy.text import KingdomTextRenderer, cards_of, chooses_for_sale
from engine.decks import Card
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.view import KingdomView, MonsterView, VillainView

TALLEST = 1046
HEIGHTS = ((WHOLE, WHOLE), (WHOLE, SHORT), (SHORT, SHORT), (SHORT, NAME))  # of a Monster and of a tucked card
WIDE = ((SHORT, WHOLE), (SHORT, SHORT), (SHORT, NAME))  # of a Monster alone, whose tucked cards are in two columns
GAP, INDENT = 12, 34
HEADING = 56
TAB, KEPT = 54, 3  # height of a kept card, and how many in a row


class Plan(NamedTuple):
    """Which Monsters are drawn in which column, and how high they and their tucked cards are.

    A single Monster has one column, as wide as the picture.
    """

    columns: Sequence[Sequence[MonsterView]]
    left: int  # Monsters without room
    monster: int
    tucked: int

    @property
    def brief(self) -> bool:
        """Return whether something is missing: Monsters, or what tucked cards do."""
        return self.left > 0 or self.tucked < SHORT

    @property
    def beside(self) -> int:
        """Return how many tucked cards are side by side."""
        return 3 - len(self.columns)

    def height_of(self, monster: MonsterView) -> int:
        return self.monster + (self.tucked + GAP) * -(-len(monster.tucked) // self.beside)

    def height(self, monsters: Sequence[MonsterView]) -> int:
        return sum(self.height_of(monster) + GAP for monster in monsters)

    @property
    def tallest(self) -> int:
        return max(map(self.height, self.columns), default=0)


def plan(mine: VillainView, reserved: int = 0) -> Plan:
    """Return the roomiest plan that fits above something of the `reserved` height."""
    room = TALLEST - 134 - (TAB + GAP) * kept_rows(mine) - reserved
    plans = [split(mine.monsters, 0, *each) for each in (HEIGHTS if len(mine.monsters) > 1 else WIDE)]
    plans += [split(mine.monsters, left, *HEIGHTS[-1]) for left in range(1, len(mine.monsters))]
    return next((found for found in plans if found.tallest <= room), plans[-1])


def split(monsters: Sequence[MonsterView], left: int, monster: int, tucked: int) -> Plan:
    """Return the Monsters in two columns of about the same height."""
    shown = monsters[: len(monsters) - left]
    if len(shown) < 2:
        return Plan([shown], left, monster, tucked)
    ways = [Plan([shown[:n], shown[n:]], left, monster, tucked) for n in range(len(shown), -1, -1)]
    return min(ways, key=lambda way: way.tallest)


def market_row(view: KingdomView) -> int:
    """Return the height of a card for sale in the picture of one's own cards; 0 if it shows none.

    It shows them while the player may choose from them, unless own cards would lose something.
    """
    assert view.seat is not None
    mine = view.villains[view.seat]
    fits = (row_ for row_ in (WHOLE, SHORT) if not plan(mine, market_height(row_)).brief)
    return next(fits, 0) if chooses_for_sale(view) else 0


def market_height(row_: int) -> int:
    """Return the height of the cards for sale with their heading."""
    return HEADING + 3 * row_ + 2 * GAP if row_ else 0


def kept_rows(mine: VillainView) -> int:
    return -(-(len(mine.kept) + 1) // KEPT) if mine.kept else 0


# ---- one villain
def hand(view: KingdomView, voice: Translator) -> Scene:
    """Draw one's own cards, and what is for sale while one may choose from it.

    Cards that can be used now are outlined, those used this round are veiled.
    """
    assert view.seat is not None
    return villain(view, voice, view.seat, head(voice.tr("picture.hand"), ""), own=True)


def close_up(view: KingdomView, voice: Translator, seat: int) -> Scene:
    """Draw a player's cards for everybody, with their names, appetites and abilities."""
    name = row(piece(seat_mark(seat, 56), 56), line(voice.names[seat], "title", 42), gap=14)
    return villain(view, voice, seat, name.lay(30, 8, 480, 60), own=False)


def villain(view: KingdomView, voice: Translator, seat: int, title: Pieces, own: bool) -> Scene:
    """Draw the counters in the head, the Monsters with their tucked cards, and the kept ones below."""
    mine, deck = view.villains[seat], cards_of(view)
    market = market_row(view) if own else 0
    laid = plan(mine, market_height(market))
    columns = [
        column(*(hanging(view, voice, seat, monster, laid, own) for monster in shown), gap_box(), gap=GAP)
        for shown in laid.columns
    ]
    below: list[Box] = [row(*columns, gap=GAP, h=laid.tallest)] if mine.monsters else []
    if mine.kept:
        tabs = [text(voice.tr("picture.kept"), "soft", size=36), *(kept_tab(deck[name]) for name in mine.kept)]
        rows = kept_rows(mine)
        below += [cells(tabs, KEPT, GAP, h=(TAB + GAP) * rows - GAP)]
    none = [Box(text(voice.tr("picture.no-monster"), "soft", size=36).draw, h=70)] * (not mine.monsters)
    if market:
        below += [
            Box(text(voice.tr("picture.for-sale"), "soft", size=36).draw, h=HEADING),
            cells(kingdom(view, voice), 2, GAP, h=3 * market + 2 * GAP),
        ]
    body = column(*none, *below, gap=0)
    counts = counters(mine, 640, INK, view.over)
    more = laid.left > 0 and at(1164 - counts.w - 88, 14, more_box(laid.left))
    return Scene.of(
        max(116 + body.h + 18, 300),
        KINGDOM,
        title,
        counts.lay(1164 - counts.w, 16, 0, 44),
        body.lay(30, 116, 1140),
        more,
    )


def hanging(view: KingdomView, voice: Translator, seat: int, monster: MonsterView, laid: Plan, own: bool) -> Box:
    """Return a Monster and its tucked Abilities."""
    deck = cards_of(view)
    state = {
        use.card: {"open": own and use.open, "used": use.why in ("used", "once-a-game")}
        for use in view.villains[seat].uses
    }

    height = laid.height_of(monster)
    whole = owned(deck[monster.id], voice, monster.eats, **state[monster.id])
    tabs = [tucked_row(deck[name], voice, **state[name]) for name in monster.tucked]
    below = with_padding(cells(tabs, laid.beside, GAP), INDENT, 0, 0, 0)

    def draw(w: int, h: int) -> Pieces:
        top = laid.monster + GAP
        return whole.lay(0, 0, w, laid.monster), bool(tabs) and below.lay(0, top, w, height - top)

    return Box(draw, h=height)


def rest(view: KingdomView, voice: Translator) -> str:
    """Return in words what the picture of one's own cards leaves out."""
    assert view.seat is not None
    market = market_row(view)
    brief = plan(view.villains[view.seat], market_height(market)).brief
    return KingdomTextRenderer(view, voice).beside_cards(brief, market > 0)


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    """Draw one card: its art, its numbers, when it works and what that costs, and its text."""
    assert isinstance(card, KingdomCard)
    paid = card.kind in ("monster", "ability")
    signs = [
        paid and cube(card.cost, 60),
        card.feed is not None and mouth(card.feed, 60),
        card.colour is not None and candy(card, 60),
    ]
    numbers = row(*(piece(sign, 60) for sign in signs if sign), gap_box(), gap=28, h=60)
    used = [piece(cube(card.activation), 50)] if card.activation else []
    moment = row(
        picture(f"when_{card.moment}", 48),
        words_box(voice.tr(f"table.moment-{card.moment}"), "rulehead", 36),
        *used,
        gap_box(),
        gap=14,
        h=56,
    )
    story = paragraph(card.text, "story", (40, 38, 36, 34), 5)
    return Scene.of(
        480,
        KINGDOM,
        head(card.name, voice.tr(f"table.kind-{card.kind}")),
        Shape(30, 122, 330, 330, "card", tint(card) if card.colour else ""),
        Sprite(45, 137, 300, art(f"event_{card.id}", "when_event") if card.colour is None else likeness(card)),
        Shape(384, 122, 786, 330, "card"),
        column(*([numbers] if any(signs) else []), moment, story, gap=8).lay(410, 134, 740, 306),
    )
