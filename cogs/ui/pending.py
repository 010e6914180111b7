"""A face of the form of before, one object with a hook for everything; goes with the last game that has one."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from bot.delivery.message import Row
from cogs.ui.controls import Confirmation, Label, Labels, Layout
from cogs.ui.examples import Example
from cogs.ui.face import Page, Pictures
from cogs.ui.in_words import Ending, InWords
from cogs.ui.verbs import Param as _Param
from cogs.ui.verbs import SlashVerb
from cogs.ui.words import Template, Words, minus
from cogs.words.catalogue import Catalogue
from cogs.words.common import COMMON
from engine.cards import Card
from engine.game import Game, Line, Question, View
from engine.machine import Event

__all__ = ["Face", "Label", "Page", "Param", "Verb"]


def Param(name: str, help: str, optional: bool = False) -> _Param:
    return _Param(name, optional, help)


def Verb(
    name: str,
    help: str,
    patterns: tuple[str, ...],
    not_now: str,
    params: tuple[_Param, ...] = (),
    says: tuple[str, ...] = (),
) -> SlashVerb:
    return SlashVerb(name, patterns, params, says, help, not_now)


class _Labels(Labels[Any]):
    def __init__(self, face: "Face", view: View, words: Words) -> None:
        super().__init__(view, words)
        self.face, self.words = face, words

    def label(self, question: Question | None, path: str) -> Label:
        return self.face.label(self.view, question, path, self.words)

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        return self.face.rows(layout)

    def narrowed(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        return self.face.narrowed(layout, path)

    def table_offers(self) -> list[tuple[int, str]]:
        return self.face.table_offers(self.view)

    def panel_offers(self, seat: int) -> list[str]:
        return self.face.panel_offers(self.view, seat)

    def argument(self, question: Question | None, option: str, param: str) -> str | None:
        return self.face.argument(self.view, question, option, param, self.words)

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        found = self.face.confirm(self.view, question, option, self.words)
        return Confirmation(*found) if found else None

    def wonders(self, question: Question) -> Sequence[str]:
        return self.face.wonders(self.view, question)


class _InWords(InWords[Any]):
    def __init__(self, face: "Face", view: View, words: Words) -> None:
        super().__init__(view, words)
        self.face, self.words = face, words

    def fields(self, question: Question) -> Mapping[str, Any]:
        return self.face.fields(self.view, question)

    def sentence(self, event: Event) -> str:
        return self.face.sentence(event, self.words)

    def note(self) -> str:
        return self.face.note(self.view)

    def seat_line(self, seat: int) -> str:
        return self.face.seat_line(self.view, seat, self.words)

    def hand(self) -> str:
        return self.face.hand(self.view, self.words)

    def table(self) -> list[str]:
        return self.face.table_in_words(self.view, self.words)

    def laid(self) -> Sequence[str]:
        return self.face.laid(self.view)

    def whereabouts(self, card: str) -> list[str]:
        return self.face.whereabouts(self.view, card, self.words)


class _Ending(Ending[Any]):
    def __init__(self, face: "Face", view: View, words: Words) -> None:
        super().__init__(view, words)
        self.face, self.words = face, words

    def headline(self) -> str | None:
        return self.face.win_title(self.view, self.words)

    def placed(self, score: Any) -> str:
        return self.face.score_name(score.place, self.words.names[score.seat], score.total)

    def line(self, line: Line) -> str:
        return self.face.line(line, self.words)

    def revealed(self, seat: int) -> str:
        return self.face.revealed(self.view, seat, self.words)

    def below_scores(self) -> str:
        return self.face.below_scores(self.view, self.words)

    def sheets(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return self.face.sheets(self.view, self.words)


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
    verbs: Sequence[SlashVerb] = ()
    SAY: Mapping[str, Template] = {}
    NOW: Mapping[str, Template] = {}
    ALL: Mapping[str, str] = {}  # simultaneous questions: the sentence before the marks
    LOG: Mapping[str, Template] = {}
    WHY: Mapping[str, Template] = {}
    LINES: Mapping[str, Template] = {}
    CHOICES: Mapping[str, Mapping[str, str]] = {}  # option of the lobby -> its values in words, where they need any
    PLACEHOLDERS: Mapping[str, str] = {}  # what the select of a first part says
    KINDS: Mapping[str, str] = {}  # argument name -> what it is called in "I do not know a …"

    # ---- its pieces
    def labels(self, view: View, words: Words) -> _Labels:
        return _Labels(self, view, words)

    def in_words(self, view: View, words: Words) -> _InWords:
        return _InWords(self, view, words)

    def ending(self, view: View, words: Words) -> _Ending:
        return _Ending(self, view, words)

    @property
    def words(self) -> Catalogue:
        choices = {f"{name}.{value}": text for name, those in self.CHOICES.items() for value, text in those.items()}
        sections: dict[str, Mapping[str, Template]] = {
            "ask": self.SAY,
            "now": self.NOW,
            "all": self.ALL,
            "log": self.LOG,
            "why": self.WHY,
            "score": self.LINES,
            "kind": self.KINDS,
            "placeholder": self.PLACEHOLDERS,
            "option": choices,
            "button": {"hand": self.hand_button},
        }
        return Catalogue(self.game.slug if hasattr(self, "game") else "", sections, COMMON)

    def voice(self, names: Sequence[str] = (), view: View | None = None, escape: bool = True) -> Words:
        return Words(names, self.things(view), escape, self.words)

    def say(self, key: str, /, **fields: Any) -> str:
        return self.voice().say(key, **fields)

    @property
    def rulings(self) -> list[str]:
        return self.game.rulings

    @property
    def ambiguous_options(self) -> bool:
        return self.alike

    @property
    def pictures(self) -> Pictures[Any]:
        def of_names(name: str) -> Callable[..., Any] | None:
            if not hasattr(self.art, name):
                return None
            return lambda view, voice, *more: getattr(self.art, name)(view, voice.names, *more)

        table, table_alt = of_names("table"), of_names("table_alt")
        assert table is not None and table_alt is not None
        return Pictures(
            sizes=self.art.SIZES,
            table=table,
            table_alt=table_alt,
            hand=of_names("hand"),
            hand_alt=of_names("hand_alt"),
            card=(lambda card, voice: self.art.card(card)) if hasattr(self.art, "card") else None,
            close_up=of_names("close_up") if self.close_ups else None,
            close_up_alt=of_names("close_up_alt") if self.close_ups else None,
        )

    # ---- its hooks
    def about_card(self, card: Card, voice: Any) -> str:
        return self.card_words(card)

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

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        """Controls of a question in places of the game's own, made by `layout`.  None: the law of layout."""
        return None

    def table_offers(self, view: View) -> list[tuple[int, str]]:
        """Offers that stand on the table: by default those of whoever is asked."""
        return [(seat, offer) for seat in view.waiting for offer in view.offers.get(seat, [])]

    def panel_offers(self, view: View, seat: int) -> list[str]:
        """Offers that stand below the question in a seat's panel: all that `rows` does not show itself."""
        return view.offers.get(seat, [])

    def narrowed(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
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

    def table_in_words(self, view: View, words: Words) -> list[str]:
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
