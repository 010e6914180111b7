"""Who won Monster Muncher, Monster by Monster."""

from engine.game import Line, Result, Score, Standing, places
from engine.machine import seat_id
from engine.monster_muncher.state import Monster, Muncher


def standing(g: Muncher) -> list[Standing]:
    """The first to reach 20 hunger wins.

    Ruling: the rulebook ranks only the winner; the others are placed by their hunger, equals share a place.
    """
    hungers = [g.hunger(seat) for seat in range(g.players)]
    return [Standing(n, (n + max(hungers) if seat == g.winner else n,)) for seat, n in enumerate(hungers)]


def result(g: Muncher) -> Result | None:
    """The winner, and how far the others came, Monster by Monster."""
    if g.winner < 0:
        return None
    ranks = places(standing(g))
    order = sorted(range(g.players), key=ranks.__getitem__)
    return Result(winners=[g.winner], scores=[_score(g, seat, ranks[seat]) for seat in order])


def _score(g: Muncher, seat: int, place: int) -> Score:
    lines = [_line(g, monster) for monster in g.rows[seat]]
    if seat == g.winner:
        turn = "passed-own-turn" if seat == g.active else "passed-other-turn"
        lines.append(Line(key=turn, fields={"p": seat_id(seat), "q": seat_id(g.active)}))
    return Score(seat=seat, place=place, total=g.hunger(seat), lines=lines)


def _line(g: Muncher, monster: Monster) -> Line:
    fields = {
        "m": monster.card,
        "raw": g.raw(monster.card),
        "buffs": monster.buffs,
        "debuffs": monster.debuffs,
        "snacks": list(monster.snacks),
    }
    return Line(key="monster", fields=fields, points=g.hunger_of(monster))
