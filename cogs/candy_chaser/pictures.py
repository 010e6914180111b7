"""The pictures of Candy Chaser: the board, the evidence, the slid cards, a player's own view, and the end.

The *evidence* is the table of how far each seat has moved each candy.
"""

from collections.abc import Sequence
from functools import lru_cache

from bot.i18n.fitting import LETTERS as SEAT_LETTERS, format_number, format_signed
from bot.i18n.translator import Translator
from bot.pictures import Group, Pieces, Scene, Shape, Sprite, Text, at, cached_group
from bot.pictures.boxes import (
    Box,
    cached,
    cells,
    clipped,
    column,
    first_fitting,
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
from bot.pictures.palette import CHASER, CLOSED, DANGER, DIM, GOLD, GOOD, HUES, INK, LANES, LESS, MORE, PAPER, WHITE
from bot.pictures.pieces import Seat, band, just_moved, mark, seat_plate, short_names
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, NumberedEvent
from cogs.candy_chaser.text import ahead_of, by_rank
from engine.candy_chaser.rules import CANDIES, FLOOR, GOAL, TOP, ZONE
from engine.candy_chaser.view import ChaserView, SlideView
from engine.machine import Event, seat_of

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
def table(view: ChaserView, translator: Translator) -> Scene:
    """Draw the board while candies move, the evidence while players tattle, slid cards and places at the end."""
    if view.over:
        body = column(*([slid(view, translator)] if view.slid else []), places(view, translator), gap=22)
        return scene(translator.tr("picture.title"), now(view, translator), body)
    if view.tattling:
        body = column(evidence(view, translator, None), tie_order(translator).sized(h=72), gap=16)
        return scene(translator.tr("picture.title"), now(view, translator), body)
    seats = [plate(view, translator, seat) for seat in range(view.players)]
    meanings = legend(tuple(translator.tr(f"picture.legend-{name}") for name in ("frame", "open", "closed")))
    body = column(moving(view, translator), meanings, cells(seats, view.players, 16, h=132), gap=14)
    die = f"die_{'plus' if view.die > 0 else 'minus'}{abs(view.die)}"
    still = empty(tuple(map(translator.name, CANDIES)), tuple(map(translator.name, range(FLOOR, TOP + 1))))
    return scene(translator.tr("picture.title"), now(view, translator), body, die if view.die else "", still)


def scene(title: str, note: str, body: Box, die: str = "", still: Group | None = None) -> Scene:
    head = band(title, note, right=1064 if die else 1164, room=600, size=LETTERS)
    pieces = head, die and Sprite(1086, 0, 92, die), body.lay(*LEFT_TOP, WIDTH)
    return Scene.of(116 + body.h + 18, CHASER, *pieces, still=still)


def now(view: ChaserView, translator: Translator) -> str:
    """Return what the active player must do, or the winner."""
    called = translator.with_names(short_names(translator.names))
    if view.winners:
        return called.tr("picture.wins", p=f"s{view.winners[0]}")
    if view.tattling:
        return called.tr("picture.may-tattle", p=f"s{view.active}")
    return called.tr("picture.rolled", p=f"s{view.active}", die=view.die)


# ---- the board
def board(*lanes: Box) -> Box:
    """Put one lane below the other."""
    inside = column(*(lane.sized() for lane in lanes), gap=GAP)
    return with_padding(inside, 18, 24, 18, 24).sized(h=5 * LANE + 4 * GAP + 48)


def lane(name: Box, spaces: Sequence[Box], goal: Box) -> Box:
    return row(name, *(box.sized(SPACE) for box in (*spaces, goal)), gap=GAP)


@lru_cache(8)
def empty(candies: tuple[str, ...], numbers: tuple[str, ...]) -> Group:
    """Return the empty board with its words, which never changes, and the frame for candies on 3 or higher."""

    def bare(candy: str, called: str) -> Box:
        fill, tint, deep = LANES[candy]
        spaces = [on_shape("cell", text(number, "cellnum", deep), 0, 0, 0, 0, tint) for number in numbers]
        return lane(on_shape("lane", text(called, "big"), 8, 0, 8, 0, fill), spaces, NOTHING)

    frame = Box(lambda w, h: Shape(-8, -10, w + 16, h + 20, "frame"))
    zone = frame.sized((TOP - ZONE + 1) * (SPACE + GAP) - GAP)
    framed = row(NOTHING, *[gap_box(SPACE)] * (ZONE - FLOOR), zone, gap_box(SPACE), gap=GAP)
    lanes = board(*(bare(*one) for one in zip(CANDIES, candies, strict=True)))
    return cached_group(
        over(shape_box("card"), lanes, with_padding(framed, 18, 24, 18, 24)).lay(*LEFT_TOP, WIDTH, lanes.h)
    )


def moving(view: ChaserView, translator: Translator) -> Box:
    """Return everything that is on the board."""
    origins, mine = {view.moved: view.moved_from}, view.objectives[view.seat] if view.seat is not None else None
    own = {mine: (translator.name(mine or ""), translator.tr("picture.yours"))}
    return board(
        *(
            lane_pieces(candy, at, origins.get(candy), view.goal_open[candy], own.get(candy)).sized()
            for candy, at in ((candy, view.cubes[candy]) for candy in CANDIES)
        )
    )


@lru_cache(256)  # 8 kB each
def lane_pieces(candy: str, at: int, origin: int | None, is_open: bool, own: tuple[str, str] | None) -> Box:
    """Return a candy on its lane, an arrow at its `origin` if it has just moved, and its goal.

    The viewer's own candy has its name and the word "yours", `own`, at the lane's head.
    """
    fill, tint, _ = LANES[candy]
    cube = piece((origin is not None and just_moved(90), Sprite(0, 0, 90, f"chaser_{candy}")), 90)
    pieces = {origin: picture("arrow" if (origin or 0) < at else "arrow_left", 62), at: cube}
    spaces = [on_shape("cell", pieces[n], 0, 0, 0, 0, tint) if n in pieces else NOTHING for n in range(FLOOR, TOP + 1)]
    goal = cube if at > TOP else picture("goal", 66) if is_open else picture("lock", 60)
    head = NOTHING if own is None else on_shape("lane", own_name(*own), 8, 4, 8, 6, fill)
    return cached(lane(head, spaces, on_shape("lane", goal, 0, 0, 0, 0, fill if is_open else CLOSED)))


def own_name(name: str, yours: str) -> Box:
    pill = on_shape("danger", text(yours, "label", INK, LETTERS), 8, 0, 8, 0, GOLD)
    return column(text(name, "big"), pill.sized(h=40), gap=4)


@lru_cache(8)
def legend(texts: tuple[str, ...]) -> Box:
    """Return a box that says what the frame, the flag and the lock on the board mean."""
    signs = piece(Shape(3, 3, 60, 38, "frame"), 66, 44), picture("goal", 40), picture("lock", 40)
    key = [
        row(*one, gap=10) for one in zip(signs, (label(text, "heading", size=LETTERS) for text in texts), strict=True)
    ]
    spread = [box for one in key for box in (gap_box(), one)][1:]
    return cached(on_shape("card", row(*spread, gap=10), 24, 0, 24, 0).sized(h=66))


def plate(view: ChaserView, translator: Translator, who: int) -> Box:
    """Return a player and the number of their remaining Tattletale cards."""
    seat = Seat(who, translator.names[who], turn=who == view.active, neutral=True)
    tattles = translator.tr("picture.tattles", n=view.cards_left[who])
    return Box(lambda w, h: player_plate(seat, tattles, w, h))


@lru_cache(512)
def player_plate(seat: Seat, tattles: str, w: int, h: int) -> Group:
    """Return a player's plate, cached, because most plates don't change from move to move."""
    left = text(tattles, "soft", size=LETTERS)
    return cached_group(
        seat_plate(seat, [], row(gap_box(6), picture("hand", 50), left, gap=8), letters=LETTERS).draw(w, h)
    )


# ---- what a player sees
def hand(view: ChaserView, translator: Translator) -> Scene:
    """Draw the evidence, the candies that would beat one's own, the order of ties, and the Tattletale cards."""
    me = view.me
    mine = view.objectives[me]
    assert mine is not None
    tattles = view.tattling and me == view.active
    body = column(
        evidence(view, translator, me),
        tie_order(translator).sized(h=72),
        cards(view, translator, me).sized(h=104),
        gap=14,
    )
    title = translator.tr("picture.you-may-tattle" if tattles else "picture.hand")
    head = band(title, translator.tr("picture.you-smuggle", candy=mine), right=1064, room=560, size=LETTERS)
    emblem: Pieces = Shape(0, 0, 88, 72, "lane", LANES[mine][0]), Sprite(14, 6, 60, f"chaser_{mine}")
    return Scene.of(116 + body.h + 18, CHASER, head, at(1082, 3, emblem), body.lay(*LEFT_TOP, WIDTH))


LETTERS = 34  # size of the smallest letters, readable on a phone
LEFT, PLACE = 470, 100  # of a row: name and rail, the place
CANDY_ROW, HEAD = 88, 136  # heights of a row of the evidence and of a column's head
LARGE_PUSH = 3  # a push of this many spaces is highlighted


# ---- the evidence
def evidence(view: ChaserView, translator: Translator, me: int | None) -> Box:
    """Return each candy's place, whether it beats that of `me`, and how far each seat has moved it in all."""
    seats = range(view.players)
    heading = text(translator.tr("picture.who-pushed"), "name", size=36)
    heads = [column_head(view, translator, seat, me) for seat in seats]
    top = row(with_padding(heading, 16, 0, 0, 0).sized(LEFT + GAP + PLACE), *heads, gap=GAP, h=HEAD)
    whole = column(top, *(candy_row(view, translator, candy, me) for candy in CANDIES), gap=10)
    veils = [with_padding(shape_box("veil"), -3, -3, -3, -3) if seat in view.out else gap_box() for seat in seats]
    return over(whole, with_padding(row(gap_box(LEFT + GAP + PLACE), *veils, gap=GAP), 0, 0, 10, 0), h=whole.h)


def column_head(view: ChaserView, translator: Translator, seat: int, me: int | None) -> Box:
    """Return a seat and where it stands in the order of tattling: now, next, passed or out."""
    now = seat == view.active and not view.over
    ink = INK if now else PAPER
    name = translator.tr("picture.you") if seat == me else translator.names[seat]
    state = state_of(view, seat)
    inside = column(
        piece(mark(seat, 44, neutral=True, letter=LETTERS), 44),
        clipped(name, "softname", ink, LETTERS).sized(h=40),
        clipped(translator.tr(f"picture.state-{state}") if state else "", "softm", ink, LETTERS).sized(h=38),
    )
    return on_shape("square", inside, 8, 6, 8, 4, GOLD if now else "plate")


def state_of(view: ChaserView, seat: int) -> str:
    if seat in view.out:
        return "out"
    if seat == view.active and not view.over:
        return "now"
    if not view.tattling:
        return ""
    return "next" if seat in view.to_tattle else "passed"


def candy_row(view: ChaserView, translator: Translator, candy: str, me: int | None) -> Box:
    _, tint, _ = LANES[candy]
    here = view.cubes[candy]
    pill = verdict(view, translator, candy, me)
    name = text(translator.name(candy), "heading", size=34).sized(h=40)
    left = row(
        column(gap_box(), name, *([pill.sized(h=40)] if pill.w else []), gap_box(), w=196),
        rail(view, candy),
        w=LEFT - 14,
    )
    reached = on_shape("lane", text(translator.tr("picture.goal"), "small", WHITE, LETTERS), 0, 0, 0, 0, INK)
    place = with_padding(reached, 0, 20, 0, 20) if here == GOAL else text(translator.name(here), "cellnum", size=44)
    most = max((by.get(candy, 0) for seat, by in enumerate(view.pushes) if seat not in view.out), default=0)
    pushed = [push(view, seat, candy, most) for seat in range(view.players)]
    inside = row(left, place.sized(PLACE), *pushed, gap=GAP)
    return on_shape("lane", inside, 14, 0, 10, 0, tint).sized(h=CANDY_ROW)


def verdict(view: ChaserView, translator: Translator, candy: str, me: int | None) -> Box:
    """Say, for a player's own view, whether this candy is theirs or would beat it."""
    mine = view.objectives[me] if me is not None else None
    own = candy == mine
    if me is None or mine is None or not (own or candy in ahead_of(view, me)):
        return gap_box()
    words = label(
        translator.tr("picture.yours" if own else "picture.beats-you"), "label", INK if own else WHITE, LETTERS
    )
    pill = on_shape("danger", words, 8, 0, 8, 0, GOLD if own else DANGER)
    return row(pill, gap_box()).sized(w=pill.w)


def rail(view: ChaserView, candy: str) -> Box:
    """Return a small row of the board: its spaces, its start, the goal, and the candy in its place."""
    here = view.cubes[candy]  # a candy near its start hides the mark there

    def draw(w: int, h: int) -> Pieces:
        step, middle = w // (GOAL - FLOOR + 1), h // 2
        spaces = [
            Shape((n - FLOOR) * step + 2, middle - 6, step - 4, 12, "past" if n <= here else "coming")
            for n in range(FLOOR, GOAL + 1)
        ]
        end = Sprite((GOAL - FLOOR) * step - 2, middle - 20, 40, "goal" if view.goal_open[candy] else "lock")
        start = abs(here) > 1 and Shape(-FLOOR * step + step // 2 - 3, middle - 15, 6, 30, "mark")
        cube = Sprite((here - FLOOR) * step + step // 2 - 30, middle - 30, 60, f"chaser_{candy}")
        return spaces, start, here < GOAL and end, cube

    return Box(draw)


def push(view: ChaserView, seat: int, candy: str, most: int) -> Box:
    """Return how far a seat has pushed a candy; the largest push forward stands on white."""
    n = view.pushes[seat].get(candy)
    if not n:  # moved there and back is not the same as never moved
        return text("·" if n is None else "0", "cellnum", DIM)
    large = n == most >= LARGE_PUSH and seat not in view.out
    number = text(format_signed(n), "cellnum", MORE if n > 0 else LESS, 44 if large else 36)
    return with_padding(on_shape("square", number, 0, 0, 0, 0, WHITE), 2, 6, 2, 6) if large else number


# ---- below the evidence
def tie_order(translator: Translator) -> Box:
    """Return the order of ties: the candy higher on the board wins."""
    signs = [box for candy in CANDIES for box in (label("›", "name", size=LETTERS), picture(f"chaser_{candy}", 50))][1:]
    return on_shape(
        "plate", row(text(translator.tr("picture.equal"), "soft", size=LETTERS), *signs, gap=14), 20, 0, 20, 0
    )


def cards(view: ChaserView, translator: Translator, me: int) -> Box:
    """Return one's own Tattletale cards; slid ones show their target and the verdict."""
    boxes = []
    for candy in CANDIES:
        slid = next((slide for slide in view.slid if slide.accuser == me and slide.candy == candy), None)
        card = on_shape("small-card", picture(f"chaser_{candy}", 60), 0, 0, 0, 0, LANES[candy][1])
        boxes.append(over(card, shape_box("veil"), row(*slide_marks(slid), gap=8)) if slid else card.sized())
    title = label(translator.tr("picture.your-cards"), "soft", size=LETTERS)
    return on_shape("plate", row(title, *(box.sized() for box in boxes), gap=14), 20, 10, 14, 14)


def slide_marks(slide: SlideView) -> list[Box]:
    sign = picture("yes" if slide.right else "no", 44)
    return [gap_box(), piece(mark(slide.target, 44, neutral=True, letter=LETTERS), 44), sign, gap_box()]


# ---- the end
EDGE, ARROW = 8, 36  # of a slid card's plate, and an arrow's width


def slid(view: ChaserView, translator: Translator) -> Box:
    """Return the slid cards in order: accuser, card, target and verdict, which has a letter for too long a name."""
    room = (WIDTH - 16 * (len(view.slid) - 1)) // len(view.slid)
    return cells([slide_card(slide, translator, room) for slide in view.slid], len(view.slid), 16, h=252)


def slide_card(slide: SlideView, translator: Translator, room: int) -> Box:
    assert slide.candy is not None
    _, tint, _ = LANES[slide.candy]
    card = on_shape(
        "small-card",
        column(
            picture(f"chaser_{slide.candy}", 90),
            text(translator.name(slide.candy), "headingm", size=LETTERS).sized(h=44),
        ),
        4,
        8,
        4,
        6,
        tint,
    )
    sign = Sprite(76, -10, 56, "yes" if slide.right else "no")
    middle = over(card.sized(), Box(lambda w, h: sign), w=120)
    side = (room - 2 * EDGE - 120) // 2  # of the card, for each player
    line = row(
        player(slide.accuser, translator, side, arrow_first=False),
        middle.sized(120, 160),
        player(slide.target, translator, side, arrow_first=True),
    )
    out = slide.target if slide.right else slide.accuser
    key = "picture.slid-right" if slide.right else "picture.slid-wrong"
    called = [translator.with_names(names) for names in (short_names(translator.names), [*SEAT_LETTERS])]
    verdicts = [
        label(names.tr(key, p=f"s{out}"), "headingm", INK if slide.right else WHITE, LETTERS) for names in called
    ]
    verdict = first_fitting(verdicts, room - 8).sized()
    result = on_shape("lane", verdict, 4, 0, 4, 0, GOOD if slide.right else DANGER)
    return over(shape_box("plate"), column(with_padding(line, EDGE, 4, EDGE, 4), result.sized(h=60)))


def player(seat: int, translator: Translator, room: int, arrow_first: bool) -> Box:
    """Return a player and an arrow. The name is below the letter, or below both if it is too long for that."""
    name = translator.names[seat]
    letter = piece(mark(seat, 64, neutral=True, letter=LETTERS), 64)
    upper = [gap_box(), letter, gap_box(), picture("arrow", ARROW)]
    lower = [clipped(name, "softname", size=LETTERS)]
    if label(name, "softname", size=LETTERS).w <= room - ARROW:
        lower.append(gap_box(ARROW))
    if arrow_first:
        upper.reverse()
        lower.reverse()
    return column(gap_box(), row(*upper, h=64), row(*lower, h=42), gap_box())


def places(view: ChaserView, translator: Translator) -> Box:
    """Return each player's candy and how far it came, by place; below, the candies that were not dealt."""
    ranked = by_rank(view)
    left = [candy for candy in ranked if candy in view.objectives and view.objectives.index(candy) not in view.out]
    order = [*map(view.objectives.index, left), *sorted(view.out)]  # all who are out share the last place
    rows = [place_row(view, translator, seat) for seat in order]
    undealt = [candy for candy in ranked if candy not in view.objectives]
    return column(*rows, undealt_candies(view, translator, undealt), gap=12)


def place_row(view: ChaserView, translator: Translator, seat: int) -> Box:
    won, out, candy = seat in view.winners, seat in view.out, view.objectives[seat]
    assert candy is not None
    high = 106 if won else 80
    named = row(
        piece(mark(seat, 56, neutral=True, letter=LETTERS), 56),
        clipped(
            translator.names[seat],
            "name",
            INK if won else "",
            40 if won and len(translator.names[seat]) < 7 else LETTERS,
        ),
        *([picture("crown", 62)] if won else []),
        gap=14,
    )
    who = on_shape("lane", named, 12, 0, 12, 0, GOLD if won else "plate")
    named_candy = row(picture(f"chaser_{candy}", 60), text(translator.name(candy), "heading", size=36), gap=14)
    has = on_shape("lane", named_candy, 12, 0, 8, 0, LANES[candy][0])
    how = "wins" if won else "found-out" if out and view.out[seat] else "tattled-wrong" if out else "beaten"
    rest = row(
        text(place_in_words(view, translator, candy), "softnum", size=50).sized(136),
        text(translator.tr(f"picture.end-{how}"), "score", GOLD if won else "", LETTERS),
    )
    inside = row(who.sized(300), with_padding(has.sized(), 0, 8, 0, 8), rest, gap=16)
    return over(shape_box("plate"), with_padding(inside.sized(), 0, 0, 24, 0), h=high)


def undealt_candies(view: ChaserView, translator: Translator, candies: list[str]) -> Box:
    boxes = [
        box
        for candy in candies
        for box in (
            picture(f"chaser_{candy}", 50),
            label(place_in_words(view, translator, candy), "name", size=LETTERS),
            gap_box(24),
        )
    ]
    inside = row(label(translator.tr("picture.nobodys"), "soft", size=LETTERS), *boxes, gap_box(), gap=12)
    return on_shape("plate", inside, 20, 0, 20, 0).sized(h=66)


def place_in_words(view: ChaserView, translator: Translator, candy: str) -> str:
    place = view.cubes[candy]
    return translator.tr("picture.goal") if place == GOAL else translator.name(place)


# ---- the end as a poster: the best smuggled candy on a cake stand, those caught behind bars
CAGES = ((16, 416), (354, 416), (16, 330))


class ChaserPoster(GamePoster[ChaserView]):
    look = CHASER
    sizes = {"rosette": (140,)}
    decisive_events = ("tattles-right", "tattles-wrong")
    neutral_seats = True

    def smuggled_candy(self, seat: int) -> str:
        return str(self.summary.views[seat].objectives[seat])

    def hero(self) -> Pieces:
        candy = f"chaser_{self.smuggled_candy(self.best)}"
        caught = [seat for seat in self.order if self.view.out.get(seat)]
        return [
            [
                (Sprite(x + 9, y + 9, 66, f"chaser_{self.smuggled_candy(seat)}"), Sprite(x, y, 84, "bars"))
                for (x, y), seat in zip(CAGES, caught, strict=False)
            ],
            Sprite(114, 226, 232, candy),
            not self.is_early
            and (
                Sprite(120, 214, 220, "mask"),
                Sprite(120, 206, 220, "smirk"),
                Sprite(186, 184, 92, "crown", turn=8),
                rosettes(self.summary.winners, 230, 496, 92, True),
                Sprite(296, 262, 150, "tag", turn=-8),
                Sprite(356, 312, 62, "goal") if self.goal(self.best) else Text(386, 342, self.points, "ontag", 90),
            ),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(f"chaser_{self.smuggled_candy(seat)}", size=40)]

    def words(self, seat: int) -> str:
        """Return how it ended for a seat."""
        if seat not in self.view.out:
            return self.say("picture.never-caught") if self.view.over else ""
        if not self.view.out[seat]:
            return self.say("picture.wrong-tattle")
        by = next(slide.accuser for slide in reversed(self.view.slid) if slide.right and slide.target == seat)
        return self.say("picture.caught-by", p=f"s{by}")

    def tint(self, seat: int) -> str:
        return HUES[self.smuggled_candy(seat)][1]

    def is_eliminated(self, seat: int) -> bool:
        return seat in self.view.out

    def goal(self, seat: int) -> str:
        return "goal" if self.view.cubes[self.smuggled_candy(seat)] == GOAL else ""

    def bounds(self) -> tuple[float, float]:
        return FLOOR - 0.5, GOAL

    def moment(self) -> NumberedEvent | None:
        """Return the last tattle; without any, the move that ended the marketing."""
        public = [entry for entry in self.summary.public_events if entry[1].key in self.decisive_events]
        moves = [
            entry for entry in self.summary.public_events if "candy" in entry[1].fields and "die" in entry[1].fields
        ]
        return next(reversed(public or moves), None)

    def when(self, index: int, event: Event) -> str:
        return self.say("picture.tattling" if event.key in self.decisive_events else "picture.marketing")

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        if event.key not in self.decisive_events:
            moved = event.fields
            to = [Thing("goal", 100, 20, 46)] if moved["b"] == GOAL else [Badge(format_number(moved["b"]), 124, 44, 40)]
            return [Badge(seat_of(moved["p"]), 8, 82, 48), Thing(f"chaser_{moved['candy']}", 24, 14, 70), *to]
        accuser, target = seat_of(event.fields["p"]), seat_of(event.fields["t"])
        right = event.key == "tattles-right"
        slid = next(s for s in reversed(self.view.slid) if (s.accuser, s.target, s.right) == (accuser, target, right))
        things = [Thing(f"chaser_{slid.candy}", 92, 6, 56)] if slid.candy else []
        verdict = Thing("yes" if right else "no", 116, 42, 34)
        return [Badge(accuser, 8, 82), Thing("mega", 18, 14, 80), *things, verdict, Badge(target, 102, 82)]

    def seat_alt(self, seat: int) -> str:
        candy, place = self.smuggled_candy(seat), self.view.cubes[self.smuggled_candy(seat)]
        key = "alt.in-goal" if place == GOAL else "alt.on"
        where = self.say(key, candy=candy, place=place)
        return self.say("alt.fate", where=where, fate=self.words(seat)) if self.words(seat) else where
