"""People: each person's settings for all tables, and how to reach them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from pydantic import BaseModel

from bot.errors import storage_errors
from bot.lru_cache import LRUCache
from bot.people import coach_notes
from bot.people.coach_notes import CoachingRecord
from bot.settings import Coaching
from bot.tables.model import Cards, parse_stored
from bot.tables.session import TableSession
from db import ACTIVE, DamagedRow, PersonRow, Store

CACHE_SIZE = 5000  # people with cached settings


class PersonSettings(BaseModel):
    """A person's settings (`/hob me`)."""

    cards: Cards = "message"
    cards_chosen: bool = False  # whether the person has chosen; older versions stored only `cards`
    pictures: bool = True
    rings: bool = True
    hidden: bool = False  # not on leaderboards, and no one else sees their statistics
    coach: Coaching | None = None  # None: the operator's default
    coached: dict[str, CoachingRecord] = {}  # by game; for learning tables, by "learn" and the game
    greeted: bool = False  # was asked at the first Join where the cards should go

    @property
    def shown(self) -> bool:
        return not self.hidden

    def cards_at(self, usual: Cards) -> Cards:
        """Return where the cards appear at a table with the default `usual`."""
        return self.cards if self.cards_chosen or self.cards != "message" else usual


class People:
    """The settings of all people. `changed` is called with the person after each change. Raises DatabaseUnavailable."""

    def __init__(self, store: Store, coaching: Coaching, changed: Callable[[int], None]) -> None:
        self.store, self.coaching, self.changed = store, coaching, changed
        self._rows: LRUCache[tuple[PersonSettings, int | None]] = LRUCache(CACHE_SIZE)
        self._aborted: LRUCache[bool] = LRUCache(CACHE_SIZE)  # by table that is over: whether it was aborted
        self._changing = asyncio.Lock()  # serializes changes, so that none is lost
        self._forgotten = 0  # how often cached settings were dropped; a row read before that may be old

    def forget(self, person: int | None = None) -> None:
        """Drop the cached settings of one person, or of all."""
        self._forgotten += 1
        if person is None:
            self._rows.clear()
        self._rows.pop(person)

    async def _row(self, person: int) -> tuple[PersonSettings, int | None]:
        if (known := self._rows.get(person)) is not None:
            return known
        forgotten = self._forgotten
        with storage_errors():
            row = await self.store.person(person) or PersonRow(person, {}, None)
        changed = self._rows.get(person)  # in the meantime
        return changed or self._cache(row, forgotten)

    def _cache(self, row: PersonRow, forgotten: int) -> tuple[PersonSettings, int | None]:
        """Return a row's settings and channel, and cache them unless settings were dropped since it was read."""
        read = parse_stored(PersonSettings, row.settings), row.dm_channel_id
        return self._rows.put(row.id, read) if self._forgotten == forgotten else read

    async def _change(
        self, person: int, update: Callable[[PersonSettings, int | None], tuple[PersonSettings, int | None]]
    ) -> PersonSettings:
        """Change the stored settings, which another process may have changed."""

        def update_row(row: PersonRow) -> PersonRow:
            settings, channel = update(parse_stored(PersonSettings, row.settings), row.dm_channel_id)
            return PersonRow(person, settings.model_dump(mode="json"), channel)

        async with self._changing:
            forgotten = self._forgotten
            with storage_errors():
                row = await self.store.change_person(person, update_row)
            if self._forgotten != forgotten:  # by another process's later change
                self.forget(person)
            settings, _ = self._cache(row, forgotten)
        self.changed(person)
        return settings

    async def settings(self, person: int) -> PersonSettings:
        return (await self._row(person))[0]

    async def is_coached(self, person: int, session: TableSession) -> bool:
        """Return True if the person is coached at this table. Raises DatabaseUnavailable."""
        settings = await self.settings(person)
        how, before = self.coaching_mode(settings, session), settings.coached.get(_kind(session))
        return coach_notes.is_coached(how, before, session.id, await self._was_aborted(how, before, session))

    async def _was_aborted(self, how: Coaching, before: CoachingRecord | None, session: TableSession) -> bool:
        """Return True if the table of the record was aborted, so that its game never ended."""
        if how != "first" or before is None or before.session == session.id:
            return False
        if (known := self._aborted.get(before.session)) is not None:
            return known
        try:
            with storage_errors():
                row = await self.store.get(before.session)
        except DamagedRow:  # it can't be continued
            return True
        if row is not None and row.status in ACTIVE:
            return False  # it goes on
        was_aborted = row is not None and (row.status != "over" or bool(row.table.get("ended")))
        return self._aborted.put(before.session, was_aborted)

    def coaching_mode(self, settings: PersonSettings, session: TableSession) -> Coaching:
        """Return when a person is coached; in a learning table always."""
        return "on" if session.info.policy.coached else settings.coach or self.coaching

    async def next_note(self, person: int, session: TableSession, kinds: Sequence[str], answered: int) -> str:
        """Return the first note of these kinds that is due for the open question, and record it; "" if none is due.

        `answered` is the number of the last question that the person answered there.
        """
        if session.g is None:
            return ""
        settings, game, number = await self.settings(person), _kind(session), session.g.question
        how, before = self.coaching_mode(settings, session), settings.coached.get(game)
        lost = await self._was_aborted(how, before, session) if kinds else False
        note = next(
            (kind for kind in kinds if coach_notes.is_note_due(how, before, session.id, kind, number, lost)), ""
        )

        def record(settings: PersonSettings) -> PersonSettings:
            after = settings.coached.get(game)
            after = coach_notes.record_answers(after, session.id, answered) if after is not None else None
            after = coach_notes.record_note(after, session.id, note, number) if note else after
            return settings.model_copy(update={"coached": {**settings.coached, game: after}}) if after else settings

        if record(settings) != settings:
            await self._change(person, lambda settings, channel: (record(settings), channel))
        return note

    async def with_notifications(self, persons: Iterable[int]) -> set[int]:
        """Return those of the persons who have notifications on."""
        return {person for person in persons if (await self.settings(person)).rings}

    async def change_settings(self, person: int, **changes: object) -> PersonSettings:
        """Change some of a person's settings. A choice of `cards` then overrides the server's default."""
        changes |= {"cards_chosen": True} if "cards" in changes else {}
        return await self._change(person, lambda settings, channel: (settings.model_copy(update=changes), channel))

    async def has_dm_channel(self, person: int) -> bool:
        """Return True if the direct message channel with a person is known."""
        return (await self._row(person))[1] is not None

    async def dm_channel(self, open: Callable[[int], Awaitable[int]], person: int) -> int:
        """Return the direct message channel with a person, opened only once. Raises the errors of `open`."""
        _, channel = await self._row(person)
        if channel is None:
            channel = await open(person)
            await self._save_channel(person, channel)
        return channel

    async def forget_channel(self, person: int) -> None:
        """Forget a channel where nothing can be sent; the next message opens it again."""
        if await self.has_dm_channel(person):
            await self._save_channel(person, None)

    async def _save_channel(self, person: int, channel: int | None) -> None:
        await self._change(person, lambda settings, _: (settings, channel))


def _kind(session: TableSession) -> str:
    """Return the key of coaching records. A learning table has its own, so the first real game is coached, too."""
    return f"{session.info.purpose} {session.game.slug}" if session.info.policy.coached else session.game.slug
