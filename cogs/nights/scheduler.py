"""Attends to table nights: shows who comes, opens tables at the hour, tells what was played, and sets the next.

Each step is committed before the next begins, so that a new start goes on where the last ended.
"""

import logging
from collections.abc import Container

import discord

from bot.app import App
from bot.delivery.messenger import GONE
from bot.delivery.reconciliation import NO_RIGHTS
from bot.delivery.retry import UNSENT, passing, pause
from bot.errors import Refusal
from bot.scheduler import Job
from bot.tables import lobby
from bot.tables.service import kept
from bot.task_runner import Attendance
from bot.times import HOUR, MINUTE, end_of
from cogs.nights import model as nights
from cogs.nights.messages import NightMessages
from cogs.nights.model import BETWEEN, LONGEST
from cogs.nights.service import Held
from db import ACTIVE, StoreError
from engine import GAMES

log = logging.getLogger("hob.nights")
LOOK_AT = 100  # nights woken at once
LOOK = 5 * MINUTE  # between two looks at the tables of a night
QUIET = 10 * MINUTE  # after the end of the last game, until it is told what was played
UNFILLED = HOUR  # that a lobby is waited for


class NightKeeper(Job):
    def __init__(self, app: App, messages: NightMessages) -> None:
        super().__init__(Attendance("night", self._attend, app.clock, app.timing.retry, app.presses))
        self.messages, self.nights, self.post = messages, messages.nights, messages.post
        self.sessions, self.people, self.servers, self.quotas = app.sessions, app.people, app.servers, app.quotas
        self.timing, self.attends, self.mine, self.clock = app.timing, app.attends, app.mine, app.clock
        self.nights.changed = self.runner.wake
        self._stumbles: dict[str, int] = {}

    # ---- when to attend
    async def look(self, until: float) -> None:
        """Attend to what is due by then.  Raises StoreError."""
        limit = LOOK_AT + len(self.runner.known())  # those known may all be due
        for id in await self.nights.due(until, limit, *self.mine()):
            self.runner.wake(id)

    async def deleted(self, channel: int, messages: Container[int]) -> None:
        """Somebody deleted these messages: the one where people sign up comes back."""
        try:
            for held in await self.nights.at_channel(channel):
                if held.night.message in messages and held.night.stage == "planned":
                    await self.nights.change(held.id, lambda night: night.model_copy(update={"key": ""}))
        except Refusal as refusal:
            log.info("whether a night was deleted in %s is not known (%s)", channel, refusal)

    async def _attend(self, id: str) -> float | None:
        """What it waits for stands in its row, where the next look finds it; a rate limit is over before."""
        held = await self.nights.find(id)
        if held is None or not self.attends(held.guild) or not self.post.knows(held.guild):
            return None
        try:
            if self.post.expelled(held.guild):
                await self._away(held)
                return None
            await self._bring_up(held)
            self._stumbles.pop(id, None)
        except StoreError:
            raise
        except discord.RateLimited as limit:
            return self.clock() + limit.retry_after
        except Exception as fault:
            if isinstance(fault, Refusal) and fault.key in ("not-kept", "night-over"):
                raise
            await self._trouble(held, fault)
        return None

    async def _away(self, held: Held) -> None:
        """Hob is no member of that server now; perhaps it comes back before the night is over."""
        if self.clock() > held.night.at + LONGEST:
            await self.nights.drop(held.id)
        else:
            await self.nights.wait(held, self.clock() + HOUR)

    async def _trouble(self, held: Held, fault: Exception) -> None:
        code = getattr(fault, "code", 0)
        if code in GONE:
            await self._homeless(held)
            return
        known = isinstance(fault, (Refusal, *UNSENT))
        log.warning("night %s: not shown yet (%s)", held.id, fault, exc_info=None if known else fault)
        tries = self._stumbles[held.id] = self._stumbles.get(held.id, -1) + 1
        now, at = self.clock(), held.night.at
        if now > at + LONGEST:  # nobody waits for it any more
            self._stumbles.pop(held.id)
            await self._over(held)
        else:
            again = now + pause(fault, tries, self.timing.retry)
            due = min(again, at) if now < at else again
            await self.nights.change(held.id, lambda night: night, due)

    async def _homeless(self, held: Held) -> None:
        """Its channel is gone, and so is the night; whoever set it is told."""
        log.info("night %s: its channel is gone", held.id)
        held = await self.nights.change(held.id, _gone, held.due)
        await self.messages.event(held)
        try:
            channel = await self.people.dm_channel(self.post.open_dm, held.night.host)
            await self.post.send(channel, self.messages.screens.night_homeless(held), f"{held.id} homeless")
        except UNSENT as fault:
            log.info("night %s: its host cannot be told (%s)", held.id, fault)
        await self.nights.drop(held.id)

    # ---- the evening, step by step
    async def _bring_up(self, held: Held) -> None:
        if held.night.stage == "planned" and self.clock() >= held.night.at:
            late = self.clock() > held.night.at + UNFILLED
            held = await self._missed(held) if late else await self._hour(held)
        if held.night.stage == "open":
            for nth, party in enumerate(held.night.parties):
                if not party.session and not party.refused:
                    held = await self._table(held, nth)
            if await self._ended(held):
                held = await self.nights.change(held.id, nights.told, held.due)
        held = await self.messages.announce(held)
        held = await self.messages.event(held)
        held = await self.messages.call(held)
        if held.night.stage == "planned":
            at, now = held.night.at, self.clock()
            rings = end_of(held.night.rung, BETWEEN, now) if held.night.called else at
            await self.nights.wait(held, min(at, rings))
        elif held.night.stage == "open":
            await self.nights.wait(held, self.clock() + LOOK)
        else:
            if held.night.stage == "told":
                await self._recap(held)
            await self._over(held)

    def _offered(self) -> dict[str, range]:
        return {slug: GAMES[slug].seats for slug in GAMES if slug in self.sessions.offered}

    async def _hour(self, held: Held) -> Held:
        seats, tables = self._offered(), 8 if self.messages.threads(held) else 1
        return await self.nights.change(held.id, lambda night: nights.opened(night, seats, tables), held.due)

    async def _missed(self, held: Held) -> Held:
        """Hob was away so long that nobody waits any more: no table is opened, and nobody is rung."""
        log.info("night %s: its hour was missed", held.id)
        seats = self._offered()
        return await self.nights.change(held.id, lambda night: nights.missed(night, seats), held.due)

    async def _table(self, held: Held, nth: int) -> Held:
        """A lobby for one party, in a thread where that may be, else in the channel itself."""
        party = held.night.parties[nth]
        if not party.channel and self.messages.threads(held):
            try:
                held = await self.messages.thread(held, nth)
            except discord.HTTPException as fault:
                if passing(fault) or fault.code in GONE or fault.code in NO_RIGHTS:
                    raise
                log.warning("night %s: no thread for a table (%s)", held.id, fault)
                return await self.messages.seat(held, nth, refused="no-thread")
            party = held.night.parties[nth]
        channel, game = party.channel or held.channel, GAMES[party.game]
        try:
            settings = await self.servers.of(held.guild)
            await self.quotas.room(held.guild, settings.tables)
            invited = await self.people.hearing(party.people)
            info = lobby.called(held.id, party.people, invited, settings.options_of(game))
            guild = self.post.guild(held.guild)
            info.server = guild.name if guild is not None else ""
            info.language, info.cards = await self.servers.language(held.guild), settings.cards
            live = await self.sessions.create(party.game, held.guild, channel, info)
        except Refusal as refusal:
            if refusal.key == "not-kept":
                raise
            there = refusal.fields.get("session", "")
            known = any(other.session == there for other in held.night.parties)
            if there and not known and (await self.sessions.open(there)).info.night == held.id:  # before a crash
                return await self.messages.seat(held, nth, channel=channel, session=there)
            return await self.messages.seat(held, nth, refused=refusal.key, fields=refusal.fields)
        live.responding -= 1
        self.sessions.changed(live.id)
        return await self.messages.seat(held, nth, channel=channel, session=live.id)

    async def _ended(self, held: Held) -> bool:
        """Whether nothing is played any more: some minutes after the last end, for there may be another game."""
        now = self.clock()
        if now > held.night.at + LONGEST:
            return True
        for party in held.night.parties:
            if not party.session:
                continue
            with kept():
                row = await self.sessions.store.at_channel(party.channel)
                row = row or await self.sessions.store.get(party.session)
            if row is None:
                continue
            if row.status in ACTIVE and row.status != "lobby":
                return False
            if now < end_of(row.touched_at, UNFILLED if row.status == "lobby" else QUIET, now):
                return False
        return True

    async def _recap(self, held: Held) -> None:
        with kept():
            results = await self.sessions.store.results.series(held.id)
        if any(result.at >= held.night.at for result in results):
            people = {seat.person for result in results for seat in result.seats if seat.person is not None}
            hidden = {person for person in people if (await self.people.wishes(person)).hidden}
            await self.messages.recap(held, [nights.played(result, hidden) for result in results])
        elif nights.lapsed(held.night):
            await self.messages.lapse(held)

    async def _over(self, held: Held) -> None:
        weekly = held.night.weekly and held.night.host and held.night.stage != "cancelled"
        if weekly and not nights.lapsed(held.night):
            await self.nights.change(held.id, lambda night: nights.next_week(night, self.clock()))
        else:
            await self.nights.drop(held.id)


def _gone(night: nights.Night) -> nights.Night:
    return night.model_copy(update={"stage": "cancelled", "called": ""})
