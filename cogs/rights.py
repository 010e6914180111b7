"""What Hob and people may do in a channel."""

import discord

from bot.delivery.reconcile import Delivery
from bot.sessions.live import Live
from cogs.ui import common


def missing_rights(interaction: discord.Interaction) -> str:
    """The rights that Hob needs here and does not have, by their names; empty if none."""
    if interaction.guild_id is None:  # in direct messages with Hob nothing can be forbidden
        return ""
    return _missing(interaction.app_permissions, isinstance(interaction.channel, discord.Thread))


def lost_rights(delivery: Delivery, live: Live) -> str:
    """The rights that Hob had in a table's channel and has no more, by their names; empty if none."""
    rights = delivery.rights(live)
    if rights is None:
        return common.RIGHTS["send_messages"] if live.screen.denied == "rights" else ""
    return _missing(rights, isinstance(delivery.client.get_channel(live.channel), discord.Thread))


def _missing(allowed: discord.Permissions, in_thread: bool) -> str:
    needed = ["view_channel", "send_messages_in_threads" if in_thread else "send_messages"]
    needed += ["embed_links", "attach_files"]
    return ", ".join(common.RIGHTS[right] for right in needed if not getattr(allowed, right))


def may_manage(interaction: discord.Interaction, live: Live) -> bool:
    """Whether whoever pressed or typed this may manage messages in the table's channel."""
    there = interaction.guild_id is not None and interaction.channel_id == live.channel
    return there and interaction.permissions.manage_messages
