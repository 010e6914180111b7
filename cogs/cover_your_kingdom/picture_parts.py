"""Parts of the table's picture: a Kingdom's plate, its lands, the stacks of Clans and the stars above them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Shape, Sprite, art
from bot.pictures.boxes import (
    Box,
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
    with_outline,
    with_padding,
)
from bot.pictures.palette import BARRED, FIELDS, GOLD, PALE, UNLIT
from bot.pictures.pieces import Seat, seat_plate
from cogs.cover_your_kingdom.text import ANY, home, join_cards, plural_id
from engine.cover_your_kingdom.state import CARDS, CLUSTERS
from engine.cover_your_kingdom.view import ClanView, CoverView, GuardView, KingdomView, LandView

TINTS = {"highland": PALE["stone"], "lowland": PALE["green"], "either": PALE["yellow"], "maneland": PALE["moss"]}
KINDS = {"wild": PALE["pink"], "hire": PALE["sky"], "power": PALE["purple"]}
TEXT_SIZE, NAME_SIZE, NUMBER_SIZE = 33, 34, 38  # sizes of letters; 33 is 11 pixels on a phone
STRIP_HEIGHT, BEHIND = 40, 14  # of a covered Clan: its visible height, and the part behind the next
MAX_STRIPS = 6  # covered Clans for which the picture grows
EDGE, SIDE, FOOT = 4, 6, 8  # margins of a stack in its land, and of the lands in a plate: sides, bottom
STARS = ((400, 40, 34), (300, 32, 28), (-1, 25, 26))  # above this width: distance and size of stars


class Sizes(NamedTuple):
    """Heights in a Kingdom's plate: name, powers and stars, top Clan, land's sign; `art` is a Clan's drawing."""

    head: int
    line: int
    card: int
    art: int
    sign: int

    @property
    def least(self) -> int:
        """Return the height of a plate without powers, stars and strips of covered Clans."""
        return self.head + self.card + self.sign + 2 * EDGE + FOOT + 2


def sizes_for(players: int) -> Sizes:
    """Return the sizes that fit: with two Rulers one Kingdom per row, otherwise two, in up to four rows."""
    if players == 2:
        return Sizes(50, 40, 104, 84, 40)
    if players < 5:
        return Sizes(54, 42, 146, 90, 40)
    return Sizes(50, 38, 80, 66, 36) if players < 7 else Sizes(46, 34, 74, 62, 32)


def tint(name: str, land: str) -> str:
    """Return the tint by the land where a Creature lives, else by its kind."""
    return TINTS.get(land) or KINDS.get(CARDS[name].kind, "")


def sign(land: str) -> str:
    return "either" if land == ANY else land


def gem(name: str) -> str:
    return "gem_wild" if CARDS[name].kind == "wild" else "gem"


def drawing(name: str) -> str:
    return art(f"cyk_{name}", "cyk_unknown")


def window(view: CoverView, name: str, size: int) -> Box:
    """Return a Creature on the tint of its land."""
    return over(shape_box("window", tint(name, home(view, name))), picture(drawing(name), size), w=size, h=size)


# ---- a Kingdom
def kingdom_plate(view: CoverView, translator: Translator, seat: int, w: int) -> Box:
    """Return a Kingdom of width `w`: name and hand, powers, stars, then the lands side by side."""
    kingdom, asked, sizes = view.kingdoms[seat], seat in view.waiting, sizes_for(view.players)
    crowned = seat in view.winners if view.over else seat == view.active
    alone = len(view.waiting) + len(view.chosen) < 2
    who = Seat(seat, translator.names[seat], turn=asked and alone, owes=asked and not alone)
    ends = [*([picture("crown", 40)] if crowned else []), tally(view, seat, who.ink)]
    lands = [land(view, land_view, translator) for land_view in kingdom.lands]
    body = column(*lines(view, kingdom, w - 24, translator), row(*lands, gap=SIDE))
    return seat_plate(
        who, ends, with_padding(body, SIDE, 2, SIDE, FOOT), sizes.head, min(sizes.head - 4, 48), letters=NAME_SIZE
    )


def wanted_height(view: CoverView, kingdom: KingdomView, w: int, translator: Translator) -> int:
    """Return the height that a Kingdom's plate needs for the covered Clans of its stacks, at most `MAX_STRIPS`."""
    below = max(0, min(MAX_STRIPS, max(len(land_view.clans) for land_view in kingdom.lands) - 1))
    above = sum(line.h for line in lines(view, kingdom, w - 24, translator))
    return sizes_for(view.players).least + above + STRIP_HEIGHT * below


def tally(view: CoverView, seat: int, ink: str) -> Box:
    """Return the number of cards in hand; at the end of the game, the Kingdom's worth."""
    if view.over and view.rounds:
        total = label(str(view.rounds[-1].totals[seat]), "num", ink, NUMBER_SIZE)
        return row(picture("gem", 34), total, gap=6)
    return row(picture("hand", 40), label(str(view.kingdoms[seat].hand), "num", ink, NUMBER_SIZE), gap=6)


def lines(view: CoverView, kingdom: KingdomView, room: int, translator: Translator) -> list[Box]:
    """Return the lines between name and lands; none during a challenge, which needs the room."""
    if view.war is not None:
        return []
    high, many = sizes_for(view.players).line, view.players > 4
    powers = [
        row(picture("power", 34), label(translator.name(power), "soft", size=TEXT_SIZE), gap=6)
        for power in kingdom.powers
    ]
    width = sum(box.w + 24 for box in powers)
    if not view.constellations:
        return [with_padding(row(row(*powers, gap=24), gap_box()), SIDE, 0, 0, 0).sized(h=high)] * bool(powers)
    sky = stars(kingdom, 0 if many and powers else room)
    rows = [[*powers, sky]] if width + sky.w <= room else [powers, [sky]]
    return [with_padding(row(row(*line, gap=24), gap_box()), SIDE, 0, 0, 0).sized(h=high) for line in rows]


def stars(kingdom: KingdomView, room: int) -> Box:
    """Return the ten constellations in three clusters, lit ones bright: Creatures if there is room, else stars."""
    step, size = next((step, size) for least, step, size in STARS if room > least)

    def one(species: str) -> Box:
        lit = species in kingdom.lit
        if size == 26:
            return piece(Sprite(0, 0, size, "star" if lit else "star_off"), step, size)
        cell = Shape(0, 0, step - 2, size + 4, "cell", GOLD if lit else UNLIT)
        star = Sprite(1, 2, size - 2, drawing(species))
        return piece((cell, star) if lit else (star, cell), step, size + 4)

    clusters = [row(*(one(species) for species in kinds)) for kinds in CLUSTERS.values()]
    return row(*clusters, gap=6)


# ---- a land
def land(view: CoverView, land_view: LandView, translator: Translator) -> Box:
    """Return a land: a field, red if barred, its sign and Minnowtaurs below, and the stack hanging from its top."""
    barred = any(not one.upright for one in land_view.guards)
    sizes, clans = sizes_for(view.players), land_view.clans

    def draw(w: int, h: int) -> Pieces:
        strips = (h - 2 * EDGE - sizes.sign - sizes.card) // STRIP_HEIGHT
        content = stack(view, land_view, strips, translator) if clans else gap_box()
        below = clans[:-1] if strips < 1 else []
        inside = column(content, ground_line(land_view, below, w - 2 * EDGE, sizes.sign, translator))
        field = shape_box("field", BARRED if barred else FIELDS[land_view.land])
        return over(field, with_padding(inside, EDGE, EDGE, EDGE, 0)).draw(w, h)

    return Box(draw)


def ground_line(land_view: LandView, below: Sequence[ClanView], room: int, high: int, translator: Translator) -> Box:
    """Return a land's sign and Minnowtaurs, and its name or the gems of covered Clans that have no strip."""
    guards = [guard(one, len(land_view.guards) < 2 or room > 300) for one in land_view.guards]
    left = room - 40 - sum(box.w + 4 for box in guards)
    name = label(translator.name(land_view.land), "soft", size=TEXT_SIZE)
    content = [gems_of(below, left)] if below else [name] * (name.w <= left)
    return row(picture(land_view.land, 34), *content, gap_box(), *guards, gap=4).sized(h=high)


def guard(guard_view: GuardView, roomy: bool) -> Box:
    """Return a Minnowtaur: upright in its own land with a shield, lying in a rival's with a lock."""
    name, beside = ("cyk_minnowtaur", "shield") if guard_view.upright else ("side_minnowtaur", "lock")
    return row(*([picture(beside, 34)] if roomy else []), picture(name, 40))


def stack(view: CoverView, land_view: LandView, most: int, translator: Translator) -> Box:
    """Return at most `most` strips of covered Clans, with alternating insets, and the top Clan in front of them."""
    *below, top = land_view.clans
    looks = ["safe"] * any(one.upright for one in land_view.guards) + ["prize"] * (top.id == contested_clan(view))
    sizes = sizes_for(view.players)

    def draw(w: int, h: int) -> Pieces:
        hidden = max(0, len(below) - most)
        hidden += hidden > 0 and most > 0  # the first strip represents several Clans
        boxes = [centred(gems_of(below[:hidden], w - 60, "labell"))] * (hidden > 0 and most > 0)
        boxes += [covered_clan(clan, translator) for clan in below[hidden:]]
        insets = [(6, 14)[(len(boxes) - i) % 2] for i in range(len(boxes))]
        strips = [with_padding(strip(box), n, 0, n, 0) for box, n in zip(boxes, insets, strict=True)]
        card = with_outline(top_clan(view, top, w, translator), *looks).sized(h=sizes.card)
        return column(*strips, card, gap_box()).draw(w, h)

    return Box(draw)


def strip(inside: Box) -> Box:
    """Return a card with its lower edge covered by the next one."""
    return Box(lambda w, h: (Shape(0, 0, w, h + BEHIND, "card"), inside.draw(w, h)), h=STRIP_HEIGHT)


def contested_clan(view: CoverView) -> str:
    """Return the Clan at stake in a challenge, or that Elves lure away."""
    if view.war is not None:
        return view.war.clan
    return next((str(question.fields["clan"]) for question in view.questions if question.say == "elves"), "")


# ---- Clans
def gems_of(clans: Sequence[ClanView], room: int, style: str = "soft") -> Box:
    """Return the visible gems of covered Clans, nearest first; if they're too many, the nearest and "+k"."""
    worth = [str(clan.magic or clan.gem) for clan in reversed(clans)]
    ways = [worth, *([*worth[:n], f"+{len(worth) - n}"] for n in range(len(worth) - 1, 0, -1))]
    rows = [row(picture("gem", 30), label(" · ".join(way), style, size=TEXT_SIZE), gap=6) for way in ways]
    return first_fitting(rows, room)


def centred(box: Box) -> Box:
    return row(gap_box(), box, gap_box())


def covered_clan(clan: ClanView, translator: Translator) -> Box:
    """Return the visible gem; if covered Clans are open, the species and magic."""
    worth = row(picture("gem", 30), label(str(clan.magic or clan.gem), "heading", size=TEXT_SIZE), gap=6)
    if clan.species is None:
        return centred(worth)
    art, name = picture(drawing(clan.species), 34), label(translator.name(clan.species), "labell", size=TEXT_SIZE)

    def draw(w: int, h: int) -> Pieces:
        named = [name] if art.w + name.w + worth.w + 18 <= w - 16 else []
        return with_padding(row(art, *named, gap_box(), worth, gap=6), 6, 0, 10, 0).draw(w, h)

    return Box(draw)


def top_clan(view: CoverView, clan: ClanView, w: int, translator: Translator) -> Box:
    """Return art and name, gem and magic, number of cards, and the Wilds among them."""
    cards, name, sizes = clan.cards or [], clan.species or "", sizes_for(view.players)
    wilds, times = len(cards) - Counter(cards)[name], translator.tr("picture.times", n=len(cards))
    art, count = window(view, name, sizes.art), label(times, "labell", size=TEXT_SIZE)
    if sizes.card > 120:
        big = row(picture("gem", 40), label(str(clan.magic), "heading", size=42), gap_box(), gap=6)
        foot = row(count, gap_box(w=14), *wild_gems(wilds), gap_box())
        called = name_box(translator.name(name), "headingm", NAME_SIZE, TEXT_SIZE)
        face = row(art, column(big, foot), gap=10).sized(h=sizes.art)
        return on_shape("card", column(face, called), 10, 8, 10, 6)
    called = name_box(translator.name(name), "labell", TEXT_SIZE, TEXT_SIZE)
    worth = row(picture("gem", 34), label(str(clan.magic), "heading", size=NUMBER_SIZE), gap=4)
    counts = [row(count, *wild_gems(wilds), gap=4), row(count, *wild_gems(wilds and 1), gap=4), count]
    numbers = row(worth, first_fitting(counts, w - sizes.art - 28 - worth.w), gap=10)
    side = 10 if w > 300 else 6
    inside = row(art, column(called, row(numbers, gap_box())), gap=side)
    return on_shape("card", inside, side, 4, 4, 6)


def wild_gems(n: int) -> list[Box]:
    """Return a rainbow gem for each Wild; for three or more, their number and one gem."""
    gem = picture("gem_wild", 34)
    return [label(str(n), "labell", size=TEXT_SIZE), gem] if n > 2 else [gem] * n


# ---- one Kingdom, close up
def broad_land(view: CoverView, land_view: LandView, translator: Translator, high: int) -> Box:
    """Return a land with a strip for every covered Clan; the top Clan, `high` pixels tall, lists its cards."""

    def draw(w: int, h: int) -> Pieces:
        bare = LandView(land=land_view.land, clans=[], guards=land_view.guards)
        if not land_view.clans:
            return land(view, bare, translator).draw(w, h)
        *below, top = land_view.clans
        each = min(STRIP_HEIGHT + 3, (h - high - 60) // max(len(below), 1))
        strips = [with_padding(strip(covered_clan(clan, translator)), 6, 0, 6, 0).sized(h=each) for clan in below]
        card = on_shape("card", broad_clan(top, w, translator), 10, 10, 10, 12).sized(h=high)
        return land(view, bare, translator).draw(w, h), with_padding(
            column(*strips, card, gap_box()), SIDE, SIDE, SIDE, 40
        ).draw(w, h)

    return Box(draw)


def broad_clan(clan: ClanView, w: int, translator: Translator) -> Box:
    """Return a Clan with its cards in words."""
    name = clan.species or ""
    worth = row(picture("gem", 44), label(str(clan.magic), "heading", size=44), gap_box(), gap=8, h=56)
    title = name_box(translator.name(plural_id(name)), "heading", NAME_SIZE, TEXT_SIZE).sized(h=44)
    cards = paragraph(join_cards(clan.cards or [], translator), "labell", (TEXT_SIZE,), 3)
    if w > 450:
        return row(picture(drawing(name), 150), column(title, worth, cards), gap=12)
    face = row(picture(drawing(name), 90), column(title, worth), gap=10, h=100)
    return column(face, cards)
