"""What Hob and people may do in a channel."""

from collections.abc import Sequence

import discord

from bot.delivery.post import Post
from bot.delivery.rights import missing
from bot.sessions.live import Live
from cogs.words.common import COMMON


def missing_rights(interaction: discord.Interaction) -> str:
    """The rights that Hob needs here and does not have, by their names; empty if none."""
    if interaction.guild_id is None:  # in direct messages with Hob nothing can be forbidden
        return ""
    return _names(missing(interaction.app_permissions, isinstance(interaction.channel, discord.Thread)))


def lost_rights(post: Post, live: Live) -> str:
    """The rights that Hob had in a table's channel and has no more, by their names; empty if none."""
    return _names(post.lost_rights(live))


def _names(rights: Sequence[str]) -> str:
    return ", ".join(COMMON.names("right")[right] for right in rights)


def may_manage(interaction: discord.Interaction, live: Live) -> bool:
    """Whether whoever pressed or typed this may manage messages in the table's channel."""
    there = interaction.guild_id is not None and interaction.channel_id == live.channel
    return there and interaction.permissions.manage_messages
