"""The ranking of Candy Chaser and the lines that explain it."""

from engine.candy_chaser.state import CANDIES, FLOOR, Chaser
from engine.game import Line, Standing
from engine.machine import seat_id


def is_over(g: Chaser) -> bool:
    return g.tattling and not g.stack


def standing(g: Chaser) -> list[Standing]:
    """Rank the remaining players before the eliminated ones, by candy; in a tie, the one higher on the board wins.

    Ruling: the rulebook ranks only the winner; the eliminated share the place behind all who are left.
    """
    out, found = g.eliminated() if g.slid else {}, []
    for seat, candy in enumerate(g.objectives):
        place = g.cubes[candy]
        found.append(Standing(place, (FLOOR - 1, 0) if seat in out else (place, -CANDIES.index(candy))))
    return found


def lines(g: Chaser, seat: int) -> list[Line]:
    """Return what the seat smuggled, and what eliminated it or put it ahead of the next one in a tie."""
    candy, found = g.objectives[seat], [_smuggled_line(g, seat)]
    if slide := g.eliminated().get(seat):
        by = Line(key="out-tattled", fields={"p": seat_id(slide.accuser)}) if slide.right else Line(key="out-wrong")
        return [*found, by]
    tied = [other for other in map(g.objectives.__getitem__, g.remaining()) if g.cubes[other] == g.cubes[candy]]
    below = [other for other in CANDIES[CANDIES.index(candy) + 1 :] if other in tied]
    return [*found, Line(key="stands-above", fields={"a": candy, "b": below[0]})] if below else found


def _smuggled_line(g: Chaser, seat: int) -> Line:
    return Line(key="smuggled", fields={"candy": g.objectives[seat], "place": g.cubes[g.objectives[seat]]})
