"""Every limit of Discord, enforced with Discord's error code and path."""

from __future__ import annotations

from typing import Any

import pytest

from playground.discord import Loopback, shapes
from playground.discord.state import APPLICATION, DAY
from tests.playground.asking import code, raw
from tests.playground.bodies import button, command, many, option, row, select, upload, v2

TEXT = {"type": 10, "content": "text"}
EMBED_6001 = [{"description": "x" * 4000}, {"description": "x" * 2001}]
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"content": "x", "nonce": "n" * 26}, "nonce"),
    ({"content": "x", "flags": 2}, "flags"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
    ({"content": "x", "allowed_mentions": {"parse": ["cats"]}}, "allowed_mentions.parse"),
    ({"content": "x", "attachments": [{"id": "77"}]}, "attachments.0.id"),
    ({"content": "x", "message_reference": {"message_id": "5"}}, "message_reference"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    ({"embeds": [{}]}, "embeds.0"),
    ({"embeds": [{"title": "x", "color": 0x1000000}]}, "embeds.0.color"),
    ({"embeds": [{"title": "x", "timestamp": "tomorrow"}]}, "embeds.0.timestamp"),
    ({"embeds": EMBED_6001}, "embeds"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    ({"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
    ({"embeds": [{"fields": [{"name": "n" * 257, "value": "v"}]}]}, "embeds.0.fields.0.name"),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]}, "embeds.0.fields.0.value"),
    ({"embeds": [{"image": {"url": "attachment://no.png"}}]}, "embeds.0.image.url"),
    ({"embeds": [{"title": "x", "url": "ftp://x"}]}, "embeds.0.url"),
    ({"components": [{"type": 1, "components": [button(custom_id=str(n))]} for n in range(6)]}, "components"),
    ({"components": [button()]}, "components.0.type"),
    (row(*many(6)), "components.0.components"),
    (row(), "components.0.components"),
    (row(button(), button()), "components.0.components.1.custom_id"),
    (row(button(custom_id="x" * 101)), "components.0.components.0.custom_id"),
    (row(button(custom_id=None)), "components.0.components.0.custom_id"),
    (row(button(label="x" * 81)), "components.0.components.0.label"),
    (row(button(label=None)), "components.0.components.0"),
    (row(button(label=" ")), "components.0.components.0"),
    (row(button(style=9)), "components.0.components.0.style"),
    (row(button(emoji={"name": "cat"})), "components.0.components.0.emoji.name"),
    (row(button(emoji={"id": "5", "name": "cat"})), "components.0.components.0.emoji.id"),
    (row({"type": 2, "style": 5, "label": "l", "url": "x"}), "components.0.components.0.url"),
    (row(button(style=5, url="https://x.org")), "components.0.components.0"),
    (row(select(), button()), "components.0.components.0"),
    (row(select(options=[])), "components.0.components.0.options"),
    (row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)])), "components.0.components.0.options"),
    (row(select(placeholder="x" * 151)), "components.0.components.0.placeholder"),
    (row(select(max_values=2)), "components.0.components.0.max_values"),
    (row(select(min_values=2)), "components.0.components.0.min_values"),
    (row(select(options=[{"label": "x" * 101, "value": "x"}])), "components.0.components.0.options.0.label"),
    (row(select(options=[{"label": "x", "value": "x" * 101}])), "components.0.components.0.options.0.value"),
    (row(select(options=[{"label": "x", "value": "x", "description": "x" * 101}])),
     "components.0.components.0.options.0.description"),
    (row(select(options=[{"label": "x", "value": "x"}] * 2)), "components.0.components.0.options.1.value"),
    (
        row(select(options=[{"label": v, "value": v, "default": True} for v in "ab"])),
        "components.0.components.0.options",
    ),
    ({"content": "x", **v2(TEXT)}, "content"),
    (v2({"type": 3}), "components.0.type"),
    (v2({"type": 10, "content": ""}), "components.0.content"),
    (v2(*[TEXT] * 41), "components"),
    (v2({"type": 10, "content": "x" * 2500}, {"type": 10, "content": "x" * 2500}), "components"),
    (v2({"type": 9, "components": [TEXT] * 4, "accessory": button()}), "components.0.components"),
    (v2({"type": 9, "components": [TEXT], "accessory": TEXT}), "components.0.accessory.type"),
    (v2({"type": 12, "items": []}), "components.0.items"),
    (v2({"type": 17, "components": [{"type": 17, "components": []}]}), "components.0.components.0.type"),
]  # fmt: skip


def at(errors: dict[str, Any], path: str) -> Any:
    for part in path.split("."):
        errors = errors[part]
    return errors["_errors"]


@pytest.mark.parametrize(("body", "path"), WRONG, ids=[f"{n}-{path}" for n, (_, path) in enumerate(WRONG)])
async def test_invalid_messages_are_rejected(loopback: Loopback, body: dict[str, Any], path: str) -> None:
    status, answer = await raw(loopback, "POST", f"/channels/{loopback.games}/messages", json=body)
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"], path)[0]["code"]
    assert loopback.ada.visible(loopback.games) == []


FITS: list[dict[str, Any]] = [
    {"content": "x" * 2000},
    {"content": "\u200b"},
    {"embeds": [{"title": "x", "color": 0xFFFFFF, "timestamp": "2026-01-01T00:00:00Z"}]},
    {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2000}]},
    {"components": [{"type": 1, "components": [button(custom_id=f"{r}{n}") for n in range(5)]} for r in range(5)]},
    row(select(max_values=1, options=[{"label": str(n), "value": str(n)} for n in range(25)])),
    row(button(emoji={"name": "🍬"}, label=None), {"type": 2, "style": 5, "label": "l", "url": "https://x.org"}),
    v2({"type": 17, "components": [TEXT, {"type": 9, "components": [TEXT], "accessory": button()}, {"type": 14}]}),
    {"content": "x", "message_reference": {"message_id": "5", "fail_if_not_exists": False}},
]


@pytest.mark.parametrize("body", FITS)
async def test_messages_that_just_fit(loopback: Loopback, body: dict[str, Any]) -> None:
    status, _ = await raw(loopback, "POST", f"/channels/{loopback.games}/messages", json=body)
    assert status == 200


async def test_empty_and_too_large_messages_are_rejected(loopback: Loopback) -> None:
    path = f"/channels/{loopback.games}/messages"
    for body in ({}, {"content": " \n"}, {"content": "\u202e"}, {"embeds": [{"type": "rich", "flags": 0}]}):
        assert (await raw(loopback, "POST", path, json=body))[1]["code"] == 50006
    _, message = await raw(loopback, "POST", path, json={"content": "x"})
    for content in ("", " "):
        assert (await raw(loopback, "PATCH", f"{path}/{message['id']}", json={"content": content}))[1]["code"] == 50006
    assert (await raw(loopback, "POST", path, data=upload(1, (10 << 20) + 1)))[1]["code"] == 40005
    assert (await raw(loopback, "POST", path, data=upload(11, 1)))[1]["code"] == 30015


CHOICE = {"name": "a", "value": "a"}
LONG_CHOICES = [{"name": "n" * 90 + str(c), "value": "v" * 90} for c in range(25)]
LOCALIZED = [{"name": f"n{c}", "name_localizations": {"de": "d" * 98 + str(c)}, "value": "v" * 9} for c in range(25)]
COMMANDS: list[tuple[list[dict[str, Any]], str]] = [
    ([command(name="Play")], "0.name"),
    ([command(name="x" * 33)], "0.name"),
    ([command(), command()], "1.name"),
    ([command(description="x" * 101)], "0.description"),
    ([command(options=[option(name=f"o{n}") for n in range(26)])], "0.options"),
    ([command(options=[option(), option()])], "0.options.1.name"),
    ([command(options=[option(name="a"), option(name="b", required=True)])], "0.options.1"),
    ([command(options=[option(choices=[CHOICE] * 26)])], "0.options.0.choices"),
    ([command(options=[option(choices=[CHOICE], autocomplete=True)])], "0.options.0"),
    ([command(options=[option(type=4, choices=[CHOICE])])], "0.options.0.choices.0.value"),
    ([command(options=[option(type=99)])], "0.options.0.type"),
    ([command(options=[option(type=1, options=[option(type=2, options=[])])])], "0.options.0.options.0.type"),
    ([command(options=[option(name=f"o{n}", choices=LONG_CHOICES) for n in range(3)])], "0"),
    ([command(options=[option(name=f"o{n}", choices=LOCALIZED) for n in range(3)])], "0"),
]  # fmt: skip


@pytest.mark.parametrize(("commands", "path"), COMMANDS, ids=[path for _, path in COMMANDS])
async def test_invalid_commands_are_rejected(loopback: Loopback, commands: list[dict[str, Any]], path: str) -> None:
    status, answer = await raw(loopback, "PUT", f"/applications/{APPLICATION}/commands", json=commands)
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"], path)


async def test_commands_one_by_one(loopback: Loopback) -> None:
    path = f"/applications/{APPLICATION}/commands"
    assert (await raw(loopback, "PUT", path, json=[command(name=f"c{n}") for n in range(101)]))[1]["code"] == 30032
    status, made = await raw(loopback, "POST", path, json=command())
    assert status == 201
    assert (await raw(loopback, "POST", path, json=command(description="Again")))[1]["id"] == made["id"]
    assert (await raw(loopback, "PATCH", f"{path}/{made['id']}", json={"description": "New"}))[1][
        "description"
    ] == "New"
    assert (await raw(loopback, "GET", f"{path}/{made['id']}"))[1]["description"] == "New"
    assert (await raw(loopback, "DELETE", f"{path}/{made['id']}"))[0] == 204
    assert (await raw(loopback, "GET", f"{path}/{made['id']}"))[1]["code"] == 10063
    there = f"/applications/{APPLICATION}/guilds/{loopback.guild}/commands"
    await raw(loopback, "PUT", there, json=[command(name="here", default_member_permissions="32")])
    await raw(loopback, "PUT", path, json=[command(contexts=[0])])
    assert [c["name"] for c in loopback.ada.commands(loopback.games)] == ["play", "here"]
    assert [c["name"] for c in loopback.ben.commands(loopback.games)] == ["play"]
    loopback.world.forbid(loopback.games, loopback.ben.id, shapes.USE_APPLICATION_COMMANDS)
    assert loopback.ben.commands(loopback.games) == []
    assert loopback.ada.commands(loopback.ada.dm) == []


async def test_only_the_longest_localization_counts_towards_command_size(loopback: Loopback) -> None:
    translated = [choice | {"name_localizations": {"de": "d" * 90, "fr": "f" * 90}} for choice in LONG_CHOICES]
    fits = command(options=[option(name="o", choices=translated)])
    assert await code(loopback, "PUT", f"/applications/{APPLICATION}/commands", json=[fits]) == (200, None)


async def test_command_creations_per_day_are_limited(loopback: Loopback) -> None:
    """The limit is 200 in each server and globally; changing and deleting commands is free."""
    path, there = (f"/applications/{APPLICATION}{of}/commands" for of in ("", f"/guilds/{loopback.guild}"))
    commands = [command(name=f"c{n}") for n in range(100)]
    for _ in range(3):
        assert await code(loopback, "PUT", path, json=commands) == (200, None)
    assert await code(loopback, "PUT", path, json=[]) == (200, None)
    assert await code(loopback, "PUT", path, json=commands[1:]) == (200, None)
    assert await code(loopback, "POST", path, json=commands[0]) == (201, None)
    assert await code(loopback, "POST", path, json=commands[0]) == (200, None), "it exists"
    assert await code(loopback, "POST", path, json=command()) == (400, 30034)
    assert await code(loopback, "PUT", path, json=[*commands[1:], command()]) == (400, 30034)
    assert len(loopback.world.commands[None]) == 100, "as before"
    assert await code(loopback, "PUT", there, json=[command()]) == (200, None)
    loopback.advance(DAY)
    assert await code(loopback, "PUT", path, json=[command()]) == (200, None)


LABEL = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
MODALS: list[tuple[dict[str, Any], str]] = [
    ({"title": "x" * 46}, "title"),
    ({"custom_id": "x" * 101}, "custom_id"),
    ({"components": []}, "components"),
    ({"components": [LABEL] * 6}, "components"),
    ({"components": [LABEL, LABEL]}, "components.1.component.custom_id"),
    ({"components": [{**LABEL, "label": "x" * 46}]}, "components.0.label"),
    ({"components": [{**LABEL, "component": button()}]}, "components.0.component.type"),
    ({"components": [{**LABEL, "component": select(disabled=True)}]}, "components.0.component.disabled"),
    ({"components": [button()]}, "components.0.type"),
]


@pytest.mark.parametrize(("wrong", "path"), MODALS)
async def test_invalid_modals_are_rejected(loopback: Loopback, wrong: dict[str, Any], path: str) -> None:
    it = loopback.interactions.begin(2, loopback.ada.id, loopback.games, {"name": "x"})
    data = {"title": "Title", "custom_id": "m", "components": [LABEL], **wrong}
    url = f"/interactions/{it.id}/{it.token}/callback"
    status, answer = await raw(loopback, "POST", url, json={"type": 9, "data": data})
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"]["data"], path)


async def test_too_many_choices(loopback: Loopback) -> None:
    it = loopback.interactions.begin(4, loopback.ada.id, loopback.games, {"name": "x"})
    url = f"/interactions/{it.id}/{it.token}/callback"
    body = {"type": 8, "data": {"choices": [{"name": "a", "value": str(n)} for n in range(26)]}}
    assert (await raw(loopback, "POST", url, json=body))[1]["code"] == 50035
    body["data"]["choices"].pop()  # type: ignore[index]
    assert (await raw(loopback, "POST", url, json=body))[0] == 204
