"""The table message, and the score sheets above it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

import discord

from bot.delivery.edits import OLD_GAP, SHORT_WAIT, EditMessage, EditTarget, picture_of
from bot.delivery.messenger import Messenger, picture_callback
from bot.screens.custom_id import Control
from bot.screens.game_over import score_sheets
from bot.screens.message import Message, custom_ids
from bot.screens.table import table_message
from bot.screens.table_screen import Screens
from bot.tables.screen_state import PostedMessage, PostedNotification
from bot.tables.service import Sessions
from bot.tables.session import TableSession
from bot.timing import Timing, end_of
from db import AT_ONCE, UNCHANGED, StoreUnavailable, Unchanged


def seats_to_notify(session: TableSession) -> list[int]:
    """Return the seats named in the ping that still owe a decision; after the game, those that were absent."""
    ping, info = session.screen.ping, session.info
    named = ping.seats if ping is not None else []
    if session.status == "over":
        return named if session.screen.said_farewell else []
    due = [seat for seat in named if seat in info.prompts and session.playing]
    return [seat for seat in due if not info.seats[seat].is_computer]


def names_only(session: TableSession, seats: list[int], message: discord.Message) -> bool:
    """Return True if the first line of a message is the mentions of these seats, as in a ping."""
    return message.content.split("\n")[0].split() == [f"<@{session.info.seats[seat].person}>" for seat in seats]


def record_notified(session: TableSession, seats: Collection[int]) -> None:
    prompts, screen = session.info.prompts, session.screen
    screen.notified |= {seat: prompts[seat].since for seat in seats if seat in prompts}
    screen.nudge = [seat for seat in screen.nudge if seat not in seats]


class TableMessage:
    def __init__(self, messenger: Messenger, sessions: Sessions, screens: Screens, timing: Timing) -> None:
        self.messenger, self.sessions, self.screens, self.timing = messenger, sessions, screens, timing
        self.clock = messenger.clock
        self._waiting_presses: Counter[str] = Counter()  # by session: presses about to edit the table

    def message(self, session: TableSession) -> Message:
        """Return the table message as it should be now; it includes the ping if it was reposted with one."""
        seats = seats_to_notify(session) if session.screen.ping_in_table else []
        return table_message(self.screens.posted(session), seats)

    async def respond(self, session: TableSession, put: EditMessage, pressed_message: discord.Message) -> bool:
        """Answer a press on the table message by editing that message with `put`, which costs no rate limit.

        The text comes at once; an unpainted picture follows after the last of several presses. Return False if that
        isn't possible in time; an edit through the channel then shows it. An old message isn't edited here: Discord
        may limit such answers, too, and after a rejection it would be too late. Raises the other errors of `put`.
        """
        if self.messenger.limits.old(pressed_message.id) or pressed_message.id in self.messenger.without_embeds:
            return False
        self._waiting_presses[session.id] += 1
        try:
            async with asyncio.timeout(SHORT_WAIT):
                await session.showing.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting_presses -= Counter([session.id])
        try:
            message, posted = self.message(session), session.screen.table
            if posted is None or posted.id != pressed_message.id:
                return False
            posted.key = ""  # unknown during the edit
            then, shown = picture_callback(self.sessions, session, message), picture_of(pressed_message)
            target = EditTarget(posted.id, put, session.showing, then, shown, session.channel, by_token=True)
            picture_wait = None if session.id in self._waiting_presses else 0
            await self.messenger.editor.edit(target, message, picture_wait)
            posted.key, posted.at = self.messenger.key(posted, message), self.clock()
            return True
        except discord.RateLimited:
            return False
        finally:
            session.showing.release()

    async def record_posted(self, session: TableSession, message: Message, id: int, at: float) -> None:
        """Record that the response to a command posted the table as message `id` at the time `at`."""
        session.screen.table = posted = PostedMessage(channel=session.channel, id=id, at=at)
        posted.key = self.messenger.key(posted, message)
        session.screen.posted_at = at
        await self._save(session)

    async def repost(
        self,
        session: TableSession,
        notified_seats: list[int] | None = None,
        mentions: tuple[int, ...] = (),
        gone: PostedMessage | None = None,
    ) -> None:
        """Post the table again at the bottom; the old message becomes obsolete. Raises SEND_ERRORS.

        Its content names the `notified_seats`, if any, and `mentions` are notified. With `gone`, do nothing unless
        that is still the table message.
        """
        async with session.reposting:
            old = session.screen.table
            if gone is not None and old is not gone:
                return
            if notified_seats is None and session.screen.ping_in_table:
                notified_seats = seats_to_notify(session)
            idempotency_key = f"{session.id} table after {old.id if old is not None else 0}"
            message = table_message(self.screens.posted(session), notified_seats or [])
            # The first post also notifies players invited by a rematch; later ones must not do so again.
            message = replace(message, mentions=mentions if old is not None else (*message.mentions, *mentions))
            doubted = session.screen.doubted
            if old is not None:  # due at once, so that after a crash the next start looks for the new message
                session.screen.doubted = True
                await self._save(session, AT_ONCE)
            then = picture_callback(self.sessions, session, message)
            posted = await self.messenger.send(session.channel, message, idempotency_key, session.showing, then)
            session.screen.table, session.screen.doubted = posted, doubted
            if old is not None:
                session.screen.obsolete.append(old)
            session.screen.posted_at = self.clock()
            session.screen.reposted_at = self.clock() if old is not None else 0
            if notified_seats is not None:
                session.screen.ping = PostedNotification(**posted.model_dump(), seats=notified_seats)
            await self._save(session)

    async def _save(self, session: TableSession, due_at: float | Unchanged = UNCHANGED) -> None:
        """Save what was posted. If the database is down, the next pass of the scheduler saves it."""
        with contextlib.suppress(StoreUnavailable):
            await self.sessions.save_screen(session, due_at)

    async def reconcile(self, session: TableSession) -> float | None:
        """Update the table message below the score sheets of finished rounds. Return when it may be edited again."""
        await self._reconcile_sheets(session)
        screen = session.screen
        if screen.doubted or screen.table is None:
            await self._adopt_newer(session)
        posted = screen.table
        if posted is None or posted.id < screen.last_sheet:
            await self.repost(session)
            return None
        message = self.message(session)
        if posted.key == message.key or (
            posted.key == message.text_key and self.messenger.editor.is_pending(posted.id)
        ):
            return None
        now, span, gap = self.clock(), self.timing.repost_gap, self.timing.table_edit_gap
        # Another process's clock may have been ahead, or this one was set back.
        posted.at = min(posted.at, max(now, end_of(screen.back_at - span, span, now)))
        ready = posted.at + (max(gap, OLD_GAP) if self.messenger.limits.old(posted.id) else gap)
        if now < ready:
            return ready
        try:
            async with session.showing:
                message = self.message(session)
                is_visible = await self.messenger.redraw(
                    posted, message, session.showing, picture_callback(self.sessions, session, message)
                )
        except discord.RateLimited as limit:
            return self.clock() + limit.retry_after
        if not is_visible:
            await self.repost(session, gone=posted)
        return None

    async def _reconcile_sheets(self, session: TableSession) -> None:
        """Post the sheets of finished rounds, correct the last one, and delete those of rounds that were undone."""
        screen, sheets = session.screen, score_sheets(self.screens.posted(session))
        if session.playing and len(sheets) < screen.sheets:  # an earlier round goes on after an undo
            undone = screen.sheet_ids[len(sheets) :]
            screen.obsolete += [PostedMessage(channel=session.channel, id=sheet) for sheet in undone]
            del screen.sheet_ids[len(sheets) :]
            screen.sheets, screen.sheet_key = len(sheets), sheets[-1].key if sheets else ""
        elif 0 < screen.sheets <= len(sheets) and screen.sheet_key != (last := sheets[screen.sheets - 1]).key:
            posted = PostedMessage(channel=session.channel, id=screen.sheet_ids[-1])
            await self.messenger.redraw(posted, last)  # e.g. undone and ended again
            screen.sheet_key = last.key
        for number, sheet in enumerate(sheets[screen.sheets :], screen.sheets):
            idempotency_key = f"{session.id} sheet {number} after {screen.last_sheet}"
            sent = await self.messenger.send(session.channel, sheet, idempotency_key)
            screen.sheets, screen.last_sheet, screen.sheet_key = number + 1, sent.id, sent.key
            screen.sheet_ids.append(sent.id)

    async def _adopt_newer(self, session: TableSession) -> None:
        """Adopt the newest table message, and delete others; if it is doubted, delete pings that aren't recorded.

        After a restore, an unrecorded ping announces a move that this older store doesn't have. It isn't deleted if the
        table has ended, because it may be another table's, or while the recorded ping is unconfirmed, because it may be
        that one.
        """
        async with session.reposting:
            screen, known, ping = session.screen, session.screen.table, session.screen.ping
            messages = await self.messenger.own_messages(session.channel, screen.obsolete)
            # Of these every table has one, and a panel, which may be in the same direct messages, none.
            controls = {str(Control(session.id, "more")), str(Control(session.id, "lobby", "cancel"))}
            tables = [one for one in messages if not controls.isdisjoint(custom_ids(one))]
            newer = tables[0] if tables else None
            older = [PostedMessage(channel=session.channel, id=one.id) for one in tables[1:]]
            screen.obsolete += [one for one in older if known is None or one.id != known.id]
            if newer is not None and (known is None or newer.id != known.id):
                within = screen.ping_in_table
                screen.table = PostedMessage(channel=session.channel, id=newer.id)
                if known is not None:
                    screen.obsolete.append(known)
                if ping is not None and ping.is_unconfirmed and names_only(session, ping.seats, newer):
                    record_notified(session, ping.seats)
                    within = True
                if ping is not None and within:
                    screen.ping = PostedNotification(**screen.table.model_dump(), seats=ping.seats)
            doubted, screen.doubted = screen.doubted, False
        people, ping = {f"<@{person}>" for person in session.info.persons()}, screen.ping
        if not doubted or not session.active or (ping is not None and ping.is_unconfirmed):
            return
        for message in messages:
            mentioned = set(message.content.split("\n")[0].split())
            if mentioned and mentioned <= people and not message.embeds and (ping is None or message.id != ping.id):
                screen.obsolete.append(PostedMessage(channel=session.channel, id=message.id))
