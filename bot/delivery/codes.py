"""Discord's error codes that Hob handles. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""

import discord

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
UNKNOWN_WEBHOOK = 10015  # the interaction's token has expired
UNKNOWN_INTERACTION = 10062  # it got no response within three seconds
ANNOUNCED = 20022  # an announcement message that was edited too often
TOO_FAST = 40003  # direct message channels are opened too fast
ACKNOWLEDGED = 40060  # the interaction already has a response
NO_ACCESS = 50001
FOREIGN = 50005  # another author's message can't be edited
DM_REFUSED = 50007  # the person doesn't accept direct messages
NO_PERMISSION = 50013
INVALID_TOKEN = 50027  # of an interaction
INVALID_RECIPIENT = 50033  # of a direct message
INVALID_FORM = 50035  # the message breaks Discord's rules for its parts
ARCHIVED, LOCKED = 50083, 160005  # threads
NO_SHARED_SERVER = 50278  # with the recipient of a direct message
HAS_THREAD = 160004  # the message already has a thread
FILTERS = {200000: "automod", 240000: "links", 20009: "explicit"}  # of messages

GONE_CODES = {UNKNOWN_CHANNEL, UNKNOWN_GUILD}
CHANNEL_LOST_CODES = {UNKNOWN_CHANNEL, NO_ACCESS}  # of direct messages: maybe another bot account opened the channel
# Codes of direct messages that can't be sent; a retry is pointless.
DM_CLOSED_CODES = {DM_REFUSED, NO_SHARED_SERVER, NO_ACCESS, UNKNOWN_USER, INVALID_RECIPIENT, *FILTERS}
NO_RIGHTS = {NO_ACCESS, NO_PERMISSION, LOCKED, *DM_CLOSED_CODES}
REPOST_CODES = {ARCHIVED, ANNOUNCED, FOREIGN}  # the message can't be edited
UNEDITABLE_CODES = {ARCHIVED, LOCKED, ANNOUNCED}  # the same of a pressed message: the result appears in a new one
LATE_CODES = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, ACKNOWLEDGED, INVALID_TOKEN}  # of a response; the change stays


def code_of(fault: BaseException | None) -> int:
    """Return Discord's error code; 0 for any other error."""
    return fault.code if isinstance(fault, discord.HTTPException) else 0
