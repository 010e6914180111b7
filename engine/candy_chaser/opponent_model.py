"""How plausible a world is after all moves and tattles: everybody wants the own candy to be the highest, or plays at
random.  Which of the two it is tells whether a rival's moves say anything, and what they know."""

from math import exp, prod

from engine.candy_chaser.rules import landing
from engine.candy_chaser.state import CANDIES, Chaser
from engine.machine import seat_of

SOFTMAX_SHARPNESS = 1.0  # how much likelier by each space that it helps
OTHERS = 0.25  # what a space is worth that somebody else's candy, perhaps, is pushed down
STRAY = 0.15  # of so many moves nobody can tell why
CONTENT = 0.5  # how likely one passes who is not ahead, beside one who is
IDLE = 0.3  # so many rivals do anything at random


def likelihood(g: Chaser, seat: int) -> float:
    """The product of how likely each rival's deeds are for somebody with that Objective."""
    return prod(purposeful + idle for purposeful, idle in action_likelihoods(g, seat))


def rationality(g: Chaser, seat: int) -> list[float]:
    """By their moves.  Before anybody tattles all are feared: who sells a candy too early loses it to a good guess."""
    if not g.tattling:
        return [1.0] * g.players
    return [purposeful / (purposeful + idle) for purposeful, idle in action_likelihoods(g, seat)]


def action_likelihoods(g: Chaser, seat: int) -> list[tuple[float, float]]:
    """How likely each seat does what it did and knows what it wants, and how likely it does that at random."""
    purposeful, idle = [1 - IDLE] * g.players, [IDLE] * g.players
    purposeful[seat], idle[seat] = 1.0, 0.0
    cubes = dict.fromkeys(CANDIES, 0)
    for event in g.log:
        if event.to is not None:
            continue
        fields = event.fields
        if "candy" in fields and "die" in fields:
            who = seat_of(fields["p"])
            if who != seat:
                purposeful[who] *= move_likelihood(cubes, fields["die"], fields["candy"], g.objectives[who])
                idle[who] /= len(CANDIES)
            cubes[fields["candy"]] = fields["b"]
        elif event.key == "does-not-tattle" and (who := seat_of(fields["p"])) != seat:
            ahead = max(g.cubes[candy] for candy in CANDIES) == g.cubes[g.objectives[who]]
            purposeful[who] *= 1.0 if ahead else CONTENT
            idle[who] /= 1 + len(CANDIES) * (g.players - 1)
    return list(zip(purposeful, idle, strict=True))


def move_likelihood(cubes: dict[str, int], die: int, candy: str, objective: str) -> float:
    """How likely somebody moves this candy by this die who smuggles that one."""
    gains = {name: landing(cubes, name, die) - place for name, place in cubes.items()}
    worth = {
        name: exp(SOFTMAX_SHARPNESS * (gain if name == objective else -OTHERS * gain)) for name, gain in gains.items()
    }
    return STRAY / len(CANDIES) + (1 - STRAY) * worth[candy] / sum(worth.values())
