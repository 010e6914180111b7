"""Notifications: one per prompt, by direct message or by a mention (a *ping*), never both."""

import logging
from dataclasses import replace

import discord

from bot.delivery.ephemeral import EphemeralMessages
from bot.delivery.panels import Panels
from bot.delivery.table_message import TableMessage, names_only, record_notified, seats_to_notify
from bot.discord_errors import is_transient
from bot.screens.custom_id import Control
from bot.screens.message import has_control
from bot.screens.notifications import dm_failed_notice, game_over_notification, turn_notification, vote_message
from bot.servers import Servers
from bot.tables.screen_state import PostedMessage, PostedNotification
from bot.tables.session import TableSession
from bot.timing import end_of

log = logging.getLogger("hob.notifications")


class Notifier:
    def __init__(self, table: TableMessage, panels: Panels, ephemeral: EphemeralMessages, servers: Servers) -> None:
        self.table, self.panels, self.ephemeral, self.servers = table, panels, ephemeral, servers
        self.messenger, self.sessions, self.people = panels.messenger, panels.sessions, panels.people
        self.screens, self.timing, self.clock = panels.screens, panels.timing, panels.clock

    async def reconcile(self, session: TableSession) -> float | None:
        """Send due notifications and remove finished ones. Return when the next one is due."""
        screen = session.screen
        if screen.ping is not None and screen.ping.is_unconfirmed:  # before adding newer nudges, which it doesn't cover
            await self._recover_notification(session, screen.ping)
        self._apply_decisions(session)
        await self._dm_failed_notice(session)
        await self._notify_outvoted(session)
        quiet = (await self.servers.known(session.guild)).quiet_until(self.clock())
        in_game = session.playing and not session.info.script
        due, next_due = await self._due_notifications(session) if in_game else ([], None)
        if quiet:  # due notifications wait until the quiet hours end
            waits = bool(due or screen.nudge or next_due is not None)
            due, next_due = [], quiet if waits else None
        to_ping = []
        for seat in due:
            by_message = await self.panels.uses_direct_messages(session, seat)
            prompt = session.info.prompts.get(seat)
            if prompt is None:  # answered in the meantime
                continue
            if by_message:
                if session.order_choice(seat) is None:  # else the order answers; pings are public, so send them anyway
                    self.panels.queue.add(session, seat, notify=True)
            else:
                to_ping.append(seat)
        awaited = session.info.waiting_times()  # a computer may play for a nudged player by now
        nudge = [seat for seat in screen.nudge if seat in awaited]
        await self._update_notification(session, sorted({*to_ping, *([] if quiet else nudge)}))
        screen.nudge = nudge if quiet else []
        record_notified(session, to_ping)
        screen.notified = {seat: since for seat, since in screen.notified.items() if seat in session.info.prompts}
        await self._vote_message(session)
        if session.status == "over" and not screen.said_farewell and not session.info.script:
            if quiet:
                return quiet
            await self._game_over_notification(session)
        return next_due

    def _apply_decisions(self, session: TableSession) -> None:
        """Apply the table's decisions since the last check: reminders, and seats given to a computer."""
        screen, info = session.screen, session.info
        screen.outvoted += info.outvoted[screen.outvotings :]
        screen.outvotings = len(info.outvoted)
        if info.nudged_at != screen.nudged_at:  # earlier if the clock was set back
            screen.nudge, screen.nudged_at = [*screen.nudge, *info.nudged], info.nudged_at

    async def _notify_outvoted(self, session: TableSession) -> None:
        """Tell outvoted people that a computer plays for them: by direct message, otherwise with the next ping."""
        for person in list(session.screen.outvoted):
            seat = session.info.seat_of(person)
            if seat is not None and session.info.seats[seat].away:  # else they have come back or left
                if not await self.panels.uses_direct_messages(session, seat):
                    continue
                self.panels.queue.add(session, seat, notify=False)
            session.screen.outvoted.remove(person)

    async def _due_notifications(self, session: TableSession) -> tuple[list[int], float | None]:
        """Return the seats to notify now, and when the next one is due (None: there is no other)."""
        timing, now = self.timing, self.clock()
        due, later = [], []
        for seat, prompt in list(session.info.prompts.items()):
            person = session.info.seats[seat].person
            if person is None or session.info.seats[seat].away:
                continue
            if session.screen.notified.get(seat) == prompt.since or self.panels.queue.has(session.id, seat):
                continue
            if not (await self.people.settings(person)).rings:
                continue
            pressed = session.screen.pressed.get(person, 0)
            # This is public, so don't reveal that a standing order answered.
            if not await self.panels.uses_direct_messages(session, seat):
                pressed = max(pressed, session.info.last_order_answer(seat))
            present = prompt.asked - pressed < timing.present_after_press
            began, span = (max(prompt.asked, pressed), timing.late_ring) if present else (prompt.asked, 0.0)
            at = end_of(began, span, now)
            presence = "present" if present else "absent"
            log.debug(
                "session %s: seat %d is %s, notification due in %.0f s", session.id, seat, presence, max(0, at - now)
            )
            if at <= now:
                due.append(seat)
            else:
                later.append(at)
        return due, min(later, default=None)

    # ---- pings
    async def _update_notification(self, session: TableSession, new: list[int]) -> None:
        screen, ping = session.screen, session.screen.ping
        still = seats_to_notify(session)
        if new:
            self._remove_notification(session)
            try:
                await self._notify(session, sorted({*still, *new}), new)
            except discord.HTTPException as fault:
                if still and not is_transient(fault):  # rejected, so the old ping stays
                    screen.ping, screen.obsolete = ping, [one for one in screen.obsolete if one is not ping]
                raise
        elif ping is not None and not still:
            self._remove_notification(session)
        elif ping is not None and still != ping.seats:
            if not screen.ping_in_table:
                await self.messenger.redraw(ping, turn_notification(self.screens.posted(session), still))
            ping.seats = still  # only now, so that a rate-limited edit is retried

    async def _recover_notification(self, session: TableSession, lost: PostedNotification) -> None:
        """Find a ping that may have been sent before a crash or lost connection, or drop its record."""

        def is_ping(message: discord.Message) -> bool:
            return not message.embeds and names_only(session, lost.seats, message)

        found = await self.messenger.find_own(session.channel, is_ping, session.screen.obsolete)
        if found is None:
            session.screen.ping, session.screen.said_farewell = None, False
            return
        session.screen.ping = PostedNotification(**found.model_dump(), seats=lost.seats)
        record_notified(session, lost.seats)

    async def _notify(self, session: TableSession, seats: list[int], new: list[int]) -> None:
        """Send a ping below the table; if the table is buried, repost it with the ping in its content.

        It names all `seats` but notifies only the `new` ones.
        """
        message = replace(turn_notification(self.screens.posted(session), seats), mentions=self._mentions(session, new))
        is_buried = await self.table_is_buried(session)
        session.screen.ping = PostedNotification(channel=session.channel, id=0, seats=seats)
        if is_buried:
            await self.table.repost(session, notified_seats=seats, mentions=message.mentions)
            session.screen.outvoted = []
            return
        since = [session.info.prompts[seat].since for seat in seats if seat in session.info.prompts]
        idempotency_key = f"{session.id} ping {seats} {since} {session.info.nudged_at}"
        await self.sessions.save_screen(session)
        sent = await self.messenger.send(session.channel, message, idempotency_key)
        session.screen.ping, session.screen.outvoted = PostedNotification(**sent.model_dump(), seats=seats), []

    def _mentions(self, session: TableSession, seats: list[int]) -> tuple[int, ...]:
        people = [session.info.seats[seat].person for seat in seats]
        return tuple(person for person in [*people, *session.screen.outvoted] if person is not None)

    def _remove_notification(self, session: TableSession) -> None:
        """Remove a finished ping; one inside the table message goes with its next edit."""
        screen = session.screen
        if screen.ping is not None and not screen.ping_in_table:
            screen.obsolete.append(screen.ping)
        screen.ping = None

    async def table_is_buried(self, session: TableSession) -> bool:
        """Return True if a notification should repost the table, because too many messages of others are below it.

        Where Hob may not read the channel's history, the time since the last post decides instead.
        """
        table, timing, now = session.screen.table, self.timing, self.clock()
        if table is None:
            return True
        if now < end_of(session.screen.reposted_at, timing.repost_gap, now):
            return False
        if not self.messenger.may_read(session):
            return now > end_of(session.screen.posted_at, timing.repost_after_seconds, now)
        others = await self.messenger.count_others_below(session.channel, table.id)
        return others >= timing.repost_after_messages

    # ---- other messages under the table
    async def _dm_failed_notice(self, session: TableSession) -> None:
        """Tell players with failing direct messages, once, where their cards are."""
        screen = session.screen
        here = {seat for seat, person in screen.closed.items() if session.info.seats[seat].person == person}
        new = [seat for seat in here if screen.closed[seat] not in screen.told]
        have = [seat for seat in new if self.ephemeral.has_panel(session, seat)]
        screen.told += [screen.closed[seat] for seat in have]
        new = [seat for seat in new if seat not in have]
        if screen.notice is not None:  # players who left need no cards
            screen.notice.seats = [seat for seat in screen.notice.seats if seat in here]
        if new and session.playing:
            seats = sorted({*(screen.notice.seats if screen.notice else []), *new})
            message = dm_failed_notice(self.screens.posted(session), seats)
            # The key doesn't depend on the content, which may change between an unconfirmed try and the next.
            sent = await self.messenger.send(session.channel, message, f"{session.id} notice {screen.notices}")
            if not sent.key:
                await self.messenger.edit(sent, message)
            screen.notices += 1
            screen.obsolete += [screen.notice] if screen.notice is not None else []
            screen.notice = PostedNotification(**sent.model_dump(), seats=seats)
            screen.told += [screen.closed[seat] for seat in new]
            record_notified(session, new)
        elif screen.notice is not None and (not screen.notice.seats or not session.playing):
            screen.obsolete.append(screen.notice)
            screen.notice = None

    async def _vote_message(self, session: TableSession) -> None:
        screen = session.screen
        if screen.vote is not None and screen.vote.is_unconfirmed:  # if the vote is over, it must be deleted
            agree = has_control(str(Control(session.id, "vote", "agree")))
            screen.vote = await self.messenger.find_own(session.channel, agree, screen.obsolete)
        if session.info.vote is None or not session.playing:
            if screen.vote is not None:
                screen.obsolete.append(screen.vote)
                screen.vote = None
            return
        message, old = vote_message(self.screens.posted(session)), screen.vote
        if old is None or (old.key != message.key and not await self.messenger.redraw(old, message)):
            idempotency_key = f"{session.id} vote {session.info.vote.at} after {old.id if old is not None else 0}"
            screen.obsolete += [old] if old is not None else []
            screen.vote = PostedMessage(channel=session.channel, id=0)
            await self.sessions.save_screen(session)
            screen.vote = await self.messenger.send(session.channel, message, idempotency_key)

    async def _game_over_notification(self, session: TableSession) -> None:
        """Mention once, in a message that stays, the players who were absent when the game ended."""
        present, absent = self.timing.present_after_press, []
        for number, seat in enumerate(session.info.seats):
            # By the time of the end, so that a delayed message names the same players.
            pressed = max(session.screen.pressed.get(seat.person or 0, 0), session.info.last_order_answer(number))
            away = seat.person is not None and session.touched_at - pressed >= present
            if away and (await self.people.settings(seat.person or 0)).rings:
                absent.append(number)
        if await self.table_is_buried(session):
            session.screen.ping = PostedNotification(channel=session.channel, id=0, seats=absent)
            session.screen.said_farewell = True  # unless the table isn't found after a crash or lost connection
            await self.table.repost(session, notified_seats=absent, mentions=self._mentions(session, absent))
        elif absent:
            await self.messenger.send(
                session.channel, game_over_notification(self.screens.posted(session), absent), f"{session.id} farewell"
            )
        session.screen.said_farewell = True
