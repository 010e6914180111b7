"""Roles that may open tables, roles that are kept from them, and quiet hours."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from bot.servers import ServerSettings
from bot.tables import lobby_options
from cogs.game_uis import GAME_UIS
from db import SettingChange
from hob.testing.play import evening, playing
from hob.testing.reading import words_of
from tests.cogs.tables import labels


async def test_only_chosen_roles_open_tables_and_blocked_roles_cannot_join() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True, manage_messages=True)
        ada, ben = hob.person("Ada", send_messages=True), hob.person("Ben", send_messages=True)
        cara = hob.person("Cara")
        assert "**Roles that can open tables**: none set." in await mia.types("hob server"), "others can open them, too"
        role = {person.name: person.actor.roles[0] for person in (ada, ben)}
        await mia.types("hob server", openers=role["Ada"])
        said = await mia.types("hob server", barred=role["Ben"])
        assert f"**Roles that can open tables**: <@&{role['Ada']}>." in said
        assert f"**Blocked roles**: <@&{role['Ben']}>." in said
        refused = f"In this server, only <@&{role['Ada']}> and moderators can open tables."
        assert await cara.types("chaser new") == refused
        await mia.clicks("Who opens tables: everyone", on=mia.seen[-1])
        assert await cara.types("chaser new") == refused, "those with the role may, too"
        assert await ben.types("chaser new") == "You can't open or join tables in this server."
        await ada.types("chaser new")
        assert await ben.clicks("Join", on=hob.table) == "You can't open or join tables in this server."
        await cara.clicks("Join", on=hob.table)
        assert "Cara" in hob.table_text() and "Ben" not in hob.table_text()
        assert "**Blocked roles**: none." in await mia.types("hob server", barred=role["Ben"])
        await ben.clicks("Join", on=hob.table)
        assert "Ben" in hob.table_text()


async def test_a_deleted_role_leaves_the_list_when_the_list_is_changed() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia, ada = hob.person("Mia", manage_guild=True), hob.person("Ada", send_messages=True)
        deleted = ServerSettings(openers=[10**18])
        await hob.store.servers.save(hob.guild.id, deleted.model_dump(mode="json"))
        assert "only <@&" in await ada.types("chaser new")
        for listed in (f"<@&{ada.actor.roles[0]}>", "none set"):
            said = await mia.types("hob server", openers=ada.actor.roles[0])
            assert f"**Roles that can open tables**: {listed}." in said
        assert await ada.types("chaser new") == ""


async def test_deleted_channels_and_roles_are_shown_as_such_and_removed() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia, ada = hob.person("Mia", manage_guild=True), hob.person("Ada", send_messages=True)
        gone, there = (hob.guild.create_text_channel(name) for name in ("gone", "there"))
        hob.channel, games = gone, hob.channel
        await mia.types("hob server", openers=ada.actor.roles[0])
        await mia.selects("#gone", on=mia.seen[-1])
        assert "Remove deleted" not in await mia.clicks("Explain", on=mia.seen[-1])
        assert "Remove deleted" not in labels(mia)
        hob.channel = games
        hob.discord.delete_channel(gone.id)
        hob.discord.world.delete_role(str(hob.guild.id), str(ada.actor.roles[0]))
        said = await mia.types("hob server")
        assert "Where tables open: in a deleted channel" in said
        assert "**Roles that can open tables**: a deleted role." in said
        await mia.clicks("Explain", on=mia.seen[-1])
        said = await mia.clicks("Remove deleted", on=mia.seen[-1])
        assert "**Where tables open**: in every channel." in said and "Remove deleted" not in labels(mia)
        assert await ada.types("chaser new", channel=there) == ""


async def test_no_role_leaves_a_full_list_for_another_one() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        *listed, last = [hob.person(f"P{n}", send_messages=True).actor.roles[0] for n in range(26)]
        await hob.store.servers.save(hob.guild.id, ServerSettings(barred=listed).model_dump(mode="json"))
        full = "There's no room for another role. Remove one by choosing it again."
        assert await mia.types("hob server", barred=last) == full
        assert f"<@&{listed[0]}>" not in await mia.types("hob server", barred=listed[0])
        said = await mia.types("hob server", barred=last)
        assert all(f"<@&{role}>" in said for role in (*listed[1:], last))


async def test_blocked_roles_cannot_take_a_free_seat_in_a_running_game() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True, manage_messages=True)
        ben = hob.person("Ben", send_messages=True)
        await hob.set_table("chaser", "Ada", "Cara")
        await hob["Ada"].types("chaser start")
        await hob["Cara"].types("hob leave")
        await hob["Cara"].clicks("Leave")
        await mia.types("hob server", barred=ben.actor.roles[0])
        assert await ben.types("chaser join") == "You can't open or join tables in this server."
        await mia.types("hob server", barred=ben.actor.roles[0])
        assert "You're in" in await ben.types("chaser join")


def test_quiet_hours_end_in_the_servers_time_zone() -> None:
    settings, berlin = ServerSettings(quiet=[22, 8], zone="Europe/Berlin"), ZoneInfo("Europe/Berlin")

    def at(day: int, hour: int) -> float:
        return datetime(2027, 3, day, hour, tzinfo=berlin).timestamp()

    assert [settings.quiet_until(at(27, hour)) for hour in (8, 21)] == [0, 0]
    assert settings.quiet_until(at(27, 22)) == settings.quiet_until(at(28, 7)) == at(28, 8), "the clocks change"
    assert ServerSettings(quiet=[13, 15]).quiet_until(datetime(2027, 1, 1, 14, 0, tzinfo=ZoneInfo("UTC")).timestamp())
    assert not ServerSettings(quiet=[]).quiet_until(0)


async def test_quiet_hours_cannot_last_all_day() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        for typed in ("0-24", "24-0"):
            assert f"I can't read “{typed}” as quiet hours." in await mia.types("hob server", quiet=typed)
        assert "**Quiet hours**: 22:00 to 0:00." in await mia.types("hob server", quiet="22-24")


async def test_notifications_wait_for_the_end_of_quiet_hours() -> None:
    async with evening(games=["candy-chaser"], late_ring=0) as hob:
        mia, ben = hob.person("Mia", manage_guild=True, manage_messages=True), hob.person("Ben")
        assert "as quiet hours" in await mia.types("hob server", quiet="tonight")
        hour = datetime.fromtimestamp(hob.clock(), ZoneInfo("UTC")).hour
        until = (hour + 2) % 24
        said = await mia.types("hob server", quiet=f"{hour}-{until}")
        assert f"**Quiet hours**: {hour}:00 to {until}:00." in said
        for person in (mia, ben):
            await person.types("hob me", cards="channel")
        await mia.types("chaser new")
        await ben.clicks("Join", on=hob.table)
        await mia.types("chaser start")

        def pinged() -> bool:
            return any(not m.embeds and "<@" in words_of(m) for m in hob.channel.history())

        await hob.passes(1200)
        assert not pinged()
        await hob.passes(2 * 3600)
        assert pinged(), "postponed notifications come when they end"


async def test_a_blocked_person_cannot_join_tables_until_unblocked() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True, manage_messages=True)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        said = await mia.types("hob server", person=ben.user)
        assert f"**Blocked people**: <@{ben.id}>." in said
        refused = "You can't open or join tables in this server."
        assert await ben.types("chaser new") == refused
        await ada.types("chaser new")
        assert await ben.types("chaser join") == refused and await ben.clicks("Join", on=hob.table) == refused
        assert "**Blocked people**: none." in await mia.types("hob server", person=ben.user)
        await ben.types("chaser join")
        assert (await hob.session()).info.seat_of(ben.id) == 1
        await mia.types("hob server", person=ben.user)
        await ada.types("chaser start")
        await hob.settle()
        assert (await hob.session()).playing, "they may finish a game"
        await ben.types("hob leave")
        await ben.clicks("Leave")
        assert await ben.types("chaser join") == refused
        await ben.types("hob me", data="forget")
        await ben.clicks("Delete my data")
        assert "**Blocked people**: … and 1 more." in await mia.types("hob server")
        assert await ben.types("chaser join") == refused
        assert "**Blocked people**: none." in await mia.types("hob server", person=ben.user)
        assert "can take over" not in await ben.types("chaser join")


async def test_the_server_settings_list_open_tables() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await mia.types("hob server")
        assert await mia.clicks("See open tables", on=mia.seen[-1]) == "**No open tables**\nBack"
        await ada.types("chaser new", computers=1)
        await ben.types("chaser join")
        await mia.types("hob server")
        await mia.clicks("See open tables", on=mia.seen[-1])
        said = words_of(mia.seen[-1])
        at = f"in <#{hob.channel.id}>, opened <t:"
        assert (
            f"**1 open table**\n• **Candy Chaser** {at}" in said and ": Ada, Ben · in the lobby · [go there](" in said
        )
        await ada.types("chaser start")
        await hob.settle()
        await mia.clicks("Back", on=mia.seen[-1])
        await mia.clicks("See open tables", on=mia.seen[-1])
        session = await hob.session()
        assert f" · waiting for {session.info.names()[session.view().waiting[0]]} · " in words_of(mia.seen[-1])
        for number in range(11):
            hob.channel = hob.guild.create_text_channel(f"table-{number}")
            await hob.person(f"Guest {number}").types("chaser new")
        await mia.types("hob server")
        await mia.clicks("See open tables", on=mia.seen[-1])
        assert words_of(mia.seen[-1]).count("go there") == 10 and labels(mia) == ["Back", "Next page"]
        await mia.clicks("Next page", on=mia.seen[-1])
        assert words_of(mia.seen[-1]).count("go there") == 2 and labels(mia) == ["Back", "Previous page"]


async def test_a_paused_table_waits_for_none_of_its_computers() -> None:
    async with playing("Ada", "Ben") as hob:
        mia = hob.person("Mia", manage_guild=True)
        for person in (hob["Ada"], hob["Ben"]):
            await person.types("hob seat", to="computer")
        await hob.settle()
        await mia.types("hob server")
        said = await mia.clicks("See open tables", on=mia.seen[-1])
        assert ": Ada, Ben · paused · " in said and "waiting for" not in said


async def test_the_settings_say_how_many_blocked_people_are_left_out() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia, ids = hob.person("Mia", manage_guild=True), [10**18 + n for n in range(30)]
        for person in ids:
            await hob.store.servers.toggle_barred(hob.guild.id, person)
        said = await mia.types("hob server")
        assert f"<@{ids[19]}>, … and 10 more." in said and f"<@{ids[20]}>" not in said


async def test_the_fullest_settings_fit_without_a_cut_line() -> None:
    async with evening() as hob:
        mia, ids = hob.person("Mia", manage_guild=True), [10**18 + n for n in range(25)]
        rules: dict[str, dict[str, Any]] = {}
        options: dict[str, Any] = {}
        for slug, ui in GAME_UIS.items():
            rules[slug] = {}
            for one in lobby_options.lobby_settings(ui.game):
                group = rules[slug] if one.name in ui.game.Options.model_fields else options
                group[one.name] = next((value for value in one.values if value != one.default), one.default)
        settings = ServerSettings(language="de", channels=ids, openers=ids, barred=ids, options=options, rules=rules)
        await hob.store.servers.save(hob.guild.id, settings.model_dump(mode="json"))
        for person in ids:
            await hob.store.servers.toggle_barred(hob.guild.id, person)
        await mia.types("hob server")
        lines = mia.seen[-1].embeds[0].description.splitlines()
        assert lines[-1].startswith("**Standardoptionen**: ") and lines[-1].endswith(").")


async def test_the_server_settings_list_recent_changes() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True)
        await mia.types("hob server")
        assert await mia.clicks("Recent changes", on=mia.seen[-1]) == "**No changes to these settings yet**\nBack"
        await mia.types("hob server", zone="Europe/Berlin")
        await mia.clicks("Ratings: on", on=mia.seen[-1])
        await mia.types("hob server", quiet="22-8")
        await mia.clicks("Recent changes", on=mia.seen[-1])
        said = words_of(mia.seen[-1]).splitlines()
        assert said[0] == "**The last 3 changes to these settings**"
        assert [line.partition(f" <@{mia.id}> changed ")[2] for line in said[1:4]] == [
            "**Quiet hours**: now 22:00 to 8:00 (was: none)",
            "**Ratings**: now off (was: on)",
            "**Time zone**: now Europe/Berlin (was: not set (UTC))",
        ]
        await mia.clicks("Back", on=mia.seen[-1])
        for _ in range(11):
            for label in ("Ratings: off", "Ratings: on"):
                await mia.clicks(label, on=mia.seen[-1])
        await mia.clicks("Recent changes", on=mia.seen[-1])
        assert "**The last 20 changes" in words_of(mia.seen[-1]), "older changes are not stored"
        await mia.types("hob me", data="forget")
        await mia.clicks("Delete my data")
        await mia.types("hob server")
        await mia.clicks("Recent changes", on=mia.seen[-1])
        assert "**Ratings**: now" in words_of(mia.seen[-1])
        assert str(mia.id) not in words_of(mia.seen[-1])


async def test_long_changes_are_spread_over_more_pages() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia, channels = hob.person("Mia", manage_guild=True), []
        for n in range(25):
            channels.append(hob.guild.create_text_channel(f"games-{n}").id)
        changes = [SettingChange(mia.id, "channels", channels, channels[1:], float(n)) for n in range(8)]
        await hob.store.servers.save(hob.guild.id, {"channels": channels}, changes)
        await mia.types("hob server")
        said = await mia.clicks("Recent changes", on=mia.seen[-1])
        while "Next page" in labels(mia):
            said += await mia.clicks("Next page", on=mia.seen[-1])
        assert said.count("**Where tables open**: now in ") == said.count(f"<#{channels[-1]}>)") == 8
