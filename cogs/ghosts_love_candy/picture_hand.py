"""A player's own view of Ghosts Love Candy: the row with their Love values, rivals' ghosts, the hand."""

from collections.abc import Mapping

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape, Sprite, Text, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    gap_box,
    label,
    on_shape,
    picture,
    piece,
    row,
    shape_box,
    text,
    with_padding,
)
from bot.pictures.palette import DANGER, DIM, FAINT, GHOSTS, INK, PALE, SEATS, WHITE
from bot.pictures.pieces import band, coin, mark
from cogs.ghosts_love_candy.picture_parts import kid_name, portrait, values
from cogs.ghosts_love_candy.text import kids_of
from engine.ghosts_love_candy.view import SpotView, StreetView

BAR = 40  # height of a kid's courage


def hand(view: StreetView, voice: Translator) -> Scene:
    """Draw the row as this player sees it, the rivals' remaining ghosts, the stash in one's own values, the ghosts."""
    assert view.seat is not None
    many, rivals = len(view.row) > 6, [seat for seat in range(view.players) if seat != view.seat]
    seen = any(seat in view.loves for seat in rivals)
    body = column(
        cells([house(view, here, voice) for here in range(len(view.row))], 4 if many else 3, 16, h=540),
        cells([rival(view, seat, voice, seen) for seat in rivals], len(rivals), 14, h=84 + 44 * seen),
        stash_strip(view, voice),
        cells([spook(view, number) for number in view.ghost_set], len(view.ghost_set), 10, h=88),
        gap=16,
    )
    mine = playing(view)
    title = voice.tr("picture.hand") if mine is None else voice.tr("picture.your-ghost", ghost=mine)
    return Scene.of(114 + body.h + 16, GHOSTS, band(title, doing(view, voice)), body.lay(30, 114, 1140))


def playing(view: StreetView) -> int | None:
    """Return the ghost that this player places now, or has chosen."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    if question and question.say == "choose" and question.given:
        return int(question.given)
    return view.revealed.get(view.seat)


def doing(view: StreetView, voice: Translator) -> str:
    """Return the round and what this player has to do."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    asked = question.say if question and view.seat in view.waiting else ""
    key = {"haunt": "you-haunt", "choose": "chooses"}.get(asked, "round")
    return voice.tr(f"picture.{key}", round=view.round, rounds=view.rounds)


# ---- a kid as this player sees it
def house(view: StreetView, here: int, voice: Translator) -> Box:
    """Return a kid, the worth of its candy to this player, and how close it is to being scared by the chosen ghost."""
    spot, narrow = view.row[here], len(view.row) > 6
    if not spot.kid:
        return shape_box("slot")
    love, mine = view.loves[view.seat or 0], playing(view)
    worth = sum(love[candy] for candy in spot.candy)
    sorts = [candy for candy in love if candy in spot.candy]
    face = [portrait(spot, 78 if narrow else 110)] * (not narrow or len(sorts) < 4)
    inside = column(
        with_padding(row(kid_name(kids_of(view)[spot.kid], narrow), heart(worth, narrow), gap=6, h=46), 6, 0, 0, 0),
        row(*face, candy_worth(spot, love, sorts, narrow, voice), gap=10, h=110),
        bar(spot, mine),
        outcome(view, spot, mine, narrow, voice),
        gap=0,
    )
    return on_shape("card", inside, 8, 5, 8, 8)


def heart(worth: int, narrow: bool) -> Box:
    """Return the worth of all candy of a kid; if there is little room, only the pink colour indicates Love."""
    said = label(format_signed(worth), "small", size=34)
    inner = said if narrow else row(picture("love", 34), said, gap=5)
    return on_shape("chip", inner, 12, 0, 12, 0, PALE["pink"])


def candy_worth(spot: SpotView, love: Mapping[str, int], sorts: list[str], narrow: bool, voice: Translator) -> Box:
    """Return each sort above its value; with many sorts, in two rows next to it."""
    if not sorts:
        return text(voice.tr("picture.no-candy"), "labell", size=28)
    if not narrow and len(sorts) > 4:
        return cells([candy_with_value(spot, love, kind, voice, 34, beside=True) for kind in sorts], 3)
    size = 38 if len(sorts) > 3 else 50
    shown = [candy_with_value(spot, love, kind, voice, size) for kind in sorts]
    return cells(shown, max(len(shown), 2 if narrow else 3))


def candy_with_value(
    spot: SpotView, love: Mapping[str, int], kind: str, voice: Translator, size: int, beside: bool = False
) -> Box:
    n, value = spot.candy.count(kind), love[kind]
    said = voice.tr("picture.product", n=n, value=value) if n > 1 else voice.name(value)
    ink = INK if value else DIM
    if beside:
        return row(picture(f"candy_{kind}", size), text(said, "labell", ink), gap=1)
    return column(
        gap_box(),
        picture(f"candy_{kind}", size),
        Box(text(said, "headingm" if size > 40 else "label", ink, 26).draw, h=40),
        gap_box(),
    )


def bar(spot: SpotView, mine: int | None) -> Box:
    """Return the courage: a stretch per ghost, as long as its number; the player's own is last and white.

    If the sum exceeds the courage, two red ticks mark its end.
    """
    total = spot.haunted + (mine or 0)

    def draw(w: int, h: int) -> Pieces:
        longest = max(spot.courage, total, 1)
        ends = [0]
        for ghost in spot.ghosts:
            ends.append(ends[-1] + ghost.number)
        left, right = [3 + (w - 6) * end // longest for end in ends], 3 + (w - 6) * total // longest
        parts: list[Pieces] = [
            stretch(start, end, 4, h - 8, SEATS[ghost.seat], ghost.number)
            for ghost, start, end in zip(spot.ghosts, left, left[1:], strict=False)
        ]
        own = bool(mine) and stretch(left[-1], right, 0, h, WHITE, mine or 0)
        limit = 3 + (w - 6) * spot.courage // longest
        ticks = total > spot.courage and [Shape(limit - 5, y, 10, 14, "tick", DANGER) for y in (-8, h - 6)]
        return Shape(0, 2, w, h - 4, "trough"), parts, own, ticks

    return Box(draw, h=BAR)


def stretch(left: int, right: int, y: int, h: int, fill: str, number: int) -> Pieces:
    middle, w = (left + right) // 2, right - left
    return Shape(left, y, max(w, 8), h, "stretch", fill), w > 20 and Text(
        middle, y + h // 2 + 1, str(number), "small", w
    )


def outcome(view: StreetView, spot: SpotView, mine: int | None, narrow: bool, voice: Translator) -> Box:
    """Return the sum, and what is missing or what it would cost."""
    total = spot.haunted + (mine or 0)
    said = voice.tr("picture.sum", n=total, courage=spot.courage)
    if total >= spot.courage and not spot.guard:
        value = kids_of(view)[spot.kid].stash
        key = "scared" if mine is None else "scares-brief" if narrow else "scares"
        cost = voice.tr(f"picture.{key}", n=format_signed(value))
        line = row(label(said, "heading", WHITE, 28), gap_box(), label(cost, "labell", WHITE, 28))
        return Box(with_padding(on_shape("danger", line, 12, 0, 12, 0), 0, 6, 0, 0).draw)
    key = "to-go" if total < spot.courage else "guarded-brief" if narrow else "guarded"
    rest = "" if narrow and key == "to-go" else voice.tr(f"picture.{key}", n=spot.courage - total)
    line = row(label(said, "heading", size=28), gap_box(), *([label(rest, "labell", size=28)] if rest else []))
    return Box(with_padding(line, 12, 6, 8, 0).draw)


# ---- the rivals
def rival(view: StreetView, seat: int, voice: Translator, seen: bool) -> Box:
    """Return a rival's remaining ghosts at fixed places, and the Love card if this player has looked at it."""
    left = view.ghosts_left[seat]
    ghosts = row(*(text(*_figure(number, number in left)) for number in view.ghost_set))
    name = row(piece(mark(seat, 38), 38), text(voice.names[seat], "name", size=28), gap=8, h=40)
    love = [row(*(picture(f"candy_{candy}", 32) for candy in view.loves[seat]), h=40)] if seat in view.loves else []
    return on_shape("plate", column(name, ghosts, *(love or [gap_box(h=40)] if seen else [])), 8, 2, 8, 2)


def _figure(number: int, left: bool) -> tuple[str, str, str, int]:
    return (str(number), "softnum", "", 28) if left else ("·", "softnum", FAINT, 28)


# ---- the player's stash and hand
def stash_strip(view: StreetView, voice: Translator) -> Box:
    """Return one's candy by one's Love card, best first, the kids, and the total."""
    assert view.seat is not None
    stash, love = view.stashes[view.seat], view.loves[view.seat]
    candy = [
        row(
            picture(f"candy_{kind}", 42),
            label(
                voice.tr("picture.product", n=stash.candy.get(kind, 0), value=value),
                "heading",
                INK if value and stash.candy.get(kind) else DIM,
                28,
            ),
            gap=3,
        )
        for kind, value in love.items()
    ]
    end = [
        label(voice.tr("picture.so-far"), "labell", size=28),
        label(voice.name(view.standings[view.seat]), "heading", size=50),
    ]
    kids = list(stash.kids.items())
    return on_shape(
        "card",
        row(picture("love", 56), *candy, values(kids, 4) if kids else gap_box(), *end, gap=16, h=66),
        14,
        0,
        18,
        0,
        PALE["pink"],
    )


def spook(view: StreetView, number: int) -> Box:
    """Return a ghost of one's set, veiled when played and raised when chosen."""
    assert view.seat is not None
    chosen, gone = number == playing(view), number not in view.hand and number != playing(view)

    def draw(w: int, h: int) -> Pieces:
        ghost = Sprite((w - 76) // 2, 6, 76, "ghost_tall", SEATS[view.seat or 0])
        card = Shape(0, 0, w, h, "card"), ghost, Text(w // 2, 52, str(number), "cellnum", w)
        return at(
            0,
            -12 if chosen else 0,
            card,
            gone and Shape(0, 0, w, h, "veil"),
            chosen and Shape(-4, -4, w + 8, h + 8, "pick"),
        )

    return Box(draw)


def candy_on_coin(candy: str, value: int, size: int) -> Box:
    """Return a candy with its points on a coin."""
    return row(picture(f"candy_{candy}", size), piece(coin(value, 46), 46), gap_box())
