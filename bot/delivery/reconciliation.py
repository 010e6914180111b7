"""Reconciliation makes Discord show what it should show.

`reconcile` compares what should be on screen (`Screens`) with what was last sent, then edits, posts or deletes until
they agree. The same function repairs the rest after a crash.
"""

import logging
from collections.abc import Callable, Container

import discord
from pydantic import ValidationError

from bot.delivery.edits import Paint
from bot.delivery.ephemeral import EphemeralMessages
from bot.delivery.messenger import Messenger
from bot.delivery.notifier import Notifier
from bot.delivery.panels import Panels
from bot.delivery.table_message import TableMessage
from bot.discord_errors import (
    FILTERS,
    GONE_CODES,
    INVALID_FORM,
    LOCKED,
    MAX_RETRY_DELAY,
    NO_RIGHTS,
    SEND_ERRORS,
    OpeningsPaused,
    code_of,
    filtered_by,
    is_transient,
    log_level,
    retry_delay,
)
from bot.errors import UserError, storage_errors
from bot.people.service import People
from bot.process.logs import REPEAT_AFTER
from bot.screens.notifications import filter_notice
from bot.screens.table_screen import Screens
from bot.servers import Servers
from bot.tables.screen_state import ShownState, is_parked
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import WEEK, Timing, end_of
from db import ACTIVE, AT_ONCE, DamagedRow, StoreUnavailable, Trouble

log = logging.getLogger("hob.delivery")
GONE_AFTER = WEEK  # after a table's end, how long to keep trying a channel without permissions
# Values of `ShownState.denied` with which the table waits while direct messages are still sent.
REJECTION_REASONS = {"rights", "locked", *FILTERS.values()}


class Delivery:
    """The table, panels and notifications of every session.

    It is the only writer of `ShownState` besides `bot/people/privacy.py`, which erases a person from it.
    """

    def __init__(
        self,
        *,
        sessions: Sessions,
        people: People,
        servers: Servers,
        timing: Timing,
        screens: Screens,
        paint: Paint,
        process_count: Callable[[], int],
    ) -> None:
        """Create the delivery. `process_count` returns how many processes send direct messages."""
        self.sessions, self.people, self.timing, self.clock = sessions, people, timing, sessions.clock
        self.screens, self._outages = screens, Trouble(REPEAT_AFTER, sessions.elapsed)
        self.messenger = Messenger(
            paint, sessions.clock, sessions.elapsed, lambda: timing.dm_open_gap * process_count()
        )
        self.table = TableMessage(self.messenger, sessions, screens, timing)
        self.panels = Panels(self.messenger, sessions, people, screens, timing, process_count)
        self.ephemeral = EphemeralMessages(self.panels)
        self.notifier = Notifier(self.table, self.panels, self.ephemeral, servers)

    def start(self, client: discord.Client) -> None:
        """Add a connection to send by."""
        self.messenger.add_client(client)
        self.panels.queue.accepting = True

    def drop_connection(self, client: discord.Client) -> None:
        """Remove a connection while others remain."""
        self.messenger.remove_client(client)
        self.ephemeral.drop_connection(client)

    def cancel_sending(self) -> None:
        """Cancel what is being sent: another process may have shown something newer."""
        self.panels.queue.cancel()
        self.messenger.editor.forget_all()

    async def stop(self) -> None:
        """Finish what is being sent; the last connection is going away."""
        await self.panels.queue.stop()
        self.ephemeral.drop_connection(None)
        await self.messenger.editor.stop()
        self.messenger.remove_client()

    def is_busy(self, session: TableSession) -> bool:
        """Return True while anything of a table is being sent to Discord."""
        queue, seats = self.panels.queue, range(len(session.info.seats))
        return self.picture_pending(session) or any(queue.has(session.id, seat) for seat in seats)

    def picture_pending(self, session: TableSession) -> bool:
        """Return True while a table's picture is being painted or sent. Its arrival schedules the table again."""
        return any(self.messenger.editor.is_pending(posted.id) for posted in session.screen.messages_with_pictures())

    def record_presence(self, session: TableSession, person: int) -> None:
        """Record that a player is present; retry a denied table at once if Hob has its permissions back."""
        if session.info.seat_of(person) is not None:
            session.screen.pressed[person] = self.clock()
        if session.screen.denied in ("rights", "locked") and not self.messenger.lost_rights(session):
            session.screen.retry_at = 0

    def limit_presses(self, session: TableSession) -> None:
        """Change press times in the future to the current time, after the clock was set back."""
        now, pressed = self.clock(), session.screen.pressed
        session.screen.pressed = {person: min(at, now) for person, at in pressed.items()}

    def edited_elsewhere(self, session: TableSession, person: int) -> None:
        """Forget the picture of a direct message that another process edited for this person's press (0: for anyone).

        Otherwise the next edit would keep a picture that is gone or shows something else.
        """
        for panel in session.screen.panels.values():
            if person in (0, panel.person):
                self.messenger.editor.forget(panel.id)

    async def invalidate(self, session: TableSession) -> None:
        """Show everything of a table again, because Discord may show something newer. The caller holds the lock."""
        screen = session.screen
        for posted in (screen.table, screen.ping, screen.notice, screen.vote, *screen.panels.values()):
            if posted is not None:
                posted.key = ""
                self.messenger.editor.forget(posted.id)
        for panel in screen.panels.values():
            panel.mark = ""
        screen.doubted, screen.retry_at = True, 0
        await self.sessions.save_screen(session, AT_ONCE)

    async def messages_deleted(self, channel: int, messages: Container[int] | None) -> None:
        """Post a table again after its message was deleted. `messages` is None if the channel itself was deleted.

        If it is deleted repeatedly, as by a cleanup bot, it returns only after a delay. Without its channel the attempt
        fails, and `ShownState.denied` becomes "gone". The newest score sheet, if a moderator has removed its embeds, is
        restored once.
        """
        try:
            with storage_errors():
                row = await self.sessions.store.active_at(channel)
            if row is None:
                return
            known = self.sessions.in_memory.get(row.id)
            screen = known.screen if known is not None else ShownState.model_validate(row.screen)
            sheet, table = screen.sheet_ids[-1] if screen.sheet_ids else 0, screen.table
            sheet_hidden = messages is not None and sheet in messages and sheet in self.messenger.without_embeds
            is_table = table is not None and (messages is None or table.id in messages)
            if not sheet_hidden and not is_table:  # anyone's message: load nothing
                return
            session = await self.sessions.open(row.id)
        except (UserError, DamagedRow, ValidationError) as fault:
            log.info("channel %s: can't tell whether a table was deleted (%s)", channel, fault)
            return
        if sheet_hidden and session.restored_sheet != sheet:
            session.restored_sheet, session.screen.sheet_key = sheet, ""
            self.sessions.wake(session.id)
        if not is_table or (table := session.screen.table) is None:
            return
        now = self.clock()
        back = max(now, end_of(session.screen.back_at, self.timing.repost_gap, now) if session.screen.back_at else 0)
        session.screen.back_at, table.key, table.at = back, "", back - self.timing.table_edit_gap
        self.sessions.wake(session.id)

    async def channel_reachable(self, channel: int) -> None:
        """Show a table at once in a channel or thread that Hob can access again."""
        try:
            session = await self.sessions.at_channel(channel)
        except UserError as refusal:
            log.info("channel %s: can't tell whether it has a table (%s)", channel, refusal)
            return
        if session is not None and session.screen.denied in REJECTION_REASONS:
            session.screen.retry_at = 0
            self.sessions.wake(session.id)

    async def rights_added(self, server: int) -> None:
        """Try at once to show the tables of a server that has given Hob more permissions."""
        try:
            rows = await self.sessions.store.of_server(server)
        except StoreUnavailable as fault:
            log.info("server %s: can't tell whether it has tables (%s)", server, fault)
        else:
            for row in rows:
                await self.channel_reachable(row.channel_id)

    async def server_joined(self, server: int) -> None:
        """Show the tables of a server that has invited Hob again."""
        try:
            parked = [row.id for row in await self.sessions.store.of_server(server) if is_parked(row)]
        except StoreUnavailable as fault:
            log.info("server %s: can't tell whether it has tables, looking within an hour (%s)", server, fault)
        else:
            for session_id in parked:
                self.sessions.wake(session_id)

    # ---- reconciliation
    async def reconcile(self, session: TableSession) -> float | None:
        """Bring a session up to date in Discord. Return when to check again, None if not before a change."""
        screen, due = session.screen, []
        self._erase_leftovers(session)
        before, waits = screen.model_dump_json(), self._waits(session)
        if screen.denied == "gone" and self.messenger.was_removed_from(session.guild):
            return self._look_for_invitation_at(session)
        if waits and screen.denied not in REJECTION_REASONS:
            return screen.retry_at
        fine = not waits
        # Direct messages still go out without permissions in the channel.
        steps = (self.table.reconcile, self.ephemeral.reconcile, self.panels.reconcile, self.notifier.reconcile)
        for step in steps[1:] if waits else steps:
            try:
                due.append(await step(session))
            except discord.RateLimited as limit:  # one channel's, so everything elsewhere goes on
                fine = False
                due.append(self.clock() + limit.retry_after)
            except SEND_ERRORS as fault:
                fine = False
                due.append(self._handle_error(session, fault))
                if screen.denied not in REJECTION_REASONS:
                    break
        if fine:
            if session.logged_failures:
                log.info("session %s: updated again", session.id)
            screen.denied, screen.retry_at, session.failures, session.retry_delay = "", 0, 0, 0.0
            session.logged_failures.clear()
        due.append(await self._delete_obsolete(session))
        is_news = not waits and screen.denied in FILTERS.values() and screen.denied != session.filter_notice
        if is_news and await self._notify_host(session):
            session.filter_notice = screen.denied
        if screen.model_dump_json() != before:
            await self.sessions.save_screen(session)
        times = [*due, screen.retry_at if waits else None]
        return min((time for time in times if time is not None), default=None)

    async def _delete_obsolete(self, session: TableSession) -> float | None:
        """Delete obsolete messages. Return when to retry those that Discord couldn't delete.

        Those in a channel without permissions wait; a filter blocks no deletion.
        """
        screen, elapsed = session.screen, self.sessions.elapsed
        blocked = session.channel if screen.denied and screen.denied not in FILTERS.values() else None
        messages = [one for one in screen.obsolete if one.channel != blocked]
        for message in messages if elapsed() >= session.delete_at else ():
            try:
                await self.messenger.delete(message)
            except SEND_ERRORS as fault:
                log.info("session %s: message %s not deleted (%s)", session.id, message.id, fault)
                if is_transient(fault):
                    session.delete_at = elapsed() + retry_delay(fault, tries=9, retry=self.timing.retry)
                    continue
            screen.obsolete = [one for one in screen.obsolete if one is not message]
        left = session.delete_at - elapsed()
        return self.clock() + left if messages and left > 0 else None

    def _waits(self, session: TableSession) -> bool:
        """Return True if Discord rejected the table and the retry isn't due yet.

        A retry time further away than the longest delay was stored before the clock was set back, so it doesn't count.
        """
        longest, now = session.retry_delay or MAX_RETRY_DELAY, self.clock()
        return now < end_of(session.screen.retry_at - longest, longest, now)

    async def _notify_host(self, session: TableSession) -> bool:
        """Tell the host, by direct message, which filter blocks the table. Return False if that must be tried again.

        Players who press at the table see it, too.
        """
        if session.guild is None:
            return True
        notice, idempotency_key = filter_notice(self.screens.posted(session)), f"{session.id} {session.screen.denied}"
        return await self.messenger.notify_person(self.people, session.info.host, notice, idempotency_key)

    def _erase_leftovers(self, session: TableSession) -> None:
        """Remove erased people again: the table in memory may have recorded them after the erasure."""
        screen, known = session.screen, session.info.known_persons()
        screen.pressed = {person: at for person, at in screen.pressed.items() if person in known}
        screen.closed = {seat: person for seat, person in screen.closed.items() if person in known}
        screen.dm_retry_at = {seat: at for seat, at in screen.dm_retry_at.items() if seat in screen.closed}
        screen.told = [person for person in screen.told if person in known]

    def _handle_error(self, session: TableSession, fault: Exception) -> float | None:
        code = code_of(fault)
        is_paused = isinstance(fault, OpeningsPaused)
        if code in GONE_CODES or ((is_paused or code in NO_RIGHTS) and self._is_unreachable(session)):
            log.info("session %s: channel is gone", session.id)
            session.screen.denied = "gone"
            return self._look_for_invitation_at(session)
        if code == INVALID_FORM:
            session.logged_failures.add(str(fault))
            log.error("session %s: invalid message rejected by Discord: %s", session.id, fault)
        else:
            reason = "outage" if is_transient(fault) else "paused" if is_paused else str(fault)
            level = logging.DEBUG if reason in session.logged_failures else log_level(self._outages, fault)
            if level > logging.DEBUG:
                session.logged_failures.add(reason)
            log.log(level, "session %s: not updated (%s), retrying later", session.id, fault)
        refusal = "locked" if code == LOCKED else "rights" if code in NO_RIGHTS else ""
        session.screen.denied = filtered_by(fault) or refusal
        wait = max(self.timing.retry, self.messenger.openings.paused) if is_paused else self.timing.retry
        if is_transient(fault) or code in NO_RIGHTS:  # until the permissions are restored, which a press notices
            wait = retry_delay(fault, session.failures, wait)
        session.failures, session.retry_delay = session.failures + 1, wait
        session.screen.retry_at = self.clock() + wait
        return session.screen.retry_at

    def _look_for_invitation_at(self, session: TableSession) -> float | None:
        """Return when to check whether a server has invited Hob again; None for a lost channel or an ended table."""
        may_return = session.status in ACTIVE and self.messenger.was_removed_from(session.guild)
        return self.clock() + MAX_RETRY_DELAY if may_return else None

    def _is_unreachable(self, session: TableSession) -> bool:
        """Return True if a channel without permissions counts as gone.

        That is so if Hob has left the server or the table ended long ago; in closed direct messages, as soon as it
        ends.
        """
        gone_after = GONE_AFTER if session.guild is not None else 0
        ended_long_ago = session.status in ("over", "closed") and self.clock() - session.touched_at >= gone_after
        return ended_long_ago or self.messenger.was_removed_from(session.guild)
