"""The Game class: the one interface through which all other code uses the rules."""

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model, field_validator

from engine import fields, machine, rng
from engine.decks import Card, Decks
from engine.machine import EngineError, Rules, T

CONTRACT = 1  # the version of this interface, increased when older packages of games can no longer run
Reason = tuple[str, dict[str, Any]]
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]  # of a snapshot's state


class CorruptSnapshot(EngineError):
    """The bytes are not a table of this game, or a newer Hob has written them."""


class InvalidOptions(EngineError):
    """The game cannot be dealt with this number of seats or these options."""


class PublicModel(BaseModel):
    """The base of every model that leaves the engine: it rejects fields that it does not declare."""

    model_config = ConfigDict(extra="forbid")


class GameOptions(PublicModel):
    """Settings chosen in the lobby.  Each field has a default; its texts are in ``cogs``, by the field's name."""


class DeckOptions(GameOptions):
    """Options of a game to which an operator may add decks; each such game sets `decks`."""

    decks: ClassVar[Decks[Any]]

    deck: str = "hob"

    @field_validator("deck")
    @classmethod
    def _is_there(cls, deck: str) -> str:
        if deck not in cls.decks:
            raise ValueError(f"unknown deck {deck!r}; choose from {', '.join(cls.decks)}")
        return deck


class Question(PublicModel):
    """An open question as one viewer sees it.  `options` is None if they are another seat's secret."""

    number: int
    seat: int
    say: str
    fields: dict[str, Any]
    secret: bool
    options: list[str] | None
    given: str | None = None  # the viewer's own early answer, which can still be changed


class View(PublicModel):
    """The information that one seat, or the channel (`seat` None), may have.  Each game adds fields of its own."""

    game: str
    seat: int | None
    players: int
    waiting: list[int]  # seats that must choose now
    chosen: list[int]  # seats that have chosen while others still choose
    questions: list[Question]
    offers: dict[int, list[str]]  # what each seat may do unasked; offers never reveal a secret
    over: bool

    @property
    def me(self) -> int:
        """Return the seat that has this view, which must not be the channel's."""
        assert self.seat is not None
        return self.seat

    def question_of(self, seat: int | None) -> Question | None:
        return next((question for question in self.questions if question.seat == seat), None)

    def options_of(self, seat: int) -> list[str]:
        """Return the options of the seat's question; none if it isn't asked, or if its options are secret."""
        question = self.question_of(seat)
        return (question.options or []) if question is not None else []


OrderEnd = Literal["turn", "game"]  # a standing order ends when the seat's next turn begins, or with the game


class Order(NamedTuple):
    """A standing order: a seat's advance answer to questions outside its own turn.

    `choose` gets only the seat's view and its question; it returns None if the seat is to be asked after all. An order
    that is `forced` answers only if nothing else is possible, in the seat's own turn too.
    """

    key: str
    choose: Callable[[Any, Question], str | None]
    ends: tuple[OrderEnd, ...] = get_args(OrderEnd)
    forced: bool = False


class Line(PublicModel):
    """One line of a final score; `key` names its sentence, `points` is None if it counts nothing."""

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
    """A seat's standing.  `total` is its score if the game ended now; a higher `rank` is ahead.

    All ranks of a table are tuples of the same length: first the points that decide, then the tie-breakers.
    """

    total: int
    rank: tuple[int, ...]


def places(standings: list[Standing]) -> list[int]:
    """Return each seat's place, 1 being the best; equal seats share a place, and the next places are skipped."""
    ranks = [standing.rank for standing in standings]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def winners(standings: list[Standing]) -> list[int]:
    """Return the seats that share the first place."""
    return [seat for seat, place in enumerate(places(standings)) if place == 1]


class Result(PublicModel):
    """The end of a game.  `scores` are best first."""

    winners: list[int]
    scores: list[Score]


class Game(ABC, Generic[T]):
    """A game.  Subclasses set the class variables and implement the abstract methods; other code calls the rest.

    If the fields of its table say who may see them (`fields.py`), `ViewModel`, `Options`, `view_fields`,
    `redeal_hidden` and `component_counts` follow from them; otherwise implement them, too.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[Rules]
    Table: ClassVar[type[machine.Table]]
    ViewModel: ClassVar[type[View]]
    Options: ClassVar[type[GameOptions]] = GameOptions
    decks: ClassVar[Decks[Any] | None] = None  # its decks, if it has cards; operators can add more
    house: ClassVar[bool] = False  # True if the cards of the deck `hob` are our own stand-ins
    expiring_offers: ClassVar[str] = ""  # prefix of the offers that end with the next answer of any seat
    declining_offer: ClassVar[str] = ""  # the offer among these that makes the others lapse at once, if there is one
    # The `say` of questions where a good answer reveals the hand.
    telltale_questions: ClassVar[frozenset[str]] = frozenset()
    deducible: ClassVar[frozenset[str]] = frozenset()  # secret fields of the view that a perfect memory can work out
    actions: ClassVar[tuple[str, ...]] = ()  # the forms of all actions, "bid/{count}/{face}", if it wants commands
    orders: ClassVar[tuple[Order, ...]] = ()  # the standing orders that a seat may give
    contract: ClassVar[int] = 1  # the CONTRACT that a game from another package was written for
    schema: ClassVar[int] = 1  # increased when a snapshot's form changes in a way that a default can't handle
    upgrades: ClassVar[dict[int, Upgrade]] = {}  # schema -> conversion of its state to the next schema

    def __init_subclass__(cls) -> None:
        """Set the table class, and derive `ViewModel` and `Options` from its fields unless the game defines them.

        Raises TypeError if only some fields have marks, if a name is taken by every view, or if a method is missing.
        """
        super().__init_subclass__()
        bases = vars(cls).get("__orig_bases__", ())
        kinds = [kind for base in bases for kind in get_args(base) if isinstance(kind, type)]
        table = vars(cls).get("Table", next((kind for kind in kinds if issubclass(kind, machine.Table)), None))
        if table is None:
            return
        cls.Table = table
        marks = fields.marks_of(table)
        if marks and "ViewModel" not in vars(cls):
            types: dict[str, Any] = {name: (kind, ...) for name, kind in fields.view_types(table).items()}
            if taken := [name for name in types if name in View.model_fields or name in vars(View)]:
                raise TypeError(
                    f"{table.__module__}.{table.__qualname__}: every view already has a {taken[0]!r}.\n"
                    "Give the field another name."
                )
            cls.ViewModel = create_model(f"{cls.__name__}View", __base__=View, **types)
        if marks and "Options" not in vars(cls):
            settings: dict[str, Any] = fields.option_types(table)
            cls.Options = create_model(f"{cls.__name__}Options", __base__=GameOptions, **settings)
        for name in () if marks else ("view_fields", "redeal_hidden", "component_counts"):
            if getattr(cls, name) is getattr(Game, name):
                raise TypeError(
                    f"{cls.__module__}.{cls.__qualname__} needs the method {name}.\n"
                    f"Write it, or let the fields of {table.__name__} say who may see them, with engine.fields."
                )

    # ---- implemented by each game
    @abstractmethod
    def set_up(self, g: T, game_options: Any) -> None:
        """Lay out the table and push the first steps."""

    @abstractmethod
    def standing(self, g: T) -> list[Standing]:
        """Return how each seat would stand if the game ended now, secrets included; at the end, as in `result`.

        Use it only for tables that the caller may see entirely: one that has ended, or a resampled one.
        """

    # ---- derived from the fields of the table, if they say who may see them
    def view_fields(self, g: T, seat: int | None) -> dict[str, Any]:
        """Return the game's own fields of the view: exactly what the viewer may see."""
        return fields.view_of(g, seat)

    def redeal_hidden(self, g: T, seat: int | None) -> None:
        """Deal again, with `rng`, everything that `seat` cannot see, consistent with all it has seen.

        First sort what is dealt into a fixed order: its previous order must make no difference.
        """
        fields.redeal(g, seat)

    def component_counts(self, g: T) -> dict[str, int]:
        """Count every card, token and cube by kind, wherever it lies; the counts never change during a game."""
        return fields.count(g)

    # ---- optional
    def lines(self, g: T, seat: int) -> list[Line]:
        """Explain the final score of `seat`, line by line."""
        return []

    def offer_frames(self, g: T, seat: int) -> dict[str, Any]:
        """Return the offers: what `seat` may do unasked, each with the frame that does it."""
        return {}

    def reason(self, g: T, seat: int, option: str) -> Reason | None:
        """Return why `option` is not on offer to the asked `seat`, judged only by that seat's view."""
        return None

    def turn(self, g: T) -> int:
        """Return the seat that has its turn, for standing orders; negative if none has."""
        return -1

    def weight(self, world: T, seat: int) -> float:
        """Return how plausible a table that `resample` has dealt for `seat` is, given all public actions.

        It uses only what the seat may read in the log.  Only values of the same moment are comparable; none is 0.
        """
        return 1.0

    def eliminated(self, g: T) -> list[int]:
        """Return the seats that are out of the game or that lost it in a single move."""
        return []

    def rationality(self, world: T, seat: int) -> list[float]:
        """Return each seat's probability, in such a world, of knowing what it wants instead of acting at random.

        It uses only what the seat may read in the log.
        """
        return [1.0] * world.players

    def sensible_actions(self, g: T, seat: int, actions: list[str]) -> list[str]:
        """Return those of `actions` that computers consider, the most obvious first; at least one.

        Override it for questions with dozens of actions.  It uses only what the seat may see.
        """
        return actions

    def every_card(self, g: T) -> Iterable[str]:
        """Return the cards of the table, wherever they are, if they come from a deck that an operator may change.

        The table's field `deck`, if it has one, is the name of that deck.
        """
        return ()

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        """Return every card of the game by its id, for look-ups; `deck` as in the options."""
        return dict(self.decks[deck]) if self.decks else {}

    # ---- called by other code
    def deal(self, seats: int, seed: str | None = None, **options: Any) -> T:
        """Return a new table.  Without a seed, draw one that cannot be guessed.  Raises InvalidOptions."""
        if seats not in self.seats:
            raise InvalidOptions(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        try:
            chosen = self.Options(**options)
        except ValidationError as fault:
            raise InvalidOptions(str(fault)) from fault
        seed = secrets.token_hex(16) if seed is None else seed
        g: T = self.Table(players=seats, seed=seed, rng=rng.initial_rng(seed))  # type: ignore[assignment]
        fields.set_options(g, chosen)
        self.set_up(g, chosen)
        machine.run(self.rules, g, "set_up")
        return g

    def offers(self, g: T, seat: int) -> list[str]:
        """Return what `seat` may do unasked; mostly nothing."""
        return list(self.offer_frames(g, seat)) if g.asks and seat in range(g.players) else []

    def is_expiring(self, offer: str) -> bool:
        """Return whether the next answer of any seat ends this offer."""
        return bool(self.expiring_offers) and offer.startswith(self.expiring_offers)

    def answer(self, g: T, seat: int, option: str) -> None:
        """Apply an answer or an offer.  Raises IllegalChoice, and changes nothing, if `option` is not on offer."""
        ask = g.ask_of(seat)
        is_answer = ask is not None and option in ask.options  # otherwise the offers are needed
        offers = self.offer_frames(g, seat) if not is_answer and g.asks and seat in range(g.players) else {}
        machine.answer(self.rules, g, seat, option, offers)

    def ordered(self, g: T, seat: int, key: str) -> str | None:
        """Return the answer of a standing order to this seat's open question; None if the seat is to be asked."""
        order = next((order for order in self.orders if order.key == key), None)
        ask = g.asks.get(seat)
        if order is None or ask is None or (self.turn(g) == seat and not order.forced):
            return None
        if order.forced and len(ask.options) > 1:
            return None
        view = self.view(g, seat)
        question = view.question_of(seat)
        choice = order.choose(view, question) if question else None
        return choice if choice in ask.options else None

    def why_not(self, g: T, seat: int, option: str) -> Reason | None:
        """Return None if `option` is on offer to `seat`, else the key and fields of the reason why not."""
        ask = g.ask_of(seat)
        if (ask and option in ask.options) or option in self.offers(g, seat):
            return None
        if not g.asks:
            return "over", {}
        known = self.reason(g, seat, option) if seat in range(g.players) else None
        return known or (("not-an-option", {}) if ask else ("not-asked", {}))

    def result(self, g: T) -> Result | None:
        """Return how the game ended, derived from `standing`; None while it's going on."""
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
        """Return what `seat`, or the channel (None), may know."""
        number, given = g.question, g.stack[-1].given if g.asks else {}
        questions = [
            Question(
                number=number,
                seat=ask.seat,
                say=ask.say,
                fields=ask.fields if "p" in ask.fields else {"p": machine.seat_id(ask.seat), **ask.fields},
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
            offers={s: options for s in range(g.players) if (options := self.offers(g, s))},
            over=not g.asks,
            **self.view_fields(g, seat),
        )

    def events(self, g: T, seat: int | None = None) -> list[machine.Event]:
        """Return the log as `seat`, or the channel (None), may read it."""
        return [event for event in g.log if event.to is None or event.to == seat]

    def resample(self, g: T, seat: int | None, seed: str) -> T:
        """Return a table equal to `g` in all that `seat` (None: the channel) knows, with everything else dealt again.

        It depends only on what `seat` knows and on the text `seed`; its log is what `seat` may read.
        """
        twin = machine.clone(g)
        twin.seed, twin.rng = seed, rng.initial_rng(seed)
        twin.log = self.events(g, seat)
        early: list[tuple[machine.Frame, list[int]]] = []
        for frame in twin.stack:  # another seat's early answer is hidden, and may not fit its new hand
            early.append((frame, [other for other in sorted(frame.given) if other != seat]))
            frame.given = {s: option for s, option in frame.given.items() if s == seat}
        self.redeal_hidden(twin, seat)
        for frame, others in early:
            asks = machine.asks_of(self.rules, twin, frame) if others else {}
            frame.given |= {s: rng.roll(twin, asks[s].options) for s in others if s in asks}
        if twin.asks:
            machine.run(self.rules, twin)
        return twin

    # ---- snapshots
    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.Table)

    def dump(self, g: T) -> bytes:
        """Return the whole table as JSON bytes, without its open questions: loading asks them again."""
        head = f'{{"game":"{self.slug}","schema":{self.schema},"state":'.encode()
        return head + self._adapter.dump_json(g) + b"}"

    def load(self, data: bytes) -> T:
        """Return the dumped table, at the same question, after upgrading an older one.

        Raises CorruptSnapshot, also if the operator has removed its deck, or cards from it.
        """
        try:
            whole = json.loads(data, parse_float=_fraction, parse_constant=_fraction)
            if whole["game"] != self.slug:
                raise ValueError(f"the snapshot is of the game {whole['game']}")
            schema, state = whole["schema"], whole["state"]
            if schema > self.schema:
                raise ValueError(
                    f"schema {schema} is newer than {self.schema}, the newest that this version of Hob knows"
                )
            for older in range(schema, self.schema):
                state = self.upgrades[older](state)
            if _may_hold_large_number(data, state):
                for name, value in state.items():
                    if name != "rng":  # has bounds of its own
                        _check_bounds(value)
            g: T = self._adapter.validate_python(state)
            if g.players not in self.seats:
                raise ValueError(f"invalid number of players: {g.players}")
            if self.decks is not None and (cards := {*self.every_card(g)}):
                deck = getattr(g, "deck", "hob")
                if gone := sorted(cards.difference(self.decks.get(deck, ()))):
                    raise ValueError(f"the deck {deck} has no {', '.join(gone)}")
            machine.run(self.rules, g)
        except Exception as fault:
            # A corrupt snapshot may break anything, its form or a step: the caller freezes the table, without guessing.
            raise CorruptSnapshot(f"{self.slug}: {type(fault).__name__}: {_without_values(fault)[:500]}") from fault
        return g


# ---- snapshots
MAX_NUMBER = 100_000  # far above any real number; looping up to a corrupt one could take hours
DIGITS = bytes.maketrans(b"123456789", b"000000000")


def _may_hold_large_number(data: bytes, state: dict[str, Any]) -> bool:
    """Return whether the bytes hold six digits in a row outside seed and `rng`: faster than checking each number."""
    rest = data.replace(b'"rng":%d,' % state["rng"], b"").replace(b'"seed":"%s",' % state["seed"].encode(), b"")
    return b"000000" in rest.translate(DIGITS)


def _fraction(text: str) -> float:
    """Parse a float, which may be large with few digits (1e9), or NaN.  Raises ValueError if it is out of bounds."""
    value = float(text)
    _check_bounds(value)
    return value


def _without_values(fault: Exception) -> str:
    """Return the fault's message without the values that pydantic quotes, which may be secret."""
    if not isinstance(fault, ValidationError):
        return str(fault)
    errors = fault.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in errors)


def _check_bounds(value: Any) -> None:
    """Raise ValueError for a number that no game can have."""
    if isinstance(value, list | dict):
        for one in value if isinstance(value, list) else value.values():
            _check_bounds(one)
    elif isinstance(value, int | float) and not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise ValueError("a number is too large")
