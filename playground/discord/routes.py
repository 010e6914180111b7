"""Routes for the application, its commands and emojis, users and servers."""

from __future__ import annotations

import base64
import binascii
import re

from playground.discord import forms, limits, shapes
from playground.discord.rest import Answer, Call, Routes
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION, COMMAND_CREATES, DAY, ApiError, Guild

route = Routes()

# The application and its commands


@route("GET", "/users/@me")
def me(call: Call) -> Answer:
    return 200, {**call.world.bot, "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


@route("GET", "/oauth2/applications/@me", "/applications/@me")
def application(call: Call) -> Answer:
    world = call.world
    owner = next(u for u in world.users.values() if not u["bot"])
    return 200, shapes.application(world.bot, owner) | world.portal


@route("GET", "/gateway")
def gateway(call: Call) -> Answer:
    return 200, {"url": call.gateway.url}


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    limit = call.gateway.starts.session_start_limit(call.world.clock())
    return 200, {"url": call.gateway.url, "shards": call.gateway.shards, "session_start_limit": limit}


def commands_of(call: Call) -> dict[str, Data]:
    """Return the commands of a server, or the global ones."""
    gid = call.args.get("gid")
    if gid is not None:
        guild_of(call)
    return call.world.commands.setdefault(gid, {})


def stored_command(call: Call, command: Data, known: dict[str, Data]) -> Data:
    """Return a command as Discord stores it. It keeps the id of an existing one with the same name and type."""
    kind = command.get("type", forms.CHAT_INPUT)
    old = next((c for c in known.values() if (c["name"], c["type"]) == (command["name"], kind)), None)
    gid = {"guild_id": call["gid"]} if "gid" in call.args else {}
    filled: Data = {"description": "", "default_member_permissions": None, "nsfw": False, "options": [], **command}
    # "Defaults to your app's configured contexts" (docs: interactions/application-commands, `integration_types`).
    filled["integration_types"] = command.get("integration_types") or [int(n) for n in call.world.integration_types]
    version = call.world.snowflake()
    own = {"id": old["id"] if old else version, "application_id": APPLICATION, "version": version}
    return {**filled, **own, "type": kind, **gid}


def count_creates(call: Call, new: list[Data], known: dict[str, Data]) -> None:
    """Count the new commands. Raise ApiError if there are too many within a day.

    "There is a global rate limit of 200 application command creates per day, per guild." A bulk overwrite counts only
    commands that don't exist yet. Bots report this code with status 400.
    https://docs.discord.com/developers/interactions/application-commands#registering-a-command
    https://docs.discord.com/developers/interactions/application-commands#bulk-overwrite-global-application-commands
    https://github.com/Zero6992/chatGPT-discord-bot/issues/415
    """
    creates, now = call.world.command_creates.setdefault(call.args.get("gid"), []), call.world.clock()
    creates[:] = [at for at in creates if now - at < DAY]
    number = sum(command["id"] not in known for command in new)
    if number and len(creates) + number > COMMAND_CREATES:
        text = f"Max number of daily application command creates has been reached ({COMMAND_CREATES})"
        raise ApiError(400, 30034, text)
    creates += [now] * number


COMMANDS = ("/applications/{app}/commands", "/applications/{app}/guilds/{gid}/commands")
ONE_COMMAND = tuple(path + "/{id}" for path in COMMANDS)


@route("GET", *COMMANDS)
def list_commands(call: Call) -> Answer:
    return 200, list(commands_of(call).values())


@route("PUT", *COMMANDS)
def put_commands(call: Call) -> Answer:
    form = forms.CommandForm()
    form.commands(call.body)
    form.check()
    known = commands_of(call)
    new = [stored_command(call, c, known) for c in call.body]
    count_creates(call, new, known)
    known.clear()
    known.update({c["id"]: c for c in new})
    call.world.note("commands", {})
    return 200, new


@route("POST", *COMMANDS)
def post_command(call: Call) -> Answer:
    form = forms.CommandForm()
    form.command((), call.body)
    form.check()
    known = commands_of(call)
    new = stored_command(call, call.body, known)
    count_creates(call, [new], known)
    status = 200 if new["id"] in known else 201
    known[new["id"]] = new
    call.world.note("commands", {})
    return status, new


def one_command(call: Call) -> Data:
    command = commands_of(call).get(call["id"])
    if not command:
        raise ApiError(404, 10063, "Unknown application command")
    return command


@route("GET", *ONE_COMMAND)
def get_command(call: Call) -> Answer:
    return 200, one_command(call)


@route("PATCH", *ONE_COMMAND)
def patch_command(call: Call) -> Answer:
    changed = {**one_command(call), **call.body, "version": call.world.snowflake()}
    form = forms.CommandForm()
    form.command((), changed)
    form.check()
    commands_of(call)[call["id"]] = changed
    call.world.note("commands", {})
    return 200, changed


@route("DELETE", *ONE_COMMAND)
def delete_command(call: Call) -> Answer:
    one_command(call)
    del commands_of(call)[call["id"]]
    call.world.note("commands", {})
    return 204, None


# Emojis of the application


@route("GET", "/applications/{app}/emojis")
def emojis(call: Call) -> Answer:
    return 200, {"items": list(call.world.emojis.values())}


@route("POST", "/applications/{app}/emojis")
def post_emoji(call: Call) -> Answer:
    world, name = call.world, call.body.get("name") or ""
    form = limits.Form()
    if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        form.fault(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(e["name"] == name for e in world.emojis.values()):
        form.fault(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "The emoji name is already taken.")
    form.check()
    match = re.fullmatch(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", call.body.get("image") or "")
    try:
        picture = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        picture = b""
    if not match or not picture:
        raise ApiError(400, 50046, "Invalid Asset")
    if len(picture) > 256 << 10:
        raise ApiError(400, 50138, "Failed to resize asset below the maximum size: 262144")
    if len(world.emojis) >= 2000:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    emoji: Data = {
        "id": world.snowflake(), "name": name, "roles": [], "require_colons": True, "managed": False,
        "animated": False, "available": True, "user": world.bot,
    }  # fmt: skip
    world.emojis[emoji["id"]] = emoji
    world.files[emoji["id"]] = (picture, match[1])
    return 201, emoji


def one_emoji(call: Call) -> Data:
    emoji = call.world.emojis.get(call["eid"])
    if not emoji:
        raise ApiError(404, 10014, "Unknown Emoji")
    return emoji


@route("GET", "/applications/{app}/emojis/{eid}")
def get_emoji(call: Call) -> Answer:
    return 200, one_emoji(call)


@route("PATCH", "/applications/{app}/emojis/{eid}")
def patch_emoji(call: Call) -> Answer:
    emoji = one_emoji(call)
    emoji["name"] = call.body["name"]
    return 200, emoji


@route("DELETE", "/applications/{app}/emojis/{eid}")
def delete_emoji(call: Call) -> Answer:
    del call.world.emojis[one_emoji(call)["id"]]
    return 204, None


# Users and servers


@route("GET", "/users/{uid}")
def user(call: Call) -> Answer:
    if call["uid"] not in call.world.users:
        raise ApiError(404, 10013, "Unknown User")
    return 200, call.world.users[call["uid"]]


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Answer:
    uid = str(call.body.get("recipient_id"))
    if uid not in call.world.users or uid == APPLICATION:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return 200, call.world.open_dm(uid)


def guild_of(call: Call) -> Guild:
    guild = call.world.guilds.get(call["gid"])
    if not guild or APPLICATION not in guild.members:
        raise ApiError(404, 10004, "Unknown Guild")
    return guild


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Answer:
    after, limit = int(call.query.get("after") or 0), int(call.query.get("limit") or 200)
    member = [g for g in call.world.guilds.values() if APPLICATION in g.members and int(g.id) > after]
    mine = sorted(member, key=lambda g: int(g.id))[:limit]
    bare: Data = {"icon": None, "banner": None, "owner": False, "features": []}
    have = {g.id: str(call.world.guild_permissions(g, APPLICATION)) for g in mine}
    return 200, [{"id": g.id, "name": g.name, **bare, "permissions": have[g.id]} for g in mine]


@route("DELETE", "/users/@me/guilds/{gid}")
def leave_guild(call: Call) -> Answer:
    call.world.dismiss_bot(guild_of(call).id)
    return 204, None


@route("GET", "/guilds/{gid}")
def guild(call: Call) -> Answer:
    server = guild_of(call)
    data = shapes.guild(server.id, server.name, server.owner, list(server.roles.values()), server.emojis)
    if call.query.get("with_counts") in ("1", "true"):
        data |= {"approximate_member_count": len(server.members), "approximate_presence_count": len(server.members)}
    return 200, data


@route("GET", "/guilds/{gid}/channels")
def guild_channels(call: Call) -> Answer:
    return 200, [c for c in guild_of(call).channels.values() if c["type"] not in shapes.THREADS]


@route("GET", "/guilds/{gid}/threads/active")
def active_threads(call: Call) -> Answer:
    return 200, {"threads": call.world.active_threads(guild_of(call)), "members": [], "has_more": False}


@route("GET", "/guilds/{gid}/roles")
def guild_roles(call: Call) -> Answer:
    return 200, list(guild_of(call).roles.values())


@route("GET", "/guilds/{gid}/members/{uid}")
def guild_member(call: Call) -> Answer:
    member = guild_of(call).members.get(call["uid"])
    if not member:
        raise ApiError(404, 10007, "Unknown Member")
    return 200, member
