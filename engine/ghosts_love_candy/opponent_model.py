"""How plausible the unseen Love cards of a world are after all haunts: everybody goes for candy that counts much."""

from math import exp

from engine.ghosts_love_candy.state import CANDIES, Street, love_values
from engine.machine import seat_of

EAGER = 0.2  # how much likelier by each point of the candy taken
MEAN = (len(CANDIES) - 1) / 2  # what a candy counts for whoever does not care


def likelihood(g: Street, seat: int) -> float:
    """The product of how likely each rival's haunts are for somebody with that Love card.

    Abilities are left out: what they take and give is seldom a free choice.
    """
    values = [love_values(love) for love in g.loves]
    points = 0.0
    for event in g.log:
        if event.key == "haunts" and (who := seat_of(event.fields["p"])) != seat:
            points += sum(values[who][candy] - MEAN for candy in event.fields["candies"])
    return exp(EAGER * points)
