"""Statistics as pictures: a player's statistics, and a server's leaderboard. The caller provides all texts."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.boxes import (
    Box,
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
from bot.pictures.palette import GOLD, PAPER, GameLook
from bot.pictures.pieces import band
from bot.pictures.scene import Scene, Shape, Text, at

MARGIN, TOP, FOOT, GAP = 30, 116, 24, 12
WIDTH = 1000  # narrower than tables, since it is all text
MAX_GAMES, GAME_HEIGHT = 5, 142  # maximum number of games in a player's statistics, and the height of each
LINE_HEIGHT, LINE_GAP = 58, 8  # of a leaderboard's lines
DOT, MIN_TEXT = 42, 28  # size of a place, and of the smallest letters: 11 pixels where a phone shows 400


@dataclass(frozen=True)
class StatsPlate:
    """A player's record in one game; `places` are those in their last games, newest last."""

    game: str
    accent: str
    summary: str
    places: Sequence[int]
    rating: str = ""


@dataclass(frozen=True)
class LeaderboardLine:
    """A line of a leaderboard; `share` is the length of its bar, 0 to 1."""

    place: int
    name: str
    points: str
    games: str
    share: float
    computer: bool = False
    sure: bool = True


def statistics(look: GameLook, title: str, note: str, plates: Sequence[StatsPlate]) -> Scene:
    """Return a picture with a plate per game, including the places in the last games."""
    return _scene(look, title, note, list(map(stats_plate, plates[:MAX_GAMES])), GAME_HEIGHT, GAP)


def stats_plate(one: StatsPlate) -> Box:
    head = row(
        piece(Shape(0, 0, 18, 34, "bar", one.accent), 18, 34),
        text(one.game, "name"),
        label(one.rating, "name", GOLD, 40),
        gap=16,
        h=40,
    )
    form = row(*map(dot, one.places), gap_box(), gap=10, h=DOT)
    inside = column(head, row(text(one.summary, "soft"), h=34), form)
    return on_shape("plate", column(inside, h=GAME_HEIGHT - 20), 20, 6, 24, 14)


def dot(place: int) -> Box:
    """Return a place as a disc, gold for the first."""
    half, ground = DOT // 2, GOLD if place == 1 else PAPER
    return piece(
        at(0, 0, Shape(0, 0, DOT, DOT, "chip", ground), Text(half, half + 1, str(place), "small", DOT, size=MIN_TEXT)),
        DOT,
    )


def leaderboard(look: GameLook, title: str, note: str, lines: Sequence[LeaderboardLine]) -> Scene:
    """Return a picture with a line per player, best first."""
    return _scene(look, title, note, list(map(leaderboard_line, lines)), LINE_HEIGHT, LINE_GAP)


def leaderboard_line(one: LeaderboardLine) -> Box:
    badge = picture("crown", DOT) if one.place == 1 else dot(one.place)
    length = Box(lambda w, h: one.share > 0 and Shape(0, 0, max(round(w * one.share), h), h, "bar", ink(one)))
    bar = over(shape_box("track"), length, h=22)
    line = row(
        badge,
        text(one.name, "soft" if one.computer else "name", share=3),
        row(bar, share=2),
        text(one.points, "score", ink(one), 32, w=150),
        row(text(one.games, "soft", size=MIN_TEXT), w=196),
        gap=16,
    )
    return over(shape_box("groove" if one.computer else "plate"), with_padding(line, 14, 0, 14, 0), h=LINE_HEIGHT)


def ink(one: LeaderboardLine) -> str:
    return GOLD if one.sure else PAPER


def _scene(look: GameLook, title: str, note: str, boxes: Sequence[Box], each: int, gap: int) -> Scene:
    """Return a picture with a heading and boxes below each other, `each` so high."""
    high = each * len(boxes) + gap * (len(boxes) - 1)
    inside = column(*boxes, gap=gap).lay(MARGIN, TOP, WIDTH - 2 * MARGIN, high)
    return Scene.of(TOP + high + FOOT, look, band(title, note, WIDTH - 36, 400), inside, width=WIDTH)
