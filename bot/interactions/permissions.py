"""What Hob and people may do in a channel."""

import logging
from collections.abc import Sequence

import discord

from bot.delivery.messenger import Messenger
from bot.delivery.permissions import MEMBER, missing_rights, missing_thread_rights
from bot.delivery.retry import FILTERS, SEND_ERRORS, filtered_by
from bot.errors import UserError
from bot.i18n.common import COMMON
from bot.tables.session import TableSession

log = logging.getLogger("hob.rights")


async def require_rights(interaction: discord.Interaction) -> None:
    """Raise Refusal if Hob lacks a right that a table needs here, or is not a member of this private thread."""
    if interaction.guild_id is None:  # in direct messages with Hob nothing can be forbidden
        return
    channel = interaction.channel
    if lacking := missing_rights(interaction.app_permissions, channel):
        raise UserError("no-rights", rights=_names(lacking))
    if isinstance(channel, discord.Thread) and channel.is_private():
        try:  # commands reach Hob here, and its rights are those of the channel above, whether it is a member or not
            await interaction.client.fetch_channel(channel.id)
        except discord.Forbidden:
            raise UserError("private-thread") from None
        except SEND_ERRORS as fault:
            log.info("whether Hob is a member of the thread %s is not known (%s)", channel.id, fault)


def require_editable_channel(interaction: discord.Interaction) -> None:
    """Raise Refusal in an announcement channel: Discord limits how often its messages may be edited."""
    if isinstance(interaction.channel, discord.TextChannel) and interaction.channel.is_news():
        raise UserError("announcements")


def missing_for_threads(interaction: discord.Interaction) -> str:
    """The rights that Hob needs for a thread of its own below this channel and does not have; empty if none."""
    return _names(missing_thread_rights(interaction.app_permissions))


def channel_ids(interaction: discord.Interaction) -> set[int]:
    """The channel where something was pressed or typed; of a thread the one above it, too."""
    here = interaction.channel
    above = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    return {id for id in (interaction.channel_id, above) if id is not None}


def display_obstacle(messenger: Messenger, live: TableSession) -> tuple[str, dict[str, str]] | None:
    """Return what keeps Hob from showing the table: "rights", "member" or "filtered", and fields for its sentence."""
    lacking = messenger.lost_rights(live)
    if MEMBER in lacking:
        return "member", {}
    if lacking:
        return "rights", {"rights": _names(lacking)}
    if live.screen.denied in FILTERS.values():
        return "filtered", {"filter": COMMON.names("filter")[live.screen.denied]}
    return None


def filter_error(fault: Exception) -> UserError:
    """Return the refusal of a message that a filter has blocked."""
    return UserError("filtered", filter=COMMON.names("filter")[filtered_by(fault)])


def _names(rights: Sequence[str]) -> str:
    return ", ".join(COMMON.names("right")[right] for right in rights)


def may_manage(interaction: discord.Interaction, live: TableSession) -> bool:
    """Whether whoever pressed or typed this may manage messages in the table's channel."""
    there = interaction.guild_id is not None and interaction.channel_id == live.channel
    return there and interaction.permissions.manage_messages
