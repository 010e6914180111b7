"""One interaction from first to last: who pressed or typed what at which table, and every way to answer."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.delivery.reconciliation import Delivery
from bot.errors import Refusal
from bot.i18n.command_texts import language_of
from bot.i18n.names import display_name
from bot.interactions.gate import Presses
from bot.interactions.permissions import obstacle
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, PANEL, TABLE, Control
from bot.screens.message import Button, Message, Row
from bot.screens.table import Screens
from bot.servers.service import Servers
from bot.tables.service import Sessions
from bot.tables.session import Live
from engine.machine import Event


class InteractionContext(Reply):
    """What a handler gets: the interaction, its table, the control that was pressed, and the answers to it."""

    def __init__(
        self,
        interaction: discord.Interaction,
        gate: Presses,
        sessions: Sessions,
        servers: Servers,
        delivery: Delivery,
        screens: Screens,
    ) -> None:
        super().__init__(delivery.post, gate, interaction)
        self.sessions, self.servers, self.delivery, self.screens = sessions, servers, delivery, screens
        self.live: Live | None = None  # the table that it is about
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
    def table(self) -> Live:
        """The table that was pressed at."""
        assert self.live is not None
        return self.live

    # ---- who, where, in what language
    def arrive(self, live: Live) -> int | None:
        """Note that the person is at this table.  Returns their seat."""
        name = display_name(self.interaction.user) if self.interaction.guild_id == live.guild else None
        self.delivery.noticed(live, self.person)
        return self.sessions.meet(live, self.person, name)

    async def language(self) -> str:
        """Return the server's language or, in direct messages, the person's own."""
        if self.interaction.guild_id is None:
            return self.own_language()
        return await self.servers.language(self.interaction.guild_id)

    def own_language(self) -> str:
        """Return the language in which the person uses Discord, if Hob has it."""
        return language_of(self.interaction.locale) or self.servers.usual

    # ---- answers
    def happened(self, live: Live, events: list[Event], news: bool = False) -> str:
        """Return what an answer did, for the person who gave it, and why the table does not show it if it cannot.

        What only they were told stands in their panel or, with `news`, here; routine events stand in the log alone.
        """
        words, silent = self.screens.words(live), self.screens.face(live).log_only
        told = [event for event in events if (news or event.to is None) and event.key not in silent]
        lines = [f"• {self.screens.sentence(live, event, words)}" for event in told[:6]]
        return "\n".join([*self.unseen(live), *lines])

    def unseen(self, live: Live) -> list[str]:
        found = obstacle(self.delivery.post, live)
        return [self.screens.text(live, f"refused.lost-{found[0]}", **found[1])] if found is not None else []

    async def show_panel(self, live: Live, seat: int, sentence: str = "", edit: bool = False) -> None:
        """Show the seat's panel below a sentence: in place of the message that was pressed, or as a whisper."""
        panels = self.delivery.panels
        message = await panels.panel(live, seat, self.person)
        if sentence:
            message = replace(message, content=f"{sentence}\n{message.content}"[:2000])
        if not edit or not self.private:
            panels.whispered(live, seat, await self.whisper(message))
            return
        noting = panels.noting(live, seat, message) if self.pressed is None else None
        shown = await self.edit(message, noting)
        pressed = self.interaction.message
        if shown and self.pressed is not None:
            panels.whispered(live, seat, self.pressed)
        if shown and pressed is not None:
            panels.answered(live, seat, pressed.id, message)

    async def show_table(self, live: Live) -> bool:
        """Answer a press on the table by editing it; False if the table does not stand there, or not any more."""
        pressed, table = self.interaction.message, live.screen.table
        if pressed is None or table is None or pressed.id != table.id:
            return False
        return await self.delivery.table.respond(live, self.put, pressed) or await self.quiet()

    async def aside(self, text: str, rows: tuple[Row, ...] = (), edit: bool = False) -> None:
        """Say something to one person: in a new whisper or, with `edit`, in the one that was pressed."""
        message = Message(content=text, rows=rows)
        await (self.edit(message) if edit else self.whisper(message))

    # ---- refusals
    async def refuse(self, refusal: Refusal) -> None:
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
            await self.aside(sentence, ((button,),) if button else (), edit=over)

    async def _channel_taken(self, fields: dict[str, str]) -> None:
        say = self.screens.text
        other = await self.sessions.open(fields["session"])
        fields["other"] = other.game.title
        there = self.screens.link(other, other.screen.table.id if other.screen.table else None)
        said = "refused.channel-taken" if other.guild is not None else "refused.messages-taken"
        sentence = say(other, "said.set-in-messages") if fields.get("just") else say(self.live, said, **fields)
        row = (Button(say(None, "button.go-to-the-table"), there, "link"),)
        await self.whisper(Message(content=sentence, rows=(row,)))

    def _helping(self, live: Live, key: str) -> Button | None:
        """Return the button that lets the person do what they wanted."""
        if key == "away":
            return self.screens.button(live, "take-my-seat-back", "more", "back", "primary")
        if key == "over" and live.status == "over":
            return self.screens.again(live)
        if key == "too-few" and self.person == live.info.host:
            return self.screens.button(live, "add-a-computer", "lobby", "computer")
        return None
