"""The ranking of Monster Muncher, the lines that explain it, and the plausibility of a world."""

from math import exp

from engine.game import Line, Standing
from engine.machine import seat_id, seat_of
from engine.monster_muncher.state import Monster, Muncher


def standing(g: Muncher) -> list[Standing]:
    """Rank the first to reach 20 hunger as the winner.

    Ruling: the rulebook ranks only the winner; the others are placed by their hunger, equals share a place.
    """
    hungers = [g.hunger(seat) for seat in range(g.players)]
    return [Standing(n, (n + max(hungers) if seat == g.winner else n,)) for seat, n in enumerate(hungers)]


def lines(g: Muncher, seat: int) -> list[Line]:
    """Return a line for each Monster of the seat, and for the winner one that says in which turn it won."""
    all_lines = [_line(g, monster) for monster in g.rows[seat]]
    if seat == g.winner:
        turn = "passed-own-turn" if seat == g.active else "passed-other-turn"
        all_lines.append(Line(key=turn, fields={"p": seat_id(seat), "q": seat_id(g.active)}))
    return all_lines


def _line(g: Muncher, monster: Monster) -> Line:
    fields = {
        "m": monster.card,
        "raw": g.raw(monster.card),
        "buffs": monster.buffs,
        "debuffs": monster.debuffs,
        "snacks": list(monster.snacks),
    }
    return Line(key="monster", fields=fields, points=g.hunger_of(monster))


# ---- the plausibility of the hands in a world: stronger cards are mostly played first
# Each turn one unseen card is drawn, so all but as many of a hand's present cards were there at an earlier turn.
PREFERENCE_SHARPNESS = 0.4  # how much likelier a card is played for each point of hunger
SNACK_WORTH = 2.0  # worth of a Snack, in points of hunger
PLAYS = ("plays", "plays-snack", "replaces")


def likelihood(world: Muncher, seat: int) -> float:
    """Return the likelihood of the cards that rivals played, of those that they could have played."""
    likely = 1.0
    old = [len(hand) - 1 for hand in world.hands]
    weights = [[eagerness(world, card) for card in hand if card not in world.seen] for hand in world.hands]
    for event in reversed(world.log):
        if all(old[rival] <= 0 for rival in range(world.players) if rival != seat):
            break
        if event.key in PLAYS and (who := seat_of(event.fields["p"])) != seat and old[who] > 0:
            chosen = eagerness(world, event.fields["card"])
            others = sum(weights[who]) * old[who] / len(world.hands[who])
            likely *= chosen / (chosen + others)
            old[who] -= 1
    return likely


def eagerness(g: Muncher, card: str) -> float:
    return exp(PREFERENCE_SHARPNESS * (SNACK_WORTH if g.is_snack(card) else g.raw(card)))
