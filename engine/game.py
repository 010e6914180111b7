"""What a Game is: the door through which everything else meets the rules."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine import machine, rng, snapshot
from engine.decks import Card, Decks
from engine.machine import EngineError, Rules, T

Reason = tuple[str, dict[str, Any]]


class InvalidOptions(EngineError):
    """A game was to be dealt with a number of seats or with options that it does not have."""


class PublicModel(BaseModel):
    """The base of every model that leaves the engine: only what is named here can be shown."""

    model_config = ConfigDict(extra="forbid")


class GameOptions(PublicModel):
    """Choices made in the lobby.  Each field has a default; their words stand in cogs, by the field's name."""


class DeckOptions(GameOptions):
    """Options of a game to which an operator may add decks; each such game says which there are."""

    decks: ClassVar[Decks[Any]]

    deck: str = "hob"

    @field_validator("deck")
    @classmethod
    def _is_there(cls, deck: str) -> str:
        if deck not in cls.decks:
            raise ValueError(f"there is no deck {deck!r}, only {', '.join(cls.decks)}")
        return deck


class Question(PublicModel):
    """An open question as one viewer sees it.  `options` is None where they are another seat's secret."""

    number: int
    seat: int
    say: str
    fields: dict[str, Any]
    secret: bool
    options: list[str] | None
    given: str | None = None  # the viewer's own early answer, which may still be changed


class View(PublicModel):
    """What one seat may know, or the channel (`seat` None).  Each game adds fields of its own."""

    game: str
    seat: int | None
    players: int
    waiting: list[int]  # who must choose now
    chosen: list[int]  # who has chosen while others still choose
    questions: list[Question]
    offers: dict[int, list[str]]  # what each seat may do unasked; offers never tell a secret
    over: bool

    def question_of(self, seat: int) -> Question | None:
        return next((question for question in self.questions if question.seat == seat), None)


OrderEnd = Literal[
    "turn", "game"
]  # when a standing order is over: with the beginning of one's next turn, or with the game


class Order(NamedTuple):
    """A standing order: what a seat says in advance to questions outside its own turn.

    `choose` sees no more than the seat's view and its question; None where it is to be asked all the same.
    """

    key: str
    choose: Callable[[Any, Question], str | None]
    ends: tuple[OrderEnd, ...] = get_args(OrderEnd)


class Line(PublicModel):
    """One line of a final score; `key` names its sentence, `points` is None where it counts nothing."""

    key: str
    fields: dict[str, Any] = Field(default_factory=dict)
    points: int | None = None


class Score(PublicModel):
    """One seat's final score.  `place` 1 is best; equal places are shared."""

    seat: int
    place: int
    total: int | None = None
    lines: list[Line] = []


class Standing(NamedTuple):
    """How a seat stands.  `total` is what its score would say; of two seats the one with the higher `rank` is before.

    Ranks of one table are tuples of the same length: first the points by which one leads, then what breaks a tie.
    """

    total: int
    rank: tuple[int, ...]


def places(standings: list[Standing]) -> list[int]:
    """The place of each seat, 1 the best; equals share a place, and those behind them skip it."""
    ranks = [standing.rank for standing in standings]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def winners(standings: list[Standing]) -> list[int]:
    """Return the seats that share the first place."""
    return [seat for seat, place in enumerate(places(standings)) if place == 1]


class Result(PublicModel):
    """How a game ended.  `scores` stand best first; `key` names the sentence where a game has a special one."""

    winners: list[int]
    scores: list[Score]
    key: str = ""


class Game(ABC, Generic[T]):
    """One of the games.  Subclasses fill in the class variables and the abstract methods; the rest is the door."""

    slug: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[Rules]
    Table: ClassVar[type[machine.Table]]
    ViewModel: ClassVar[type[View]]
    Options: ClassVar[type[GameOptions]] = GameOptions
    decks: ClassVar[Decks[Any] | None] = None  # where its cards come from, if it has cards; operators add to them
    house: ClassVar[bool] = False  # the cards of the deck `hob` are stand-ins of our own
    expiring_offers: ClassVar[str] = ""  # how the offers begin that somebody's next answer ends
    declining_offer: ClassVar[str] = ""  # the one of these that lets the others lapse at once, where there is one
    telltale_questions: ClassVar[frozenset[str]] = frozenset()  # by their `say`: a good answer tells what one holds
    deducible: ClassVar[frozenset[str]] = frozenset()  # secret fields of the view that a perfect memory can work out
    orders: ClassVar[tuple[Order, ...]] = ()  # the standing orders that a seat may give
    schema: ClassVar[int] = 1  # grows when a snapshot's form changes in a way that a new default cannot mend
    upgrades: ClassVar[dict[int, snapshot.Upgrade]] = {}  # schema -> what turns its state into the next schema's

    # ---- what a game fills in
    @abstractmethod
    def set_up(self, g: T, game_options: Any) -> None:
        """Lay out the table and push the first steps."""

    @abstractmethod
    def view_fields(self, g: T, seat: int | None) -> dict[str, Any]:
        """The game's own fields of the view: name what is shown, nothing else."""

    @abstractmethod
    def redeal_hidden(self, g: T, seat: int | None) -> None:
        """Deal again, by `chance`, everything that `seat` cannot see, consistent with all it has seen.

        First put what is dealt into one fixed order: how it lay must make no difference.
        """

    @abstractmethod
    def standing(self, g: T) -> list[Standing]:
        """How each seat stands if the game ended now, by what lies on the table, secrets included; at the end as in
        `result`.  So it is for tables that the caller may see whole: one that has ended, or a resampled one."""

    @abstractmethod
    def component_counts(self, g: T) -> dict[str, int]:
        """Every card, token and cube wherever it lies, counted by kind; never changes during a game."""

    def lines(self, g: T, seat: int) -> list[Line]:
        """Explain the final score of `seat`, line by line."""
        return []

    def offer_frames(self, g: T, seat: int) -> dict[str, Any]:
        """Offers: what `seat` may do unasked, each with the frame that does it."""
        return {}

    def reason(self, g: T, seat: int, option: str) -> Reason | None:
        """Why `option` is not on offer to the asked `seat`, told from that seat's view only."""
        return None

    def turn(self, g: T) -> int:
        """Whose turn it is, for standing orders; negative where it is nobody's."""
        return -1

    def weight(self, world: T, seat: int) -> float:
        """How plausible a table that `resample` has dealt for `seat` is, after all that was done in the open.

        Only by what the seat may read in the log; likelihoods of one moment compare with each other, and none is 0.
        """
        return 1.0

    def eliminated(self, g: T) -> list[int]:
        """Return the seats whose game has ended before the others', or against whom it has ended at one stroke."""
        return []

    def rationality(self, world: T, seat: int) -> list[float]:
        """How likely it is in such a world that each seat knows what it wants, and does not do anything at random.

        Only by what the seat may read in the log, too.
        """
        return [1.0] * world.players

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        """Every card of the game by its id, for looking up; `deck` as in the options."""
        return dict(self.decks[deck]) if self.decks else {}

    # ---- the door
    def deal(self, seats: int, seed: str | None = None, **options: Any) -> T:
        """A new table.  Without a seed one is drawn that nobody can guess.  Raises BadOptions."""
        if seats not in self.seats:
            raise InvalidOptions(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        try:
            chosen = self.Options(**options)
        except ValidationError as fault:
            raise InvalidOptions(str(fault)) from fault
        seed = secrets.token_hex(16) if seed is None else seed
        g: T = self.Table(players=seats, seed=seed, rng=rng.initial_rng(seed))  # type: ignore[assignment]
        self.set_up(g, chosen)
        machine.run(self.rules, g, "set_up")
        return g

    def offers(self, g: T, seat: int) -> list[str]:
        """What `seat` may do unasked; mostly nothing."""
        return list(self.offer_frames(g, seat)) if g.asks and seat in range(g.players) else []

    def is_expiring(self, offer: str) -> bool:
        """Whether somebody's next answer ends this offer."""
        return bool(self.expiring_offers) and offer.startswith(self.expiring_offers)

    def answer(self, g: T, seat: int, option: str) -> None:
        """Raises IllegalChoice, and changes nothing, if `option` is not on offer."""
        ask = g.asks.get(seat) or g.changes.get(seat)
        if ask is None or option not in ask.options:  # only then is it worth working out what else is on offer
            offers = self.offer_frames(g, seat) if g.asks and seat in range(g.players) else {}
        else:
            offers = {}
        machine.answer(self.rules, g, seat, option, offers)

    def ordered(self, g: T, seat: int, key: str) -> str | None:
        """What a standing order of this seat answers its open question with; None where it is to be asked."""
        order = next((order for order in self.orders if order.key == key), None)
        ask = g.asks.get(seat)
        if order is None or ask is None or self.turn(g) == seat:
            return None
        view = self.view(g, seat)
        question = view.question_of(seat)
        choice = order.choose(view, question) if question else None
        return choice if choice in ask.options else None

    def why_not(self, g: T, seat: int, option: str) -> Reason | None:
        """None if `option` is on offer to `seat`, else the key and fields of the reason why not."""
        ask = g.asks.get(seat) or g.changes.get(seat)
        if (ask and option in ask.options) or option in self.offers(g, seat):
            return None
        if not g.asks:
            return "over", {}
        known = self.reason(g, seat, option) if seat in range(g.players) else None
        return known or (("not-an-option", {}) if ask else ("not-asked", {}))

    def result(self, g: T) -> Result | None:
        """Return how the game ended, which follows from `standing`; None while it goes on."""
        if g.stack:
            return None
        standings = self.standing(g)
        place = places(standings)
        scores = [
            Score(seat=seat, place=place[seat], total=standings[seat].total, lines=self.lines(g, seat))
            for seat in sorted(range(g.players), key=place.__getitem__)
        ]
        return Result(winners=winners(standings), scores=scores)

    def view(self, g: T, seat: int | None = None) -> View:
        """What `seat`, or the channel, may know."""
        number, given = g.question, g.stack[-1].given if g.asks else {}
        questions = [
            Question(
                number=number,
                seat=ask.seat,
                say=ask.say,
                fields=ask.fields,
                secret=ask.secret,
                options=list(ask.options) if ask.seat == seat or not ask.secret else None,
                given=given.get(ask.seat) if ask.seat == seat else None,
            )
            for _, ask in sorted({**g.asks, **g.changes}.items())
        ]
        return self.ViewModel(
            game=self.slug,
            seat=seat,
            players=g.players,
            waiting=sorted(g.asks),
            chosen=sorted(g.changes),
            questions=questions,
            offers={s: found for s in range(g.players) if (found := self.offers(g, s))},
            over=not g.asks,
            **self.view_fields(g, seat),
        )

    def events(self, g: T, seat: int | None = None) -> list[machine.Event]:
        """The log as `seat`, or the channel, may read it."""
        return [event for event in g.log if event.to is None or event.to == seat]

    def resample(self, g: T, seat: int | None, seed: str) -> T:
        """A new table, equal to `g` in all that `seat` (None: the channel) knows and dealt anew in all else.

        It depends on what `seat` knows and on the text `seed`, and on nothing else; its log is what `seat` may read.
        """
        twin = machine.clone(g)
        twin.seed, twin.rng = seed, rng.initial_rng(seed)
        twin.log = self.events(g, seat)
        early: list[tuple[machine.Frame, list[int]]] = []
        for frame in twin.stack:  # an early answer of another seat is hidden, and may not fit its new hand
            early.append((frame, [other for other in sorted(frame.given) if other != seat]))
            frame.given = {s: option for s, option in frame.given.items() if s == seat}
        self.redeal_hidden(twin, seat)
        for frame, others in early:
            asks = machine.asks_of(self.rules, twin, frame) if others else {}
            frame.given |= {s: rng.roll(twin, asks[s].options) for s in others if s in asks}
        if twin.asks:
            machine.run(self.rules, twin)
        return twin

    def dump(self, g: T) -> bytes:
        """JSON bytes of the whole table; open questions are not among them, for loading asks again."""
        return snapshot.dump(self, g)

    def load(self, data: bytes) -> T:
        """The table again, at the same question.  Raises snapshot.CorruptSnapshot."""
        g: T = snapshot.load(self, data)
        return g
