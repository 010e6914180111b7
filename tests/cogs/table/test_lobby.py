"""The lobby, press by press: permissions, and what each person reads."""

import pytest

from bot.screens.custom_id import Control
from hob.testing.play import Evening, evening
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import thread_of

DAY = 24 * 3600


def shown(hob: Evening) -> list[str]:
    return [control.label for control in controls_of(hob.table)]


async def test_new_opens_a_lobby_with_its_host_and_computers() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new", computers=2)
        text = hob.table_text()
        assert "Candy Chaser · new table" in text
        assert (
            "Players (3 so far; 2–4 can play): A Ada, host · B Ember, computer (normal) · C Soot, computer (normal)"
            in text
        )
        assert "Ready to start." in text and "Options:" not in text, "everything is as usual"
        assert [*filter(None, shown(hob))] == ["Join", "Start", "Options", "How to play", "Leave", "Cancel table"]
        assert len(hob.channel.history()) == 1


async def test_computers_may_fill_all_seats_but_one() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new", computers=7)
        assert (
            "A Ada, host · B Ember, computer (normal) · C Soot, computer (normal) · D Kettle, computer (normal)"
            in hob.table_text()
        )
        assert not [c for c in controls_of(hob.table) if c.options], "no computer can be added"
        level = str(Control((await hob.session()).id, "lobby", "computer/4"))
        assert "All 4 seats are taken." in await ada.forges(level, hob.table, "hard")


async def test_a_lobby_says_how_many_are_missing() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new")
        assert "1 more player needed: someone can press *Join*, or the host can add a computer." in hob.table_text()


async def test_join_updates_the_lobby_and_greets_each_player_once() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new")
        said = await ben.clicks("Join")
        assert "You're in (seat B). I'll send your cards by DM." in said
        assert "Show cards here" in said
        assert "A Ada, host · B Ben" in hob.table_text()
        assert "OK. I'll DM you when the game starts." in await ben.clicks("OK")
        await ben.clicks("Leave")
        assert await ben.clicks("Join") == ""


async def test_the_greeting_keeps_cards_in_the_channel() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada")
        ben = hob.person("Ben")
        await ben.clicks("Join")
        said = await ben.clicks("Show cards here")
        assert said == "Your cards stay here in the channel, under *My hand*. Only you can see them."
        await hob["Ada"].clicks("Start")
        await hob.settle()
        assert ben.messages == []
        assert len(hob["Ada"].messages) == 1
        assert "You smuggle" in await ben.clicks("My hand")


async def test_players_who_set_where_cards_go_are_not_asked() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada")
        ben = hob.person("Ben")
        await ben.types("hob me", cards="channel")
        assert await ben.clicks("Join") == "" and "A Ada, host · B Ben" in hob.table_text()


async def test_join_is_refused_to_seated_players_and_at_full_tables() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new", computers=2)
        assert await ada.clicks("Join") == "You're already at this table."
        join = next(control.custom_id for control in controls_of(hob.table) if control.label == "Join")
        await ada.selects("Easy")
        assert "Join" not in shown(hob), "no one can sit down any more"
        said = await ben.forges(join, hob.table)  # pressed before the client shows the change
        assert said == "All 4 seats are taken. Open another table in a thread with `/chaser new`."
        assert said in await ben.types("chaser join")


async def test_leaving_frees_the_seat_and_passes_on_the_host_role() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada, ben, cara, dora = hob["Ada"], hob["Ben"], hob["Cara"], hob.person("Dora")
        assert await dora.clicks("Leave") == "You're not at this table."
        assert await ben.types("hob leave") == "You left the table."
        assert "(2 so far; 2–4 can play): A Ada, host · B Cara" in hob.table_text()
        await ada.clicks("Leave")
        assert "A Cara, host" in hob.table_text()
        assert "Cara is the host now." in hob.table_text()
        assert await cara.types("hob leave") == "The lobby is closed."
        assert hob.table_text() == "Candy Chaser\nThe lobby closed: everyone left."


async def test_a_lobby_with_only_computers_left_closes() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new", computers=2)
        await ada.clicks("Leave")
        assert hob.table_text() == "Candy Chaser\nThe lobby closed: everyone left."
        assert controls_of(hob.table) == []


async def test_only_the_host_adds_computers_starts_and_cancels() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        dora = hob.person("Dora")
        for person in (hob["Ben"], dora):
            assert await person.selects("Easy") == "Only the host, Ada, can do that."
            for label in ("Start", "Cancel table"):
                assert await person.clicks(label) == "Only the host, Ada, can do that."
        await hob["Ada"].selects("Easy")
        assert "C Ember, computer (easy)" in hob.table_text()


async def test_a_computer_is_added_at_the_chosen_level() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("kingdom new", computers=2, level="hard")
        await ada.selects("Easy")
        await ada.types("hob computer", level="normal")
        assert "B Ember, computer (hard) · C Soot, computer (hard) · D Kettle, computer (easy)" in hob.table_text()
        assert "E Trivet, computer (normal)" in hob.table_text()
        assert "All 5 seats are taken." in await ada.types("hob computer", level="easy")
        await hob.change(pictures=False)
        await ada.clicks("Start")
        assert "D Kettle, computer (easy)" in hob.table_text()
        assert "The game has already started." in await ada.types("hob computer")


async def test_the_same_level_can_be_picked_twice_in_a_row() -> None:
    """Discord sends nothing when the selected entry is picked again, so each lobby message has a new select."""
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("kingdom new")
        ids = []
        for _ in range(2):
            ids.append(next(control.custom_id for control in controls_of(hob.table) if control.options))
            await ada.selects("Hard")
        assert "B Ember, computer (hard) · C Soot, computer (hard)" in hob.table_text() and ids[0] != ids[1]


async def test_the_operator_sets_the_default_level_of_computers() -> None:
    async with evening(thinking="hard") as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new", computers=1)
        await ada.types("hob computer")
        assert "B Ember, computer (hard) · C Soot, computer (hard)" in hob.table_text()


async def test_a_rematch_has_computers_of_the_same_levels() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new", computers=1, level="easy")
        await ada.selects("Hard")
        await ada.clicks("Start")
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.clicks("Play again")
        assert "A Ada, host · B Ember, computer (easy) · C Soot, computer (hard)" in hob.table_text()


async def test_start_needs_enough_players_and_offers_the_host_a_computer() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types("chaser new")
        said = await ada.clicks("Start")
        assert "Candy Chaser needs at least 2 players; only 1 is here." in said
        await ada.clicks("Add a computer", on=ada.seen[-1])
        assert "B Ember, computer (normal)" in hob.table_text()


async def test_start_turns_the_lobby_into_the_table() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        lobby = hob.table.id
        assert await hob["Ada"].clicks("Start") == ""
        assert hob.table.id == lobby
        assert "moves a cube" in hob.table_text()
        assert "The game has already started." in await hob["Ben"].types("chaser start")


async def test_other_players_can_start_if_the_host_is_inactive() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        dora = hob.person("Dora")
        await hob.passes(601)
        assert "Only the host" in await dora.clicks("Start")
        await hob["Ben"].clicks("Start")
        assert "moves a cube" in hob.table_text()


async def test_a_recent_press_keeps_the_host_active() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob.passes(400)
        await hob["Ada"].clicks("How to play")
        await hob.passes(400)
        assert "Only the host" in await hob["Ben"].clicks("Start")


async def test_an_unstarted_lobby_closes_after_a_day() -> None:
    async with evening(look_around=3600) as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob.passes(DAY - 60)
        assert "Ready to start." in hob.table_text()
        await hob.passes(120)
        assert hob.table_text() == "Candy Chaser\nThe lobby closed because no one started the game within a day."
        assert controls_of(hob.table) == []
        assert "No one is playing Candy Chaser here." in await hob["Ada"].types("chaser start")


async def test_a_lobby_that_expired_during_downtime_closes_at_startup() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        await hob.discord.bot_is_away(DAY)
        await hob.restart()
        await hob.settle()
        assert "no one started the game within a day" in hob.table_text()


async def test_the_host_and_moderators_can_cancel_a_table() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada")
        await hob["Ada"].clicks("Cancel table")
        assert hob.table_text() == "Candy Chaser\nAda cancelled this table."
        await hob["Ada"].types("chaser new")
        mod = hob.person("M_o_d", manage_messages=True)
        await mod.clicks("Cancel table")
        assert hob.table_text() == "Candy Chaser\nM\\_o\\_d cancelled this table."


async def test_only_the_host_can_change_options() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new")
        await ben.clicks("Join")
        usual = "Pictures: on · Undo: freely or by agreement · Pace: live · Hints: on"
        assert f"Only Ada can change the options. Right now: {usual}" in await ben.clicks("Options")
        said = await ada.clicks("Options")
        assert "**Pace**: live. Slow games give people longer" in said
        await ada.clicks("Pictures: on")
        await ada.clicks("Pace: live")
        assert "Options: Pictures: off · Pace: slow, over days" in hob.table_text()
        assert "Pace: slow, over days" in words_of(ada.seen[-1])
        await ada.clicks("Undo: freely or by agreement")
        chosen = "Pictures: off · Undo: if nothing was revealed · Pace: slow, over days"
        assert chosen in hob.table_text(), "joining players see beforehand that undo needs no vote"
        assert f"Options: {chosen} · Hints: on" in await ada.clicks("Done")


async def test_the_host_removes_a_player() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", computers=1)
        ada = hob["Ada"]
        await ada.clicks("Options")
        await ada.selects("Remove C Ben")
        assert "(2 so far; 2–4 can play): A Ada, host · B Ember, computer (normal)" in hob.table_text()
        assert "Remove C Ben" not in words_of(ada.seen[-1])
        await ada.selects("Remove B Ember")
        assert "(1 so far; 2–4 can play): A Ada, host" in hob.table_text()
        assert "Remove" not in words_of(ada.seen[-1])


@pytest.mark.parametrize(
    ("path", "values", "said"),
    [
        ("set/nonsense", (), "That option no longer exists."),
        ("set/pace", (), "That option no longer exists."),
        ("set/pace", ("never",), "That option no longer exists."),
        ("remove", (), "That player isn't here any more."),
        ("remove", ("0",), "That player isn't here any more."),
        ("remove", ("Ada",), "That player isn't here any more."),
        ("remove", ("²",), "That player isn't here any more."),
        ("dance", (), "These buttons belong to a table that no longer exists."),
        ("computer/1", ("cruel",), "These buttons belong to a table that no longer exists."),
    ],
)
async def test_forged_lobby_presses_change_nothing(path: str, values: tuple[str, ...], said: str) -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada")
        session = await hob.session()
        assert await hob["Ada"].forges(f"h:{session.id}:0:-:lobby:{path}#2", hob.table, *values) == said
        assert "(1 so far; 2–4 can play): A Ada, host" in hob.table_text()


async def test_a_stale_removal_select_still_removes_the_picked_player() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben", "Cara")
        ada = hob["Ada"]
        await ada.clicks("Options")
        old = ada.seen[-1]
        await hob["Ben"].clicks("Leave")
        assert await ada.selects("Remove B Ben", on=old) == "That player isn't here any more."
        assert "(2 so far; 2–4 can play): A Ada, host · B Cara" in hob.table_text()
        await ada.selects("Remove C Cara", on=old)
        assert "(1 so far; 2–4 can play): A Ada, host" in hob.table_text()


async def test_joining_by_command_is_answered_with_one_message() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada")
        ben = hob.person("Ben")
        await ben.types("chaser join")
        assert len(ben.seen) == 1 and ben.seen[-1].content.startswith("You're in (seat B). I'll send your cards")
        await ben.clicks("Leave")
        assert (await ben.types("chaser join")).startswith("You're in (seat B). The table is right here: https://")


async def test_ending_before_the_start_cancels_the_lobby() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        assert await hob["Ben"].types("hob end") == "Only the host, Ada, can do that."
        assert await hob["Ada"].types("hob end") == "The lobby is closed."
        assert hob.table_text() == "Candy Chaser\nAda cancelled this table."


async def test_moderator_rights_apply_only_to_their_own_channel() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        mod, session, lobby = hob.person("Mod", manage_messages=True), await hob.session(), hob.table
        hob.channel = hob.guild.create_text_channel("elsewhere")
        await mod.types("ghosts new")
        assert await mod.forges(f"h:{session.id}:0:-:lobby:cancel", hob.table) == "Only the host, Ada, can do that."
        assert await mod.clicks("Cancel table", on=lobby) == ""


async def test_a_table_in_direct_messages_names_no_channel() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("ghosts new", computers=2)
        said = await ada.types("hob tables")
        assert said.startswith("Your tables:\n• Ghosts Love Candy in your DMs with Hob · [go there](https://")
        assert await ada.types("ghosts hand") == "Your Ghosts Love Candy table is in your DMs with Hob."
        await ada.types_to_hob("ghosts start")
        await hob.settle()
        assert "Ghosts Love Candy in your DMs with Hob" in [m.content.split("\n")[0] for m in ada.messages]


async def test_options_cannot_be_changed_after_the_start() -> None:
    async with evening() as hob:
        await hob.set_table("chaser", "Ada", "Ben")
        ada = hob["Ada"]
        await ada.clicks("Options")
        await ada.types("chaser start")
        options = next(message for message in ada.seen if "Pace: live" in words_of(message))
        assert "The game has already started." in await ada.clicks("Pace: live", on=options)
        session = await hob.session()
        assert "The game has already started." in await hob.person("Cara").forges(
            f"h:{session.id}:0:-:lobby:join", hob.table
        )


async def test_a_channel_has_one_table_and_its_thread_another() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new")
        said = await ben.types("chaser new")
        assert "Candy Chaser is already being played here. Use a thread for another table." in said
        assert "Go to table" in said
        thread = thread_of(hob)
        await ben.types("chaser new", channel=thread)
        assert "Candy Chaser · new table" in words_of(thread.last_message)


@pytest.mark.parametrize(
    ("right", "name"),
    [
        ("send_messages", "Send Messages, Embed Links, Attach Files"),  # without the first there are no others
        ("embed_links", "Embed Links"),
        ("attach_files", "Attach Files"),
    ],
)
async def test_missing_permissions_are_named_at_new_and_at_start(right: str, name: str) -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        hob.forbid(**{right: False})
        said = f"I can't open a table here. In this channel I need these permissions: {name}."
        assert await ada.types("chaser new") == said
        assert hob.channel.history() == []
        hob.forbid()
        await ada.types("chaser new")
        await ben.types("chaser join")
        hob.forbid(**{right: False})
        assert await ada.clicks("Start") == said
        hob.forbid()
        await ada.clicks("Start")
        assert "moves a cube" in hob.table_text()


async def test_a_thread_requires_its_own_permissions() -> None:
    async with evening() as hob:
        ben = hob.person("Ben")
        thread = thread_of(hob)
        hob.forbid(send_messages_in_threads=False)
        said = await ben.types("chaser new", channel=thread)
        needs = "Send Messages in Threads, Embed Links, Attach Files"
        assert said == f"I can't open a table here. In this channel I need these permissions: {needs}."


async def test_a_table_can_be_played_in_dms_with_hob() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await ada.types_to_hob("chaser new", computers=1)
        await ada.clicks("Start")
        await hob.settle()
        assert any("moves a cube" in words_of(message) for message in ada.messages)
