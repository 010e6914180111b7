"""The JSON shapes of Discord's objects, as in responses and events."""

from __future__ import annotations

import base64
import itertools
import struct
from datetime import UTC, datetime
from typing import Any

Data = dict[str, Any]

EPOCH = 1420070400000
SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING, V2 = 1 << 2, 1 << 5, 1 << 6, 1 << 7, 1 << 15

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
CONNECT = 1 << 20
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_EVENTS = 1 << 33
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
CREATE_EVENTS = 1 << 44
PIN_MESSAGES = 1 << 51
EVERYTHING = (1 << 53) - 1
ORDINARY = (
    ADD_REACTIONS | VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS | CONNECT | USE_APPLICATION_COMMANDS | CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS
)  # fmt: skip

# Channel types: https://docs.discord.com/developers/resources/channel#channel-object-channel-types
TEXT, DM, VOICE, GROUP_DM, ANNOUNCEMENT, STAGE, FORUM = 0, 1, 2, 3, 5, 13, 15
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = {ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD}
VOCAL = {VOICE, STAGE}


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def bot_token(application: str, secret: str) -> str:
    """Return a token that begins with the application's id in base64, like real ones; hikari reads the id from it."""
    return f"{base64.b64encode(application.encode()).decode().rstrip('=')}.loopback.{secret}"


def user(uid: str, name: str, shown: str | None = None, bot: bool = False) -> Data:
    return {
        "id": uid, "username": name, "discriminator": "0", "global_name": shown, "avatar": None, "bot": bot,
        "public_flags": 0, "flags": 0, "primary_guild": None, "banner": None, "accent_color": None,
    }  # fmt: skip


def member(who: Data, roles: list[str], nick: str | None, joined: str) -> Data:
    return {
        "user": who, "nick": nick, "avatar": None, "banner": None, "roles": roles, "joined_at": joined,
        "premium_since": None, "communication_disabled_until": None, "deaf": False, "mute": False, "flags": 0,
        "pending": False,
    }  # fmt: skip


def role(rid: str, name: str, permissions: int, position: int = 0, tags: Data | None = None) -> Data:
    shape = {
        "id": rid, "name": name, "permissions": str(permissions), "position": position, "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
        "managed": tags is not None, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
    }  # fmt: skip
    return {**shape, "tags": tags} if tags else shape


def guild_channel(cid: str, guild: str, name: str, position: int, kind: int) -> Data:
    shape: Data = {
        "id": cid, "type": kind, "guild_id": guild, "name": name, "position": position, "permission_overwrites": [],
        "nsfw": False, "parent_id": None, "topic": None, "rate_limit_per_user": 0, "last_message_id": None, "flags": 0,
    }  # fmt: skip
    if kind in VOCAL:
        shape |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    if kind == FORUM:
        shape |= {
            "available_tags": [], "default_reaction_emoji": None, "default_sort_order": None, "default_forum_layout": 0,
        }  # fmt: skip
    return shape


def dm_channel(cid: str, recipient: Data) -> Data:
    return {"id": cid, "type": DM, "recipients": [recipient], "last_message_id": None, "flags": 0}


def group_channel(cid: str, name: str, members: list[Data]) -> Data:
    """Return a group channel between people; bots can't be members."""
    return {
        "id": cid, "type": GROUP_DM, "name": name, "icon": None, "owner_id": members[0]["id"], "recipients": members,
        "last_message_id": None, "flags": 0,
    }  # fmt: skip


def thread(tid: str, parent: Data, name: str, owner: str, archive_after: int, private: bool) -> Data:
    born = now()
    kind = ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENT else PRIVATE_THREAD if private else PUBLIC_THREAD
    shape: Data = {
        "id": tid, "type": kind, "guild_id": parent["guild_id"], "parent_id": parent["id"], "name": name,
        "owner_id": owner, "last_message_id": None, "rate_limit_per_user": 0, "flags": 0, "message_count": 0,
        "member_count": 1, "total_message_sent": 0,
        "thread_metadata": {
            "archived": False, "archive_timestamp": born, "auto_archive_duration": archive_after, "locked": False,
            "create_timestamp": born,
        },
    }  # fmt: skip
    if private:
        shape["thread_metadata"]["invitable"] = True
    return shape


def thread_member(tid: str, uid: str) -> Data:
    return {"id": tid, "user_id": uid, "join_timestamp": now(), "flags": 0}


def scheduled_event(eid: str, guild: str, creator: Data, body: Data) -> Data:
    """Return an external event: one with a time and a place outside Discord."""
    return {
        "id": eid, "guild_id": guild, "channel_id": None, "creator_id": creator["id"], "creator": creator,
        "name": body["name"], "description": body.get("description"), "image": None, "status": 1, "entity_type": 3,
        "entity_id": None, "entity_metadata": {"location": body["entity_metadata"]["location"]}, "privacy_level": 2,
        "scheduled_start_time": body["scheduled_start_time"], "scheduled_end_time": body["scheduled_end_time"],
        "recurrence_rule": body.get("recurrence_rule"), "guild_scheduled_event_exceptions": [], "user_count": 0,
    }  # fmt: skip


def guild(gid: str, name: str, owner: str, roles: list[Data], emojis: list[Data]) -> Data:
    """Return a server as in `GET /guilds/{id}`."""
    return {
        "id": gid, "name": name, "owner_id": owner, "roles": roles, "emojis": emojis, "icon": None, "splash": None,
        "discovery_splash": None, "home_header": None, "banner": None, "description": None, "features": [],
        "stickers": [], "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
        "mfa_level": 0, "nsfw": False, "nsfw_level": 0, "premium_tier": 0, "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False, "preferred_locale": "en-US", "region": "deprecated",
        "afk_timeout": 300, "afk_channel_id": None, "system_channel_id": None, "system_channel_flags": 0,
        "rules_channel_id": None, "safety_alerts_channel_id": None, "public_updates_channel_id": None,
        "vanity_url_code": None, "application_id": None, "widget_enabled": False, "widget_channel_id": None,
        "max_presences": None, "max_members": 500000, "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25, "incidents_data": None,
    }  # fmt: skip


def application(app: Data, owner: Data) -> Data:
    return {
        "id": app["id"], "name": app["username"], "description": "", "icon": None, "type": None, "summary": "",
        "bot_public": True, "bot_require_code_grant": False, "owner": owner, "team": None, "bot": app,
        "verify_key": "0" * 64, "flags": 0, "flags_new": "0", "redirect_uris": [], "interactions_endpoint_url": None,
        "role_connections_verification_url": None, "approximate_guild_count": 1,
        "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": [], "integration_types_config": {"0": {}},
    }  # fmt: skip


def picture_size(data: bytes) -> Data:
    """Return the width and height of a picture (PNG, GIF or WebP, also animated); empty for other formats."""
    size: tuple[int, int] | None = None
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        size = struct.unpack(">II", data[16:24])
    elif data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        size = struct.unpack("<HH", data[6:10])
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        size = _webp_size(data)
    return {"width": size[0], "height": size[1]} if size else {}


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the size from the first chunk: VP8X (extended), VP8L (lossless) or VP8 (lossy)."""
    if data[12:16] == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if data[12:16] == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def number_components(components: list[Data]) -> list[Data]:
    """Number components without an id in reading order, as Discord does."""
    count = itertools.count(1)

    def walk(node: Any) -> None:
        if isinstance(node, list):
            for item in node:
                walk(item)
        elif isinstance(node, dict):
            node["id"] = node.get("id") or next(count)
            for key in ("components", "accessory", "component"):
                walk(node.get(key))

    walk(components)
    return components
