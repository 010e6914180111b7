"""Find a player's mistakes: decisions that cost something in all samples, not only in a lucky one."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from cogs.coach.reasons import CLOSE_WORTH, LEVEL
from cogs.replay.replays import Replay
from engine.ai import MoveStats, SearchResult
from engine.rng import derive_seed

SCREENING_SHARE = 0.25  # share of the search budget for each decision; seeming mistakes then get all of it
MAX_CANDIDATES = 8  # decisions searched again with the full budget, the most costly first
SAMPLES = 5  # searches in which a candidate is then compared with the better move
CONFIDENCE = 3.0  # standard errors by which the mean cost must exceed MIN_COST
MIN_COST = 0.07  # in worth (0 to 1); good players disagree about cheaper moves, so these aren't called mistakes
MAX_MISTAKES = 3  # shown at most
MAX_FAILED_SHARE = 1 / 4  # share of a round's searches; if more fail, the costs can't be compared


class SearchFailed(Exception):
    """A search was lost or had too little time for the coach's level; or, in a review, too many searches did."""


class Decision(NamedTuple):
    """The replay position at which a seat chose an action, and the number of the question it answered."""

    position: int
    question: int
    action: str


class Judgement(NamedTuple):
    """A decision compared with the best other action, both as means over all samples."""

    decision: Decision
    mine: MoveStats
    best: MoveStats
    cost: float = 0.0  # the mean difference of their worth
    is_mistake: bool = False


# Search a table with this seed and this share of the budget, among these actions (none: all).
RunSearch = Callable[[Any, int, float, tuple[str, ...]], Awaitable[SearchResult | None]]
Report = Callable[[float], Awaitable[None]]


class MistakeFinder:
    """Judges the decisions of one seat. The first full search of a candidate is the one that a hint would show."""

    def __init__(self, session_id: str, replay: Replay, seat: int, run_search: RunSearch, report: Report) -> None:
        self.session_id, self.replay, self.seat = session_id, replay, seat
        self.run_search, self.report = run_search, report

    async def mistakes(self, decisions: Sequence[Decision]) -> list[Judgement]:
        """Return the most costly mistakes, in the order of the game. Raises SearchFailed."""
        screened = await self._round(decisions, partial(self._compare_with_all, share=SCREENING_SHARE), 0, 0.4)
        suspects = sorted((one for one in screened if one.cost >= CLOSE_WORTH), key=lambda one: -one.cost)
        judged = await self._round([one.decision for one in suspects[:MAX_CANDIDATES]], self.judge, 0.4, 1)
        worst = sorted((one for one in judged if one.is_mistake), key=lambda one: -one.cost)[:MAX_MISTAKES]
        return sorted(worst, key=lambda one: one.decision.position)

    async def _round(
        self,
        decisions: Sequence[Decision],
        look: Callable[[Decision], Awaitable[Judgement | None]],
        begin: float,
        end: float,
    ) -> list[Judgement]:
        judgements, failed = [], 0
        for number, decision in enumerate(decisions):
            await self.report(begin + (end - begin) * number / len(decisions))
            try:
                judgement = await look(decision)
                judgements += [judgement] if judgement is not None else []
            except SearchFailed:
                failed += 1
        if failed > len(decisions) * MAX_FAILED_SHARE:
            raise SearchFailed(f"{failed} of {len(decisions)} searches")
        return judgements

    async def judge(self, decision: Decision) -> Judgement | None:
        """Search as a hint would, then compare the best action with the chosen one in more samples."""
        first = await self._compare_with_all(decision, 1.0)
        if first is None or first.cost < CLOSE_WORTH:
            return first
        pair = (first.mine.option, first.best.option)
        samples: list[tuple[MoveStats, MoveStats]] = []
        for number in range(SAMPLES):
            seed = derive_seed(self.session_id, decision.question, self.seat, "again", number)
            result = await self._search(decision, seed, among=pair)
            by_action = {stats.option: stats for stats in result.moves}
            samples.append((by_action[pair[0]], by_action[pair[1]]))
            if number == 0 and cost_of(samples[0]) < CLOSE_WORTH:  # the first sample was luck
                break
        costs = [cost_of(sample) for sample in samples]
        mine, best = (mean_stats([sample[side] for sample in samples]) for side in (0, 1))
        return Judgement(decision, mine, best, fmean(costs), is_clear(costs))

    async def _compare_with_all(self, decision: Decision, share: float) -> Judgement | None:
        """Compare with all other actions; return None if there was no choice. Raises SearchFailed."""
        g = self.replay.at(decision.position)
        if self.seat not in g.asks:  # it was an offer
            return None
        result = await self._search(decision, derive_seed(self.session_id, decision.question, self.seat), share)
        mine = next((stats for stats in result.moves if stats.option == decision.action), None)
        best = next((stats for stats in result.moves if stats.option != decision.action and stats.visits), None)
        if mine is None or best is None:
            return None
        return Judgement(decision, mine, best, best.worth - mine.worth)

    async def _search(
        self, decision: Decision, seed: int, share: float = 1.0, among: tuple[str, ...] = ()
    ) -> SearchResult:
        result = await self.run_search(self.replay.at(decision.position), seed, share, among)
        if result is None or result.level != LEVEL:  # there was no time for this level
            raise SearchFailed
        return result


def cost_of(sample: tuple[MoveStats, MoveStats]) -> float:
    mine, best = sample
    return best.worth - mine.worth


def is_clear(costs: Sequence[float]) -> bool:
    """Return True if the mean cost exceeds `MIN_COST` by at least `CONFIDENCE` standard errors."""
    if len(costs) < 2:
        return False
    return fmean(costs) - CONFIDENCE * stdev(costs) / sqrt(len(costs)) >= MIN_COST


def mean_stats(samples: Sequence[MoveStats]) -> MoveStats:
    """Combine the results of several searches for one action, weighted by visits."""
    tries = sum(stats.visits for stats in samples) or 1

    def mean(name: str) -> float:
        return sum(float(getattr(stats, name)) * stats.visits for stats in samples) / tries

    return samples[0]._replace(
        visits=tries,
        worth=mean("worth"),
        gain=mean("gain"),
        later=mean("later"),
        rival=mean("rival"),
        over=mean("over"),
        ahead=mean("ahead"),
        worst=min(stats.worst for stats in samples),
    )


def decisions_of(replay: Replay, seat: int, person: int) -> list[Decision]:
    """Return a person's answers that count: for each question the last one, in the place of the first."""
    decisions: dict[tuple[bool, int], Decision] = {}
    for place, entry in replay.effective_answers():
        if (entry.seat, entry.person) == (seat, person):
            is_offer = replay.steps[place].is_offer
            key = (is_offer, entry.revision if is_offer else entry.question)
            before = decisions.get(key)
            decisions[key] = Decision(place if before is None else before.position, entry.question, entry.option)
    return list(decisions.values())


def ending_decision(replay: Replay, seat: int, person: int) -> Decision | None:
    """Return the answer by which a person eliminated their own seat or lost in a single move; None if there is none."""
    mine = [(place, e) for place, e in replay.effective_answers() if (e.seat, e.person) == (seat, person)]
    if not mine:
        return None
    place, entry = mine[-1]
    game, before, after = replay.game, replay.at(place), replay.at(place + 1)
    is_fatal = seat in game.eliminated(after) and seat not in game.eliminated(before)
    return Decision(place, entry.question, entry.option) if is_fatal else None
