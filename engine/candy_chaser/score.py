"""Who won Candy Chaser, line by line."""

from engine.candy_chaser.state import CANDIES, FLOOR, Chaser
from engine.game import Line, Result, Score, Standing, places
from engine.machine import seat_id


def is_over(g: Chaser) -> bool:
    return g.tattling and not g.stack


def standing(g: Chaser) -> list[Standing]:
    """Who is left comes before the eliminated; then the higher candy counts, and in a tie the one higher on the board.

    Ruling: the rulebook ranks only the winner; the eliminated share the place behind all who are left.
    """
    out, found = g.out() if g.slid else {}, []
    for seat, candy in enumerate(g.objectives):
        place = g.cubes[candy]
        found.append(Standing(place, (FLOOR - 1, 0) if seat in out else (place, -CANDIES.index(candy))))
    return found


def result(g: Chaser) -> Result | None:
    """Among those still in the game the highest candy wins."""
    if not is_over(g):
        return None
    out, standings = g.out(), standing(g)
    rank = sorted(g.left(), key=lambda seat: standings[seat].rank, reverse=True)
    scores = []
    for place, seat in enumerate(rank, 1):
        lines = [_smuggled(g, seat)]
        tied = [other for other in rank[place:] if g.cubes[g.objectives[other]] == g.cubes[g.objectives[seat]]]
        if tied:
            lines.append(Line(key="stands-above", fields={"a": g.objectives[seat], "b": g.objectives[tied[0]]}))
        scores.append(Score(seat=seat, place=place, total=standings[seat].total, lines=lines))
    for seat, slide in sorted(out.items()):
        why = Line(key="out-tattled", fields={"p": seat_id(slide.accuser)}) if slide.right else Line(key="out-wrong")
        place, total = places(standings)[seat], standings[seat].total
        scores.append(Score(seat=seat, place=place, total=total, lines=[_smuggled(g, seat), why]))
    return Result(winners=rank[:1], scores=scores)


def _smuggled(g: Chaser, seat: int) -> Line:
    return Line(key="smuggled", fields={"candy": g.objectives[seat], "place": g.cubes[g.objectives[seat]]})
