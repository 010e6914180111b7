"""The view of one seat, or of the channel, in Candy Chaser; a world consistent with it, and how plausible it is."""

from dataclasses import dataclass
from math import exp, prod
from typing import Any

from engine import rng
from engine.candy_chaser.rules import CANDIES, Chaser, goal_is_open, is_over, landing, standing
from engine.game import View, winners
from engine.machine import seat_of

MOVES = ("moves", "stops", "stays", "goes-in")  # keys of the events that report a moved cube


@dataclass(slots=True, kw_only=True)
class SlideView:
    accuser: int
    target: int
    right: bool
    candy: str | None  # known only to accuser and target until the game is over


class ChaserView(View):
    cubes: dict[str, int]
    active: int
    die: int  # 0 if none was rolled
    moved: str
    moved_from: int
    tattling: bool
    goal_open: dict[str, bool]
    landings: dict[str, int]  # where each cube would go with this die
    out: dict[int, bool]  # eliminated seats: True by another's right tattle, False by their own wrong one
    slid: list[SlideView]
    to_tattle: list[int]  # seats that may tattle, now and next, in order; empty until a cube is in the goal
    pushes: list[dict[str, int]]  # total spaces by which each seat has moved each candy
    cards_left: list[int]
    objectives: list[str | None]
    tattles: list[str]  # the viewer's own Tattletale cards
    winners: list[int]  # empty until the game is over


def view_fields(g: Chaser, seat: int | None) -> dict[str, Any]:
    over = is_over(g)
    return {
        "cubes": dict(g.cubes),
        "active": g.active,
        "die": g.die,
        "moved": g.moved,
        "moved_from": g.moved_from,
        "tattling": g.tattling,
        "goal_open": {candy: goal_is_open(g.cubes, candy) for candy in CANDIES},
        "landings": {candy: landing(g.cubes, candy, g.die) for candy in CANDIES} if g.die else {},
        "out": {who: slide.right for who, slide in g.eliminated().items()},
        "slid": [
            SlideView(
                accuser=slide.accuser,
                target=slide.target,
                right=slide.right,
                candy=slide.candy if over or seat in (slide.accuser, slide.target) else None,
            )
            for slide in g.slid
        ],
        "to_tattle": to_tattle(g),
        "pushes": pushes(g),
        "cards_left": [len(cards) for cards in g.tattles],
        "objectives": [candy if over or who == seat else None for who, candy in enumerate(g.objectives)],
        "tattles": list(g.tattles[seat]) if seat is not None else [],
        "winners": winners(standing(g)) if over else [],
    }


def to_tattle(g: Chaser) -> list[int]:
    frames = [frame for frame in reversed(g.stack) if frame.step in ("tattle", "chance_to_tattle")]
    return [frame.args[0] for frame in frames if frame.args[0] in g.remaining()]


def pushes(g: Chaser) -> list[dict[str, int]]:
    by_seat: list[dict[str, int]] = [{} for _ in range(g.players)]
    for event in g.log:
        if event.key in MOVES:
            by, candy = by_seat[seat_of(event.fields["p"])], event.fields["candy"]
            by[candy] = by.get(candy, 0) + event.fields["b"] - event.fields["a"]
    return by_seat


def redeal_hidden(g: Chaser, seat: int | None) -> None:
    """Deal the other Objectives again until they fit every slid card that this seat has seen."""
    if is_over(g):
        g.box.sort(key=CANDIES.index)
        return
    unseen = [slide for slide in g.slid if seat not in (slide.accuser, slide.target)]
    hidden = [who for who in range(g.players) if who != seat]
    cards = [candy for candy in CANDIES if seat is None or candy != g.objectives[seat]]
    while True:
        rng.shuffle(g, cards)
        for who, candy in zip(hidden, cards, strict=False):
            g.objectives[who] = candy
        for slide in unseen:
            slide.candy = g.objectives[slide.target] if slide.right else ""
        fits = all(slide.right == (slide.candy == g.objectives[slide.target]) for slide in g.slid)
        if fits and _slides_are_distinct(g):
            break
    g.box = [candy for candy in CANDIES if candy not in g.objectives]
    for slide in unseen:  # a wrong card was any other that its owner had not slid yet
        if not slide.right:
            slide.candy = rng.roll(g, [c for c in _cards_left(g, slide.accuser) if c != g.objectives[slide.target]])
    for who in hidden:
        g.tattles[who] = _cards_left(g, who)


def _cards_left(g: Chaser, accuser: int) -> list[str]:
    """Return the Tattletale cards that a seat has not slid."""
    used = {slide.candy for slide in g.slid if slide.accuser == accuser}
    return [candy for candy in CANDIES if candy not in used]


def _slides_are_distinct(g: Chaser) -> bool:
    """Return whether no seat has slid the same card twice: each has one of every colour."""
    known = [(slide.accuser, slide.candy) for slide in g.slid if slide.candy]
    return len(known) == len(set(known))


# ---- the plausibility of a world
# Each player either wants their own candy to be the highest, or plays at random.  A rival's moves reveal something only
# if the first is likelier.
SOFTMAX_SHARPNESS = 1.0  # a move is e to this power times likelier for each space that it helps
PUSH_DOWN = 0.25  # value of each space that another candy, perhaps a rival's, is pushed down
RANDOM_MOVE_SHARE = 0.15  # share of moves without a recognizable reason
PASS_WEIGHT = 0.5  # how likely a player who is not ahead passes, compared with one who is
RANDOM_PLAYER_SHARE = 0.3  # share of rivals who act at random


def likelihood(world: Chaser, seat: int) -> float:
    """Return the product of each rival's likelihood of acting as it did with its Objective."""
    return prod(purposeful + idle for purposeful, idle in action_likelihoods(world, seat))


def rationality(world: Chaser, seat: int) -> list[float]:
    """Return each seat's probability of playing on purpose, judged by its moves.

    Before the Tattletale Phase it is 1 for all. A search that expected bad guesses would begin that phase too
    early, and lose to a good guess.
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
