"""An ephemeral message of ours, editable while the token of its interaction lives."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.delivery.retry import send_via


@dataclass(frozen=True)
class EphemeralMessage:
    """`message` is its id, None where nobody has told; `follow_up`: it is not what its interaction answered with."""

    interaction: discord.Interaction
    message: int | None
    follow_up: bool = False

    @property
    def person(self) -> int:
        return self.interaction.user.id

    async def edit(self, payload: dict[str, Any]) -> discord.Message:
        if self.follow_up and (id := self.message) is not None:
            return await send_via(self.interaction, lambda: self.interaction.followup.edit_message(id, **payload))
        return await send_via(self.interaction, lambda: self.interaction.edit_original_response(**payload))

    async def delete(self) -> None:
        if self.follow_up and (id := self.message) is not None:
            await send_via(self.interaction, lambda: self.interaction.followup.delete_message(id))
        else:
            await send_via(self.interaction, self.interaction.delete_original_response)


@dataclass
class EphemeralPanel:
    """A panel that was whispered: when, and what it was drawn for."""

    ephemeral: EphemeralMessage
    at: float
    mark: str
