"""All randomness comes from one integer: fair, repeatable, and sealed."""

from collections import Counter
from hashlib import sha256
from itertools import permutations
from math import factorial

from engine import rng
from engine.machine import Table


def table(seed: str = "chance") -> Table:
    return Table(players=2, seed=seed, rng=rng.initial_rng(seed))


def chi_square(counts: Counter, outcomes: int) -> float:
    expected = counts.total() / outcomes
    return sum((n - expected) ** 2 / expected for n in counts.values()) + expected * (outcomes - len(counts))


def test_randbelow_is_uniform() -> None:
    for n, bound in ((2, 10.83), (6, 20.52), (48, 82.7)):  # a fair die exceeds this once in a thousand runs
        g = table()
        assert chi_square(Counter(rng.randbelow(g, n) for _ in range(400 * n)), n) < bound


def test_randbelow_rejects_draws_that_would_favour_small_numbers() -> None:
    """With a range of 2^64 and n just above half of it, nearly every second draw must be rejected."""
    n = rng.SPAN // 2 + 1
    g = table()
    draws = [rng.randbelow(g, n) for _ in range(200)]
    assert all(0 <= number < n for number in draws)
    halves = sum(number < n // 2 for number in draws)
    assert 70 < halves < 130


def test_randbelow_one_returns_zero_and_advances_the_state() -> None:
    g = table()
    before = g.rng
    assert [rng.randbelow(g, 1) for _ in range(5)] == [0] * 5 and g.rng != before


def test_a_shuffle_is_uniform_over_all_orders() -> None:
    g, counts = table(), Counter()
    for _ in range(200 * factorial(4)):
        items = list("abcd")
        rng.shuffle(g, items)
        counts["".join(items)] += 1
    assert counts.keys() == {"".join(order) for order in permutations("abcd")}
    assert chi_square(counts, 24) < 49.73  # exceeded once in a thousand


def test_a_draw_removes_one_item_uniformly() -> None:
    g, counts = table(), Counter()
    for _ in range(2_000):
        items = list("abcde")
        drawn = rng.draw(g, items)
        assert sorted([drawn, *items]) == list("abcde")
        counts[drawn] += 1
    assert chi_square(counts, 5) < 18.47


def test_a_roll_weights_faces_by_their_count_on_the_die() -> None:
    g = table()
    counts = Counter(rng.roll(g, [-1, 1, 1]) for _ in range(3_000))
    assert counts.keys() == {-1, 1} and 900 < counts[-1] < 1_100


def test_shuffling_zero_or_one_item_uses_no_randomness() -> None:
    g = table()
    before = g.rng
    for items in ([], ["a"]):
        rng.shuffle(g, items)
    assert g.rng == before


def test_the_same_seed_repeats_all_draws_and_another_does_not() -> None:
    draws = [[rng.randbelow(g, 1_000) for _ in range(20)] for g in (table("a"), table("a"), table("b"))]
    assert draws[0] == draws[1] != draws[2]


def test_the_random_stream_never_changes() -> None:
    """Stored games and published seeds depend on it: these numbers must never change."""
    g = table("golden")
    assert [rng.randbelow(g, 1_000) for _ in range(6)] == [133, 449, 659, 555, 143, 269]
    assert 0 <= g.rng < 1 << 128


def test_the_seal_hashes_the_seed_without_revealing_the_rng_state() -> None:
    assert rng.seal("seed") == sha256(b"hob:seed").hexdigest()
    assert rng.seal("seed") != rng.seal("seed ")
    assert f"{rng.initial_rng('seed'):032x}" not in rng.seal("seed")
