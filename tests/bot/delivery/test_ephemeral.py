"""The ephemeral panels behind *My hand*: which ones Hob may edit, and which it must never touch."""

import asyncio
from typing import Any

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.delivery.response import DEFER_AFTER
from bot.people import service as people
from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import painting_takes


async def two(hob: Evening) -> tuple[Person, Person]:
    """Return the person the table waits for, and another one."""
    me = await hob.asked()
    return me, next(person for person in hob.people.values() if person is not me)


def answers_take(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Delay every interaction response, as on a slow network."""
    answer = AsyncWebhookAdapter.create_interaction_response

    async def slowly(*those: Any, **more: Any) -> Any:
        await asyncio.sleep(seconds)
        return await answer(*those, **more)

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", slowly)


def in_the_channel(hob: Evening) -> str:
    return "\n".join(words_of(message) for message in hob.channel.history())


async def test_cards_sent_after_a_deferral_never_reach_the_table() -> None:
    async with playing("Ada", "Ben", moment=6, pictures=True) as hob:
        me, other = await two(hob)
        with painting_takes(hob, 3):
            assert "You smuggle" in await other.clicks("My hand", on=hob.table)
        await me.types("chaser move", candy="blue")
        assert f"• {me.name} rolls" in hob.table_text()
        assert "smuggle" not in in_the_channel(hob)


async def test_cards_are_sent_after_a_lost_deferral_and_never_reach_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deferral arrives, but Hob gets an error; Discord would reject the cards as another first response."""
    async with playing("Ada", "Ben", moment=10, pictures=True) as hob:
        me, other = await two(hob)
        settings = hob.app.people.settings

        async def late(person: int) -> Any:
            await asyncio.sleep(DEFER_AFTER + 1)
            return await settings(person)

        monkeypatch.setattr(hob.app.people, "settings", late)
        hob.discord.discord.faults.fail("POST", "/interactions/.*", drop="after")
        assert "You smuggle" in await other.clicks("My hand", on=hob.table)
        monkeypatch.undo()
        await me.types("chaser move", candy="blue")
        assert f"• {me.name} rolls" in hob.table_text()
        assert "smuggle" not in in_the_channel(hob)


async def test_a_second_message_follows_a_response_whose_confirmation_is_lost() -> None:
    """The edited lobby arrives, but Hob gets an error; then it asks the new player where the cards should go."""
    async with evening(games=["ghosts-love-candy"]) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("ghosts new")
        hob.discord.discord.faults.fail("POST", "/interactions/.*", drop="after")
        assert "You're in (seat B)" in await ben.clicks("Join")
        assert "Ben" in hob.table_text()


async def test_a_deferred_hand_command_stays_up_to_date() -> None:
    async with playing("Ada", "Ben", moment=6, pictures=True) as hob:
        me, other = await two(hob)
        with painting_takes(hob, 3):
            await other.types("chaser hand")
        panel = other.seen[-1]
        assert "You have nothing to decide" in words_of(panel)
        await me.types("chaser move", candy="blue")
        assert "move one cube" in words_of(panel)


async def test_an_uneditable_ephemeral_message_is_ignored() -> None:
    async with playing("Ada", "Ben", moment=6) as hob:
        me, other = await two(hob)
        await other.clicks("My hand", on=hob.table)
        hob.discord.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
        await me.types("chaser move", candy="blue")
        assert (await hob.session()).screen.retry_at == 0
        assert "You have nothing to decide" in words_of(other.seen[-1])


@pytest.mark.parametrize("fault", [{"status": 503}, {"drop": "before"}])
async def test_an_ephemeral_panel_is_updated_after_an_outage(fault: dict[str, Any]) -> None:
    async with playing("Ada", "Ben", moment=6) as hob:
        me, other = await two(hob)
        await other.clicks("My hand", on=hob.table)
        outage = hob.discord.discord.faults.fail("PATCH", "/webhooks/.*", times=1000, **fault)
        await me.types("chaser move", candy="blue")
        await hob.passes(60)
        assert "You have nothing to decide" in words_of(other.seen[-1])
        outage.times = 0
        await hob.passes(60)
        assert "move one cube" in words_of(other.seen[-1])


async def test_an_ephemeral_panel_is_given_up_if_an_outage_outlasts_it() -> None:
    async with playing("Ada", "Ben", moment=6) as hob:
        me, other = await two(hob)
        await other.clicks("My hand", on=hob.table)
        hob.discord.discord.faults.fail("PATCH", "/webhooks/.*", times=1000, status=503)
        await me.types("chaser move", candy="blue")
        await hob.passes(900)
        assert hob.app.delivery.ephemeral.open_panels == {}
        tried = len(hob.calls("PATCH", "/webhooks/*"))
        await hob.passes(300)
        assert len(hob.calls("PATCH", "/webhooks/*")) == tried


async def test_a_dm_outdated_in_flight_is_refreshed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last secret choice is made while the answer to another player is in flight."""
    async with evening(moment=0) as hob:
        await hob.set_table("ghosts", "Ada", "Ben", "Cara")
        await hob["Ada"].types("ghosts start")
        await hob.settle()
        await hob["Cara"].types("ghosts choose", ghost="1")
        ben, [message] = hob["Ben"], hob["Ben"].messages
        answers_take(monkeypatch, 0.3)
        ben.begins(next(c.custom_id for c in controls_of(message) if c.answers), message)
        await hob.passes(0.1)
        await hob["Ada"].types("ghosts choose", ghost="3")
        await hob.settle()
        assert (await hob.session()).view().questions[0].say == "haunt"
        assert not any(c.answers for c in controls_of(ben.messages[-1]))


async def test_an_ephemeral_message_outdated_in_flight_is_refreshed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben", moment=0) as hob:
        me, other = await two(hob)
        await hob.passes(5)
        answers_take(monkeypatch, 0.3)
        hand = next(c.custom_id for c in controls_of(hob.table) if c.label == "My hand")
        panel = other.begins(hand, hob.table)
        await hob.passes(0.1)
        await me.types("chaser move", candy="blue")
        await hob.settle()
        await other._keep(hob.discord.result(panel))
        assert "move one cube" in words_of(other.seen[-1])


async def test_memory_of_people_and_panels_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "CACHE_SIZE", 1)
    async with playing("Ada", "Ben") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await ben.types("hob me", rings="off")
        for person in (ada, ben):
            await person.clicks("My hand", on=hob.table)
        assert len(hob.app.delivery.ephemeral.open_panels) == 2
        await ada.types("hob end")
        await ada.clicks("End it")
        assert "The game is over" in words_of(ben.seen[-1])
        assert hob.app.delivery.ephemeral.open_panels == {}, "they show the result and are never edited again"
        assert len(hob.app.people._rows) == 1 and "Turn alerts: off" in await ben.types("hob me")
