"""The plausibility of the hands in a world after what rivals played: stronger cards are mostly played first.

Each turn one unseen card is drawn, so all but as many of a hand's present cards were there at an earlier turn.
"""

from math import exp

from engine.machine import seat_of
from engine.monster_muncher.state import Muncher

PREFERENCE_SHARPNESS = 0.4  # how much likelier a card is played for each point of hunger
SNACK = 2.0  # worth of a Snack, in points of hunger
PLAYS = ("plays", "plays-snack", "replaces")


def likelihood(g: Muncher, seat: int) -> float:
    """Return the likelihood of the cards that rivals played, of those that they could have played."""
    likely = 1.0
    old = [len(hand) - 1 for hand in g.hands]
    held = [[eagerness(g, card) for card in hand if card not in g.seen] for hand in g.hands]
    for event in reversed(g.log):
        if all(old[rival] <= 0 for rival in range(g.players) if rival != seat):
            break
        if event.key in PLAYS and (who := seat_of(event.fields["p"])) != seat and old[who] > 0:
            chosen = eagerness(g, event.fields["card"])
            others = sum(held[who]) * old[who] / len(g.hands[who])
            likely *= chosen / (chosen + others)
            old[who] -= 1
    return likely


def eagerness(g: Muncher, card: str) -> float:
    return exp(PREFERENCE_SHARPNESS * (SNACK if g.is_snack(card) else g.raw(card)))
