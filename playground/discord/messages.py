"""Create, edit and delete messages."""

from __future__ import annotations

import mimetypes
from copy import deepcopy
from typing import Any

from playground.discord import limits, shapes
from playground.discord.limits import strip_text
from playground.discord.shapes import EPHEMERAL, HAS_THREAD, LOADING, SUPPRESS_EMBEDS, V2, Data
from playground.discord.state import APPLICATION, DIRECT_MESSAGES, GUILD_MESSAGES, NONCE_LIFE, ApiError, Attached, World

File = tuple[str, bytes, str]
Files = dict[str, File]
# Discord documents code 20022 (https://docs.discord.com/developers/topics/opcodes-and-status-codes#json) but not how
# many edits of an announcement it allows: a strict guess, per message.
ANNOUNCED_EDITS, ANNOUNCED_SPAN = 3, 3600.0  # seconds
EVERYTHING_PINGS, PEOPLE_PING = ["users", "roles", "everyone"], ["users"]


def create(
    world: World, cid: str, body: Data, files: Files, author: Data, *, pings: list[str] = EVERYTHING_PINGS,
    only_for: str | None = None, flags: int = 0, kind: int = 0, **extra: Any,
) -> Data:  # fmt: skip
    """Create a message after checking it against the limits. `only_for` makes it ephemeral."""
    flags |= int(body.get("flags") or 0) & ~EPHEMERAL | (EPHEMERAL if only_for else 0)
    message: Data = {
        "id": world.snowflake(), "type": kind, "channel_id": cid, "author": author, "content": "", "embeds": [],
        "components": [], "timestamp": shapes.now(), "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "pinned": False,
        "flags": flags, **extra,
    }  # fmt: skip
    _check(world, message, body, files)
    if author["id"] == APPLICATION:
        _filter(world, cid, body, files)
    if not flags & LOADING and not files and _is_empty(body):
        raise ApiError(400, 50006, "Cannot send an empty message")
    if only_for:
        world.seen_only_by[message["id"]] = only_for
    _fill(world, message, body, files, pings)
    world.keep_message(message)
    if not only_for:
        world.channels[cid]["last_message_id"] = message["id"]
        if cid in world.thread_activity:
            world.thread_activity[cid] = world.clock()
        if "message_count" in world.channels[cid]:
            world.channels[cid]["message_count"] += 1
        _tell(world, "MESSAGE_CREATE", message)
    world.note("message", message)
    return message


def edit(world: World, message: Data, body: Data, files: Files, pings: list[str] = EVERYTHING_PINGS) -> Data:
    """Edit a message. Missing fields stay; null empties them; flags that it has can be repeated."""
    _check(world, message, {**body, "flags": int(body.get("flags") or 0) & ~message["flags"]}, files)
    _filter(world, message["channel_id"], body, files)
    changeable = LOADING | (SUPPRESS_EMBEDS if "flags" in body else 0)
    flags = message["flags"] & ~changeable | int(body.get("flags") or 0) & (SUPPRESS_EMBEDS | V2)
    if not files and not _kept_attachments(world, message, body) and _is_empty(message | body):
        raise ApiError(400, 50006, "Cannot send an empty message")
    _fill(world, message, body, files, pings)
    message.update(flags=flags, edited_timestamp=shapes.now())
    if flags & SUPPRESS_EMBEDS:
        message["embeds"] = []
    if not flags & EPHEMERAL:
        _tell(world, "MESSAGE_UPDATE", message)
    world.note("edit", message)
    return message


def delete(world: World, message: Data) -> None:
    channel = world.channels[message["channel_id"]]
    if world.forget_message(message) and channel["type"] != shapes.GROUP_DM:
        payload = {"id": message["id"], "channel_id": channel["id"]}
        world.emit("MESSAGE_DELETE", payload | _guild(channel), channel.get("guild_id"), _intent(channel))
    world.note("delete", message)


def delete_bulk(world: World, cid: str, ids: list[str]) -> None:
    """Delete a channel's messages at once, as another bot's purge or a ban does; all of them are one event.

    https://docs.discord.com/developers/events/gateway-events#message-delete-bulk
    """
    channel = world.channels[cid]
    for message in [world.message(mid, cid) for mid in ids]:
        world.forget_message(message)
        world.note("delete", message)
    payload = {"ids": ids, "channel_id": cid} | _guild(channel)
    world.emit("MESSAGE_DELETE_BULK", payload, channel.get("guild_id"), _intent(channel))


def suppress_embeds(world: World, message: Data) -> None:
    """Remove a message's embeds; further edits show none, either, until one unsets the flag.

    https://docs.discord.com/developers/resources/message#message-object-message-flags
    """
    message.update(flags=message["flags"] | SUPPRESS_EMBEDS, embeds=[])
    _tell(world, "MESSAGE_UPDATE", message)
    world.note("edit", message)


def mark_thread(world: World, message: Data, thread: Data) -> None:
    """Mark a message as the start of a thread."""
    message.update(flags=message["flags"] | HAS_THREAD, thread=thread)
    _tell(world, "MESSAGE_UPDATE", message)
    world.note("edit", message)


def send(world: World, cid: str, body: Data, files: Files) -> Data:
    """Create a message of the bot in a channel, outside interactions."""
    channel = world.channel(cid)
    may_write(world, channel, body, bool(files))
    nonce = body.get("nonce")
    while world.nonces and world.clock() - next(iter(world.nonces.values()))[1] >= NONCE_LIFE:
        del world.nonces[next(iter(world.nonces))]
    known, _ = world.nonces.get((APPLICATION, str(nonce)), ("", 0.0))
    if nonce is not None and body.get("enforce_nonce") and known in world.messages:
        return world.messages[known]
    extra = {} if nonce is None else {"nonce": nonce}
    extra |= reply_to(world, channel, body.get("message_reference"))
    message = create(world, cid, body, files, world.bot, kind=19 if "message_reference" in extra else 0, **extra)
    if nonce is not None:
        world.nonces.pop((APPLICATION, str(nonce)), None)  # keep the oldest first
        world.nonces[APPLICATION, str(nonce)] = message["id"], world.clock()
    return message


def reply_to(world: World, channel: Data, reference: Data | None) -> Data:
    if not reference:
        return {}
    mid = str(reference.get("message_id"))
    if mid not in world.messages or mid in world.seen_only_by:
        if not reference.get("fail_if_not_exists", True):
            return {}
        errors: Data = {
            "message_reference": {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]}
        }
        raise ApiError(400, 50035, "Invalid Form Body", errors)
    shape = {"type": 0, "channel_id": channel["id"], "message_id": mid} | _guild(channel)
    return {"message_reference": shape, "referenced_message": deepcopy(world.messages[mid])}


def may_write(world: World, channel: Data, body: Data, has_files: bool) -> None:
    """Raise ApiError if the bot may not write this message here."""
    if channel["type"] == shapes.DM:
        uid = channel["recipients"][0]["id"]
        if uid in world.closed_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        # The code is documented; its status is a guess, based on that of 50007:
        # https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
        if not world.knows_bot(uid):
            raise ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
        return
    if channel["type"] == shapes.FORUM:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    have = world.permissions(channel["id"], APPLICATION)
    if not world.views(channel["id"], APPLICATION):
        raise ApiError(403, 50001, "Missing Access")
    in_thread = channel["type"] in shapes.THREADS
    need = shapes.SEND_MESSAGES_IN_THREADS if in_thread else shapes.SEND_MESSAGES
    need |= shapes.EMBED_LINKS if body.get("embeds") else 0
    need |= shapes.ATTACH_FILES if has_files else 0
    if need & ~have:
        raise ApiError(403, 50013, "Missing Permissions")
    unarchive(world, channel)


def unarchive(world: World, channel: Data) -> None:
    """Unarchive a thread before the bot sends a message to it. Raise ApiError if it is locked, archived or not.

    https://docs.discord.com/developers/topics/threads#locked-threads
    https://docs.discord.com/developers/topics/threads#active-%26-archived-threads
    """
    if _locked(world, channel):
        raise ApiError(400, 160005, "Thread is locked")
    if channel.get("thread_metadata", {}).get("archived"):
        world.set_thread(channel["id"], archived=False)


def may_edit_in(world: World, message: Data) -> None:
    """Raise ApiError if a thread or an announcement channel prevents the bot from editing its message there.

    An edit never unarchives a thread, not even as the response to a press:
    https://github.com/discord/discord-api-docs/issues/5517
    """
    channel = world.channels[message["channel_id"]]
    if channel.get("thread_metadata", {}).get("archived"):
        raise ApiError(400, 50083, "Thread is archived")
    if _locked(world, channel):
        raise ApiError(400, 160005, "Thread is locked")
    if channel["type"] == shapes.ANNOUNCEMENT and message["id"] not in world.seen_only_by:
        edits = world.announced_edits.setdefault(message["id"], [])
        edits[:] = [at for at in edits if world.clock() - at < ANNOUNCED_SPAN]
        if len(edits) >= ANNOUNCED_EDITS:
            raise ApiError(400, 20022, "This message cannot be edited due to announcement rate limits")
        edits.append(world.clock())


def _locked(world: World, channel: Data) -> bool:
    locked = channel.get("thread_metadata", {}).get("locked", False)
    return locked and not _has(world, channel, shapes.MANAGE_THREADS)


def may_change(world: World, message: Data, deleting: bool = False) -> None:
    channel = world.channels[message["channel_id"]]
    mine = message["author"]["id"] == APPLICATION
    if "guild_id" in channel and not world.views(channel["id"], APPLICATION):
        raise ApiError(403, 50001, "Missing Access")
    if deleting:
        if _locked(world, channel) and channel["thread_metadata"]["archived"]:
            raise ApiError(400, 160005, "Thread is locked")
        if not mine and (channel["type"] == shapes.DM or not _has(world, channel, shapes.MANAGE_MESSAGES)):
            raise ApiError(403, 50003 if channel["type"] == shapes.DM else 50013, "Missing Permissions")
    elif not mine:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    else:
        may_edit_in(world, message)


def _has(world: World, channel: Data, bits: int) -> bool:
    return not bits & ~world.permissions(channel["id"], APPLICATION)


def _is_empty(body: Data) -> bool:
    """Return True if a message without files shows nothing: no text, no components, and only empty embeds."""
    fields = [
        value for embed in body.get("embeds") or [] for key, value in embed.items() if key not in ("type", "flags")
    ]
    return not (strip_text(body.get("content") or "") or any(fields) or body.get("components"))


def _filter(world: World, cid: str, body: Data, files: Files) -> None:
    if refusal := world.filters.refusal(world.channels[cid], body, bool(files)):
        raise ApiError(400, *refusal)


def _check(world: World, message: Data, body: Data, files: Files) -> None:
    earlier = _kept_attachments(world, message, body)
    limits.check_files(list(files.values()), len(earlier))
    names = {a["filename"] for a in earlier} | {name for name, _, _ in files.values()}
    if not world.keeps_files:
        names |= {a["filename"] for a in _stored_attachments(world, message)}
    form = limits.MessageForm(world.emojis, names)
    form.message(body, message["flags"] | int(body.get("flags") or 0))
    for n, attachment in enumerate(body.get("attachments") or []):
        aid = str(attachment.get("id"))
        if aid not in files and aid not in {a["id"] for a in earlier}:
            form.fault(("attachments", n, "id"), "ATTACHMENT_NOT_FOUND", f"Attachment {aid} not found")
    form.check()


def _kept_attachments(world: World, message: Data, body: Data) -> list[Data]:
    """Return the existing files that stay: all, unless the body lists which ones.

    "To remove or replace files you will have to supply the attachments field which specifies the files to retain"
    (https://docs.discord.com/developers/resources/message#edit-message).
    """
    old = _stored_attachments(world, message)
    if "attachments" not in body:
        return list(old) if world.keeps_files else []
    listed = {str(a.get("id")) for a in body["attachments"] or []}
    return [a for a in old if a["id"] in listed]


def _stored_attachments(world: World, message: Data) -> list[Data]:
    return world.attached[message["id"]].all if message["id"] in world.attached else []


def _fill(world: World, message: Data, body: Data, files: Files, pings: list[str]) -> None:
    attachments = _kept_attachments(world, message, body)
    described = {str(a.get("id")): a for a in body.get("attachments") or []}
    attachments += [_store(world, message["channel_id"], file, described.get(n, {})) for n, file in files.items()]
    for key, empty in (("content", ""), ("embeds", []), ("components", [])):
        if key in body:
            message[key] = deepcopy(body[key]) or empty
    message["content"] = strip_text(message["content"])
    names = {a["filename"] for a in attachments}
    for embed in message["embeds"]:
        _strip_embed(embed)
        for key in ("image", "thumbnail"):
            address = (embed.get(key) or {}).get("url", "")
            if address.startswith("attachment://") and address[13:] not in names:
                del embed[key]
        embed["type"] = "rich"
        for one in embed.get("fields") or []:
            one.setdefault("inline", False)
    if "content" in body:
        people, everyone = limits.mentioned(message["content"], body.get("allowed_mentions"), pings)
        message["mentions"] = [world.users[p] for p in people if p in world.users]
        message["mention_everyone"] = everyone
    shapes.number_components(message["components"])
    _fill_controls(message["components"])
    attached = world.attached.setdefault(message["id"], Attached())
    for file in attached.all:
        if file not in attachments:
            world.forget_file(file["id"])
    attached.all = attachments
    for key in ("embeds", "components"):
        if key in body:
            attached.shown[key] = _resolve(message[key], attachments)
    _fill_media(world, message["components"])
    message["attachments"] = attached.beside()


def _strip_embed(embed: Data) -> None:
    for part in (embed, *(embed.get("fields") or []), embed.get("footer") or {}, embed.get("author") or {}):
        for key in ("title", "description", "name", "value", "text"):
            if part.get(key):
                part[key] = strip_text(part[key])


def _store(world: World, cid: str, file: File, description: Data) -> Data:
    name, data, kind = file
    if kind == "application/octet-stream":  # discord.py sends this for every file; Discord goes by the name
        kind = mimetypes.guess_type(name)[0] or kind
    aid = world.snowflake()
    world.files[aid] = (data, kind)
    url = f"{world.base}/cdn/attachments/{cid}/{aid}/{name}"
    shape = {"id": aid, "filename": name, "size": len(data), "content_type": kind, "url": url, "proxy_url": url}
    return shape | shapes.picture_size(data) | {k: description[k] for k in ("description",) if description.get(k)}


def _fill_controls(components: list[Data]) -> None:
    """Fill in default values and remove nulls, as Discord's responses do."""
    for item in components:
        for key in [k for k, v in item.items() if v is None]:
            del item[key]
        for thing in (item, *item.get("options", [])):
            if thing.get("emoji"):
                thing["emoji"] = {k: str(v) if k == "id" else v for k, v in thing["emoji"].items() if v is not None}
        if item.get("type") == limits.CONTAINER:
            item.setdefault("accent_color", None)
            item.setdefault("spoiler", False)
        if item.get("type") == limits.SEPARATOR:
            item.setdefault("divider", True)
            item.setdefault("spacing", 1)
        if item.get("type") in limits.SELECTS:
            item.setdefault("min_values", 1)
            item.setdefault("max_values", 1)
        _fill_controls(item.get("components", []))
        if "accessory" in item:
            _fill_controls([item["accessory"]])


def _fill_media(world: World, components: list[Data]) -> None:
    """Fill in the data that Discord adds to pictures and files in a layout, whether uploaded or linked."""
    for item in components:
        parts = {limits.GALLERY: item.get("items", []), limits.THUMBNAIL: [item], limits.FILE: [item]}
        for part in parts.get(item.get("type", 0), []):
            media = part["file" if item["type"] == limits.FILE else "media"]
            media.setdefault("id", world.snowflake())
            media.setdefault("proxy_url", media["url"])
            part.setdefault("spoiler", False)
            if item["type"] == limits.FILE:
                part.setdefault("name", media["url"].rpartition("/")[2])
                part.setdefault("size", None)
            else:
                part.setdefault("description", None)
        _fill_media(world, item.get("components", []))
        if "accessory" in item:
            _fill_media(world, [item["accessory"]])


def _resolve(node: Any, attachments: list[Data]) -> set[str]:
    """Replace every `attachment://name` by the file's address and size. Return the ids of these files."""
    ids: set[str] = set()
    if isinstance(node, list):
        for item in node:
            ids |= _resolve(item, attachments)
    elif isinstance(node, dict):
        url = node.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            file = next(a for a in reversed(attachments) if a["filename"] == url[13:])
            node.update({k: file[k] for k in ("url", "proxy_url", "width", "height", "content_type") if k in file})
            if file.get("description"):
                node["description"] = file["description"]
            ids.add(file["id"])
        for value in list(node.values()):
            ids |= _resolve(value, attachments)
    return ids


def _guild(channel: Data) -> Data:
    return {"guild_id": channel["guild_id"]} if "guild_id" in channel else {}


def _intent(channel: Data) -> int:
    return GUILD_MESSAGES if "guild_id" in channel else DIRECT_MESSAGES


def _tell(world: World, event: str, message: Data) -> None:
    channel = world.channels[message["channel_id"]]
    if channel["type"] == shapes.GROUP_DM:  # the bot isn't a member, so the gateway sends it nothing
        return
    world.emit(event, world.as_event(message), channel.get("guild_id"), _intent(channel))
