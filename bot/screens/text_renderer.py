"""What a game says of its table, and of its end."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.screens.ui_part import GameUIPart, V
from engine.game import Line, Question, Score
from engine.machine import Event


class TextRenderer(GameUIPart[V]):
    """The table in words, as the view's owner may know it."""

    @classmethod
    def things(cls, view: V | None) -> Mapping[str, str]:
        """Names of ids that the catalogue does not name (`thing.…`): such as cards.  Seats have names of their own."""
        return {}

    def fields(self, question: Question) -> Mapping[str, Any]:
        """What `ask.…` and `now.…` may say of a question: its fields, and what follows from them."""
        return question.fields

    def sentence(self, event: Event) -> str:
        """What happened, a line of the log."""
        return self.say(f"log.{event.key}", **event.fields)

    def coach_note_kinds(self, question: Question) -> Sequence[str]:
        """Of what the coach has notes (`coach.…`) that may come with a question, the first before the next."""
        return (question.say,)

    def note(self) -> str:
        """What stands behind the title: the round."""
        return ""

    def unasked_actions(self, seat: int) -> str:
        """What this seat may do unasked, where the table has buttons for it besides those of whoever is asked."""
        return ""

    def seat_line(self, seat: int) -> str:
        """A seat's public counts, behind its name in the list of players."""
        return ""

    def hand(self) -> str:
        """The seat's private cards."""
        return ""

    def table(self) -> list[str]:
        """The complete public table, a line each."""
        return []

    def cards_on_table(self) -> Sequence[str]:
        """Ids of the cards on the table that one may want to read; the rules offer them."""
        return ()

    def whereabouts(self, card: str) -> list[str]:
        """Where a card that is looked up lies in the open now, a phrase each."""
        return []


class GameOverText(GameUIPart[V]):
    """How a game ended."""

    def headline(self) -> str | None:
        """A headline of the game's own."""
        return None

    def score_heading(self, score: Score) -> str:
        """A seat's place, its name and its total."""
        key = "place.alone" if score.total is None else "place.with-total"
        return self.say(key, place=score.place, p=f"s{score.seat}", total=score.total)

    def line(self, line: Line) -> str:
        """One line of the final score."""
        return self.say(f"score.{line.key}", **{"points": line.points, **line.fields})

    def zero_line(self, line: Line) -> str:
        """What a line is called that says of everybody that they have nothing; empty if it stands all the same."""
        return ""

    def secrets(self, seat: int) -> str:
        """What a seat kept secret, for all to read: with its score, or by its own view of a game ended early."""
        return ""

    def below_scores(self) -> str:
        """What the whole table is told at the end, below everybody's score."""
        return ""

    def sheets(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The score sheets of rounds after which the game went on: a headline, and each seat's name and lines."""
        return []
