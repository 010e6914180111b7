"""Installations of a bot, its roles, and people's languages, as Discord reports them to a bot."""

from __future__ import annotations

import discord
import pytest

from playground.discord import CannotDo, Loopback, shapes
from playground.discord.interactions import FOLLOW_UPS
from playground.discord.state import APPLICATION, NONCE_LIFE
from tests.playground.asking import allow, code, raw
from tests.playground.living import living
from tests.playground.sample_bot import LittleBot

BOTH = {"integration_types_config": {"0": {}, "1": {}}}


async def test_a_user_install_works_in_a_private_channel(loopback: Loopback) -> None:
    """The little bot's commands name no contexts, so they follow what the portal allows."""
    ada, ben, world = loopback.ada, loopback.ben, loopback.world
    group = world.add_group("Weekend", ada.id, ben.id)["id"]
    with pytest.raises(CannotDo, match="can't be added to an account"):
        ada.installs_app()
    world.portal = BOTH
    async with living(loopback) as bot:
        assert ada.commands(group) == [], "she has not added it yet"
        ada.installs_app()
        seen: list[discord.Interaction] = []

        async def on_interaction(interaction: discord.Interaction) -> None:
            seen.append(interaction)

        bot.on_interaction = on_interaction  # type: ignore[attr-defined]
        it = await loopback.answered(ada.slash(group, "play", colour="red"))
        assert (it.owners, it.answer) == ({"1": ada.id}, 4)
        assert seen[0].context.private_channel and seen[0].is_user_integration() and not seen[0].is_guild_integration()
        assert seen[0].app_permissions == discord.Permissions(
            attach_files=True, embed_links=True, mention_everyone=True
        )
        board = loopback.reply(it)
        with pytest.raises(CannotDo):
            loopback.cara.click(board, "Vote")
        press = await loopback.answered(ben.click(board, "Vote"))
        assert press.owners == {"1": ada.id}, "the user who caused the message"
        assert ben.say(group, "Nice")["content"] == "Nice"
        assert not any(one[0] == "message" for one in bot.happened), "nothing else comes from there"
        for method, path in (("GET", ""), ("GET", "/messages"), ("POST", "/messages")):
            assert await code(loopback, method, f"/channels/{group}{path}", json={"content": "x"}) == (403, 50001)
        follow_up = f"/webhooks/{APPLICATION}/{it.token}"
        for _ in range(FOLLOW_UPS):
            assert (await raw(loopback, "POST", follow_up, json={"content": "x"}))[0] == 200
        assert await code(loopback, "POST", follow_up, json={"content": "x"}) == (400, 40094)
        both = ada.slash(loopback.games, "play", colour="red")
        assert both.owners == {"0": loopback.guild, "1": ada.id}
        assert ben.slash(loopback.games, "play", colour="red").owners == {"0": loopback.guild}
        assert ada.slash(ada.dm, "play", colour="red").owners == {"0": "0", "1": ada.id}


async def test_a_user_install_works_in_a_server_without_the_bot(loopback: Loopback) -> None:
    world, ben = loopback.world, loopback.ben
    world.portal = BOTH
    alone = world.add_guild("Alone", ben.id, bot=False).id
    channel = world.add_channel(alone, "games")["id"]
    async with living(loopback) as bot:
        assert [guild.name for guild in bot.guilds] == ["The Hearth"]
        assert ben.commands(channel) == []
        ben.installs_app()
        it = await loopback.answered(ben.slash(channel, "play", colour="red"))
        assert (it.owners, it.answer) == ({"1": ben.id}, 4)
        assert await code(loopback, "GET", f"/guilds/{alone}") == (404, 10004)
        assert await code(loopback, "GET", f"/guilds/{alone}/scheduled-events") == (404, 10004)
        assert await code(loopback, "POST", f"/channels/{channel}/messages", json={"content": "x"}) == (403, 50001)
        assert [one["name"] for one in (await raw(loopback, "GET", "/users/@me/guilds"))[1]] == ["The Hearth"]


async def test_interactions_carry_the_locale_of_the_client(loopback: Loopback, bot: LittleBot) -> None:
    seen: list[str] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.locale.value)

    bot.on_interaction = on_interaction  # type: ignore[attr-defined]
    loopback.ada.reads_in("de")
    loopback.ben.reads_in("ja")
    for person in (loopback.ada, loopback.ben, loopback.cara):
        await loopback.answered(person.slash(loopback.games, "play", colour="red"))
    assert seen == ["de", "ja", "en-US"]


async def test_a_bot_receives_role_and_own_member_updates(loopback: Loopback, bot: LittleBot) -> None:
    world, gid = loopback.world, loopback.guild
    guild = bot.guilds[0]
    own = next(role["id"] for role in world.guilds[gid].roles.values() if role["managed"])
    allow(loopback, shapes.ORDINARY | shapes.MANAGE_EVENTS)
    await loopback.until(lambda: guild.me.guild_permissions.manage_events)
    helper = world.add_role(gid, "Helpers", shapes.MANAGE_THREADS)["id"]
    await loopback.until(lambda: guild.get_role(int(helper)))
    assert not guild.me.guild_permissions.manage_threads
    world.set_roles(gid, APPLICATION, [own, helper])
    world.set_roles(gid, loopback.ben.id, [helper])
    await loopback.until(lambda: guild.me.guild_permissions.manage_threads)
    world.delete_role(gid, helper)
    await loopback.until(lambda: not guild.me.guild_permissions.manage_threads)
    assert guild.get_role(int(helper)) is None
    assert world.guilds[gid].members[loopback.ben.id]["roles"] == []
    assert guild.get_member(int(loopback.ben.id)) is None, (
        "without the members intent, the bot isn't told about other members"
    )


async def test_a_nonce_is_per_author_and_expires(loopback: Loopback) -> None:
    async def sent(channel: str, nonce: str, enforce: bool = True) -> str:
        body = {"content": "x", "nonce": nonce, "enforce_nonce": enforce}
        _, message = await raw(loopback, "POST", f"/channels/{channel}/messages", json=body)
        return str(message["id"])

    first = await sent(loopback.games, "n1")
    assert await sent(loopback.general, "n1") == first, "in any channel"
    assert await sent(loopback.general, "n1", enforce=False) != first
    other = await sent(loopback.general, "n2")
    loopback.advance(NONCE_LIFE)
    assert await sent(loopback.games, "n2") != other
    assert len(loopback.world.nonces) == 1
