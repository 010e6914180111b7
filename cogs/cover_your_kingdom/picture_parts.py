"""Parts of the table's picture: a Kingdom's plate, its lands, the stacks of Clans and the stars above them."""

from collections import Counter
from collections.abc import Sequence

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Shape, Sprite, art
from bot.pictures.boxes import (
    Box,
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
    text,
    text_width,
    with_outline,
    with_padding,
)
from bot.pictures.palette import BARRED, FIELDS, GOLD, PALE, UNLIT
from bot.pictures.pieces import Seat, seat_plate
from cogs.cover_your_kingdom.text import ANY, home, join_cards, plural_id
from engine.cover_your_kingdom.cards import CARDS, CLUSTERS
from engine.cover_your_kingdom.view import ClanView, CoverView, GuardView, KingdomView, LandView

TINTS = {"highland": PALE["stone"], "lowland": PALE["green"], "either": PALE["yellow"], "maneland": PALE["moss"]}
KINDS = {"wild": PALE["pink"], "hire": PALE["sky"], "power": PALE["purple"]}
BROAD, NARROW = 220, 140  # a land is broad from this width on, narrow below the other
CARD = {"broad": 124, "middling": 150, "narrow": 150}  # height of a top Clan
STRIP, BEHIND = 40, 14  # of a covered one: its visible height, and the part behind the next
SIGN, EDGE = 42, 6  # height of the land's sign with its Minnowtaurs; margin of a stack
HEAD, LINE = 62, 40  # heights of the name, and of powers and stars
FEW_LETTERS = 10  # of a name if four Kingdoms are side by side
STARS = ((400, 40, 34), (300, 32, 28), (0, 23, 24))  # above this width: distance and size of stars


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
def kingdom_plate(view: CoverView, voice: Translator, seat: int, w: int) -> Box:
    """Return a Kingdom of width `w`: name and hand, powers, stars, then the lands side by side.

    A seat that is asked is gold; the crown marks the turn, or the winner.
    """
    kingdom, asked = view.kingdoms[seat], seat in view.waiting
    crowned = seat in view.winners if view.over else seat == view.active
    alone = len(view.waiting) + len(view.chosen) < 2
    small = w < 300
    name = voice.names[seat].split()[0] if small and len(voice.names[seat]) > FEW_LETTERS else voice.names[seat]
    who = Seat(seat, name, turn=asked and alone, owes=asked and not alone)
    ends = [*([picture("crown", 36 if small else 44)] if crowned else []), tally(view, seat, who.ink, small, crowned)]
    lands = [land(view, found, voice) for found in kingdom.lands]
    body = column(*lines(view, kingdom, w - 24, voice), row(*lands, gap=8))
    return seat_plate(who, ends, with_padding(body, 8, 4, 8, 8), head=HEAD)


def wanted_height(view: CoverView, kingdom: KingdomView, w: int, voice: Translator, most: int) -> int:
    """Return the height that a Kingdom's plate needs for all covered Clans of its stacks, but at most `most`."""
    below = max(1, min(most, max(len(found.clans) for found in kingdom.lands) - 1))
    each = (w - 16 - 8 * (len(kingdom.lands) - 1)) // len(kingdom.lands)
    above = sum(line.h for line in lines(view, kingdom, w - 24, voice))
    return HEAD + 12 + above + 2 * EDGE + STRIP * below + CARD[kind(each)] + SIGN


def kind(w: int) -> str:
    return "broad" if w >= BROAD else "narrow" if w < NARROW else "middling"


def tally(view: CoverView, seat: int, ink: str, small: bool, crowned: bool) -> Box:
    """Return the number of cards in hand; at the end of the game, the Kingdom's worth."""
    size = 36 if small else 44
    if view.over and view.rounds:
        total = label(str(view.rounds[-1].totals[seat]), "num", ink)
        return total if small and crowned else row(picture("gem", 34), total, gap=6)
    return row(picture("hand", size), label(str(view.kingdoms[seat].hand), "num", ink), gap=6)


def lines(view: CoverView, kingdom: KingdomView, room: int, voice: Translator) -> list[Box]:
    """Return what is between name and lands; nothing during a challenge, which needs the room."""
    if view.war is not None:
        return []
    powers = [row(picture("power", 34), label(voice.name(power), "soft"), gap=6) for power in kingdom.powers]
    sky = [stars(kingdom, room)] if view.constellations else []
    both = sum(box.w for box in (*powers, *sky)) + 24 * len(powers)
    if powers and room > 500 and both <= room:
        return [Box(row(*powers, *sky, gap_box(), gap=24).draw, h=LINE)]
    if sum(box.w for box in powers) + 24 * (len(powers) - 1) <= room:
        found = [Box(with_padding(row(*powers, gap_box(), gap=24), 4, 0, 0, 0).draw, h=LINE)] * bool(powers)
    else:
        found = [Box(with_padding(row(power, gap_box()), 4, 0, 0, 0).draw, h=LINE) for power in powers]
    return [*found, *(Box(row(box, gap_box()).draw, h=LINE if room > 300 else 34) for box in sky)]


def stars(kingdom: KingdomView, room: int) -> Box:
    """Return the ten constellations in three clusters, at the same places for all, lit ones bright.

    They are Creatures if there is room for them, else stars.
    """
    step, size = next((step, size) for least, step, size in STARS if room > least)

    def one(species: str) -> Box:
        lit = species in kingdom.lit
        if size == 24:
            return piece(Sprite(0, 0, size, "star" if lit else "star_off"), step, size)
        cell = Shape(0, 0, step - 2, size + 4, "cell", GOLD if lit else UNLIT)
        drawn = Sprite(1, 2, size - 2, drawing(species))
        return piece((cell, drawn) if lit else (drawn, cell), step, size + 4)

    clusters = [row(*(one(species) for species in kinds)) for kinds in CLUSTERS.values()]
    return row(*clusters, gap=8)


# ---- a land
def land(view: CoverView, land_view: LandView, voice: Translator) -> Box:
    """Return a land: a field with its sign and Minnowtaurs below, and the stack hanging from its top.

    The field is red while no Clan may settle there.
    """
    barred = any(not one.upright for one in land_view.guards)

    def draw(w: int, h: int) -> Pieces:
        roomy = len(land_view.guards) < 2 or w >= BROAD
        guards = [guard(one, roomy) for one in land_view.guards]
        name = voice.name(land_view.land)
        named = text_width(name, "soft") + 40 + sum(box.w + 4 for box in guards) <= w - 2 * EDGE
        said = [label(name, "soft")] * named
        signs = Box(row(picture(land_view.land, 34), *said, gap_box(), *guards, gap=2).draw, h=SIGN)
        inside = column(stack(view, land_view, voice) if land_view.clans else gap_box(), signs)
        field = shape_box("field", BARRED if barred else FIELDS[land_view.land])
        return over(field, with_padding(inside, EDGE, EDGE, EDGE, 0)).draw(w, h)

    return Box(draw)


def guard(guard_view: GuardView, roomy: bool) -> Box:
    """Return a Minnowtaur: upright in its own land with a shield, lying in a rival's with a lock."""
    name, beside = ("cyk_minnowtaur", "shield") if guard_view.upright else ("side_minnowtaur", "lock")
    return row(*([picture(beside, 34)] if roomy else []), picture(name, 40))


def stack(view: CoverView, land_view: LandView, voice: Translator) -> Box:
    """Return covered Clans as strips, with alternating insets, and the top Clan in front of them.

    If there is no room for a strip, a chip on the top one counts their gems.
    """
    *below, top = land_view.clans
    looks = ["safe"] * any(one.upright for one in land_view.guards) + ["prize"] * (top.id == contested_clan(view))

    def draw(w: int, h: int) -> Pieces:
        card = top_clan(view, top, w, voice)
        most = max(0, (h - card.h - EDGE) // STRIP)
        hidden = max(0, len(below) - most)
        hidden += hidden > 0 and most > 0  # the first strip represents several Clans
        shown: list[Box] = [merged_strip(below[:hidden], voice)] * (hidden > 0 and most > 0)
        shown += [covered_clan(clan, voice) for clan in below[hidden:]]
        inset = (6, 10) if w < NARROW else (10, 17)
        insets = [inset[(len(shown) - i) % 2] - EDGE // 2 for i in range(len(shown))]
        strips = [with_padding(strip(box), n, 0, n, 0) for box, n in zip(shown, insets, strict=True)]
        chip = [piece_at(gems_of(below), w)] * (hidden > 0 and most == 0)
        lying = over(with_outline(card, *looks), *chip, h=card.h)
        return column(*strips, lying, gap_box()).draw(w, h)

    return Box(draw)


def strip(inside: Box) -> Box:
    """Return a card with its lower edge covered by the next one."""
    return Box(lambda w, h: (Shape(0, 0, w, h + BEHIND, "card"), inside.draw(w, h)), h=STRIP)


def piece_at(box: Box, w: int) -> Box:
    """Put a chip on the upper left corner of a card."""
    return Box(lambda _, h: Box(box.draw).lay(-4, -8, min(box.w, w), box.h))


def contested_clan(view: CoverView) -> str:
    """Return the Clan that is fought for, or that Elves lure away."""
    if view.war is not None:
        return view.war.clan
    return next((str(question.fields["clan"]) for question in view.questions if question.say == "elves"), "")


# ---- Clans
def gems_of(clans: Sequence[ClanView]) -> Box:
    """Return the sum of the visible gems of covered Clans."""
    n = str(sum(clan.magic or clan.gem for clan in clans))
    chip = on_shape("chip", row(picture("gem", 26), label(n, "small"), gap=4), 8, 0, 10, 0)
    return Box(chip.draw, chip.w, 40)


def merged_strip(clans: Sequence[ClanView], voice: Translator) -> Box:
    """Return the lowest Clans in one strip: their gems if there is room, the nearest first, else their number."""
    gems = " · ".join(str(clan.magic or clan.gem) for clan in reversed(clans))
    ways = [
        row(picture("gem", 28), label(gems, "small"), gap=8),
        label(gems, "small"),
        label(voice.tr("picture.more-clans", n=len(clans)), "label"),
        label(f"+{len(clans)}", "label"),
    ]
    return Box(lambda w, h: centred(next((way for way in ways if way.w <= w - 16), ways[-1])).draw(w, h))


def centred(box: Box) -> Box:
    return row(gap_box(), box, gap_box())


def covered_clan(clan: ClanView, voice: Translator) -> Box:
    """Return the visible gem; if covered Clans are open, the species and magic."""
    if clan.species is None:
        return centred(row(picture("gem", 28), label(str(clan.gem), "small"), gap=8))
    species, magic = clan.species, label(str(clan.magic), "small")

    def draw(w: int, h: int) -> Pieces:
        name = [text(voice.name(plural_id(species)), "labell")] if w > 300 else [gap_box()]
        sign = [picture("gem", 28)] if w >= NARROW + 10 else []
        return with_padding(row(picture(drawing(species), 32), *name, *sign, magic, gap=4), 6, 0, 8, 0).draw(w, h)

    return Box(draw)


def top_clan(view: CoverView, clan: ClanView, w: int, voice: Translator) -> Box:
    """Return art and name, gem and magic, number of cards, and the Wilds among them; a narrow one has no name."""
    cards, name = clan.cards or [], clan.species or ""
    wilds, times = len(cards) - Counter(cards)[name], voice.tr("picture.times", n=len(cards))
    high = CARD[kind(w)]
    foot = row(label(times, "small"), gap_box(), *wild_gems(wilds), gap=2, h=34)
    if w >= BROAD:
        worth = row(picture("gem", 40), label(str(clan.magic), "heading", size=42), gap_box(), gap=8)
        words = column(name_box(voice.name(name), "labell", 28, 24), worth, foot)
        return Box(on_shape("card", row(window(view, name, 98), words, gap=10), 10, 8, 10, 10).draw, h=high)
    if w < NARROW:
        shown = over(window(view, name, 84), corner(times))
        worth = row(
            picture("gem_wild" if wilds else "gem", 34), text(str(clan.magic), "headingm", size=36), gap=2, h=46
        )
        return Box(on_shape("card", column(shown, worth), 7, 7, 7, 3).draw, h=high)
    numbers = column(picture("gem", 34), Box(text(str(clan.magic), "headingm", size=38).draw, h=40))
    face = row(window(view, name, 76), numbers, gap=2, h=78)
    inside = column(face, name_box(voice.name(name), "label", 28, 24), foot)
    return Box(on_shape("card", inside, 8, 7, 8, 4).draw, h=high)


def corner(words: str) -> Box:
    """Return a chip in the lower right corner."""
    w = text_width(words, "small") + 16
    chip = on_shape("chip", text(words, "small"), 4, 0, 4, 0)
    return Box(lambda room, h: chip.lay(room - w + 2, h - 36, w, 36))


def wild_gems(n: int) -> list[Box]:
    """Return a rainbow gem for each Wild; for three or more, their number and one gem."""
    return [label(str(n), "small"), picture("gem_wild", 34)] if n > 2 else [picture("gem_wild", 34)] * n


# ---- one Kingdom, close up
def broad_land(view: CoverView, land_view: LandView, voice: Translator) -> Box:
    """Return a land with a strip for every covered Clan; the top one lists its cards."""

    def draw(w: int, h: int) -> Pieces:
        bare = LandView(land=land_view.land, clans=[], guards=land_view.guards)
        if not land_view.clans:
            return land(view, bare, voice).draw(w, h)
        *below, top = land_view.clans
        most = (h - BROAD - SIGN - 2 * EDGE) // max(len(below), 1)
        high = min(STRIP + 3, most)
        strips = [Box(with_padding(strip(covered_clan(clan, voice)), 6, 0, 6, 0).draw, h=high) for clan in below]
        card = Box(on_shape("card", broad_clan(top, voice), 6, 12, 10, 12).draw, h=BROAD - 22)
        return land(view, bare, voice).draw(w, h), with_padding(
            column(*strips, card, gap_box()), EDGE, EDGE, EDGE, SIGN
        ).draw(w, h)

    return Box(draw)


def broad_clan(clan: ClanView, voice: Translator) -> Box:
    name = clan.species or ""
    worth = row(picture("gem", 46), label(str(clan.magic), "heading"), gap_box(), gap=8, h=52)
    title = Box(text(voice.name(plural_id(name)), "heading").draw, h=40)
    cards = paragraph(join_cards(clan.cards or [], voice), "labell", (26, 24), 3)
    return row(picture(drawing(name), 150), column(title, worth, cards), gap=8)
