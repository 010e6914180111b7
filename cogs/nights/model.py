"""A game night: an evening with its guests, their votes for a game, and their tables.

Each function takes a night and returns another, or raises UserError. Stored as JSON in the night's row.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Literal

from pydantic import BaseModel, field_validator

from bot.errors import UserError
from bot.i18n.catalogue import ENGLISH
from bot.servers import time_zone
from bot.timing import DAY, HOUR, MINUTE, WEEK
from db import ResultRow

MAX_AHEAD = 60 * DAY  # how far ahead a night may be planned
NOTIFY_INTERVAL = 10 * MINUTE  # between two notifications about a moved night
MAX_DURATION = 12 * HOUR  # from its start to its recap, even if games go on
EVENT_DURATION = 4 * HOUR  # of Discord's event, which needs an end in advance: how long most nights take
MAX_WEEKS_WITHOUT_GUESTS = 4  # in a row; then a weekly night ends
MAX_GUESTS = 75  # as many as one message can mention


class NightOver(UserError):
    """The night has begun, is cancelled or is no longer stored."""


class Guest(BaseModel):
    person: int
    game: str = ""  # slug of the game that they vote for


class Party(BaseModel):
    """The players of one table. `message` begins its thread; `channel` is the channel of the table."""

    game: str
    people: list[int]
    message: int = 0
    channel: int = 0
    session: str = ""
    refused: str = ""  # why there is no table: `x` for the sentence `night-x` in [refused]
    fields: dict[str, Any] = {}  # of that sentence

    @field_validator("refused")
    @classmethod
    def _shorten(cls, refused: str) -> str:
        """Shorten a reason of an older version, which stored some as `night-x`."""
        return refused.removeprefix("night-")


class Night(BaseModel):
    """A night. `game` is the slug of its game; if empty, the guests vote. A weekly one keeps its local time.

    `stage` is "open" from its start until the last game is over, then "told".
    """

    host: int
    at: float
    weekly: bool = False
    game: str = ""
    guests: list[Guest] = []
    deserted: int = 0  # weeks in a row before this one without guests
    stage: Literal["planned", "open", "told", "cancelled"] = "planned"
    parties: list[Party] = []
    called: str = ""  # pending notification of the guests: "moved" or "cancelled"
    rung: float = 0.0  # time of the last notification
    zone: str = ""  # IANA time zone in which a weekly night repeats: the server's when it was planned; empty: UTC
    clock: str = ""  # time of day in that zone, such as 20:00; empty: that of `at`, as in an older version
    language: str = ENGLISH  # of the server, when the night was last set or changed

    # state of Discord
    message: int = 0
    blocked: str = ""  # why its message can't be posted, if its host was told: "rights", or a value of `FILTERS`
    key: str = ""
    event: int = 0  # Discord's own; −1: removed or ended on purpose
    event_key: str = ""
    event_rejected: bool = False  # Discord rejected the last update of the event, and the host was told

    def people(self) -> list[int]:
        return [guest.person for guest in self.guests]

    def draft(self) -> "Night":
        return self.model_copy(deep=True)


def plan(person: int, at: float, weekly: bool, game: str, now: float) -> Night:
    """Return a new night; its host is the first guest. Raises UserError."""
    require_valid_time(at, now)
    return Night(host=person, at=at, weekly=weekly, game=game, guests=[Guest(person=person)])


def reschedule(night: Night, at: float, weekly: bool, game: str, now: float) -> Night:
    """Change a night; if its time changes, the guests will be notified. Raises UserError."""
    require_planned(night)
    changes = {"at": at, "weekly": weekly, "game": game}
    if at != night.at:
        require_valid_time(at, now)
        changes["called"] = "moved"
    return night.model_copy(update=changes)


def cancel(night: Night) -> Night:
    """Cancel a night. Raises UserError."""
    require_planned(night)
    return night.model_copy(update={"stage": "cancelled", "called": "cancelled"})


def sign_up(night: Night, person: int, game: str = "") -> Night:
    """Add a guest, or a guest's vote; a vote signs up, too. Raises UserError."""
    require_planned(night)
    night = night.draft()
    guest = next((guest for guest in night.guests if guest.person == person), None)
    if guest is None:
        if len(night.guests) >= MAX_GUESTS:
            raise UserError("night-full", most=MAX_GUESTS)
        guest = Guest(person=person)
        night.guests.append(guest)
    guest.game = game or guest.game
    return night


def sign_off(night: Night, person: int) -> Night:
    """Remove a guest. Raises UserError."""
    require_planned(night)
    if person not in night.people():
        raise UserError("night-not-coming")
    return without_guests(night, [person])


def without_guests(night: Night, persons: Container[int]) -> Night:
    return night.model_copy(update={"guests": [guest for guest in night.guests if guest.person not in persons]})


def require_valid_time(at: float, now: float) -> None:
    """Raise UserError for a time that has passed or is too far ahead."""
    if at <= now:
        raise UserError("night-past")
    if at > now + MAX_AHEAD:
        raise UserError("night-far", days=round(MAX_AHEAD / DAY))


def require_planned(night: Night) -> None:
    """Raise NightOver unless the night is still to come."""
    if night.stage != "planned":
        raise NightOver("night-over")


# ---- the start
def count_votes(night: Night) -> Counter[str]:
    return Counter(guest.game for guest in night.guests if guest.game)


def winning_game(night: Night, seats: Mapping[str, range]) -> str:
    """Return the game to play, of those in `seats`: the night's own, else the one with most votes.

    In a tie, prefer a game that seats all guests at one table, then the order of the games.
    """
    if night.game in seats:
        return night.game
    counted, number = count_votes(night), len(night.guests)
    return max(seats, key=lambda game: (counted[game], number in seats[game]))


def open_tables(night: Night, seats: Mapping[str, range], tables: int) -> Night:
    """Begin the evening: seat the guests at up to `tables` tables of fitting size, in sign-up order."""
    night = night.draft()
    night.stage, night.called = "open", ""
    if not seats:
        return night
    game = winning_game(night, seats)
    most = seats[game][-1]
    people, rest = night.people()[: tables * most], night.people()[tables * most :]
    number = -(-len(people) // most)
    for nth in range(number):
        first, last = (len(people) * n // number for n in (nth, nth + 1))
        night.parties.append(Party(game=game, people=people[first:last]))
    if rest:
        night.parties.append(Party(game=game, people=rest, refused="no-room"))
    return night


def mark_missed(night: Night, seats: Mapping[str, range]) -> Night:
    """Mark an evening that Hob has missed: guests get no tables, and no one is notified."""
    night = night.draft()
    night.stage, night.called = "open", ""
    if seats and night.guests:
        night.parties = [Party(game=winning_game(night, seats), people=night.people(), refused="missed")]
    return night


def mark_recapped(night: Night) -> Night:
    """End the evening, so that its recap can be posted."""
    return night.model_copy(update={"stage": "told"})


def repeat_next_week(night: Night, now: float) -> Night:
    """Return next week's night, without guests."""
    first = datetime.fromtimestamp(night.at, time_zone(night.zone))
    if night.clock:  # `at` is an hour later if the clocks skip that time of day
        first = datetime.combine(first.date(), time.fromisoformat(night.clock), first.tzinfo)
    weeks = max(1, int((now - night.at) // WEEK))
    while (at := (first + weeks * timedelta(days=7)).timestamp()) <= now:  # the same local time in each week
        weeks += 1
    plan = night.model_dump(include={"host", "game", "zone", "clock", "language", "event_rejected"})
    return Night(**plan, at=at, weekly=True, deserted=0 if night.guests else night.deserted + 1)


def is_discontinued(night: Night) -> bool:
    """Return True if a weekly night ends, because it had no guests for too many weeks."""
    return (
        night.weekly and night.stage == "told" and not night.guests and night.deserted + 1 >= MAX_WEEKS_WITHOUT_GUESTS
    )


def is_repeated(night: Night) -> bool:
    """Return True if the night takes place again next week; without a host, who has deleted their data, it doesn't."""
    return night.weekly and bool(night.host) and night.stage != "cancelled" and not is_discontinued(night)


# ---- what was played
@dataclass(frozen=True)
class NightPlayer:
    """A player's result: of a person, of a computer of that level, or of an unnamed player (neither)."""

    place: int
    points: int | None
    person: int | None
    computer: str | None


@dataclass(frozen=True)
class NightGame:
    """A game of the night, its seats by place; without seats if it ended early."""

    game: str
    at: float
    seats: list[NightPlayer]


def night_game(result: ResultRow, hidden: Container[int]) -> NightGame:
    """Return the result as a game of the night; `hidden` are persons who do not want to be shown."""
    seats = [
        NightPlayer(seat.place, seat.points, None if seat.person in hidden else seat.person, seat.computer)
        for seat in result.seats
        if seat.place is not None
    ]
    return NightGame(result.game, result.at, sorted(seats, key=lambda seat: seat.place))


def standings(games: Iterable[NightGame]) -> list[tuple[int, int, int, int]]:
    """Return place, person, games won and games played, the best first."""
    number: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for seat in (seat for game in games for seat in game.seats):
        if seat.person is not None:
            number[seat.person] += 1
            won[seat.person] += seat.place == 1
    best = sorted(number, key=lambda person: (-won[person], number[person], person))
    return [(1 + sum(won[other] > won[who] for other in best), who, won[who], number[who]) for who in best]
