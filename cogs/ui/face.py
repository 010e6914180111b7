"""A game's face: everything that people see of it, in one object.  Each game's cog makes one subclass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.delivery.message import Row, Style
from cogs.ui.examples import Example
from cogs.ui.words import Template, Words, minus
from engine.cards import Card
from engine.game import Game, Line, Question, View
from engine.machine import Event

if TYPE_CHECKING:
    from cogs.ui.controls import Layout


class Label(NamedTuple):
    """What a button or an entry of a select says; `text` is the entry's second line."""

    label: str
    text: str = ""
    style: Style = "secondary"


class Page(NamedTuple):
    """A page of the rules look-up: our own words, one per rulebook chapter."""

    slug: str
    title: str
    text: str


@dataclass(frozen=True)
class Param:
    """An argument of a slash command: the part of the option path it stands for."""

    name: str
    help: str
    optional: bool = False


@dataclass(frozen=True)
class Verb:
    """A slash command of one game.  A pattern is an option path: `{name}` is an argument, `{name*}` takes the rest.

    It answers the open question if that is one of `says` (empty: any) and has options of this form, or an offer; with
    `says` no offer takes the place of a pattern's first argument.
    `not_now` is said when it does not ("You haunt on your own turn.").
    """

    name: str
    help: str
    patterns: tuple[str, ...]
    not_now: str
    params: tuple[Param, ...] = ()
    says: tuple[str, ...] = ()


class Face:
    """Subclasses set the class variables and override what they need.

    Templates of SAY (to the asked), NOW (for all), LOG, WHY (why not) and LINES (final score) are keyed by the engine's
    keys.  `art` is the game's picture module: table, hand, card, table_alt, hand_alt.
    """

    game: Game[Any]
    group: str
    blurb: str
    colour: int
    art: ModuleType
    has_hand = True
    points = True  # the winner's total is said in the headline
    close_ups = False  # `art` draws one seat's public things large: close_up(view, names, seat) and close_up_alt
    hand_button = "My hand"
    log_only: Sequence[str] = ()  # events that go without saying, and stand in the log only
    at_once: Sequence[str] = ()  # news for one seat that its press is answered with, and that its hand's words repeat
    alike = False  # options of different questions look alike: why not is told only of a verb's own questions
    guide: Sequence[str] = ()
    pages: Sequence[Page] = ()
    examples: Mapping[str, Example] = {}  # slug of a page -> the picture below it
    verbs: Sequence[Verb] = ()
    SAY: Mapping[str, Template] = {}
    NOW: Mapping[str, Template] = {}
    ALL: Mapping[str, str] = {}  # simultaneous questions: the sentence before the marks
    LOG: Mapping[str, Template] = {}
    WHY: Mapping[str, Template] = {}
    LINES: Mapping[str, Template] = {}
    CHOICES: Mapping[str, Mapping[str, str]] = {}  # option of the lobby -> its values in words, where they need any
    PLACEHOLDERS: Mapping[str, str] = {}  # what the select of a first part says
    KINDS: Mapping[str, str] = {}  # argument name -> what it is called in "I do not know a …"

    def things(self, view: View | None) -> Mapping[str, str]:
        """Names of all ids but seats."""
        return {}

    def note(self, view: View) -> str:
        """What stands behind the title: the round."""
        return ""

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        """A seat's public counts, behind its name in the list of players."""
        return ""

    def fields(self, view: View, question: Question) -> Mapping[str, Any]:
        """What SAY and NOW may say of a question: its fields, and what follows from them, such as a card's text."""
        return question.fields

    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        """A control for an option, an offer (`question` None where that is another's), or the beginning of one."""
        return Label(words.name(path.rsplit("/", 1)[-1]))

    def rows(self, layout: "Layout") -> tuple[Row, ...] | None:
        """Controls of a question in places of the game's own, made by `layout`.  None: the law of layout."""
        return None

    def table_offers(self, view: View) -> list[tuple[int, str]]:
        """Offers that stand on the table: by default those of whoever is asked."""
        return [(seat, offer) for seat in view.waiting for offer in view.offers.get(seat, [])]

    def panel_offers(self, view: View, seat: int) -> list[str]:
        """Offers that stand below the question in a seat's panel: all that `rows` does not show itself."""
        return view.offers.get(seat, [])

    def narrowed(self, layout: "Layout", path: str) -> tuple[Row, ...] | None:
        """What follows the part `path` that was picked first.  None: the law of layout."""
        return None

    def argument(self, view: View, question: Question | None, option: str, param: str, words: Words) -> str | None:
        """What an argument of a slash command is called.  None: the label of the option up to it."""
        return None

    def confirm(self, view: View, question: Question | None, option: str, words: Words) -> tuple[str, str] | None:
        """For the few presses that want a second one: the sentence and the button's label."""
        return None

    def wonders(self, view: View, question: Question) -> Sequence[str]:
        """Options one may wonder why they are not there; the rules page says what the rules say (`WHY`)."""
        return ()

    def laid(self, view: View) -> Sequence[str]:
        """Ids of the cards on the table that one may want to read; the rules offer them."""
        return ()

    def card_words(self, card: Card) -> str:
        """Numbers and text of a card, for looking up."""
        return card.text

    def whereabouts(self, view: View, card: str, words: Words) -> list[str]:
        """Where a card that is looked up lies in the open now, a phrase each."""
        return []

    def hand(self, view: View, words: Words) -> str:
        """The seat's private cards in words."""
        return ""

    def in_words(self, view: View, words: Words) -> list[str]:
        """The complete public table as text, a line each."""
        return []

    def sentence(self, event: Event, words: Words) -> str:
        """What happened, a line of the log."""
        return words.say(self.LOG[event.key], event.fields)

    def win_title(self, view: View, words: Words) -> str | None:
        """A game's own headline of the end."""
        return None

    def score_name(self, place: int, who: str, total: int | None) -> str:
        return f"{place}. {who}" if total is None else f"{place}. {who} {minus(total)}"

    def line(self, line: Line, words: Words) -> str:
        """One line of the final score."""
        return words.say(self.LINES[line.key], line.fields)

    def sheets(self, view: View, words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
        """The score sheets of rounds after which the game went on: a headline, and each seat's name and lines."""
        return []

    def revealed(self, view: View, seat: int, words: Words) -> str:
        """What a seat kept secret, for all to read: with its score, or by its own view of a game ended early."""
        return ""

    def below_scores(self, view: View, words: Words) -> str:
        """What the whole table is told at the end, below everybody's score."""
        return ""
