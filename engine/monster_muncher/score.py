"""Who won Monster Muncher, Monster by Monster."""

from engine.game import Line, Result, Score
from engine.machine import seat_id
from engine.monster_muncher.state import Monster, Muncher


def result(g: Muncher) -> Result | None:
    """The first to reach 20 hunger wins.

    Ruling: the rulebook ranks only the winner; the others are placed by their hunger, equals share a place.
    """
    if g.winner < 0:
        return None
    others = sorted((seat for seat in range(g.players) if seat != g.winner), key=lambda seat: (-g.hunger(seat), seat))
    places = {seat: 2 + sum(g.hunger(other) > g.hunger(seat) for other in others) for seat in others}
    places[g.winner] = 1
    return Result(winners=[g.winner], scores=[_score(g, seat, places[seat]) for seat in (g.winner, *others)])


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
