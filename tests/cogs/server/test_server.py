"""A server's settings: the permission to change them, and their effect on tables."""

import logging
from typing import Any

import pytest

from bot.screens.custom_id import ASIDE, Control
from bot.servers import ServerSettings
from bot.tables.model import parse_stored
from db import PersonRow, SettingChange
from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import words_of
from tests.cogs.tables import labels, over
from tests.db.rows import save_person


def manager(hob: Evening) -> Person:
    return hob.person("Mia", manage_guild=True, manage_messages=True)


async def sets(hob: Evening, person: Person, *buttons: str) -> None:
    await person.types("hob server")
    for label in buttons:
        await person.clicks(label, on=person.seen[-1])


async def stored(hob: Evening) -> Any:
    return parse_stored(ServerSettings, await hob.store.servers.settings(hob.guild.id))


async def test_only_server_managers_see_and_change_the_settings(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "hob.servers")
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        refused = "Only members who can manage this server can do that."
        assert await ada.types("hob server") == refused
        assert (
            await mia.types_to_hob("hob server") == "These settings belong to a server. Use this command in a server."
        )
        await mia.types("hob server")
        screen = mia.seen[-1]
        said = words_of(screen)
        assert "Where tables open: in every channel\n" in said and "Open tables: no limit" in said
        buttons = ["Thread per table: off", "Who opens tables: everyone", "Who ends games: the host", "Cards: by DM"]
        assert {*buttons, "Ratings: on"} <= {*labels(mia)}
        assert labels(mia)[-5:] == ["Default options", "See open tables", "Recent changes", "Explain", "Done"]
        forged = Control.aside("server", "set/ratings/false")
        assert await ada.forges(forged, screen) == refused, "forged presses are checked for permission, too"
        assert (await stored(hob)).ratings
        await mia.clicks("Ratings: on", on=screen)
        assert "Ratings: off" in labels(mia) and not (await stored(hob)).ratings
        for path in ("set/ratings/perhaps", "set/unknown/1", "option/every/pace/never"):
            said = await mia.forges(Control.aside("server", path), screen)
            assert said == "That option no longer exists."
        said = await mia.forges(Control.aside("server", "option/whist/pace/live"), screen)
        assert said == "These buttons belong to a table that no longer exists."
        assert "belong to a table that no longer exists" in await mia.forges(Control.aside("server", "burn"), screen)
        await mia.clicks("Done")
        assert words_of(mia.seen[-1]) == "Done. `/hob server` shows these settings again."
        told = [record.message for record in caplog.records if record.name == "hob.servers"]
        assert told == [f"server {hob.guild.id}: {mia.id} set ratings to False (was True)"]


async def test_settings_without_a_control_take_a_line_and_help_is_on_pages() -> None:
    async with evening() as hob:
        mia = manager(hob)
        await mia.types("hob server")
        lines = words_of(mia.seen[-1]).splitlines()
        assert "Ratings: on" in lines and "**Quiet hours**: none. `/hob server quiet:`" in lines
        titles = [line.split("**")[1] for line in lines if line.startswith("**")]
        roles = ["Roles that can open tables", "Blocked roles", "Blocked people"]
        assert titles == ["Time zone", "Quiet hours", *roles, "Default options"], "controls show the others"
        said, pages = await mia.clicks("Explain"), 1
        assert "**Thread per table**: off. When this is on, a table opened in a channel gets its own" in said
        while "Next page" in labels(mia):
            said, pages = said + await mia.clicks("Next page"), pages + 1
        assert pages == 3 and all(f"**{name}**" in said for name in ("Ratings", "Quiet hours", "Default options"))
        assert "Ratings: on\n" in await mia.clicks("Back")


async def test_the_server_limits_where_and_how_many_tables_open() -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        other = hob.guild.create_text_channel("others")
        await mia.types("hob server", channel=other)
        await mia.selects("#others", on=mia.seen[-1])
        await mia.selects("Open tables: 1", on=mia.seen[-1])
        assert await ada.types("chaser new") == f"In this server, tables can be opened only in <#{other.id}>."
        assert await ada.types("chaser new", channel=other) == ""
        thread = hob.discord.thread(other.id, "below", ada.id)
        assert "allows 1 open table at a time" in await ada.types("ghosts new", channel=thread)
        await mia.selects("Open tables: 2", on=mia.seen[-1])
        assert await ada.types("ghosts new", channel=thread) == "", "a thread belongs to its channel"
        channels = Control.aside("server", "channels")
        await mia.forges(channels, mia.seen[-1])
        assert (await stored(hob)).channels == []


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_table_in_a_deleted_channel_does_not_count_towards_the_limit(kind: str) -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        await sets(hob, mia)
        await mia.selects("Open tables: 1", on=mia.seen[-1])
        gone, other = hob.guild.create_text_channel("gone"), hob.guild.create_text_channel("other")
        if kind == "thread":
            gone = hob.discord.thread(gone.id, "gone", ada.id)
        assert await ada.types("chaser new", channel=gone) == ""
        assert "allows 1 open table at a time" in await ada.types("chaser new", channel=other)
        hob.discord.delete_channel(gone.id)
        await hob.passes(3600)
        assert await ada.types("chaser new", channel=other) == ""
        await sets(hob, mia, "See open tables")
        assert "1 open table" in words_of(mia.seen[-1])


async def test_opening_and_ending_tables_can_be_limited_to_moderators() -> None:
    async with evening() as hob:
        ada, ben, mia = hob.person("Ada"), hob.person("Ben"), manager(hob)
        await sets(hob, mia, "Who opens tables: everyone", "Who ends games: the host")
        assert await ada.types("chaser new") == "In this server, only members who can manage messages can open tables."
        await mia.types("chaser new")
        for person in (ada, ben):
            await person.types("chaser join")
        await mia.types("hob leave")
        await ada.types("chaser start")
        await hob.settle()
        assert (await hob.session()).info.host == ada.id
        assert await ada.types("hob end") == "I've asked the others.", "its host asks the table"
        await sets(hob, mia, "Who ends games: the table, by vote")
        assert "only members who can manage messages can end a game" in await ben.types("hob end")
        session = await hob.session()
        ended = str(Control(session.id, "more", "end/yes", place=ASIDE))
        assert "Only the host, Ada, can do that." in await ada.forges(ended, hob.table) and session.playing
        await mia.types("hob end")
        await mia.clicks("End it")
        assert (await hob.session()).status == "over"
        assert "only members who can manage messages can open tables" in await ada.clicks("Play again", on=hob.table)


async def test_a_lone_player_must_confirm_the_end_where_tables_vote() -> None:
    async with playing("Ada", computers=2) as hob:
        await sets(hob, manager(hob), "Who ends games: the host")
        assert "End Candy Chaser for everyone?" in await hob["Ada"].types("hob end")
        assert (await hob.session()).playing
        await hob["Ada"].clicks("End it")
        assert (await hob.session()).status == "over"


async def test_a_table_gets_a_thread_of_its_own() -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        await sets(hob, mia, "Thread per table: off")
        hob.forbid(create_public_threads=False)
        assert "In this channel I need these permissions: Create Public Threads" in await ada.types("chaser new")
        hob.forbid()
        hob.discord.inject_error("POST", f"/channels/{hob.channel.id}/threads", status=503, message="no", times=None)
        assert "Discord didn't create one" in await ada.types("chaser new")
        hob.discord.heal()
        await ada.types("chaser new", computers=1)
        said = words_of(hob.channel.history()[-1])
        [thread] = hob.channel.threads
        assert said == f"Ada opened a table for Candy Chaser: <#{thread.id}>" and thread.name == "Candy Chaser · Ada"
        await ada.types("chaser start", channel=thread)
        await hob.settle()
        assert any("moves a cube" in words_of(message) for message in thread.history())
        await ada.types("chaser new", computers=1)
        assert len(hob.channel.threads) == 2, "the channel itself is never taken"


async def test_all_players_of_a_rematch_meet_although_tables_now_get_threads() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        await sets(hob, manager(hob), "Thread per table: off")
        over = hob.table
        for name in ("Ada", "Ben"):
            await hob[name].clicks("Play again", on=over)
        session = await hob.session()
        assert session.status == "lobby" and session.info.persons() == [hob["Ada"].id, hob["Ben"].id]
        assert not hob.channel.threads


async def test_new_tables_start_with_the_servers_default_options() -> None:
    async with evening() as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        await sets(hob, mia, "Default options", "Pace: live")
        await mia.selects("Cover Your Kingdom", on=mia.seen[-1])
        await mia.clicks("Light speed: off", on=mia.seen[-1])
        await mia.selects("Length: two rounds", on=mia.seen[-1])
        await mia.clicks("Back", on=mia.seen[-1])
        said = words_of(mia.seen[-1])
        begins = (
            "Pace: slow, over days; Cover Your Kingdom with Length: two rounds, Constellations: on, Light speed: on"
        )
        assert f"**Default options**: {begins}." in said
        await ada.types("cover new")
        shown = hob.table_text()
        assert all(words in shown for words in ("Pace: slow, over days", "Light speed: on", "Length: two rounds"))
        session = await hob.session()
        await hob.store.servers.save(hob.guild.id, {"rules": {session.game.slug: {"contest": "nine", "no-more": 1}}})
        assert (await stored(hob)).options_of(session.game) == {"contest": "one"}, "unknown options are left out"


async def test_a_server_without_ratings_counts_games_but_does_not_rate_them() -> None:
    async with playing("Ada", "Ben") as hob:
        ada, mia = hob["Ada"], manager(hob)
        await sets(hob, mia, "Ratings: on")
        await over(hob)
        assert "This server has turned off its leaderboard." in await ada.types("hob board", game="chaser")
        said = await ada.types("hob stats")
        assert "1 game, " in said and "This server doesn't use ratings" in said and "Rating" not in said
        await sets(hob, mia, "Ratings: off")
        assert "won 1 of 1 game" in await ada.types("hob board", game="chaser"), "counted, but not rated"


def by_message(hob: Evening, *people: Person) -> list[bool]:
    """Return for each person whether their direct messages contain a hand of the newest table."""
    where = f"in <#{hob.channel.id}>"
    return [any(where in words_of(m) for m in person.messages) for person in people]


async def test_a_players_card_setting_overrides_the_servers() -> None:
    async with evening() as hob:
        mia, ada, ben, cara = manager(hob), hob.person("Ada"), hob.person("Ben"), hob.person("Cara")
        await cara.types("hob me", cards="message")
        await sets(hob, mia, "Cards: by DM")
        assert "Cards: in the channel, under My hand" in labels(mia)
        assert "• Cards: in the channel" in await ada.types("hob me")
        assert "• Cards: by DM" in await cara.types("hob me")
        assert "• Cards: by DM" in await ada.types_to_hob("hob me")
        await ada.types("chaser new")
        for person in (ben, cara):
            said = await person.clicks("Join", on=hob.table)
            assert ("Show cards here" in said) == (person is cara)
        await ada.types("chaser start")
        await hob.settle()
        assert by_message(hob, ada, ben, cara) == [False, False, True]
        await ada.clicks("My hand")
        assert "You smuggle" in words_of(ada.seen[-1])
        await ben.types("hob me", cards="message")
        await hob.settle()
        assert by_message(hob, ada, ben, cara) == [False, True, True]
        await sets(hob, mia, "Cards: in the channel, under My hand")
        await hob.settle()
        assert by_message(hob, ada, ben, cara) == [False, True, True], "existing tables keep their setting"
        await ada.types("hob end")
        await ada.clicks("End it")
        await ada.types("hob me", cards="channel")
        await ada.clicks("Play again", on=hob.table)
        await ben.clicks("Join", on=hob.table)
        await ada.types("chaser start")
        await hob.settle()
        assert (await hob.session()).info.cards == "message"


async def test_settings_of_an_older_hob_keep_their_meaning() -> None:
    async with evening() as hob:
        mia, ada, ben = manager(hob), hob.person("Ada"), hob.person("Ben")
        for person, cards in ((ada, "message"), (ben, "channel")):
            await save_person(hob.store, PersonRow(person.id, {"cards": cards, "greeted": True}, None))
        await hob.store.servers.save(hob.guild.id, {"threads": False, "ratings": True, "language": "de"})
        assert (await stored(hob)).cards == "message"
        await mia.types("hob server")
        assert "Karten: per Direktnachricht" in labels(mia)

        async def plays(name: str) -> None:
            hob.channel = hob.guild.create_text_channel(name)
            await ada.types("chaser new")
            await ben.types("chaser join")
            await ada.types("chaser start")
            await hob.settle()

        await plays("first")
        assert by_message(hob, ada, ben) == [True, False]
        await mia.clicks("Karten: per Direktnachricht", on=mia.seen[-1])
        assert "Karten: im Kanal, über „Meine Hand“" in labels(mia)
        await plays("second")
        assert by_message(hob, ada, ben) == [False, False]
        await ada.types("hob me", cards="message")
        await plays("third")
        assert by_message(hob, ada, ben) == [True, False]


async def test_a_setting_of_a_later_version_leaves_the_others_in_force() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, mia = hob.person("Ada"), manager(hob)
        later = {"setting": "moderators", "ending": "no one", "drinks": "tea"}
        changes = [SettingChange(mia.id, name, "", value, 0.0) for name, value in later.items()]
        await hob.store.servers.save(hob.guild.id, later, changes)
        assert "only members who can manage messages can open tables" in await ada.types("chaser new")
        await mia.types("hob server")
        assert "**Who opens tables**: now moderators" in await mia.clicks("Recent changes")
        await save_person(hob.store, PersonRow(ada.id, {"rings": False, "coach": "at night"}, None))
        assert "Turn alerts: off" in await ada.types("hob me")


async def test_accepting_dms_at_a_first_table_is_a_choice() -> None:
    async with evening() as hob:
        mia, ada, ben = manager(hob), hob.person("Ada"), hob.person("Ben")
        await ada.types("chaser new")
        await ben.clicks("Join", on=hob.table)
        await ben.clicks("OK")
        await sets(hob, mia, "Cards: by DM")
        assert "• Cards: by DM" in await ben.types("hob me")
        assert "• Cards: in the channel" in await ada.types("hob me")
