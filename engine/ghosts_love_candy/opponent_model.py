"""The plausibility of a world's unseen Love cards after all haunts: all players go for candy that counts much."""

from math import exp

from engine.ghosts_love_candy.state import CANDIES, Street, love_values
from engine.machine import seat_of

EAGER = 0.2  # how much likelier a haunt is for each point of the candy taken
MEAN = (len(CANDIES) - 1) / 2  # worth of a candy for a player who does not care


def likelihood(g: Street, seat: int) -> float:
    """Return the product of each rival's likelihood of haunting as it did, with its Love card in this world.

    Abilities are ignored, because what they take and give is rarely a free choice.
    """
    values = [love_values(love) for love in g.loves]
    points = 0.0
    for event in g.log:
        if event.key == "haunts" and (who := seat_of(event.fields["p"])) != seat:
            points += sum(values[who][candy] - MEAN for candy in event.fields["candies"])
    return exp(EAGER * points)
