"""A player for any game: a tree of what may be known, grown in worlds that fit what its seat knows (ISMCTS).

The only tables it plays on come from `resample`, so it knows no more than its seat.  `engine/README.md` tells how it
works, and what was measured to choose it.
"""

from bisect import bisect
from collections import defaultdict
from itertools import accumulate
from math import log, sqrt
from typing import Any, NamedTuple

from engine import rng
from engine.ai.evaluation import Prospect, choices, leads, points, worths
from engine.game import Game
from engine.machine import Table, clone

COPY = 4  # decisions that a copy of the table and the count at its end cost as much as
DEAL = 4  # decisions that a world costs as much as
PREVIEWS = 2  # worlds in which every option is tried once, to begin with the most promising ones
FEW = 3  # worlds that are looked at, however little time there is
WIDE = 2.0  # so many times the root of its visits are the options tried at a place
CURIOUS = 2.0  # how far the search strays from what went best, in standard deviations of how it went
RELUCTANT = 3  # beyond the tree one of so many chances to take an offer is taken


class Strength(NamedTuple):
    """How much is thought: decisions made in thought, worlds dealt, and how many decisions each seat looks ahead."""

    budget: int
    worlds: int
    ahead: int

    def shared(self, share: float) -> "Strength":
        """With a share of the budget, and of the worlds as long as there are a few."""
        worlds = min(self.worlds, max(FEW, round(self.worlds * share)))
        return self._replace(budget=round(self.budget * share), worlds=worlds)


class Tally:
    """How it went when an option was taken: how often, and the sum of its worth."""

    __slots__ = ("tried", "worth")

    def __init__(self) -> None:
        self.tried, self.worth = 0, 0.0

    def add(self, worth: float) -> None:
        self.tried += 1
        self.worth += worth

    @property
    def mean(self) -> float:
        return self.worth / self.tried


class Swing(Tally):
    """How it went for a seat whatever was chosen, and `widest` the largest standard deviation of that so far.

    The present one would not do: where one safe option is tried again and again it goes to nothing, and so would all
    curiosity.
    """

    __slots__ = ("squares", "widest")

    def __init__(self) -> None:
        super().__init__()
        self.squares, self.widest = 0.0, 0.0

    def add(self, worth: float) -> None:
        super().add(worth)
        self.squares += worth * worth
        self.widest = max(self.widest, sqrt(max(0.0, self.squares / self.tried - self.mean**2)))


class Outlook:
    """What an option of the seat itself has brought in points: to itself, at the worst, and to the best rival."""

    def __init__(self) -> None:
        self.later, self.rival, self.worst = 0, 0, 0

    def add(self, later: int, rival: int) -> None:
        self.later += later
        self.rival += rival
        self.worst = min(self.worst, later)

    def prospect(self, option: str, gain: float, tally: Tally | None) -> Prospect:
        if tally is None:
            return Prospect(option, gain=gain)
        n = tally.tried
        return Prospect(option, n, tally.mean, gain, self.later / n, self.rival / n, self.worst)


class Place:
    """A point of the tree: all that was chosen since the question thought about, and nothing of what is hidden.

    While several seats choose at once it is one place for all of them.
    """

    __slots__ = ("after", "tallies")

    def __init__(self) -> None:
        self.tallies: defaultdict[int, dict[str, Tally]] = defaultdict(dict)  # by the seat that chooses
        self.after: defaultdict[tuple[tuple[int, str], ...], Place] = defaultdict(Place)


class Search:
    """One thought of one seat about its open question."""

    def __init__(self, game: Game[Any], g: Any, seat: int, luck: int, strength: Strength) -> None:
        self.game, self.seat, self.strength = game, seat, strength
        self.dice = Table(players=0, rng=rng.start(str(luck)))
        self.spent, self.horizon = 0, strength.ahead * g.players
        self.options = choices(game, g, seat)
        rng.shuffle(self.dice, self.options)
        self.root = Place()
        self.swings = [Swing() for _ in range(g.players)]
        self.habits: defaultdict[tuple[int, str], Tally] = defaultdict(Tally)  # and for whom with which option
        self.worlds = [game.resample(g, seat, str(self._number())) for _ in range(strength.worlds)]
        self.bounds = list(accumulate(game.weight(world, seat) for world in self.worlds))
        self.purpose = [game.purpose(world, seat) for world in self.worlds]
        self.before = [points(game.standing(world)) for world in self.worlds]
        self.spent += DEAL * strength.worlds

    def think(self) -> list[Prospect]:
        """The best option first; the same for all tables that the seat cannot tell apart."""
        gains, self.scale = self._preview()
        self.outlooks = {option: Outlook() for option in self.options}
        self.options.sort(key=lambda option: -gains[option][0])
        while not self.swings[0].tried or self.spent < self.strength.budget:
            self._once()
        tallies = self.root.tallies[self.seat]
        found = [self.outlooks[o].prospect(o, gains[o][1], tallies.get(o)) for o in self.options]
        return sorted(found, key=lambda prospect: (-prospect.tried, -prospect.worth))

    def _number(self) -> int:
        return rng.below(self.dice, rng.SPAN)

    def _world(self) -> tuple[int, Any]:
        """One of the worlds, the likelier the more often: its number, and a copy with dice of its own."""
        number = bisect(self.bounds, self._number() / rng.SPAN * self.bounds[-1], hi=len(self.bounds) - 1)
        world = clone(self.worlds[number])
        world.rng = rng.start(str(self._number()))
        return number, world

    def _preview(self) -> tuple[dict[str, tuple[float, float]], float]:
        """Every option in some worlds, one move ahead: the mean lead and gain it brings; and what is a large lead."""
        found, scale = {}, 1.0
        some = [self._world() for _ in range(PREVIEWS)]
        for option in self.options:
            lead = gain = 0.0
            for number, world in some:
                played = clone(world)
                self.game.answer(played, self.seat, option)
                standings = self.game.standing(played)
                lead += leads(standings)[self.seat] / PREVIEWS
                gain += (points(standings)[self.seat] - self.before[number][self.seat]) / PREVIEWS
                scale = max(scale, *map(abs, leads(standings)))
            found[option] = lead, gain
        self.spent += PREVIEWS * len(self.options) * COPY
        return found, scale

    # ---- the tree
    def _once(self) -> None:
        """Play some decisions in one world: in the tree as far as it is known, then at leisure; learn how it went."""
        number, world = self._world()
        idle = self._idle(number)
        place, together = self.root, []
        trail: list[tuple[int, Tally]] = []
        made: list[tuple[int, str]] = []
        known = True
        while world.asks and len(made) < self.horizon:
            seat = next(iter(world.asks)) if made else self.seat
            question = world.question
            if seat in idle:
                option = rng.roll(self.dice, world.asks[seat].options)
            elif known:
                option, tally = self._in_tree(place, world, seat)
                known = tally.tried > 0
                trail.append((seat, tally))
            else:
                option = self._at_leisure(world, seat)
            self.game.answer(world, seat, option)
            made.append((seat, option))
            if known:
                together.append((seat, option))
                if world.question != question or seat not in world.changes:
                    place, together = place.after[tuple(together)], []
        self.spent += COPY + len(made)
        self._learn(number, world, made, trail)

    def _idle(self, number: int) -> list[int]:
        """The rivals who do anything at random this time, in the world of this number."""
        chances = enumerate(self.purpose[number])
        return [seat for seat, sure in chances if sure < 1 and self._number() >= sure * rng.SPAN]

    def _in_tree(self, place: Place, world: Any, seat: int) -> tuple[str, Tally]:
        """What is likely to be best: what went well before, or what has been tried too seldom to know."""
        options = choices(self.game, world, seat)
        tallies = place.tallies[seat]
        tried = [option for option in options if option in tallies]
        visits = sum(tallies[option].tried for option in tried)
        if len(tried) < len(options) and len(tried) < max(2, WIDE * sqrt(visits)):
            option = self._new(place, seat, [option for option in options if option not in tallies])
            tallies[option] = Tally()
        else:
            bold, often = CURIOUS * self.swings[seat].widest, log(visits + 1)
            option = max(tried, key=lambda o: tallies[o].mean + bold * sqrt(often / tallies[o].tried))
        return option, tallies[option]

    def _new(self, place: Place, seat: int, options: list[str]) -> str:
        """At the root the most promising option, elsewhere the better of two."""
        if place is self.root and seat == self.seat:
            return min(options, key=self.options.index)
        return self._of_two(seat, options)

    def _at_leisure(self, world: Any, seat: int) -> str:
        """Beyond the tree: the better of two, now and then of two offers."""
        options = world.asks[seat].options
        if rng.below(self.dice, RELUCTANT) == 0:
            options = self.game.offers(world, seat) or options
        return self._of_two(seat, options)

    def _of_two(self, seat: int, options: list[str]) -> str:
        """Of two random options the one that has gone better whenever this seat chose it."""
        one, other = rng.roll(self.dice, options), rng.roll(self.dice, options)
        a, b = self.habits[seat, one], self.habits[seat, other]
        return other if a.tried and b.tried and b.mean > a.mean else one

    def _learn(self, number: int, world: Any, made: list[tuple[int, str]], trail: list[tuple[int, Tally]]) -> None:
        standings = self.game.standing(world)
        found = worths(world, standings, self.scale)
        for choice in made:
            self.habits[choice].add(found[choice[0]])
        for seat, tally in trail:
            tally.add(found[seat])
        for swing, worth in zip(self.swings, found, strict=True):
            swing.add(worth)
        now, before = points(standings), self.before[number].copy()
        mine, had = now.pop(self.seat), before.pop(self.seat)
        self.outlooks[made[0][1]].add(mine - had, max(now) - max(before))
