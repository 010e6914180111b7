"""How many requests an answer costs in each game, under Discord's rate limits."""

import random

import pytest

from cogs.game_uis import GAME_UIS
from hob.testing.play import playing, press_something

PEOPLE = ("Ada", "Ben", "Cara")


@pytest.mark.parametrize("group", [ui.group for ui in GAME_UIS.values()])
async def test_an_answer_costs_few_requests(group: str) -> None:
    """Each press is answered and may edit its response; then come the table, a panel per person, and two spare."""
    async with playing(*PEOPLE, command=group) as hob:
        luck = random.Random(5)
        for _ in range(30):
            session = await hob.session()
            if session.status != "playing":
                break
            seat = luck.choice(session.view().waiting)
            person = next(p for p in hob.people.values() if p.id == session.info.seats[seat].person)
            hob.discord.forget_calls()
            await press_something(hob, person, session, seat, luck)
            presses = len(hob.calls("POST", "/interactions/*"))
            requests = [f"{call.method} {call.path}" for call in hob.discord.http_requests]
            assert len(requests) <= 2 * presses + 1 + len(PEOPLE) + 2, requests
