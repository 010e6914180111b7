"""Replays of finished games: permissions, contents, the viewer's seat, and sharing."""

import asyncio
import io
from random import Random
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from bot.delivery.messenger import EphemeralMessage
from bot.pictures.films import Films
from bot.screens.custom_id import ASIDE, Control
from cogs.game_uis import GAME_UIS
from cogs.replay.cog import ReplayViewer
from db import StoreUnavailable
from hob.testing.play import Evening, Person, play_some, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import over

TURN, EYES = "Go to a turn…", "View as…"


def viewer(person: Person) -> Any:
    return next(m for m in reversed(person.seen) if any(c.placeholder == EYES for c in controls_of(m)))


def shown(person: Person) -> str:
    return words_of(viewer(person))


async def picks(person: Person, placeholder: str, value: str) -> None:
    menu = next(c for c in controls_of(viewer(person)) if c.placeholder == placeholder)
    await person._keep(await person.actor.select(viewer(person), [value], custom_id=menu.custom_id))


async def expected(hob: Evening, position: int, seat: int | None) -> str:
    """Return the alt text of the table's picture after `position` answers."""
    session, ui = await hob.session(), GAME_UIS["candy-chaser"]
    assert session.g is not None
    g = session.game.deal(session.g.players, session.g.seed)
    for answer in (await hob.store.answers(session.id))[:position]:
        session.game.answer(g, answer.seat, answer.option)
    view = session.game.view(g, seat)
    return str(ui.pictures.table_alt(view, ui.translator(session.info.names(), view, escape=False)))


async def test_a_game_can_be_replayed_from_any_seat_and_shared() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, ben, number = hob["Ada"], hob["Ben"], (await hob.session()).id
        await play_some(hob, Random(5), 3)
        assert "You can do that once the game is over." in await ada.types("hob replay", table=number.lower())
        nothing = "There's no finished game here to replay, and you haven't finished one elsewhere."
        assert (await ada.types("hob replay")).startswith(nothing), "no list that would be empty"
        await over(hob)
        last = len(await hob.store.answers(number))
        await ada.clicks("Replay", on=hob.table)
        assert f"Candy Chaser · step 0 of {last}" in shown(ada) and "**The game begins**" in shown(ada)
        for position in range(1, 4):
            await ada.clicks("▶", on=viewer(ada))
            assert f"· step {position} of {last}" in shown(ada)
            assert await expected(hob, position, None) in shown(ada)
        assert viewer(ada).attachments, "it is drawn"
        await ada.clicks("▶|", on=viewer(ada))
        assert f"· step {last} of {last}" in shown(ada) and "wins" in shown(ada)
        assert [c.label for c in controls_of(viewer(ada)) if c.disabled] == ["▶", "▶|"]
        await picks(ada, TURN, "2")
        assert f"· step 2 of {last}" in shown(ada)

        await picks(ada, EYES, "s1")
        assert await expected(hob, 2, 1) in shown(ada) and "You smuggle" in shown(ada)
        await hob.restart()
        await ada.clicks("◀", on=viewer(ada))
        assert f"· step 1 of {last}" in shown(ada) and "You smuggle" in shown(ada), "the control contains the position"

        before = hob.table.id
        await ada.clicks("Share this moment", on=viewer(ada))
        moment = hob.channel.last_message
        assert moment.content == "Ada shared a moment from this game:" and moment.attachments
        assert await expected(hob, 1, 1) in words_of(moment) and not controls_of(moment)
        assert "You just shared a moment from a replay." in await ada.clicks("Share this moment", on=viewer(ada))
        assert hob.table.id == before

        forged = [Control(number, "watch", verb, 9, seat, ASIDE) for verb, seat in (("on", 7), ("off", None))]
        for control in forged:
            assert "belong to a table that no longer exists" in await ada.forges(str(control), viewer(ada))
        await ada.forges(str(Control(number, "watch", "on", 999999, None, ASIDE)), viewer(ada))
        assert f"· step {last} of {last}" in shown(ada)

        await ben.types("hob me", pictures="off")
        await ben.types("hob replay")
        await ben.clicks("▶", on=viewer(ben))
        assert not viewer(ben).attachments and "A Ada" in shown(ben) and "Blue" in shown(ben), "words are enough"


async def test_no_replay_is_offered_while_the_database_is_away(caplog: pytest.LogCaptureFixture) -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        assert len(await hob["Ada"].completes("hob replay", "table")) == 1
        with mock.patch.object(type(hob.store.results), "newest", side_effect=StoreUnavailable("away")):
            assert await hob["Ada"].completes("hob replay", "table") == []
            elsewhere = hob.guild.create_text_channel("elsewhere")
            assert "Sorry, I couldn't" in await hob["Ada"].types("hob replay", channel=elsewhere)
        assert not any(record.exc_info for record in caplog.records)


async def test_a_game_that_is_no_longer_stored_is_not_offered() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, number = hob["Ada"], (await hob.session()).id
        await over(hob)
        assert await ada.completes("hob replay", "table") == [f"Candy Chaser · 2026-01-01 · {number}"]
        await hob.store.maintenance.drop_sessions(hob.clock() + 1)  # after `HOB_KEEP_GAMES` days; its result stays
        assert await ada.completes("hob replay", "table") == []


async def test_replays_require_access_to_the_channel() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        number, elsewhere = (await hob.session()).id, hob.guild.create_text_channel("elsewhere")
        cara, ada = hob.person("Cara"), hob["Ada"]
        await cara.types("hob replay", channel=elsewhere, table=number)
        assert "· step 0 of" in shown(cara)
        assert "Share this moment" not in [c.label for c in controls_of(viewer(cara))]
        assert "There's no game" in await cara.types_to_hob("hob replay", table=number)
        assert "There's no game" in await cara.types("hob replay", table="whist")
        control = str(Control(number, "watch", "share", 1, None, ASIDE))
        assert "only in the table's channel" in await cara.forges(control, viewer(cara))
        assert await ada.completes("hob replay", "table", "chaser") == [
            f"Candy Chaser · {hob.discord.now():%Y-%m-%d} · {number}"
        ]
        hob.discord.hide(hob.channel.id, hob.guild.id)
        assert "There's no game" in await cara.types("hob replay", channel=elsewhere, table=number)
        assert "Which game" in await ada.types("hob replay", channel=elsewhere)
        await ada.types_to_hob("hob replay", table=number)
        assert "· step 0 of" in words_of(ada.seen[-1]), "players of the game can always watch it"


async def test_replays_show_undone_moves_and_describe_older_rules() -> None:
    async with playing("Ada", computers=1, computer_pause=0) as hob:
        ada = hob["Ada"]
        await hob.passes(6)
        await play_some(hob, Random(2), 1)
        await ada.types("hob take-back")
        await ada.clicks("Undo", on=ada.seen[-1])  # although the game no longer counts then
        entries = await hob.store.answers((await hob.session()).id)
        back = next(place for place, entry in enumerate(entries, 1) if entry.back_to is not None)
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.clicks("Replay", on=hob.table)
        for _ in range(back):
            await ada.clicks("▶", on=viewer(ada))
        assert f"· step {back} of" in shown(ada)
        assert "Ada undoes: Ada rolls" in shown(ada)

        session = await hob.session()
        assert session.g is not None
        session.g.log.append(session.g.log[-1])  # as if the game had been played with other rules
        ReplayViewer.of(hob.app).replays._cache.clear()
        await ada.clicks("◀", on=viewer(ada))
        assert "My rules for this game have changed" in shown(ada) and not viewer(ada).attachments


@pytest.mark.slow
async def test_rendering_the_video_shows_its_progress() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await play_some(hob, Random(5), 2)
        await ada.types("hob end")
        await ada.clicks("End it")
        for person in (ada, ben):
            await person.clicks("Replay", on=hob.table)
        said = await hob.at_once((ada, "Get the video"), (ben, "Get the video"))
        assert "I'm making another video right now." in said[1]
        await hob.settle()
        (film,) = ada.seen[-1].attachments
        picture = Image.open(io.BytesIO(hob.discord.content(film)))
        assert picture.format == "WEBP" and picture.n_frames == 4, "the deal, two moves, the poster"  # type: ignore[attr-defined]
        edits = [call.json["content"] for call in hob.calls("PATCH", "/webhooks/*") if call.json]
        assert [text for text in edits if text and text.startswith("Making the video: 50%")]
        assert "Here's the video of this Candy Chaser game." in await ben.clicks("Get the video", on=viewer(ben)), (
            "immediately"
        )
        assert ben.seen[-1].attachments


async def test_an_interrupted_video_says_so_and_a_lost_one_is_sent_again() -> None:
    async def make(key: str, frames: object, report: object) -> bytes:
        return b"video"

    edit, pauses = EphemeralMessage.edit, 4.0

    async def slowly(message: EphemeralMessage, payload: dict[str, Any]) -> Any:
        await asyncio.sleep(pauses if payload.get("attachments") else 0)
        return await edit(message, payload)

    async with playing("Ada", "Ben") as hob:
        ada = hob["Ada"]
        await play_some(hob, Random(5), 2)
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.clicks("Replay", on=hob.table)
        custom_id = next(c.custom_id for c in controls_of(viewer(ada)) if c.label == "Get the video")
        with mock.patch.object(Films, "make", side_effect=make), mock.patch.object(EphemeralMessage, "edit", slowly):
            filming = ada.begins(custom_id, viewer(ada))
            await hob.passes(1)
            with hob.discord.at_work():
                await hob.bot.close()
            told = hob.discord.result(filming).response
            assert told is not None and "I was restarted before the video was ready." in told.content
            assert [c.label for c in controls_of(told)] == ["Get the video"]
            await hob.restart()
            pauses = 0.0
            hob.discord.discord.faults.fail("PATCH", "/webhooks/.*", drop="before")
            await ada.presses(custom_id, viewer(ada))
            await hob.settle()
            assert ada.seen[-1].attachments
