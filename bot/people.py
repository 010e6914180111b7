"""What each person chose once and for all tables, and how to reach them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.tables import coach_notes as coaching
from bot.tables.coach_notes import Coached, Coaching
from bot.tables.model import Cards
from bot.tables.service import kept
from bot.tables.session import Live
from db import PersonRow, Store

CACHE = 5000  # people whose choices are held in memory


class Wishes(BaseModel):
    """A person's settings (`/hob me`)."""

    cards: Cards = "message"
    cards_chosen: bool = False  # whether they have said so; an older Hob kept only what it was
    pictures: bool = True
    rings: bool = True
    hidden: bool = False  # on no board, and nobody else sees their statistics
    coach: Coaching | None = None  # None: as this Hob does
    coached: dict[str, Coached] = {}  # by game, and by game to learn
    greeted: bool = False  # has been asked at a first Join where the cards shall go

    def cards_at(self, usual: Cards) -> Cards:
        """Return where the cards come at a table where they come by `usual` for who has not chosen."""
        return self.cards if self.cards_chosen or self.cards != "message" else usual

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Wishes":
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
        self._rows: OrderedDict[int, tuple[Wishes, int | None]] = OrderedDict()  # of those who were here last
        self._changing = asyncio.Lock()  # so that of two changes of a person neither undoes the other

    def forget(self, person: int | None = None) -> None:
        """Ask the store anew, about one or all."""
        if person is None:
            self._rows.clear()
        self._rows.pop(person or 0, None)

    async def _row(self, person: int) -> tuple[Wishes, int | None]:
        if person not in self._rows:
            with kept():
                row = await self.store.person(person) or PersonRow(person, {}, None)
            if person not in self._rows:  # nothing was changed meanwhile
                self._hold(person, (Wishes.read(row.settings), row.dm_channel_id))
        self._rows.move_to_end(person)
        return self._rows[person]

    def _hold(self, person: int, row: tuple[Wishes, int | None]) -> None:
        self._rows[person] = row
        self._rows.move_to_end(person)
        while len(self._rows) > CACHE:
            self._rows.popitem(last=False)

    async def _change(self, person: int, rule: Callable[[Wishes, int | None], tuple[Wishes, int | None]]) -> Wishes:
        """Upon what is in the store: another Hob may have changed it."""

        def changed(row: PersonRow) -> PersonRow:
            wishes, channel = rule(Wishes.read(row.settings), row.dm_channel_id)
            return PersonRow(person, wishes.model_dump(mode="json"), channel)

        async with self._changing:
            with kept():
                row = await self.store.change_person(person, changed)
            wishes = Wishes.read(row.settings)
            self._hold(person, (wishes, row.dm_channel_id))
        self.changed(person)
        return wishes

    async def wishes(self, person: int) -> Wishes:
        return (await self._row(person))[0]

    async def coached(self, person: int, live: Live) -> bool:
        """Whether the person is coached at this table."""
        wishes = await self.wishes(person)
        return coaching.here(self.how(wishes, live), wishes.coached.get(_kind(live)), live.id)

    def how(self, wishes: Wishes, live: Live) -> Coaching:
        """Who learns a game is coached whatever they have chosen."""
        return "on" if live.info.policy.coached else wishes.coach or self.coaching

    async def told_about(self, person: int, live: Live, kinds: Sequence[str]) -> str:
        """The first of the notes of these kinds that the person reads with the open question, and that is kept."""
        if not kinds or live.g is None:
            return ""
        wishes, game, number = await self.wishes(person), _kind(live), live.g.question
        how, before = self.how(wishes, live), wishes.coached.get(game)
        told = next((kind for kind in kinds if coaching.due(how, before, live.id, kind, number)), "")

        def noted(wishes: Wishes) -> Wishes:
            after = coaching.noted(wishes.coached.get(game), live.id, told, number)
            return wishes.model_copy(update={"coached": {**wishes.coached, game: after}})

        if told and noted(wishes) != wishes:
            await self._change(person, lambda wishes, channel: (noted(wishes), channel))
        return told

    async def hearing(self, persons: Iterable[int]) -> set[int]:
        """Those of them who want to be rung."""
        return {person for person in persons if (await self.wishes(person)).rings}

    async def wish(self, person: int, **changes: object) -> Wishes:
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
            await self._keep_channel(person, channel)
        return channel

    async def lose_channel(self, person: int) -> None:
        """Nothing can be sent there: it is another bot's, or gone, or not really open.  The next message opens it."""
        if await self.has_dm_channel(person):
            await self._keep_channel(person, None)

    async def _keep_channel(self, person: int, channel: int | None) -> None:
        await self._change(person, lambda wishes, _: (wishes, channel))


def _kind(live: Live) -> str:
    """A lesson is a kind of its own: who has learned a game still has their first one before them."""
    return f"{live.info.purpose} {live.game.slug}" if live.info.policy.coached else live.game.slug
