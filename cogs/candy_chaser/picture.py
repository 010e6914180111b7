"""The pictures of Candy Chaser: the board with its five candies, the evidence, slid cards, a player's own view."""

from collections.abc import Sequence
from functools import lru_cache

from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Scene, Shape, Sprite, at, cached_group
from bot.pictures.boxes import (
    Box,
    cached,
    cells,
    column,
    gap_box,
    label,
    on_shape,
    over,
    picture,
    piece,
    row,
    shape_box,
    text,
    with_padding,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import CHASER, CLOSED, LANES
from bot.pictures.pieces import Seat, band, just_moved, seat_plate, short_names
from cogs.candy_chaser.picture_parts import LETTERS, cards, evidence, places, slid, tie_order
from engine.candy_chaser.state import CANDIES, FLOOR, TOP, ZONE
from engine.candy_chaser.view import ChaserView

SIZES = {
    "chaser_": (90, 60, 50),
    "die_": (92,),
    "goal": (66, 40),
    "lock": (60, 40),
    "arrow": (62, 36),
    "crown": (62,),
    "hand": (50,),
    "yes": (56, 44),
    "no": (56, 44),
}
CALLOUTS = (
    Callout("sprite:die_.*", "die"),
    Callout("sprite:chaser_.*", "candy"),
    Callout("sprite:arrow.*", "moved"),
    Callout("shape:frame", "frame"),
    Callout("sprite:goal", "open"),
    Callout("sprite:lock", "closed"),
    Callout("sprite:hand", "tattles"),
    Callout("shape:halo", "turn"),
)
LABEL, SPACE, GAP, LANE = 164, 94, 10, 100  # widths of a lane's label, a space, a gap; a lane's height
LEFT_TOP, WIDTH = (30, 116), 1140  # of everything below the head band
NOTHING = gap_box()


# ---- the table
def table(view: ChaserView, voice: Translator) -> Scene:
    """Draw the board while candies move, the evidence while players tattle, slid cards and places at the end."""
    if view.over:
        body = column(*([slid(view, voice)] if view.slid else []), places(view, voice), gap=22)
        return scene(voice.tr("picture.title"), now(view, voice), body)
    if view.tattling:
        body = column(evidence(view, voice, None), Box(tie_order(voice).draw, h=72), gap=16)
        return scene(voice.tr("picture.title"), now(view, voice), body)
    seats = [plate(view, voice, seat) for seat in range(view.players)]
    body = column(moving(view), legend(voice), cells(seats, view.players, 16, h=132), gap=14)
    die = f"die_{'plus' if view.die > 0 else 'minus'}{abs(view.die)}"
    still = empty(tuple(map(voice.name, CANDIES)), tuple(map(voice.name, range(FLOOR, TOP + 1))))
    return scene(voice.tr("picture.title"), now(view, voice), body, die if view.die else "", still)


def scene(title: str, note: str, body: Box, die: str = "", still: Group | None = None) -> Scene:
    """Return the scene, with the die in its head band."""
    head = band(title, note, right=1064 if die else 1164, room=600, size=LETTERS)
    pieces = head, die and Sprite(1086, 0, 92, die), body.lay(*LEFT_TOP, WIDTH)
    return Scene.of(116 + body.h + 18, CHASER, *pieces, still=still)


def now(view: ChaserView, voice: Translator) -> str:
    """Return what the active player must do, or the winner."""
    called = voice.with_names(short_names(voice.names))
    if view.winners:
        return called.tr("picture.wins", p=f"s{view.winners[0]}")
    if view.tattling:
        return called.tr("picture.may-tattle", p=f"s{view.active}")
    return called.tr("picture.rolled", p=f"s{view.active}", die=view.die)


# ---- the board
def board(*lanes: Box) -> Box:
    """Put one lane below the other."""
    inside = column(*(Box(lane.draw) for lane in lanes), gap=GAP)
    return Box(with_padding(inside, 18, 24, 18, 24).draw, h=5 * LANE + 4 * GAP + 48)


def lane(name: Box, spaces: Sequence[Box], goal: Box) -> Box:
    """Return a lane: its candy's name, a place for each number of spaces, and the goal."""
    return row(name, *(Box(box.draw, SPACE) for box in (*spaces, goal)), gap=GAP)


@lru_cache(8)
def empty(candies: tuple[str, ...], numbers: tuple[str, ...]) -> Group:
    """Return the empty board with its words, the same all game long, and a frame where selling begins."""

    def bare(candy: str, called: str) -> Box:
        fill, tint, deep = LANES[candy]
        spaces = [on_shape("cell", text(number, "cellnum", deep), 0, 0, 0, 0, tint) for number in numbers]
        return lane(on_shape("lane", text(called, "big"), 8, 0, 8, 0, fill), spaces, NOTHING)

    frame = Box(lambda w, h: Shape(-8, -10, w + 16, h + 20, "frame"))
    zone = Box(frame.draw, (TOP - ZONE + 1) * (SPACE + GAP) - GAP)
    framed = row(NOTHING, *[gap_box(SPACE)] * (ZONE - FLOOR), zone, gap_box(SPACE), gap=GAP)
    lanes = board(*(bare(*one) for one in zip(CANDIES, candies, strict=True)))
    return cached_group(
        over(shape_box("card"), lanes, with_padding(framed, 18, 24, 18, 24)).lay(*LEFT_TOP, WIDTH, lanes.h)
    )


def moving(view: ChaserView) -> Box:
    """Return everything that is on the board."""
    origins = {view.moved: view.moved_from}
    return board(
        *(
            Box(lane_pieces(candy, view.cubes[candy], origins.get(candy), view.goal_open[candy]).draw)
            for candy in CANDIES
        )
    )


@lru_cache(1024)
def lane_pieces(candy: str, at: int, origin: int | None, is_open: bool) -> Box:
    """Return a candy on its lane, an arrow at its `origin` if it has just moved, and its goal."""
    fill, tint, _ = LANES[candy]
    cube = piece((origin is not None and just_moved(90), Sprite(0, 0, 90, f"chaser_{candy}")), 90)
    shown = {origin: picture("arrow" if (origin or 0) < at else "arrow_left", 62), at: cube}
    spaces = [on_shape("cell", shown[n], 0, 0, 0, 0, tint) if n in shown else NOTHING for n in range(FLOOR, TOP + 1)]
    goal = cube if at > TOP else picture("goal", 66) if is_open else picture("lock", 60)
    return cached(lane(NOTHING, spaces, on_shape("lane", goal, 0, 0, 0, 0, fill if is_open else CLOSED)))


def legend(voice: Translator) -> Box:
    """Return a box that says what the frame, the flag and the lock on the board mean."""
    frame = piece(Shape(3, 3, 60, 38, "frame"), 66, 44)
    signs = ((frame, "frame"), (picture("goal", 40), "open"), (picture("lock", 40), "closed"))
    told = [row(sign, label(voice.tr(f"picture.legend-{key}"), "heading", size=LETTERS), gap=10) for sign, key in signs]
    spread = [box for one in told for box in (gap_box(), one)][1:]
    return Box(on_shape("card", row(*spread, gap=10), 24, 0, 24, 0).draw, h=66)


def plate(view: ChaserView, voice: Translator, who: int) -> Box:
    """Return a player and the number of their remaining Tattletale cards."""
    seat = Seat(who, voice.names[who], turn=who == view.active, neutral=True)
    tattles = voice.tr("picture.tattles", n=view.cards_left[who])
    return Box(lambda w, h: player_plate(seat, tattles, w, h))


@lru_cache(512)
def player_plate(seat: Seat, tattles: str, w: int, h: int) -> Group:
    """Return a player's plate, cached, because most do not change from move to move."""
    left = text(tattles, "soft", size=LETTERS)
    return cached_group(
        seat_plate(seat, [], row(gap_box(6), picture("hand", 50), left, gap=8), letters=LETTERS).draw(w, h)
    )


# ---- what a player sees
def hand(view: ChaserView, voice: Translator) -> Scene:
    """Draw the evidence, with what would beat one's own candy; the order of ties; the cards to tattle with."""
    me = view.seat
    assert me is not None
    mine = view.objectives[me]
    assert mine is not None
    tattles = view.tattling and me == view.active
    body = column(
        evidence(view, voice, me),
        Box(tie_order(voice).draw, h=72),
        Box(cards(view, voice, me).draw, h=104),
        gap=14,
    )
    title = voice.tr("picture.you-may-tattle" if tattles else "picture.hand")
    head = band(title, voice.tr("picture.you-smuggle", candy=mine), right=1064, room=560, size=LETTERS)
    return Scene.of(116 + body.h + 18, CHASER, head, emblem(mine), body.lay(*LEFT_TOP, WIDTH))


def emblem(candy: str) -> Group:
    """Return the player's own candy for the head band."""
    pieces: Pieces = Shape(0, 0, 88, 72, "lane", LANES[candy][0]), Sprite(14, 6, 60, f"chaser_{candy}")
    return at(1082, 3, pieces)
