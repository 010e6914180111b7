"""The pictures of Monster Muncher: each player's row of Monsters and the race to 20; one card."""

from collections.abc import Sequence

from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Scene, Shape, Sprite, Text, at
from bot.pictures.boxes import Box, cells, column, gap_box, label, on_shape, picture, row, shape_box, with_padding
from bot.pictures.callouts import Callout
from bot.pictures.palette import INK, MUNCHER, WHITE, YELLOW
from bot.pictures.pieces import Seat, band, card_scene, coin, seat_plate, short_names
from cogs.monster_muncher.picture_parts import ART, LETTERS, TINTS, drawing, find_card, low_monster, monster, race
from cogs.monster_muncher.text import now
from engine.decks import Card
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MuncherView

PLACES = 5  # per row at most
HIGH = {2: 390, 3: 260, 4: 394, 5: 262, 6: 262}  # of a plate, by the number of players
LARGEST = 176  # width of a Monster if two plates are side by side
SIDE_BY_SIDE = 3  # Monsters there; more are in two columns, because their names need room
SIZES = {
    "mun_": (*ART, 152, 110, 60, 34, 300),
    "snack_": (60, 44, 34, 152, 110, 98, 300),
    "party_": (48, 60),
    "shield": (60, 44, 34),
    "bell": (60, 44, 34, 30, 20),
    "hand": (34,),
    "deck": (54,),
    "discard": (54,),
    "lock": (48,),
    "crown": (44,),
    "seat_": (46,),
}
CALLOUTS = (
    Callout("shape:ribbon", "turn"),
    Callout("sprite:hand", "hand"),
    Callout("words:/20", "goal"),
    Callout("shape:groove", "race"),
    Callout("shape:coin", "hunger"),
    Callout(r"words:[+−]\d+", "change"),
    Callout("sprite:shield", "shield"),
    Callout("sprite:bell", "bell"),
    Callout("sprite:deck", "deck"),
    Callout("sprite:discard", "grave"),
)


# ---- the table
def table(view: MuncherView, voice: Translator) -> Scene:
    """Draw the deck and the graveyard in the head band; below, a plate for each seat."""
    columns = 1 if view.players < 4 else 2
    lines = -(-view.players // columns)
    plates = [plate(view, voice, seat, columns == 1) for seat in range(view.players)]
    body = cells(plates, columns, 16, h=lines * HIGH[view.players] + (lines - 1) * 16)
    head = band(
        voice.tr("picture.title"), now(view, voice.with_names(short_names(voice.names))), room=420, size=LETTERS
    )
    return Scene.of(116 + body.h + 18, MUNCHER, head, at(418, 9, piles(view)), body.lay(30, 116, 1140))


def piles(view: MuncherView) -> Group:
    """Return the main deck, the graveyard and its top card."""
    top = find_card(view, view.grave[-1]) if view.grave else None
    return at(
        0,
        0,
        Sprite(0, 2, 54, "deck"),
        Text(62, 30, str(view.pile), "heading", 50, "", LETTERS),
        Sprite(120, 2, 54, "discard"),
        Text(182, 30, str(len(view.grave)), "heading", 50, "", LETTERS),
        top and (Shape(236, -4, 66, 66, "lane", TINTS.get(top.party or "", YELLOW)), Sprite(239, -1, 60, drawing(top))),
    )


def plate(view: MuncherView, voice: Translator, who: int, wide: bool) -> Box:
    """Return a player: cards in hand, the race, the Monsters, and empty places if there is room."""
    seat = Seat(who, voice.names[who], turn=who == view.active and not view.over)
    total = [label(str(view.hunger[who]), "num", seat.ink, 50), label(f"/{view.goal}", "num", seat.ink, LETTERS)]
    ends = [
        *([picture("crown", 44)] if view.winner == who else []),
        hand_chip(view.hand_sizes[who]),
        *([Box(with_padding(race(view, who, True), 20, 8, 10, 8).draw, 560, 62)] if wide else []),
        row(*total, gap=2),
    ]
    shown = [monster(view, m, voice) for m in view.rows[who]]
    if wide:
        places = cells([*shown, *[shape_box("slot")] * (PLACES - len(shown))], PLACES, 12)
        return seat_plate(seat, ends, with_padding(places, 14, 8, 14, 14), letters=LETTERS)
    lying = Box(lambda w, h: row(row(*_fit_monsters(shown, w), gap=8), gap_box()).draw(w, h))
    if len(shown) > SIDE_BY_SIDE:
        lying = cells([low_monster(view, m, voice) for m in view.rows[who]], 2, 8)
    inside = column(Box(race(view, who, False).draw, h=28), lying, gap=16)
    return seat_plate(seat, ends, with_padding(inside, 14, 2, 14, 12), letters=LETTERS)


def hand_chip(cards: int) -> Box:
    """Return a chip with the number of cards in a hand, which stands next to the score."""
    inside = row(picture("hand", 34), label(str(cards), "heading", INK, LETTERS), gap=6)
    chip = on_shape("chip", inside, 10, 0, 12, 0, WHITE)
    return row(Box(chip.draw, chip.w, 46), gap_box(14, share=0), gap=0)


def _fit_monsters(boxes: Sequence[Box], w: int) -> list[Box]:
    """Return the Monsters as wide as possible, up to the maximum."""
    each = min(LARGEST, (w + 8) // max(len(boxes), 1) - 8)
    return [Box(box.draw, each) for box in boxes]


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    """Draw one card."""
    assert isinstance(card, MuncherCard)
    monster = card.kind == "monster"
    signs: Sequence[Pieces] = [
        card.party and Sprite(0, 0, 60, f"party_{card.party}"),
        Text(0, 31, voice.tr("picture.tier", n=card.tier), "heading", 140),
        monster and at(0, 4, coin(card.hunger, 52), Text(62, 27, voice.tr("picture.hunger"), "labell", 150)),
    ]
    title = voice.name(card.party or "snack")
    tint = TINTS.get(card.party or "", YELLOW)
    text = card.text or voice.tr("table.card-no-ability")
    return card_scene(MUNCHER, card.name, title, drawing(card), tint, [s for s in signs if s], text)
