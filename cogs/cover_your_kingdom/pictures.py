"""The pictures of Cover Your Kingdom: all Kingdoms, what they share, one Kingdom, one card, a hand, and the end."""

from collections.abc import Sequence
from itertools import pairwise

from bot.i18n.fitting import cut
from bot.i18n.translator import Translator
from bot.pictures import MAX_HEIGHT, Pieces, Scene, Shape, Sprite, Text, at
from bot.pictures.boxes import (
    Box,
    cells,
    clipped,
    column,
    fan,
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
    text,
    text_width,
    with_outline,
    with_padding,
)
from bot.pictures.callouts import Callout
from bot.pictures.fonts import clip, wrap_text
from bot.pictures.palette import COVER, GOLD, PALE, SEATS
from bot.pictures.pieces import HEAD_NAME, band, card_scene, mark, short_names
from bot.pictures.posters import Badge, Thing, rosettes
from bot.pictures.scene import Group
from bot.screens.game_over_poster import GamePoster
from cogs.cover_your_kingdom.picture_parts import (
    NAME_SIZE,
    NUMBER_SIZE,
    STRIP_HEIGHT,
    TEXT_SIZE,
    TINTS,
    broad_land,
    centred,
    drawing,
    gem,
    kingdom_plate,
    sign,
    sizes_for,
    stars,
    tint,
    wanted_height,
    window,
)
from cogs.cover_your_kingdom.text import (
    CoverTextRenderer,
    at_stake,
    chooses_on_the_table,
    home,
    now,
    place_of,
    plural_id,
    translated_cards,
    yours,
)
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.state import CARDS, MAGIC, CoverCard
from engine.cover_your_kingdom.view import ClanView, CoverView, LandView, PileView, PlayView, WarView
from engine.decks import Card
from engine.machine import Event, seat_of

SIZES = {
    "cyk_": (150, 112, 92, 90, 84, 76, 66, 62, 56, 34, 32, 26, 300),
    "cyk_minnowtaur": (40, 112, 66, 56, 300),
    "side_": (40,),
    "gem": (46, 44, 40, 34, 30),
    "highland": (34, 36, 40, 44),
    "lowland": (34, 36, 40, 44),
    "maneland": (34, 36, 40, 44),
    "either": (36, 40, 44),
    "hire": (44,),
    "power": (34, 300),
    "star": (26, 40),
    "hand": (40,),
    "back_cover": (56, 30),
    "crown": (40,),
    "lock": (34,),
    "shield": (34,),
    "seat_": (42, 46, 48, 50),
}
CALLOUTS = (
    Callout("shape:prize", "stake"),
    Callout("shape:halo", "turn"),
    Callout("sprite:crown", "crown"),
    Callout("sprite:hand", "hand"),
    Callout("sprite:highland", "highland"),
    Callout("sprite:lowland", "lowland"),
    Callout("sprite:gem", "gem", -1),
    Callout("sprite:gem_wild", "wild"),
    Callout("sprite:back_cover", "deck"),
)
TOP, BOTTOM = 114, 18  # top of the shared row, space below
PILES, INN, STAGE = 84, 224, 204  # heights of the parts above the Kingdoms
MAX_PLAYS = 4  # at most this many of a challenge's last plays are shown
RULE_WIDTH = 1060  # width of a power's text in the close-up


# ---- the table
def table(view: CoverView, translator: Translator) -> Scene:
    """Draw the challenge and the shared piles above; below, the Kingdoms in seat order.

    An odd number of Kingdoms leaves the last place free for the piles.
    """
    columns, gap, odd = 1 if view.players == 2 else 2, 14 if view.players < 7 else 8, view.players % 2
    rows = -(-view.players // columns)
    wide = (1140 - gap * (columns - 1)) // columns
    wanted = [wanted_height(view, kingdom, wide, translator) for kingdom in view.kingdoms]
    above = [challenge(view, view.war, translator)] if view.war is not None else []
    piles = between(view, translator)
    needed = min(max(wanted), sizes_for(view.players).least + STRIP_HEIGHT * (view.players > 2))
    if not odd and (not above or room_of(STAGE + gap + piles.h, rows, gap) >= needed):
        above.append(piles)
    room = room_of(sum(box.h for box in above) + gap * (len(above) - 1) if above else -gap, rows, gap)
    high = min(room, max(wanted))
    plates = [kingdom_plate(view, translator, seat, wide) for seat in range(view.players)]
    last = [centre(view, translator).sized()] * odd
    body = column(*above, cells([*plates, *last], columns, gap, h=rows * high + (rows - 1) * gap), gap=gap)
    return Scene.of(TOP + body.h + BOTTOM, COVER, head(view, translator), body.lay(30, TOP, 1140))


def room_of(above: int, rows: int, gap: int) -> int:
    """Return the maximum height of a Kingdom below a part of height `above`."""
    return (MAX_HEIGHT - TOP - BOTTOM - above - gap * rows) // rows


def head(view: CoverView, translator: Translator) -> Group:
    """Return the head band. Its note has shorter names if that is necessary."""
    room = 690
    ways = [now(view, called) for called in shorter_names(translator)]
    status = next((way for way in ways if text_width(way, "note", NAME_SIZE) <= room), ways[-1])
    return band(translator.tr("picture.title"), clip(status, "D", NAME_SIZE, room), room=room, size=NAME_SIZE)


def shorter_names(translator: Translator) -> list[Translator]:
    """Return translators with ever shorter names."""
    names = short_names(translator.names)
    return [translator.with_names([cut(name, most) for name in names]) for most in (HEAD_NAME, 9, 6)]


# ---- shared piles
def between(view: CoverView, translator: Translator) -> Box:
    """Return the piles, the inn of two Rulers, and the bonuses of constellations."""
    first = row(piles(view, translator), gap_box(), *news(view, translator), gap=12, h=PILES - 8)
    if not view.inn:
        return over(shape_box("plate"), with_padding(first, 16, 0, 20, 4), h=PILES)
    title = text(translator.tr("picture.inn"), "softm", size=TEXT_SIZE).sized(h=34)
    inn = row(*(inn_pile(view, pile, translator) for pile in view.inn), gap=8).sized(h=98)
    return over(shape_box("plate"), with_padding(column(first, title, inn), 10, 2, 10, 12), h=INN)


def centre(view: CoverView, translator: Translator) -> Box:
    """Return the piles and the bonuses in the place of a Kingdom."""
    below = [row(gap_box(), *news(view, translator), gap_box(), gap=12).sized(h=64)] * bool(news(view, translator))
    first = row(gap_box(), piles(view, translator), gap_box()).sized(h=PILES - 8)
    return over(shape_box("plate"), column(gap_box(), first, *below, gap_box()))


def piles(view: CoverView, translator: Translator) -> Box:
    """Return deck, top of the discard pile and retired Creatures for hire, each with its number."""
    empty = over(shape_box("slot"), w=60, h=60)
    return row(
        picture("back_cover", 56),
        counted_pile(translator.tr("picture.deck"), view.deck),
        chip(view, view.discard) if view.discard else empty,
        counted_pile(translator.tr("picture.discard"), view.discards),
        chip(view, view.retired[-1], out=True) if view.retired else empty,
        counted_pile(translator.tr("picture.retired"), len(view.retired)),
        gap=8,
    )


def counted_pile(name: str, n: int) -> Box:
    called = label(name, "soft", size=TEXT_SIZE)
    number = text(str(n), "num" if n else "zero", size=NAME_SIZE)
    return column(called, number, w=called.w + 6, h=76)


def chip(view: CoverView, name: str, out: bool = False) -> Box:
    """Return a small card: its art on its tint."""
    box = over(shape_box("lane", tint(name, home(view, name))), picture(drawing(name), 56), w=60, h=60)
    return over(box, with_padding(shape_box("veil"), 2, 2, 2, 2), w=60, h=60) if out else box


def news(view: CoverView, translator: Translator) -> list[Box]:
    """Return the Clans that wait for a land, or else the bonuses of the clusters."""
    if view.arriving:
        return [arriving(view, clan, translator) for clan in view.arriving[:2]]
    signs = {"highland": "highland", "either": "either", "lowland": "lowland", "astronomical": "star"}
    bonus = [
        row(picture(signs[name], 40), label(str(n), "num", size=NAME_SIZE), gap=6) for name, n in view.bonus.items()
    ]
    return [row(*bonus, gap=20)] if bonus else []


def arriving(view: CoverView, clan: ClanView, translator: Translator) -> Box:
    species = clan.species or ""
    words = [translator.name(plural_id(species)), translator.tr("picture.cards", n=len(clan.cards or []))]
    lines = [label(line, "soft", size=TEXT_SIZE) for line in words]
    return row(chip(view, species), column(*(line.sized() for line in lines), w=max(b.w for b in lines), h=76), gap=8)


def inn_pile(view: CoverView, pile: PileView, translator: Translator) -> Box:
    """Return the face-up card of a pile and the number below it."""
    below = [picture("back_cover", 30), label(str(pile.count), "labell", size=TEXT_SIZE)]
    if not pile.face:
        light = [picture("back_cover", 30), label(str(pile.count), "soft", size=TEXT_SIZE)] if pile.count else []
        return over(shape_box("slot"), row(gap_box(), *light, gap_box(), gap=4))
    worth = label(str(MAGIC[pile.face]), "heading", size=NUMBER_SIZE)
    numbers = row(picture(gem(pile.face), 34), worth, gap_box(), *below, gap=4)
    name = name_box(translator.name(pile.face), "labell", TEXT_SIZE, TEXT_SIZE)
    return on_shape("small-card", row(window(view, pile.face, 76), column(name, numbers), gap=6), 6, 4, 10, 6)


# ---- a challenge
def challenge(view: CoverView, war: WarView, translator: Translator) -> Box:
    """Return a challenge: who recruits which Clan, all plays in their order, and what would beat the last one."""
    n, worth = at_stake(view, war)
    prize = row(
        label(translator.tr("picture.at-stake"), "labell", size=TEXT_SIZE),
        picture("gem", 34),
        label(str(worth), "heading", size=NUMBER_SIZE),
        label(translator.tr("picture.cards", n=n), "labell", size=TEXT_SIZE),
        gap=10,
    )
    title = clipped(recruits(war, translator, 1080 - prize.w), "heading", size=TEXT_SIZE)
    head = over(shape_box("ribbon", COVER.band), with_padding(row(title, prize, gap=20), 20, 0, 20, 0), h=50)
    is_open = any(question.say in ("counter", "inn-challenge") for question in view.questions)
    hidden = max(0, len(war.plays) - MAX_PLAYS)
    more = [over(shape_box("chip"), text(f"+{hidden}", "small", size=TEXT_SIZE), w=70, h=48)] * (hidden > 0)
    plays = [play(view, played) for played in war.plays[hidden:]]
    inside = row(stake(view, war, translator), *more, *plays, answer(war, translator) if is_open else gap_box(), gap=24)
    return over(shape_box("plate"), column(head, with_padding(inside, 14, 14, 12, 14)), h=STAGE)


def recruits(war: WarView, translator: Translator, room: int) -> str:
    """Return who recruits whose Clan, with shorter names if that is necessary."""
    fields = {"p": f"s{war.attacker}", "q": f"s{war.defender}", "kin": plural_id(war.species)}
    keys = ("picture.recruits", "picture.wants") if war.clan else ("picture.recruits-inn",)
    ways = [called.tr(key, **fields) for called in shorter_names(translator) for key in keys]
    return next((way for way in ways if text_width(way, "heading", TEXT_SIZE) <= room), ways[-1])


def stake(view: CoverView, war: WarView, translator: Translator) -> Box:
    """Return the Clan in its present state; at the inn, the first card for it."""
    clan = place_of(view, war.clan).clan if war.clan else None
    worth, n = (clan.magic, len(clan.cards or [])) if clan else (MAGIC[war.species], 1)
    name = name_box(translator.name(war.species), "labell", TEXT_SIZE, TEXT_SIZE)
    numbers = row(
        picture("gem", 34),
        label(str(worth), "heading", size=NUMBER_SIZE),
        gap_box(),
        label(translator.tr("picture.times", n=n), "labell", size=TEXT_SIZE),
        gap=4,
    )
    inside = row(window(view, war.species, 92), column(name, numbers), gap=10)
    return with_outline(on_shape("card", inside, 10, 10, 18, 14).sized(312), "prize")


def play(view: CoverView, played: PlayView) -> Box:
    """Return the cards of a play with its Ruler's mark."""
    w = 96 if len(played.cards) < 2 else 150
    cards = fan([small_card(view, name) for name in played.cards], 96, 8)
    badge = mark(played.seat, 50, letter=TEXT_SIZE)

    def draw(width: int, height: int) -> Pieces:
        return at(0, 0, cards.draw(width, 96), at(-22, -16, badge))

    return Box(draw, w)


def small_card(view: CoverView, name: str) -> Pieces:
    """Return a card that was played: its art and its worth."""
    worth = row(gap_box(), picture(gem(name), 30), label(str(MAGIC[name]), "heading", size=TEXT_SIZE), gap_box(), gap=2)
    return on_shape("small-card", column(window(view, name, 66), worth), 5, 5, 5, 4).draw(96, 116)


def answer(war: WarView, translator: Translator) -> Box:
    """Return the empty place for the answer, which says what may be played."""
    sentence = translator.tr("picture.answer-two" if war.two else "picture.answer", species=war.species)
    who = clipped(translator.tr("picture.who"), "rulehead", GOLD, TEXT_SIZE).sized(h=40)
    return on_shape("answer", column(who, paragraph(sentence, "soft", (TEXT_SIZE,), 2)), 16, 4, 10, 6)


# ---- one Kingdom, larger
def close_up(view: CoverView, translator: Translator, seat: int) -> Scene:
    """Draw one Kingdom with every Clan of every stack, its powers and its stars."""
    kingdom = view.kingdoms[seat]
    tallest = max(len(land_view.clans) for land_view in kingdom.lands)
    card = 240 if len(kingdom.lands) > 2 else 192
    above = [rule(power, translator) for power in kingdom.powers]
    if view.constellations:
        above.append(row(stars(kingdom, 1140), gap_box()).sized(h=44))
    room = MAX_HEIGHT - 116 - 20 - sum(box.h + 10 for box in above)
    high = min(card + min(43 * (tallest - 1), 430) + 64, room)
    lands = row(*(broad_land(view, land_view, translator, card) for land_view in kingdom.lands), gap=12).sized(h=high)
    body = column(*above, lands, gap=10)
    note = " · ".join([translator.tr("picture.in-hand", n=kingdom.hand), translator.tr("table.clans", n=kingdom.clans)])
    head = band(short_names(translator.names)[seat], note, room=560, size=NAME_SIZE)
    return Scene.of(116 + body.h + 20, COVER, head, body.lay(30, 116, 1140))


def rule(power: str, translator: Translator) -> Box:
    """Return a power and its text, in as many lines as it needs."""
    sentence = translator.tr("picture.power", power=power, text=translated_cards()[power].text)
    n = len(wrap_text(sentence, "S", TEXT_SIZE, RULE_WIDTH, 4))
    words = paragraph(sentence, "soft", (TEXT_SIZE,), n)
    return over(shape_box("plate"), with_padding(row(picture("power", 34), words, gap=16), 14, 4, 16, 8), h=24 + 36 * n)


# ---- one card
def card(card: Card, translator: Translator) -> Scene:
    assert isinstance(card, CoverCard)
    kind = translator.tr(f"picture.kind-{card.kind}")
    signs: list[Pieces] = []
    if card.magic:
        signs.append((Sprite(0, 0, 46, gem(card.id)), Text(84, 24, str(card.magic), "big", 60)))
    if card.land:
        signs.append(
            (Sprite(0, 0, 44, card.land), Text(52, 24, translator.name(card.land), "labell", 320, size=TEXT_SIZE))
        )
    words = card.text or translator.tr("picture.species", copies=card.copies)
    art = "power" if card.kind == "power" else drawing(card.id)
    return card_scene(COVER, card.name, kind, art, tint(card.id, card.land), signs, words, NAME_SIZE)


# ---- the hand of one Ruler
PER_ROW = 3
RULER, NAME_ROOM = 78, 156  # height of a Ruler's top Clans, and the width for the name in half of the picture
WIDE, HIGH, GAP = 370, 152, 15  # of a card; gap between cards


def hand(view: CoverView, translator: Translator) -> Scene:
    """Draw the cards in the order of the deck file, in even rows; in an answer, fitting ones stand out."""
    fits, cards = fitting(view), view.hand
    boxes = [hand_card(view, name, fits, translator).sized(WIDE) for name in cards]
    n = max(1, -(-len(cards) // PER_ROW))
    ends = [-(-len(cards) * i // n) for i in range(n + 1)]  # the first row is the longest
    rows = [boxes[begin:end] for begin, end in pairwise(ends)]
    body = text(translator.tr("picture.hand-empty"), "softm", size=NAME_SIZE).sized(h=HIGH)
    if cards:
        body = column(*(centred(row(*line, gap=GAP)).sized(h=HIGH) for line in rows), gap=GAP)
    head = band(translator.tr("picture.hand"), yours(view, translator), room=760, size=NAME_SIZE)
    whole = column(*board(view, translator), body, gap=GAP)
    return Scene.of(122 + whole.h + 24, COVER, head, whole.lay(30, 122, 1140))


def board(view: CoverView, translator: Translator) -> list[Box]:
    """Return the inn and every Ruler's top Clans while the viewer chooses among them."""
    if not chooses_on_the_table(view):
        return []
    columns, names = 1 if view.players == 2 else 2, short_names(translator.names)
    rulers = [top_clans(view, seat, name) for seat, name in enumerate(names)]
    rows = -(-len(rulers) // columns)
    inn = [row(*(inn_pile(view, pile, translator) for pile in view.inn), gap=8).sized(h=98)] * bool(view.inn)
    return [*inn, cells(rulers, columns, 8, h=rows * RULER + (rows - 1) * 8)]


def top_clans(view: CoverView, seat: int, name: str) -> Box:
    """Return a Ruler's mark and name, and for each Land the Creature and magic of its top Clan."""
    plate, style = ("ribbon", "heading") if seat == view.seat else ("plate", "name")
    called = name if text_width(name, style, TEXT_SIZE) <= NAME_ROOM else name.split()[0]
    who = [piece(mark(seat, 50, letter=TEXT_SIZE), 50, 50), clipped(called, style, size=TEXT_SIZE)]
    lands = [top_clan(view, land) for land in view.kingdoms[seat].lands]
    return on_shape(plate, row(*who, *lands, gap=8), 10, 0, 10, 0)


def top_clan(view: CoverView, land: LandView) -> Box:
    """Return a Land's top Clan, framed if a Minnowtaur protects it; the Land is red while no Clan may settle there."""
    inside = [gap_box()]
    if land.clans:
        top = land.clans[-1]
        safe = ["safe"] * any(guard.upright for guard in land.guards)
        number = text(str(top.magic), "heading", size=NUMBER_SIZE)
        inside = [with_outline(chip(view, top.species or ""), *safe), number]
    barred = any(not guard.upright for guard in land.guards)
    return on_shape("cell", row(*inside, gap=8), 4, 0, 4, 0, PALE["red"] if barred else TINTS[land.land]).sized(156, 64)


def rest(view: CoverView, translator: Translator) -> list[str]:
    words = CoverTextRenderer(view, translator)
    return ["\n".join(words.covered_clans()), *words.effects()]


def fitting(view: CoverView) -> set[str] | None:
    """Return the cards that answer a challenge or hold a Clan; None if the question is not about single cards."""
    question = view.question_of(view.seat)
    if question is None or question.say not in ("counter", "inn-challenge", "elves") or not question.options:
        return None
    return {name for option in question.options for name in actions.parse_cards(option)}


def hand_card(view: CoverView, name: str, fits: set[str] | None, translator: Translator) -> Box:
    """Return a card: art, name, gem and magic, and its land or kind."""
    card, land = CARDS[name], home(view, name)
    called = name_box(translator.name(name), "heading", 36, TEXT_SIZE).sized(h=42)
    worth = [picture(gem(name), 40), label(str(card.magic), "heading", size=40)] if card.magic else []
    where = [picture("hire", 44)] if card.kind == "hire" else []
    where += [picture(sign(land), 36), label(translator.name(land), "labell", size=TEXT_SIZE)] if land else []
    if card.kind in ("wild", "hire"):
        where.append(label(translator.tr(f"picture.{card.kind}"), "labell", size=TEXT_SIZE))
    lines = [row(row(*line, gap=4), gap_box()) for line in (worth, where) if line]
    whole = on_shape("card", row(window(view, name, 112), column(called, *lines), gap=10), 9, 10, 7, 16)
    if fits is None:
        return whole
    if name in fits:
        return with_outline(whole, "pick")

    def veiled(w: int, h: int) -> Pieces:
        return whole.draw(w, h), Shape(0, 0, w, h, "veil")

    return Box(veiled)


# ---- the end as a poster: the winner's best Clan behind the wall, between two more


class CoverPoster(GamePoster[CoverView]):
    look = COVER
    sizes = {"bigstone": (172,), "rosette": (119,)}
    decisive_events = (
        *("lets-go", "gives-up", "elves-lure", "swaps", "inn-takes", "settles", "settles-from-discard"),
        *("adds", "adds-moves", "recruits-inn", "lights-cluster", "lights-all", "plays-for"),
    )

    def clans(self, seat: int) -> list[ClanView]:
        """Return the Clans land by land, the lowest first; after an early end, covered ones show only the gem."""
        return [clan for land in self.summary.views[seat].kingdoms[seat].lands for clan in land.clans]

    def hero(self) -> Pieces:
        known = sorted((clan for clan in self.clans(self.best) if clan.species), key=lambda clan: -(clan.magic or 0))
        drawings = list(dict.fromkeys(drawing(clan.species or "") for clan in known)) if not self.is_early else []
        best, *others = drawings or ["cyk_unknown"]
        winners = self.summary.winners
        return [
            [Sprite(x, 334, 140, other) for x, other in zip((58, 262), others, strict=False)],
            Sprite(110, 246, 236, best),
            not self.is_early and Sprite(184, 194, 92, "crown", turn=8),
            Sprite(0, 0, 900, "front_cover"),
            len(winners) == 1 and Sprite(96, 446, 150, "banner", SEATS[winners[0]]),
            rosettes(winners, 171, 502, 78),
            not self.is_early
            and (Sprite(262, 424, 172, "bigstone"), Text(348, 494, self.points, "onthing", 150, "", 60)),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(drawing(clan.species or "unknown")) for clan in self.clans(seat)]

    def when(self, index: int, event: Event) -> str:
        if self.view.contest == "one":
            return self.chip(index, event, self.say("picture.turning-point"))
        won = [earlier.fields["n"] for earlier in self.events_until(index - 1, "wins-round")]
        return self.chip(index, event, self.say("picture.round-of", n=max(won, default=0) + 1))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        species = [str(fields[key]) for key in ("species", "other", "a", "b") if key in fields]
        names = [drawing(name) for name in species[:2]]
        things: list[Thing | Badge] = [
            Thing(name, x, y, size) for (x, y, size), name in zip(((8, 36, 88), (84, 26, 68)), names, strict=False)
        ]
        badges = [Badge(seat_of(fields[key]), x, y, 40) for key, x, y in (("q", 8, 6), ("p", 112, 88)) if key in fields]
        gem = [Thing("gem", 60, 4, 36)] if len(names) < 2 else []
        return [*things, *gem, *badges]
