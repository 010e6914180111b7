"""Parts of the table's picture: a Kingdom's plate, its lands, the stacks of Clans and the stars above them."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from cogs.cover_your_kingdom.in_words import kin, listed
from cogs.ui.pictures import Group, Lines, Pieces, Shape, Sprite, Text, art, at
from cogs.ui.pictures.looks import BARRED, FIELDS, GOLD, UNLIT, WHITE
from cogs.ui.pictures.pieces import plate
from cogs.words.voice import Voice
from engine.cover_your_kingdom.cards import CLUSTERS
from engine.cover_your_kingdom.view import ClanView, CoverView, GuardView, KingdomView, LandView


class Size(NamedTuple):
    """How a Kingdom is drawn: of its plate, and whether there is room for words."""

    width: int
    height: int
    columns: int
    gap: int = 16
    wide: bool = False  # lands from 240 on
    narrow: bool = False  # lands below 150


FEW = Size(562, 712, 2)
THREE = Size(369, 640, 3)
FOUR = Size(562, 396, 2, wide=True)
SIX = Size(369, 402, 3)
MANY = Size(273, 402, 4, narrow=True)

CARD, LESS, LITTLE, BROAD = 150, 144, 152, 198  # height of a top Clan
STRIP, THIN = 43, 36  # of a covered one
FIGURE = 13  # a figure, or a sign between two, of a row of gems
SIGN = 42  # the land's sign and its Minnowtaurs


def kingdom_plate(view: CoverView, voice: Voice, seat: int, size: Size) -> Group:
    """Name and hand, powers, stars, then the lands side by side."""
    kingdom = view.kingdoms[seat]
    over = view.over and bool(view.rounds)
    turn = seat == view.active and not view.over
    tab = size.width if size.narrow else size.width - (120 if over else 104)
    lines = rows(view, kingdom, size, voice)
    top = 74 + sum(height for height, _ in lines)
    count = len(kingdom.lands)
    wide = (size.width - 16 - 8 * (count - 1)) // count
    high = size.height - top - 8
    crown = turn or (over and seat in view.winners)
    shown = plate(
        size.width,
        size.height,
        seat,
        voice.names[seat],
        not size.narrow and at(size.width - (112 if over else 94), 12, tally(view, seat)),
        [at(12, 74 + sum(h for h, _ in lines[:i]), row) for i, (_, row) in enumerate(lines)],
        [
            at(8 + (wide + 8) * i, top, land(view, found, size, wide, high, voice))
            for i, found in enumerate(kingdom.lands)
        ],
        turn=turn,
        tab=tab if turn else 0,
        room=tab - 92 - 54 * crown,
    )
    return at(0, 0, shown, crown and Sprite(tab - 58, 10, 50, "crown"))


def rows(view: CoverView, kingdom: KingdomView, size: Size, voice: Voice) -> list[tuple[int, Pieces]]:
    """What stands between name and lands, each row with its height."""
    room = size.width - 24
    powers = [
        at(0, 0, Sprite(0, 2, 34, "power"), Text(40, 20, voice.name(power), "soft", 168)) for power in kingdom.powers
    ]
    if size.narrow:
        power = [Text(86, 24, voice.name(power), "soft", 160) for power in kingdom.powers]
        found: list[tuple[int, Pieces]] = [(46, (tally(view, kingdom.seat, bare=bool(power)), power))]
    elif len(powers) == 1 and size.wide and view.constellations:
        return [(40, (stars(kingdom, 322), at(328, 0, powers[0])))]
    elif size.width > 500:
        found = [(40, [at(270 * i, 0, power) for i, power in enumerate(powers)])] if powers else []
    else:
        found = [(40, power) for power in powers]
    return (
        [*found, (34 if size.narrow else 44 if room > 400 else 40, stars(kingdom, room))]
        if view.constellations
        else found
    )


def tally(view: CoverView, seat: int, bare: bool = False) -> Group:
    """How many cards are in hand; at the end of the game, what the Kingdom is worth, `bare` of its sign."""
    if view.over and view.rounds:
        total = str(view.rounds[-1].totals[seat])
        return at(0, 0, not bare and Sprite(0, 3, 38, "gem"), Text(4 if bare else 42, 23, total, "num", 66))
    n = view.kingdoms[seat].hand
    return at(0, 0, Sprite(0, 0, 44, "hand"), Text(48, 24, str(n), "num" if n else "zero", 40))


def stars(kingdom: KingdomView, room: int) -> Group:
    """The ten constellations in three clusters, at the same places for all: bright when lit.  As Creatures where there
    is room for them, else as stars."""
    step, size = (40, 34) if room > 400 else (30, 28) if room > 300 else (23, 24)
    pieces: list[Pieces] = []
    for cluster, (first, kinds) in enumerate(zip((0, 4, 6), CLUSTERS.values(), strict=True)):
        for i, species in enumerate(kinds, first):
            lit, x = species in kingdom.lit, step * i + 10 * cluster
            if size == 24:
                pieces.append(Sprite(x, 4, size, "star" if lit else "star_off"))
            elif lit:
                pieces.append(
                    (Shape(x, 2, step - 2, size + 4, "cell", GOLD), Sprite(x + 1, 4, size - 2, f"cyk_{species}"))
                )
            else:
                dark = Shape(x, 2, step - 2, size + 4, "cell", UNLIT)
                pieces.append((Sprite(x + 1, 4, size - 2, f"cyk_{species}"), dark))
    return at(0, 0, pieces)


# ---- a land
def land(view: CoverView, found: LandView, size: Size, wide: int, high: int, voice: Voice) -> Group:
    """A field with the land's sign below, Minnowtaurs beside it, and the stack hanging from its top.  The field is red
    while nothing may settle there."""
    alone = len(found.guards) < 2
    barred = any(not one_guard.upright for one_guard in found.guards)
    named = size.wide or not (size.narrow or found.guards)
    return at(
        0,
        0,
        Shape(0, 0, wide, high, "field", BARRED if barred else FIELDS[found.land]),
        Sprite(8, high - 40, 34, found.land),
        named and Text(50, high - 22, voice.name(found.land), "soft", 118),
        [
            at(wide - 40 * (i + 1) - 2, high - SIGN, guard(one_guard, alone or size.wide))
            for i, one_guard in enumerate(found.guards)
        ],
        bool(found.clans) and stack(view, found, size, wide, high - SIGN, voice),
    )


def guard(found: GuardView, roomy: bool) -> Group:
    """Upright before its own land, with a shield; lying at a rival's, with a lock."""
    name, sign = ("cyk_minnowtaur", "shield") if found.upright else ("side_minnowtaur", "lock")
    return at(0, 0, Sprite(0, 0, 40, name), roomy and Sprite(-34, 4, 34, sign))


def stack(view: CoverView, found: LandView, size: Size, wide: int, high: int, voice: Voice) -> Group:
    """Covered Clans are strips, each crosswise to the next; the top one lies before them."""
    card, strip = (LITTLE, THIN) if size.narrow else (CARD if size.wide else LESS, STRIP)
    *below, top = found.clans
    most = (high - card - 10) // strip
    hidden = max(0, len(below) - most)
    hidden += hidden > 0  # the first strip stands for several
    strips = [below[:hidden]] * (hidden > 0) + [[clan] for clan in below[hidden:]]
    lines: list[Pieces] = []
    for i, clans in enumerate(strips):
        inset = (6, 10)[(len(strips) - i) % 2] if size.narrow else (10, 17)[(len(strips) - i) % 2]
        across = wide - 2 * inset
        what = covered(clans[0], across, size, voice) if i or not hidden else several(clans, across, size, voice)
        lines.append(at(inset, 6 + strip * i, Shape(0, 0, across, strip + 14, "card"), what))
    width = wide - 12
    return at(
        0,
        0,
        lines,
        at(
            6,
            6 + strip * len(strips),
            top.id == wanted(view) and Shape(-6, -6, width + 12, card + 12, "card", WHITE),
            Shape(0, 0, width, card, "card"),
            top_clan(top, size, width, voice),
            any(one_guard.upright for one_guard in found.guards) and Shape(-4, -4, width + 8, card + 8, "safe"),
        ),
    )


def wanted(view: CoverView) -> str:
    """The Clan that is fought for, or that Elves lure away."""
    if view.war is not None:
        return view.war.clan
    return next((str(question.fields["clan"]) for question in view.questions if question.say == "elves"), "")


def several(clans: list[ClanView], wide: int, size: Size, voice: Voice) -> Pieces:
    """The lowest Clans in one strip: their gems if there is room, the nearest first, else how many they are."""
    y = 18 if size.narrow else 21
    gems = " · ".join(str(clan.magic or clan.gem) for clan in reversed(clans))
    if FIGURE * len(gems) <= wide - 76:
        return (Sprite(10, y - 14, 28, "gem"), Text(wide // 2 + 14, y, gems, "small", wide - 60))
    if FIGURE * len(gems) <= wide - 12:
        return Text(wide // 2, y, gems, "small", wide - 12)
    return Text(
        wide // 2,
        y,
        voice.say("picture.more-clans", n=len(clans)) if wide > 120 else f"+{len(clans)}",
        "label",
        wide - 20,
    )


def covered(clan: ClanView, wide: int, size: Size, voice: Voice) -> Pieces:
    """The gem that looks out; where covered Clans are open, its species and magic."""
    y = 18 if size.narrow else 21
    if clan.species is None:
        return (Sprite(wide // 2 - 36, y - 15, 28, "gem"), Text(wide // 2 + 16, y, str(clan.gem), "small", 44))
    return (
        Sprite(8, y - 16, 32, art(f"cyk_{clan.species}", "cyk_unknown")),
        wide > 300 and Text(46, y, voice.name(kin(clan.species)), "labell", wide - 146),
        not size.narrow and Sprite(wide - 86, y - 14, 28, "gem"),
        Text(wide - 32, y, str(clan.magic), "small", 44),
    )


def top_clan(clan: ClanView, size: Size, wide: int, voice: Voice) -> Pieces:
    """Art and name, gem and magic, how many cards, and the Wilds among them."""
    cards = clan.cards or []
    name = clan.species or ""
    wilds = len(cards) - Counter(cards)[name]
    sprite = art(f"cyk_{name}", "cyk_unknown")
    if size.wide:
        return (
            Sprite(6, 2, 110, sprite),
            Text(14, 126, voice.name(name), "heading", 168),
            Sprite(wide - 118, 12, 46, "gem"),
            Text(wide - 40, 35, str(clan.magic), "big", 66),
            Text(wide - 62, 80, voice.say("picture.cards", n=len(cards)), "label", 116),
            wild_gems(wilds, wide - 12, 108),
        )
    if size.narrow:
        return narrow_clan(name, sprite, clan, wilds, wide, voice)
    return (
        Sprite(4, 4, 74, sprite),
        Sprite(wide - 56, 10, 34, "gem"),
        Text(wide - 39, 58, str(clan.magic), "big", 60),
        Text(wide // 2, 92, voice.name(name), "label", wide - 10),
        Text(12, 122, voice.say("picture.cards" if wilds < 2 else "picture.times", n=len(cards)), "labell", 104),
        wild_gems(wilds, wide - 10, 103),
    )


def narrow_clan(name: str, sprite: str, clan: ClanView, wilds: int, wide: int, voice: Voice) -> Pieces:
    """A rainbow gem if there are Wilds; long names go over two lines."""
    split = f"picture.split-{name}"
    first, _, rest = (voice.say(split) if split in voice.catalogue else voice.name(name)).partition("\n")
    return (
        Sprite(2, 4, 66, sprite),
        Sprite(wide - 42, 8, 34, "gem_wild" if wilds else "gem"),
        Text(wide - 29, 58, str(clan.magic), "small", 46),
        Text(wide // 2, 84 if rest else 92, first, "label", wide - 16),
        rest and Text(wide // 2, 108, rest, "label", wide - 16),
        Text(wide // 2, 134 if rest else 124, voice.say("picture.times", n=len(clan.cards or [])), "small", 60),
    )


def broad_land(view: CoverView, found: LandView, wide: int, high: int, strip: int, voice: Voice) -> Group:
    """A land of one Kingdom that is looked at closely: every Clan has a strip, the top one tells its cards."""
    top = found.clans[-1] if found.clans else None
    field = land(view, replace(found, clans=[]), Size(wide, high, 1, wide=True), wide, high, voice)
    if top is None:
        return field
    strips = [
        at(12, 8 + strip * i, Shape(0, 0, wide - 24, strip + 14, "card"), covered(clan, wide - 24, FOUR, voice))
        for i, clan in enumerate(found.clans[:-1])
    ]
    y = 8 + strip * len(strips)
    return at(0, 0, field, strips, at(6, y, Shape(0, 0, wide - 12, BROAD, "card"), broad_clan(top, wide - 12, voice)))


def broad_clan(clan: ClanView, wide: int, voice: Voice) -> Pieces:
    name = clan.species or ""
    return (
        Sprite(6, 22, 150, art(f"cyk_{name}", "cyk_unknown")),
        Text(164, 36, voice.name(kin(name)), "heading", wide - 176),
        Sprite(162, 60, 46, "gem"),
        Text(216, 84, str(clan.magic), "heading", 80),
        Lines(164, 124, listed(clan.cards or [], voice), "labell", wide - 174, 28, 3),
    )


def wild_gems(n: int, right: int, y: int) -> Pieces:
    """A rainbow gem for each Wild, from three on the number beside one."""
    if n > 2:
        return (Text(right - 52, y + 16, f"{n}", "small", 30), Sprite(right - 34, y, 34, "gem_wild"))
    return [Sprite(right - 34 * (i + 1), y, 34, "gem_wild") for i in range(n)]
