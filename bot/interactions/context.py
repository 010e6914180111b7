"""One interaction from first to last: who pressed or typed what at which table, and every way to answer."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.delivery.reconciliation import Delivery
from bot.errors import UserError
from bot.i18n.command_texts import language_of
from bot.i18n.names import display_name
from bot.interactions.gate import InteractionGate
from bot.interactions.permissions import display_obstacle
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, PANEL, TABLE, Control
from bot.screens.message import Button, Message, Row
from bot.screens.table import Screens
from bot.servers.service import Servers
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from engine.machine import Event


class InteractionContext(Reply):
    """What a handler gets: the interaction, its table, the control that was pressed, and the answers to it."""

    def __init__(
        self,
        interaction: discord.Interaction,
        gate: InteractionGate,
        sessions: Sessions,
        servers: Servers,
        delivery: Delivery,
        screens: Screens,
    ) -> None:
        super().__init__(delivery.messenger, gate, interaction)
        self.sessions, self.servers, self.delivery, self.screens = sessions, servers, delivery, screens
        self.live: TableSession | None = None  # the table that it is about
        self.seat: int | None = None  # that the person has there
        self.control: Control | None = None  # None: a slash command
        self.values: Sequence[str] = ()  # what was picked in a select

    @property
    def place(self) -> int:
        """Where the control stands: on the table, in a panel or aside."""
        return TABLE if self.control is None else self.control.place

    @property
    def pressed_control(self) -> Control:
        """The control that was pressed."""
        assert self.control is not None
        return self.control

    @property
    def table(self) -> TableSession:
        """The table that was pressed at."""
        assert self.live is not None
        return self.live

    # ---- who, where, in what language
    def record_arrival(self, live: TableSession) -> int | None:
        """Note that the person is at this table.  Returns their seat."""
        name = display_name(self.interaction.user) if self.interaction.guild_id == live.guild else None
        self.delivery.record_presence(live, self.person)
        return self.sessions.record_interaction(live, self.person, name)

    async def language(self) -> str:
        """Return the server's language or, in direct messages, the person's own."""
        if self.interaction.guild_id is None:
            return self.own_language()
        return await self.servers.language(self.interaction.guild_id)

    def own_language(self) -> str:
        """Return the language in which the person uses Discord, if Hob has it."""
        return language_of(self.interaction.locale) or self.servers.usual

    # ---- answers
    def describe_events(self, live: TableSession, events: list[Event], news: bool = False) -> str:
        """Return what an answer did, for the person who gave it, and why the table does not show it if it cannot.

        What only they were told stands in their panel or, with `news`, here; routine events stand in the log alone.
        """
        words, silent = self.screens.translator(live), self.screens.game_ui(live).log_only_events
        told = [event for event in events if (news or event.to is None) and event.key not in silent]
        lines = [f"• {self.screens.sentence(live, event, words)}" for event in told[:6]]
        return "\n".join([*self.visibility_warning(live), *lines])

    def visibility_warning(self, live: TableSession) -> list[str]:
        found = display_obstacle(self.delivery.messenger, live)
        return [self.screens.text(live, f"refused.lost-{found[0]}", **found[1])] if found is not None else []

    async def show_panel(self, live: TableSession, seat: int, sentence: str = "", edit: bool = False) -> None:
        """Show the seat's panel below a sentence: in place of the message that was pressed, or as a whisper."""
        panels = self.delivery.panels
        message = await panels.panel(live, seat, self.person)
        if sentence:
            message = replace(message, content=f"{sentence}\n{message.content}"[:2000])
        if not edit or not self.is_private:
            panels.ephemeral_shown(live, seat, await self.send_ephemeral(message))
            return
        noting = panels.picture_callback(live, seat, message) if self.pressed_ephemeral is None else None
        shown = await self.edit(message, noting)
        pressed = self.interaction.message
        if shown and self.pressed_ephemeral is not None:
            panels.ephemeral_shown(live, seat, self.pressed_ephemeral)
        if shown and pressed is not None:
            panels.mark_fresh(live, seat, pressed.id, message)

    async def show_table(self, live: TableSession) -> bool:
        """Answer a press on the table by editing it; False if the table does not stand there, or not any more."""
        pressed, table = self.interaction.message, live.screen.table
        if pressed is None or table is None or pressed.id != table.id:
            return False
        return await self.delivery.table.respond(live, self.put, pressed) or await self.acknowledge()

    async def ephemeral_note(self, text: str, rows: tuple[Row, ...] = (), edit: bool = False) -> None:
        """Say something to one person: in a new whisper or, with `edit`, in the one that was pressed."""
        message = Message(content=text, rows=rows)
        await (self.edit(message) if edit else self.send_ephemeral(message))

    # ---- refusals
    async def refuse(self, refusal: UserError) -> None:
        """Answer by one kind sentence with what helps and, for a seated player, by the fresh panel."""
        live, key, fields = self.live, refusal.key, dict(refusal.fields)
        if key == "channel-taken":
            await self._channel_taken(fields)
            return
        if live is not None and key == "illegal":
            sentence = self.screens.why_not(live, fields["seat"], fields["reason"], fields["reason_fields"])
        else:
            sentence = self.screens.text(live, f"refused.{key}", **fields)
        button = self._helping(live, key) if live is not None else None
        over = self.place == ASIDE and key in ("stale", "over")  # what was pressed there can never be pressed again
        if button is None and live is not None and live.playing and self.seat is not None:
            await self.show_panel(live, self.seat, sentence, edit=self.place == PANEL or over)
        else:
            await self.ephemeral_note(sentence, ((button,),) if button else (), edit=over)

    async def _channel_taken(self, fields: dict[str, str]) -> None:
        say = self.screens.text
        other = await self.sessions.open(fields["session"])
        fields["other"] = other.game.title
        there = self.screens.link(other, other.screen.table.id if other.screen.table else None)
        said = "refused.channel-taken" if other.guild is not None else "refused.messages-taken"
        sentence = say(other, "said.set-in-messages") if fields.get("just") else say(self.live, said, **fields)
        row = (Button(say(None, "button.go-to-the-table"), there, "link"),)
        await self.send_ephemeral(Message(content=sentence, rows=(row,)))

    def _helping(self, live: TableSession, key: str) -> Button | None:
        """Return the button that lets the person do what they wanted."""
        if key == "away":
            return self.screens.button(live, "take-my-seat-back", "more", "back", "primary")
        if key == "over" and live.status == "over":
            return self.screens.rematch_button(live)
        if key == "too-few" and self.person == live.info.host:
            return self.screens.button(live, "add-a-computer", "lobby", "computer")
        return None
