"""What Hob itself knows of a table beside the game's own state; stored as JSON in the session's row."""

from typing import Any, Literal

from pydantic import BaseModel, model_validator

from bot.i18n.language import ENGLISH
from bot.tables import lobby_options as options
from bot.tables.modes import MODE_POLICIES, ModePolicy, TableMode
from bot.tables.sparse_model import SparseModel
from bot.times import DAY
from engine.ai import Level
from engine.game import OrderEnd

COMPUTERS = ("Ember", "Soot", "Kettle", "Trivet", "Bellows", "Tongs", "Cinder")
LETTERS = "ABCDEFGH"
Pace = Literal["live", "days"]
Cards = Literal["message", "channel"]  # where a person's own come: by direct message, or behind *My hand*


class SeatOrder(BaseModel):
    """A standing order: its key among those of the game, and whether it is over with the next turn or the game."""

    key: str
    ends: OrderEnd


class OrderAnswer(BaseModel):
    """A standing order has answered for a seat since its person last did.

    `after` is how many events of the game there were when the person did; `at` is when the order answered last.
    """

    after: int
    at: float


class Seat(BaseModel):
    """A person, a person for whom a computer plays (`away`), a seat left in mid-game (`vacant`), or a computer."""

    person: int | None = None
    name: str = ""
    away: bool = False
    vacant: bool = False
    left: int | None = None  # who left it in mid-game; their name stays until another comes
    level: Level = "normal"  # how well the computer there plays, also one that plays for somebody
    seen_by: list[int] = []  # every person who has ever seen this seat's cards
    order: SeatOrder | None = None  # nobody but its person may know

    @property
    def is_computer(self) -> bool:
        return self.person is None or self.away


class PendingPrompt(BaseModel):
    """One seat is asked, `since` it was and until the table moves on; `asked` is when its newest question opened."""

    since: float
    asked: float = 0
    question: int = 0


class Vote(BaseModel):
    """Persons who agree to end the game (`seat` None), to let a computer play for a seat, or to go `back`."""

    seat: int | None = None
    back: int | None = None  # the revision of the answer before which the game shall go on
    what: list[Any] = []  # the key and the fields of the event that tells what that answer did
    by: int  # who proposed it
    agreed: list[int] = []
    against: list[int] = []
    at: float


class Note(BaseModel):
    """Something that happened at the table but not in the game, told after `after` events of the game's log."""

    after: int
    key: str
    fields: dict[str, Any] = {}
    about: int | None = None  # the person whose name is in the field `q`


def disambiguate_names(names: list[str]) -> list[str]:
    return [f"{name} ({LETTERS[n]})" if names.count(name) > 1 else name for n, name in enumerate(names)]


class TableInfo(SparseModel):
    host: int
    host_moved: bool = False  # the host before has left the lobby
    invited: list[int] = []  # to a rematch; seated only by their own press
    seats: list[Seat] = []
    options: dict[str, Any] = {}  # what has been chosen of all that tables/options.py knows
    seal: str = ""
    notes: list[Note] = []
    needs: dict[int, PendingPrompt] = {}
    vote: Vote | None = None
    refused_votes: dict[str, float] = {}  # when the table refused a proposal, by what it was about
    nudged_at: float = 0
    nudged: list[int] = []  # the seats that the last nudge was for
    outvoted: list[int] = []  # persons for whom the table let a computer play, in the order of the votes
    moved_at: float = 0
    warned_at: float = 0  # when the table began to say that it will end because nobody touches it
    last: dict[int, tuple[int, str]] = {}  # each seat's last answer, to know a press that came twice
    acted: dict[int, int] = {}  # after how many events of the game each seat's person answered last
    by_order: dict[int, OrderAnswer] = {}
    taken: dict[int, list[str]] = {}  # the offers that each seat has taken, for the same
    hints_given: dict[int, dict[int, list[str]]] = {}  # by seat and question: the actions that hints have recommended
    # The seat whose person has answered last, if that can be taken back freely (`engine.undo.free`).
    slip: int | None = None
    moves: int = 0  # answers that count
    started_at: float = 0
    series: str = ""  # the session of the evening's first game, or the table night
    night: str = ""  # the table night that has set this lobby
    mended: list[int] = []  # seats that have gone back by the leave of computers alone: such a game does not count
    ended: str = ""  # a key of the common words: why there is no winner
    ended_by: str = ""
    ender: int | None = None  # the person who is called so
    fault: str = ""
    server: str = ""  # what it was called when the table was set
    language: str = ENGLISH  # in which it speaks
    purpose: TableMode = ""  # what Hob has set it for, in a person's messages
    wanted_in: tuple[int, int] | None = None  # the server and the channel in which its person asked for that
    deal: str = ""  # the seed it is dealt by; empty: one that nobody can guess
    day: int = 0  # that a daily deal is of, since 1970, UTC
    cards: Cards = "message"  # where they come for who has not chosen, as the server had it
    wins: dict[str, int] = {}  # of the games that were played again before this one, by who sat there

    @model_validator(mode="before")
    @classmethod
    def _of_an_older_hob(cls, data: Any) -> Any:
        """It kept the options of all games beside those of the game."""
        if isinstance(data, dict) and (found := {name: data[name] for name in ("pictures", "pace") if name in data}):
            rest = {name: value for name, value in data.items() if name not in found}
            return {**rest, "options": {**data.get("options", {}), **found}}
        return data

    @property
    def undo_mode(self) -> Literal["consent", "free", "never"]:
        chosen: Literal["consent", "free", "never"] = options.table_setting("taking_back", self.options)
        return chosen

    @property
    def policy(self) -> ModePolicy:
        return MODE_POLICIES[self.purpose]

    @property
    def hidden_until(self) -> float:
        """When a seed that others are dealt by as well may be known, with all that it tells; 0: when the game ends."""
        return float((self.day + 1) * DAY) if self.policy.shared else 0.0

    @property
    def is_hidden(self) -> bool:
        """A shared deal that could not be shown to who may yet play it."""
        return self.policy.shared and self.ended == "messages-closed"

    @property
    def pictures(self) -> bool:
        return bool(options.table_setting("pictures", self.options))

    @property
    def hints(self) -> bool:
        return bool(options.table_setting("hints", self.options))

    @property
    def pace(self) -> Pace:
        pace: Pace = options.table_setting("pace", self.options)
        return pace

    def note(self, after: int, key: str, **fields: Any) -> None:
        """Write down what happened at the table, after so many events of the game."""
        self.notes.append(Note(after=after, key=key, fields=fields))

    def waiting_times(self) -> dict[int, float]:
        """Return since when the table waits for each seat whose person plays it."""
        return {seat: need.since for seat, need in self.needs.items() if not self.seats[seat].is_computer}

    def seat_of(self, person: int) -> int | None:
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    def last_order_answer(self, seat: int) -> float:
        """When a standing order answered last for a seat whose person has not answered since."""
        return self.by_order[seat].at if seat in self.by_order else 0

    def shortcuts_of(self, seat: int) -> list[str]:
        return self.taken.get(seat, [])

    def persons(self) -> list[int]:
        return [seat.person for seat in self.seats if seat.person is not None]

    def known_persons(self) -> set[int]:
        """Every person who sits at the table or has sat there in the game."""
        return {
            person for seat in self.seats for person in (seat.person, seat.left, *seat.seen_by) if person is not None
        }

    def present_persons(self) -> list[int]:
        """The persons who play themselves."""
        return [seat.person for seat in self.seats if seat.person is not None and not seat.away]

    def names(self) -> list[str]:
        """Display names by seat; two alike get their letter."""
        return disambiguate_names([seat.name for seat in self.seats])

    def name_history(self) -> list[list[str]]:
        """The same as it was before each of the notes, and as it is now: whose deeds they were, stays in the log."""
        plain = [seat.name for seat in self.seats]
        then = [disambiguate_names(plain)]
        for note in reversed(self.notes):
            if note.key == "hob-joined":
                plain[int(note.fields["p"][1:])] = note.fields["q"]
            then.append(disambiguate_names(plain))
        return then[::-1]

    def update_prompts(self, waiting: list[int], question: int, now: float) -> None:
        """Keep the needs that go on (a follow-up of the same seat is the same need), drop the others, add new ones."""
        before = self.needs
        self.needs = {seat: before.get(seat) or PendingPrompt(since=now) for seat in waiting}
        for need in self.needs.values():
            if need.question != question:
                need.question, need.asked = question, now
