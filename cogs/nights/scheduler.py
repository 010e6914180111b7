"""The job for game nights: shows guests, opens tables when a night starts, posts the recap, and plans the next one.

Each step is committed before the next begins, so after a restart the work goes on where it ended.
"""

import logging
import math
from collections.abc import Container
from typing import Any

import discord

from bot.app import App
from bot.discord_errors import GONE_CODES, NO_RIGHTS, SEND_ERRORS, code_of, is_transient, retry_delay
from bot.errors import DatabaseUnavailable, UserError, storage_errors
from bot.scheduler import Job
from bot.tables import lobby
from bot.tables.screen_state import is_parked
from bot.task_runner import KeyedTaskRunner
from bot.timing import HOUR, MINUTE, end_of
from cogs.nights import model
from cogs.nights.messages import NightMessages
from cogs.nights.model import MAX_DURATION, NOTIFY_INTERVAL, Night, NightOver
from cogs.nights.service import NightDamaged, StoredNight
from db import ACTIVE, DamagedRow, StoreError
from engine import GAMES

log = logging.getLogger("hob.nights")
POLL_LIMIT = 100  # nights woken per poll
CHECK_LIMIT = 10_000  # nights whose messages are checked after a start
POLL_INTERVAL = 5 * MINUTE  # between two checks of a night's tables, or whether its server has invited Hob again
OVER_AFTER = 10 * MINUTE  # from the end of the last game to the recap
MAX_TABLES = 8  # of one night; each is a thread, whose first message mentions its players
LOBBY_TIMEOUT = HOUR  # how long to wait for a lobby to start, and how late to open tables


class NightScheduler(Job):
    def __init__(self, app: App, messages: NightMessages) -> None:
        super().__init__(KeyedTaskRunner("night", self._handle, app.clock, app.timing.retry, app.gate))
        self.messages, self.nights, self.messenger = messages, messages.nights, messages.messenger
        self.sessions, self.people, self.servers, self.quotas = app.sessions, app.people, app.servers, app.quotas
        self.timing, self.clock = app.timing, app.clock
        self.attends, self.owned_shards = app.cluster.attends, app.cluster.owned_shards
        self._failures: dict[str, int] = {}
        self._unreadable: set[str] = set()  # nights whose rows can't be read, as the log says
        self._reposts: dict[str, float] = {}  # by night: when its deleted message was or will be posted again
        self._polled_shards: set[int] = set()
        self._unavailable: set[str] = set()  # nights that wait until their server is available
        self._unchecked: set[str] = set()  # nights whose messages may have been deleted while Hob didn't serve them

    # ---- due nights
    async def poll(self, until: float) -> None:
        """Wake the nights that are due by `until`. Raises StoreError."""
        mine, shards = self.owned_shards()
        if new := set(mine) - self._polled_shards:
            self._unchecked |= set(await self.nights.store.nights.due(math.inf, CHECK_LIMIT, new, shards))
        self._polled_shards = set(mine)
        # All of these may be due, and must not crowd out the others.
        limit = POLL_LIMIT + len(self.runner.scheduled_ids() | self._unreadable | self._unavailable)
        for id in await self.nights.store.nights.due(until, limit, mine, shards):
            self.runner.wake(id)
        # Those with a failure are due later.
        await self.runner.run_batch(self._unchecked - self._unreadable - self._failures.keys())

    async def messages_deleted(self, channel: int, messages: Container[int] | None) -> None:
        """Repost a deleted sign-up message; cancel the nights of a deleted channel.

        If it is deleted repeatedly, as by a cleanup bot, it returns only after a delay.
        """
        try:
            for stored in await self.nights.at_channel(channel):
                if stored.night.stage == "planned" and (messages is None or stored.night.message in messages):
                    due = self._repost_at(stored) if messages is not None else None
                    await self.nights.change(stored.id, lambda night: night.model_copy(update={"key": ""}), due)
        except UserError as refusal:
            log.info("channel %s: can't tell whether a night was deleted (%s)", channel, refusal)

    async def rights_added(self, server: int, channel: int | None = None) -> None:
        """Try again at once to show the nights that Discord has rejected."""
        try:
            for stored in await self.nights.of_server(server):
                if stored.id in self._failures and channel in (None, stored.channel):
                    self.runner.wake(stored.id)
        except UserError as refusal:
            log.info("server %s: can't tell whether it has nights (%s)", server, refusal)

    def _repost_at(self, stored: StoredNight) -> float | None:
        """Return when to post a deleted sign-up message again; None for at once."""
        now, gap = self.clock(), self.timing.repost_gap
        self._reposts = {id: at for id, at in self._reposts.items() if now < end_of(at, gap, now)}
        before = self._reposts.get(stored.id)
        self._reposts[stored.id] = at = now if before is None else end_of(before, gap, now)
        return None if before is None else min(at, stored.night.at)

    async def _handle(self, id: str) -> float | None:
        """Advance a night; return when to retry after a rate limit.

        All later times are in the night's row, where the next poll finds them.
        """
        try:
            stored = await self.nights.find(id)
        except NightDamaged as damaged:
            if id not in self._unreadable:
                self._unreadable.add(id)
                fault = str(damaged.__cause__).splitlines()[0]
                log.error("night %s: unreadable row, leaving it unchanged: %s", id, fault)
            return None
        self._unavailable.discard(id)
        if stored is None or not self.attends(stored.guild):
            self._unchecked.discard(id)
            return None
        if not self.messenger.guild_is_loaded(stored.guild):
            self._unavailable.add(id)
            return None
        try:
            if self.messenger.was_removed_from(stored.guild):
                self._unchecked.discard(id)
                await self._wait_for_membership(stored)
                return None
            await self._advance(stored)
            self._failures.pop(id, None)
        except (StoreError, DatabaseUnavailable, NightOver):
            raise
        except discord.RateLimited as limit:
            return self.clock() + limit.retry_after
        except Exception as fault:
            await self._handle_error(stored, fault)
        return None

    async def _wait_for_membership(self, stored: StoredNight) -> None:
        """Postpone the next step while Hob isn't a member of that server; when the night is over, finish it."""
        if self.clock() <= stored.night.at + MAX_DURATION:
            await self.nights.wait_until(stored, self.clock() + POLL_INTERVAL)
            return
        if stored.night.stage != "cancelled":  # so that a weekly one ends if it is discontinued
            stored = await self.nights.change(stored.id, model.mark_recapped, stored.due)
        await self._finish(stored)

    async def _handle_error(self, stored: StoredNight, fault: Exception) -> None:
        if code_of(fault) in GONE_CODES and await self._channel_gone(stored):
            return
        known = isinstance(fault, (UserError, *SEND_ERRORS))
        log.warning("night %s: not updated (%s), retrying later", stored.id, fault, exc_info=None if known else fault)
        tries = self._failures[stored.id] = self._failures.get(stored.id, -1) + 1
        now, at = self.clock(), stored.night.at
        if now > at + MAX_DURATION:  # it is too late to show it
            self._failures.pop(stored.id)
            await self._finish(await self.nights.open(stored.id))  # as it is now
        else:
            again = now + retry_delay(fault, tries, self.timing.retry)
            due = min(again, at) if now < at else again
            await self.nights.change(stored.id, lambda night: night, due)

    async def _channel_gone(self, stored: StoredNight) -> bool:
        """Cancel and delete a night that has lost its channel, and DM its host. Return False if the DM must wait."""
        log.info("night %s: channel is gone", stored.id)
        lost = {"stage": "cancelled", "called": ""}
        stored = await self.nights.change(stored.id, lambda night: night.model_copy(update=lost), stored.due)
        await self.messages.sync_event(stored)
        notice = self.messages.screen(stored).night_channel_gone()
        if host_knows := await self.messages.notify_host(stored, notice, "channel gone"):
            await self.nights.drop(stored.id)
        return host_knows

    # ---- the evening, step by step
    async def _advance(self, stored: StoredNight) -> None:
        if stored.night.stage == "planned" and self.clock() >= stored.night.at:
            stored = await self._begin(stored)
        if stored.night.stage == "open":
            for nth, party in enumerate(stored.night.parties):
                if not party.session and not party.refused:
                    stored = await self._create_table(stored, nth)
            if await self._all_games_over(stored):
                stored = await self.nights.change(stored.id, model.mark_recapped, stored.due)
        if stored.id in self._unchecked:
            stored = await self.messages.check_message(stored)
            self._unchecked.discard(stored.id)
        stored = await self.messages.announce(stored)
        stored = await self.messages.sync_event(stored)
        stored = await self.messages.notify_guests(stored)
        if stored.night.stage == "planned":
            at, now = stored.night.at, self.clock()
            notify_at = end_of(stored.night.rung, NOTIFY_INTERVAL, now) if stored.night.called else at
            await self.nights.wait_until(stored, min(at, notify_at))
        elif stored.night.stage == "open":
            await self.nights.wait_until(stored, self.clock() + POLL_INTERVAL)
        else:
            if stored.night.stage == "told":
                await self._post_recap(stored)
            await self._finish(stored)

    async def _begin(self, stored: StoredNight) -> StoredNight:
        """Open the tables. If Hob was away too long, no table is opened, and no guest is notified."""
        seats = {slug: GAMES[slug].seats for slug in GAMES if slug in self.sessions.offered}
        tables, now = MAX_TABLES if self.messages.supports_threads(stored) else 1, self.clock()
        barred = await self.servers.barred(stored.guild)
        if missed := now > stored.night.at + LOBBY_TIMEOUT:
            log.info("night %s: start missed", stored.id)

        def modify(night: Night) -> Night:
            if night.stage != "planned" or night.at > now:  # it has just been cancelled or moved
                return night
            night = model.without_guests(night, barred)
            return model.mark_missed(night, seats) if missed else model.open_tables(night, seats, tables)

        return await self.nights.change(stored.id, modify, stored.due)

    async def _create_table(self, stored: StoredNight, nth: int) -> StoredNight:
        """Open a lobby for one party, in a thread if possible, else in the channel itself."""
        party = stored.night.parties[nth]
        game, channel = GAMES[party.game], party.channel or stored.channel
        try:
            threaded = not party.channel and self.messages.supports_threads(stored)
            there = None if threaded else await self.sessions.at_channel(channel)
            known = there is not None and any(other.session == there.id for other in stored.night.parties)
            if there is not None and there.active and there.info.night == stored.id and not known:  # before a crash
                return await self.messages.update_party(stored, nth, channel=channel, session=there.id)
            settings = await self.servers.of(stored.guild)
            await self.quotas.require_room(stored.guild, settings.tables)  # first, since the thread's message stays
            if threaded:
                try:
                    stored = await self.messages.create_thread(stored, nth)
                except discord.HTTPException as fault:
                    if is_transient(fault) or fault.code in GONE_CODES | NO_RIGHTS:
                        raise
                    log.warning("night %s: no thread created for a table (%s)", stored.id, fault)
                    return await self._refuse_table(stored, nth, "no-thread", {})
                party = stored.night.parties[nth]
                channel = party.channel
            elif party.message and not party.channel:  # Hob has lost its permissions for the thread that this promises
                await self.messages.delete_party_message(stored, nth)
                stored = await self.messages.update_party(stored, nth, message=0)
            invited = await self.messages.notifiable(stored, party.people)
            info = lobby.open_night_lobby(stored.id, party.people, invited, settings.options_of(game))
            guild = self.messenger.guild(stored.guild)
            info.server = guild.name if guild is not None else ""
            info.language, info.cards = await self.servers.language(stored.guild), settings.cards
            session = await self.sessions.create(party.game, stored.guild, channel, info)
        except DatabaseUnavailable:
            raise
        except UserError as refusal:
            return await self._refuse_table(stored, nth, refusal.key, refusal.fields)
        return await self.messages.update_party(stored, nth, channel=channel, session=session.id)

    async def _refuse_table(self, stored: StoredNight, nth: int, reason: str, fields: dict[str, Any]) -> StoredNight:
        """Record why a party gets no table, and delete the message that promises one in its thread."""
        await self.messages.delete_party_message(await self.nights.open(stored.id), nth)
        return await self.messages.update_party(stored, nth, refused=reason, fields=fields)

    async def _all_games_over(self, stored: StoredNight) -> bool:
        """Return True if all games are over: some minutes after the last end, because another game may follow."""
        now = self.clock()
        if now > stored.night.at + MAX_DURATION:
            return True
        for party in stored.night.parties:
            if not party.session:
                continue
            try:
                with storage_errors():
                    row = await self.sessions.store.at_channel(party.channel)
                    row = row or await self.sessions.store.get(party.session)
            except DamagedRow:  # it can't be continued
                continue
            lost = self.messenger.find_channel(stored.guild, party.channel) is None
            if row is None or (lost and is_parked(row)):  # a parked table goes on if its server has invited Hob again
                continue
            if row.status in ACTIVE and row.status != "lobby":
                return False
            if now < end_of(row.touched_at, LOBBY_TIMEOUT if row.status == "lobby" else OVER_AFTER, now):
                return False
        return True

    async def _post_recap(self, stored: StoredNight) -> None:
        with storage_errors():
            results = await self.sessions.store.results.series(stored.id)
        if any(result.at >= stored.night.at for result in results):
            people = {seat.person for result in results for seat in result.seats if seat.person is not None}
            hidden = {person for person in people if (await self.people.settings(person)).hidden}
            games = [model.night_game(result, hidden) for result in results]
            recap = self.messages.screen(stored).night_recap(games, self.clock())
            await self.messages.post_once(stored, recap, "recap")
        elif stored.night.host and model.is_discontinued(stored.night):
            await self.messages.notify_discontinued(stored)

    async def _finish(self, stored: StoredNight) -> None:
        if model.is_repeated(stored.night):
            await self.nights.change(stored.id, lambda night: model.repeat_next_week(night, self.clock()))
        else:
            await self.nights.drop(stored.id)
