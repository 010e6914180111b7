"""Ephemeral messages of Hob, editable while their interaction's token is valid."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.delivery.retry import send_via


@dataclass(frozen=True)
class EphemeralMessage:
    """An ephemeral message. `message` is its id, None if unknown; a `follow_up` isn't the first response."""

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
    """An ephemeral panel: when it was sent, and the state it was drawn for."""

    ephemeral: EphemeralMessage
    at: float
    mark: str
