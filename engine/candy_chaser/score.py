"""The ranking of Candy Chaser, the lines that explain it, and the plausibility of a world."""

from math import exp, prod

from engine.candy_chaser.rules import CANDIES, FLOOR, Chaser, landing
from engine.game import Line, Standing
from engine.machine import seat_id, seat_of


def is_over(g: Chaser) -> bool:
    return g.tattling and not g.stack


def standing(g: Chaser) -> list[Standing]:
    """Rank the remaining players before the eliminated ones, by candy; in a tie, the one higher on the board wins.

    Ruling: the rulebook ranks only the winner; the eliminated share the place behind all who are left.
    """
    out, standings = g.eliminated() if g.slid else {}, []
    for seat, candy in enumerate(g.objectives):
        place = g.cubes[candy]
        standings.append(Standing(place, (FLOOR - 1, 0) if seat in out else (place, -CANDIES.index(candy))))
    return standings


def lines(g: Chaser, seat: int) -> list[Line]:
    """Return what the seat smuggled, and what eliminated it or put it ahead of the next one in a tie."""
    candy = g.objectives[seat]
    own_lines = [Line(key="smuggled", fields={"candy": candy, "place": g.cubes[candy]})]
    if slide := g.eliminated().get(seat):
        by = Line(key="out-tattled", fields={"p": seat_id(slide.accuser)}) if slide.right else Line(key="out-wrong")
        return [*own_lines, by]
    tied = [other for other in map(g.objectives.__getitem__, g.remaining()) if g.cubes[other] == g.cubes[candy]]
    below = [other for other in CANDIES[CANDIES.index(candy) + 1 :] if other in tied]
    return [*own_lines, Line(key="stands-above", fields={"a": candy, "b": below[0]})] if below else own_lines


# ---- the plausibility of a world
# Each player either wants their own candy to be the highest, or plays at random.  A rival's moves reveal something only
# if the first is likelier.
SOFTMAX_SHARPNESS = 1.0  # how much likelier a move is for each space that it helps
PUSH_DOWN = 0.25  # value of each space that another candy, perhaps a rival's, is pushed down
RANDOM_MOVE_SHARE = 0.15  # share of moves without a recognizable reason
PASS_WEIGHT = 0.5  # how likely a player who is not ahead passes, compared with one who is
RANDOM_PLAYER_SHARE = 0.3  # share of rivals who act at random


def likelihood(world: Chaser, seat: int) -> float:
    """Return the product of each rival's likelihood of acting as it did with its Objective."""
    return prod(purposeful + idle for purposeful, idle in action_likelihoods(world, seat))


def rationality(world: Chaser, seat: int) -> list[float]:
    """Return each seat's rationality, judged by its moves.

    Before the tattling it is 1 for all: a player who brings a candy into the goal too early loses it to a good guess.
    """
    if not world.tattling:
        return [1.0] * world.players
    return [purposeful / (purposeful + idle) for purposeful, idle in action_likelihoods(world, seat)]


def action_likelihoods(g: Chaser, seat: int) -> list[tuple[float, float]]:
    """Return each seat's likelihood of its moves, if it plays on purpose and if it plays at random."""
    purposeful, idle = [1 - RANDOM_PLAYER_SHARE] * g.players, [RANDOM_PLAYER_SHARE] * g.players
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
            purposeful[who] *= 1.0 if ahead else PASS_WEIGHT
            idle[who] /= 1 + len(CANDIES) * (g.players - 1)
    return list(zip(purposeful, idle, strict=True))


def move_likelihood(cubes: dict[str, int], die: int, candy: str, objective: str) -> float:
    """Return how likely a player who smuggles `objective` moves `candy` by `die`."""
    gains = {name: landing(cubes, name, die) - place for name, place in cubes.items()}
    worth = {
        name: exp(SOFTMAX_SHARPNESS * (gain if name == objective else -PUSH_DOWN * gain))
        for name, gain in gains.items()
    }
    return RANDOM_MOVE_SHARE / len(CANDIES) + (1 - RANDOM_MOVE_SHARE) * worth[candy] / sum(worth.values())
