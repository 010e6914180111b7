"""Filters that reject the bot's messages; all are off until a test or the page turns them on.

The codes are documented, their exact triggers are not:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from playground.discord.shapes import Data

SHOWN = ("content", "embeds", "components")


@dataclass
class Filters:
    """`words` is a keyword rule of a server's AutoMod, which doesn't apply to direct messages.

    `pictures` are the channels ("*" for all) with a filter that rejects every picture as explicit content.
    """

    words: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)

    def refusal(self, channel: Data, body: Data, has_files: bool) -> tuple[int, str] | None:
        """Return the code and message of the filter that rejects a message, None if no filter does."""
        text = json.dumps([body.get(key) for key in SHOWN], ensure_ascii=False).lower()
        if "guild_id" in channel and any(word.lower() in text for word in self.words):
            return 200000, "Message was blocked by automatic moderation"
        if any(link.lower() in text for link in self.links):
            return 240000, "Message blocked by harmful links filter"
        if has_files and self.pictures & {"*", channel["id"]}:
            return 20009, "Explicit content cannot be sent to the desired recipient(s)"
        return None
