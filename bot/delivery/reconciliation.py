"""Makes what Discord shows equal to what it should show.

`reconcile` compares what should be on screen (`Screens`) with what was last sent and edits, posts or deletes until they
agree; after a crash the same function repairs the rest.
"""

import logging
from collections.abc import Awaitable, Callable, Container
from typing import Any

import discord

from bot.delivery.messenger import GONE, LOCKED, Post
from bot.delivery.notifications import Rings
from bot.delivery.panels import CLOSED, Panels
from bot.delivery.retry import FILTERS, LONGEST, UNSENT, OpeningsPaused, filtered_by, passing, pause
from bot.delivery.table_message import TableMessage
from bot.errors import Refusal
from bot.people import People
from bot.screens.table import Screens
from bot.settings import Timing
from bot.tables.service import Sessions
from bot.tables.session import Live
from bot.times import WEEK, end_of
from db import ACTIVE

log = logging.getLogger("hob.delivery")
HISTORY = WEEK  # after the end of a table until a channel without rights is not tried any more
NO_RIGHTS = {50001, 50013, LOCKED, *CLOSED}
REFUSED = {"rights", "locked", *FILTERS.values()}  # `Screen.denied`: the table waits, direct messages still go


class Delivery:
    """The table, the panels and the rings of every session; nobody else writes a `Screen`."""

    def __init__(
        self,
        sessions: Sessions,
        people: People,
        timing: Timing,
        screens: Screens,
        paint: Callable[[Any], Awaitable[bytes | None]],
        clock: Callable[[], float],
        elapsed: Callable[[], float],
        hobs: Callable[[], int] = lambda: 1,
    ) -> None:
        """`hobs`: how many processes send direct messages."""
        self.sessions, self.people, self.timing, self.clock = sessions, people, timing, clock
        self.screens = screens
        self.post = Post(paint, clock, elapsed, lambda: timing.dm_open_gap * hobs())
        self.table = TableMessage(self.post, sessions, screens, timing)
        self.panels = Panels(self.post, sessions, people, screens, timing, hobs)
        self.rings = Rings(self.post, self.table, self.panels, sessions, people, screens, timing)

    def start(self, client: discord.Client) -> None:
        """There is a connection to send by."""
        self.post.join(client)
        self.panels.start()

    def lose(self, client: discord.Client) -> None:
        """It goes away, and there are others to send by."""
        self.post.leave(client)
        self.panels.lose(client)

    def abandon(self) -> None:
        """Break off what is being sent: another Hob may have shown something newer."""
        self.panels.abandon()
        self.post.pictures.forget()

    async def stop(self) -> None:
        """The last connection goes away: finish what is being sent."""
        await self.panels.stop()
        await self.post.pictures.stop()
        self.post.leave()

    def busy(self, live: Live) -> bool:
        """Whether something of a table is on its way to Discord still."""
        return self.pictured(live) or self.panels.busy_with(live)

    def pictured(self, live: Live) -> bool:
        """Whether a picture of a table is on its way; when it has come, the table is attended to again."""
        return any(self.post.pictures.comes(posted.id) for posted in live.screen.pictured())

    def seen(self, live: Live, person: int, before: float) -> float:
        """When somebody who sits there pressed or typed something last; `before` if never."""
        return live.screen.pressed.get(person, before)

    def noticed(self, live: Live, person: int) -> None:
        """Somebody who plays at this table is there; and if Hob may post there again, it shows at once."""
        if live.info.seat_of(person) is not None:
            live.screen.pressed[person] = self.clock()
        if live.screen.denied in ("rights", "locked") and not self.post.lost_rights(live):
            live.screen.retry_at = 0

    def edited_elsewhere(self, live: Live, person: int) -> None:
        """Forget the picture of a direct message in which another process has answered a press of this person.

        0: of anybody.  The next edit would else keep a picture that is gone, or that shows something else.
        """
        for panel in live.screen.panels.values():
            if person in (0, panel.person):
                self.post.pictures.forget(panel.id)

    async def forget(self, live: Live) -> None:
        """What Discord shows of a table may be newer than what is known of it: show all of it anew.

        The caller holds the table's lock.
        """
        screen = live.screen
        for posted in (screen.table, screen.ping, screen.notice, screen.vote, *screen.panels.values()):
            if posted is not None:
                posted.key = ""
                self.post.pictures.forget(posted.id)
        for panel in screen.panels.values():
            panel.mark = ""
        screen.doubted, screen.retry_at = True, 0
        await self.sessions.save_screen(live, self.clock())

    async def deleted(self, channel: int, messages: Container[int]) -> None:
        """Somebody deleted these messages: a table among them comes back.

        If it is deleted time and again, as by a bot that tidies up, it does not come back each time at once.
        """
        try:
            live = await self.sessions.at(channel)
        except Refusal as refusal:
            log.info("whether a table was deleted in %s is not known (%s)", channel, refusal)
            return
        table = live.screen.table if live is not None and live.status in ACTIVE else None
        if live is None or table is None or table.id not in messages:
            return
        now = self.clock()
        back = max(now, end_of(live.screen.back_at, self.timing.repost_gap, now) if live.screen.back_at else 0)
        live.screen.back_at, table.key, table.at = back, "", back - self.timing.table_edit_gap
        self.sessions.changed(live.id)

    async def reachable(self, channel: int) -> None:
        """Discord lets Hob into a thread again: show the table there at once."""
        try:
            live = await self.sessions.at(channel)
        except Refusal as refusal:
            log.info("whether a table waits in %s is not known (%s)", channel, refusal)
            return
        if live is not None and live.screen.denied in REFUSED:
            live.screen.retry_at = 0
            self.sessions.changed(live.id)

    # ---- reconciliation
    async def reconcile(self, live: Live) -> float | None:
        """Bring everything about a session up to date.  Returns when to look again, None for not before a change."""
        screen, due = live.screen, []
        self._let_go(live)
        before, waits = screen.model_dump_json(), self._waits(live)
        denied = screen.denied
        if waits and denied not in REFUSED:
            return screen.retry_at
        fine = not waits
        # Without rights in the channel direct messages still go.
        for step in (self.table.reconcile, self.panels.reconcile, self.rings.reconcile)[waits:]:
            try:
                due.append(await step(live))
            except UNSENT as fault:
                fine = False
                due.append(self._trouble(live, fault))
                if screen.denied not in REFUSED:
                    break
        if fine:
            screen.denied, screen.retry_at, live.stumbles = "", 0, 0
        if screen.denied in FILTERS.values() and screen.denied != live.filter_notice:
            live.filter_notice = screen.denied
            if screen.denied != denied:
                await self._tell_host(live)
        if screen.model_dump_json() != before:
            await self.sessions.save_screen(live)
        times = [*due, screen.retry_at if waits else None]
        return min((time for time in times if time is not None), default=None)

    def _waits(self, live: Live) -> bool:
        """Return whether Discord has refused the table and it is not yet time to try again.

        A time further off than was ever agreed on was written before the clock was set back.
        """
        longest = min(LONGEST, self.timing.retry * 2.0 ** min(live.stumbles, 9)) if live.stumbles else LONGEST
        now = self.clock()
        return now < end_of(live.screen.retry_at - longest, longest, now)

    async def _tell_host(self, live: Live) -> None:
        """Tell the host once, by direct message, which filter keeps the table from being shown."""
        if live.guild is None or not live.info.host:
            return
        try:
            channel = await self.people.dm_channel(self.post.open_dm, live.info.host)
            once = f"{live.id} filter {live.screen.retry_at}"
            await self.post.send(channel, self.screens.filtered(live), once)
        except UNSENT as fault:  # whoever presses at the table reads it, too
            log.info("session %s: its host cannot be told of a filter (%s)", live.id, fault)

    def _let_go(self, live: Live) -> None:
        """Who was forgotten while the table was in memory may have been noted once more."""
        screen, known = live.screen, live.info.known()
        screen.pressed = {person: at for person, at in screen.pressed.items() if person in known}
        screen.closed = {seat: person for seat, person in screen.closed.items() if person in known}
        screen.dm_retry_at = {seat: at for seat, at in screen.dm_retry_at.items() if seat in screen.closed}
        screen.told = [person for person in screen.told if person in known]

    def _trouble(self, live: Live, fault: Exception) -> float | None:
        code = getattr(fault, "code", 0)
        put_off = isinstance(fault, OpeningsPaused)
        if code in GONE or ((put_off or code in NO_RIGHTS) and self._hopeless(live)):
            log.info("session %s: its channel is gone", live.id)
            live.screen.denied = "gone"
            return None
        if code == 50035:
            log.error("session %s: Discord refused the form of a message: %s", live.id, fault)
        else:
            log.warning("session %s: not shown yet (%s)", live.id, fault)
        refusal = "locked" if code == LOCKED else "rights" if code in NO_RIGHTS else ""
        live.screen.denied = filtered_by(fault) or refusal
        wait = max(self.timing.retry, self.post.openings.paused) if put_off else self.timing.retry
        if passing(fault) or code in NO_RIGHTS:  # until somebody gives them back, and then a press tells
            wait = pause(fault, live.stumbles, wait)
        live.stumbles += 1
        live.screen.retry_at = self.clock() + wait
        return live.screen.retry_at

    def _hopeless(self, live: Live) -> bool:
        """Whether a channel without rights is as good as gone: Hob has left that server, or the table is history, in
        a person's closed messages at once."""
        past = HISTORY if live.guild is not None else 0
        history = live.status in ("over", "closed") and self.clock() - live.touched_at >= past
        return history or self.post.expelled(live.guild)
