"""A game's texts about its table and its end."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from bot.i18n.translator import Translator
from bot.screens.view_fields import hand_text, seat_line, table_lines
from engine.game import Line, Question, Score, View
from engine.machine import Event

V = TypeVar("V", bound=View)


class GameUIPart(Generic[V]):
    """A part of a game's user interface for one view and translator, created for each message."""

    def __init__(self, view: V, translator: Translator) -> None:
        self.view, self.translator, self.say = view, translator, translator.tr


class TextRenderer(GameUIPart[V]):
    """The table as text, as far as the view's owner may know it."""

    @classmethod
    def things(cls, view: V | None) -> Mapping[str, str]:
        """Return names of ids, such as cards, that the catalogue lacks (`thing.…`). Seats have their own names."""
        return {}

    def fields(self, question: Question) -> Mapping[str, Any]:
        """Return the fields for a question's `ask.…` and `now.…` texts: its own, and derived ones."""
        return question.fields

    def sentence(self, event: Event) -> str:
        """Return an event as a line of the log."""
        return self.say(f"log.{event.key}", **event.fields)

    def coach_note_kinds(self, question: Question) -> Sequence[str]:
        """Return the kinds of coach notes (`coach.…`) that may come with this question, by priority."""
        return (question.say,)

    def note(self) -> str:
        """Return the text after the title: the round."""
        return ""

    def unasked_actions(self, seat: int) -> str:
        """Return a sentence on the table about what this seat, which has buttons there, may do without being asked."""
        return ""

    def seat_line(self, seat: int) -> str:
        """Return a seat's public counts, shown after its name in the list of players."""
        return seat_line(self.view, self.translator, seat)

    def hand(self) -> str:
        """Return the seat's private cards."""
        return hand_text(self.view, self.translator)

    def table(self) -> list[str]:
        """Return the complete public table, line by line."""
        return table_lines(self.view, self.translator)

    def cards_on_table(self) -> Sequence[str]:
        """Return ids of visible cards that the rules look-up offers to explain."""
        return ()

    def whereabouts(self, card: str) -> list[str]:
        """Return phrases that say where everyone can see a card now."""
        return []


class GameOverText(GameUIPart[V]):
    """A game's texts about its end."""

    def headline(self) -> str | None:
        """Return the game's own headline, or None for the common one."""
        return None

    def score_heading(self, score: Score) -> str:
        """Return a seat's place, name and total."""
        key = "place.alone" if score.total is None else "place.with-total"
        return self.say(key, place=score.place, p=f"s{score.seat}", total=score.total)

    def line(self, line: Line) -> str:
        """Return one line of the final score."""
        return self.say(f"score.{line.key}", **{"points": line.points, **line.fields})

    def zero_line(self, line: Line) -> str:
        """Return the name of a line that says nothing, because it is zero; "" to show it as usual.

        Names of lines that are zero for everyone are listed below the scores.
        """
        return ""

    def secrets(self, seat: int) -> str:
        """Return what a seat kept secret, for everyone: next to its score, or from its view if the game ended early."""
        return hand_text(self.view, self.translator) if self.view.seat == seat else ""

    def below_scores(self) -> str:
        """Return remarks for the whole table, shown below the scores."""
        return ""

    def sheets(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the score sheets of finished rounds: a headline, and each seat's name and lines."""
        return []
