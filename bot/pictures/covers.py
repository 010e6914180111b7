"""The cover of a lobby: on the left the game's name and a chair per seat, on the right a scene of the game's own.

Only the occupied chairs change; everything else is drawn once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.boxes import text_width
from bot.pictures.fonts import fit_text
from bot.pictures.palette import GOLD, PAPER, SEATS, GameLook
from bot.pictures.pieces import scaled_mark
from bot.pictures.scene import Group, Lettering, Pieces, Scene, Shape, Sprite, Text, at

WIDTH, HEIGHT = 900, 300
MIN_TEXT = 25  # smallest letters: 11 px on a phone that shows the cover 400 px wide
LEFT, ROOM = 30, 430  # of the name
ABOVE, BELOW = 62, 117  # baselines of the name's two lines
LETTERS, SMALLEST = 66, 40
CHIP = 132
CHAIRS, FLOOR = 34, 248  # left end of the chairs, and the floor
NAMES = 264, 286  # the two lines on which names stand in turn, so that each has the width of two chairs
STEP, ALL, CHAIR = 96, 456, 76  # distance between chairs, width of all chairs, size of one


@dataclass(frozen=True)
class Cover:
    """A game's own part: its scene, drawn on ``cover_<ground>``. `neutral` seats have no colours."""

    look: GameLook
    scene: Pieces
    neutral: bool = False


def cover(spec: Cover, words: Sequence[str], facts: str, people: Sequence[str], seats: int) -> Scene:
    """Return the cover. `words` are the two lines of the name, one of them maybe empty, and a text after them.

    `people` take the first chairs.
    """
    above, below, *also = words
    size = min(fit_text(line, "D", LETTERS, ROOM, SMALLEST)[2] for line in (above, below) if line)
    room = text_width(facts, "heading", MIN_TEXT)
    return Scene.of(
        HEIGHT,
        spec.look,
        [chair(spec, place, people[place] if place < len(people) else None, seats) for place in range(seats)],
        width=WIDTH,
        still=[
            Sprite(0, 0, WIDTH, f"cover_{spec.look.ground}"),
            spec.scene,
            Shape(
                8, FLOOR - 3, seats * min(STEP, ALL // seats) + 52, HEIGHT - FLOOR + 3, "field", f"{spec.look.plate}CC"
            ),
            above and Lettering(LEFT, ABOVE, above, size, ROOM, spec.look, SMALLEST, dancing=True),
            below and Lettering(LEFT, BELOW, below, size, ROOM, spec.look, SMALLEST, dancing=True),
            [behind(spec, below, size, word) for word in also],
            Shape(LEFT, CHIP, room + 30, 38, "chip", spec.look.band),
            Text(LEFT + 15, CHIP + 20, facts, "heading", room + 4, "", MIN_TEXT),
        ],
    )


def behind(spec: Cover, below: str, size: int, word: str) -> Lettering:
    """Return smaller lettering in other colours after the second line."""
    look = spec.look._replace(letters=(PAPER, GOLD))
    return Lettering(LEFT + text_width(below, "title", size) + 120, BELOW - 14, word, 36, 240, look, turn=4)


def chair(spec: Cover, place: int, name: str | None, seats: int) -> Group:
    """Return a chair with its occupant's mark, and the name in the mark's colour; a free chair has a plus sign."""
    step = min(STEP, ALL // seats)
    size = min(CHAIR, round(step * 1.26))
    middle, back, top = step // 2, round(size * 0.4), FLOOR - round(size * 0.95)
    badge = round(size * 0.58)
    left = CHAIRS + place * step
    room = 2 * min(step - 2, left + middle - 8)
    ink = PAPER if spec.neutral else SEATS[place]
    return at(
        left,
        top,
        Sprite(middle - size // 2, 0, size, f"chair_{spec.look.ground}", veil=name is None),
        name is None and Text(middle, back, "+", "invites", size, "", max(round(size * 0.44), MIN_TEXT)),
        name is not None
        and (
            at(middle - badge // 2, back - badge // 2, scaled_mark(place, badge, spec.neutral, MIN_TEXT)),
            Text(middle, NAMES[place % 2] - top, short_name(name, room), "chairname", room, ink, MIN_TEXT),
        ),
    )


def short_name(name: str, room: int) -> str:
    """Return the first word of a name that is too long, cut if that is too long as well."""
    short = name if text_width(name, "chairname", MIN_TEXT) <= room else name.split()[0]
    return fit_text(short, "S", MIN_TEXT, room, MIN_TEXT)[0]
