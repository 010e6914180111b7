"""What every press and every command needs: who, where, and a way to answer."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.app import Services
from bot.errors import Moved, Refusal
from bot.gateway.rate_limits import Overslept
from bot.i18n.command_texts import language_of
from bot.i18n.common import COMMON
from bot.i18n.language import speak
from bot.i18n.names import display_name
from bot.i18n.translator import Voice
from bot.interactions.permissions import obstacle
from bot.interactions.reply import Reply
from bot.screens.custom_id import ASIDE, PANEL, TABLE
from bot.screens.game_ui import Face
from bot.screens.message import Button, Message, Row
from bot.screens.table import Screens
from bot.tables.model import LETTERS
from bot.tables.session import Live
from bot.tables.time_limit import TooLong, Unfit
from engine.machine import Event

log = logging.getLogger("hob.answers")
Find = Callable[[], Awaitable[Live | None]]
Act = Callable[[Reply, Any], Awaitable[None]]


class Answers:
    """What a cog may use: the services of Hob, the screens, and the sentences that go with them."""

    def __init__(self, services: Services, screens: Screens) -> None:
        self.screens, self.timing, self.wake = screens, services.timing, services.wake
        self.sessions, self.delivery, self.people = services.sessions, services.delivery, services.people
        self.nights = services.nights
        self.quotas, self.servers, self.tally = services.quotas, services.servers, services.tally
        self.presses, self.level = services.presses, services.level
        self.thinker = services.thinker

    @property
    def faces(self) -> dict[str, Face]:
        return self.screens.faces

    def of_group(self, group: str) -> Face:
        """The game of these commands, as a control names it.  Raises Refusal."""
        face = next((face for face in self.faces.values() if face.group == group), None)
        if face is None:
            raise Refusal("forged")
        return face

    def arrive(self, live: Live, interaction: discord.Interaction) -> int | None:
        """Somebody pressed or typed at this table.  Returns their seat."""
        name = display_name(interaction.user) if interaction.guild_id == live.guild else None
        self.delivery.noticed(live, interaction.user.id)
        return self.sessions.meet(live, interaction.user.id, name)

    # ---- languages
    async def language(self, interaction: discord.Interaction) -> str:
        """A server's, or, in messages with Hob, of who reads there; at a table its own comes after."""
        if interaction.guild_id is None:
            return self.own_language(interaction)
        return await self.servers.language(interaction.guild_id)

    def own_language(self, interaction: discord.Interaction) -> str:
        """In which somebody reads Discord, if Hob speaks it."""
        return language_of(interaction.locale) or self.servers.usual

    # ---- sentences
    def say(self, live: Live | None, key: str, **fields: Any) -> str:
        """A common sentence, such as `said.voted`; at a table it may name its seats, its host and its commands."""
        voice = self.screens.words(live) if live else Voice(COMMON)
        return voice.say(key, **self._fields(live, fields))

    def _fields(self, live: Live | None, fields: dict[str, Any]) -> dict[str, Any]:
        if live is None:
            return fields
        face = self.screens.face(live)
        seat = fields.pop("seat", None)
        base = {
            "game": live.game.title,
            "group": face.group,
            "n": len(live.info.seats),
            "least": live.game.seats[0],
            "code": live.info.fault,
            "host": self.host_name(live),
            "now": self.screens.now(live),
            "button": face.hand_button,
            "link": self.screens.link(live, live.screen.table.id if live.screen.table else None),
            "session": live.id,
            **({"p": f"s{seat}", "letter": LETTERS[seat]} if seat is not None else {}),
        }
        return {**base, **fields}

    def host_name(self, live: Live) -> str:
        seat = live.info.seat_of(live.info.host)
        return f"s{seat}" if seat is not None else f"<@{live.info.host}>"

    def happened(self, live: Live, events: list[Event], news: bool = False) -> str:
        """What an answer did, for the one who gave it; and why the table does not show it, if it cannot.

        What only they were told stands in their panel, or, with `news`, here; what goes without saying, in the log.
        """
        words, silent = self.screens.words(live), self.screens.face(live).log_only
        told = [event for event in events if (news or event.to is None) and event.key not in silent]
        lines = [f"• {self.screens.sentence(live, event, words)}" for event in told[:6]]
        return "\n".join([*self.unseen(live), *lines])

    def unseen(self, live: Live) -> list[str]:
        found = obstacle(self.delivery.post, live)
        return [self.say(live, f"refused.lost-{found[0]}", **found[1])] if found is not None else []

    # ---- answers
    def reply(self, interaction: discord.Interaction) -> Reply:
        return Reply(self.delivery.post, self.presses, interaction)

    async def serve(self, interaction: discord.Interaction, find: Find, act: Act, place: int = TABLE) -> None:
        """Find the table, do what was pressed or typed there, and answer, at the latest by one kind sentence."""
        with self.tally.pressed() as ended:
            await self._serve(interaction, find, act, place, ended)

    async def _serve(
        self, interaction: discord.Interaction, find: Find, act: Act, place: int, ended: Callable[[str], None]
    ) -> None:
        live, seat = None, None
        async with self.reply(interaction) as reply:
            try:
                await reply.turn()
                try:
                    speak(await self.language(interaction))
                    need_membership(interaction)
                    live = await find()
                    seat = self._arrived(live, interaction)
                    reply.theirs = place == PANEL and live is not None and not self.sessions.attends(live.guild)
                    try:
                        await self._act(reply, live, act)
                    except Moved:
                        live = await find()
                        seat = self._arrived(live, interaction)
                        await self._act(reply, live, act)
                except Refusal as refusal:
                    ended("refused")
                    try:
                        await self.refuse(reply, live, seat, refusal, place)
                    except Refusal as another:  # the database has gone away meanwhile
                        await reply.whisper(Message(content=self.say(None, f"refused.{another.key}", **another.fields)))
            except (asyncio.CancelledError, Overslept):  # the lease is over, or Hob stops
                ended("fault")
                await reply.interrupted(Message(content=self.say(None, "refused.interrupted")))
            except Exception:
                ended("fault")
                log.exception("an interaction failed: %s", str(interaction.data)[:200])
                with contextlib.suppress(Refusal):  # a filter blocks even that
                    await reply.whisper(Message(content=self.say(None, "refused.fault")))

    def _arrived(self, live: Live | None, interaction: discord.Interaction) -> int | None:
        if live is None:
            return None
        speak(live.info.language)
        if live.info.withheld:
            raise Refusal("over")
        return self.arrive(live, interaction)

    async def _act(self, reply: Reply, live: Live | None, act: Act) -> None:
        if live is None:
            await act(reply, live)
            return
        live.responding += 1
        try:
            await act(reply, live)
        except Unfit as fault:
            if not isinstance(fault.__cause__, TooLong):
                raise  # it may be this press's alone; the keeper sees if it is the table's
            raise await self.sessions.unfit(live, fault) from fault
        finally:
            live.responding -= 1
            self.wake(live.id)

    async def refuse(self, reply: Reply, live: Live | None, seat: int | None, refusal: Refusal, place: int) -> None:
        """One kind sentence with what helps on, and for a seated player the fresh panel."""
        key, fields = refusal.key, dict(refusal.fields)
        if key == "channel-taken":
            other = await self.sessions.open(fields["session"])
            fields["other"] = other.game.title
            table = other.screen.table
            link = Button(
                self.say(None, "button.go-to-the-table"), self.screens.link(other, table.id if table else None), "link"
            )
            said = "refused.channel-taken" if other.guild is not None else "refused.messages-taken"
            sentence = self.say(other, "said.set-in-messages") if fields.get("just") else self.say(live, said, **fields)
            await reply.whisper(Message(content=sentence, rows=((link,),)))
            return
        said = f"refused.{key}"
        sentence = self.why_not(live, fields) if live and key == "illegal" else self.say(live, said, **fields)
        button = self.helping(live, key, reply.person) if live is not None else None
        over = place == ASIDE and key in ("stale", "over")  # what was pressed there can never be pressed again
        if button is None and live is not None and live.playing and seat is not None:
            await self.show_panel(reply, live, seat, sentence, edit=place == PANEL or over)
        else:
            await self.aside(reply, sentence, ((button,),) if button else (), edit=over)

    def helping(self, live: Live, key: str, person: int) -> Button | None:
        """What goes with a refusal and lets one do what one wanted."""
        if key == "away":
            return self.screens.button(live, "take-my-seat-back", "more", "back", "primary")
        if key == "over" and live.status == "over":
            return self.screens.again(live)
        if key == "too-few" and person == live.info.host:
            return self.screens.button(live, "add-a-computer", "lobby", "computer")
        return None

    def why_not(self, live: Live, fields: dict[str, Any]) -> str:
        seat, key = fields["seat"], fields["reason"]
        if known := self.because(live, seat, key, fields["reason_fields"]):
            return known
        if key == "not-an-option":
            return self.say(live, "refused.not-an-option", choices=self.choices(live, seat))
        return self.say(live, "refused.stale")

    def because(self, live: Live, seat: int, key: str, fields: dict[str, Any]) -> str:
        """A reason of the rules; empty if the game has no sentence for it."""
        voice, said = self.screens.words(live, live.view(seat)), f"why.{key}"
        return voice.say(said, **{**fields, "p": f"s{seat}"}) if said in voice.catalogue else ""

    def reason(self, live: Live, seat: int, option: str) -> str:
        """Why the rules do not let a seat choose this now; empty if they do, or know no sentence for it."""
        why = live.game.why_not(live.g, seat, option) if live.g is not None else None
        return self.because(live, seat, *why) if why is not None else ""

    def choices(self, live: Live, seat: int, paths: list[str] | None = None) -> str:
        """The first things that may be chosen, by their labels."""
        face, view = self.screens.face(live), live.view(seat)
        words = self.screens.words(live, view, escape=True)
        question = view.question_of(seat)
        if paths is None:
            paths = (question.options or []) if question else view.offers.get(seat, [])
        labels = face.labels(view, words)
        return words.listed([labels.label(question, path).label for path in paths])

    async def show_panel(self, reply: Reply, live: Live, seat: int, sentence: str = "", edit: bool = False) -> None:
        """The seat's panel, with a sentence above: in place of the message that was pressed, or as a whisper."""
        person = reply.person
        message = await self.delivery.panels.panel(live, seat, person)
        if sentence:
            message = put_above(message, sentence)
        if not edit or not reply.private:
            self.delivery.panels.whispered(live, seat, await reply.whisper(message))
            return
        noting = self.delivery.panels.noting(live, seat, message) if reply.pressed is None else None
        shown = await reply.edit(message, noting)
        pressed = reply.interaction.message
        if shown and reply.pressed is not None:
            self.delivery.panels.whispered(live, seat, reply.pressed)
        if shown and pressed is not None:
            self.delivery.panels.answered(live, seat, pressed.id, message)

    async def show_table(self, reply: Reply, live: Live) -> bool:
        """Answer a press on the table by editing it; False if the table does not stand there, or not any more."""
        pressed, table = reply.interaction.message, live.screen.table
        if pressed is None or table is None or pressed.id != table.id:
            return False
        return await self.delivery.table.respond(live, reply.put, pressed) or await reply.quiet()

    async def aside(self, reply: Reply, text: str, rows: tuple[Row, ...] = (), edit: bool = False) -> None:
        """Something beside the table, seen by one person: a new whisper, or the one that was pressed, edited."""
        message = Message(content=text, rows=rows)
        await (reply.edit(message) if edit else reply.whisper(message))


def need_membership(interaction: discord.Interaction) -> None:
    """Raise Refusal where Hob is not a member: in a private channel, or in a server that has not invited it.

    People who have added Hob to their own account could use it there, by the commands of an older Hob.
    """
    uninvited = interaction.is_user_integration() and not interaction.is_guild_integration()
    if interaction.context.private_channel or (uninvited and interaction.guild_id is not None):
        raise Refusal("not-a-member")


def put_above(message: Message, sentence: str) -> Message:
    return replace(message, content=f"{sentence}\n{message.content}"[:2000])
