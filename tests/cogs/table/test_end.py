"""The end of a game: screens, notifications, playing again, replays."""

import re
from typing import Any
from unittest import mock

import pytest
from pydantic import model_validator

from bot.__main__ import verify_replay
from engine import GAMES
from hob.testing.play import evening, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.cover_your_kingdom.evenings import court
from tests.cogs.tables import over, tattle, tattling
from tests.engine.cover_your_kingdom.table import arrange


async def test_a_rematch_lobby_is_not_a_reply_to_the_finished_game() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await hob.settle()
        before = len(hob.calls("POST", "/channels/*/messages"))
        await hob["Ada"].clicks("Play again")
        await hob.settle()
        answers = [call.json for call in hob.calls("POST", "/interactions/*/callback")]
        assert answers[-1]["type"] == 6, "the press is acknowledged without a message"
        assert len(hob.calls("POST", "/channels/*/messages")) == before + 1
        assert (await hob.session()).status == "lobby" and "A Ada" in hob.table_text()


async def test_the_last_press_turns_the_table_into_the_result() -> None:
    async with playing("Ada", "Ben") as hob:
        table = hob.table.id
        await over(hob)
        assert hob.table.id == table
        text = hob.table_text()
        session = await hob.session()
        assert session.g is not None
        assert " wins Candy Chaser" in text.splitlines()[0]
        assert f"Table {session.id}" in text and session.g.seed not in text and session.info.seal[:4] not in text
        assert "Smuggled " in text and not re.search(r"1\. \w+ wins", text)
        assert [c.label for c in controls_of(hob.table)] == [
            *("Play again", "Replay", "Rules", "More"),
            "Review with the coach",
        ]


async def test_a_score_sheet_is_not_mistaken_for_the_table() -> None:
    laid = arrange(3, {0: "klaken", 1: "", 2: ""}, {0: {"lowland": ["klaken klaken"]}}, deck="", contest="two")
    async with court(laid) as hob:
        await hob["Ada"].selects("Klaken to Klakens (30)", on=hob["Ada"].messages[-1])
        await hob.settle()
        assert "wins round 1" in words_of(hob.channel.history()[-1])
        assert "round 2 of 2" in hob.table_text()


@pytest.mark.parametrize(
    ("group", "shown"),
    [
        ("chaser", r"Smuggled \w+, on 0"),
        ("ghosts", r"Love card: .+\. Ghosts in hand: 1, 2, 3, 4, 5, 6, 7, 8 and 9\."),
        ("muncher", "In hand at the end: .+"),
        ("cover", "In hand: .+"),
    ],
)
async def test_a_game_ended_early_reveals_every_hand(group: str, shown: str) -> None:
    async with playing("Ada", "Ben", "Cara", command=group) as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        text = hob.table_text()
        assert all(re.search(rf"^{name}: {shown}", text, re.MULTILINE) for name in hob.people)
        assert "You " not in text and "Your " not in text


async def test_the_reason_why_a_player_is_out_is_shown() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        other = next(person for person in hob.people.values() if person is not me)
        await tattle(hob, me, other)
        text = hob.table_text()
        assert f"{me.name} wins Candy Chaser" in text
        assert f"Out: caught by {me.name}" in text
        assert "Smuggled by no one: " in text


async def test_dms_show_the_result_and_lose_their_buttons_at_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        for person in hob.people.values():
            [message] = person.messages
            assert "The game is over: " in message.content and " wins Candy Chaser" in message.content
            assert all(not control.custom_id.startswith("h:") for control in controls_of(message))


async def test_a_finished_game_opens_though_its_options_are_forbidden_by_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An upgrade may forbid a combination of options that was allowed before."""
    kind: Any = type(GAMES["cover-your-kingdom"])

    class Stricter(kind.Options):  # type: ignore[misc]
        @model_validator(mode="after")
        def _one_round(self) -> "Stricter":
            if self.contest == "two":
                raise ValueError("not any more")
            return self

    async with evening(games=["cover-your-kingdom"]) as hob:
        await hob.set_table("cover", "Ada", "Ben")
        ada = hob["Ada"]
        await hob.change(options={"contest": "two", "pictures": False})
        await ada.types("cover start")
        await ada.types("hob end")
        await ada.clicks("End it")
        monkeypatch.setattr(kind, "Options", Stricter)
        await hob.restart()
        assert "This game is over" in await ada.types("cover hand")
        await ada.clicks("More", on=hob.table)
        assert "My rules for this game have changed since it was played" in await ada.clicks("Check the shuffle")
        assert "something went wrong" not in await ada.clicks("Replay", on=hob.table)


async def test_an_absent_player_is_told_the_result_once() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        other = next(person for person in hob.people.values() if person is not me)
        await hob.passes(500)
        await tattle(hob, me, other)
        await hob.restart()
        await hob.settle()
        told = [m for m in hob.channel.history() if f"<@{other.id}>" in m.content]
        assert [m.content for m in told] == [f"The game is over, <@{other.id}>: {me.name} wins Candy Chaser."]


async def test_a_buried_table_is_reposted_with_its_mentions_at_the_end() -> None:
    async with playing("Ada", "Ben") as hob:
        me = await tattling(hob)
        other = next(person for person in hob.people.values() if person is not me)
        talker = hob.person("Talker")
        for number in range(9):
            await talker.actor.send(hob.channel, f"talk {number}")
        await hob.passes(500)
        before = hob.table.id
        await tattle(hob, me, other)
        assert hob.table.id != before and hob.channel.last_message.id == hob.table.id
        assert hob.table.content == f"<@{other.id}>"
        assert [m.id for m in hob.channel.history() if m.embeds] == [hob.table.id]


async def test_play_again_seats_only_those_who_agree() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        await over(hob)
        ada, ben, dora = hob["Ada"], hob["Ben"], hob.person("Dora")
        said = "Only those who played can do that. Open your own table with `/chaser new`."
        assert await dora.clicks("Play again") == said
        await ben.clicks("Play again")
        assert hob.table.content == f"Same table again? <@{ada.id}>, press Join."
        assert "(2 so far; 2–4 can play): A Ben, host · B Ember, computer (normal)" in hob.table_text()
        assert "Options: Pictures: off" in hob.table_text()
        again = next(m for m in hob.channel.history() if any(c.label == "Play again" for c in controls_of(m)))
        await ada.clicks("Play again", on=again)
        assert "(3 so far; 2–4 can play): A Ben, host · B Ember, computer (normal) · C Ada" in hob.table_text()
        assert hob.table.content == ""
        assert "You're already at this table." in await ada.clicks("Play again", on=again)
        await dora.clicks("Play again", on=again)
        assert "D Dora" in hob.table_text()
        await ben.clicks("Start")
        assert "Candy Chaser is already being played here." in await ada.clicks("Play again", on=again)


async def test_simultaneous_play_again_presses_open_one_lobby() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        await hob.at_once((hob["Ada"], "Play again"), (hob["Ben"], "Play again"))
        assert "(2 so far; 2–4 can play)" in hob.table_text()
        lobbies = [m for m in hob.channel.history() if m.embeds and "new table" in words_of(m)]
        assert len(lobbies) == 1


async def test_play_again_is_refused_if_the_channel_is_taken_twice() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        finished, old = await hob.store.at_channel(hob.channel.id), hob.table
        await hob.person("Cara").types("chaser new")

        async def outdated(channel: int) -> Any:
            return finished  # each time, another table is opened right after Hob looked for one

        with mock.patch.object(hob.store, "at_channel", outdated):
            said = await hob["Ada"].clicks("Play again", on=old)
        assert said.startswith("Candy Chaser is already being played here.")


async def test_play_again_does_not_mention_players_without_notifications() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        await hob["Ben"].types("hob me", rings="off")
        await hob["Ada"].clicks("Play again")
        assert hob.table.content == ""


async def test_play_again_opens_a_table_only_where_the_game_was() -> None:
    async with playing("Ada", "Ben") as hob:
        me, session = await tattling(hob), await hob.session()
        dm = me.messages[-1]
        choice = next(c.custom_id for c in controls_of(dm) if c.answers)
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        assert await me.forges(choice, dm) == "This game is over.", "Hob has not edited their DM yet"
        said = await me.forges(f"h:{session.id}:0:-:again:", dm)
        assert said == f"Your Candy Chaser table is in <#{hob.channel.id}>."
        assert not any("new table" in words_of(message) for message in me.messages)
        assert await me.forges(choice, hob.table) == "This game is over.\nPlay again"


async def test_verify_replay_reproduces_a_game_only_after_its_end() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        id = (await hob.session()).id
        assert await verify_replay(hob.settings, id) == ["The game isn't over, so its seed is still secret."]
        await over(hob)
        session = await hob.session()
        lines = await verify_replay(hob.settings, id)
        assert session.g is not None
        assert lines[:2] == [f"Candy Chaser, seed {session.g.seed}", f"seal {session.info.seal}"]
        assert lines[-1] == "OK: the replay matches the stored game."
        assert len(lines) == 3 + len(await hob.store.answers(id))


async def test_a_late_answer_to_play_again_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        hob.discord.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await hob["Ada"].clicks("Play again")
        await hob.settle()
        assert "Candy Chaser · new table" in hob.table_text()
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []
