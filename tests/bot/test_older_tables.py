"""The current Hob takes over running games of an older version: tables, messages and their controls."""

import json
import random
from typing import Any

import pytest
from pydantic import BaseModel

from bot.tables.model import Note, OrderAnswer, PendingPrompt, Seat, SeatOrder, TableInfo, Vote
from bot.tables.screen_state import PostedMessage, PostedNotification, PostedPanel, ShownState
from hob.testing.play import press_something
from hob.testing.reading import controls_of, words_of
from tests.bot.left_behind import GOLDEN, VERSIONS, LeftBehind, left_behind

GAMES = ("chaser", "ghosts", "kingdom", "muncher", "cover")
every_version = pytest.mark.parametrize("version", VERSIONS)


async def play(found: LeftBehind, moves: int) -> int:
    """Answer up to `moves` times for the persons; return how often the table changed."""
    hob, luck, before = found.hob, random.Random(1), (await found.hob.session()).revision
    for _ in range(moves):
        session = await hob.session()
        mine = [seat for seat in session.view().waiting if not session.info.seats[seat].is_computer]
        if session.playing and mine:
            person = next(p for p in hob.people.values() if p.id == session.info.seats[mine[0]].person)
            await press_something(hob, person, session, mine[0], luck)
        else:
            await hob.passes(3)
    return (await hob.session()).revision - before


@every_version
async def test_an_upgrade_posts_nothing_and_keeps_screens_right(version: str) -> None:
    async with left_behind(version) as found:
        hob = found.hob
        for name in (*GAMES, "lobby"):  # opening a table updates messages that are now drawn differently
            found.at(name)
            with hob.discord.at_work():
                hob.app.scheduler.wake((await hob.session()).id)
        await hob.settle()
        assert hob.calls("POST", "/channels/*/messages") == [] and hob.calls("DELETE", "/channels/*") == []
        for name in (*GAMES, "lobby"):
            found.at(name)
            session = await hob.session()
            assert session.status == ("lobby" if name == "lobby" else "playing")
            table = session.screen.table
            assert table is not None and table.id == hob.table.id
            assert table.key == hob.app.delivery.table.message(session).key
            assert "frozen" not in words_of(hob.table)


@every_version
@pytest.mark.parametrize("game", GAMES)
async def test_old_controls_still_work_after_an_upgrade(version: str, game: str) -> None:
    async with left_behind(version) as found:
        hob = found.hob
        found.at(game)
        session = await hob.session()
        before, seat = session.revision, session.view().waiting[0]
        me = next(p for p in hob.people.values() if p.id == session.info.seats[seat].person)
        old = [m for m in me.places() if any(f":{session.id}:" in (c.custom_id or "") for c in controls_of(m))]
        assert old and {m.id for m in old} <= {sent["id"] for sent in found.world["sent"]}
        message = next(m for m in old if any(c.answers for c in controls_of(m)))
        control = next(c for c in controls_of(message) if c.answers)
        if control.options:
            picked = [value for _, value, _ in control.options][: control.least]
            await me._keep(await me.actor.select(message, picked, custom_id=control.custom_id))
        else:
            await me.presses(control.custom_id, message)
        assert (await hob.session()).revision >= before
        assert await play(found, 4) >= 1


@every_version
async def test_choices_and_votes_survive_an_upgrade(version: str) -> None:
    async with left_behind(version) as found:
        hob = found.hob
        found.at("ghosts")
        session = await hob.session()
        assert (session.info.settings.pace, session.info.settings.pictures) == ("days", False)
        assert await hob["Ada"].clicks("Agree") == "Your vote decided it."
        assert (await hob.session()).status == "over" and "The table voted to end the game" in hob.table_text()
        await hob["Ada"].clicks("Play again", on=hob.table)
        assert "Pace: slow, over days" in hob.table_text() and "Pictures: off" in hob.table_text()


@every_version
async def test_an_older_lobby_fills_and_starts(version: str) -> None:
    async with left_behind(version) as found:
        hob = found.hob
        found.at("lobby")
        assert "over days" in hob.table_text()
        await hob["Ben"].clicks("Join", on=hob.table)
        assert "D Ben" in hob.table_text()
        await hob["Cara"].clicks("Start", on=hob.table)
        assert (await hob.session()).playing
        assert await play(found, 2) >= 1


@every_version
async def test_a_seat_that_was_left_can_be_taken(version: str) -> None:
    async with left_behind(version) as found:
        found.at("kingdom")
        assert "You're in (seat" in await found.hob["Ben"].types("kingdom join")


def defaults(kind: type[BaseModel]) -> dict[str, Any]:
    fields = {field.alias or name: field for name, field in kind.model_fields.items() if not field.is_required()}
    made: dict[str, Any] = json.loads(json.dumps({name: field.get_default() for name, field in fields.items()}))
    return made


@pytest.mark.parametrize(
    "kind",
    [
        TableInfo,
        Seat,
        SeatOrder,
        OrderAnswer,
        PendingPrompt,
        Vote,
        Note,
        ShownState,
        PostedMessage,
        PostedNotification,
        PostedPanel,
    ],
)
def test_missing_fields_keep_their_old_meaning(kind: type[BaseModel]) -> None:
    """A new field may add a default to the golden file; a changed default would change every stored table."""
    golden = json.loads((GOLDEN / "defaults.json").read_text())
    assert defaults(kind) == golden[kind.__name__]


def test_the_last_score_sheet_of_an_older_table_is_known() -> None:
    screen = ShownState.model_validate({"sheets": 2, "last_sheet": 7})
    assert screen.sheet_ids[-1] == 7 and len(screen.sheet_ids) == screen.sheets
    assert ShownState().to_stored() == {}


def test_only_differences_from_defaults_are_stored() -> None:
    seats = [Seat(person=1, name="Ada"), Seat(name="Soot")]
    info = TableInfo(host=1, seats=seats, acted={0: 3}, last={0: (3, "up")}, prompts={0: PendingPrompt(since=7)})
    stored = {
        "host": 1,
        "seats": [{"person": 1, "name": "Ada"}, {"name": "Soot"}],
        "last": {"0": [3, "up"]},
        "acted": {"0": 3},
        "needs": {"0": {"since": 7.0}},
    }
    assert ShownState(notified={0: 7}).to_stored() == {"rung": {"0": 7.0}}
    assert json.loads(json.dumps(info.to_stored())) == stored
    draft = info.copy_for_edit()
    assert draft == info == TableInfo.model_validate(stored)
    draft.seats[1].name, draft.last[1] = "Kettle", (4, "down")
    assert info.seats[1].name == "Soot" and 1 not in info.last
