"""A player for any game: a tree search in worlds that are consistent with what its seat knows (ISMCTS).

It plays only on tables from `resample`, so it knows no more than its seat.  `engine/README.md` explains how it works.
Simulated rivals know the searching seat's secrets. In Candy Chaser for two, neither a tree per world nor looking twice
as far ahead won more.
"""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate
from math import log, sqrt
from typing import Any, NamedTuple

from engine import rng
from engine.ai.evaluation import EventPattern, MoveStats, leads, legal_actions, points, rewards
from engine.game import Game
from engine.machine import Event, Table, clone

COPY_COST = 4  # cost of copying a table and counting it at the end, in decisions
DEAL_COST = 4  # cost of dealing a world, in decisions
PREVIEWS = 2  # worlds in which each option is tried once, so that the search begins with the most promising ones
# Share of the budget for previews.  If it's too little for all options, each is tried in one world only, and options
# that would cost more than twice this share have no preview.
PREVIEW_SHARE = 0.25
MIN_WORLDS = 3  # worlds to use at least, however short the time
WIDENING = 2.0  # the number of options tried at a node is at most this times the root of its visits
UCT_C = 2.0  # how much the search explores, in standard deviations of the results
OFFER_ONE_IN = 3  # beyond the tree, one in this many chances to take an offer is taken


class SearchBudget(NamedTuple):
    """The limits of a search: its budget, the number of worlds to deal, and how far it looks ahead.

    `iterations` is the budget in played decisions, to which deals and copies are converted.  One iteration plays at
    most `lookahead` decisions per seat.
    """

    iterations: int
    worlds: int
    lookahead: int

    def scaled(self, share: float) -> "SearchBudget":
        """Return a share of the budget; the worlds are reduced too, but not below a few."""
        worlds = min(self.worlds, max(MIN_WORLDS, round(self.worlds * share)))
        return self._replace(iterations=round(self.iterations * share), worlds=worlds)


STRENGTHS = {  # of the levels that search
    "normal": SearchBudget(iterations=800, worlds=12, lookahead=3),
    "hard": SearchBudget(iterations=6000, worlds=40, lookahead=3),
}


class VisitStats:
    """The results of an option: how often it was taken, and the sum of its rewards."""

    __slots__ = ("total_reward", "visits")

    def __init__(self) -> None:
        self.visits, self.total_reward = 0, 0.0

    def record(self, worth: float) -> None:
        self.visits += 1
        self.total_reward += worth

    @property
    def mean(self) -> float:
        return self.total_reward / self.visits


class RewardVariance(VisitStats):
    """The results of a seat for all its choices; `max_deviation` is the largest standard deviation so far.

    The current deviation would not do: if one safe option is tried again and again, it approaches zero, and
    exploration would stop.
    """

    __slots__ = ("max_deviation", "squares")

    def __init__(self) -> None:
        super().__init__()
        self.squares, self.max_deviation = 0.0, 0.0

    def record(self, worth: float) -> None:
        super().record(worth)
        self.squares += worth * worth
        self.max_deviation = max(self.max_deviation, sqrt(max(0.0, self.squares / self.visits - self.mean**2)))


class Iteration(NamedTuple):
    """The result of one iteration that began with an option of the searching seat, such as each seat's gain."""

    worth: float
    changes: list[int]
    rival: int
    is_over: bool
    is_over_at_once: bool
    is_ahead: bool
    plan: str
    events: Sequence[Event]


class ScoreOutlook:
    """The results of an option of the searching seat over all its iterations."""

    def __init__(self, seat: int, players: int, watched: Sequence[EventPattern]) -> None:
        self.seat, self.watched = seat, watched
        self.rival, self.worst, self.squares = 0, 0, 0.0
        self.over, self.at_once, self.ahead = 0, 0, 0
        self.changes, self.seen = [0] * players, [0] * len(watched)
        self.plans: Counter[str] = Counter()

    def add(self, one: Iteration) -> None:
        self.changes = [had + new for had, new in zip(self.changes, one.changes, strict=True)]
        self.rival += one.rival
        self.worst = min(self.worst, one.changes[self.seat])
        self.squares += one.worth * one.worth
        self.over += one.is_over
        self.at_once += one.is_over_at_once
        self.ahead += one.is_ahead
        if one.plan:
            self.plans[one.plan] += 1
        for number, pattern in enumerate(self.watched):
            self.seen[number] += any(pattern.matches(event, self.seat) for event in one.events)

    def stats(self, option: str, now: Sequence[float], visit_stats: VisitStats | None) -> MoveStats:
        gain = now[self.seat]
        if visit_stats is None:
            return MoveStats(option, gain=gain, now_by_seat=tuple(now))
        n = visit_stats.visits
        later = tuple(change / n for change in self.changes)
        plan, planned = max(self.plans.items(), key=lambda one: one[1], default=("", 0))
        return MoveStats(
            option,
            visits=n,
            worth=visit_stats.mean,
            gain=gain,
            later=later[self.seat],
            rival=self.rival / n,
            worst=self.worst,
            error=sqrt(max(0.0, self.squares / n - visit_stats.mean**2) / n),
            over=self.over / n,
            at_once=self.at_once / n,
            ahead=self.ahead / n,
            now_by_seat=tuple(now),
            later_by_seat=later,
            seen=tuple(count / n for count in self.seen),
            plan=plan,
            plan_share=planned / n,
        )


class SearchNode:
    """A node of the tree, identified by all choices since the searched question, without hidden information.

    While several seats choose at once, they share one node.
    """

    __slots__ = ("children", "stats")

    def __init__(self) -> None:
        self.stats: defaultdict[int, dict[str, VisitStats]] = defaultdict(dict)  # by the seat that chooses
        self.children: defaultdict[tuple[tuple[int, str], ...], SearchNode] = defaultdict(SearchNode)


class Search:
    """One search of one seat about its open question."""

    def __init__(
        self,
        game: Game[Any],
        g: Any,
        seat: int,
        seed: int,
        strength: SearchBudget,
        among: Collection[str] = (),
        watched: Sequence[EventPattern] = (),
    ) -> None:
        """Prepare a search; with `among`, it compares only these options of the open question."""
        self.game, self.seat, self.strength = game, seat, strength
        self.dice = Table(players=0, rng=rng.initial_rng(str(seed)))
        self.spent, self.horizon = 0, strength.lookahead * g.players
        self.watched = watched
        legal = legal_actions(game, g, seat)
        options = [option for option in legal if not among or option in among]
        rng.shuffle(self.dice, options)
        self.root = SearchNode()
        self.variances = [RewardVariance() for _ in range(g.players)]
        self.action_stats: defaultdict[tuple[int, str], VisitStats] = defaultdict(VisitStats)  # by seat and option
        self.worlds = [game.resample(g, seat, str(self._random())) for _ in range(strength.worlds)]
        self.bounds = list(accumulate(game.weight(world, seat) for world in self.worlds))
        self.rationality = [game.rationality(world, seat) for world in self.worlds]
        self.before = [points(game.standing(world)) for world in self.worlds]
        self.spent += DEAL_COST * strength.worlds
        self.options = options if among else game.sensible_actions(self.worlds[0], seat, options)
        self.ignored = [option for option in options if option not in self.options]
        self.narrowed = frozenset(self.options) if len(self.options) < len(legal) else None
        self.outlooks = {option: ScoreOutlook(seat, g.players, watched) for option in self.options}
        self.preview_worlds: list[tuple[int, Any]] = []  # each with its number
        self.scale = 1.0  # the largest lead in them

    def run(self) -> list[MoveStats]:
        """Return the options, best first; tables that look the same to the seat give the same result."""
        limit = int(PREVIEW_SHARE * self.strength.iterations / COPY_COST)  # of options in one world
        number = PREVIEWS if PREVIEWS * len(self.options) <= limit else 1
        bound = max(2, PREVIEWS * limit)
        self.preview_worlds = [self._draw_world() for _ in range(number)]
        gains = {option: self._preview(option) for option in self.options[:bound]}
        self.options = [*sorted(gains, key=lambda option: -gains[option][0]), *self.options[bound:]]
        while not self.variances[0].visits or self.spent < self.strength.iterations:
            self._iterate()
        tallies = self.root.stats[self.seat]
        late = [option for option in self.options[bound:] if option in tallies]  # reached without a preview
        gains |= {option: self._preview(option) for option in late}
        stats = [self.outlooks[o].stats(o, gains[o][1], tallies.get(o)) for o in self.options if o in gains]
        stats += [MoveStats(option) for option in (*self.options, *self.ignored) if option not in gains]
        return sorted(stats, key=lambda move: (-move.visits, -move.worth))

    def _random(self) -> int:
        return rng.randbelow(self.dice, rng.SPAN)

    def _draw_world(self) -> tuple[int, Any]:
        """Draw a world, more plausible ones more often; return its number and a copy with its own dice."""
        number = bisect(self.bounds, self._random() / rng.SPAN * self.bounds[-1], hi=len(self.bounds) - 1)
        world = clone(self.worlds[number])
        world.rng = rng.initial_rng(str(self._random()))
        return number, world

    def _preview(self, option: str) -> tuple[float, list[float]]:
        """Try an option one move ahead in some worlds; return its mean lead and the mean gain of each seat."""
        lead, gains = 0.0, [0.0] * len(self.variances)
        for number, world in self.preview_worlds:
            played = clone(world)
            self.game.answer(played, self.seat, option)
            standings = self.game.standing(played)
            lead += leads(standings)[self.seat] / len(self.preview_worlds)
            for seat, (now, then) in enumerate(zip(points(standings), self.before[number], strict=True)):
                gains[seat] += (now - then) / len(self.preview_worlds)
            self.scale = max(self.scale, *map(abs, leads(standings)))
        self.spent += COPY_COST * len(self.preview_worlds)
        return lead, gains

    # ---- the tree
    def _iterate(self) -> None:
        """Play some decisions in one world, in the tree as far as it is known, then at random; record the result."""
        number, world = self._draw_world()
        log_length = len(world.log)
        idle = self._random_players(number)
        place, together = self.root, []
        trail: list[tuple[int, VisitStats]] = []
        line: list[tuple[int, str]] = []
        known, plan = True, ""
        while world.asks and len(line) < self.horizon:
            seat = next(iter(world.asks)) if line else self.seat
            question = world.question
            if seat in idle:
                option = rng.roll(self.dice, world.asks[seat].options)
            elif known:
                option, visit_stats = self._select(place, world, seat)
                known = visit_stats.visits > 0
                if known and line and seat == self.seat:
                    plan = plan or option
                trail.append((seat, visit_stats))
            else:
                option = self._rollout_action(world, seat)
            self.game.answer(world, seat, option)
            line.append((seat, option))
            if known:
                together.append((seat, option))
                if world.question != question or seat not in world.changes:
                    place, together = place.children[tuple(together)], []
        self.spent += COPY_COST + len(line)
        self._backpropagate(number, world, line, trail, plan, log_length)

    def _random_players(self, number: int) -> list[int]:
        """Return the rivals who act at random in this iteration, in the world of this number."""
        chances = enumerate(self.rationality[number])
        return [seat for seat, sure in chances if sure < 1 and self._random() >= sure * rng.SPAN]

    def _select(self, place: SearchNode, world: Any, seat: int) -> tuple[str, VisitStats]:
        """Choose an option that went well before, or one that has been tried too rarely to judge."""
        options = legal_actions(self.game, world, seat)
        if place is not self.root or seat != self.seat:
            options = self.game.sensible_actions(world, seat, options)
        elif self.narrowed is not None:
            options = [option for option in options if option in self.narrowed]
        tallies = place.stats[seat]
        tried = [option for option in options if option in tallies]
        visits = sum(tallies[option].visits for option in tried)
        if len(tried) < len(options) and len(tried) < max(2, WIDENING * sqrt(visits)):
            option = self._expand(place, seat, [option for option in options if option not in tallies])
            tallies[option] = VisitStats()
        else:
            bold, often = UCT_C * self.variances[seat].max_deviation, log(visits + 1)
            option = max(tried, key=lambda o: tallies[o].mean + bold * sqrt(often / tallies[o].visits))
        return option, tallies[option]

    def _expand(self, place: SearchNode, seat: int, options: list[str]) -> str:
        """Choose a new option: at the root the most promising, elsewhere the better of two."""
        if place is self.root and seat == self.seat:
            return min(options, key=self.options.index)
        return self._better_of_two(seat, options)

    def _rollout_action(self, world: Any, seat: int) -> str:
        """Choose beyond the tree: the better of two options, sometimes of two offers."""
        options = self.game.sensible_actions(world, seat, world.asks[seat].options)
        if rng.randbelow(self.dice, OFFER_ONE_IN) == 0:
            options = self.game.offers(world, seat) or options
        return self._better_of_two(seat, options)

    def _better_of_two(self, seat: int, options: list[str]) -> str:
        """Draw two options and return the one that has gone better whenever this seat chose it."""
        one, other = rng.roll(self.dice, options), rng.roll(self.dice, options)
        a, b = self.action_stats[seat, one], self.action_stats[seat, other]
        return other if a.visits and b.visits and b.mean > a.mean else one

    def _backpropagate(
        self,
        number: int,
        world: Any,
        choices: list[tuple[int, str]],
        trail: list[tuple[int, VisitStats]],
        plan: str,
        log_length: int,
    ) -> None:
        standings = self.game.standing(world)
        values = rewards(world, standings, self.scale)
        for choice in choices:
            self.action_stats[choice].record(values[choice[0]])
        for seat, visit_stats in trail:
            visit_stats.record(values[seat])
        for variance, worth in zip(self.variances, values, strict=True):
            variance.record(worth)
        now, before = points(standings), self.before[number]
        one = Iteration(
            values[self.seat],
            [later - then for later, then in zip(now, before, strict=True)],
            best_of_others(now, self.seat) - best_of_others(before, self.seat),
            not world.asks,
            not world.asks and len(choices) == 1,
            standings[self.seat].rank == max(standing.rank for standing in standings),
            plan,
            world.log[log_length:] if self.watched else (),
        )
        self.outlooks[choices[0][1]].add(one)


def best_of_others(points_by_seat: Sequence[int], seat: int) -> int:
    return max(n for other, n in enumerate(points_by_seat) if other != seat)
