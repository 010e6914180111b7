"""The rights that Hob needs to post a table, by discord.py's names of them."""

from typing import Any

import discord

VOICE = (discord.VoiceChannel, discord.StageChannel)  # their chats

IN_CHANNEL = ("view_channel", "send_messages", "embed_links", "attach_files")
IN_THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files")
IN_VOICE = (*IN_CHANNEL, "connect")  # without it Discord shows no message of a voice or stage channel
MEMBER = "member"  # no right, but what Hob needs in a private thread: to be added to it


def missing(allowed: discord.Permissions, channel: Any) -> list[str]:
    """Return the rights that Hob lacks in a channel or thread."""
    if not isinstance(channel, discord.Thread):
        needed = IN_VOICE if isinstance(channel, VOICE) else IN_CHANNEL
        return [right for right in needed if not getattr(allowed, right)]
    lacking = [right for right in IN_THREAD if not getattr(allowed, right)]
    if channel.locked and not allowed.manage_threads:
        lacking.append("manage_threads")
    return lacking


def may_read(allowed: discord.Permissions, channel: Any) -> bool:
    """Return whether Hob may read the messages of a channel."""
    return allowed.read_message_history and (allowed.connect or not isinstance(channel, VOICE))


def missing_below(allowed: discord.Permissions) -> list[str]:
    """For a thread of its own below a channel."""
    return [right for right in ("create_public_threads", *IN_THREAD) if not getattr(allowed, right)]
