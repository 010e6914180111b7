"""The permissions that Hob needs to post a table, by discord.py's names."""

import discord

Channel = discord.abc.GuildChannel | discord.abc.PrivateChannel | discord.Thread
VOICE = (discord.VoiceChannel, discord.StageChannel)  # channels with a text chat

IN_CHANNEL = ("view_channel", "send_messages", "embed_links", "attach_files")
IN_THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files")
IN_VOICE = (*IN_CHANNEL, "connect")  # without it Discord shows no messages of a voice or stage channel
MEMBER = "member"  # not a permission: Hob must be added to a private thread

# Everything that `hob invite` asks for, by Discord's names, with the reason.
REQUIRED = {
    "view_channel": ("View Channels", "see the channels where people play"),
    "send_messages": ("Send Messages", "post tables, and mention players whose turn it is"),
    "send_messages_in_threads": ("Send Messages in Threads", "the same in threads"),
    "embed_links": ("Embed Links", "show tables with their pictures"),
    "attach_files": ("Attach Files", "send pictures, game records and videos"),
    "read_message_history": ("Read Message History", "find its own messages again after a crash"),
}
OPTIONAL = {
    "create_public_threads": ("Create Public Threads", "give each table a thread of its own"),
    "create_events": ("Create Events", "list game nights among the server's events"),
    "connect": ("Connect", "play in the text chats of voice and stage channels"),
}
INVITE_PERMISSIONS = discord.Permissions(**dict.fromkeys((*REQUIRED, *OPTIONAL), True))


def missing_rights(permissions: discord.Permissions, channel: Channel | None) -> list[str]:
    """Return the permissions that Hob lacks in a channel or thread."""
    if not isinstance(channel, discord.Thread):
        needed = IN_VOICE if isinstance(channel, VOICE) else IN_CHANNEL
        return [right for right in needed if not getattr(permissions, right)]
    lacking = [right for right in IN_THREAD if not getattr(permissions, right)]
    if channel.locked and not permissions.manage_threads:
        lacking.append("manage_threads")
    return lacking


def may_read(permissions: discord.Permissions, channel: Channel | None) -> bool:
    """Return True if Hob may read a channel's messages."""
    return permissions.read_message_history and (permissions.connect or not isinstance(channel, VOICE))


def missing_thread_rights(permissions: discord.Permissions) -> list[str]:
    """Return the permissions that Hob lacks to create and use a thread in a channel."""
    return [right for right in ("create_public_threads", *IN_THREAD) if not getattr(permissions, right)]
