"""Hob's own data about a table, apart from the game's state; stored as JSON in the session's row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.errors import UserError
from bot.i18n.catalogue import ENGLISH
from bot.i18n.fitting import LETTERS
from bot.tables.lobby_options import TABLE_SETTINGS, TableSettings, setting_value
from bot.timing import DAY
from engine.ai import Level
from engine.game import OrderEnd

Stored = TypeVar("Stored", bound=BaseModel)


def parse_stored(model: type[Stored], stored: Mapping[str, Any]) -> Stored:
    """Parse stored settings. Each unreadable one, as of a later version, becomes its default; the others stay."""
    try:
        return model.model_validate(stored)
    except ValidationError as fault:
        unreadable = {error["loc"][0] for error in fault.errors()}
        return model.model_validate({name: value for name, value in stored.items() if name not in unreadable})


class SparseModel(BaseModel):
    """A model that stores only fields that differ from their defaults.

    This keeps rows small: they're written at every move. Defaults are therefore part of the stored format:
    `tests/golden/defaults.json` records them. An alias is the name of a renamed field in the stored form.
    """

    model_config = ConfigDict(populate_by_name=True)

    def to_stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_defaults=True, by_alias=True)

    def copy_for_edit(self) -> Self:
        """Return a copy to change, in half the time of a deep copy."""
        return self.model_validate(self.model_dump(exclude_defaults=True))


TableMode = Literal["", "learn", "daily"]


@dataclass(frozen=True)
class ModePolicy:
    arranged: bool = True  # people set up the lobby and start it; otherwise the game is dealt at once, or closed
    shared: bool = False  # others get the same deal that day, and may still play it
    stand_ins: bool = True  # a computer may play for a person
    orders: bool = True  # standing orders are allowed
    coached: bool = False  # always, regardless of the person's setting
    remembered: bool = True  # its result is stored
    rated: bool = True
    makes_way: bool = False  # can be replaced by the next table there


MODE_POLICIES: dict[TableMode, ModePolicy] = {
    "": ModePolicy(),
    "learn": ModePolicy(stand_ins=False, orders=False, coached=True, remembered=False, makes_way=True),
    "daily": ModePolicy(arranged=False, shared=True, stand_ins=False, rated=False),
}


COMPUTERS = ("Ember", "Soot", "Kettle", "Trivet", "Bellows", "Tongs", "Cinder")
Cards = Literal["message", "channel"]  # where a person's cards appear: in a direct message, or behind *My hand*


class SeatOrder(BaseModel):
    """A standing order: its key in the game, and whether it ends with the seat's next turn or with the game."""

    key: str
    ends: OrderEnd


class OrderAnswer(BaseModel):
    """Marks that a standing order has answered for a seat since its person last did.

    `after` is the number of game events when the person last answered; `at` is when the order last answered.
    """

    after: int
    at: float


class Seat(BaseModel):
    """A person, a person replaced by a computer (`away`), a seat left in mid-game (`vacant`), or a computer."""

    person: int | None = None
    name: str = ""
    away: bool = False
    vacant: bool = False
    left: int | None = None  # the person who left it in mid-game; their name stays until the seat is taken
    level: Level = "normal"  # of the computer that plays this seat, also in place of a person
    seen_by: list[int] = []  # every person who has ever seen this seat's cards
    order: SeatOrder | None = None  # secret: only its person may know

    @property
    def is_computer(self) -> bool:
        return self.person is None or self.away


class PendingPrompt(BaseModel):
    """An open prompt to one seat.

    It opened at `since` and stays open until the table moves on; `asked` is when its newest question opened.
    """

    since: float
    asked: float = 0
    question: int = 0


class Vote(BaseModel):
    """A vote to end the game (`seat` and `back` None), to let a computer play for `seat`, or to go `back`."""

    seat: int | None = None
    back: int | None = None  # the revision of the answer to undo
    what: list[Any] = []  # the key and fields of the event that describes that answer
    by: int  # who proposed it
    agreed: list[int] = []
    against: list[int] = []
    at: float


JOINED, RETURNED = "hob-joined", "hob-returned"  # keys of the notes whose field `q` is a name, the former player's


class Note(BaseModel):
    """An event of the table, not of the game; the log shows it after `after` events of the game."""

    after: int
    key: str
    fields: dict[str, Any] = {}
    about: int | None = None  # the person named in the field `q`


def disambiguate_names(names: list[str]) -> list[str]:
    """Add the seat's letter to equal names; to every name, if one of them looks like that already."""
    lettered = [f"{name} ({LETTERS[n]})" for n, name in enumerate(names)]
    some = [letter if names.count(name) > 1 else name for name, letter in zip(names, lettered, strict=True)]
    return some if len({*some}) == len(some) else lettered


class TableInfo(SparseModel):
    host: int
    host_moved: bool = False  # the previous host left the lobby
    invited: list[int] = []  # to a rematch; they join by pressing
    seats: list[Seat] = []
    options: dict[str, Any] = {}  # the chosen settings, see `bot/tables/lobby_options.py`
    seal: str = ""
    notes: list[Note] = []
    prompts: dict[int, PendingPrompt] = Field({}, alias="needs")
    vote: Vote | None = None
    refused_votes: dict[str, float] = {}  # by subject of a proposal: when the table refused it
    undo_refused: list[int] = []  # seats whose last answer the table refused to undo
    nudged_at: float = 0
    nudged: list[int] = []  # the seats that the last reminder was for
    outvoted: list[int] = []  # persons replaced by a computer, in the order of the votes
    moved_at: float = 0
    warned_at: float = 0  # when the table announced that it will end because it is idle
    last: dict[int, tuple[int, str]] = {}  # each seat's last answer, to detect a repeated press
    answered: dict[int, int] = {}  # number of game events just before each seat's person last answered
    acted: dict[int, int] = {}  # number of game events just after it
    by_order: dict[int, OrderAnswer] = {}
    taken: dict[int, list[str]] = {}  # the offers that each seat has taken, to detect a repeated press
    hints_given: dict[int, dict[int, list[str]]] = {}  # by seat and question: the actions that hints recommended
    # The seat whose person answered last, if undoing that answer seems free. An undo checks it again, thoroughly.
    slip: int | None = None
    moves: int = 0  # number of answers that count
    started_at: float = 0
    series: str = ""  # the id of the series' first session, or of its game night
    night: str = ""  # the game night that opened this lobby
    mended: list[int] = []  # seats that undid an answer with only computers consenting; they don't count
    ended: str = ""  # why there is no winner: a key of the common texts
    ended_by: str = ""
    ender: int | None = None  # the person named in `ended_by`
    fault: str = ""
    server: str = ""  # the server's name when the table was created
    language: str = ENGLISH  # of the public messages
    purpose: TableMode = ""  # "" for an ordinary table; the others are in a person's direct messages
    wanted_in: tuple[int, int] | None = None  # the server and channel in which its person asked for the table
    deal: str = ""  # the seed of the deal; empty for a random one
    script: list[tuple[int, str]] = []  # of a lesson: the seats' answers, in order
    day: int = 0  # of a daily deal: days since 1970, UTC
    cards: Cards = "message"  # the server's default for persons who haven't chosen
    wins: dict[str, int] = {}  # in previous games of the series, by `lobby.occupant_key`

    @model_validator(mode="before")
    @classmethod
    def _of_an_older_hob(cls, data: Any) -> Any:
        """Move `pictures` and `pace` into `options`; older versions stored them outside."""
        if isinstance(data, dict) and (moved := {name: data[name] for name in ("pictures", "pace") if name in data}):
            rest = {name: value for name, value in data.items() if name not in moved}
            return {**rest, "options": {**data.get("options", {}), **moved}}
        return data

    @property
    def settings(self) -> TableSettings:
        """Return the common settings among the options."""
        return TableSettings(**{one.name: setting_value(one, self.options) for one in TABLE_SETTINGS})

    @property
    def undo_vote(self) -> Vote | None:
        """Return the open vote if it is about an undo."""
        return self.vote if self.vote is not None and self.vote.back is not None else None

    @property
    def policy(self) -> ModePolicy:
        return MODE_POLICIES[self.purpose]

    @property
    def hidden_until(self) -> float:
        """Return when the seed of a shared deal, and all it reveals, may be shown; 0 means when the game ends."""
        return float((self.day + 1) * DAY) if self.policy.shared else 0.0

    @property
    def is_hidden(self) -> bool:
        """Return True for a shared deal that Hob couldn't show to its player, who may still play it."""
        return self.policy.shared and self.ended == "messages-closed"

    def note(self, after: int, key: str, **fields: Any) -> None:
        """Add a note of what happened at the table after `after` events of the game."""
        self.notes.append(Note(after=after, key=key, fields=fields))

    def is_warned(self, idle: float) -> bool:
        """Return True while the table, idle since then, announces that it will end. Any press withdraws the warning."""
        return self.warned_at > idle

    def waiting_times(self) -> dict[int, float]:
        """Return, by seat, since when its question is open. Only seats that a person plays are listed."""
        return {
            seat: max(prompt.since, prompt.asked)
            for seat, prompt in self.prompts.items()
            if not self.seats[seat].is_computer
        }

    def seat_of(self, person: int) -> int | None:
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    def require_seat(self, person: int) -> int:
        """Return the person's seat. Raises UserError."""
        seat = self.seat_of(person)
        if seat is None:
            raise UserError("players-only")
        return seat

    def last_order_answer(self, seat: int) -> float:
        """Return when a standing order last answered for a seat since its person did; 0 if none did."""
        return self.by_order[seat].at if seat in self.by_order else 0

    def persons(self) -> list[int]:
        return [seat.person for seat in self.seats if seat.person is not None]

    def known_persons(self) -> set[int]:
        """Return every person who sits or has sat at the table during the game."""
        return {
            person for seat in self.seats for person in (seat.person, seat.left, *seat.seen_by) if person is not None
        }

    def present_seats(self) -> set[int]:
        """Return the seats that their persons play themselves."""
        return {number for number, seat in enumerate(self.seats) if not seat.is_computer}

    def present_persons(self) -> list[int]:
        """Return the seated persons who play themselves."""
        return [seat.person for seat in self.seats if seat.person is not None and not seat.away]

    def names(self) -> list[str]:
        """Return display names by seat; equal names get a letter."""
        return disambiguate_names([seat.name for seat in self.seats])

    def name_history(self) -> list[list[str]]:
        """Return the names before each note, then the current names, so that the log shows who acted at the time."""
        plain = [seat.name for seat in self.seats]
        then = [disambiguate_names(plain)]
        for note in reversed(self.notes):
            if note.key == JOINED:
                plain[int(note.fields["p"][1:])] = note.fields["q"]
            then.append(disambiguate_names(plain))
        return then[::-1]

    def record_hint(self, seat: int, question: int, actions: Sequence[str]) -> None:
        """Record the actions that a hint recommended to a seat. A review never calls one of them a mistake."""
        known = self.hints_given.setdefault(seat, {}).setdefault(question, [])
        known += [action for action in actions if action not in known]

    def hinted_actions(self, seat: int, question: int) -> list[str]:
        return self.hints_given.get(seat, {}).get(question, [])

    def keep_hints(self, question: int, asked_again: int) -> None:
        """Copy the hints about a question to its new number; an undo asks the same question again under another."""
        for by_question in self.hints_given.values():
            if question in by_question:
                by_question[asked_again] = list(by_question[question])

    def update_prompts(self, waiting: list[int], question: int, now: float) -> None:
        """Keep open prompts, drop closed ones and add new ones. A follow-up question to a seat continues its prompt."""
        before = self.prompts
        self.prompts = {seat: before.get(seat) or PendingPrompt(since=now) for seat in waiting}
        for prompt in self.prompts.values():
            if prompt.question != question:
                prompt.question, prompt.asked = question, now
