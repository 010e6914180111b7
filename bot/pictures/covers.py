"""The cover of a lobby: on the left the game's name and a chair per seat, on the right a scene of the game's own.

Only the occupied chairs change; everything else is drawn once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.boxes import text_width
from bot.pictures.fonts import fit_text
from bot.pictures.palette import GOLD, PAPER, GameLook
from bot.pictures.posters import seat_mark
from bot.pictures.scene import Group, Lettering, Pieces, Scene, Shape, Sprite, Text, at

WIDTH, HEIGHT = 900, 300
LEFT, ROOM = 30, 430  # of the name
ABOVE, BELOW = 74, 140  # baselines of the name's two lines
LETTERS, LEAST = 80, 40
CHIP = 162
CHAIRS, FLOOR, NAMES = 26, 276, 286  # left end of the chairs, the floor, and the line of names
STEP, ALL, CHAIR = 96, 456, 92  # distance between chairs, width of all chairs, size of one
NAME = 19


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
    size = min(fit_text(line, "D", LETTERS, ROOM, LEAST)[2] for line in (above, below) if line)
    room = text_width(facts, "name", 22)
    return Scene.of(
        HEIGHT,
        spec.look,
        [chair(spec, place, people[place] if place < len(people) else None, seats) for place in range(seats)],
        width=WIDTH,
        still=[
            Sprite(0, 0, WIDTH, f"cover_{spec.look.ground}"),
            spec.scene,
            above and Lettering(LEFT, ABOVE, above, size, ROOM, spec.look, LEAST, dancing=True),
            below and Lettering(LEFT, BELOW, below, size, ROOM, spec.look, LEAST, dancing=True),
            [behind(spec, below, size, word) for word in also],
            Shape(LEFT, CHIP, room + 30, 34, "chip", spec.look.band),
            Text(LEFT + 15, CHIP + 18, facts, "heading", room + 4, "", 22),
        ],
    )


def behind(spec: Cover, below: str, size: int, word: str) -> Lettering:
    """Return smaller lettering in other colours after the second line."""
    look = spec.look._replace(letters=(PAPER, GOLD))
    return Lettering(LEFT + text_width(below, "title", size) + 120, BELOW - 18, word, 40, 240, look, turn=4)


def chair(spec: Cover, place: int, name: str | None, seats: int) -> Group:
    """Return a chair with its occupant's mark and name; a free one has a plus sign."""
    step = min(STEP, ALL // seats)
    size = min(CHAIR, round(step * 1.26))
    middle, back = step // 2, round(size * 0.4)
    badge = round(size * 0.5)
    return at(
        CHAIRS + place * step,
        FLOOR - round(size * 0.95),
        Sprite(middle - size // 2, 0, size, f"chair_{spec.look.ground}", veil=name is None),
        name is None and Text(middle, back, "+", "invites", size, "", round(size * 0.44)),
        name is not None
        and (
            at(middle - badge // 2, back - badge // 2, seat_mark(place, badge, spec.neutral)),
            Text(
                middle, NAMES - FLOOR + round(size * 0.95), short_name(name, step - 4), "chairname", step - 4, "", NAME
            ),
        ),
    )


def short_name(name: str, room: int) -> str:
    """Return the first word of a name that is too long."""
    return name if text_width(name, "chairname", NAME - 1) <= room else name.split()[0]
