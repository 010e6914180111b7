"""How plausible a world is after all moves and tattles: everybody wants the own candy to be the highest."""

from math import exp

from engine.candy_chaser.rules import landing
from engine.candy_chaser.state import CANDIES, Chaser
from engine.machine import seat_of

EAGER = 1.0  # how much likelier by each space that it helps
OTHERS = 0.5  # what a space is worth that somebody else's candy, perhaps, is pushed down
STRAY = 0.15  # of so many moves nobody can tell why
CONTENT = 0.5  # how likely one passes who is not ahead, beside one who is


def weight(g: Chaser, seat: int) -> float:
    """The product of how likely each rival's deeds are for somebody with that Objective."""
    likely = 1.0
    cubes = dict.fromkeys(CANDIES, 0)
    for event in g.log:
        if event.to is not None:
            continue
        fields = event.fields
        if "candy" in fields and "die" in fields:
            who = seat_of(fields["p"])
            if who != seat:
                likely *= move(cubes, fields["die"], fields["candy"], g.objectives[who])
            cubes[fields["candy"]] = fields["b"]
        elif event.key == "does-not-tattle" and (who := seat_of(fields["p"])) != seat:
            ahead = max(g.cubes[candy] for candy in CANDIES) == g.cubes[g.objectives[who]]
            likely *= 1.0 if ahead else CONTENT
    return likely


def move(cubes: dict[str, int], die: int, candy: str, objective: str) -> float:
    """How likely somebody moves this candy by this die who smuggles that one."""
    gains = {name: landing(cubes, name, die) - place for name, place in cubes.items()}
    worth = {name: exp(EAGER * (gain if name == objective else -OTHERS * gain)) for name, gain in gains.items()}
    return STRAY / len(CANDIES) + (1 - STRAY) * worth[candy] / sum(worth.values())
