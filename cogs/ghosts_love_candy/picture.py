"""The pictures of Ghosts Love Candy: the path at night with its kids, and the stashes."""

from bot.i18n.translator import Translator
from bot.pictures import Lines, Pieces, Scene, Shape, Text, at
from bot.pictures.boxes import (
    Box,
    cells,
    column,
    gap_box,
    on_shape,
    picture,
    piece,
    row,
    shape_box,
    text,
    text_width,
)
from bot.pictures.callouts import Callout
from bot.pictures.palette import DANGER, GHOSTS, INK, PALE, WHITE, YELLOW
from bot.pictures.pieces import short_names
from cogs.ghosts_love_candy.focus import scoring_kids
from cogs.ghosts_love_candy.picture_hand import candy_on_coin
from cogs.ghosts_love_candy.picture_parts import (
    BOTTOM,
    GHOST,
    LEAST,
    LEFT,
    TOP,
    WIDTH,
    box,
    candy_pile,
    face_of,
    haunting,
    head,
    kid_height,
    kid_name,
    number_coin,
    portrait,
    rule,
    sizes_of,
    street,
    two_lines,
)
from cogs.ghosts_love_candy.picture_stashes import stashes
from cogs.ghosts_love_candy.text import kids_of, now, round_of
from engine.decks import Card
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.view import SpotView, StreetView

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
NEAR = 3  # a kid with this little missing is about to be scared
RULE = 580  # width of a kid's rule
CANDY = (44, 10), (38, 10), (34, 1)  # sizes and gaps of candy on a kid
CHIP = 124  # width of a kid's courage


# ---- the table
def table(view: StreetView, voice: Translator) -> Scene:
    """Draw the street above, the kid nearest the Kid deck on top, and the stashes below, in seat order."""
    said = now(view, voice.with_names(short_names(voice.names)))
    title = voice.tr("picture.title") if view.over else round_of(view, voice)
    below = stashes(view, voice)
    high = kid_height(view, 82 if len(view.row) > 6 else 98, below.h + 15)
    path = last_row(view) if view.over else street(view, lambda here: home(view, here, high, voice), high)
    body = column(path, below, gap=15)
    return Scene.of(TOP + body.h + BOTTOM, GHOSTS, head(title, said), body.lay(LEFT, TOP, WIDTH))


# ---- the kids
def home(view: StreetView, here: int, high: int, voice: Translator) -> Box:
    """Return a kid: portrait, name and candy, rule, ghosts, courage."""
    spot = view.row[here]
    if not spot.kid:
        return gap_box()
    card, sizes = kids_of(view)[spot.kid], sizes_of(high)
    least = text_width(card.nick or card.name.split()[-1], "heading", LEAST)
    candy = candy_pile(spot.candy, RULE - least - 24, CANDY[high <= 90 :])
    name = Box(kid_name(card, sizes).draw, min(280, RULE - candy.w - 24))
    h = (high - 9) // 2 + 1
    words = two_lines(row(name, candy, gap_box(), gap=12), rule(card, RULE, h, sizes), h, RULE)
    return row(portrait(spot, high), words, haunting(spot, GHOST, 0, high - 9), courage(spot, voice), gap=8)


def courage(spot: SpotView, voice: Translator) -> Box:
    """Return the sum of the ghosts and the kid's courage, red if at most three are missing."""
    near = not spot.guard and spot.haunted >= spot.courage - NEAR
    fill = PALE["sky"] if spot.guard else DANGER if near else PALE["pink"]
    said = voice.tr("picture.haunted", n=spot.haunted, courage=spot.courage)
    words = text(said, "cellnum", WHITE if near else INK, 34)
    return Box(on_shape("chip", words, 4, 0, 4, 0, fill).draw, CHIP, 50)


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
    card = (
        on_shape("card", picture(face_of(kid), 88), 0, 4, 0, 5, YELLOW if counts else "") if kid else shape_box("slot")
    )
    return Box(lambda w, h: [card.lay(10, 0, w - 20, 112), at(w // 2 - 26, 101, number_coin(here))])


def scoring_kid(view: StreetView, here: int) -> Box:
    """Return a kid whose rule counts at the end, with the ghosts on it if they score."""
    spot, card = view.row[here], kids_of(view)[view.row[here].kid]
    scoring = any(effect[0] == "ghosts-score" for effect in card.effects)
    inside = row(
        piece(number_coin(here), 52),
        Box(kid_name(card, (36, 34, LEAST)).draw, 320),
        rule(card, 580, 46, (34, LEAST)),
        haunting(spot, GHOST, 0, 62) if scoring else gap_box(),
        gap=12,
    )
    return Box(on_shape("card", inside, 10, 4, 12, 5).draw, h=72)


# ---- one card
def card(card: Card, voice: Translator) -> Scene:
    """Draw a kid or a Love card."""
    if isinstance(card, Love):
        worth = cells([candy_on_coin(candy, value, 76) for candy, value in card.values.items()], 3)
        inside = row(picture("love", 200), worth, gap=60)
        return Scene.of(
            400,
            GHOSTS,
            head(card.name, voice.tr("picture.love-card")),
            on_shape("card", inside, 30, 10, 30, 10, PALE["pink"]).lay(30, 122, 1140, 250),
        )
    assert isinstance(card, Kid)
    signs = [
        sign("badge", voice.tr("picture.courage", n=card.courage), "onbadge", 34),
        sign("tab", voice.tr("picture.tie", n=card.tie), "label", LEAST),
        sign("tab", voice.tr("picture.in-a-stash", n=card.stash), "label", LEAST),
    ]
    words = card.text or card.short
    return Scene.of(
        480,
        GHOSTS,
        head(card.name, voice.tr("picture.blue-box" if card.box == "blue" else "picture.yellow-box")),
        on_shape("card", picture(face_of(card.id), 300), 10, 10, 10, 10, box(card)).lay(30, 122, 330, 330),
        Shape(384, 122, 786, 330, "card"),
        row(*signs, gap_box(), gap=16).lay(410, 142, 740, 60),
        Lines(410, 244, words, "story", 736, 44, 5),
    )


def sign(look: str, words: str, style: str, size: int) -> Box:
    """Return one of a kid's numbers with its name."""
    w = text_width(words, style, size) + 36
    return piece((Shape(0, 0, w, 56, look), Text(w // 2, 29, words, style, w, "", size)), w, 56)
