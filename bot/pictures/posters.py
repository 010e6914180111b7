"""The poster of a game's end: on the left an illustration of the game's own, on the right the scores, the same for all.

A game provides the contents of its rows and of its decisive moment; this module lays them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.fonts import clip, drawable, fit_text, line_width, min_font_size, wrap_text
from bot.pictures.palette import GOLD, PAPER, SILENT, GameLook
from bot.pictures.pieces import scaled_mark
from bot.pictures.scene import Curves, Group, Lettering, Lines, Pieces, Scene, Shape, Sprite, Text, at

WIDTH, HEIGHT = 900, 600
MIDDLE, HEAD = 228, 418  # the headline's middle and width
LEFT, TOP, COLUMN, FOOT = 462, 90, 422, 554  # the plate of the scores, and the card of the moment below it
EDGE, GAP = 14, 16
ROW = {1: 118, 2: 118, 3: 82, 4: 70, 5: 58, 6: 50, 7: 42, 8: 37}  # height of a row, by number of seats
ROW_ABOVE_CURVES = {1: 118, 2: 108, 3: 76, 4: 59, 5: 49}  # the same, with the curves in a strip below the rows
STRIP = {1: 80, 2: 80, 3: 68, 4: 60, 5: 51}  # height of that strip; with more seats there is no room for it
TWO_LINES = 4  # up to this many seats, the bar is below the text, with the score at its end
WINDOW = 160, 134  # the space for the things of a moment
TEXT = 25  # the smallest font size that can be read on a phone
SENTENCE = ((30, 33), (28, 31), (26, 29), (TEXT, 28))  # font sizes, and line heights
BESIDE_WINDOW = SENTENCE[:2]  # a sentence that needs smaller ones takes the window's place
CHIP, RIM = 34, 5  # height of the chip on a card's upper edge; free space at the bottom


# ---- the contents of a poster
@dataclass(frozen=True)
class Thing:
    """A drawing: in the window at x, y; in a row of secrets with the text `behind` it. `turn` is in degrees."""

    name: str
    x: int = 0
    y: int = 0
    size: int = 0
    tint: str = ""
    behind: str = ""
    veil: bool = False
    turn: int = 0


@dataclass(frozen=True)
class Badge:
    """A seat's mark in the window, or a number as text, centred at x, y."""

    of: int | str
    x: int
    y: int
    size: int = 48


@dataclass(frozen=True)
class PosterRow:
    """A seat's row of the scores; `goal` replaces the score, `words` follow the secrets."""

    seat: int
    name: str
    score: str
    value: float
    score_timeline: tuple[float, ...]
    tint: str
    secrets: tuple[Thing, ...] = ()
    gold: bool = False
    out: bool = False
    goal: str = ""
    words: str = ""


@dataclass(frozen=True)
class PosterMoment:
    """The decisive moment: a chip, a sentence, and a window with a few things."""

    when: str
    words: str
    things: tuple[Thing | Badge, ...]


@dataclass(frozen=True)
class PosterSpec:
    """The contents of a poster. `head` is one line, or two if a long name needs its own; `rows` are best first."""

    look: GameLook
    title: str
    head: tuple[str, ...]
    series: str
    rows: tuple[PosterRow, ...]
    low: float
    high: float
    moment: PosterMoment
    foot: str
    hero: Pieces
    still: Pieces
    spacing: float = 0.76  # minimum distance between the secrets of a row, as a share of their size
    shrink: float = 0.0  # how much smaller each secret is than the previous one
    sign: str = ""  # a sign before the secrets
    neutral: bool = False  # seats without their colours


def poster(spec: PosterSpec) -> Scene:
    plate, below = scores(spec)
    return Scene.of(
        HEIGHT,
        spec.look,
        spec.hero,
        headline(spec),
        plate,
        moment(spec, below + GAP),
        series_text(spec.series),
        Text(876, 579, spec.foot, "foot", 420, spec.look.footer, TEXT),
        width=WIDTH,
        still=[
            spec.still,
            Sprite(0, 0, WIDTH, f"band_{spec.look.ground}"),
            Text(24, 29, spec.title, "title", 400, "", 32),
        ],
    )


def scenery(game: str, early: bool) -> Pieces:
    """Return the pieces common to all posters of a game."""
    return [Sprite(0, 0, WIDTH, f"stage_{game}"), not early and Sprite(0, 0, WIDTH, f"confetti_{game}")]


# ---- the left half
def rosettes(winners: Sequence[int], x: int, y: int, size: int = 92, neutral: bool = False) -> list[Group]:
    """Return the winners' marks on gold, side by side around x, y."""
    size = size if len(winners) < 3 else round(size * 0.72)
    whole, mark = round(size * 1.52), round(size * 0.66)
    pieces = []
    for i, seat in enumerate(winners):
        middle = round(x + (i - (len(winners) - 1) / 2) * size * 1.14)
        pieces.append(
            at(
                middle,
                y,
                Sprite(-whole // 2, round(size * 0.16) - whole // 2, whole, "rosette"),
                at(-mark // 2, -mark // 2, scaled_mark(seat, mark, neutral)),
            )
        )
    return pieces


def headline(spec: PosterSpec) -> Pieces:
    if len(spec.head) == 1:
        return Lettering(MIDDLE, 130, spec.head[0], 72, HEAD, spec.look, 40)
    name, rest = spec.head
    return [
        Lettering(MIDDLE, 114, name, 44, HEAD, spec.look, 28),
        Lettering(MIDDLE, 160, rest, 40, HEAD, spec.look, 28),
    ]


def split_headline(name: str, whole: str, rest: str) -> tuple[str, ...]:
    """Return a headline in one line, or in two if the name is long."""
    words, _, _ = fit_text(whole, "D", 72, HEAD - 14, 50)
    return (whole,) if not words.endswith("…") else (name, rest)


def series_text(series: str) -> Pieces:
    """Return the series' score, for the band."""
    width = round(exact_width(series, 27))
    return bool(series) and [
        Sprite(876 - min(width, 380) - 46, 8, 38, "crown"),
        Text(876, 29, series, "note", 380, "", 27),
    ]


# ---- the scores
def exact_width(words: str, size: int) -> float:
    """Return the width of words in the typeface of names and numbers."""
    return line_width(*drawable(words, "D"), size)


@dataclass(frozen=True)
class RowMetrics:
    """How the rows of a poster share their space, the same for all rows."""

    high: int
    two: bool
    bar: int
    badge: int
    name: int  # font size of a name
    names: int  # width of the names
    score: int  # font size of a score
    scores: int  # width of the scores
    icon: int


def row_metrics(spec: PosterSpec) -> RowMetrics:
    n = len(spec.rows)
    high, two = (ROW_ABOVE_CURVES if has_curves(spec) else ROW)[n], n <= TWO_LINES
    bar = 20 if two else 10 if n <= 6 else 6
    name, score = (26, 33) if two else (TEXT, 28 if n <= 6 else TEXT)
    most = 150 if not any(row.words for row in spec.rows) else 120
    names = round(min(max(max(exact_width(row.name, name) for row in spec.rows), 70), most))
    scores = round(max(44 if row.goal else exact_width(row.score, score) for row in spec.rows))
    badge = 42 if two else min(44, high - bar - 5)
    icon = min(37, high - bar - 8)
    room = COLUMN - 18 - EDGE - badge - 24 - names - (0 if two else max(scores, 40) + 10)
    while icon > 26 and max(secrets_width(spec, row, icon) for row in spec.rows) > room:
        icon -= 1
    return RowMetrics(high, two, bar, badge, name, names, score, scores, icon)


def secrets_width(spec: PosterSpec, row: PosterRow, icon: int) -> float:
    """Return the width of all secrets of a row if they overlap as much as allowed."""
    drawn = sum(icon * (1 - spec.shrink * i) * spec.spacing for i in range(len(row.secrets)))
    texts = sum(exact_width(s.behind, TEXT) + 10 for s in row.secrets if s.behind)
    return drawn + icon * 0.3 + texts + (30 if spec.sign else 0)


def has_curves(spec: PosterSpec) -> bool:
    return len(spec.rows) in STRIP and any(len(row.score_timeline) > 1 for row in spec.rows)


def scores(spec: PosterSpec) -> tuple[Group, int]:
    """Return the plate with all rows and, below them, how the scores developed; and the plate's lower end."""
    sizes = row_metrics(spec)
    rows = [at(0, 10 + i * sizes.high, score_row(spec, row, sizes)) for i, row in enumerate(spec.rows)]
    below = 14 + sizes.high * len(spec.rows)
    strip = STRIP[len(spec.rows)] if has_curves(spec) else 0
    plate = Shape(0, 0, COLUMN, below + strip + 4, "plate")
    return at(LEFT, TOP, plate, bool(strip) and curves(spec, below, strip), rows), TOP + below + strip + 4


def curves(spec: PosterSpec, top: int, height: int) -> Curves:
    values = [value for row in spec.rows for value in row.score_timeline]
    lines = tuple((row.tint, row.score_timeline) for row in spec.rows)
    low, high = min([spec.low, *values]), max([spec.high, *values])
    return Curves(EDGE, top, COLUMN - 2 * EDGE, height, lines, low, high, EDGE)


def score_row(spec: PosterSpec, row: PosterRow, sizes: RowMetrics) -> Group:
    """Return badge, name and secrets, the bar below, and the score at the end of the bar or of the line."""
    high, bar, two = sizes.high, sizes.bar, sizes.two
    line = round((high - bar - 6) / 2 - 3 if two else (high - bar) / 2 - 1)
    below = high - bar - (6 if two else 1)
    middle = below + bar // 2 + 1 if two else line
    names, right = EDGE + sizes.badge + 10, COLUMN - 18
    start = names + sizes.names + 14
    room = right - start - (0 if two else max(sizes.scores, 40) + 10)
    whole = COLUMN - 2 * EDGE - (sizes.scores + 14 if two else 0)
    part = max(0.0, (row.value - spec.low) / max(spec.high - spec.low, 1))
    look = "bar" if bar > 9 else "thinbar"
    gold = GOLD if row.gold else PAPER
    return at(
        0,
        0,
        at(EDGE, line + 2 - sizes.badge // 2, scaled_mark(row.seat, sizes.badge, spec.neutral)),
        Shape(EDGE, below, whole, bar, "track"),
        Shape(EDGE, below, max(bar, min(round(whole * part), whole)), bar, look, SILENT if row.out else row.tint),
        at(start, line, secrets(spec, row, sizes.icon, room)),
        row.words and Text(start + 48, 1 + line, row.words, "soft", room - 48, "", TEXT),
        Text(names, line, row.name, "name", sizes.names + 1, gold, sizes.name),
        Sprite(right - 40, middle - 20, 40, row.goal)
        if row.goal
        else Text(right, middle, row.score, "score", 90, gold, sizes.score),
    )


def secrets(spec: PosterSpec, row: PosterRow, icon: int, room: int) -> Pieces:
    """Return as many secrets as fit, and the number of the others; the size is the same in all rows of a poster."""
    if room < icon:
        return None
    lead = 30 if spec.sign else 0
    sized = [(secret, round((secret.size or icon) * (1 - spec.shrink * i))) for i, secret in enumerate(row.secrets)]

    def behind(some: Sequence[tuple[Thing, int]]) -> float:
        return sum(exact_width(secret.behind, TEXT) + 10 for secret, _ in some if secret.behind)

    fitting, free = sized, room - lead
    while len(fitting) > 1 and sum(s for _, s in fitting) * spec.spacing + behind(fitting) > free - overflow_width(
        fitting, sized
    ):
        fitting = fitting[:-1]
    step = min(1.06, (free - behind(fitting) - overflow_width(fitting, sized)) / max(sum(s for _, s in fitting), 1))
    x = float(lead)
    pieces: list[Pieces] = [bool(spec.sign) and Sprite(0, -12, 26, spec.sign)]
    for secret, size in fitting:
        pieces.append(Sprite(round(x), -size // 2, size, secret.name, secret.tint, veil=secret.veil))
        x += size * step
        if secret.behind:
            pieces.append(Text(round(x + size * (1 - step) / 2 + 2), 0, secret.behind, "num", 60, "", TEXT))
            x += exact_width(secret.behind, TEXT) + 10
    if len(fitting) < len(sized):
        pieces.append(Text(round(x) + 6, 0, f"+{len(sized) - len(fitting)}", "num", 44, "", TEXT))
    return pieces


def overflow_width(visible: Sequence[object], everything: Sequence[object]) -> int:
    """Return the width of a "+k"."""
    return 44 if len(visible) < len(everything) else 0


# ---- the moment
def moment(spec: PosterSpec, top: int) -> Group:
    """Return a card: the sentence in the largest font that fits, next to a window if there is room for both."""
    high, words = FOOT - top, spec.moment.words
    side = high - 20
    width = round(min(side * 1.12, 172 if side > 110 else 104))
    beside = [s for s in BESIDE_WINDOW if spec.moment.things and fits(words, *s, COLUMN - width - 38, high)]
    width = width if beside else -6
    room = COLUMN - width - 38
    size, step = next((s for s in (*beside, *SENTENCE) if fits(words, *s, room, high)), SENTENCE[-1])
    most = lines_in(high, size, step)
    *lines, last = wrap_text(words, "S", size, room, most)
    shortened = " ".join([*lines, clip(last, "S", size, room)])  # otherwise the last line would be smaller
    scale = min(width / WINDOW[0], side / WINDOW[1])
    things = bool(beside) and [scaled_piece(thing, scale, spec.neutral) for thing in spec.moment.things]
    chip = round(min(COLUMN - 28, exact_width(spec.moment.when, TEXT) + 22))
    chip_at = min(width + 22, COLUMN - 14 - chip)
    return at(
        LEFT,
        top,
        Shape(0, 0, COLUMN, high, "card"),
        bool(things) and Shape(10, 10, width, side, "pane", spec.look.window),
        at(10 + round((width - WINDOW[0] * scale) / 2), 10 + round((side - WINDOW[1] * scale) / 2), things),
        Shape(chip_at, 3 - CHIP // 2, chip, CHIP, "chip", spec.look.band),
        Text(chip_at + chip // 2, 3, spec.moment.when, "small", chip - 10, "", TEXT),
        Lines(width + 24, first(size), shortened, "labell", room, step, most, "", size),
    )


def fits(words: str, size: int, step: int, room: int, high: int) -> bool:
    letters, typeface = drawable(words, "S")
    return len(wrap_text(letters, typeface, size, room, 99)) <= lines_in(high, size, step)


def first(size: int) -> int:
    """Return the middle of a sentence's first line, below the chip."""
    return CHIP // 2 + 3 + size // 2


def lines_in(high: int, size: int, step: int) -> int:
    """Return how many lines a card has room for, including the last one's descenders."""
    return max(1, 1 + (high - RIM - first(size) - size // 2) // step)


def scaled_piece(thing: Thing | Badge, scale: float, neutral: bool) -> Pieces:
    x, y, size = round(thing.x * scale), round(thing.y * scale), max(round(thing.size * scale), 8)
    if isinstance(thing, Badge):
        if isinstance(thing.of, int):
            return at(x, y, scaled_mark(thing.of, size, neutral))
        return Text(x, y, thing.of, "letter", 80, "", max(size, min_font_size(WIDTH)))
    return Sprite(x, y, size, thing.name, thing.tint, thing.turn, thing.veil)
