"""Permissions of Hob and of people in a channel."""

import logging
from collections.abc import Sequence

import discord

from bot.delivery.messenger import Messenger
from bot.delivery.permissions import MEMBER, missing_rights, missing_thread_rights
from bot.delivery.retry import FILTERS, SEND_ERRORS, filtered_by
from bot.errors import UserError
from bot.i18n.catalogue import COMMON
from bot.tables.session import TableSession

log = logging.getLogger("hob.permissions")


async def require_rights(interaction: discord.Interaction) -> None:
    """Raise UserError if Hob lacks a permission that a table needs here, or isn't in this private thread."""
    if interaction.guild_id is None:  # in direct messages with Hob, nothing can be forbidden
        return
    channel = interaction.channel
    if lacking := missing_rights(interaction.app_permissions, channel):
        raise UserError("no-rights", rights=_names(lacking))
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


def missing_for_threads(interaction: discord.Interaction) -> str:
    """Return the permissions that Hob lacks for its own thread below this channel; "" if none."""
    return _names(missing_thread_rights(interaction.app_permissions))


def role_ids(interaction: discord.Interaction) -> set[int]:
    """Return the roles of the person; none in direct messages."""
    return {role.id for role in interaction.user.roles} if isinstance(interaction.user, discord.Member) else set()


def channel_ids(interaction: discord.Interaction) -> set[int]:
    """Return the channel of the interaction, and the parent channel of a thread."""
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return {id for id in (interaction.channel_id, parent_id) if id is not None}


def display_obstacle(messenger: Messenger, session: TableSession) -> tuple[str, dict[str, str]] | None:
    """Return what keeps Hob from showing the table: "rights", "member" or "filtered", and fields for its sentence."""
    lacking = messenger.lost_rights(session)
    if MEMBER in lacking:
        return "member", {}
    if lacking:
        return "rights", {"rights": _names(lacking)}
    if session.screen.denied in FILTERS.values():
        return "filtered", {"filter": COMMON.names("filter")[session.screen.denied]}
    return None


def filter_error(fault: Exception) -> UserError:
    """Return the error for a message that a filter has blocked."""
    return UserError("filtered", filter=COMMON.names("filter")[filtered_by(fault)])


def _names(rights: Sequence[str]) -> str:
    return ", ".join(COMMON.names("right")[right] for right in rights)


def may_manage(interaction: discord.Interaction, session: TableSession) -> bool:
    """Return True if the person may manage messages in the table's channel."""
    is_there = interaction.guild_id is not None and interaction.channel_id == session.channel
    return is_there and interaction.permissions.manage_messages
