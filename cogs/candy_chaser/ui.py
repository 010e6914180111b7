"""Candy Chaser's GameUI: labels of its controls, slash commands, examples and cover."""

from collections.abc import Sequence

from bot.pictures import Sprite, Text, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Param, SlashCommand
from bot.screens.layout import Confirmation, HintEvent, Label, Labels, Layout, in_rows, with_declining
from bot.screens.message import Row
from cogs.candy_chaser import picture, poster
from cogs.candy_chaser.lesson import LESSON
from cogs.candy_chaser.text import WORDS, ChaserGameOverText, ChaserTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.ai import EventPattern
from engine.candy_chaser import actions
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView
from engine.game import Question
from engine.machine import seat_of

EMOJI = {"blue": "🔵", "purple": "🟣", "green": "🟢", "yellow": "🟡", "red": "🔴"}


class ChaserLabels(Labels[ChaserView]):
    hint_events = (
        HintEvent("label.hint-found-out", EventPattern("tattles-right", "t")),
        HintEvent("label.hint-wrong-tattle", EventPattern("tattles-wrong", "p")),
        HintEvent("label.hint-catches", EventPattern("tattles-right", "p"), is_good=True),
    )

    def label(self, question: Question | None, path: str) -> Label:
        if path == actions.PASS:
            return Label(self.say("label.pass"))
        if path in self.view.cubes:
            cube = self.cube(path)._replace(emoji=EMOJI[path])
            return cube._replace(label=self.say("label.yours", label=cube.label)) if self.is_own(path) else cube
        who, candy = actions.parse_tattle(path)
        if not candy or question is None or candy not in CANDIES:
            return Label(self.translator.name(candy or who))
        n = self.view.pushes[seat_of(who)].get(candy)
        told = self.say("label.has-not-moved") if n is None else self.say("label.has-moved", n=n)
        said = self.say("label.own") if self.is_own(candy) else told
        return Label(self.say("label.smuggles", who=who, candy=candy), said, emoji=EMOJI[candy])

    def is_own(self, candy: str) -> bool:
        """Return True if it is the viewer's own candy; the public table has no viewer."""
        return self.view.seat is not None and self.view.objectives[self.view.seat] == candy

    def cube(self, candy: str) -> Label:
        """Return a cube's label: where it would go with this die."""
        here, there = self.view.cubes[candy], self.view.landings.get(candy)
        if there is None:
            return Label(self.translator.name(candy))
        if there == GOAL:
            goal = self.say("label.into-goal", candy=candy, here=here)
            return Label(goal, self.say("label.into-goal.text"))
        if there == here:
            return Label(self.say("label.stays", candy=candy, here=here))
        return Label(self.say("label.moves", candy=candy, here=here, there=there))

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        """Put cubes at fixed places, and tattles into a select."""
        question = layout.question
        assert question is not None and question.options is not None
        if question.say == "move":
            return in_rows([layout.button(candy) for candy in CANDIES], 3)
        tattles = [option for option in question.options if option != actions.PASS]
        return with_declining((layout.menu(tattles, "", 1),) if tattles else (), layout.button(actions.PASS))

    @classmethod
    def may_confirm(cls, option: str) -> bool:
        return bool(actions.parse_tattle(option).candy)

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        """Confirm a tattle, which may cost the player the game."""
        who, candy = actions.parse_tattle(option)
        return Confirmation(self.say("label.sure", who=who, candy=candy), self.say("label.tattle"))

    def action_phrase(self, question: Question | None, option: str) -> str:
        return self.say("label.tattle") if actions.parse_tattle(option).candy else ""

    def has_point_reasons(self) -> bool:
        """Return False while tattling: being caught matters then, not spaces."""
        return not self.view.tattling

    def hint_ending(self, option: str) -> str:
        return self.say("label.hint-if-right") if actions.parse_tattle(option).candy else super().hint_ending(option)

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        if question.say == "move":
            return [actions.PASS]
        return [actions.tattle(seat, candy) for seat in range(self.view.players) for candy in CANDIES]


SLASH_COMMANDS = (
    SlashCommand("move", ("{candy}",), (Param("candy"),), ("move",)),
    SlashCommand("tattle", ("{player}/{candy}",), (Param("player"), Param("candy")), ("tattle", "tattle-again")),
    SlashCommand("pass", ("pass",), (), ("tattle", "tattle-again")),
)

EXAMPLES = {
    "goal": Example(hand=True),
    "set-up": Example(players=4),
    "marketing": Example(answers=4),
    "goal-space": Example(answers=21),
    "tattling": Example(question_kind="tattle"),
    "winner": Example(question_kind=OVER),
}

COVER = Cover(
    look=palette.CHASER,
    scene=(
        Sprite(562, 66, 188, "chaser_red"),
        Sprite(432, 126, 132, "chaser_blue"),
        Sprite(742, 110, 138, "chaser_yellow"),
        Sprite(570, 56, 172, "mask"),
        Sprite(570, 51, 172, "smirk"),
        Sprite(438, 119, 120, "mask"),
        Sprite(438, 115, 120, "smirk"),
        Sprite(748, 104, 126, "mask"),
        Sprite(748, 100, 126, "smirk"),
        Sprite(804, 172, 84, "tag", turn=-8),
        Text(854, 216, "5", "ontag", 60, "", 44),
    ),
    neutral=True,
)

GAME_UI: GameUI[ChaserView] = GameUI(
    game=GAMES["candy-chaser"],
    group="chaser",
    colour=palette.CHASER.colour,
    catalogue=WORDS,
    labels=ChaserLabels,
    text_renderer=ChaserTextRenderer,
    game_over_text=ChaserGameOverText,
    poster=poster.ChaserPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=picture.SIZES | poster.SIZES,
        table=picture.table,
        callouts=picture.CALLOUTS,
        table_alt=table_alt,
        hand=picture.hand,
        hand_alt=hand_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    has_points=False,
    minor_events=("does-not-tattle",),
    major_events=("goes-in", "tattles-right", "tattles-wrong"),
)
