"""Ratings computed step by step equal those of a recount, and they recover the players' true order."""

import os
import random
from pathlib import Path

from bot.tables import ratings
from db import PlaceRow, RatingRow, ResultRow, Store
from tests.db.rows import change, session

GAMES = int(os.environ.get("TEST_RESULTS", "240"))
STRENGTH = {"easy": -1.0, "normal": 0.0, "hard": 1.0}


def result(number: int, *seats: tuple[int | None, str | None, int | None], guild: int | None = 1) -> ResultRow:
    placed = tuple(PlaceRow(seat, person, level, place, None) for seat, (person, level, place) in enumerate(seats))
    return ResultRow(f"R{number:05}", "candy-chaser", guild, "played", 10, 60.0, float(number), None, placed)


def played(number: int, luck: random.Random) -> ResultRow:
    """Return a result with two of the persons 1 to 4, each a little better than the one before, and a computer."""
    who: list[tuple[int | None, str | None, float]] = [(n, None, n - 2.5) for n in luck.sample(range(1, 5), 2)]
    level = luck.choice(list(STRENGTH))
    who.append((None, level, STRENGTH[level]))
    order = sorted(range(3), key=lambda seat: -(who[seat][2] + luck.gauss(0, 1.5)))
    return result(number, *((person, level, 1 + order.index(n)) for n, (person, level, _) in enumerate(who)))


async def keep(store: Store, given: list[ResultRow]) -> None:
    for one in given:
        await store.create(session(id=one.session_id, channel_id=int(one.session_id[1:]) + 1000), [11])
        await store.commit(change(session_id=one.session_id, status="over", answer=None, result=one))


async def all_of(store: Store) -> list[RatingRow]:
    return sorted(
        await store.results.ratings({0, 1}, "candy-chaser", range(1, 9)),
        key=lambda r: (r.guild_id, r.person, r.computer),
    )


async def test_a_recount_equals_the_incremental_ratings(tmp_path: Path) -> None:
    store, luck = await Store.open(f"sqlite:///{tmp_path / 'r.sqlite3'}"), random.Random(4)
    try:
        for start in range(0, GAMES, 40):
            await keep(store, [played(number, luck) for number in range(start, start + 40)])
            assert await ratings.rate_new_results(store) == 40 and await ratings.rate_new_results(store) == 0
        before = await all_of(store)
        assert await ratings.recount(store) == GAMES
        assert await all_of(store) == before and len(before) == 2 * 7
    finally:
        await store.close()


def test_ratings_recover_the_order_of_strength() -> None:
    luck = random.Random(5)
    made = ratings.rate({}, (played(number, luck) for number in range(5000)))
    for guild in (0, 1):
        people = [made[guild, "candy-chaser", person, ""] for person in range(1, 5)]
        assert [row.person for row in sorted(people, key=ratings.conservative_rating)] == [1, 2, 3, 4]
        levels = [made[guild, "candy-chaser", 0, level] for level in STRENGTH]
        assert [row.computer for row in sorted(levels, key=ratings.conservative_rating)] == list(STRENGTH)


def test_rating_in_one_go_or_one_by_one_is_equal() -> None:
    luck = random.Random(6)
    games = [played(number, luck) for number in range(100)]
    one_by_one: ratings.Ratings = {}
    for game in games:
        one_by_one |= ratings.rate(one_by_one, [game])
    assert one_by_one == ratings.rate({}, games)


def test_games_that_do_not_count_change_no_ratings() -> None:
    assert ratings.rate({}, [result(1, (1, None, None), (2, None, None))]) == {}, "ended early"
    assert ratings.rate({}, [result(1, (1, None, 1), (None, None, 2))]) == {}, "the other person was deleted"
    assert ratings.rate({}, [result(1, (1, None, 1), (2, None, None))]) == {}, "a computer played on"
    assert ratings.rate({}, [result(1, (None, "easy", 1), (None, "easy", 2))]) == {}, "one opponent only"


def test_two_computers_of_one_level_have_one_rating() -> None:
    made = ratings.rate({}, [result(1, (1, None, 1), (None, "easy", 2), (None, "easy", 3))])
    assert made[1, "candy-chaser", 0, "easy"].games == 1
    assert made[1, "candy-chaser", 1, ""].mu > made[1, "candy-chaser", 0, "easy"].mu
    assert {key[0] for key in made} == {0, 1}


def test_a_game_in_dms_affects_only_the_global_rating() -> None:
    assert {key[0] for key in ratings.rate({}, [result(1, (1, None, 1), (2, None, 2), guild=None)])} == {0}
