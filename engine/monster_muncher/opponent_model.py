"""How plausible the hands of a world are after what rivals played: of several cards mostly the stronger comes first.

Each turn one unseen card is drawn, so of the cards now in a hand all but as many were there at an earlier turn.
"""

from math import exp

from engine.machine import seat_of
from engine.monster_muncher.state import Muncher

PREFERENCE_SHARPNESS = 0.4  # how much likelier a card is played by each point of hunger
SNACK = 2.0  # what a Snack is worth beside it
PLAYS = ("plays", "plays-snack", "replaces")


def likelihood(g: Muncher, seat: int) -> float:
    """By which card each rival chose of those that it could have chosen."""
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
