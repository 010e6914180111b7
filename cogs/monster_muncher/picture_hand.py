"""A hand of Monster Muncher: the fewer cards, the larger."""

from cogs.monster_muncher.picture_parts import TINTS, drawing, find
from cogs.ui.pictures import Group, Lines, Pieces, Scene, Shape, Sprite, Text, at, grid
from cogs.ui.pictures.looks import BLUE, MUNCHER, YELLOW
from cogs.ui.pictures.pieces import band, coin, few, locked, plus_more
from cogs.ui.pictures.pieces import card as paper
from cogs.words.voice import Voice
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MuncherView

COLUMNS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}  # by how many cards


def hand(view: MuncherView, voice: Voice) -> Scene:
    """Up to four cards with large rules, six with middle ones, ten with small ones; a larger hand shows no rules."""
    held = view.hands[view.seat] or [] if view.seat is not None else []
    note = voice.say("picture.of", n=view.hunger[view.seat], goal=view.goal) if view.seat is not None else ""
    if len(held) <= 4:
        draw, w, h = large, 276, 526
    elif len(held) <= 6:
        draw, w, h = broad, 376, 284
    elif len(held) <= 10:
        draw, w, h = middling, 220, 432
    else:
        draw, w, h = little, 154, 216
    shown, more = few(held, 21)
    count = len(shown) + (more > 0)
    columns = COLUMNS.get(count, 7)
    left = (1212 - columns * (w + 12)) // 2
    places = grid(count, columns, left, 122, w + 12, h + 16)
    return Scene.of(
        122 + max(1, -(-count // columns)) * (h + 16) + 6,
        MUNCHER,
        band(voice.say("picture.hand"), note),
        [at(x, y, draw(view, card, voice)) for card, (x, y) in zip(shown, places, strict=False)],
        more > 0 and at(places[-1][0] + 48, places[-1][1] + 86, plus_more(more)),
    )


def large(view: MuncherView, name: str, voice: Voice) -> Group:
    """Party and tier top left, raw hunger top right, art, name, what it does."""
    card = find(view, name)
    shown = paper(
        276,
        526,
        at(14, 8, kind(card, voice)),
        card.kind == "monster" and at(210, 9, coin(card.hunger, 54)),
        Shape(12, 68, 252, 160, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(62, 72, 152, drawing(card)),
        Text(138, 254, card.name, "headingm", 246),
        Shape(10, 280, 256, 236, "box", YELLOW if card.delayed else BLUE),
        Lines(20, 306, card.short or card.text, "story", 240, 38, 6),
        out=bool(closed(view, name, 252, voice)),
    )
    return at(0, 0, shown, at(12, 174, closed(view, name, 252, voice)))


def broad(view: MuncherView, name: str, voice: Voice) -> Group:
    """The art left of what it does, the name below; a lock takes the place of party and tier."""
    card, shut = find(view, name), closed(view, name, 286, voice)
    shown = paper(
        376,
        284,
        not shut and at(14, 6, kind(card, voice)),
        card.kind == "monster" and at(312, 8, coin(card.hunger, 52)),
        Shape(10, 66, 126, 170, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(18, 96, 110, drawing(card)),
        Shape(142, 66, 224, 170, "box", YELLOW if card.delayed else BLUE),
        Lines(150, 88, card.short or card.text, "clause", 212, 32, 5),
        Text(188, 258, card.name, "headingm", 352),
        out=bool(shut),
    )
    return at(0, 0, shown, at(14, 7, shut))


def middling(view: MuncherView, name: str, voice: Voice) -> Group:
    """The same as a large one in a smaller space."""
    card = find(view, name)
    long = len(card.name) > 13
    shown = paper(
        220,
        432,
        at(12, 8, kind(card, voice)),
        card.kind == "monster" and at(156, 10, coin(card.hunger, 52)),
        Shape(12, 68, 196, 154, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(34, 68, 152, drawing(card)),
        Text(110, 248, card.name, "label" if long else "headingm", 206),
        Shape(10, 274, 200, 148, "box", YELLOW if card.delayed else BLUE),
        Lines(18, 296, card.short or card.text, "rule", 186, 28, 5),
        out=bool(closed(view, name, 196, voice)),
    )
    return at(0, 0, shown, at(12, 168, closed(view, name, 196, voice)))


def little(view: MuncherView, name: str, voice: Voice) -> Group:
    card = find(view, name)
    return paper(
        154,
        216,
        Shape(8, 8, 138, 132, "window", TINTS.get(card.party or "", YELLOW)),
        Sprite(14, 22, 110, drawing(card)),
        card.kind == "monster" and at(102, 4, coin(card.hunger, 48)),
        Lines(77, 162, card.name, "label", 138, 28, 2),
        out=name in view.locked or name in view.contested,
    )


def kind(card: MuncherCard, voice: Voice) -> Group:
    if card.party is None:
        return at(0, 0, Text(0, 30, voice.say("picture.snack-tier", n=card.tier), "labell", 190))
    tier = voice.say("picture.tier", n=card.tier)
    return at(0, 0, Sprite(0, 3, 48, f"party_{card.party}"), Text(54, 30, tier, "labell", 86))


def closed(view: MuncherView, name: str, w: int, voice: Voice) -> Pieces:
    if name in view.locked:
        return locked(w, voice.say("picture.locked"))
    return name in view.contested and locked(w, voice.say("picture.not-yet"))
