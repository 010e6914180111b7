"""What people see of it: words, three buttons, a command."""

from collections.abc import Mapping

from cogs.ui.pending import Face, Label, Page, Param, Verb
from cogs.ui.words import Words, counted
from engine.game import Question, View
from engine.machine import Event
from tests.sixth import picture
from tests.sixth.game import HandsView, RockPaperScissors

SHAPES = {"rock": "Rock", "paper": "Paper", "scissors": "Scissors"}


class HandsFace(Face):
    game = RockPaperScissors()
    group = "hands"
    blurb = "Rock blunts scissors, scissors cut paper, paper wraps rock."
    colour = 0x9BE592
    art = picture
    guide = ("All show a hand at once; first to two points.",)
    pages = (Page("goal", "Goal", "Be the first to two points."),)
    SAY = {"show": "Show a hand."}
    NOW = {"show": "**{p}** shows a hand."}
    ALL = {"show": "Everybody shows a hand:"}
    LOG = {"scores": "{p} scores and has {n}"}
    WHY = {"no-shape": "“{shape}” is no hand: rock, paper or scissors."}
    LINES = {"hands": "Hands won"}
    KINDS = {"shape": "hand"}
    verbs = (
        Verb(
            "show",
            "Show a hand",
            ("{shape}",),
            "You show a hand when everybody does.",
            (Param("shape", "Which"),),
            ("show",),
        ),
    )

    def things(self, view: View | None) -> Mapping[str, str]:
        return SHAPES

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, HandsView)
        return counted(view.points[seat], "point")

    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        return Label(SHAPES.get(path, path), style="primary")

    def sentence(self, event: Event, words: Words) -> str:
        if event.key != "all-show":
            return super().sentence(event, words)
        pairs = zip(event.fields["seats"], event.fields["shapes"], strict=True)
        return ", ".join(f"{words.name(seat)} shows {words.name(shape)}" for seat, shape in pairs)

    def table_in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, HandsView)
        return [f"{name}: {counted(n, 'point')}" for name, n in zip(words.names, view.points, strict=True)]
