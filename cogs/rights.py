"""What Hob and people may do in a channel."""

from collections.abc import Sequence

import discord

from bot.delivery.post import Post
from bot.delivery.rights import missing, missing_below
from bot.sessions.live import Live
from cogs.words.common import COMMON


def missing_rights(interaction: discord.Interaction) -> str:
    """The rights that Hob needs here and does not have, by their names; empty if none."""
    if interaction.guild_id is None:  # in direct messages with Hob nothing can be forbidden
        return ""
    return _names(missing(interaction.app_permissions, isinstance(interaction.channel, discord.Thread)))


def missing_for_threads(interaction: discord.Interaction) -> str:
    """The rights that Hob needs for a thread of its own below this channel and does not have; empty if none."""
    return _names(missing_below(interaction.app_permissions))


def places(interaction: discord.Interaction) -> set[int]:
    """The channel where something was pressed or typed; of a thread the one above it, too."""
    here = interaction.channel
    above = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    return {id for id in (interaction.channel_id, above) if id is not None}


def lost_rights(post: Post, live: Live) -> str:
    """The rights that Hob had in a table's channel and has no more, by their names; empty if none."""
    return _names(post.lost_rights(live))


def _names(rights: Sequence[str]) -> str:
    return ", ".join(COMMON.names("right")[right] for right in rights)


def may_manage(interaction: discord.Interaction, live: Live) -> bool:
    """Whether whoever pressed or typed this may manage messages in the table's channel."""
    there = interaction.guild_id is not None and interaction.channel_id == live.channel
    return there and interaction.permissions.manage_messages
