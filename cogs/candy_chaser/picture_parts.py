"""The evidence in Candy Chaser, with a row for each candy and a column for each seat; and the slid cards."""

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Pieces, Shape, Sprite
from bot.pictures.boxes import (
    Box,
    cells,
    clipped,
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
from bot.pictures.palette import DANGER, DIM, GOLD, GOOD, INK, LANES, LESS, MORE, PAPER, WHITE
from bot.pictures.pieces import mark
from cogs.candy_chaser.text import ahead_of, by_rank
from engine.candy_chaser.state import CANDIES, FLOOR, GOAL
from engine.candy_chaser.view import ChaserView, SlideView

LETTERS = 34  # size of the smallest letters, readable on a phone
LEFT, PLACE, GAP = 470, 100, 10  # of a row: name and rail, the place, the gap between parts
LANE, HEAD = 88, 136  # heights of a row and of a column's head
LARGE_PUSH = 3  # a push of this many spaces is highlighted


# ---- the evidence
def evidence(view: ChaserView, voice: Translator, me: int | None) -> Box:
    """Return each candy's place, whether it beats that of `me`, and how far each seat has moved it in all."""
    seats = range(view.players)
    asked = text(voice.tr("picture.who-pushed"), "name", size=36)
    heads = [column_head(view, voice, seat, me) for seat in seats]
    top = row(Box(with_padding(asked, 16, 0, 0, 0).draw, LEFT + GAP + PLACE), *heads, gap=GAP, h=HEAD)
    whole = column(top, *(candy_row(view, voice, candy, me) for candy in CANDIES), gap=10)
    veils = [with_padding(shape_box("veil"), -3, -3, -3, -3) if seat in view.out else gap_box() for seat in seats]
    return over(whole, with_padding(row(gap_box(LEFT + GAP + PLACE), *veils, gap=GAP), 0, 0, 10, 0), h=whole.h)


def column_head(view: ChaserView, voice: Translator, seat: int, me: int | None) -> Box:
    """Return a seat, and its state in the order of tattling."""
    now = seat == view.active and not view.over
    ink = INK if now else PAPER
    name = voice.tr("picture.you") if seat == me else voice.names[seat]
    state = state_of(view, seat)
    inside = column(
        piece(mark(seat, 44, neutral=True, letter=LETTERS), 44),
        Box(clipped(name, "softname", ink, LETTERS).draw, h=40),
        Box(clipped(voice.tr(f"picture.state-{state}") if state else "", "softm", ink, LETTERS).draw, h=38),
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


def candy_row(view: ChaserView, voice: Translator, candy: str, me: int | None) -> Box:
    _, tint, _ = LANES[candy]
    here = view.cubes[candy]
    said = verdict(view, voice, candy, me)
    name = Box(text(voice.name(candy), "heading", size=34).draw, h=40)
    left = row(
        column(gap_box(), name, *([Box(said.draw, h=40)] if said.w else []), gap_box(), w=196),
        rail(view, candy),
        w=LEFT - 14,
    )
    reached = on_shape("lane", text(voice.tr("picture.goal"), "small", WHITE, LETTERS), 0, 0, 0, 0, INK)
    place = with_padding(reached, 0, 20, 0, 20) if here == GOAL else text(voice.name(here), "cellnum", size=44)
    most = max((by.get(candy, 0) for seat, by in enumerate(view.pushes) if seat not in view.out), default=0)
    pushed = [push(view, seat, candy, most) for seat in range(view.players)]
    inside = row(left, Box(place.draw, PLACE), *pushed, gap=GAP)
    return Box(on_shape("lane", inside, 14, 0, 10, 0, tint).draw, h=LANE)


def verdict(view: ChaserView, voice: Translator, candy: str, me: int | None) -> Box:
    """Return, for a player with an Objective, whether this candy is theirs, or would beat it."""
    mine = view.objectives[me] if me is not None else None
    own = candy == mine
    if me is None or mine is None or not (own or candy in ahead_of(view, me)):
        return gap_box()
    said = label(voice.tr("picture.yours" if own else "picture.beats-you"), "label", INK if own else WHITE, LETTERS)
    pill = on_shape("danger", said, 8, 0, 8, 0, GOLD if own else DANGER)
    return Box(row(pill, gap_box()).draw, w=pill.w)


def rail(view: ChaserView, candy: str) -> Box:
    """Return a small row of the board: its spaces, its start, the goal, and the candy in its place."""
    here = view.cubes[candy]

    def draw(w: int, h: int) -> Pieces:
        step, middle = w // (GOAL - FLOOR + 1), h // 2
        spaces = [
            Shape((n - FLOOR) * step + 2, middle - 6, step - 4, 12, "past" if n <= here else "coming")
            for n in range(FLOOR, GOAL + 1)
        ]
        end = Sprite((GOAL - FLOOR) * step - 2, middle - 20, 40, "goal" if view.goal_open[candy] else "lock")
        start = Shape(-FLOOR * step + step // 2 - 3, middle - 15, 6, 30, "mark")
        cube = Sprite((here - FLOOR) * step + step // 2 - 30, middle - 30, 60, f"chaser_{candy}")
        return spaces, start, here < GOAL and end, cube

    return Box(draw)


def push(view: ChaserView, seat: int, candy: str, most: int) -> Box:
    """Return how far a seat has pushed a candy; the largest push forward is on white."""
    n = view.pushes[seat].get(candy)
    if not n:  # moved there and back is not the same as never moved
        return text("·" if n is None else "0", "cellnum", DIM)
    large = n == most >= LARGE_PUSH and seat not in view.out
    number = text(format_signed(n), "cellnum", MORE if n > 0 else LESS, 44 if large else 36)
    return with_padding(on_shape("square", number, 0, 0, 0, 0, WHITE), 2, 6, 2, 6) if large else number


# ---- below the evidence
def tie_order(voice: Translator) -> Box:
    """Return the order of ties: the candy higher on the board wins."""
    signs = [box for candy in CANDIES for box in (label("›", "name", size=LETTERS), picture(f"chaser_{candy}", 50))][1:]
    return on_shape("plate", row(text(voice.tr("picture.equal"), "soft", size=LETTERS), *signs, gap=14), 20, 0, 20, 0)


def cards(view: ChaserView, voice: Translator, me: int) -> Box:
    """Return one's own Tattletale cards; slid ones show their target and the verdict."""
    shown = []
    for candy in CANDIES:
        slid = next((slide for slide in view.slid if slide.accuser == me and slide.candy == candy), None)
        card = on_shape("small-card", picture(f"chaser_{candy}", 60), 0, 0, 0, 0, LANES[candy][1])
        shown.append(over(card, shape_box("veil"), row(*slide_marks(slid), gap=8)) if slid else Box(card.draw))
    title = label(voice.tr("picture.your-cards"), "soft", size=LETTERS)
    return on_shape("plate", row(title, *(Box(box.draw) for box in shown), gap=14), 20, 10, 14, 14)


def slide_marks(slide: SlideView) -> list[Box]:
    sign = picture("yes" if slide.right else "no", 44)
    return [gap_box(), piece(mark(slide.target, 44, neutral=True, letter=LETTERS), 44), sign, gap_box()]


# ---- the end
def slid(view: ChaserView, voice: Translator) -> Box:
    """Return the slid cards in order: accuser, card, target and verdict."""
    return cells([slide_card(slide, voice) for slide in view.slid], len(view.slid), 16, h=252)


def slide_card(slide: SlideView, voice: Translator) -> Box:
    assert slide.candy is not None
    _, tint, _ = LANES[slide.candy]
    card = on_shape(
        "small-card",
        column(
            picture(f"chaser_{slide.candy}", 90),
            Box(text(voice.name(slide.candy), "headingm", size=LETTERS).draw, h=44),
        ),
        4,
        8,
        4,
        6,
        tint,
    )
    sign = Sprite(76, -10, 56, "yes" if slide.right else "no")
    middle = over(Box(card.draw), Box(lambda w, h: sign), w=120)
    arrow = picture("arrow", 36)
    line = row(player(slide.accuser, voice), arrow, Box(middle.draw, 120, 160), arrow, player(slide.target, voice))
    out = slide.target if slide.right else slide.accuser
    said = voice.tr("picture.slid-right" if slide.right else "picture.slid-wrong", p=f"s{out}")
    result = on_shape(
        "lane",
        clipped(said, "headingm", INK if slide.right else WHITE, LETTERS),
        4,
        0,
        4,
        0,
        GOOD if slide.right else DANGER,
    )
    return over(shape_box("plate"), column(with_padding(line, 8, 4, 8, 4), Box(result.draw, h=60)))


def player(seat: int, voice: Translator) -> Box:
    name = Box(clipped(voice.names[seat], "softname", size=LETTERS).draw, h=42)
    return column(gap_box(), piece(mark(seat, 64, neutral=True, letter=LETTERS), 64), name, gap_box())


def places(view: ChaserView, voice: Translator) -> Box:
    """Return each player's candy and how far it came, the winner first; below, the candies that were not dealt."""
    ranked = by_rank(view)
    order = sorted(
        range(view.players),
        key=lambda seat: (seat not in view.winners, seat in view.out, ranked.index(view.objectives[seat] or "")),
    )
    rows = [place_row(view, voice, seat) for seat in order]
    nobodys = [candy for candy in ranked if candy not in view.objectives]
    return column(*rows, nobody(view, voice, nobodys), gap=12)


def place_row(view: ChaserView, voice: Translator, seat: int) -> Box:
    won, out, candy = seat in view.winners, seat in view.out, view.objectives[seat]
    assert candy is not None
    high = 106 if won else 80
    named = row(
        piece(mark(seat, 56, neutral=True, letter=LETTERS), 56),
        clipped(voice.names[seat], "name", INK if won else "", 40 if won and len(voice.names[seat]) < 7 else LETTERS),
        *([picture("crown", 62)] if won else []),
        gap=14,
    )
    who = on_shape("lane", named, 12, 0, 12, 0, GOLD if won else "plate")
    held = row(picture(f"chaser_{candy}", 60), text(voice.name(candy), "heading", size=36), gap=14)
    has = on_shape("lane", held, 12, 0, 8, 0, LANES[candy][0])
    place = view.cubes[candy]
    how = "wins" if won else "found-out" if out and view.out[seat] else "tattled-wrong" if out else "beaten"
    rest = row(
        Box(text(voice.tr("picture.goal") if place == GOAL else voice.name(place), "softnum", size=50).draw, 136),
        text(voice.tr(f"picture.end-{how}"), "score", GOLD if won else "", LETTERS),
    )
    inside = row(Box(who.draw, 300), with_padding(Box(has.draw), 0, 8, 0, 8), rest, gap=16)
    veil = with_padding(shape_box("veil"), 312, 4, 4, 4) if out else gap_box()
    return over(shape_box("plate"), with_padding(Box(inside.draw), 0, 0, 24, 0), veil, h=high)


def nobody(view: ChaserView, voice: Translator, candies: list[str]) -> Box:
    shown = [
        box
        for candy in candies
        for box in (
            picture(f"chaser_{candy}", 50),
            label(place_in_words(view, voice, candy), "name", size=LETTERS),
            gap_box(24),
        )
    ]
    inside = row(label(voice.tr("picture.nobodys"), "soft", size=LETTERS), *shown, gap_box(), gap=12)
    return Box(on_shape("plate", inside, 20, 0, 20, 0).draw, h=66)


def place_in_words(view: ChaserView, voice: Translator, candy: str) -> str:
    place = view.cubes[candy]
    return voice.tr("picture.goal") if place == GOAL else voice.name(place)
