"""What Hob and people may do in a channel, by discord.py's names of permissions."""

import logging
from collections.abc import Sequence

import discord

from bot.discord_errors import SEND_ERRORS
from bot.errors import UserError
from bot.i18n.catalogue import COMMON

log = logging.getLogger("hob.permissions")
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


def right_names(rights: Sequence[str]) -> str:
    """Return the names of permissions, as Discord's settings call them."""
    return ", ".join(COMMON.names("right")[right] for right in rights)


# ---- of an interaction


async def require_rights(interaction: discord.Interaction) -> None:
    """Raise UserError if Hob lacks a permission that a table needs here, or isn't in this private thread."""
    if interaction.guild_id is None:  # in direct messages with Hob, nothing can be forbidden
        return
    channel = interaction.channel
    if lacking := missing_rights(interaction.app_permissions, channel):
        raise UserError("no-rights", rights=right_names(lacking))
    if isinstance(channel, discord.Thread) and channel.is_private():
        try:  # commands and the parent channel's permissions reach Hob even if it isn't a member
            await interaction.client.fetch_channel(channel.id)
        except discord.Forbidden:
            raise UserError("private-thread") from None
        except SEND_ERRORS as fault:
            log.info("thread %s: can't tell whether Hob is a member (%s)", channel.id, fault)


def require_editable_channel(interaction: discord.Interaction) -> None:
    """Raise UserError in an announcement channel, where Discord limits how often messages may be edited."""
    if isinstance(interaction.channel, discord.TextChannel) and interaction.channel.is_news():
        raise UserError("announcements")


def role_ids(interaction: discord.Interaction) -> set[int]:
    """Return the roles of the person; none in direct messages."""
    return {role.id for role in interaction.user.roles} if isinstance(interaction.user, discord.Member) else set()


def channel_ids(interaction: discord.Interaction) -> set[int]:
    """Return the channel of the interaction, and the parent channel of a thread."""
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return {id for id in (interaction.channel_id, parent_id) if id is not None}


def may_post(interaction: discord.Interaction) -> bool:
    """Return True if the person may post messages in this channel or thread."""
    may, in_thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return may.send_messages_in_threads if in_thread else may.send_messages


def may_manage(interaction: discord.Interaction, channel: int) -> bool:
    """Return True if the person acts in this channel of a server and may manage messages there."""
    is_there = interaction.guild_id is not None and interaction.channel_id == channel
    return is_there and interaction.permissions.manage_messages
