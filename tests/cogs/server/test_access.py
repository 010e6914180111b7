"""Roles that may open tables, roles that are kept from them, and quiet hours."""

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.servers.model import ServerSettings
from hob.testing.play import evening
from hob.testing.reading import words_of


async def test_roles_open_tables_and_others_are_kept_from_them() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        mia = hob.person("Mia", manage_guild=True, manage_messages=True)
        ada, ben = hob.person("Ada", send_messages=True), hob.person("Ben", send_messages=True)
        cara = hob.person("Cara")
        role = {person.name: person.actor.roles[0] for person in (ada, ben)}
        await mia.types("hob server", openers=role["Ada"])
        said = await mia.types("hob server", barred=role["Ben"])
        assert f"**Roles that open tables**: <@&{role['Ada']}>." in said
        assert f"**Roles kept from tables**: <@&{role['Ben']}>." in said
        refused = f"In this server, only <@&{role['Ada']}> and moderators can open tables."
        assert await cara.types("chaser new") == refused
        assert await ben.types("chaser new") == "You can't open or join tables in this server."
        await ada.types("chaser new")
        assert await ben.clicks("Join", on=hob.table) == "You can't open or join tables in this server."
        await cara.clicks("Join", on=hob.table)
        assert "Cara" in hob.table_text() and "Ben" not in hob.table_text()
        assert "**Roles kept from tables**: none." in await mia.types("hob server", barred=role["Ben"])
        await ben.clicks("Join", on=hob.table)
        assert "Ben" in hob.table_text()


async def test_a_free_seat_of_a_running_game_is_kept_from_barred_roles() -> None:
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


def test_quiet_hours_end_in_the_time_of_the_server() -> None:
    settings, berlin = ServerSettings(quiet=[22, 8], zone="Europe/Berlin"), ZoneInfo("Europe/Berlin")

    def at(day: int, hour: int) -> float:
        return datetime(2027, 3, day, hour, tzinfo=berlin).timestamp()

    assert [settings.quiet_until(at(27, hour)) for hour in (8, 21)] == [0, 0]
    assert settings.quiet_until(at(27, 22)) == settings.quiet_until(at(28, 7)) == at(28, 8), "the clocks change"
    assert ServerSettings(quiet=[13, 15]).quiet_until(datetime(2027, 1, 1, 14, 0, tzinfo=ZoneInfo("UTC")).timestamp())
    assert not ServerSettings(quiet=[]).quiet_until(0)


async def test_nobody_is_notified_in_quiet_hours_but_when_they_end() -> None:
    async with evening(games=["candy-chaser"], late_ring=0) as hob:
        mia, ben = hob.person("Mia", manage_guild=True, manage_messages=True), hob.person("Ben")
        assert "as hours" in await mia.types("hob server", quiet="tonight")
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
        assert pinged() or "<@" in hob.table.content, "what was due comes when they end"
