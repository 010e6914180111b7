"""The pictures of Candy Chaser: the board with its five candies, the evidence, what was slid, a player's own view."""

from cogs.candy_chaser.picture_parts import cards, evidence, places, slid, tie_order
from cogs.ui.pictures import Group, Pieces, Scene, Shape, Sprite, at
from cogs.ui.pictures.boxes import Box, cells, column, gap_box, on, over, picture, piece, row, text
from cogs.ui.pictures.looks import CHASER, CLOSED, LANES
from cogs.ui.pictures.pieces import Seat, band, headed, just_moved, seated
from cogs.words.voice import Voice
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
LABEL, SPACE, GAP, LANE = (
    164,
    94,
    10,
    100,
)  # widths of a lane's label and of a space, what lies between, a lane's height


# ---- the table
def table(view: ChaserView, voice: Voice) -> Scene:
    """While candies move, the board; while players tattle, the evidence; at the end, what was slid and the places."""
    if view.over:
        body = column(*([slid(view, voice)] if view.slid else []), places(view, voice), gap=22)
        return scene(voice.say("picture.title"), now(view, voice), body)
    if view.tattling:
        body = column(evidence(view, voice, None), Box(tie_order(voice).draw, h=72), gap=16)
        return scene(voice.say("picture.title"), now(view, voice), body)
    seats = [plate(view, voice, seat) for seat in range(view.players)]
    body = column(board(view, voice), cells(seats, view.players, 16, h=132), gap=18)
    die = f"die_{'plus' if view.die > 0 else 'minus'}{abs(view.die)}"
    return scene(voice.say("picture.title"), now(view, voice), body, die if view.die else "")


def scene(title: str, note: str, body: Box, die: str = "") -> Scene:
    """A die hangs in the head band."""
    head = band(title, note, right=1064 if die else 1164, room=600)
    return Scene.of(116 + body.h + 18, CHASER, head, die and Sprite(1086, 0, 92, die), body.lay(30, 116, 1140))


def now(view: ChaserView, voice: Voice) -> str:
    """Who must do what, or has won."""
    called = voice.calling(headed(voice.names))
    if view.winners:
        return called.say("picture.wins", p=f"s{view.winners[0]}")
    if view.tattling:
        return called.say("picture.may-tattle", p=f"s{view.active}")
    return called.say("picture.rolled", p=f"s{view.active}", die=view.die)


# ---- the board
def board(view: ChaserView, voice: Voice) -> Box:
    """A column for the names, one for each number of spaces, and the goal; a frame round those where selling begins."""
    names = pile(*(name(candy, voice) for candy in CANDIES))
    spaces = [pile(*(space(view, candy, n, voice) for candy in CANDIES), w=SPACE) for n in range(FLOOR, TOP + 1)]
    before, zone = spaces[: ZONE - FLOOR], row(*spaces[ZONE - FLOOR :], gap=GAP)
    frame = Box(lambda w, h: Shape(-8, -10, w + 16, h + 20, "frame"))
    goals = pile(*(goal(view, candy) for candy in CANDIES), w=SPACE)
    inside = row(names, *before, over(zone, frame, w=zone.w), goals, gap=GAP)
    return Box(on("card", inside, 18, 24, 18, 24).draw, h=5 * LANE + 4 * GAP + 48)


def pile(*boxes: Box, w: int = 0) -> Box:
    """Equally high, one below the other."""
    return column(*(Box(box.draw) for box in boxes), gap=GAP, w=w)


def name(candy: str, voice: Voice) -> Box:
    return on("lane", text(voice.name(candy), "big"), 8, 0, 8, 0, LANES[candy][0])


def space(view: ChaserView, candy: str, n: int, voice: Voice) -> Box:
    """Its number, or the candy on it; an arrow where the candy was that has just moved."""
    _, tint, deep = LANES[candy]
    if n == view.cubes[candy]:
        return on("cell", cube(view, candy), 0, 0, 0, 0, tint)
    moved = view.moved == candy and n == view.moved_from
    arrow = "arrow" if n < view.cubes[candy] else "arrow_left"
    return on("cell", picture(arrow, 62) if moved else text(voice.name(n), "cellnum", deep), 0, 0, 0, 0, tint)


def cube(view: ChaserView, candy: str) -> Box:
    """The one that moved last lies on white."""
    return piece((view.moved == candy and just_moved(90), Sprite(0, 0, 90, f"chaser_{candy}")), 90)


def goal(view: ChaserView, candy: str) -> Box:
    is_open = view.goal_open[candy]
    inside = picture("goal", 66) if is_open else picture("lock", 60)
    if view.cubes[candy] > TOP:
        inside = cube(view, candy)
    return on("lane", inside, 0, 0, 0, 0, LANES[candy][0] if is_open else CLOSED)


def plate(view: ChaserView, voice: Voice, who: int) -> Box:
    """A player, and how many Tattletale cards are left."""
    seat = Seat(who, voice.names[who], turn=who == view.active, neutral=True)
    left = text(voice.say("picture.tattles", n=view.cards_left[who]), "soft", size=30)
    return seated(seat, [], row(gap_box(6), picture("hand", 50), left, gap=8))


# ---- what a player sees
def hand(view: ChaserView, voice: Voice) -> Scene:
    """The evidence, with what would beat the own candy; the order of ties; the cards to tattle with."""
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
    title = voice.say("picture.you-may-tattle" if tattles else "picture.hand")
    head = band(title, voice.say("picture.you-smuggle", candy=mine), right=1064, room=560)
    return Scene.of(116 + body.h + 18, CHASER, head, emblem(mine), body.lay(30, 116, 1140))


def emblem(candy: str) -> Group:
    """The own candy in the head band."""
    pieces: Pieces = Shape(0, 0, 88, 72, "lane", LANES[candy][0]), Sprite(14, 6, 60, f"chaser_{candy}")
    return at(1082, 3, pieces)
