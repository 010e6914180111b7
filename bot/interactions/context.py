"""One interaction: the person, the table, the control, and all ways to respond.

An *answer* is always a player's answer to the game's question.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.delivery.edits import EditTarget, PictureCallback, picture_of
from bot.delivery.messenger import picture_callback
from bot.delivery.reconciliation import Delivery
from bot.delivery.response import EphemeralMessage, Response
from bot.discord_errors import SEND_ERRORS, SHOWS_NO_TABLE, UNKNOWN_MESSAGE, code_of, filter_error, filtered_by
from bot.errors import ChannelOccupied, DatabaseUnavailable, UserError, storage_errors
from bot.gate import InteractionGate
from bot.i18n.fitting import display_name
from bot.i18n.translator import language_of
from bot.permissions import role_ids
from bot.screens.custom_id import ASIDE, PANEL, TABLE, Control, InvalidCustomId
from bot.screens.game_over import rematch_button
from bot.screens.lesson import lesson_refusal, set_in_messages
from bot.screens.message import Button, Message, Row
from bot.screens.table import table_message
from bot.screens.table_screen import table_button
from bot.servers import Servers, ServerSettings
from bot.tables.session import TableSession
from engine.machine import Event


class InteractionContext:
    """The argument of handlers: the interaction, its table, the pressed control, and the methods to respond."""

    def __init__(
        self, interaction: discord.Interaction, gate: InteractionGate, servers: Servers, delivery: Delivery
    ) -> None:
        self.interaction, self.servers, self.delivery = interaction, servers, delivery
        self.response = Response(interaction, gate)
        self.sessions, self.messenger, self.screens = delivery.sessions, delivery.messenger, delivery.screens
        self.person = interaction.user.id  # who pressed or typed
        self.session_or_none: TableSession | None = None  # the table, once it is loaded
        self.seat: int | None = None  # the person's seat at the table
        data: Any = interaction.data or {}
        self.values: Sequence[str] = data.get("values", [])  # picked in a select
        self.picked = self.values[0] if self.values else ""  # if only one can be picked
        self.control_or_none: Control | None = None  # None for a slash command, and for a custom_id that isn't Hob's
        self.place = TABLE  # of the control: the table, a panel, or another ephemeral message
        with contextlib.suppress(InvalidCustomId):
            self.control_or_none = Control.parse(str(data.get("custom_id", "")))
            self.place = self.control_or_none.place
        # The pressed message belongs to another process; its picture follows our text.
        self.owned_elsewhere = False

    @property
    def session(self) -> TableSession:
        """Return the table; only in handlers of controls and commands at a table."""
        assert self.session_or_none is not None, "these controls belong to no table"
        return self.session_or_none

    @property
    def control(self) -> Control:
        """Return the pressed control; only in handlers of controls."""
        assert self.control_or_none is not None, "a command has no control"
        return self.control_or_none

    # ---- person, place and language
    async def record_arrival(self, session: TableSession) -> None:
        """Record that the person is at this table, and their current name in its server."""
        self.delivery.record_presence(session, self.person)
        if self.interaction.guild_id == session.guild:
            with contextlib.suppress(DatabaseUnavailable):  # the next press tries again
                await self.sessions.update_name(session, self.person, display_name(self.interaction.user))

    async def require_welcome(self) -> ServerSettings:
        """Return the server's settings. Raises UserError if the person or one of their roles is blocked from tables."""
        server, settings = self.interaction.guild_id, await self.servers.of(self.interaction.guild_id)
        if server is not None and not self.interaction.permissions.manage_messages:
            roles, stored = role_ids(self.interaction), self.servers.store.servers
            with storage_errors():
                if roles & {*settings.barred} or await stored.is_barred(server, self.person):
                    raise UserError("barred")
        return settings

    async def language(self) -> str:
        """Return the server's language or, in direct messages, the person's own."""
        if self.interaction.guild_id is not None:
            return await self.servers.language(self.interaction.guild_id)
        return language_of(self.interaction.locale) or self.servers.default_language

    # ---- responses to the interaction
    @property
    def pressed_ephemeral(self) -> EphemeralMessage | None:
        """Return the pressed message if it was ephemeral, otherwise None."""
        message = self.interaction.message
        return (
            EphemeralMessage(self.interaction, message.id) if message is not None and message.flags.ephemeral else None
        )

    @property
    def is_private(self) -> bool:
        """Return True if the pressed message is visible to one person only."""
        pressed = self.interaction.message
        return pressed is not None and (self.interaction.guild_id is None or pressed.flags.ephemeral)

    async def send_ephemeral(self, message: Message) -> EphemeralMessage | None:
        """Send a new ephemeral message; its picture may follow. Return None if it was lost or its id is unknown."""
        return await self._respond(message, ephemeral=True)

    async def post(
        self, message: Message, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> int | None:
        """Send a public message and return its id; None if it was lost or it's unknown whether it arrived."""
        sent = await self._respond(message, ephemeral=False, lock=lock, then=then)
        return sent.message if sent is not None else None

    async def _respond(
        self, message: Message, ephemeral: bool, lock: asyncio.Lock | None = None, then: PictureCallback | None = None
    ) -> EphemeralMessage | None:
        pictures = self.messenger.editor
        painting = pictures.start_painting(message)
        painted = await pictures.wait_painted(painting)
        png = painting.result() if painted else None
        await self.response.cancel_deferral()
        try:
            try:
                sent = await self.response.send(partial(message.send_payload, png), ephemeral)
            except discord.HTTPException as fault:
                if png is None or not filtered_by(fault):
                    raise
                message = replace(message, picture=None)  # the filter may have misjudged the picture
                sent = await self.response.send(partial(message.send_payload, None), ephemeral)
        except SEND_ERRORS as fault:
            if filtered_by(fault):
                raise filter_error(fault) from fault
            await self.response.acknowledge_uneditable(fault)
            sent = None
        if sent is None:
            painting.cancel()
        else:
            pictures.message_sent(self.messenger.ephemeral_target(sent, lock, then), message, painting, painted)
        return sent

    async def edit(self, message: Message, then: PictureCallback | None = None, drop_old: bool = False) -> bool:
        """Edit the pressed message; if it is gone, send an ephemeral one. Return False if it shows nothing new.

        A panel's message is deleted when a newer one has been sent, maybe during the press. A public message is never
        edited: only a forged custom_id claims that it holds private content. The picture may follow; then `then` is
        called. `drop_old` removes the old picture at once, because it belongs to another page.

        If Discord limits edits of the message, the press is acknowledged first and the text follows as well.
        """
        pressed, pictures = self.interaction.message, self.messenger.editor
        if pressed is None or not self.is_private:
            await self.send_ephemeral(message)
            return False
        lock, shown, channel = pictures.lock(pressed.id), picture_of(pressed), self.interaction.channel_id or 0
        where = EditTarget(pressed.id, self.response.put, lock, then, shown, channel, by_token=True)
        if self.owned_elsewhere:
            pictures.forget(pressed.id)
        if self.messenger.limits.old(pressed.id):
            return await self._edit_later(where, message, drop_old)
        try:
            async with where.lock:
                await pictures.edit(where, message, None if self.owned_elsewhere else 0, drop_old)
        except discord.RateLimited:
            return await self._edit_later(where, message, drop_old)
        except SEND_ERRORS as fault:
            await self.edit_failed(fault, message)
            return False
        return True

    async def edit_failed(self, fault: Exception, message: Message) -> None:
        """Handle an error of an edit: send the message if the pressed one is gone, else acknowledge. Raise others."""
        if code_of(fault) == UNKNOWN_MESSAGE:
            await self.send_ephemeral(message)
        else:
            await self.response.acknowledge_uneditable(fault)

    async def _edit_later(self, where: EditTarget, message: Message, drop_old: bool) -> bool:
        if not await self.response.acknowledge():
            await self.send_ephemeral(message)
            return False
        async with where.lock:
            self.messenger.editor.edit_later(where, message, drop_old)
        return True

    async def interrupted(self, message: Message) -> None:
        """Respond to an interrupted press with a message that shows no table; another process may own it by now."""
        SHOWS_NO_TABLE.set(True)
        if not self.response.has_content:
            await self.send_ephemeral(message)

    # ---- responses about a table
    def describe_events(self, events: list[Event], news: bool = False) -> str:
        """Return what an answer did, for the person who gave it, and why the table doesn't show it if it can't.

        Private events are in their panel or, with `news`, included here; routine events are only in the log.
        """
        session = self.session
        screen = self.screens.of(session)
        silent = screen.ui.log_only_events
        visible = [event for event in events if (news or event.to is None) and event.key not in silent]
        lines = [f"• {screen.sentence(event)}" for event in visible[:6]]
        return "\n".join([*self.visibility_warning(), *lines])

    def visibility_warning(self) -> list[str]:
        lost = self.messenger.display_obstacle(self.session)
        return [self.screens.text(self.session, f"refused.lost-{lost[0]}", **lost[1])] if lost is not None else []

    async def show_panel(self, seat: int, sentence: str = "", edit: bool = False) -> None:
        """Show the seat's panel below a sentence, in the pressed message (`edit`) or in an ephemeral one."""
        session, panels = self.session, self.delivery.panels
        message, mark = await panels.panel(session, seat, self.person)
        if sentence:
            message = replace(message, content=f"{sentence}\n{message.content}"[:2000])
        if not edit or not self.is_private:
            self.delivery.ephemeral.panel_shown(session, seat, mark, await self.send_ephemeral(message))
            return
        callback = picture_callback(self.sessions, session, message, seat) if self.pressed_ephemeral is None else None
        edited = await self.edit(message, callback)
        pressed = self.interaction.message
        if edited and self.pressed_ephemeral is not None:
            self.delivery.ephemeral.panel_shown(session, seat, mark, self.pressed_ephemeral)
        if edited and pressed is not None:
            panels.mark_fresh(session, seat, pressed.id, message, mark)

    async def show_table(self, session: TableSession) -> bool:
        """Respond to a press on the table by editing it. Return False if that message is gone or isn't the table's.

        A newer message is the table that is just being posted again: delivery edits it as soon as it is recorded.
        """
        pressed, table = self.interaction.message, session.screen.table
        if pressed is None or table is None or pressed.id < table.id:
            return False
        try:
            if await self.delivery.table.respond(session, self.response.put, pressed):
                return True
        except SEND_ERRORS as fault:
            if code_of(fault) != UNKNOWN_MESSAGE:
                await self.response.acknowledge_uneditable(fault)
        return await self.response.acknowledge()

    async def post_table(self, session: TableSession) -> None:
        """Post a new table as the response."""
        message = table_message(self.screens.posted(session), [])
        now, table = self.sessions.clock(), self.delivery.table
        posted = await self.post(message, session.showing, picture_callback(self.sessions, session, message))
        if posted is not None:  # else the scheduler checks whether it has arrived, and posts it
            await table.record_posted(session, message, posted, now)

    async def ephemeral_note(self, text: str, rows: tuple[Row, ...] = (), edit: bool = False) -> None:
        """Tell one person something, in a new ephemeral message or, with `edit`, in the pressed one.

        A new note for a player replaces the previous one, and is deleted when the player gets another question.
        """
        message = Message(content=text, rows=rows)
        if edit:
            await self.edit(message)
            return
        sent = await self.send_ephemeral(message)
        session = self.session_or_none
        if session is not None and session.playing and self.seat is not None:
            await self.delivery.ephemeral.note_shown(session, self.seat, sent)

    # ---- refusals
    async def refuse(self, refusal: UserError) -> None:
        """Respond with an error message, and a button that helps or, for a player in a game, the current panel."""
        session, key, fields = self.session_or_none, refusal.key, dict(refusal.fields)
        if isinstance(refusal, ChannelOccupied):
            await self._channel_taken(fields)
            return
        if session is not None and key == "illegal":
            sentence = self.screens.of(session, fields["seat"]).why_not(fields["reason"], fields["reason_fields"])
        elif session is not None and key == "lesson":
            sentence = lesson_refusal(self.screens.of(session))
        else:
            sentence = self.screens.text(session, f"refused.{key}", **fields)
        button = self._helpful_button(session, key) if session is not None else None
        over = self.place == ASIDE and key in ("stale", "over")  # these controls can never be pressed again
        in_game = session is not None and session.playing and not session.info.script  # a lesson has no panel
        if button is None and in_game and self.seat is not None:
            await self.show_panel(self.seat, sentence, edit=self.place == PANEL or over)
        else:
            await self.ephemeral_note(sentence, ((button,),) if button else (), edit=over)

    async def _channel_taken(self, fields: dict[str, str]) -> None:
        say = self.screens.text
        other = await self.sessions.open(fields["session"])
        fields["other"] = other.game.title
        key = "refused.channel-taken"
        if other.guild is None:
            key = "refused.messages-taken-lobby" if other.status == "lobby" else "refused.messages-taken"
        just = fields.get("just")
        sentence = set_in_messages(self.screens.of(other)) if just else say(self.session_or_none, key, **fields)
        await self.send_ephemeral(Message(content=sentence, rows=((table_button(other),),)))

    def _helpful_button(self, session: TableSession, key: str) -> Button | None:
        """Return the button that helps the person do what they wanted."""
        if key == "away":
            return self.screens.of(session).button("take-my-seat-back", "more", "back", "primary")
        here = session.channel == self.interaction.channel_id
        if key == "over" and session.status == "over" and (here or session.info.purpose):  # solo tables open anywhere
            return rematch_button(self.screens.of(session))
        if key == "too-few" and self.person == session.info.host:
            return self.screens.of(session).button("add-a-computer", "lobby", "computer")
        return None
