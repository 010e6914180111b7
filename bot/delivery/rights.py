"""The rights that Hob needs to post a table, by discord.py's names of them."""

import discord

IN_CHANNEL = ("view_channel", "send_messages", "embed_links", "attach_files")
IN_THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files")


def missing(allowed: discord.Permissions, in_thread: bool) -> list[str]:
    return [right for right in (IN_THREAD if in_thread else IN_CHANNEL) if not getattr(allowed, right)]


def missing_below(allowed: discord.Permissions) -> list[str]:
    """For a thread of its own below a channel."""
    return [right for right in ("create_public_threads", *IN_THREAD) if not getattr(allowed, right)]
