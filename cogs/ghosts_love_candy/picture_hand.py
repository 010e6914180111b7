"""A player's own view of Ghosts Love Candy: the path with their Love values, rivals' ghosts, the hand."""

from collections.abc import Mapping

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, Shape, Sprite, Text, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    fan,
    gap_box,
    label,
    on_shape,
    picture,
    piece,
    row,
    text,
)
from bot.pictures.palette import DANGER, DIM, FAINT, GHOSTS, INK, PALE, SEATS, WHITE
from bot.pictures.pieces import coin
from cogs.ghosts_love_candy.picture_parts import (
    BOTTOM,
    LEAST,
    LEFT,
    PATH,
    TOP,
    WIDTH,
    candy_with,
    head,
    kid_height,
    kid_name,
    player_name,
    portrait,
    rule,
    seat_sign,
    sizes_of,
    street,
    two_lines,
    values,
)
from cogs.ghosts_love_candy.text import kids_of
from engine.ghosts_love_candy.view import SpotView, StreetView

RULE, BAR, OUTCOME, HEART = 582, 130, 232, 112  # widths on a kid


def hand(view: StreetView, voice: Translator) -> Scene:
    """Draw the row as this player sees it, the rivals' remaining ghosts, the stash in one's own values, the ghosts."""
    assert view.seat is not None
    rivals = [seat for seat in range(view.players) if seat != view.seat]
    below = [
        cells([rival(view, seat, voice) for seat in rivals], len(rivals), 10, h=88),
        stash_strip(view, voice),
        cells([spook(view, number) for number in view.ghost_set], len(view.ghost_set), 10, h=76),
    ]
    high = kid_height(view, 96, sum(box.h + 13 for box in below))
    body = column(street(view, lambda here: house(view, here, high, voice), high), *below, gap=13)
    return Scene.of(TOP + body.h + BOTTOM, GHOSTS, head(*titles(view, voice)), body.lay(LEFT, TOP, WIDTH))


def playing(view: StreetView) -> int | None:
    """Return the ghost that this player places now, or has chosen."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    if question and question.say == "choose" and question.given:
        return int(question.given)
    return view.revealed.get(view.seat)


def titles(view: StreetView, voice: Translator) -> tuple[str, str]:
    """Return the player's ghost, and what this player has to do, or the round."""
    assert view.seat is not None
    mine, question = playing(view), view.question_of(view.seat)
    asked = question.say if question and view.seat in view.waiting else ""
    title = voice.tr("picture.hand") if mine is None else voice.tr("picture.your-ghost", ghost=mine)
    keys = {"haunt": "you-haunt", "choose": "you-choose"}
    return title, voice.tr(f"picture.{keys.get(asked, 'round')}", round=view.round, rounds=view.rounds)


# ---- a kid as this player sees it
def house(view: StreetView, here: int, high: int, voice: Translator) -> Box:
    """Return a kid: candy and its worth to this player, rule, and how close the chosen ghost brings it to be scared."""
    spot = view.row[here]
    if not spot.kid:
        return gap_box()
    love, mine = view.loves[view.seat or 0], playing(view)
    card, sizes, face, h = kids_of(view)[spot.kid], sizes_of(high), portrait(spot, high), (high - 9) // 2 + 1
    candy = candy_worth(spot, love, 42 if high > 90 else 36, voice)
    whole = WIDTH - PATH - 20 - face.w - 10
    name = Box(kid_name(card, sizes).draw, min(340, whole - HEART - candy.w - 24))
    rest = BAR + whole - RULE - BAR - OUTCOME - 24
    words = two_lines(
        row(name, candy, gap_box(), heart(sum(love[kind] for kind in spot.candy), h - 1), gap=12),
        row(
            rule(card, RULE, h, sizes),
            Box(bar(spot, mine).draw, rest, 36),
            outcome(view, spot, mine, voice),
            gap=12,
        ),
        h,
    )
    return row(face, words, gap=10)


def heart(worth: int, h: int) -> Box:
    """Return the worth of all candy of a kid to this player."""
    inner = row(picture("love", 30), text(format_signed(worth), "cellnum", size=34), gap=0)
    return Box(on_shape("box", inner, 8, 0, 4, 0, PALE["pink"]).draw, HEART, h)


def candy_worth(spot: SpotView, love: Mapping[str, int], size: int, voice: Translator) -> Box:
    """Return each sort of candy on a kid with its value, the best first."""
    shown = []
    for kind in [kind for kind in love if kind in spot.candy]:
        n, value = spot.candy.count(kind), love[kind]
        said = voice.tr("picture.product", n=n, value=value) if n > 1 else voice.name(value)
        shown.append(candy_with(kind, said, size, "heading", INK if value else DIM))
    return row(*shown, gap=12)


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
        ticks = total > spot.courage and [Shape(limit - 5, y, 10, 10, "tick", DANGER) for y in (-5, h - 5)]
        return Shape(0, 2, w, h - 4, "trough"), parts, own, ticks

    return Box(draw)


def stretch(left: int, right: int, y: int, h: int, fill: str, number: int) -> Pieces:
    middle, w = (left + right) // 2, right - left
    words = w > 26 and Text(middle, y + h // 2 + 1, str(number), "small", w, "", LEAST)
    return Shape(left, y, max(w, 8), h, "stretch", fill), words


def outcome(view: StreetView, spot: SpotView, mine: int | None, voice: Translator) -> Box:
    """Return the sum, and what is missing or what it would cost."""
    total = spot.haunted + (mine or 0)
    said = voice.tr("picture.haunted", n=total, courage=spot.courage)
    scared = total >= spot.courage and not spot.guard
    if scared:
        value = kids_of(view)[spot.kid].stash
        rest = voice.tr("picture.scared" if mine is None else "picture.scares", n=format_signed(value))
    else:
        rest = voice.tr("picture.to-go" if total < spot.courage else "picture.guarded", n=spot.courage - total)
    ink = WHITE if scared else INK
    line = row(label(said, "heading", ink, LEAST), gap_box(), label(rest, "labell", ink, LEAST))
    if scared:
        return Box(on_shape("danger", line, 8, 0, 8, 0).draw, OUTCOME)
    return Box(row(gap_box(8), line, gap_box(8)).draw, OUTCOME)


# ---- the rivals
def rival(view: StreetView, seat: int, voice: Translator) -> Box:
    """Return a rival's remaining ghosts at fixed places; a Love card that this player has seen stands by the name."""
    left = view.ghosts_left[seat]
    ghosts = row(*(_figure(number, number in left) for number in view.ghost_set))
    name = player_name(voice.names[seat], (34, 33))
    loved = [Sprite(0, 0, 28, f"candy_{candy}") for candy in view.loves.get(seat, ())]
    love = [fan(loved, 28, 2, 148 if view.players > 4 else 180)] if loved else []
    line = row(seat_sign(seat, 44), *([] if love and view.players > 4 else [name]), *love, gap=8, h=46)
    return on_shape("plate", column(line, ghosts), 8, 0, 8, 2)


def _figure(number: int, left: bool) -> Box:
    return text(str(number) if left else "·", "softnum", "" if left else FAINT, LEAST)


# ---- the player's stash and hand
def stash_strip(view: StreetView, voice: Translator) -> Box:
    """Return one's candy by one's Love card, best first, the kids, and the total."""
    assert view.seat is not None
    stash, love = view.stashes[view.seat], view.loves[view.seat]
    candy = [
        candy_with(
            kind,
            voice.tr("picture.product", n=stash.candy.get(kind, 0), value=value),
            40,
            "heading",
            INK if value and stash.candy.get(kind) else DIM,
        )
        for kind, value in love.items()
    ]
    end = [
        label(voice.tr("picture.so-far"), "labell", size=LEAST),
        label(voice.name(view.standings[view.seat]), "heading", size=48),
    ]
    kids = list(stash.kids.items())
    middle = values(kids, 4) if kids else gap_box()
    inside = row(picture("love", 44), *candy, middle, *end, gap=12, h=64)
    return on_shape("card", inside, 12, 0, 16, 0, PALE["pink"])


def spook(view: StreetView, number: int) -> Box:
    """Return a ghost of one's set, veiled when played and raised when chosen."""
    assert view.seat is not None
    chosen, gone = number == playing(view), number not in view.hand and number != playing(view)

    def draw(w: int, h: int) -> Pieces:
        ghost = Sprite((w - 70) // 2, 4, 70, "ghost_tall", SEATS[view.seat or 0])
        card = Shape(0, 0, w, h, "card"), ghost, Text(w // 2, 47, str(number), "cellnum", w)
        return at(
            0,
            -8 if chosen else 0,
            card,
            gone and Shape(0, 0, w, h, "veil"),
            chosen and Shape(-4, -4, w + 8, h + 8, "pick"),
        )

    return Box(draw)


def candy_on_coin(candy: str, value: int, size: int) -> Box:
    """Return a candy with its points on a coin."""
    return row(picture(f"candy_{candy}", size), piece(coin(value, 46), 46), gap_box())
