"""One interaction from start to end: the person, the table, the control, and all ways to answer."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.delivery.reconciliation import Delivery
from bot.errors import UserError
from bot.i18n.names import display_name
from bot.i18n.translator import language_of
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
    """The argument of handlers: the interaction, its table, the pressed control, and the methods to answer."""

    table: TableSession  # only in handlers of controls and commands at a table
    pressed_control: Control  # only in handlers of controls

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
        self.live: TableSession | None = None  # the table concerned, which handlers find in `table`
        self.seat: int | None = None  # the person's seat there
        self.control: Control | None = None  # None for a slash command
        self.place = TABLE  # where the control is: on the table, in a panel, or in another ephemeral message
        self.values: Sequence[str] = ()  # values picked in a select

    # ---- person, place and language
    def record_arrival(self, live: TableSession) -> int | None:
        """Record that the person is at this table. Return their seat."""
        name = display_name(self.interaction.user) if self.interaction.guild_id == live.guild else None
        self.delivery.record_presence(live, self.person)
        return self.sessions.record_interaction(live, self.person, name)

    async def language(self) -> str:
        """Return the server's language or, in direct messages, the person's own."""
        if self.interaction.guild_id is None:
            return self.own_language()
        return await self.servers.language(self.interaction.guild_id)

    def own_language(self) -> str:
        """Return the language in which the person uses Discord, if Hob supports it, else the default."""
        return language_of(self.interaction.locale) or self.servers.usual

    # ---- answers
    def describe_events(self, live: TableSession, events: list[Event], news: bool = False) -> str:
        """Return what an answer did, for the person who gave it, and why the table doesn't show it if it can't.

        Private events are in their panel or, with `news`, included here; routine events are only in the log.
        """
        words, silent = self.screens.translator(live), self.screens.game_ui(live).log_only_events
        told = [event for event in events if (news or event.to is None) and event.key not in silent]
        lines = [f"• {self.screens.sentence(live, event, words)}" for event in told[:6]]
        return "\n".join([*self.visibility_warning(live), *lines])

    def visibility_warning(self, live: TableSession) -> list[str]:
        found = display_obstacle(self.delivery.messenger, live)
        return [self.screens.text(live, f"refused.lost-{found[0]}", **found[1])] if found is not None else []

    async def show_panel(self, live: TableSession, seat: int, sentence: str = "", edit: bool = False) -> None:
        """Show the seat's panel below a sentence, in the pressed message (`edit`) or in an ephemeral one."""
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
        """Answer a press on the table by editing it. Return False if the pressed message isn't the table message."""
        pressed, table = self.interaction.message, live.screen.table
        if pressed is None or table is None or pressed.id != table.id:
            return False
        return await self.delivery.table.respond(live, self.put, pressed) or await self.acknowledge()

    async def ephemeral_note(self, text: str, rows: tuple[Row, ...] = (), edit: bool = False) -> None:
        """Tell one person something, in a new ephemeral message or, with `edit`, in the pressed one.

        A player's new one replaces the last and is deleted when their panel renews.
        """
        message = Message(content=text, rows=rows)
        if edit:
            await self.edit(message)
            return
        sent = await self.send_ephemeral(message)
        if self.live is not None and self.live.playing and self.seat is not None:
            await self.delivery.panels.note_shown(self.live, self.seat, sent)

    # ---- refusals
    async def refuse(self, refusal: UserError) -> None:
        """Answer with an error message, a button that helps and, for a seated player, the current panel."""
        live, key, fields = self.live, refusal.key, dict(refusal.fields)
        if key == "channel-taken":
            await self._channel_taken(fields)
            return
        if live is not None and key == "illegal":
            sentence = self.screens.why_not(live, fields["seat"], fields["reason"], fields["reason_fields"])
        elif live is not None and key == "lesson":
            sentence = self.screens.lesson_refusal(live)
        else:
            sentence = self.screens.text(live, f"refused.{key}", **fields)
        button = self._helping(live, key) if live is not None else None
        over = self.place == ASIDE and key in ("stale", "over")  # these controls can never be pressed again
        in_game = live is not None and live.playing and not live.info.script  # a lesson has no panel
        if button is None and live is not None and in_game and self.seat is not None:
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
        """Return the button that helps the person do what they wanted."""
        if key == "away":
            return self.screens.button(live, "take-my-seat-back", "more", "back", "primary")
        if key == "over" and live.status == "over":
            return self.screens.rematch_button(live)
        if key == "too-few" and self.person == live.info.host:
            return self.screens.button(live, "add-a-computer", "lobby", "computer")
        return None
