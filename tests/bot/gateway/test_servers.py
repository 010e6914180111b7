"""The servers that an operator has listed, and all others."""

import pytest

from db import Store, StoreUnavailable
from hob.testing.play import evening


async def test_servers_not_listed_are_left_at_start_and_on_invitation(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with evening() as hob:
        first = hob.discord.create_guild("Elsewhere")
        await hob.settle()
        assert hob.calls("DELETE", "/users/@me/guilds/*") == [], "without a list, Hob stays on any server"
        hob.settings.servers = (hob.guild.id,)
        await hob.restart()
        await hob.settle()
        second = hob.discord.create_guild("Far away")
        await hob.settle()
        left = [f"/users/@me/guilds/{guild.id}" for guild in (first, second)]
        assert [call.path for call in hob.calls("DELETE", "/users/@me/guilds/*")] == left
        assert [guild.id for guild in hob.bot.guilds] == [hob.guild.id]
        assert f"left server {second.id}" in caplog.text
        await hob.person("Ada").types("chaser new")
        assert "new table" in hob.table_text()


async def test_a_server_that_is_not_named_is_left_though_the_database_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with evening() as hob:

        async def away() -> dict[str, int]:
            raise StoreUnavailable("The database is away.")

        other = hob.discord.create_guild("Elsewhere")
        hob.settings.servers = (hob.guild.id,)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "counts", lambda store: away())
            await hob.restart()
            await hob.settle()
        assert f"left server {other.id}" in caplog.text


async def test_a_server_is_left_once_though_discord_takes_its_time(caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as hob:
        other = hob.discord.create_guild("Elsewhere")
        await hob.settle()
        hob.settings.servers = (hob.guild.id,)
        hob.discord.discord.faults.fail("DELETE", f"/users/@me/guilds/{other.id}", delay=10.0)
        await hob.restart()
        await hob.passes(30)
        assert len(hob.calls("DELETE", "/users/@me/guilds/*")) == 1
        assert f"left server {other.id}" in caplog.text and "can't leave" not in caplog.text
