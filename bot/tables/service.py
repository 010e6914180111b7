"""The only door to the engine: one lock per session; load, answer on a copy, commit, and only then show."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from bot.errors import Moved, Refusal
from bot.servers import model as servers
from bot.tables import lobby_options, results, standing_orders
from bot.tables.model import TableInfo
from bot.tables.score_timeline import course
from bot.tables.session import Live
from bot.tables.time_limit import TooLong, limited
from bot.times import end_of
from db import (
    ACTIVE,
    KEEP,
    AlreadyThere,
    AnswerRow,
    Change,
    ChannelTaken,
    DamagedRow,
    Keep,
    Lease,
    SessionRow,
    StaleRevision,
    Store,
    StoreUnavailable,
    line,
)
from engine import GAMES
from engine.machine import Event, IllegalChoice, Table, clone
from engine.rng import seal
from engine.snapshot import CorruptSnapshot

log = logging.getLogger("hob.sessions")
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 1 I O: people read these aloud
CACHE = 500  # tables at rest in memory, of up to 50 kB each
WARM = 50  # of them that keep what was made to show them, 100 kB each
FRESH = 5.0  # seconds after a change in which they keep it anyhow, for it is to be shown
EVERY = 40  # answers, about, between two states that are kept for looking back


class Sessions:
    """Every table of the games that are `offered`.  `changed` is called with the session's id after each commit.

    `attends`: is a server this process's?  The tables of others may be read and changed here, never shown.  `lease`:
    under which it is; None where nobody else can work with the store.
    """

    def __init__(
        self,
        store: Store,
        changed: Callable[[str], None],
        clock: Callable[[], float] = time.time,
        offered: Container[str] = GAMES,
        attends: Callable[[int | None], bool] = lambda guild: True,
        lease: Callable[[int | None], Lease | None] = lambda guild: None,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.changed, self.clock, self.offered = store, changed, clock, offered
        self.elapsed = elapsed
        self.attends, self.lease = attends, lease
        self._live: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._recent: OrderedDict[str, Live] = OrderedDict()
        self._warm: OrderedDict[str, None] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # ---- finding
    async def open(self, session: str) -> Live:
        """Raises Refusal("no-session"), "not-offered", "set-aside", and "not-kept" while the database is away."""
        live = self._live.get(session)
        if live is not None and not self.attends(live.guild):  # its own process may have moved it on
            with kept():
                live = None if await self.refresh(session) else live
        if live is None:
            loading = self._loading.get(session)
            if loading is None:
                loading = self._loading[session] = asyncio.create_task(self._load(session), name=f"hob load {session}")
                loading.add_done_callback(lambda done: self._loaded(session, done))
            live = await asyncio.shield(loading)
        self._recent[session] = live
        self._recent.move_to_end(session)
        while len(self._recent) > CACHE:
            self._recent.popitem(last=False)
        return live

    def _warms(self, session: str) -> None:
        self._warm[session] = None
        self._warm.move_to_end(session)
        while len(self._warm) > WARM:
            rests = self._live.get(oldest := next(iter(self._warm)))
            if rests is not None and (now := self.clock()) < end_of(rests.touched_at, FRESH, now):
                break
            del self._warm[oldest]
            if rests is not None:
                rests.cool()

    def _loaded(self, session: str, done: "asyncio.Task[Live]") -> None:
        del self._loading[session]
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody waits any more, it is nobody's fault

    async def _load(self, session: str) -> Live:
        try:
            with kept():
                row = await self.store.get(session)
        except DamagedRow as fault:
            raise await self.set_aside(session, fault) from None
        if row is None or row.status == "aside":
            raise Refusal("no-session")
        if row.game not in self.offered or row.game not in GAMES:  # its row stays as it is
            raise Refusal("not-offered")
        try:
            live = Live(row, self._warms)
        except ValueError as fault:  # what the bot or delivery has written there is not theirs any more
            raise await self.set_aside(session, fault) from None
        if row.state is not None:
            try:
                with limited():
                    live.settle(live.info, live.game.load(row.state))
            except (CorruptSnapshot, TooLong) as fault:
                if live.status not in ACTIVE:  # its channel is free for others, and shall stay so
                    log.error("session %s, which has ended, cannot be read: %s", session, fault)
                    raise Refusal("no-session") from fault
                await self._freeze(live, fault)
            else:
                if live.status == "frozen":  # a new start, perhaps with the fault mended: the next press will tell
                    live.status, live.info.fault = "playing", ""
                await self._look_back(live)
        self._live[session] = live
        return live

    @property
    def in_memory(self) -> int:
        return len(self._live)

    def held(self, session: str) -> Live | None:
        return self._live.get(session)

    def all_in_memory(self) -> list[Live]:
        return list(self._live.values())

    async def refresh(self, session: str) -> bool:
        """Load a table anew if another program has changed it; whether one had.  Raises StoreError."""
        live = self._live.get(session)
        if live is None or live.lock.locked() or await self.store.revision(session) == live.revision:
            return False
        if still := not live.lock.locked() and self._live.get(session) is live:  # else it is just being changed here
            self._drop(session)
        return still

    def forget(self, which: Callable[[Live], bool] = lambda live: True) -> None:
        """Load these tables anew: another process may have changed them."""
        for live in filter(which, self.all_in_memory()):
            self._drop(live.id)

    def _drop(self, session: str) -> None:
        self._live.pop(session, None)
        self._recent.pop(session, None)

    async def _look_back(self, live: Live) -> None:
        """How a game that is over went; its end is shown without, where the database does not tell."""
        if live.status != "over" or live.g is None or live.course:
            return
        with contextlib.suppress(StoreUnavailable):
            answers = line(await self.store.answers(live.id))
            live.course = await course(live.game, live.g, lobby_options.dealt(live.game, live.info.options), answers)

    async def at(self, channel: int) -> Live | None:
        """The table in a channel: the one that is on, else the last that ended there."""
        try:
            with kept():
                row = await self.store.at_channel(channel)
        except DamagedRow as fault:
            await self.set_aside(fault.session_id, fault)
            return await self.at(channel)
        try:
            return None if row is None else await self.open(row.id)
        except Refusal as refusal:
            if refusal.key == "set-aside":
                return await self.at(channel)
            if refusal.key == "no-session" or (refusal.key == "not-offered" and row and row.status not in ACTIVE):
                return None
            raise

    async def of(self, person: int) -> list[SessionRow]:
        """The tables where a person sits; those whose channel is gone are parked, and not counted."""
        with kept():
            return [row for row in await self.store.of_person(person) if row.screen.get("denied") != "gone"]

    # ---- changing
    async def create(self, game: str, guild: int | None, channel: int, info: TableInfo) -> Live:
        """A new lobby, which the caller is `responding` with.  Raises Refusal("channel-taken")."""
        now = self.clock()
        while (session := new_id()) in self._live:
            pass
        row = SessionRow(
            id=session,
            game=game,
            guild_id=guild,
            channel_id=channel,
            status="lobby",
            revision=0,
            schema=GAMES[game].schema,
            state=None,
            table=info.stored(),
            screen={},
            due_at=now,
            created_at=now,
            touched_at=now,
        )
        live = self._live[session] = Live(row, self._warms)
        live.responding = 1  # before anybody can find it
        try:
            with kept():
                await self.store.create(row, info.persons())
        except AlreadyThere:  # of all the tables that there ever were
            self._drop(session)
            return await self.create(game, guild, channel, info)
        except ChannelTaken as taken:
            if await self.at(channel) is None:  # it could not be read, and is in nobody's way any more
                return await self.create(game, guild, channel, info)
            raise Refusal("channel-taken", session=taken.session_id) from None
        return await self.open(session)

    async def change(
        self, live: Live, info: TableInfo, g: Table | None = None, status: str = "", answer: AnswerRow | None = None
    ) -> None:
        """Commit, then take over.  The caller holds the lock.  Raises Refusal("not-kept") or Refusal("stale").

        A table that has `ended` by other means than its rules is over; a lobby is closed.
        """
        now = self.clock()
        if info.ended and not live.info.ended:
            status = "over" if live.g is not None else "closed"
        status = status or live.status
        end, result = live.g if g is None else g, None
        if status == "over" and live.status != "over" and end is not None and results.remembered(info):
            rated = info.policy.rated and await self._rated(live.guild)
            result = results.result_of(live.game, live.id, live.guild, info, end, now, rated)
        change = Change(
            session_id=live.id,
            revision=live.revision,
            status=status,
            state=live.state if g is None else live.game.dump(g),
            table=info.stored(),
            due_at=now,  # until Discord shows it
            answer=answer,
            persons=info.persons() if info.persons() != live.info.persons() else None,
            touched_at=now,
            result=result,
            keep=g is not None and (answer is None or live.revision % EVERY == 0),
        )
        try:
            with kept():
                live.revision = await self.store.commit(change)
        except StaleRevision:
            self._drop(live.id)
            raise Moved from None
        live.status, live.state, live.touched_at, live.due_at = status, change.state, now, now
        live.settle(info, live.g if g is None else g)
        await self._look_back(live)
        self.changed(live.id)

    async def _rated(self, guild: int | None) -> bool:
        with kept():
            return guild is None or servers.read(await self.store.server(guild)).ratings

    async def start(self, live: Live, info: TableInfo) -> None:
        """Deal, and publish the seal of the shuffle.  The caller holds the lock."""
        g = live.game.deal(len(info.seats), info.deal or None, **lobby_options.dealt(live.game, info.options))
        now = self.clock()
        info.seal, info.moved_at, info.started_at = seal(g.seed), now, now
        info.series = info.series or live.id
        for seat in info.seats:
            seat.seen_by = [] if seat.person is None else [seat.person]
        info.needs_now(sorted(g.asks), g.question, now)
        await self.change(live, info, g, "playing")

    async def answer(
        self,
        live: Live,
        seat: int,
        option: str,
        number: int | None,
        person: int | None,
        taken: int | None = None,
        by_order: bool = False,
    ) -> list[Event]:
        """One answer of a seat, by its person or (None) a computer.  Returns the events that the seat may read.

        `number` is the question that was answered, None for the one that is open; `taken` is how many offers the seat
        had taken when the control was drawn, None if there was no control; `by_order` says that it is the person's
        standing order that answers.  Raises Refusal.
        """
        async with live.lock:
            g, info = self._at_play(live, seat, person), live.draft()
            offer = option in live.game.offers(g, seat)
            if offer and taken is not None and option in info.taken_by(seat)[taken:]:  # it may be on offer still
                raise Refusal("repeated")
            if number is not None and number != g.question and not offer:
                raise Refusal("repeated" if info.last.get(seat) == (number, option) else "stale")
            question = g.question
            if seat in g.changes and g.stack[-1].given.get(seat) == option:  # chosen already, while others still choose
                return []
            step, before = g.stack[-1].step, len(g.log)
            twin = await self._try(live, g, seat, option, repeated=info.last.get(seat) == (number, option))
            now = self.clock()
            info.last[seat] = (question, option)
            info.taken[seat] = info.taken_by(seat) + [option] * offer
            taught = any(event.to is not None for event in twin.log[before:])
            info.slip = seat if twin.rng == g.rng and twin.asks and not taught else None
            if person is not None and info.vote is not None and info.vote.back is not None:  # they play on
                info.vote = None
            if person is not None:
                standing_orders.answered(info, seat, len(twin.log), by_order, now)
            if (turn := live.game.turn(twin)) >= 0 and turn != live.game.turn(g):
                standing_orders.turn_comes(info, turn)
            info.moved_at, info.moves = now, info.moves + 1
            info.needs_now(sorted(twin.asks), twin.question, now)
            row = AnswerRow(
                session_id=live.id,
                revision=live.revision,
                question=question,
                seat=seat,
                step="offer" if offer else step,
                option=option,
                person=person,
                at=now,
            )
            await self.change(live, info, twin, "playing" if twin.asks else "over", row)
            return [event for event in twin.log[before:] if event.to in (None, seat)]

    def _at_play(self, live: Live, seat: int, person: int | None) -> Table:
        """The table, if it is under way and the seat is theirs to play.  Raises Refusal."""
        live.need_game()
        assert live.g is not None
        mine = live.info.seats[seat]
        if person is not None and mine.person != person:
            raise Refusal("not-yours", seat=seat)
        if person is not None and mine.away:
            raise Refusal("away")
        if person is None and not mine.by_computer:
            raise Refusal("stale")
        return live.g

    async def _try(self, live: Live, g: Table, seat: int, option: str, repeated: bool) -> Table:
        """The table after the answer, on a copy.  A fault of the rules freezes the session at the state before."""
        twin = clone(g)
        try:
            with limited():
                live.game.answer(twin, seat, option)
        except IllegalChoice:
            if repeated:
                raise Refusal("repeated") from None
            key, fields = live.game.why_not(g, seat, option) or ("not-an-option", {})
            raise Refusal("illegal", seat=seat, option=option, reason=key, reason_fields=fields) from None
        except Exception as fault:
            await self._freeze(live, fault)
            raise Refusal("frozen") from fault
        return twin

    async def unfit(self, live: Live, fault: Exception) -> Refusal:
        """A table cannot be shown: freeze it, or, if it is not under way or frozen already, set it aside."""
        async with live.lock:
            if live.status == "playing":
                await self._freeze(live, fault)
                live.settle(live.info, None)  # nobody looks at it any more
                return Refusal("frozen")
        return await self.set_aside(live.id, fault)

    async def _freeze(self, live: Live, fault: BaseException) -> None:
        code = code_of(fault)
        log.error("session %s frozen, fault %s", live.id, code, exc_info=fault)
        info = live.draft()
        info.fault = code
        await self.change(live, info, status="frozen")

    async def set_aside(self, session: str, fault: Exception) -> Refusal:
        """Take a table that nobody can read or show out of everybody's way; what to say about it.  Its row stays."""
        code = code_of(fault)
        log.error("session %s set aside, fault %s", session, code, exc_info=fault)
        with kept():
            await self.store.upkeep.set_aside(session, code)
        self._drop(session)
        return Refusal("set-aside", session=session, code=code)

    def meet(self, live: Live, person: int, name: str | None) -> int | None:
        """Somebody pressed or typed at this table.  Returns their seat.

        `name` is what they are called in that server now, None if that is not known.
        """
        seat = live.info.seat_of(person)
        if seat is not None and name and name != live.info.seats[seat].name:
            live.info.seats[seat].name = name
            live.settle(live.info, live.g)
        return seat

    async def save_screen(self, live: Live, due_at: float | Keep | None = KEEP) -> None:
        """What Discord shows of it now, and when it is to be looked at again; its own process alone knows that."""
        if self.attends(live.guild):
            revision = live.revision
            await self.store.save_screen(live.id, live.screen.stored(), due_at, revision, self.lease(live.guild))
            if due_at is not KEEP and live.revision == revision:
                live.due_at = due_at


def new_id() -> str:
    """Of a table, or of a table night."""
    return "".join(secrets.choice(ALPHABET) for _ in range(6))


def code_of(fault: BaseException) -> str:
    """What players read aloud and operators find in the log: the same fault has the same code."""
    return hashlib.sha256(repr(fault.__cause__ or fault).encode()).hexdigest()[:6].upper()


@contextmanager
def kept() -> Iterator[None]:
    """A database that does not answer becomes an apology; nothing has changed."""
    try:
        yield
    except StoreUnavailable as fault:
        log.error("the database does not answer: %s", fault)
        raise Refusal("not-kept") from fault
