"""The pictures of Ghosts Love Candy: the path at night with its kids, the stashes, a player's own view, and the end."""

from collections.abc import Mapping, Sequence

from bot.i18n.fitting import format_signed
from bot.i18n.translator import Translator
from bot.pictures import Lines, Pieces, Scene, Shape, Sprite, Text, at
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
    shape_box,
    text,
    text_width,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import DANGER, DIM, FAINT, GHOSTS, INK, PALE, SEATS, WHITE, YELLOW
from bot.pictures.pieces import coin, short_names
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, is_seat
from cogs.ghosts_love_candy.picture_parts import (
    BOTTOM,
    LEFT,
    MIN_TEXT,
    PATH,
    TOP,
    WIDTH,
    box,
    candy_pile,
    candy_with,
    face_of,
    haunting,
    head,
    kid_height,
    kid_name,
    number_coin,
    player_name,
    portrait,
    rule,
    seat_sign,
    sizes_of,
    stashes,
    street,
    two_lines,
    values,
)
from cogs.ghosts_love_candy.text import kids_of, now, round_of, scoring_kids
from engine.decks import Card
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.view import SpotView, StreetView
from engine.machine import Event, seat_of

SIZES = {
    "kid_": (88, 78, 66, 38, 300),
    "candy_": (44, 42, 40, 38, 36, 34, 28, 76),
    "love": (44, 30, 200),
    "shield": (40,),
    "back_ghosts": (52,),
    "crown": (44,),
    "seat_": (44,),
    "ghost": (44,),
}
CALLOUTS = (
    Callout("shape:coin", "place"),
    Callout("shape:box", "ability"),
    Callout("sprite:candy_.*", "candy"),
    Callout(r"words:\d+/\d+", "courage"),
    Callout("sprite:ghost_tall", "ghost"),
    Callout("sprite:shield", "safe"),
    Callout("shape:plate", "stash"),
    Callout("shape:ribbon", "turn", -1),
)
NEARLY_SCARED = 3  # a kid with this little missing is about to be scared
RULE_WIDTH = 580  # width of a kid's rule
CANDY = (44, 10), (38, 10), (34, 1)  # sizes and gaps of candy on a kid
CHIP = 124  # width of a kid's courage


# ---- the table
def table(view: StreetView, translator: Translator) -> Scene:
    """Draw the street above, the kid nearest the Kid deck on top, and the stashes below, in seat order."""
    status = now(view, translator.with_names(short_names(translator.names)))
    title = translator.tr("picture.title") if view.over else round_of(view, translator)
    below = stashes(view, translator)
    high = kid_height(view, 82 if len(view.row) > 6 else 98, below.h + 15)
    path = last_row(view) if view.over else street(view, lambda here: home(view, here, high, translator), high)
    body = column(path, below, gap=15)
    return Scene.of(TOP + body.h + BOTTOM, GHOSTS, head(title, status), body.lay(LEFT, TOP, WIDTH))


# ---- the kids
def home(view: StreetView, here: int, high: int, translator: Translator) -> Box:
    """Return a kid: portrait, name and candy, rule, ghosts, courage."""
    spot = view.row[here]
    if not spot.kid:
        return gap_box()
    card, sizes = kids_of(view)[spot.kid], sizes_of(high)
    least = text_width(card.nick or card.name.split()[-1], "heading", MIN_TEXT)
    candy = candy_pile(spot.candy, RULE_WIDTH - least - 24, CANDY[high <= 90 :])
    name = kid_name(card, sizes).sized(min(280, RULE_WIDTH - candy.w - 24))
    h = (high - 9) // 2 + 1
    words = two_lines(row(name, candy, gap_box(), gap=12), rule(card, RULE_WIDTH, h, sizes), h, RULE_WIDTH)
    return row(portrait(spot, high), words, haunting(spot, high - 9), courage(spot, translator), gap=8)


def courage(spot: SpotView, translator: Translator) -> Box:
    """Return the sum of the ghosts and the kid's courage, red if at most three are missing."""
    near = not spot.guard and spot.haunted >= spot.courage - NEARLY_SCARED
    fill = PALE["sky"] if spot.guard else DANGER if near else PALE["pink"]
    sentence = translator.tr("picture.haunted", n=spot.haunted, courage=spot.courage)
    words = text(sentence, "cellnum", WHITE if near else INK, 34)
    return on_shape("chip", words, 4, 0, 4, 0, fill).sized(CHIP, 50)


# ---- the kids at the end
def last_row(view: StreetView) -> Box:
    """Return the faces of the row after the last round, and below them the kids that changed the count."""
    scoring = scoring_kids(view)
    places = range(len(view.row))

    def draw(w: int, h: int) -> Pieces:
        wide = w // len(places)
        road = Shape(wide // 2, 116, w - wide, 22, "lane", GHOSTS.accent)
        return road, row(*(face_with_number(view, here, here in scoring) for here in places)).draw(w, h)

    return column(Box(draw, h=154), *(scoring_kid(view, here) for here in scoring), gap=8)


def face_with_number(view: StreetView, here: int, counts: bool) -> Box:
    kid = view.row[here].kid
    card = shape_box("slot")
    if kid:
        card = on_shape("card", picture(face_of(kid), 88), 0, 4, 0, 5, YELLOW if counts else "")
    return Box(lambda w, h: [card.lay(10, 0, w - 20, 112), at(w // 2 - 26, 101, number_coin(here))])


def scoring_kid(view: StreetView, here: int) -> Box:
    """Return a kid whose rule counts at the end, with the ghosts on it if they score."""
    spot, card = view.row[here], kids_of(view)[view.row[here].kid]
    scoring = any(effect[0] == "ghosts-score" for effect in card.effects)
    inside = row(
        piece(number_coin(here), 52),
        kid_name(card, (36, 34, MIN_TEXT)).sized(320),
        rule(card, 580, 46, (34, MIN_TEXT)),
        haunting(spot, 62) if scoring else gap_box(),
        gap=12,
    )
    return on_shape("card", inside, 10, 4, 12, 5).sized(h=72)


# ---- one card
def card(card: Card, translator: Translator) -> Scene:
    if isinstance(card, Love):
        worth = [
            row(picture(f"candy_{candy}", 76), piece(coin(value, 46), 46), gap_box())
            for candy, value in card.values.items()
        ]
        inside = row(picture("love", 200), cells(worth, 3), gap=60)
        return Scene.of(
            400,
            GHOSTS,
            head(card.name, translator.tr("picture.love-card")),
            on_shape("card", inside, 30, 10, 30, 10, PALE["pink"]).lay(30, 122, 1140, 250),
        )
    assert isinstance(card, Kid)
    signs = [
        sign("badge", translator.tr("picture.courage", n=card.courage), "onbadge", 34),
        sign("tab", translator.tr("picture.tie", n=card.tie), "label", MIN_TEXT),
        sign("tab", translator.tr("picture.in-a-stash", n=card.stash), "label", MIN_TEXT),
    ]
    words = card.text or card.short
    return Scene.of(
        480,
        GHOSTS,
        head(card.name, translator.tr("picture.blue-box" if card.box == "blue" else "picture.yellow-box")),
        on_shape("card", picture(face_of(card.id), 300), 10, 10, 10, 10, box(card)).lay(30, 122, 330, 330),
        Shape(384, 122, 786, 330, "card"),
        row(*signs, gap_box(), gap=16).lay(410, 142, 740, 60),
        Lines(410, 244, words, "story", 736, 44, 5),
    )


def sign(look: str, words: str, style: str, size: int) -> Box:
    """Return one of a kid's numbers with its name."""
    w = text_width(words, style, size) + 36
    return piece((Shape(0, 0, w, 56, look), Text(w // 2, 29, words, style, w, "", size)), w, 56)


# ---- a player's own view: the path with their Love values, rivals' ghosts, the hand
HAND_RULE, BAR, OUTCOME, HEART = 582, 130, 232, 112  # widths on a kid


def hand(view: StreetView, translator: Translator) -> Scene:
    """Draw the row as this player sees it, the rivals' remaining ghosts, the stash in one's own values, the ghosts."""
    rivals = [seat for seat in range(view.players) if seat != view.seat]
    below = [
        cells([rival(view, seat, translator) for seat in rivals], len(rivals), 10, h=88),
        stash_strip(view, translator),
        cells([spook(view, number) for number in view.ghost_set], len(view.ghost_set), 10, h=76),
    ]
    high = kid_height(view, 96, sum(box.h + 13 for box in below))
    body = column(street(view, lambda here: house(view, here, high, translator), high), *below, gap=13)
    return Scene.of(TOP + body.h + BOTTOM, GHOSTS, head(*titles(view, translator)), body.lay(LEFT, TOP, WIDTH))


def playing(view: StreetView) -> int | None:
    """Return the ghost that this player places now, or has chosen."""
    question = view.question_of(view.seat)
    if question and question.say == "choose" and question.given:
        return int(question.given)
    return view.revealed.get(view.me)


def titles(view: StreetView, translator: Translator) -> tuple[str, str]:
    """Return the player's ghost, and the player's task or the round."""
    mine, question = playing(view), view.question_of(view.seat)
    asked = question.say if question and view.seat in view.waiting else ""
    title = translator.tr("picture.hand") if mine is None else translator.tr("picture.your-ghost", ghost=mine)
    keys = {"haunt": "you-haunt", "choose": "you-choose"}
    return title, translator.tr(f"picture.{keys.get(asked, 'round')}", round=view.round, rounds=view.rounds)


# ---- a kid as this player sees it
def house(view: StreetView, here: int, high: int, translator: Translator) -> Box:
    """Return a kid: candy with its worth to this player, rule, and how close the chosen ghost brings it to a scare."""
    spot = view.row[here]
    if not spot.kid:
        return gap_box()
    love, mine = view.loves[view.me], playing(view)
    card, sizes, face, h = kids_of(view)[spot.kid], sizes_of(high), portrait(spot, high), (high - 9) // 2 + 1
    candy = candy_worth(spot, love, 42 if high > 90 else 36, translator)
    whole = WIDTH - PATH - 20 - face.w - 10
    name = kid_name(card, sizes).sized(min(340, whole - HEART - candy.w - 24))
    rest = BAR + whole - HAND_RULE - BAR - OUTCOME - 24
    words = two_lines(
        row(name, candy, gap_box(), heart(sum(love[kind] for kind in spot.candy), h - 1), gap=12),
        row(
            rule(card, HAND_RULE, h, sizes),
            bar(spot, mine).sized(rest, 36),
            outcome(view, spot, mine, translator),
            gap=12,
        ),
        h,
    )
    return row(face, words, gap=10)


def heart(worth: int, h: int) -> Box:
    """Return the worth of all candy of a kid to this player."""
    inner = row(picture("love", 30), text(format_signed(worth), "cellnum", size=34), gap=0)
    return on_shape("box", inner, 8, 0, 4, 0, PALE["pink"]).sized(HEART, h)


def candy_worth(spot: SpotView, love: Mapping[str, int], size: int, translator: Translator) -> Box:
    """Return each sort of candy on a kid with its value, the best first."""
    boxes = []
    for kind in [kind for kind in love if kind in spot.candy]:
        n, value = spot.candy.count(kind), love[kind]
        worth = translator.tr("picture.product", n=n, value=value) if n > 1 else translator.name(value)
        boxes.append(candy_with(kind, worth, size, "heading", INK if value else DIM))
    return row(*boxes, gap=12)


def bar(spot: SpotView, mine: int | None) -> Box:
    """Return the courage: a stretch per ghost, as long as its number, the player's own last; ticks mark the limit."""
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
    words = w > 26 and Text(middle, y + h // 2 + 1, str(number), "small", w, "", MIN_TEXT)
    return Shape(left, y, max(w, 8), h, "stretch", fill), words


def outcome(view: StreetView, spot: SpotView, mine: int | None, translator: Translator) -> Box:
    """Return the sum, and what is still missing; for a scared kid, what it would be worth to the player."""
    total = spot.haunted + (mine or 0)
    sentence = translator.tr("picture.haunted", n=total, courage=spot.courage)
    scared = total >= spot.courage and not spot.guard
    if scared:
        value = kids_of(view)[spot.kid].stash
        rest = translator.tr("picture.scared" if mine is None else "picture.scares", n=format_signed(value))
    else:
        rest = translator.tr("picture.to-go" if total < spot.courage else "picture.guarded", n=spot.courage - total)
    ink = WHITE if scared else INK
    line = row(label(sentence, "heading", ink, MIN_TEXT), gap_box(), label(rest, "labell", ink, MIN_TEXT))
    if scared:
        return on_shape("danger", line, 8, 0, 8, 0).sized(OUTCOME)
    return row(gap_box(8), line, gap_box(8)).sized(OUTCOME)


# ---- the rivals
def rival(view: StreetView, seat: int, translator: Translator) -> Box:
    """Return a rival's remaining ghosts at fixed places, and their Love card next to the name if this player saw it."""
    left = view.ghosts_left[seat]
    numbers = [(str(number), "") if number in left else ("·", FAINT) for number in view.ghost_set]
    ghosts = row(*(text(number, "softnum", colour, MIN_TEXT) for number, colour in numbers))
    name = player_name(translator.names[seat], (34, 33))
    loved = [Sprite(0, 0, 28, f"candy_{candy}") for candy in view.loves.get(seat, ())]
    love = [fan(loved, 28, 2, 148 if view.players > 4 else 180)] if loved else []
    line = row(seat_sign(seat), *([] if love and view.players > 4 else [name]), *love, gap=8, h=46)
    return on_shape("plate", column(line, ghosts), 8, 0, 8, 2)


# ---- the player's stash and hand
def stash_strip(view: StreetView, translator: Translator) -> Box:
    """Return one's candy by one's Love card, best first, the kids, and the total."""
    stash, love = view.stashes[view.me], view.loves[view.me]
    candy = [
        candy_with(
            kind,
            translator.tr("picture.product", n=stash.candy.get(kind, 0), value=value),
            40,
            "heading",
            INK if value and stash.candy.get(kind) else DIM,
        )
        for kind, value in love.items()
    ]
    end = [
        label(translator.tr("picture.so-far"), "labell", size=MIN_TEXT),
        label(translator.name(view.standings[view.me]), "heading", size=48),
    ]
    kids = list(stash.kids.items())
    middle = values(kids, 4) if kids else gap_box()
    inside = row(picture("love", 44), *candy, middle, *end, gap=12, h=64)
    return on_shape("card", inside, 12, 0, 16, 0, PALE["pink"])


def spook(view: StreetView, number: int) -> Box:
    """Return a ghost of one's set, veiled when played and raised when chosen."""
    chosen, gone = number == playing(view), number not in view.hand and number != playing(view)

    def draw(w: int, h: int) -> Pieces:
        ghost = Sprite((w - 70) // 2, 4, 70, "ghost_tall", SEATS[view.me])
        card = Shape(0, 0, w, h, "card"), ghost, Text(w // 2, 47, str(number), "cellnum", w)
        return at(
            0,
            -8 if chosen else 0,
            card,
            gone and Shape(0, 0, w, h, "veil"),
            chosen and Shape(-4, -4, w + 8, h + 8, "pick"),
        )

    return Box(draw)


# ---- the end as a poster: the winner's ghost in front of the moon, with its favourite candy
RIVALS = ((2, 462, 84), (390, 334, 70), (58, 496, 64), (8, 378, 60), (396, 404, 56))
HEAP = ((70, 72, 44), (98, 84, 48), (122, 62, 42))  # places of candies in the window
GHOST_RATIO = 0.912  # ratio of height to width of the winner's ghost


class GhostsPoster(GamePoster[StreetView]):
    look = GHOSTS
    sizes = {"pumpkin": (170,), "rosette": (140,), "hero_ghost": (330,)}
    decisive_events = (
        *("haunts", "haunts-no-candy", "is-scared", "is-scared-for-good", "takes-candy", "takes-candy-from-player"),
        *("asks-for-candy", "gives-candy", "pays-and-takes", "moves-kid", "sends-home", "swaps-kids"),
        *("trades-with-kid", "trades-with-player"),
    )
    spacing = 0.64
    shrink = 0.06
    sign = "love"

    def hero(self) -> Pieces:
        winners = self.summary.winners[:2]
        rivals = [seat for seat in self.order if seat not in winners or self.is_early]
        places = zip(RIVALS, rivals, strict=False)
        wide = 330 if len(winners) < 2 else 244
        lefts = [
            round(228 - wide / 2 + (i - (max(len(winners), 1) - 1) / 2) * 172) for i in range(max(len(winners), 1))
        ]
        tints = [SEATS[seat] for seat in winners] or [WHITE]
        top = round(537 - wide * GHOST_RATIO)
        favourite, second, *_ = self.summary.views[self.best].loves[self.best]
        alone = len(winners) == 1
        return [
            [Sprite(x, y, size, "ghost", SEATS[seat]) for (x, y, size), seat in places],
            Sprite(0, 0, 900, "front_ghosts"),
            [
                (
                    Sprite(left, top, wide, "hero_ghost", tint),
                    not self.is_early
                    and Sprite(
                        left + round(wide * 0.315), round(537 - wide * 1.13), round(wide * 0.32), "crown", turn=10
                    ),
                )
                for left, tint in zip(lefts, tints, strict=True)
            ],
            alone
            and (Sprite(24, 248, 84, f"candy_{favourite}", turn=16), Sprite(350, 244, 78, f"candy_{second}", turn=-12)),
            [rosettes([seat], 96 + 136 * i, 476, 76) for i, seat in enumerate(winners)]
            if len(winners) > 1
            else rosettes(winners, 186, 452),
            not self.is_early and (Sprite(274, 392, 170, "pumpkin"), Text(359, 496, self.points, "onthing", 130)),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        values = self.summary.views[seat].loves[seat]
        return [Thing(f"candy_{candy}", veil=value == 0) for candy, value in values.items()]

    def when(self, index: int, event: Event) -> str:
        begun = self.events_until(index, "round")
        return self.chip(
            index, event, self.say("picture.round-of", n=begun[-1].fields["n"] if begun else self.view.round)
        )

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        kid = fields.get("kid") or fields.get("a")
        things: list[Thing | Badge] = []
        if kid and not is_seat(kid):
            things.append(Thing(face_of(kid), 2, 20, 112))
        if "ghost" in fields:
            tint = SEATS[seat_of(fields["p"])]
            things += [Thing("ghost", 90, 6, 64, tint), Badge(str(fields["ghost"]), 122, 46, 28)]
        elif event.key.startswith("is-scared"):
            things += [Thing("scared", 96, 4, 58), Badge(seat_of(fields["q"]), 104, 80, 48)]
        elif "p" in fields or "q" in fields:
            things.append(Badge(seat_of(fields.get("p") or fields["q"]), 104, 6, 48))
        candies = fields.get("candies") or [fields[key] for key in ("candy", "take") if key in fields]
        things += [Thing(f"candy_{candy}", *place) for place, candy in zip(HEAP, candies, strict=False)]
        return things
