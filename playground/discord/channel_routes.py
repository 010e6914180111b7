"""Routes for channels, threads, messages and interactions."""

from __future__ import annotations

from itertools import islice
from typing import Any

from playground.discord import limits, messages, shapes
from playground.discord.rest import Answer, Call, Routes
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION, ApiError

route = Routes()

# Channels and threads


def visible(call: Call) -> Data:
    """Return the channel of a request. Raise ApiError if the bot may not view it."""
    channel = call.world.channel(call["cid"])
    if not call.world.views(channel["id"], APPLICATION):
        raise ApiError(403, 50001, "Missing Access")
    return channel


def readable(call: Call) -> Data:
    """Return the channel of a request that reads messages; voice channels also require CONNECT.

    https://docs.discord.com/developers/resources/message#get-channel-messages
    """
    channel = visible(call)
    vocal = channel["type"] in shapes.VOCAL
    if vocal and not call.world.permissions(channel["id"], APPLICATION) & shapes.CONNECT:
        raise ApiError(403, 50001, "Missing Access")
    return channel


def need(call: Call, bits: int) -> Data:
    channel = visible(call)
    if bits & ~call.world.permissions(channel["id"], APPLICATION):
        raise ApiError(403, 50013, "Missing Permissions")
    return channel


@route("GET", "/channels/{cid}")
def channel(call: Call) -> Answer:
    return 200, visible(call)


@route("PATCH", "/channels/{cid}")
def patch_channel(call: Call) -> Answer:
    channel = visible(call)
    changes = {k: call.body[k] for k in ("name", "topic", "rate_limit_per_user") if k in call.body}
    state = {k: call.body[k] for k in ("archived", "locked", "auto_archive_duration") if k in call.body}
    if "thread_metadata" not in channel:
        need(call, shapes.MANAGE_CHANNELS)
        return 200, call.world.change_channel(channel["id"], **changes)
    # https://docs.discord.com/developers/topics/threads#editing-%26-deleting-threads
    known = channel["thread_metadata"]
    moderates = call.world.permissions(channel["id"], APPLICATION) & shapes.MANAGE_THREADS
    if call.body == {"archived": False} and not known["locked"]:
        own = APPLICATION in call.world.thread_members[channel["id"]]
    else:
        own = channel.get("owner_id") == APPLICATION and "locked" not in state
    if not own and not moderates:
        raise ApiError(403, 50013, "Missing Permissions")
    if known["archived"] and state.get("archived", True):
        raise ApiError(400, 50083, "Thread is archived")
    call.world.change_channel(channel["id"], **changes)
    return 200, call.world.set_thread(channel["id"], **state)


@route("DELETE", "/channels/{cid}")
def delete_channel(call: Call) -> Answer:
    channel = visible(call)
    if channel["type"] != shapes.DM:
        need(call, shapes.MANAGE_THREADS if "thread_metadata" in channel else shapes.MANAGE_CHANNELS)
        call.world.delete_channel(channel["id"])
    return 200, channel


@route("POST", "/channels/{cid}/typing")
def typing(call: Call) -> Answer:
    need(call, shapes.SEND_MESSAGES)
    return 204, None


@route("POST", "/channels/{cid}/threads", "/channels/{cid}/messages/{mid}/threads")
def post_thread(call: Call) -> Answer:
    world, mid = call.world, call.args.get("mid")
    above = visible(call)["type"]
    if above == shapes.FORUM and mid is None:
        return post_in_forum(call)
    if above not in (shapes.TEXT, shapes.ANNOUNCEMENT):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    # Without a message, Discord creates a private thread unless the request has a type.
    kind = shapes.PUBLIC_THREAD if above == shapes.TEXT else shapes.ANNOUNCEMENT_THREAD
    public = mid is not None or call.body.get("type") == kind
    parent = need(call, shapes.CREATE_PUBLIC_THREADS if public else shapes.CREATE_PRIVATE_THREADS)
    form = limits.Form()
    archive = check_thread(form, call.body)
    if not public:
        private = {shapes.PRIVATE_THREAD} if above == shapes.TEXT else set()  # announcement channels have none
        form.choice(("type",), call.body.get("type") or shapes.PRIVATE_THREAD, {kind} | private)
    form.check()
    message = world.message(mid, parent["id"]) if mid else None
    if message and message["id"] in world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = world.add_thread(parent["id"], call.body["name"], APPLICATION, mid, archive, private=not public)
    if message:
        messages.mark_thread(world, message, thread)
    return 201, thread


def check_thread(form: limits.Form, body: Data) -> int:
    """Check a new thread's name and archive time; return the latter in minutes."""
    form.length(("name",), body.get("name"), 100, 1, required=True)
    archive: int = body.get("auto_archive_duration") or 1440
    form.choice(("auto_archive_duration",), archive, {60, 1440, 4320, 10080})
    return archive


def post_in_forum(call: Call) -> Answer:
    """Create a thread with its first message.

    https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel
    """
    world, body = call.world, call.body
    forum = need(call, shapes.SEND_MESSAGES)
    form = limits.Form()
    archive = check_thread(form, body)
    form.check()
    thread = world.add_thread(forum["id"], body["name"], APPLICATION, None, archive)
    first = messages.create(world, thread["id"], body.get("message") or {}, call.files, world.bot)
    return 201, {**thread, "message": first}


@route("PUT", "/channels/{cid}/thread-members/{uid}")
def add_thread_member(call: Call) -> Answer:
    thread = visible(call)
    if thread["thread_metadata"]["archived"]:
        raise ApiError(400, 50083, "Thread is archived")
    call.world.add_to_thread(thread["id"], APPLICATION if call["uid"] == "@me" else call["uid"])
    return 204, None


@route("DELETE", "/channels/{cid}/thread-members/{uid}")
def remove_thread_member(call: Call) -> Answer:
    thread, own = visible(call), call["uid"] == "@me"
    if not own:
        need(call, shapes.MANAGE_THREADS)
    call.world.remove_from_thread(thread["id"], APPLICATION if own else call["uid"])
    return 204, None


# Messages


@route("GET", "/channels/{cid}/messages")
def list_messages(call: Call) -> Answer:
    """Return messages, newest first; with `after`, those directly after it."""
    world, channel = call.world, readable(call)
    form = limits.Form()
    limit = int(call.query.get("limit", 50))
    form.choice(("limit",), limit, set(range(1, 101)))
    form.check()
    if not world.permissions(channel["id"], APPLICATION) & shapes.READ_MESSAGE_HISTORY:
        return 200, []
    all_of_it = [m for m in world.in_channel(channel["id"]) if m["id"] not in world.seen_only_by]
    if "after" in call.query:
        later = (m for m in all_of_it if int(m["id"]) > int(call.query["after"]))
        return 200, list(islice(later, limit))[::-1]
    before = int(call.query.get("before", 1 << 63))
    return 200, [m for m in all_of_it if int(m["id"]) < before][: -limit - 1 : -1]


@route("POST", "/channels/{cid}/messages")
def post_message(call: Call) -> Answer:
    return 200, messages.send(call.world, call["cid"], call.body or {}, call.files)


def message_of(call: Call) -> Data:
    visible(call)
    return call.world.message(call["mid"], call["cid"])


PINS = ("/channels/{cid}/messages/pins", "/channels/{cid}/pins")


@route("GET", PINS[0])
def pins(call: Call) -> Answer:
    pinned = [m for m in call.world.in_channel(visible(call)["id"]) if m["pinned"]]
    return 200, {"items": [{"pinned_at": m["timestamp"], "message": m} for m in pinned], "has_more": False}


@route("PUT", *(path + "/{mid}" for path in PINS))
def pin(call: Call) -> Answer:
    return _pinned(call, True)


@route("DELETE", *(path + "/{mid}" for path in PINS))
def unpin(call: Call) -> Answer:
    return _pinned(call, False)


def _pinned(call: Call, yes: bool) -> Answer:
    need(call, shapes.PIN_MESSAGES)
    message_of(call)["pinned"] = yes
    return 204, None


@route("GET", "/channels/{cid}/messages/{mid}")
def get_message(call: Call) -> Answer:
    readable(call)
    need(call, shapes.READ_MESSAGE_HISTORY)
    return 200, message_of(call)


@route("PATCH", "/channels/{cid}/messages/{mid}")
def patch_message(call: Call) -> Answer:
    message = message_of(call)
    messages.may_change(call.world, message)
    return 200, messages.edit(call.world, message, call.body or {}, call.files)


@route("DELETE", "/channels/{cid}/messages/{mid}")
def delete_message(call: Call) -> Answer:
    message = message_of(call)
    messages.may_change(call.world, message, deleting=True)
    messages.delete(call.world, message)
    return 204, None


# Interactions


@route("POST", "/interactions/{iid}/{token}/callback")
def callback(call: Call) -> Answer:
    answer = call.interactions.callback(call["iid"], call["token"], call.body or {}, call.files)
    return (200, answer) if call.query.get("with_response") in ("1", "true") else (204, None)


@route("POST", "/webhooks/{app}/{token}")
def follow_up(call: Call) -> Answer:
    return 200, call.interactions.follow_up(call["token"], call.body or {}, call.files)


@route("GET", "/webhooks/{app}/{token}/messages/{mid}")
def get_own(call: Call) -> Answer:
    return 200, call.interactions.own_message(call["token"], call["mid"])


@route("PATCH", "/webhooks/{app}/{token}/messages/{mid}")
def patch_own(call: Call) -> Answer:
    message: Any = call.interactions.own_message(call["token"], call["mid"])
    return 200, call.interactions.edit(message, call.body or {}, call.files)


@route("DELETE", "/webhooks/{app}/{token}/messages/{mid}")
def delete_own(call: Call) -> Answer:
    messages.delete(call.world, call.interactions.own_message(call["token"], call["mid"]))
    return 204, None
