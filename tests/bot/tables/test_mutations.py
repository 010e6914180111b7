"""Opening a damaged snapshot has three outcomes, all of them quick: it is refused, shown, or found unfit.

`python -m benchmarks faults` does the same with many more snapshots.
"""

import random
from collections import Counter

import pytest

from benchmarks.faults import mutated, outcome, some_states
from engine import GAMES

EACH = 12
OUTCOMES = {"refused", "shown", "unfit"}


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_a_mutated_snapshot_is_refused_shown_or_unfit(slug: str) -> None:
    luck = random.Random(slug)
    found: Counter[str] = Counter()
    for state in some_states(slug, luck, 3):
        assert outcome(slug, state) == "shown", "before it was damaged"
        found.update(outcome(slug, mutated(state, luck)) for _ in range(EACH // 3))
    assert found.total() == EACH and set(found) <= OUTCOMES
