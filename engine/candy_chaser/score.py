"""Who won Candy Chaser, line by line."""

from engine.candy_chaser.state import CANDIES, Chaser
from engine.game import Line, Result, Score
from engine.machine import seat_id


def is_over(g: Chaser) -> bool:
    return g.tattling and not g.stack


def result(g: Chaser) -> Result | None:
    """Among those still in the game the highest candy wins; in a tie the one higher on the board."""
    if not is_over(g):
        return None
    out = g.out()
    rank = sorted(g.left(), key=lambda seat: (-g.cubes[g.objectives[seat]], CANDIES.index(g.objectives[seat])))
    scores = []
    for place, seat in enumerate(rank, 1):
        lines = [_smuggled(g, seat)]
        tied = [other for other in rank[place:] if g.cubes[g.objectives[other]] == g.cubes[g.objectives[seat]]]
        if tied:
            lines.append(Line(key="stands-above", fields={"a": g.objectives[seat], "b": g.objectives[tied[0]]}))
        scores.append(Score(seat=seat, place=place, total=g.cubes[g.objectives[seat]], lines=lines))
    # Ruling: the rulebook ranks only the winner; the eliminated share the place behind all who are left.
    for seat, slide in sorted(out.items()):
        why = Line(key="out-tattled", fields={"p": seat_id(slide.accuser)}) if slide.right else Line(key="out-wrong")
        scores.append(
            Score(seat=seat, place=len(rank) + 1, total=g.cubes[g.objectives[seat]], lines=[_smuggled(g, seat), why])
        )
    return Result(winners=rank[:1], scores=scores)


def _smuggled(g: Chaser, seat: int) -> Line:
    return Line(key="smuggled", fields={"candy": g.objectives[seat], "place": g.cubes[g.objectives[seat]]})
