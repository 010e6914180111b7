"""How quickly one person may open tables, over all Hobs on a store."""

import pytest

from bot.errors import UserError
from bot.settings import Limits
from bot.tables import lobby
from bot.tables.quotas import Quotas
from bot.tables.service import Sessions
from db import Store
from engine import GAMES

ADA, BEN = 11, 12


class Hob:
    """The part of a Hob that opens tables, on a shared database."""

    def __init__(self, store: Store, clock: list[float], elapsed: list[float] | None = None) -> None:
        passed = clock if elapsed is None else elapsed
        self.quotas = Quotas(store, Limits(new_by_person=3, span=60.0), lambda: clock[0], lambda: passed[0])
        self.sessions = Sessions(store, lambda: clock[0])

    async def opens(self, person: int, channel: int) -> str:
        """Open a lobby; return its id."""
        await self.quotas.admit(person, None)
        game = GAMES["candy-chaser"]
        info = lobby.open_lobby(person, "Ada", game, ["easy"], {})
        return (await self.sessions.create(game.slug, None, channel, info)).id


async def test_the_opening_limit_spans_all_processes(store: Store, neighbour: Store) -> None:
    clock = [1000.0]
    first, second = Hob(store, clock), Hob(neighbour, clock)
    closed = await first.opens(ADA, 1)
    session = await first.sessions.open(closed)
    async with session.lock:
        await first.sessions.change(session, lobby.expire(session.info))  # a closed table counts too
    clock[0] += 10
    await first.opens(ADA, 2)
    clock[0] += 10
    await second.opens(ADA, 3)
    for hob in (first, second):
        with pytest.raises(UserError) as refusal:
            await hob.opens(ADA, 4)
        assert (refusal.value.key, refusal.value.fields["wait"]) == ("too-quick", 40.0)
    await second.opens(BEN, 4)  # another person
    clock[0] += 41
    await second.opens(ADA, 5)


async def test_a_clock_set_back_does_not_delay_players(store: Store) -> None:
    clock, elapsed = [10_000.0], [0.0]
    hob = Hob(store, clock, elapsed)
    for channel in range(3):
        await hob.opens(ADA, channel)
    clock[0] -= 3600
    with pytest.raises(UserError, match="too-quick"):
        await hob.opens(ADA, 4)
    elapsed[0] += 61
    await hob.opens(ADA, 4)


async def test_joining_a_table_does_not_count_as_opening_it(store: Store) -> None:
    clock = [1000.0]
    hob = Hob(store, clock)
    for channel in range(3):
        session = await hob.sessions.open(await hob.opens(20 + channel, channel))
        async with session.lock:
            await hob.sessions.change(session, lobby.join(session.info, ADA, "Ada", session.game))
    await hob.opens(ADA, 9)
