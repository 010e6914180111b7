"""The ranking of Monster Muncher and the lines that explain it, Monster by Monster."""

from engine.game import Line, Standing
from engine.machine import seat_id
from engine.monster_muncher.state import Monster, Muncher


def standing(g: Muncher) -> list[Standing]:
    """Rank the first to reach 20 hunger as the winner.

    Ruling: the rulebook ranks only the winner; the others are placed by their hunger, equals share a place.
    """
    hungers = [g.hunger(seat) for seat in range(g.players)]
    return [Standing(n, (n + max(hungers) if seat == g.winner else n,)) for seat, n in enumerate(hungers)]


def lines(g: Muncher, seat: int) -> list[Line]:
    """Return a line for each Monster of the seat, and for the winner one that says in which turn it won."""
    found = [_line(g, monster) for monster in g.rows[seat]]
    if seat == g.winner:
        turn = "passed-own-turn" if seat == g.active else "passed-other-turn"
        found.append(Line(key=turn, fields={"p": seat_id(seat), "q": seat_id(g.active)}))
    return found


def _line(g: Muncher, monster: Monster) -> Line:
    fields = {
        "m": monster.card,
        "raw": g.raw(monster.card),
        "buffs": monster.buffs,
        "debuffs": monster.debuffs,
        "snacks": list(monster.snacks),
    }
    return Line(key="monster", fields=fields, points=g.hunger_of(monster))
