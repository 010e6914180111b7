"""What people see and press in Candy Chaser."""

from collections.abc import Mapping

from bot.delivery.message import Row
from cogs.candy_chaser import picture
from cogs.candy_chaser import words as said
from cogs.candy_chaser.examples import EXAMPLES
from cogs.ui.controls import Layout, in_rows
from cogs.ui.face import Face, Label, Param, Verb
from cogs.ui.pictures import looks
from cogs.ui.words import Words, counted
from engine import GAMES
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView
from engine.game import Line, Question, View


class ChaserFace(Face):
    game = GAMES["candy-chaser"]
    group = "chaser"
    points = False
    blurb = said.BLURB
    colour = looks.CHASER.colour
    art = picture
    guide = said.GUIDE
    pages = said.PAGES
    examples = EXAMPLES
    SAY, NOW, LOG, WHY, LINES = said.SAY, said.NOW, said.LOG, said.WHY, said.LINES
    PLACEHOLDERS = {"": "Tattle on…"}
    KINDS = {"candy": "candy", "player": "player"}
    verbs = (
        Verb(
            "move",
            "Move one cube by the number you rolled",
            ("{candy}",),
            "You move a cube on your own turn.",
            (Param("candy", "The cube to move"),),
            ("move",),
        ),
        Verb(
            "tattle",
            "Tattle on a player with one of your cards",
            ("{player}/{candy}",),
            "You tattle when your chance comes, after a cube has reached the goal.",
            (Param("player", "On whom"), Param("candy", "The candy you think they smuggle")),
            ("tattle", "tattle-again"),
        ),
        Verb(
            "pass",
            "Do not tattle",
            ("pass",),
            "You can only pass when you may tattle.",
            (),
            ("tattle", "tattle-again"),
        ),
    )

    def things(self, view: View | None) -> Mapping[str, str]:
        return said.CANDIES

    def note(self, view: View) -> str:
        assert isinstance(view, ChaserView)
        return "over" if view.over else "tattling" if view.tattling else "marketing"

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, ChaserView)
        if seat in view.out:
            return "out, tattled on" if view.out[seat] else "out, a wrong tattle"
        return counted(view.cards_left[seat], "tattle card")

    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        assert isinstance(view, ChaserView)
        if path == "pass":
            return Label("Don't tattle")
        if path in view.cubes:
            here, there, name = view.cubes[path], view.landings.get(path), said.CANDIES[path]
            if there is None:
                return Label(name)
            if there == GOAL:
                return Label(f"{name} {words.name(here)} → GOAL", "Ends the marketing", "primary")
            if there == here:
                return Label(f"{name} stays on {words.name(here)}")
            return Label(f"{name} {words.name(here)} → {words.name(there)}")
        who, _, candy = path.partition("/")
        if not candy:
            return Label(words.name(who))
        if question is None or candy not in said.CANDIES:
            return Label(said.CANDIES.get(candy, candy))
        own = view.seat is not None and view.objectives[view.seat] == candy
        return Label(f"{words.name(who)} smuggles {said.CANDIES[candy]}", said.OWN if own else "")

    def wonders(self, view: View, question: Question) -> list[str]:
        if question.say == "move":
            return ["pass"]
        return [f"s{seat}/{candy}" for seat in range(view.players) for candy in CANDIES]

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question = layout.question
        assert question is not None and question.options is not None
        if question.say == "move":
            return in_rows([layout.button(candy) for candy in CANDIES], 3)
        return ((layout.button("pass"),), layout.menu([o for o in question.options if o != "pass"], "", 1))

    def confirm(self, view: View, question: Question | None, option: str, words: Words) -> tuple[str, str] | None:
        who, _, candy = option.partition("/")
        if not candy:
            return None
        return f"Does {words.name(who)} smuggle {words.name(candy)}? If not, you are out.", "Tattle"

    def hand(self, view: View, words: Words) -> str:
        assert isinstance(view, ChaserView) and view.seat is not None
        mine = view.objectives[view.seat]
        left = words.join(view.tattles) if view.tattles else "none"
        return f"You smuggle **{words.name(mine)}**. Tattletale cards left: {left}."

    def revealed(self, view: View, seat: int, words: Words) -> str:
        """The smuggled candy; at the end the score says it."""
        assert isinstance(view, ChaserView)
        candy = view.objectives[seat]
        assert candy is not None
        fields = {"candy": candy, "place": view.cubes[candy]}
        return "" if view.over else self.line(Line(key="smuggled", fields=fields), words)

    def in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, ChaserView)
        places = " · ".join(
            f"{said.CANDIES[candy]} {'in the goal' if place == GOAL else 'on ' + words.name(place)}"
            for candy, place in view.cubes.items()
        )
        if view.tattling:
            return ["**Board**", places]
        is_open = [said.CANDIES[candy] for candy, can in view.goal_open.items() if can]
        door = f"The goal is open to {words.join(is_open)}." if is_open else "The goal is closed."
        return ["**Board**", places, door]

    def score_name(self, place: int, who: str, total: int | None) -> str:
        return f"{place}. {who} wins" if place == 1 else f"{place}. {who}"

    def line(self, line: Line, words: Words) -> str:
        if line.key == "smuggled" and line.fields["place"] == GOAL:
            return words.say(said.LINES["smuggled-goal"], line.fields)
        return super().line(line, words)

    def below_scores(self, view: View, words: Words) -> str:
        assert isinstance(view, ChaserView)
        nobody = [candy for candy in CANDIES if candy not in view.objectives]
        return f"Nobody dealt in {words.join(nobody)}." if nobody else ""
