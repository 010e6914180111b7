"""The pictures of Kingdom's Candy: the Kingdom and the villains, one villain's cards, one card, and the end."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape, Sprite, Text, art, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    gap_box,
    label,
    over,
    paragraph,
    picture,
    piece,
    row,
    shape_box,
    text,
    text_width,
    with_padding,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import INK, KINGDOM, PAPER
from bot.pictures.pieces import mark, short_names
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster
from cogs.kingdoms_candy.picture_parts import (
    ART,
    MIN_TEXT,
    NAME,
    NORMAL,
    SHORT,
    WHOLE,
    candy,
    counters,
    cube,
    for_sale,
    head,
    in_play,
    kept_tab,
    likeness,
    line,
    more_box,
    mouth,
    outlook_box,
    owned,
    rounds,
    tint,
    tray,
    tucked_row,
)
from cogs.kingdoms_candy.text import USED_STATES, KingdomTextRenderer, cards_of, chooses_for_sale, has_fed, now
from engine.actions import parts_of
from engine.decks import Card
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.view import KingdomView, MonsterView, VillainView
from engine.machine import Event, seat_of

GAP = 14
SIZES = {
    "mon_": (*ART, 300),
    "abi_": (*ART, 300),
    "event_": (32, 40, 300),
    "event_first-player": (36,),
    "when_": (36, 48, 56, 84, 112),
    "kc_": (32, 44, 50, 56, 60),
    "sugar_cube": (36, 40, 48, 50, 60),
    "feed": (40, 46, 50, 60),
    "candy_token": (40,),
    "black_cube": (40,),
    "crown": (44,),
    "seat_": (46, 56),
}
CALLOUTS = (
    Callout("sprite:sugar_cube", "price"),
    Callout("sprite:feed", "hunger", 1),
    Callout("sprite:kc_.*", "value", 4),
    Callout("sprite:when_.*", "ability", 1),
    Callout("shape:ring", "round"),
    Callout("shape:box", "black-candy", -1),
    Callout("words:score|Stand", "total"),
    Callout("sprite:feed", "appetite", 3),
)


# ---- the table
def table(view: KingdomView, translator: Translator) -> Scene:
    """Draw the cards for sale, the rounds and the players' cards, in two columns.

    With an odd number of players, the rounds fill the free place; otherwise they are a strip.
    """
    note = translator.tr(
        "picture.note", round=view.round, now=now(view, translator.with_names(short_names(translator.names)))
    )
    seats = [villain(view, translator, seat) for seat in range(view.players)]
    each, tall = {2: (WHOLE, 290), 3: (WHOLE, 236), 4: (WHOLE, 184), 5: (SHORT, 184)}[view.players]
    market = cells(kingdom(view, translator), 2, GAP, h=3 * each + 2 * GAP)
    strips = [] if view.players % 2 else [strip(view, translator)]
    places = seats if strips else [*seats, corner(view, translator)]
    rows = len(places) // 2
    body = column(market, *strips, cells(places, 2, GAP, h=tall * rows + GAP * (rows - 1)), gap=GAP)
    return Scene.of(116 + body.h + 18, KINGDOM, head(translator.tr("picture.title"), note), body.lay(30, 116, 1140))


def kingdom(view: KingdomView, translator: Translator) -> list[Box]:
    """Return the cards for sale, Monsters left and Abilities right, at the active player's price."""
    deck, can = cards_of(view), buyable(view)
    prices = view.villains[view.active].prices

    def sale(name: str) -> Box:
        if not name:
            return shape_box("slot")
        return for_sale(deck[name], translator, prices.get(name, deck[name].cost), name in can)

    pairs = zip(view.monsters.row, view.abilities.row, strict=True)
    return [sale(name) for pair in pairs for name in pair]


def buyable(view: KingdomView) -> set[str]:
    """Return the cards for sale that can be chosen now; empty if all can."""
    named = {part for question in view.questions for option in question.options or () for part in parts_of(option)}
    row = {name for name in (*view.monsters.row, *view.abilities.row) if name}
    return named & row if not row <= named else set()


def stock(view: KingdomView) -> Box:
    """Return the sugar left in the Kingdom."""
    return row(picture("sugar_cube", 48), label(str(view.sugar), "num", size=38), gap=8)


def strip(view: KingdomView, translator: Translator) -> Box:
    """Return the remaining sugar, the rounds, and whether Black Candy comes in this one."""
    inside = row(stock(view), rounds(view, 38), outlook_box(view, translator), gap=18)
    return over(shape_box("plate"), with_padding(inside, 14, 6, 8, 6)).sized(h=92)


def corner(view: KingdomView, translator: Translator) -> Box:
    """Return the sugar left, the rounds and the outlook for Black Candy, in the place of a player."""
    boxes = [gap_box(), stock(view), gap_box()] if view.over else [stock(view), outlook_box(view, translator)]
    upper = row(*boxes, gap=14, h=84)

    def draw(w: int, h: int) -> Pieces:
        high = h > 220
        places = rounds(view, 46, 6) if high else rounds(view, 38)
        inside = column(upper, row(gap_box(), places, gap_box()), gap=6)
        return over(shape_box("plate"), with_padding(inside, 14, 10, 10, 8)).draw(w, h)

    return Box(draw)


# ---- a villain
def villain(view: KingdomView, translator: Translator, seat: int) -> Box:
    """Return a player with the present total, the counters and the Monsters."""
    deck, mine = cards_of(view), view.villains[seat]
    turn = seat == view.active and not view.over

    def draw(w: int, h: int) -> Pieces:
        top = 112 if h > 200 else 106
        tall = h - top - 10
        kept_tray = [tray(deck, mine.kept, tall)] if mine.kept else []
        things = row(in_play(deck, mine.monsters), *kept_tray, gap=10)
        return (
            Shape(0, 0, w, h, "plate"),
            turn and Shape(0, 0, w, 58, "ribbon"),
            turn and Shape(-4, -4, w + 8, h + 8, "halo"),
            title(view, translator, seat, turn, w - 26).lay(12, 0, w - 26, 58),
            counters(mine, w - 24, fed=has_fed(view, seat)).lay(12, top - 48, 0, 44),
            things.lay(12, top, w - 24, tall),
        )

    return Box(draw)


def title(view: KingdomView, translator: Translator, seat: int, turn: bool, room: int) -> Box:
    """Return mark and name, the First Player's card or the winner's crown, and the total, in words if there is room."""
    ink, name = INK if turn else PAPER, translator.names[seat]
    total = label(str(view.villains[seat].total).replace("-", "−"), "num", ink, 44)
    signs = [picture("crown", 44)] * (seat in view.winners)
    card = over(shape_box("cell"), picture("event_first-player", 36), w=44, h=44)
    signs += [card] * (seat == view.first and not view.over)
    words = label(translator.tr("picture.in-all"), "clause", ink, NORMAL)
    rest = room - 46 - total.w - 54 * len(signs) - 20
    in_words = [words] * (text_width(name, "name", MIN_TEXT) <= rest - words.w - 10)
    return row(piece(mark(seat, 46, letter=NORMAL), 46), line(name, "name", 36, ink), *signs, *in_words, total, gap=10)


# ---- one villain's cards, for its player and for the others
MAX_HEIGHT = 1046
HEIGHTS = ((WHOLE, WHOLE), (WHOLE, SHORT), (SHORT, SHORT), (SHORT, NAME))  # of a Monster and of a tucked card
TWO_COLUMN_HEIGHTS = ((SHORT, WHOLE), (SHORT, SHORT), (SHORT, NAME))  # with tucked cards in two columns
ROW_GAP, INDENT = 12, 34
HEADING = 56
KEPT_HEIGHT, KEPT_PER_ROW = 54, 3  # height of a kept card, and how many in a row


class Plan(NamedTuple):
    """Which Monsters are drawn in which column, and how high they and their tucked cards are."""

    columns: Sequence[Sequence[MonsterView]]
    left: int  # Monsters without room
    monster: int
    tucked: int

    @property
    def brief(self) -> bool:
        """Return True if the picture omits something: Monsters, or what tucked cards do."""
        return self.left > 0 or self.tucked < SHORT

    @property
    def beside(self) -> int:
        """Return how many tucked cards are side by side."""
        return 3 - len(self.columns)

    def height_of(self, monster: MonsterView) -> int:
        return self.monster + (self.tucked + ROW_GAP) * -(-len(monster.tucked) // self.beside)

    def height(self, monsters: Sequence[MonsterView]) -> int:
        return sum(self.height_of(monster) + ROW_GAP for monster in monsters)

    @property
    def tallest(self) -> int:
        return max(map(self.height, self.columns), default=0)


def plan(mine: VillainView, reserved: int = 0) -> Plan:
    """Return the roomiest plan that leaves the `reserved` height free below."""
    room = MAX_HEIGHT - 134 - (KEPT_HEIGHT + ROW_GAP) * kept_rows(mine) - reserved
    plans = [split(mine.monsters, 0, *each) for each in (HEIGHTS if len(mine.monsters) > 1 else TWO_COLUMN_HEIGHTS)]
    plans += [split(mine.monsters, left, *HEIGHTS[-1]) for left in range(1, len(mine.monsters))]
    return next((candidate for candidate in plans if candidate.tallest <= room), plans[-1])


def split(monsters: Sequence[MonsterView], left: int, monster: int, tucked: int) -> Plan:
    """Return the Monsters in two columns of about the same height."""
    visible = monsters[: len(monsters) - left]
    if len(visible) < 2:
        return Plan([visible], left, monster, tucked)
    ways = [Plan([visible[:n], visible[n:]], left, monster, tucked) for n in range(len(visible), -1, -1)]
    return min(ways, key=lambda way: way.tallest)


def market_row(view: KingdomView) -> int:
    """Return the height of a card for sale in the picture of one's own cards; 0 if it shows none.

    It shows them while the player may choose from them, unless the player's own cards would have to shrink.
    """
    mine = view.villains[view.me]
    fits = (row_ for row_ in (WHOLE, SHORT) if not plan(mine, market_height(row_)).brief)
    return next(fits, 0) if chooses_for_sale(view) else 0


def market_height(row_: int) -> int:
    """Return the height of the cards for sale with their heading."""
    return HEADING + 3 * row_ + 2 * ROW_GAP if row_ else 0


def kept_rows(mine: VillainView) -> int:
    return -(-(len(mine.kept) + 1) // KEPT_PER_ROW) if mine.kept else 0


# ---- one villain
def hand(view: KingdomView, translator: Translator) -> Scene:
    """Draw the player's own cards, and the cards for sale while the player may choose from them."""
    return villain_cards(view, translator, view.me, head(translator.tr("picture.hand"), ""), own=True)


def close_up(view: KingdomView, translator: Translator, seat: int) -> Scene:
    """Draw a player's cards for everybody, with their names, appetites and abilities."""
    name = row(piece(mark(seat, 56, letter=NORMAL), 56), line(translator.names[seat], "title", 42), gap=14)
    return villain_cards(view, translator, seat, name.lay(30, 8, 480, 60), own=False)


def villain_cards(view: KingdomView, translator: Translator, seat: int, title: Pieces, own: bool) -> Scene:
    """Draw the counters in the head, the Monsters with their tucked cards, and the kept ones below."""
    mine, deck = view.villains[seat], cards_of(view)
    market = market_row(view) if own else 0
    laid = plan(mine, market_height(market))
    columns = [
        column(*(hanging(view, translator, seat, monster, laid, own) for monster in in_column), gap_box(), gap=ROW_GAP)
        for in_column in laid.columns
    ]
    below: list[Box] = [row(*columns, gap=ROW_GAP, h=laid.tallest)] if mine.monsters else []
    if mine.kept:
        tabs = [text(translator.tr("picture.kept"), "soft", size=36), *(kept_tab(deck[name]) for name in mine.kept)]
        rows = kept_rows(mine)
        below += [cells(tabs, KEPT_PER_ROW, ROW_GAP, h=(KEPT_HEIGHT + ROW_GAP) * rows - ROW_GAP)]
    none = [text(translator.tr("picture.no-monster"), "soft", size=36).sized(h=70)] * (not mine.monsters)
    if market:
        below += [
            text(translator.tr("picture.for-sale"), "soft", size=36).sized(h=HEADING),
            cells(kingdom(view, translator), 2, ROW_GAP, h=3 * market + 2 * ROW_GAP),
        ]
    body = column(*none, *below, gap=0)
    counts = counters(mine, 640, INK, has_fed(view, seat))
    more = laid.left > 0 and at(1164 - counts.w - 88, 14, more_box(laid.left))
    return Scene.of(
        max(116 + body.h + 18, 300),
        KINGDOM,
        title,
        counts.lay(1164 - counts.w, 16, 0, 44),
        body.lay(30, 116, 1140),
        more,
    )


def hanging(view: KingdomView, translator: Translator, seat: int, monster: MonsterView, laid: Plan, own: bool) -> Box:
    deck = cards_of(view)
    state = {use.card: {"open": own and use.open, "used": use.why in USED_STATES} for use in view.villains[seat].uses}
    height = laid.height_of(monster)
    whole = owned(deck[monster.id], translator, monster.eats, **state[monster.id])
    tabs = [tucked_row(deck[name], translator, **state[name]) for name in monster.tucked]
    below = with_padding(cells(tabs, laid.beside, ROW_GAP), INDENT, 0, 0, 0)

    def draw(w: int, h: int) -> Pieces:
        top = laid.monster + ROW_GAP
        return whole.lay(0, 0, w, laid.monster), bool(tabs) and below.lay(0, top, w, height - top)

    return Box(draw, h=height)


def rest(view: KingdomView, translator: Translator) -> list[str]:
    """Return in words what the picture of the player's own cards leaves out, the most important first."""
    market = market_row(view)
    brief = plan(view.villains[view.me], market_height(market)).brief
    return KingdomTextRenderer(view, translator).beside_cards(brief, market > 0)


# ---- one card
def card(card: Card, translator: Translator) -> Scene:
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
        label(translator.tr(f"table.moment-{card.moment}"), "rulehead", size=36),
        *used,
        gap_box(),
        gap=14,
        h=56,
    )
    story = paragraph(card.text, "story", (40, 38, 36, 34), 5)
    return Scene.of(
        480,
        KINGDOM,
        head(card.name, translator.tr(f"table.kind-{card.kind}")),
        Shape(30, 122, 330, 330, "card", tint(card) if card.colour else ""),
        Sprite(45, 137, 300, art(f"event_{card.id}", "when_event") if card.colour is None else likeness(card)),
        Shape(384, 122, 786, 330, "card"),
        column(*([numbers] if any(signs) else []), moment, story, gap=8).lay(410, 134, 740, 306),
    )


# ---- the end as a poster: the winner's best Monster in the gate of a chocolate castle
MOUTHS = ((-4, 44, 92), (70, 50, 88))  # places of Monsters in the window
CUBES = ((8, 4, 40), (108, 2, 46), (86, 40, 34))


class KingdomPoster(GamePoster[KingdomView]):
    look = KINGDOM
    sizes = {"sweet": (190,), "rosette": (146,)}
    decisive_events = (
        *("feeds", "gains-set-candy", "buys", "buys-cheaper", "buys-keeps", "buys-keeps-cheaper"),
        *("buys-tucks", "buys-tucks-cheaper"),
    )

    def hero(self) -> Pieces:
        return [
            Sprite(118, 352, 216, self.champion()),
            not self.is_early and Sprite(184, 308, 84, "crown", turn=8),
            rosettes(self.summary.winners, 84, 470, 96),
            Sprite(0, 0, 900, "front_kingdom"),
            not self.is_early and (Sprite(268, 396, 190, "sweet"), Text(363, 491, self.points, "onplate", 120)),
        ]

    def champion(self) -> str:
        """Return the drawing of the Monster that counts most."""
        deck = cards_of(self.view)
        monsters = [deck[monster.id] for monster in self.view.villains[self.best].monsters]
        if self.is_early or not monsters:
            return "mon_unknown"
        return likeness(max(monsters, key=lambda card: card.value))

    def secrets(self, seat: int) -> Sequence[Thing]:
        """Return the parts of the score, because nothing was secret."""
        mine, deck = self.view.villains[seat], cards_of(self.view)
        things = [Thing(likeness(deck[monster.id])) for monster in mine.monsters]
        things += [Thing(f"kc_{deck[name].colour}") for name in mine.kept]
        things += [Thing("candy_token", behind=str(mine.candies))] if mine.candies else []
        return [*things, Thing("black_cube", behind=str(mine.black))] if mine.black else things

    def when(self, index: int, event: Event) -> str:
        if event.key == "feeds" and (come := self.events_until(index, "black-candy")):
            n = come[-1].fields["n"]
            return self.say("picture.black-last" if n == BLACK_CANDIES else "picture.black-nth", n=n)
        passed = len(self.events_until(index, "first-player"))
        return self.chip(index, event, self.say("picture.round", n=passed + 1))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        if "p" not in event.fields:
            return ()
        seat = seat_of(event.fields["p"])
        badge = Badge(seat, 54, 92, 40)
        if event.key == "feeds":
            deck = cards_of(self.view)
            hungry = [likeness(deck[monster.id]) for monster in self.view.villains[seat].monsters]
            things = [Thing(name, x, y, size) for (x, y, size), name in zip(MOUTHS, hungry, strict=False)]
            cubes = [Thing("black_cube", x, y, size) for x, y, size in CUBES[: event.fields["b"]]]
            return [*things, Thing("feed", 54, 10, 48), *cubes, badge]
        card = event.fields.get("card")
        if card is None:
            return [Badge(seat, 18, 40, 60), Thing("candy_token", 86, 36, 62)]
        kind = "mon" if cards_of(self.view)[card].feed is not None else "abi"
        return [Thing(art(f"{kind}_{card}", "mon_unknown"), 6, 8, 118), Badge(seat, 104, 78, 48)]
