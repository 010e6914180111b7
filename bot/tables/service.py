"""Changes tables: lock, load, answer on a copy, commit, and only then show.

Only `bot/people/privacy.py` also changes stored tables, to erase a person.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Container
from functools import partial
from typing import Any, Literal

from bot.errors import (
    ChannelOccupied,
    ConcurrentUpdate,
    Repeated,
    SessionQuarantined,
    SessionUnavailable,
    Stale,
    UserError,
    storage_errors,
)
from bot.servers import ServerSettings
from bot.tables import lobby_options, results, votes
from bot.tables.history import score_timeline
from bot.tables.memory import TablesInMemory
from bot.tables.model import OrderAnswer, TableInfo, parse_stored
from bot.tables.screen_state import is_parked
from bot.tables.session import TableSession
from bot.tables.time_limit import TimeLimitExceeded, time_limit
from bot.task_runner import SharedTasks
from db import (
    ACTIVE,
    AT_ONCE,
    UNCHANGED,
    AnswerRow,
    ChannelTaken,
    DamagedRow,
    Lease,
    ResultRow,
    SessionChange,
    SessionExists,
    SessionRow,
    StaleRevision,
    Store,
    StoreUnavailable,
    Unchanged,
    effective_line,
)
from engine import GAMES, undo
from engine.game import CorruptSnapshot, Game
from engine.machine import Event, IllegalChoice, Table, clone
from engine.rng import seal

log = logging.getLogger("hob.sessions")
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 1 I O: people read these aloud
SNAPSHOT_INTERVAL = 40  # answers, roughly, between two stored snapshots
OFFER = "offer"  # stored as the step of an answer that takes an offer; a game may use that name, too


class Sessions:
    """All tables of the `offered` games. `wake`, which the scheduler sets, is called when it must process a session.

    `attends` says whether this process shows a server's tables; the others may be read and changed here, but never
    shown. `lease` returns a server's lease, or None if no other process can use the store.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        *,
        offered: Container[str] = GAMES,
        attends: Callable[[int | None], bool] = lambda guild: True,
        lease: Callable[[int | None], Lease | None] = lambda guild: None,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.clock, self.elapsed, self.offered = store, clock, elapsed, offered
        self.attends, self.lease = attends, lease
        self.wake: Callable[[str], None] = lambda session_id: None
        self.in_memory = TablesInMemory(clock, attends)
        self._loading = SharedTasks[str, TableSession]()

    # ---- lookup
    async def open(self, session_id: str) -> TableSession:
        """Return a table, from memory or the store. Raises SessionUnavailable or DatabaseUnavailable."""
        session = self.in_memory.get(session_id)
        # Another process may have changed a table of its own, or, by `hob forget`, one that is over.
        if session is not None and not (session.active and self.attends(session.guild)):
            with storage_errors():
                session = None if await self.refresh(session_id) else session
        if session is None:
            session = await self._loading.run(session_id, partial(self._load, session_id), f"hob load {session_id}")
        self.in_memory.mark_used(session)
        return session

    async def _load(self, session_id: str) -> TableSession:
        try:
            with storage_errors():
                row = await self.store.get(session_id)
        except DamagedRow as fault:
            raise await self.quarantine(session_id, fault) from None
        old = self.in_memory.pop_dropped(session_id)
        if row is None or row.status == "aside":
            raise SessionUnavailable("no-session")
        if row.game not in self.offered or row.game not in GAMES:  # the row stays unchanged
            raise SessionUnavailable("not-offered")
        try:
            session = TableSession(row, self.in_memory.mark_warm)
        except ValueError as fault:  # the stored JSON is unreadable
            raise await self.quarantine(session_id, fault) from None
        if old is not None and self.attends(session.guild):  # work under way still records there what Discord shows
            session.screen, session.showing, session.reposting = old.screen, old.showing, old.reposting
        if row.state is not None:
            await self._load_game(session, row.state)
        self.in_memory[session_id] = session
        return session

    async def _load_game(self, session: TableSession, state: bytes) -> None:
        """Load the game's state, or freeze the session. Raises UserError if a game that has ended is unreadable."""
        try:
            with time_limit():
                g = session.game.load(state)
        except (CorruptSnapshot, TimeLimitExceeded) as fault:
            if not session.active:  # it must not take its channel again
                log.error("session %s (ended): unreadable row: %s", session.id, fault)
                raise SessionUnavailable("no-session") from fault
            await self._freeze(session, fault)
            return
        session.apply(session.info, g)
        if session.status == "frozen":  # after a restart the fault may be fixed; the next press will show
            session.status, session.info.fault = "playing", ""
        if session.status == "over":
            await self._load_score_timeline(session)

    async def refresh(self, session_id: str) -> bool:
        """Drop a table from memory if another process has changed it; return True if dropped. Raises StoreError."""
        session = self.in_memory.get(session_id)
        if session is None or session.lock.locked():
            return False
        stored = await self.store.revision(session_id)
        if stored is not None and stored <= session.revision:  # less if it has changed here since the read
            return False
        if session.lock.locked() or self.in_memory.get(session_id) is not session:  # it is changing here
            return False
        self.in_memory.drop(session_id)
        return True

    async def _load_score_timeline(self, session: TableSession) -> None:
        """Load the score timeline of a finished game; the final screen works without it if the database fails."""
        if session.g is None or session.score_timeline:
            return
        with contextlib.suppress(StoreUnavailable):
            answers = effective_line(await self.store.answers(session.id))
            session.score_timeline = await score_timeline(
                session.game, session.g, lobby_options.rules_options(session.game, session.info.options), answers
            )

    async def at_channel(self, channel: int) -> TableSession | None:
        """Return the table in a channel: the active one, otherwise the last that ended there."""
        try:
            with storage_errors():
                row = await self.store.at_channel(channel)
        except DamagedRow as fault:
            await self.quarantine(fault.id, fault)
            return await self.at_channel(channel)
        if row is None:
            return None
        try:
            return await self.open(row.id)
        except SessionQuarantined:
            return await self.at_channel(channel)
        except SessionUnavailable:
            if row.status in ACTIVE:
                raise
            return None

    async def of_person(self, person: int) -> list[SessionRow]:
        """Return the tables where a person sits, except parked ones (their channel is gone)."""
        with storage_errors():
            return [row for row in await self.store.of_person(person) if not is_parked(row)]

    # ---- changing
    async def create(self, game: str, guild: int | None, channel: int, info: TableInfo) -> TableSession:
        """Create a lobby, which the scheduler posts. Raises ChannelOccupied."""
        async with self.create_responding(game, guild, channel, info) as session:
            return session

    @contextlib.asynccontextmanager
    async def create_responding(
        self, game: str, guild: int | None, channel: int, info: TableInfo
    ) -> AsyncIterator[TableSession]:
        """Create a lobby that the block shows in its response. Raises ChannelOccupied."""
        session = await self._create(game, guild, channel, info)
        try:
            yield session
        finally:
            self.responded(session, asyncio.current_task())

    def responded(self, session: TableSession, task: object) -> None:
        """Process a table whose press has responded, or takes too long to wait for it."""
        session.responding.discard(task)
        self.wake(session.id)

    async def _create(self, game: str, guild: int | None, channel: int, info: TableInfo) -> TableSession:
        now = self.clock()
        while (session_id := new_id()) in self.in_memory:
            pass
        row = SessionRow(
            id=session_id,
            game=game,
            guild_id=guild,
            channel_id=channel,
            status="lobby",
            revision=0,
            schema=GAMES[game].schema,
            state=None,
            table=info.to_stored(),
            screen={},
            due_at=AT_ONCE,
            created_at=now,
            touched_at=now,
        )
        session = self.in_memory[session_id] = TableSession(row, self.in_memory.mark_warm)
        session.responding.add(asyncio.current_task())  # before any other task can see it
        try:
            with storage_errors():
                await self.store.create(row, info.persons())
        except SessionExists:  # the id is taken, maybe by a table long closed
            self.in_memory.pop(session_id, None)
            return await self._create(game, guild, channel, info)
        except ChannelTaken as taken:
            if await self.at_channel(channel) is None:  # the unreadable table was set aside, so the channel is free
                return await self._create(game, guild, channel, info)
            raise ChannelOccupied("channel-taken", session=taken.session_id) from None
        return await self.open(session_id)

    async def change(
        self,
        session: TableSession,
        info: TableInfo,
        g: Table | None = None,
        status: str = "",
        answer: AnswerRow | None = None,
    ) -> None:
        """Commit, then apply. The caller holds the lock. Raises DatabaseUnavailable or ConcurrentUpdate.

        If `info.ended` is newly set, a game that has begun is over and a lobby is closed.
        """
        now = self.clock()
        touched_at = now if session.active else session.touched_at  # after the end only names change
        if info.ended and not session.info.ended:
            status = "over" if session.g is not None else "closed"
        status = status or session.status
        after, result = session.g if g is None else g, None
        if status == "over" and session.status != "over" and after is not None:
            result = await self._result(session, info, after, now)
        change = SessionChange(
            session_id=session.id,
            revision=session.revision,
            status=status,
            state=session.state if g is None else session.game.dump(g),
            table=info.to_stored(),
            due_at=AT_ONCE,  # until Discord shows it
            answer=answer,
            persons=info.persons() if info.persons() != session.info.persons() else None,
            touched_at=touched_at,
            result=result,
            keep=g is not None and (answer is None or session.revision % SNAPSHOT_INTERVAL == 0),
        )
        try:
            with storage_errors():
                session.revision = await self.store.commit(change)
        except StaleRevision:
            self.in_memory.drop(session.id)
            raise ConcurrentUpdate("stale") from None
        session.status, session.state, session.touched_at, session.due_at = status, change.state, touched_at, AT_ONCE
        session.apply(info, after)
        log.debug("session %s: revision %d stored, %s", session.id, session.revision, status)
        if status == "over":
            await self._load_score_timeline(session)
        self.wake(session.id)

    async def _result(self, session: TableSession, info: TableInfo, end: Table, now: float) -> ResultRow | None:
        """Return the result to store for a game that ends; None if it isn't recorded."""
        if not info.policy.remembered or info.ended == "messages-closed":  # to learn, or couldn't be shown
            return None
        rated = info.policy.rated
        if rated and session.guild is not None:
            with storage_errors():
                rated = parse_stored(ServerSettings, await self.store.servers.settings(session.guild)).ratings
        return results.build_result(session.game, session.id, session.guild, info, end, now, rated)

    async def start(self, session: TableSession, info: TableInfo) -> None:
        """Deal, and publish the shuffle's seal. The caller holds the lock."""
        g = session.game.deal(
            len(info.seats), info.deal or None, **lobby_options.rules_options(session.game, info.options)
        )
        now = self.clock()
        info.seal, info.moved_at, info.started_at = seal(g.seed), now, now
        info.series = info.series or session.id
        for seat in info.seats:
            seat.seen_by = [] if seat.person is None else [seat.person]
        info.update_prompts(sorted(g.asks), g.question, now)
        await self.change(session, info, g, "playing")

    async def answer(
        self,
        session: TableSession,
        seat: int,
        option: str,
        number: int | None = None,
        person: int | None = None,
        taken_before: int | None = None,
        by_order: bool = False,
    ) -> list[Event]:
        """Apply one answer by the seat's person, or by a computer (None). Return the events that the seat may read.

        `number` is the answered question, None for the open one. `taken_before` is how many offers the seat had taken
        when the control was drawn, None without a control. `by_order` means that the person's standing order answers.
        Raises UserError.
        """
        async with session.lock:
            g = self._require_turn(session, seat, person)
            if person is not None and session.scripted() not in (None, (seat, option)):
                raise UserError("lesson")
            is_offer = option in session.game.offers(g, seat)
            is_repeat = session.info.last.get(seat) == (number, option)
            if is_offer:  # a repeated press may find the same offer again
                if taken_before is not None and option in session.info.taken.get(seat, [])[taken_before:]:
                    raise Repeated("repeated")
            elif number not in (None, g.question):
                raise Repeated("repeated") if is_repeat else Stale("stale")
            if seat in g.changes and g.stack[-1].given.get(seat) == option:  # chosen before, while others still choose
                return []
            after = await self._apply_answer(session, g, seat, option, is_repeat)
            entry = AnswerRow(
                session_id=session.id,
                revision=session.revision,
                question=g.question,
                seat=seat,
                step=OFFER if is_offer else g.stack[-1].step,
                option=option,
                person=person,
                at=self.clock(),
            )
            info = session.info.copy_for_edit()
            info.slip = None
            needs_consent = person is not None and not votes.only_computers_agree(info, person)
            if needs_consent and info.settings.taking_back != "never":
                against = await undo_objection(session, g, seat, option, after, quick=True)  # the player is waiting
                info.slip = seat if against is None else None
            info.taken[seat] = info.taken.get(seat, []) + [option] * is_offer
            _record_answer(session.game, info, g, after, entry, by_order)
            await self.change(session, info, after, "playing" if after.asks else "over", entry)
            return [event for event in after.log[len(g.log) :] if event.to in (None, seat)]

    def _require_turn(self, session: TableSession, seat: int, person: int | None) -> Table:
        """Return the table if the game can be played and the person has the seat. Raises UserError."""
        session.require_game()
        assert session.g is not None
        mine = session.info.seats[seat]
        if person is not None and mine.person != person:
            raise UserError("not-yours", seat=seat)
        if person is not None and mine.away:
            raise UserError("away")
        if person is None and not mine.is_computer:
            raise Stale("stale")
        return session.g

    async def _apply_answer(self, session: TableSession, g: Table, seat: int, option: str, is_repeat: bool) -> Table:
        """Return a copy of the table with the answer applied. If the rules fail, freeze the unchanged session."""
        try:
            with time_limit():
                after = clone(g)
                session.game.answer(after, seat, option)
        except IllegalChoice:
            if is_repeat:
                raise Repeated("repeated") from None
            key, fields = session.game.why_not(g, seat, option) or ("not-an-option", {})
            raise UserError("illegal", seat=seat, option=option, reason=key, reason_fields=fields) from None
        except Exception as fault:
            await self._freeze(session, fault)
            raise UserError("frozen") from fault
        return after

    async def handle_render_error(self, session: TableSession, fault: Exception) -> UserError:
        """Freeze a table that can't be rendered; quarantine it if no game is under way. Return the error to show."""
        async with session.lock:
            if session.status == "playing":
                await self._freeze(session, fault)
                session.apply(session.info, None)  # it isn't rendered any more
                return UserError("frozen")
        return await self.quarantine(session.id, fault)

    async def _freeze(self, session: TableSession, fault: BaseException) -> None:
        code = fault_code(fault)
        log.error("session %s frozen, fault %s", session.id, code, exc_info=fault)
        info = session.info.copy_for_edit()
        info.fault = code
        await self.change(session, info, status="frozen")

    async def quarantine(self, session_id: str, fault: Exception) -> SessionQuarantined:
        """Quarantine a table that can't be read or shown; its row stays. Return the error to show."""
        code = fault_code(fault)
        log.error("session %s set aside, fault %s", session_id, code, exc_info=fault)
        with storage_errors():
            await self.store.maintenance.quarantine(session_id, code)
        self.in_memory.drop(session_id)
        self.in_memory.pop_dropped(session_id)
        return SessionQuarantined("set-aside", session=session_id, code=code)

    async def update_name(self, session: TableSession, person: int, name: str) -> None:
        """Update the name of a person's seat to their current display name in the table's server."""
        seat = session.info.seat_of(person)
        if seat is None or name in ("", session.info.seats[seat].name):  # as a rule, so don't wait for the lock
            return
        async with session.lock:
            info = session.info.copy_for_edit()
            if (seat := info.seat_of(person)) is not None and info.seats[seat].name != name:
                info.seats[seat].name = name
                await self.change(session, info)

    async def save_screen(self, session: TableSession, due_at: float | Unchanged | None = UNCHANGED) -> None:
        """Store what Discord shows and when the table is due again. Does nothing for another process's table."""
        if self.attends(session.guild):
            revision = session.revision
            await self.store.save_screen(
                session.id, session.screen.to_stored(), due_at, revision, self.lease(session.guild)
            )
            if due_at is not UNCHANGED and session.revision == revision:
                session.due_at = due_at


async def undo_objection(
    session: TableSession, before: Table, seat: int, option: str, after: Table, quick: bool = False
) -> undo.Objection | None:
    """Return what prevents undoing an answer freely, or None; "unsure" if the game fails to deal other worlds.

    Those are many, so other tables go on between two of them.
    """
    worlds = undo.objections(session.game, before, seat, option, after, quick)
    against: undo.Objection | Literal[False] | None = None
    try:
        while against is None:
            await asyncio.sleep(0)
            with time_limit():
                against = next(worlds, False)
    except Exception as fault:
        log.error("session %s: can't undo, its game fails to deal again", session.id, exc_info=fault)
        return undo.Objection("unsure")
    return against or None


def _record_answer(
    game: Game[Any], info: TableInfo, before: Table, after: Table, entry: AnswerRow, by_order: bool
) -> None:
    """Record an answer, and what follows from it for an undo's vote, orders, prompts and a lesson."""
    seat = entry.seat
    info.last[seat] = (entry.question, entry.option)
    if entry.person is not None:
        last_order = info.by_order.pop(seat, None)
        if by_order:
            since = last_order.after if last_order else info.acted.get(seat, 0)
            info.by_order[seat] = OrderAnswer(after=since, at=entry.at)
        info.answered[seat], info.acted[seat] = len(before.log), len(after.log)
        info.undo_refused = [other for other in info.undo_refused if other != seat]
        is_back = info.vote is not None and info.vote.seat == seat and not by_order
        if info.undo_vote is not None or is_back:  # they play on
            info.vote = None
    if (turn := game.turn(after)) >= 0 and turn != game.turn(before):
        order = info.seats[turn].order
        if order is not None and order.ends == "turn":
            info.seats[turn].order = None
    info.moved_at, info.moves = entry.at, info.moves + 1
    info.update_prompts(sorted(after.asks), after.question, entry.at)
    if after.asks and info.moves == len(info.script):
        info.ended = "lesson"


def new_id() -> str:
    """Return a new id for a table or a game night."""
    return "".join(secrets.choice(ALPHABET) for _ in range(6))


def fault_code(fault: BaseException) -> str:
    """Return the code that players see and operators find in the log; equal faults have equal codes."""
    return hashlib.sha256(repr(fault.__cause__ or fault).encode()).hexdigest()[:6].upper()
