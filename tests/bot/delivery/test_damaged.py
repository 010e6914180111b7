"""A table that can't be read or rendered blocks nothing, and no other table notices."""

import json
import signal
from typing import Any

import pytest

from bot.screens.table_screen import guarded
from bot.tables.time_limit import RenderError, TimeLimitExceeded, render_guard, time_limit
from engine import GAMES
from hob.testing.play import playing
from hob.testing.reading import controls_of
from tests.bot.delivery.damaged import overwrite
from tests.bot.faults import damage


@pytest.mark.parametrize(
    ("column", "text"), [("table", "{"), ("table", '{"seats": 5}'), ("screen", "[]"), ("screen", '{"table": "x"}')]
)
async def test_a_damaged_column_blocks_no_channel_and_breaks_no_list(column: str, text: str) -> None:
    async with playing("Ada", "Ben") as hob:
        ada, table, old = hob["Ada"], hob.table, (await hob.session()).id
        here, hob.channel = hob.channel, hob.guild.create_text_channel("other")
        await hob.set_table("chaser", "Ada", "Ben")
        other, hob.channel = hob.channel, here
        overwrite(hob, old, column, text)
        await hob.restart()
        log = next(c.custom_id for c in controls_of(table) if c.label == "Log")
        said = await ada.forges(log, table)
        assert "I can't read this table any more (error " in said and f"`hob show {old}`" in said
        assert (await ada.types("hob tables")).startswith(f"Your tables:\n• Candy Chaser in <#{other.id}>")
        await ada.types("chaser new")
        assert "new table" in hob.table_text() and (await hob.session()).id != old
        [brief] = await hob.store.maintenance.tables(("aside",))
        assert brief.id == old and brief.aside
        await hob.passes(3600)
        assert (await hob.store.maintenance.tables(("aside",)))[0].due_at is None


async def test_an_unopened_damaged_table_does_not_break_lists() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, here, damaged = hob["Ada"], hob.channel, (await hob.session()).id
        hob.channel = hob.guild.create_text_channel("other")
        await hob.set_table("chaser", "Ada", "Ben")
        await hob.passes(300)
        overwrite(hob, damaged, "table", '{"seats": 5}')
        hob.app.sessions.in_memory.forget()
        said = await ada.types("hob tables")
        assert said.startswith(f"Your tables:\n• Candy Chaser in <#{hob.channel.id}>") and f"<#{here.id}>" not in said


async def test_the_channel_of_a_damaged_table_is_free_at_once() -> None:
    async with playing("Ada", "Ben") as hob:
        old = (await hob.session()).id
        hob.app.scheduler.runner.accepting = False
        overwrite(hob, old, "table", "{")
        hob.app.sessions.in_memory.forget()
        await hob["Ada"].types("chaser new")
        assert "new table" in hob.table_text() and (await hob.session()).id != old


async def test_an_impossible_number_freezes_only_its_table() -> None:
    async with playing("Ada", "Ben", command="kingdom") as hob:
        session = await hob.session()
        assert session.state is not None
        whole = json.loads(session.state)
        whole["state"]["villains"][0]["sugar"] = 10**9
        before = damage(hob, session.id, json.dumps(whole).encode())
        await hob.restart()
        assert "I stopped this table" in await hob["Ada"].types("kingdom hand")
        await hob.settle()
        assert "I stopped this table" in hob.table_text()
        await hob.passes(60)
        damage(hob, session.id, before)
        await hob.restart()
        await hob.settle()
        assert "I stopped this table" not in hob.table_text(), "a mended table shows at once"


@pytest.mark.parametrize("trouble", ["raises", "hangs"])
async def test_a_table_that_cannot_be_shown_is_frozen(monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    monkeypatch.setattr("bot.tables.time_limit.TIME_LIMIT", 0.05)
    game, ill = type(GAMES["candy-chaser"]), True
    view = game.view

    def bad(self: Any, g: Any, seat: int | None) -> Any:
        while ill and trouble == "hangs":
            pass
        if ill:
            raise KeyError("no such card")
        return view(self, g, seat)

    async with playing("Ada", "Ben") as hob:
        me = await hob.asked()
        button = next(c.custom_id for c in controls_of(hob.table) if c.answers)
        monkeypatch.setattr(game, "view", bad)
        said = "I stopped this table" if trouble == "hangs" else "Sorry, something went wrong"
        assert said in await me.forges(button, hob.table)
        await hob.settle()
        assert "I stopped this table" in hob.table_text() and (await hob.session()).status == "frozen"
        kept = await hob.store.answers((await hob.session()).id)
        assert [answer.person for answer in kept] == [me.id], "acknowledged answers stay"
        ill = False
        await hob.restart()
        await hob.settle()
        assert "I stopped this table" not in hob.table_text()


async def test_a_frozen_table_that_cannot_even_say_so_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing("Ada", "Ben") as hob:
        session = await hob.session()

        def bad(*_: Any) -> Any:
            raise ValueError("nothing can be drawn")

        monkeypatch.setattr("bot.delivery.table_message.table_message", guarded(bad))
        session.invalidate()
        with hob.discord.at_work():
            hob.app.scheduler.wake(session.id)
        await hob.passes(60)
        assert await hob.store.at_channel(hob.channel.id) is None
        assert [brief.id for brief in await hob.store.maintenance.tables(("aside",))] == [session.id]


def test_limits_count_work_and_nest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.time_limit.TIME_LIMIT", 0.02)
    with pytest.raises(TimeLimitExceeded, match=r"took longer than 0\.02 seconds"), time_limit(), time_limit():
        while True:
            pass
    with pytest.raises(RenderError, match="KeyError"), render_guard():
        raise KeyError("x")
    with render_guard(), render_guard():
        pass
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0), "work after a limit is not limited"
