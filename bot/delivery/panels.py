"""Panels: one live direct message per seat and session, and the ephemeral ones behind *My hand*."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass

import discord

from bot.delivery.message import Message
from bot.delivery.post import Post
from bot.delivery.retry import NETWORK, passing
from bot.delivery.screen import Panel
from bot.delivery.screens import Screens
from bot.run.settings import Timing
from bot.sessions.live import Live
from bot.sessions.people import People
from bot.sessions.sessions import Sessions
from bot.tables.refusals import Refusal
from db import StoreError

log = logging.getLogger("hob.panels")
CLOSED = {50007, 50278, 50001, 40003, 10013, 50033}  # direct messages that cannot be sent: no use in trying again
LOST = {10003, 50001}  # their channel is not there for us: perhaps Hob was another bot when it was opened


@dataclass
class Whispered:
    """An ephemeral panel, editable while its interaction's token lives."""

    interaction: discord.Interaction
    at: float
    mark: str


class Panels:
    def __init__(self, post: Post, sessions: Sessions, people: People, screens: Screens, timing: Timing) -> None:
        self.post, self.sessions, self.people = post, sessions, people
        self.screens, self.timing, self.clock = screens, timing, post.clock
        self.whispers: dict[tuple[str, int], Whispered] = {}
        self._drawn: dict[tuple[str, int], tuple[str, str]] = {}  # both marks of each seat's newest panel, shown or not
        self._waiting: dict[tuple[str, int], bool] = {}  # seats whose new message waits its turn; True: it is a ring
        self._not_before: dict[tuple[str, int], float] = {}  # seats whose last one failed for a passing reason
        self._postman: asyncio.Task[None] | None = None
        self._next = 0.0
        self._sending = False
        self._open = False

    def mark(self, live: Live, seat: int) -> str:
        """What a message is drawn for: a secret question, what was chosen there, and what the seat was told.

        A public question is shown by whatever is drawn, but nothing is drawn for it: it stands on the table too.
        """
        if not live.playing:
            return live.status
        question = live.view(seat).question_of(seat)
        secret = f"q{question.number} {question.given}" if question and question.secret else "quiet"
        return f"{secret} told {sum(event.to == seat for event in live.events(seat))}"

    def whispered_mark(self, live: Live, seat: int) -> str:
        """An ephemeral panel costs no call of the channel's, so it follows every question of its seat."""
        question = live.view(seat).question_of(seat) if live.playing else None
        return f"q{question.number} {question.given}" if question else self.mark(live, seat)

    async def by_message(self, live: Live, seat: int) -> bool:
        """Whether this seat's cards go by direct message, as far as we know."""
        person = live.info.seats[seat].person
        if person is None or not self.screens.has_hand(live) or live.screen.closed.get(seat) == person:
            return False
        return (await self.people.wishes(person)).cards == "message"

    def expected(self, session: str, seat: int) -> bool:
        return (session, seat) in self._waiting

    def busy_with(self, session: str) -> bool:
        return any(waiting == session for waiting, _ in self._waiting)

    # ---- reconciliation
    async def reconcile(self, live: Live) -> float | None:
        """Returns when a message that could not be sent shall be tried again."""
        for seat, panel in list(live.screen.panels.items()):
            if panel.person != live.info.seats[seat].person:
                await self._take_back(live, seat)
        if live.status == "lobby":
            return None
        if not live.playing:
            self._drawn = {key: marks for key, marks in self._drawn.items() if key[0] != live.id}
        by_channel = []
        for number, sitter in enumerate(live.info.seats):
            if sitter.person is None:
                continue
            overtaken = self._overtaken(live, number)
            await self._refresh_whisper(live, number)
            by_message = await self.by_message(live, number)
            if not by_message:
                by_channel.append(number)
            posted = live.screen.panels.get(number)
            if posted is not None and (overtaken or posted.mark != self.mark(live, number)):
                await self._redraw(live, number, posted)
            elif posted is None and live.playing and by_message:
                self.queue(live, number, ring=False)
        live.screen.by_channel = by_channel
        now = self.clock()
        return min(
            (at for (session, _), at in self._not_before.items() if session == live.id and at > now), default=None
        )

    def _overtaken(self, live: Live, seat: int) -> bool:
        """Whether the table has moved on while the seat's newest panel was on its way, as the answer to a press."""
        mark = self.mark(live, seat)
        return live.playing and self._drawn.get((live.id, seat), (mark, ""))[0] != mark

    async def _redraw(self, live: Live, seat: int, posted: Panel) -> None:
        mark = self.mark(live, seat)
        message = await self.panel(live, seat, posted.person) if live.playing else self.screens.closing(live)
        try:
            await self.post.edit(posted, message)
        except discord.NotFound:  # deleted, perhaps by us when a newer one had been sent that we did not live to note
            posted.mark = mark
            if live.playing:
                self.queue(live, seat, ring=False)
            return
        except discord.Forbidden:
            live.screen.closed[seat] = posted.person
            live.screen.panels.pop(seat, None)
            return
        posted.mark = mark

    async def _take_back(self, live: Live, seat: int) -> None:
        """The seat is another's now: what the one before saw stays theirs, its buttons go."""
        panel = live.screen.panels[seat]
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            await self.post.edit(panel, self.screens.closing(live))
        if live.screen.panels.get(seat) is panel:
            del live.screen.panels[seat]

    async def panel(self, live: Live, seat: int, person: int) -> Message:
        wishes = await self.people.wishes(person)
        self._drawn[live.id, seat] = self.mark(live, seat), self.whispered_mark(live, seat)
        return self.screens.panel(live, seat, wishes.pictures and live.info.pictures)

    # ---- ephemeral panels
    def whispered(self, live: Live, seat: int, interaction: discord.Interaction) -> None:
        """Remember an ephemeral panel that has just been shown."""
        now = self.clock()
        self.whispers = {key: old for key, old in self.whispers.items() if now - old.at < self.timing.token_life}
        self.whispers.pop((live.id, seat), None)
        if _is_its_original(interaction):
            _, mark = self._drawn.get((live.id, seat), ("", ""))  # the table may have moved on since
            self.whispers[live.id, seat] = Whispered(interaction, now, mark)
        notice = live.screen.notice
        if notice is not None and seat in notice.seats:
            notice.seats.remove(seat)

    def answered(self, live: Live, seat: int, id: int, message: Message) -> None:
        """A press on the message of this id was answered by editing it; if that is the seat's panel, it is fresh."""
        panel = live.screen.panels.get(seat)
        if panel is not None and panel.id == id:
            panel.mark, panel.key = self.mark(live, seat), message.key

    async def _refresh_whisper(self, live: Live, seat: int) -> None:
        mark = self.whispered_mark(live, seat)
        whisper = self.whispers.get((live.id, seat))
        if whisper is None or whisper.mark == mark:
            return
        person = whisper.interaction.user.id
        if self.clock() - whisper.at > self.timing.token_life or (person != live.info.seats[seat].person):
            del self.whispers[live.id, seat]
            return
        message = await self.panel(live, seat, person) if live.playing else self.screens.closing(live)
        whisper.mark = mark
        try:
            await whisper.interaction.edit_original_response(**message.payload(await self.post.paint(message)))
        except (discord.HTTPException, *NETWORK):
            self.whispers.pop((live.id, seat), None)  # best effort: My hand shows a fresh one

    # ---- new messages, at most one a second
    def queue(self, live: Live, seat: int, ring: bool) -> None:
        """Queue a new direct message; hands go before rings."""
        if not self._open or self._not_before.get((live.id, seat), 0) > self.clock():
            return
        self._not_before.pop((live.id, seat), None)
        self._waiting[live.id, seat] = self._waiting.get((live.id, seat), ring) and ring
        if self._postman is None or self._postman.done():
            self._postman = asyncio.create_task(self._deliver(), name="hob postman")

    def try_again(self, live: Live, seat: int) -> None:
        """Direct messages to a seat's person could not be sent, but may be now."""
        live.screen.closed.pop(seat, None)
        live.screen.told = [person for person in live.screen.told if person != live.info.seats[seat].person]

    async def _deliver(self) -> None:
        while self._waiting and self._open:
            pause = self._next - self.clock()
            if pause > 0:
                await asyncio.sleep(pause)
            self._next = self.clock() + self.timing.dm_gap
            session, seat = min(self._waiting, key=lambda key: self._waiting[key])
            self._sending = True
            try:
                live = await self.sessions.open(session)
                await self._send(live, seat, self._waiting[session, seat])
                await self.sessions.save_screen(live)
            except Exception as fault:
                self._failed(session, seat, fault)
            self._sending = False
            self._waiting.pop((session, seat), None)
            self.sessions.changed(session)

    def _failed(self, session: str, seat: int, fault: Exception) -> None:
        expected = passing(fault) or isinstance(fault, Refusal | StoreError)
        log.warning("session %s: no direct message to seat %s yet (%s)", session, seat, fault, exc_info=not expected)
        now = self.clock()
        self._not_before = {key: at for key, at in self._not_before.items() if at > now}
        self._not_before[session, seat] = now + self.timing.retry

    async def _send(self, live: Live, seat: int, ring: bool) -> None:
        person = live.info.seats[seat].person
        if person is None or not live.playing or not await self.by_message(live, seat):
            return
        if ring and seat not in live.info.needs:  # answered while it waited its turn
            return
        mark = self.mark(live, seat)
        message = await self.panel(live, seat, person)
        try:
            channel = await self.people.dm_channel(self.post.client, person)
            old = live.screen.panels.get(seat)
            # Not by what it shows: the game may go on between a try whose end we did not hear and the next.
            once = f"{live.id} panel {seat} of {person} after {old.id if old else 0}"
            sent = await self.post.send(channel, message, once)
        except discord.HTTPException as fault:
            if fault.code in LOST:
                await self.people.lose_channel(person)
            if fault.code not in CLOSED and fault.status != 403:
                raise
            log.info("session %s: direct messages to seat %s cannot be sent (%s)", live.id, seat, fault.code)
            live.screen.closed[seat] = person
            return
        await self.post.delete(old)  # before the new one is noted, so that no crash leaves it behind
        live.screen.panels[seat] = Panel(**sent.model_dump(), person=person, mark=mark if sent.key else "")
        need = live.info.needs.get(seat)
        if need is not None:
            live.screen.rung[seat] = need.since

    def start(self) -> None:
        self._open = True

    async def stop(self) -> None:
        """Finish the message that is being sent; the others are found again by what has not been shown."""
        self._open = False
        if self._postman is not None:
            if not self._sending:
                self._postman.cancel()
            await asyncio.wait([self._postman], timeout=5)
        self._waiting.clear()
        self.whispers.clear()  # what they could be edited by goes with the connection


def _is_its_original(interaction: discord.Interaction) -> bool:
    """Whether an ephemeral panel is what `edit_original_response` edits.

    Behind a press that was deferred it is a follow-up: the original is then the message that was pressed, perhaps the
    table, where no cards may ever stand.
    """
    pressed, kind = interaction.message, discord.InteractionResponseType
    if pressed is not None and pressed.flags.ephemeral:
        return True
    return interaction.response.type in (kind.channel_message, kind.deferred_channel_message)
