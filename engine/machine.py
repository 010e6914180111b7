"""The rules machine: the remaining work is a stack of named steps inside plain data.

A *step* is a small generator function that asks at most once and acts only afterwards; a step that asks nothing may be
a plain function.  Above its `yield` a step reads, but does not write, roll or draw.  So it can be asked again at any
time: after loading, after an offer, after an upgrade of the code.  `engine/README.md` has the whole contract.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from inspect import get_annotations
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import Field

MAX_STEPS = 10_000  # steps between two questions


class EngineError(Exception):
    """The base of all exceptions that the engine raises on purpose."""


class IllegalChoice(EngineError):
    """The chosen option is not on offer; nothing has changed."""


class RulesFault(EngineError):
    """The rules broke their contract (no options, a second question, an endless loop); the caller freezes the table."""


class Ask(NamedTuple):
    """A question to one seat.  `say`, a key of the game's texts, and `fields` are public; secrets are in `options`.
    The field `p`, the seat itself, is added.

    `options` are short paths ``part/part`` of ``[a-z0-9+-]``, at most 60 characters, stable and in a fixed order.
    `secret` means that the options would reveal a hand or a face-down card.
    A question that is not secret and has one option answers itself, unless it `stays` (to leave time for offers).
    """

    seat: int
    say: str
    options: list[str]
    secret: bool = False
    fields: dict[str, Any] = {}  # read-only
    stays: bool = False


class Event(NamedTuple):
    """An entry of the log: `key` names a sentence, `fields` fill it.  Only the seat `to` may read it; None: all.

    Field values are ids (``"s2"`` for a seat, card and place ids), integers, booleans, or lists of these.
    """

    key: str
    fields: dict[str, Any] = {}  # read-only
    to: int | None = None


@dataclass(slots=True)
class Frame:
    """A step still to do.  While its question is open it has a number, and `given` holds early answers to it."""

    step: str
    args: list[Any] = field(default_factory=list)
    number: int = 0
    given: dict[int, str] = field(default_factory=dict)


Fields = dict[str, Any]
Asks = Ask | dict[int, Ask]
AskStep = Generator[Ask, str, None]  # a step that asks one seat
AskAllStep = Generator[dict[int, Ask], dict[int, str], None]  # a step that asks several seats at once
PausedStep = Generator[Asks, Any, None]
PendingStep = tuple[PausedStep, Asks]  # a step paused at its question, and that question
Step = Callable[..., PausedStep | None]
T = TypeVar("T", bound="Table")


def seat_id(seat: int) -> str:
    return f"s{seat}"


def seat_of(part: str) -> int:
    return int(part[1:])


class Rules(dict[str, Step]):
    """The named steps of one game.  Snapshots store the names: rename a step only with an alias."""

    def step(self, function: Step) -> Step:
        name = function.__name__
        if name in self:
            raise ValueError(f"two steps have the name {name}")
        self[name] = function
        return function

    def alias(self, old: str, function: Step) -> None:
        """Run `function` for snapshots that store the step name `old`."""
        self[old] = function


@dataclass
class Table:
    """The base of every game's state.  Fields hold plain typed data, which survives dump and load in mid-effect."""

    players: int
    seed: str = ""
    rng: Annotated[int, Field(ge=0, lt=1 << 128)] = 0  # all randomness, see rng.py
    stack: list[Frame] = field(default_factory=list)  # the next step is the last item
    questions: int = 0  # number of questions opened so far
    log: list[Event] = field(default_factory=list)
    asks: Annotated[dict[int, Ask], Field(exclude=True)] = field(default_factory=dict)  # seats that must choose now
    changes: Annotated[dict[int, Ask], Field(exclude=True)] = field(default_factory=dict)  # may choose again
    waiting: Annotated["PendingStep | None", Field(exclude=True)] = field(default=None, repr=False, compare=False)

    def __init_subclass__(cls) -> None:
        """Raise TypeError for a field without a default, because snapshots of older versions lack it."""
        for name, kind in get_annotations(cls).items():
            if name not in vars(cls) and "ClassVar" not in str(kind):
                raise TypeError(
                    f"{cls.__module__}.{cls.__qualname__}: the field {name!r} has no default for older tables.\n"
                    f"Write `{name}: ... = 0`, or `= field(default_factory=list)`."
                )

    def push_steps(self, *frames: Any) -> None:
        """Push steps to run next, in this order.  A frame is a step, its name, or a tuple of it and its arguments."""
        for frame in reversed(frames):
            step, *args = frame if type(frame) is tuple else (frame,)
            self.stack.append(Frame(step if type(step) is str else step.__name__, args))

    def log_event(self, key: str, to: int | None = None, **fields: Any) -> None:
        """Add an event to the log, for everyone or for one seat alone."""
        self.log.append(Event(key, fields, to))

    def events_since(self, key: str) -> list[Event]:
        """Return the events after the last one with this key; all if there is none."""
        last = next((n for n in range(len(self.log), 0, -1) if self.log[n - 1].key == key), 0)
        return self.log[last:]

    def ask_of(self, seat: int) -> Ask | None:
        """Return what a seat must choose, or may choose again."""
        return self.asks.get(seat) or self.changes.get(seat)

    def next_seat(self, seat: int, among: Sequence[Any] = ()) -> int:
        """Return the next seat clockwise; with `among` (a value for each seat), the next one whose value is true.

        Return `seat` itself if no other seat has a true value.
        """
        return next((one for one in self.clockwise(seat)[1:] if not among or among[one]), seat)

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with this one."""
        return [(seat + step) % self.players for step in range(self.players)]

    @property
    def question(self) -> int:
        """Return the number of the open question, 0 if there is none."""
        return self.stack[-1].number if self.asks else 0


def run(rules: Mapping[str, Step], g: Table, after: str = "loading") -> None:
    """Run steps until a seat must choose or nothing is left to do.  A question that is already open is asked again.

    `after` names the previous step, for error messages.  Raises RulesFault.
    """
    g.asks, g.changes, g.waiting = {}, {}, None
    stack = g.stack
    for _ in range(MAX_STEPS):
        if not stack:
            return
        frame = stack.pop()
        if frame.step not in rules:
            similar = ", ".join(get_close_matches(frame.step, rules, 3, 0))
            raise RulesFault(
                f"After {after} comes the step {frame.step!r}, which doesn't exist; similar names: {similar}.\n"
                "Correct the name in push_steps, put @rules.step above it, or keep an old name with rules.alias."
            )
        after = frame.step
        pausing = rules[after](g, *frame.args)
        asked = next(pausing, None) if pausing else None
        if asked is not None and pausing is not None and _open_question(g, frame, pausing, asked):
            return
    raise RulesFault(
        f"{MAX_STEPS} steps without a question; the last one was {after}.\n"
        "Steps that push each other must ask a seat, or stop when the game is over."
    )


def asks_of(rules: Mapping[str, Step], g: Table, frame: Frame) -> dict[int, Ask]:
    """Return the question that a frame would ask now, wherever it is in the stack.

    Call it only for steps that ask: these change nothing before their question, any other step would act.
    """
    asked = next(rules[frame.step](g, *frame.args) or iter(()), None)
    return asked if isinstance(asked, dict) else {asked.seat: asked} if asked else {}


def _open_question(g: Table, frame: Frame, pausing: PausedStep, asked: Asks) -> bool:
    """Open a question.  Return False if it was answered at once, by itself or by an early answer."""
    if isinstance(asked, Ask) and not frame.given:  # by far the most common case
        _require_options(frame, asked)
        if _is_forced(asked):
            frame.given[asked.seat] = asked.options[0]
            _act(frame, pausing, asked)
            return False
        g.asks = {asked.seat: asked}
    else:
        asks, given = asked if isinstance(asked, dict) else {asked.seat: asked}, frame.given
        for ask in asks.values():
            _require_options(frame, ask)
        # A load or an offer may have removed the option that a seat chose early: then ask that seat again.
        for seat in [seat for seat, option in given.items() if seat not in asks or option not in asks[seat].options]:
            del given[seat]
        given |= {seat: ask.options[0] for seat, ask in asks.items() if seat not in given and _is_forced(ask)}
        if len(given) == len(asks):
            _act(frame, pausing, asked)
            return False
        g.asks = {seat: ask for seat, ask in asks.items() if seat not in given}
        g.changes = {seat: ask for seat, ask in asks.items() if seat in given}
    if frame.number == 0:
        g.questions += 1
        frame.number = g.questions
    g.stack.append(frame)
    g.waiting = pausing, asked
    return True


def _require_options(frame: Frame, ask: Ask) -> None:
    if not ask.options:
        raise RulesFault(
            f"{frame.step} asks seat {ask.seat} without options.\n"
            "Offer at least one, such as 'pass', or return before the yield."
        )


def _is_forced(ask: Ask) -> bool:
    return len(ask.options) == 1 and not ask.secret and not ask.stays


def _act(frame: Frame, pausing: PausedStep, asked: Asks) -> None:
    """Let the step act on the answer to what it asked: an option, or each seat's."""
    try:
        pausing.send(dict(sorted(frame.given.items())) if isinstance(asked, dict) else frame.given[asked.seat])
    except StopIteration:
        return
    raise RulesFault(
        f"{frame.step} asked twice, but a step has one question.\n"
        "Push another step that asks the second one: g.push_steps((another_step, seat))."
    )


def answer(rules: Mapping[str, Step], g: Table, seat: int, option: str, offers: Mapping[str, Any]) -> None:
    """Apply a seat's answer, or an offer (``{option: frame}``), and run on.  Raises IllegalChoice, changing nothing."""
    ask = g.ask_of(seat)
    if ask is not None and option in ask.options:
        frame = g.stack[-1]
        frame.given[seat] = option
        if len(g.asks) > (seat in g.asks):  # others still owe an answer
            g.changes[seat] = ask
            g.asks.pop(seat, None)
            return
        if g.waiting is not None:
            pausing, asked = g.waiting
            g.stack.pop()
            g.asks, g.changes, g.waiting = {}, {}, None
            _act(frame, pausing, asked)
        after = frame.step
    elif option in offers:
        g.push_steps(offers[option])
        after = option
    else:
        raise IllegalChoice(f"seat {seat} can't choose {option!r} now")
    run(rules, g, after)


# ---- copies
_PLAIN = frozenset({int, str, bool, float, type(None)})
_FIELDS: dict[type, tuple[str, ...]] = {}  # of dataclasses; empty for other classes, which are immutable


def clone(g: T) -> T:
    """Return an independent copy.  Events and questions are shared, because they never change.

    The copy has no paused generator: its next answer runs the asking step again.
    """
    twin = object.__new__(type(g))
    for name, value in vars(g).items():
        if name in ("log", "asks", "changes"):
            value = value.copy()
        elif name == "waiting":
            value = None
        elif type(value) not in _PLAIN:
            value = _copy_value(value)
        twin.__dict__[name] = value
    return twin


def _copy_value(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return [item if type(item) in _PLAIN else _copy_value(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in _PLAIN else _copy_value(item) for key, item in value.items()}
    if kind is tuple:
        return tuple([item if type(item) in _PLAIN else _copy_value(item) for item in value])
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    if not names:
        return value
    twin = object.__new__(kind)
    for name in names:
        item = getattr(value, name)
        setattr(twin, name, item if type(item) in _PLAIN else _copy_value(item))
    return twin
