"""Access to Hob by place and person, its languages and permissions, with Discord's own events and fields."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from playground.discord import Person, shapes
from playground.discord.state import APPLICATION
from tests.sockets.server import Guest, InProcessHob, Party

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
NUMBERS = itertools.count()  # of tables
REFUSED = "I can't play here because I'm not a member of this chat."
SETTLED = shapes.ORDINARY & ~shapes.SEND_MESSAGES


@pytest.fixture(scope="module")
def portal() -> dict[str, Any]:
    """Enable *User Install*."""
    return {"integration_types_config": {"0": {}, "1": {}}}


@pytest.fixture
def commands_of_an_older_hob(home: InProcessHob) -> Iterator[None]:
    """Remove installations and contexts from the commands, so that Discord offers them where the portal allows."""
    commands = home.discord.world.commands[None]
    newest = dict(commands)
    for id, command in newest.items():
        commands[id] = {**command, "integration_types": [0, 1], "contexts": None}
    yield
    commands.update(newest)


class Table(Party):
    """Two people who play Candy Chaser by typing their moves."""

    question = 0  # the last question that was answered

    async def types_move(self) -> str:
        """Type a move of the current player; return the answer."""

        def here() -> list[Any]:
            return [one for one in self.at_table() if one[3].question > self.question]

        (person, _, control, meant), *_ = await self.hob_server.discord.until(here)
        self.question = meant.question
        return await Guest(self.hob_server, person, self.channel).types(
            "chaser move", candy=control["label"].split()[0]
        )


async def test_permissions_that_roles_lose_and_regain_are_noticed(home: InProcessHob) -> None:
    world, gid = home.discord.world, home.discord.guild
    own = next(role["id"] for role in world.guilds[gid].roles.values() if role["managed"])
    party = Table.of(home, next(NUMBERS), 2, 7)
    assert isinstance(party, Table)
    await party.set_table()
    assert "I can't post here any more" not in await party.types_move()
    world.change_role(gid, gid, SETTLED)
    assert "I can't post here any more" not in await party.types_move(), "its own role still allows it"
    world.change_role(gid, own, SETTLED)
    assert "I can't post here any more (missing: Send Messages" in await party.types_move()
    helper = world.add_role(gid, "Helpers", shapes.SEND_MESSAGES)["id"]
    world.set_roles(gid, APPLICATION, [own, helper])
    assert "I can't post here any more" not in await party.types_move()
    world.delete_role(gid, helper)
    assert "I can't post here any more (missing: Send Messages" in await party.types_move()
    world.change_role(gid, gid, shapes.ORDINARY)
    world.change_role(gid, own, shapes.ORDINARY)
    assert "I can't post here any more" not in await party.types_move()


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("de", "Du sitzt an keinem Tisch"),
        ("it", "You aren't at any table"),
        ("ja", "You aren't at any table"),
    ],
)
async def test_dms_use_the_players_own_language(home: InProcessHob, locale: str, sentence: str) -> None:
    guest = home.discord.add_person(f"Guest {locale}")
    guest.reads_in(locale)
    assert sentence in await Guest(home, guest, guest.dm).types("hob tables")
    assert "You aren't at any table" in await Guest(home, guest, home.discord.games).types("hob tables")


async def test_a_german_client_gets_a_german_lesson(home: InProcessHob) -> None:
    greta = home.discord.add_person("Greta")
    greta.reads_in("de")
    mine = Guest(home, greta, greta.dm)
    await mine.types("hob learn", game="Candy Chaser")
    party = Party(home, [greta], greta.dm, Party.of(home, next(NUMBERS), 1, 7).rng)
    (_, message, control, _), *_ = await home.discord.until(lambda: party.choices(("answer",)))
    assert "Zieh den roten Stein." in message["embeds"][0]["description"]
    await home.answered(greta.click(message, control["custom_id"]))
    assert "Zieh den roten Stein." in message["embeds"][0]["description"]
    assert {"Regeln", "Mehr"} <= {one.get("label") for one in greta.controls(message)}


async def test_commands_are_not_offered_in_a_private_channel(home: InProcessHob) -> None:
    ada, group = home.discord.ada, home.discord.world.add_group("Weekend", home.discord.ada.id, home.discord.ben.id)
    ada.installs_app()
    assert ada.commands(group["id"]) == []
    assert {command["name"] for command in ada.commands(ada.dm)} >= {"hob", "chaser"}
    registered = home.discord.world.commands[None].values()
    assert {(*one["integration_types"],) for one in registered} == {(0,)}
    assert {tuple(sorted(one["contexts"])) for one in registered} == {(0, 1)}


@pytest.mark.usefixtures("commands_of_an_older_hob")
async def test_hob_politely_refuses_tables_in_a_private_channel(home: InProcessHob) -> None:
    ada, ben, world = home.discord.ada, home.discord.add_person("Bernd"), home.discord.world
    group = world.add_group("Weekend", ada.id, ben.id)["id"]
    ben.reads_in("de")
    for person in (ada, ben):
        person.installs_app()
    there = Guest(home, ada, group)
    it = ada.slash(group, "hob learn", game="Candy Chaser")
    assert (it.owners, home.discord.interactions.context(group)) == ({"1": ada.id}, 2)
    assert REFUSED in await home.answered(it)
    assert home.discord.reply(it)["flags"] & shapes.EPHEMERAL
    assert REFUSED in await there.types("chaser new")
    said = await Guest(home, ben, group).types("chaser new")
    assert "weil ich nicht in diesem Chat bin" in said
    assert await home.sessions(group) == []
    alone = world.add_guild("Not invited", ben.id, bot=False).id
    channel = world.add_channel(alone, "games")["id"]
    assert REFUSED in await Guest(home, ben, channel).types("chaser new")
    assert await home.sessions(channel) == []
    calls = [path for _, path, _ in home.discord.api.calls]
    assert not [path for path in calls if group in path or channel in path], "it could do nothing there on its own"


async def test_a_night_without_create_events_permission_gets_no_event(home: InProcessHob) -> None:
    world, gid = home.discord.world, home.discord.guild
    own = next(role["id"] for role in world.guilds[gid].roles.values() if role["managed"])

    async def announced(number: int) -> str:
        channel = world.add_channel(gid, f"night-{number}")["id"]
        host: Person = home.discord.add_person(f"Host {number}")
        said = await Guest(home, host, channel).types("hob night", when="2h")
        await Guest(home, host, channel).clicks("Announce it")
        await home.discord.until(lambda: any(m["author"]["id"] == APPLICATION for m in world.in_channel(channel)))
        return said

    world.change_role(gid, own, shapes.ORDINARY | shapes.MANAGE_EVENTS)
    assert "I need the *Create Events* permission" in await announced(1)
    world.change_role(gid, own, shapes.ORDINARY | shapes.CREATE_EVENTS)
    assert "*Create Events*" not in await announced(2)
    [event] = await home.discord.until(lambda: list(world.guilds[gid].events.values()))
    assert event["creator_id"] == APPLICATION
    calls = home.discord.api.calls
    tries = [status for method, path, status in calls if method == "POST" and path.endswith("/scheduled-events")]
    assert tries == [200], "without the permission Hob does not try"
