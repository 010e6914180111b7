"""The pictures of Cover Your Kingdom: every Kingdom with its lands, what lies between them, and a hand."""

from cogs.cover_your_kingdom.alt import now, yours
from cogs.cover_your_kingdom.in_words import ANY, home, kin
from cogs.cover_your_kingdom.picture_parts import (
    BROAD,
    FEW,
    FOUR,
    MANY,
    SIGN,
    SIX,
    STRIP,
    THREE,
    Size,
    broad_land,
    kingdom_plate,
    stars,
)
from cogs.ui.pictures import Group, Lines, Pieces, Scene, Shape, Sprite, Text, art, at, grid
from cogs.ui.pictures.looks import COVER, PALE, WHITE
from cogs.ui.pictures.pieces import band, card_scene, hand_card, headed, mark, plus_more
from cogs.words.voice import Voice
from engine.cards import Card
from engine.cover_your_kingdom import options
from engine.cover_your_kingdom.cards import CARDS, MAGIC, CoverCard
from engine.cover_your_kingdom.view import CoverView, PileView, WarView

SIZES = {
    "cyk_": (110, 74, 66, 56, 32, 26, 150, 300),
    "cyk_minnowtaur": (40, 56, 150, 300),
    "side_": (40,),
    "gem": (46, 38, 34, 28),
    "highland": (34, 44),
    "lowland": (34, 44),
    "maneland": (34, 44),
    "either": (44,),
    "hire": (50,),
    "power": (34, 300),
    "star": (24, 44),
    "hand": (44,),
    "back_cover": (66, 28),
    "crown": (50,),
    "lock": (34,),
    "shield": (34,),
    "arrow": (44,),
    "seat_": (56, 34),
}
TINTS = {"highland": PALE["stone"], "lowland": PALE["green"], "either": PALE["yellow"], "maneland": PALE["moss"]}
KINDS = {"wild": PALE["pink"], "hire": PALE["sky"], "power": PALE["purple"]}
TOP, SHARED, GAP = 114, 92, 12  # where the shared row begins, its height, from row to row
INN = 194
PER_ROW = 6  # cards of a hand


def tint(name: str, land: str) -> str:
    """By the land where a Creature lives, else by its kind."""
    return TINTS.get(land) or KINDS.get(CARDS[name].kind, "")


def sign(land: str) -> str:
    return "either" if land == ANY else land


# ---- the table
def table(view: CoverView, voice: Voice) -> Scene:
    """Deck, discard and retired cards above, with the challenge beside them; below, the Kingdoms in seat order."""
    size = size_of(view.players)
    shared = INN if view.inn else SHARED
    top = TOP + shared + GAP
    rows = -(-view.players // size.columns)
    places = grid(view.players, size.columns, 30, top, size.width + size.gap, size.height + GAP)
    return Scene.of(
        top + rows * (size.height + GAP) + 4,
        COVER,
        band(voice.say("picture.title"), now(view, voice.calling(headed(voice.names))), room=650),
        at(30, TOP, between(view, voice)),
        [at(x, y, kingdom_plate(view, voice, seat, size)) for seat, (x, y) in enumerate(places)],
    )


def size_of(players: int) -> Size:
    return {2: FEW, 3: THREE, 4: FOUR, 5: SIX, 6: SIX}.get(players, MANY)


def between(view: CoverView, voice: Voice) -> list[Pieces]:
    """What belongs to nobody: the piles, the inn of two Rulers, and what is fought for."""
    if not view.inn:
        return [Shape(0, 0, 1140, SHARED, "plate"), piles(view, voice), at(512, 0, fight(view, 616, voice))]
    return [
        Shape(0, 0, 1140, INN, "plate"),
        at(0, 4, piles(view, voice)),
        at(12, 100, fight(view, 476, voice)),
        Text(810, 20, voice.say("picture.inn"), "softm", 400),
        [at(504 + 157 * i, 36, inn_pile(view, pile, voice)) for i, pile in enumerate(view.inn)],
    ]


def piles(view: CoverView, voice: Voice) -> Group:
    """Deck, the top of the discard pile, and how many Creatures for hire are retired, each with its number."""
    top = view.discard
    return at(
        0,
        0,
        Sprite(10, 12, 66, "back_cover"),
        counted_pile(80, voice.say("picture.deck"), view.deck),
        chip(view, 158, 14, top) if top else Shape(158, 14, 64, 64, "slot"),
        counted_pile(230, voice.say("picture.discard"), view.discards),
        chip(view, 328, 14, view.retired[-1], out=True) if view.retired else Shape(328, 14, 64, 64, "slot"),
        counted_pile(400, voice.say("picture.retired"), len(view.retired)),
    )


def counted_pile(x: int, name: str, n: int) -> Group:
    return at(x, 0, Text(0, 28, name, "soft", 92), Text(0, 64, str(n), "num" if n else "zero", 60))


def chip(view: CoverView, x: int, y: int, name: str, out: bool = False) -> Group:
    """A card seen small: its art on its tint."""
    return at(
        x,
        y,
        Shape(0, 0, 64, 64, "lane", tint(name, home(view, name))),
        Sprite(4, 4, 56, art(f"cyk_{name}", "cyk_unknown")),
        out and Shape(2, 2, 60, 60, "veil"),
    )


def inn_pile(view: CoverView, pile: PileView, voice: Voice) -> Group:
    """The face-up card of a pile and how many lie below it."""
    if not pile.face:
        below = pile.count > 0 and (Sprite(86, 6, 28, "back_cover"), Text(126, 23, str(pile.count), "softm", 30))
        return at(0, 0, Shape(0, 0, 146, 150, "slot"), below)
    return at(
        0,
        0,
        Shape(0, 0, 146, 150, "card"),
        Shape(10, 42, 126, 68, "window", tint(pile.face, home(view, pile.face))),
        Sprite(38, 40, 74, art(f"cyk_{pile.face}", "cyk_unknown")),
        Sprite(8, 4, 34, gem(pile.face)),
        Text(64, 23, str(MAGIC[pile.face]), "small", 40),
        Sprite(86, 6, 28, "back_cover"),
        Text(126, 23, str(pile.count), "small", 30),
        Text(73, 129, voice.name(pile.face), "label", 134),
    )


def gem(name: str) -> str:
    return "gem_wild" if CARDS[name].kind == "wild" else "gem"


def fight(view: CoverView, room: int, voice: Voice) -> Pieces:
    """Who wants what of whom, and the cards that lie beside it, the last ones raised on white."""
    if view.war is not None:
        return war(view, view.war, room)
    if view.arriving:
        return arriving(view, room, voice)
    return view.constellations and prizes(view, room)


def prizes(view: CoverView, room: int) -> Group:
    """What a whole cluster is worth, and all three; light speed is worth as much again."""
    signs = {"highland": "highland", "either": "either", "lowland": "lowland", "astronomical": "star"}
    step = min(140, room // len(signs))
    return at(
        room - step * len(signs),
        24,
        [
            at(step * i, 0, Sprite(0, 0, 44, signs[name]), Text(52, 23, str(n), "num", step - 56))
            for i, (name, n) in enumerate(view.bonus.items())
        ],
    )


def war(view: CoverView, found: WarView, room: int) -> Group:
    """Who wants what of whom, and beside it what each has played, from the beginning; of very much, the last."""
    played = [(name, play.seat) for play in found.plays for name in play.cards]
    most = (room - 240) // 70
    hidden = len(played) - most + 1 if len(played) > most else 0
    shown, late, left = played[hidden:], len(played) - len(found.last), 258 + 70 * (hidden > 0)
    return at(
        0,
        0,
        at(0, 18, mark(found.attacker)),
        Sprite(62, 24, 44, "arrow"),
        at(112, 14, Shape(-6, -6, 76, 76, "lane", WHITE), chip(view, 0, 0, found.species)),
        at(186, 18, mark(found.defender)),
        at(258, 24, plus_more(hidden)),
        [
            at(left + 70 * i, 10 if hidden + i >= late else 16, chip(view, 0, 0, name), at(36, 40, mark(by, 34)))
            for i, (name, by) in enumerate(shown)
        ],
    )


def arriving(view: CoverView, room: int, voice: Voice) -> Group:
    """Clans that look for a land."""
    shown = view.arriving[: room // 220]
    return at(
        0,
        0,
        [
            at(
                220 * i,
                14,
                chip(view, 0, 0, clan.species or ""),
                Text(78, 20, voice.name(kin(clan.species or "")), "soft", 130),
                Text(78, 52, voice.say("picture.cards", n=len(clan.cards or [])), "soft", 130),
            )
            for i, clan in enumerate(shown)
        ],
    )


# ---- one Kingdom, larger
def close_up(view: CoverView, voice: Voice, seat: int) -> Scene:
    """One Kingdom with every Clan of every stack, its powers and its stars."""
    kingdom = view.kingdoms[seat]
    tallest = max(len(found.clans) for found in kingdom.lands)
    strip = min(STRIP, 430 // max(tallest - 1, 1))
    high = BROAD + strip * max(tallest - 1, 1) + SIGN + 24
    head = 118 + 82 * len(kingdom.powers) + 52 * view.constellations
    wide = (1140 - 12 * (len(kingdom.lands) - 1)) // len(kingdom.lands)
    note = " · ".join([voice.say("picture.in-hand", n=kingdom.hand), voice.say("table.clans", n=kingdom.clans)])
    return Scene.of(
        head + high + 20,
        COVER,
        band(headed(voice.names)[seat], note, room=560),
        [at(30, 116 + 82 * i, rule(power, voice)) for i, power in enumerate(kingdom.powers)],
        view.constellations and at(30, head - 50, stars(kingdom, 1140)),
        [
            at(30 + (wide + 12) * i, head, broad_land(view, found, wide, high, strip, voice))
            for i, found in enumerate(kingdom.lands)
        ],
    )


def rule(power: str, voice: Voice) -> Group:
    return at(
        0,
        0,
        Shape(0, 0, 1140, 70, "plate"),
        Sprite(14, 18, 34, "power"),
        Lines(64, 20, voice.say("picture.power", power=power, text=CARDS[power].text), "soft", 1060, 30, 2),
    )


# ---- the hand
def hand(view: CoverView, voice: Voice) -> Scene:
    """The cards in the order of the deck file, in rows of one length; in an answer, what fits stands out."""
    fits = fitting(view)
    cards = view.hand
    rows = max(1, -(-len(cards) // PER_ROW))
    columns = -(-len(cards) // rows) or 1
    places = grid(len(cards), columns, (1200 - 191 * columns + 13) // 2, 130, 191, 300)
    return Scene.of(
        146 + 292 * rows,
        COVER,
        band(voice.say("picture.hand"), yours(view, voice), room=760),
        [at(x, y, held(view, name, fits, voice)) for (x, y), name in zip(places, cards, strict=True)],
        not cards and Text(600, 270, voice.say("picture.hand-empty"), "softm", 700),
    )


def fitting(view: CoverView) -> set[str] | None:
    """The cards that answer a challenge or hold a Clan; None where nothing is asked of single cards."""
    question = view.question_of(view.seat) if view.seat is not None else None
    if question is None or question.say not in ("counter", "inn-challenge", "elves") or not question.options:
        return None
    return {name for option in question.options for name in options.parse_cards(option)}


def held(view: CoverView, name: str, fits: set[str] | None, voice: Voice) -> Group:
    found, land = CARDS[name], home(view, name)
    return hand_card(
        art(f"cyk_{name}", "cyk_unknown"),
        voice.name(name),
        found.magic > 0 and (Sprite(10, 10, 46, gem(name)), Text(80, 34, str(found.magic), "big", 52)),
        found.kind == "hire" and Sprite(10, 8, 50, "hire"),
        found.kind == "wild" and Text(140, 36, voice.say("picture.wild"), "label", 70),
        land and Sprite(122, 12, 44, sign(land)),
        tint=tint(name, land),
        pick=fits is not None and name in fits,
        out=fits is not None and name not in fits,
    )


# ---- one card
def card(found: Card, voice: Voice) -> Scene:
    assert isinstance(found, CoverCard)
    kind = voice.say(f"picture.kind-{found.kind}")
    signs: list[Pieces] = []
    if found.magic:
        signs.append((Sprite(0, 0, 46, gem(found.id)), Text(84, 24, str(found.magic), "big", 60)))
    if found.land:
        signs.append((Sprite(0, 0, 44, found.land), Text(52, 24, voice.name(found.land), "labell", 220)))
    text = found.text or voice.say("picture.species", copies=found.copies)
    picture = "power" if found.kind == "power" else art(f"cyk_{found.id}", "cyk_unknown")
    return card_scene(COVER, found.name, kind, picture, tint(found.id, found.land), signs, text)
