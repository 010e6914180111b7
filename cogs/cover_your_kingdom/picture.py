"""The pictures of Cover Your Kingdom: all Kingdoms with their lands, what they share, one Kingdom, one card."""

from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Sprite, Text, at
from bot.pictures.boxes import (
    Box,
    cells,
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
    with_outline,
    with_padding,
)
from bot.pictures.palette import COVER, GOLD
from bot.pictures.pieces import band, card_scene, mark, short_names
from cogs.cover_your_kingdom.picture_parts import (
    SIGN,
    broad_land,
    drawing,
    gem,
    kingdom_plate,
    stars,
    tint,
    wanted_height,
    window,
)
from cogs.cover_your_kingdom.text import home, in_words, magic, now, place_of, plural_id
from engine.cover_your_kingdom.cards import MAGIC, CoverCard
from engine.cover_your_kingdom.view import CoverView, PileView, PlayView, WarView
from engine.decks import Card

SIZES = {
    "cyk_": (150, 110, 98, 84, 76, 74, 66, 56, 32, 26, 300),
    "cyk_minnowtaur": (40, 66, 56, 150, 300),
    "side_": (40,),
    "gem": (46, 40, 34, 28, 26),
    "highland": (34, 44),
    "lowland": (34, 44),
    "maneland": (34, 44),
    "either": (44,),
    "hire": (50,),
    "power": (34, 300),
    "star": (24, 44),
    "hand": (44, 36),
    "back_cover": (66, 28),
    "crown": (44, 36),
    "lock": (34,),
    "shield": (34,),
    "seat_": (46,),
}
COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}  # of Kingdoms, by the number of Rulers; else four
TOP, GAP, FOOT, MOST = 114, 14, 20, 1050  # top of the shared row, gap between rows, space below, maximum height
SHARED_ROW_HEIGHT, INN, STAGE = 92, 194, 320  # heights of the parts above the Kingdoms
LEAST = 276  # height of a Kingdom without its covered Clans
PLAYS = 5  # number of a challenge's plays that are shown, the last ones


# ---- the table
def table(view: CoverView, voice: Translator) -> Scene:
    """Draw the challenge and the shared piles above; below, the Kingdoms in seat order."""
    columns = COLUMNS.get(view.players, 4)
    rows = -(-view.players // columns)
    wide = (1140 - GAP * (columns - 1)) // columns
    above = [challenge(view, view.war, voice)] if view.war is not None else []
    if not above or room_of(STAGE + GAP + (INN if view.inn else SHARED_ROW_HEIGHT), rows) >= LEAST:
        above.append(between(view, voice))
    room = room_of(sum(box.h for box in above) + GAP * (len(above) - 1), rows)
    high = min(room, max(wanted_height(view, kingdom, wide, voice, 6) for kingdom in view.kingdoms))
    plates = [kingdom_plate(view, voice, seat, wide) for seat in range(view.players)]
    body = column(*above, cells(plates, columns, GAP, h=rows * high + (rows - 1) * GAP), gap=GAP)
    head = band(voice.tr("picture.title"), now(view, voice.with_names(short_names(voice.names))), room=650)
    return Scene.of(TOP + body.h + FOOT, COVER, head, body.lay(30, TOP, 1140))


def room_of(above: int, rows: int) -> int:
    """Return the maximum height of a Kingdom below a part of height `above`."""
    return (MOST - TOP - FOOT - above - GAP * rows) // rows


# ---- shared piles
def between(view: CoverView, voice: Translator) -> Box:
    """Return the piles, the inn of two Rulers, and the bonuses of constellations."""
    if not view.inn:
        inside = row(piles(view, voice), gap_box(), news(view, voice), gap=10)
        return over(shape_box("plate"), with_padding(inside, 10, 0, 20, 0), h=SHARED_ROW_HEIGHT)
    left = column(piles(view, voice), row(news(view, voice), gap_box()), gap=4, w=490)
    title = Box(text(voice.tr("picture.inn"), "softm").draw, h=32)
    inn = column(title, row(*(inn_pile(view, pile, voice) for pile in view.inn), gap=12))
    return over(shape_box("plate"), with_padding(row(left, inn, gap=10), 10, 2, 12, 8), h=INN)


def piles(view: CoverView, voice: Translator) -> Box:
    """Return deck, top of the discard pile and retired Creatures for hire, each with its number."""
    empty = over(shape_box("slot"), w=64, h=64)
    return row(
        picture("back_cover", 66),
        counted_pile(voice.tr("picture.deck"), view.deck, 62),
        chip(view, view.discard) if view.discard else empty,
        counted_pile(voice.tr("picture.discard"), view.discards, 88),
        chip(view, view.retired[-1], out=True) if view.retired else empty,
        counted_pile(voice.tr("picture.retired"), len(view.retired), 88),
        gap=10,
    )


def counted_pile(name: str, n: int, w: int) -> Box:
    """Return a pile's name and number, `w` wide, or wider for a longer name in the smallest letters."""
    return column(
        text(name, "soft"), text(str(n), "num" if n else "zero"), w=max(w, label(name, "soft", size=24).w), h=76
    )


def chip(view: CoverView, name: str, out: bool = False) -> Box:
    """Return a small card: its art on its tint."""
    shown = over(shape_box("lane", tint(name, home(view, name))), picture(drawing(name), 56), w=64, h=64)
    return over(shown, with_padding(shape_box("veil"), 2, 2, 2, 2), w=64, h=64) if out else shown


def news(view: CoverView, voice: Translator) -> Box:
    """Return Clans that wait for a land; else the bonuses for each cluster and for all three."""
    if view.arriving:
        return row(*(arriving(view, species, n, voice) for species, n in clans_on_their_way(view)[:2]), gap=16)
    signs = {"highland": "highland", "either": "either", "lowland": "lowland", "astronomical": "star"}
    bonus = [row(picture(signs[name], 44), label(str(n), "num"), gap=8) for name, n in view.bonus.items()]
    return row(*bonus, gap=26) if bonus else gap_box(w=8)


def clans_on_their_way(view: CoverView) -> list[tuple[str, int]]:
    return [(clan.species or "", len(clan.cards or [])) for clan in view.arriving]


def arriving(view: CoverView, species: str, n: int, voice: Translator) -> Box:
    words = [text(voice.name(plural_id(species)), "soft"), text(voice.tr("picture.cards", n=n), "soft")]
    return row(chip(view, species), column(*words, w=130, h=76), gap=12)


def inn_pile(view: CoverView, pile: PileView, voice: Translator) -> Box:
    """Return the face-up card of a pile and the number below it."""
    below = [picture("back_cover", 28), label(str(pile.count), "small")]
    if not pile.face:
        light = [picture("back_cover", 28), label(str(pile.count), "softnum")] if pile.count else []
        return over(shape_box("slot"), column(Box(row(gap_box(), *light, gap_box(), gap=4).draw, h=44), gap_box()))
    top = row(picture(gem(pile.face), 34), label(str(MAGIC[pile.face]), "small"), gap_box(), *below, gap=4, h=40)
    art = over(shape_box("window", tint(pile.face, home(view, pile.face))), picture(drawing(pile.face), 66))
    inside = column(top, art, Box(name_box(voice.name(pile.face), "label", 26, 24).draw, h=36))
    return on_shape("small-card", inside, 8, 2, 8, 2)


# ---- a challenge
def challenge(view: CoverView, war: WarView, voice: Translator) -> Box:
    """Return a challenge: who wants which Clan, what the winner takes, all plays, and what would answer."""
    clan = place_of(view, war.clan).clan if war.clan else None
    worth = magic(war.cards) + ((clan.magic or 0) if clan else 0)
    n = len(war.cards) + (len(clan.cards or []) if clan else 0)
    calling = voice.with_names(short_names(voice.names))
    fields = {"p": f"s{war.attacker}", "q": f"s{war.defender}", "kin": plural_id(war.species)}
    title = row(
        text(calling.tr("picture.wants" if war.clan else "picture.wants-inn", **fields), "heading"),
        label(voice.tr("picture.winner-takes"), "labell"),
        picture("gem", 40),
        label(str(worth), "heading", size=36),
        label(voice.tr("picture.in-cards", n=n), "labell"),
        gap=10,
    )
    head = Box(over(shape_box("ribbon", COVER.band), with_padding(title, 20, 0, 20, 0)).draw, h=50)
    lanes = column(*(lane(view, war, seat, voice) for seat in (war.attacker, war.defender)), gap=8)
    inside = row(stake(view, war, voice), lanes, gap=14)
    return over(shape_box("plate"), column(head, with_padding(inside, 14, 10, 12, 10)), h=STAGE)


def stake(view: CoverView, war: WarView, voice: Translator) -> Box:
    """Return the Clan in its present state; at the inn, the first card for it."""
    clan = place_of(view, war.clan).clan if war.clan else None
    worth, n = (clan.magic, len(clan.cards or [])) if clan else (MAGIC[war.species], 1)
    art = over(shape_box("window", tint(war.species, home(view, war.species))), picture(drawing(war.species), 110))
    name = Box(name_box(voice.name(war.species), "headingm", 30, 24).draw, h=40)
    times = label(voice.tr("picture.times", n=n), "small")
    foot = row(picture("gem", 40), label(str(worth), "heading", size=38), gap_box(), times, gap=6, h=46)
    return with_outline(Box(on_shape("card", column(art, name, foot), 12, 10, 12, 4).draw, 204), "prize")


def lane(view: CoverView, war: WarView, seat: int, voice: Translator) -> Box:
    """Return one side's plays, each at its place in the order; the open place says what answers."""
    hidden = max(0, len(war.plays) - PLAYS)
    asked = next((q for q in view.questions if q.say in ("counter", "inn-challenge") and q.seat == seat), None)
    name = Box(name_box(voice.names[seat], "softm", 28, 24).draw, h=36)
    badge = column(gap_box(), piece(mark(seat, 46), 46), name, gap_box())
    shown = [
        play(view, number, played, w) if played.seat == seat else gap_box(w=w)
        for number, played in list(enumerate(war.plays, 1))[hidden:]
        for w in [132 if len(played.cards) > 1 else 96]
    ]
    more = [over(shape_box("chip"), text(f"+{hidden}", "small"), w=58, h=44)] * (hidden > 0)
    free = answer(war, seat, voice) if asked else gap_box()
    inside = row(Box(badge.draw, 118), *more, *shown, free, gap=12)
    return over(shape_box("field"), with_padding(inside, 4, 0, 10, 0))


def play(view: CoverView, number: int, played: PlayView, w: int) -> Box:
    """Return the cards of a play, and its place in the order."""
    cards = fan([small_card(view, name) for name in played.cards], 96, 8)
    digit = over(shape_box("chip"), text(str(number), "small"))

    def draw(width: int, height: int) -> Pieces:
        return at(0, (height - 96) // 2 - 4, cards.draw(width, 96), digit.lay(-12, -6, 38, 36))

    return Box(draw, w)


def small_card(view: CoverView, name: str) -> Pieces:
    """Return a card that was played: its art and its worth."""
    worth = row(gap_box(), picture(gem(name), 28), label(str(MAGIC[name]), "small"), gap_box(), gap=4, h=32)
    return on_shape("small-card", column(window(view, name, 66), worth), 5, 3, 5, 3).draw(96, 104)


def answer(war: WarView, seat: int, voice: Translator) -> Box:
    """Return the open place, which says what may answer."""
    said = voice.tr("picture.answer-two" if war.two else "picture.answer", species=war.species)
    who = Box(text(voice.tr("picture.who"), "rulehead", GOLD).draw, h=36)
    return on_shape("answer", column(who, paragraph(said, "soft", (28, 26, 24), 2)), 14, 8, 10, 8)


# ---- one Kingdom, larger
def close_up(view: CoverView, voice: Translator, seat: int) -> Scene:
    """Draw one Kingdom with every Clan of every stack, its powers and its stars."""
    kingdom = view.kingdoms[seat]
    tallest = max(len(found.clans) for found in kingdom.lands)
    high = 220 + min(43 * max(tallest - 1, 1), 430) + SIGN + 12
    sky = [Box(row(stars(kingdom, 1140), gap_box()).draw, h=44)] if view.constellations else []
    lands = Box(row(*(broad_land(view, found, voice) for found in kingdom.lands), gap=12).draw, h=high)
    body = column(*(rule(power, voice) for power in kingdom.powers), *sky, lands, gap=10)
    note = " · ".join([voice.tr("picture.in-hand", n=kingdom.hand), voice.tr("table.clans", n=kingdom.clans)])
    head = band(short_names(voice.names)[seat], note, room=560)
    return Scene.of(116 + body.h + 20, COVER, head, body.lay(30, 116, 1140))


def rule(power: str, voice: Translator) -> Box:
    said = paragraph(voice.tr("picture.power", power=power, text=in_words()[power].text), "soft", (28, 26, 24), 2)
    return over(shape_box("plate"), with_padding(row(picture("power", 34), said, gap=16), 14, 4, 16, 4), h=72)


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    assert isinstance(card, CoverCard)
    kind = voice.tr(f"picture.kind-{card.kind}")
    signs: list[Pieces] = []
    if card.magic:
        signs.append((Sprite(0, 0, 46, gem(card.id)), Text(84, 24, str(card.magic), "big", 60)))
    if card.land:
        signs.append((Sprite(0, 0, 44, card.land), Text(52, 24, voice.name(card.land), "labell", 220)))
    words = card.text or voice.tr("picture.species", copies=card.copies)
    art = "power" if card.kind == "power" else drawing(card.id)
    return card_scene(COVER, card.name, kind, art, tint(card.id, card.land), signs, words)
