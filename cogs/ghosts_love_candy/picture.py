"""The pictures of Ghosts Love Candy: the street at night with its kids, the stashes, and what a player holds."""

from collections.abc import Mapping, Sequence

from cogs.ghosts_love_candy.alt import now
from cogs.ghosts_love_candy.picture_parts import box, face_of, house, porch
from cogs.ui.pictures import Group, Pieces, Scene, Shape, Sprite, Text, at, grid
from cogs.ui.pictures.looks import FAINT, GHOSTS, GOLD, INK, PALE, SEATS, WHITE
from cogs.ui.pictures.pieces import (
    badge,
    band,
    card_scene,
    coin,
    few,
    headed,
    mark,
    may_be_chosen,
    plate,
    plus_more,
    tab,
)
from cogs.ui.pictures.scene import seats_in_a_row
from cogs.words.voice import Voice
from engine.cards import Card
from engine.ghosts_love_candy import options
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import StreetView

SIZES = {
    "kid_": (132, 112, 40, 300),
    "candy_": (50, 34, 38, 76, 52),
    "love": (96, 200),
    "shield": (48,),
    "back_ghosts": (52,),
    "crown": (40,),
    "seat_": (56, 38, 32),
}


# ---- the table
def table(view: StreetView, voice: Voice) -> Scene:
    """The street above, the kid nearest the Kid deck first; the stashes below, in seat order."""
    head = band(voice.say("picture.title"), now(view, voice.calling(headed(voice.names))), room=690)
    chosen = choosable(view)
    if len(view.row) > 6:
        high, tall = (294, 142) if view.over else (330, 106)
        kids = [
            at(x, y, house(view, here, chosen, high)) for here, (x, y) in enumerate(grid(8, 4, 30, 112, 289, high + 16))
        ]
        places = grid(view.players, 3, 30, 112 + 2 * (high + 16) + 8, 386, tall + 12)
        stashes = [at(x, y, long_plate(view, voice, seat, tall)) for seat, (x, y) in enumerate(places)]
        return Scene.of(1044, GHOSTS, head, kids, stashes)
    kids = [at(x, y, porch(view, here, chosen)) for here, (x, y) in enumerate(grid(6, 3, 30, 112, 386, 320))]
    tall = 210 if view.over else 150
    width, lefts = seats_in_a_row(view.players)
    stashes = [at(left, 750, broad_plate(view, voice, seat, width, tall)) for seat, left in enumerate(lefts)]
    return Scene.of(762 + tall, GHOSTS, head, kids, stashes)


def choosable(view: StreetView) -> set[str]:
    """The kids of the row that may be named now; nobody where all of them may."""
    named = {
        kid
        for question in view.questions
        if question.say in ("haunt", "ability")
        for option in question.options or ()
        for part in options.parse_ability(option)
        for kid in options.parse_pair(part)
    }
    kids = {spot.kid for spot in view.row if spot.kid}
    return named & kids if not kids <= named else set()


# ---- the stashes
def broad_plate(view: StreetView, voice: Voice, seat: int, width: int, tall: int) -> Group:
    """A stash among three or four: six candies, and the kids that came along."""
    stash = view.stashes[seat]
    if view.over:
        cell, heads = (width - 24) // 3, scared(stash.kids, (width - 24) // 46)
        counts = [
            at(x, y, times(view, seat, candy, cell - 35, voice))
            for candy, (x, y) in zip(view.worth[seat], grid(6, 3, 12, 74, cell, 42), strict=True)
        ]
        return seat_plate(
            view, voice, seat, width, tall, counts, [at(12 + 46 * i, 161, h) for i, h in enumerate(heads)]
        )
    step, places = (64, 2) if width < 300 else (70, 4)
    counts = [
        at(x, y, held(candy, stash.candy.get(candy, 0)))
        for candy, (x, y) in zip(CANDIES, grid(6, 3, 12, 74, step, 37), strict=True)
    ]
    spots = [(20 + 3 * step + i // 2 * 62, 68 + i % 2 * 39) for i in range(places)]
    heads = scared(stash.kids, places)
    return seat_plate(
        view, voice, seat, width, tall, counts, [at(x, y, h) for h, (x, y) in zip(heads, spots, strict=False)]
    )


def long_plate(view: StreetView, voice: Voice, seat: int, tall: int) -> Group:
    """A stash among five or six: the candies there are, and the kids behind them, or beside the name."""
    stash = view.stashes[seat]
    if view.over:
        counts = [
            at(
                12 + 48 * i,
                68,
                Sprite(4, 0, 38, f"candy_{candy}"),
                product(view, seat, candy, 23, 54, "softm", 50, voice),
            )
            for i, candy in enumerate(view.worth[seat])
        ]
        heads = [at(308, 60 + 37 * i, head) for i, head in enumerate(scared(stash.kids, 2))]
        return seat_plate(view, voice, seat, 368, tall, counts, heads)
    counts = [at(12 + 58 * i, 67, held(candy, n)) for i, (candy, n) in enumerate(stash.candy.items())]
    places = (346 - 58 * len(counts)) // 44
    if len(stash.kids) > places < 2:
        return seat_plate(view, voice, seat, 368, tall, counts, beside=stash.kids)
    heads = scared(stash.kids, places)
    right = 358 - 44 * len(heads) - 14 * (len(stash.kids) > places)
    return seat_plate(view, voice, seat, 368, tall, counts, [at(right + 44 * i, 62, h) for i, h in enumerate(heads)])


def seat_plate(
    view: StreetView, voice: Voice, seat: int, width: int, tall: int, *pieces: Pieces, beside: Sequence[str] = ()
) -> Group:
    """Mark and name; right of it the kids `beside` it, and what the seat plays with or its score."""
    asked = not view.over and seat in view.waiting
    right = score(view, seat, voice) if view.over else ghosts_left(view, seat, asked)
    heads = scared(beside, 2)
    used = 76 + 44 * len(heads) + 16 * (len(beside) > 2)
    return at(
        0,
        0,
        plate(
            width,
            tall,
            seat,
            voice.names[seat],
            pieces,
            turn=asked and view.active >= 0,
            owes=asked and view.active < 0,
            room=width - 86 - used,
        ),
        at(width, 0, right),
        seat in view.winners and Sprite(20, -21, 40, "crown"),
        [at(width - used + 44 * i, 14, head) for i, head in enumerate(heads)],
    )


def held(candy: str, n: int) -> Group:
    return at(0, 0, Sprite(0, 0, 34, f"candy_{candy}"), Text(37, 18, str(n), "num" if n else "zero", 26))


def scared(kids: Sequence[str], places: int) -> list[Group]:
    """The kids of a stash, and how many more."""
    shown, more = few(kids, places)
    return [
        *(at(0, 0, Sprite(0, 0, 40, face_of(kid))) for kid in shown),
        *([at(0, -2, plus_more(more))] if more else []),
    ]


def ghosts_left(view: StreetView, seat: int, asked: bool) -> Group:
    """What a seat has yet to play: the ghost revealed, the one chosen face down, or how many are in the hand."""
    if seat in view.revealed:
        number = str(view.revealed[seat])
        return at(-70, 4, Sprite(0, 0, 60, "ghost", SEATS[seat]), Text(32, 36, number, "big", 50))
    if seat in view.chosen:
        return at(-66, 7, Sprite(0, 0, 52, "back_ghosts"))
    return at(
        -74,
        14,
        Sprite(0, 0, 44, "ghost", WHITE),
        Text(47, 23, str(view.hand_sizes[seat]), "name", 28, INK if asked else ""),
    )


def score(view: StreetView, seat: int, voice: Voice) -> Text:
    return Text(-14, 37, voice.name(view.totals[seat]), "score", 62, GOLD if seat in view.winners else "")


def times(view: StreetView, seat: int, candy: str, room: int, voice: Voice) -> Group:
    """The end: how many of a candy, times what it counted for its owner."""
    return at(0, 0, Sprite(0, 0, 34, f"candy_{candy}"), product(view, seat, candy, 37, 18, "soft", room, voice))


def product(view: StreetView, seat: int, candy: str, x: int, y: int, style: str, room: int, voice: Voice) -> Text:
    n, value = view.stashes[seat].candy.get(candy, 0), view.worth[seat][candy]
    return Text(x, y, voice.say("picture.product", n=n, value=value), style, room, "" if n and value else FAINT)


# ---- the hand
def hand(view: StreetView, voice: Voice) -> Scene:
    """All ghosts of the set, those played veiled and the chosen one raised; then the Love cards this player knows."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    given = question.given if question and question.say == "choose" else None
    width = 112 if len(view.ghost_set) > 7 else 148
    step = (1140 - width) // (len(view.ghost_set) - 1)
    others = [seat for seat in view.loves if seat != view.seat]
    key = "picture.chose" if given else "picture.choose"
    note = voice.say(key, ghost=given) if question and question.say == "choose" else ""
    return Scene.of(
        434 + 84 * len(others),
        GHOSTS,
        band(voice.say("picture.hand"), note, room=700),
        [
            at(30 + step * i, 128, spook(view, number, width, str(number) == given))
            for i, number in enumerate(view.ghost_set)
        ],
        at(30, 288, love_card(view.loves[view.seat], voice)),
        [at(30, 430 + 84 * i, seen_love(view.loves[seat], seat, voice.names[seat])) for i, seat in enumerate(others)],
    )


def spook(view: StreetView, number: int, width: int, chosen: bool) -> Group:
    """One ghost of the own set."""
    assert view.seat is not None
    left = (width - 100) // 2
    return at(
        0,
        -14 if chosen else 0,
        Shape(0, 0, width, 132, "card"),
        Sprite(left, 14, 100, "ghost", SEATS[view.seat]),
        Text(left + 54, 80, str(number), "cellnum", 60),
        chosen and may_be_chosen(width, 132),
        number not in view.hand and Shape(0, 0, width, 132, "veil"),
    )


def love_card(values: Mapping[str, int], voice: Voice) -> Group:
    """The own Love card: every candy with its worth, best first."""
    return at(
        0,
        0,
        Shape(0, 0, 1140, 122, "card", PALE["pink"]),
        Sprite(16, 13, 96, "love"),
        Text(122, 62, voice.say("picture.your-love-card"), "heading", 190),
        [at(322 + 134 * i, 23, worth(candy, value, 76)) for i, (candy, value) in enumerate(values.items())],
    )


def seen_love(values: Mapping[str, int], seat: int, name: str) -> Group:
    """The Love card of somebody else, that this player has looked at."""
    return at(
        0,
        0,
        Shape(0, 0, 1140, 70, "card", PALE["pink"]),
        at(16, 8, mark(seat)),
        Text(84, 36, name, "heading", 240),
        [at(334 + 134 * i, 9, worth(candy, value, 52)) for i, (candy, value) in enumerate(values.items())],
    )


def worth(candy: str, value: int, size: int) -> Group:
    """A candy, and its points on a coin."""
    round_ = 46 if size > 60 else 40
    return at(
        0,
        0,
        Sprite(0, 0, size, f"candy_{candy}"),
        at(size, (size - round_) // 2, coin(value, round_)),
    )


# ---- one card
def card(card: Card, voice: Voice) -> Scene:
    """A kid or a Love card, looked up."""
    if isinstance(card, Love):
        return Scene.of(
            400,
            GHOSTS,
            band(card.name, voice.say("picture.love-card")),
            Shape(30, 122, 1140, 250, "card", PALE["pink"]),
            Sprite(60, 147, 200, "love"),
            [
                at(x, y, worth(candy, value, 76))
                for (candy, value), (x, y) in zip(card.values.items(), grid(6, 3, 360, 146, 270, 114), strict=True)
            ],
        )
    assert isinstance(card, Kid)
    return card_scene(
        GHOSTS,
        card.name,
        voice.say("picture.blue-box" if card.box == "blue" else "picture.yellow-box"),
        face_of(card.id),
        box(card),
        [
            badge(voice.say("picture.courage", n=card.courage), 190, 56),
            at(44, 0, tab(voice.say("picture.tie", n=card.tie), 150, 56)),
            at(48, 0, tab(voice.say("picture.in-a-stash", n=card.stash), 210, 56)),
        ],
        card.text or card.short,
    )
