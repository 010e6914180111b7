"""What each person chose once and for all tables, and how to reach them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.tables import coach_notes as coaching
from bot.tables.coach_notes import Coaching, CoachingRecord
from bot.tables.model import Cards
from bot.tables.service import storage_errors
from bot.tables.session import TableSession
from db import PersonRow, Store

CACHE_SIZE = 5000  # people whose choices are held in memory


class PersonSettings(BaseModel):
    """A person's settings (`/hob me`)."""

    cards: Cards = "message"
    cards_chosen: bool = False  # whether they have said so; an older Hob kept only what it was
    pictures: bool = True
    rings: bool = True
    hidden: bool = False  # on no board, and nobody else sees their statistics
    coach: Coaching | None = None  # None: as this Hob does
    coached: dict[str, CoachingRecord] = {}  # by game, and by game to learn
    greeted: bool = False  # has been asked at a first Join where the cards shall go

    def cards_at(self, usual: Cards) -> Cards:
        """Return where the cards come at a table where they come by `usual` for who has not chosen."""
        return self.cards if self.cards_chosen or self.cards != "message" else usual

    @classmethod
    def parse(cls, stored: Mapping[str, Any]) -> "PersonSettings":
        """Settings that cannot be read are none: nobody is locked out for them.  Who is hidden stays so."""
        try:
            return cls.model_validate(stored)
        except ValidationError:
            return cls(hidden=stored.get("hidden") is True)


class People:
    """Raises Refusal("not-kept") while the database is away.  `changed` is called with whose settings were saved."""

    def __init__(
        self, store: Store, coaching: Coaching = "first", changed: Callable[[int], None] = lambda person: None
    ) -> None:
        self.store, self.coaching, self.changed = store, coaching, changed
        self._rows: OrderedDict[int, tuple[PersonSettings, int | None]] = OrderedDict()  # of those who were here last
        self._aborted: OrderedDict[str, bool] = OrderedDict()  # tables that are over: by other means than their rules?
        self._changing = asyncio.Lock()  # so that of two changes of a person neither undoes the other

    def forget(self, person: int | None = None) -> None:
        """Ask the store anew, about one or all."""
        if person is None:
            self._rows.clear()
        self._rows.pop(person or 0, None)

    async def _row(self, person: int) -> tuple[PersonSettings, int | None]:
        if person not in self._rows:
            with storage_errors():
                row = await self.store.person(person) or PersonRow(person, {}, None)
            if person not in self._rows:  # nothing was changed meanwhile
                self._cache_row(person, (PersonSettings.parse(row.settings), row.dm_channel_id))
        self._rows.move_to_end(person)
        return self._rows[person]

    def _cache_row(self, person: int, row: tuple[PersonSettings, int | None]) -> None:
        self._rows[person] = row
        self._rows.move_to_end(person)
        while len(self._rows) > CACHE_SIZE:
            self._rows.popitem(last=False)

    async def _change(
        self, person: int, rule: Callable[[PersonSettings, int | None], tuple[PersonSettings, int | None]]
    ) -> PersonSettings:
        """Upon what is in the store: another Hob may have changed it."""

        def changed(row: PersonRow) -> PersonRow:
            wishes, channel = rule(PersonSettings.parse(row.settings), row.dm_channel_id)
            return PersonRow(person, wishes.model_dump(mode="json"), channel)

        async with self._changing:
            with storage_errors():
                row = await self.store.change_person(person, changed)
            wishes = PersonSettings.parse(row.settings)
            self._cache_row(person, (wishes, row.dm_channel_id))
        self.changed(person)
        return wishes

    async def settings(self, person: int) -> PersonSettings:
        return (await self._row(person))[0]

    async def is_coached(self, person: int, live: TableSession) -> bool:
        """Whether the person is coached at this table.  Raises UserError("not-kept")."""
        wishes = await self.settings(person)
        how, before = self.coaching_mode(wishes, live), wishes.coached.get(_kind(live))
        return coaching.is_coached(how, before, live.id, await self._was_aborted(how, before, live))

    async def _was_aborted(self, how: Coaching, before: CoachingRecord | None, live: TableSession) -> bool:
        """Whether the table of the record is over, but by other means than its rules."""
        if how != "first" or before is None or before.session == live.id:
            return False
        if before.session not in self._aborted:
            with storage_errors():
                row = await self.store.get(before.session)
            is_over = row is not None and row.status == "over"
            if row is not None and not is_over:
                return False  # it goes on
            self._aborted[before.session] = row is not None and bool(row.table.get("ended"))
            while len(self._aborted) > CACHE_SIZE:
                self._aborted.popitem(last=False)
        return self._aborted[before.session]

    def coaching_mode(self, settings: PersonSettings, live: TableSession) -> Coaching:
        """Who learns a game is coached whatever they have chosen."""
        return "on" if live.info.policy.coached else settings.coach or self.coaching

    async def next_note(self, person: int, live: TableSession, kinds: Sequence[str], answered: int = 0) -> str:
        """The first of the notes of these kinds that the person reads with the open question, and that is kept.

        `answered` is the last question that the person has answered there.
        """
        if live.g is None:
            return ""
        wishes, game, number = await self.settings(person), _kind(live), live.g.question
        how, before = self.coaching_mode(wishes, live), wishes.coached.get(game)
        lost = await self._was_aborted(how, before, live) if kinds else False
        told = next((kind for kind in kinds if coaching.is_note_due(how, before, live.id, kind, number, lost)), "")

        def noted(settings: PersonSettings) -> PersonSettings:
            after = settings.coached.get(game)
            after = coaching.record_answers(after, live.id, answered) if after is not None else None
            after = coaching.record_note(after, live.id, told, number) if told else after
            return settings.model_copy(update={"coached": {**settings.coached, game: after}}) if after else settings

        if noted(wishes) != wishes:
            await self._change(person, lambda wishes, channel: (noted(wishes), channel))
        return told

    async def with_notifications(self, persons: Iterable[int]) -> set[int]:
        """Those of them who want to be rung."""
        return {person for person in persons if (await self.settings(person)).rings}

    async def change_settings(self, person: int, **changes: object) -> PersonSettings:
        """Change some of a person's settings.  What they say about their cards wins over the server's from now on."""
        changes |= {"cards_chosen": True} if "cards" in changes else {}
        return await self._change(person, lambda wishes, channel: (wishes.model_copy(update=changes), channel))

    async def has_dm_channel(self, person: int) -> bool:
        """Return whether the channel of direct messages with a person is open, as far as is known."""
        return (await self._row(person))[1] is not None

    async def dm_channel(self, open: Callable[[int], Awaitable[int]], person: int) -> int:
        """Return the channel of direct messages with a person, opened once ever.  Raises what `open` raises."""
        _, channel = await self._row(person)
        if channel is None:
            channel = await open(person)
            await self._save_channel(person, channel)
        return channel

    async def forget_channel(self, person: int) -> None:
        """Nothing can be sent there: it is another bot's, or gone, or not really open.  The next message opens it."""
        if await self.has_dm_channel(person):
            await self._save_channel(person, None)

    async def _save_channel(self, person: int, channel: int | None) -> None:
        await self._change(person, lambda wishes, _: (wishes, channel))


def _kind(live: TableSession) -> str:
    """A lesson is a kind of its own: who has learned a game still has their first one before them."""
    return f"{live.info.purpose} {live.game.slug}" if live.info.policy.coached else live.game.slug
