"""Candy Chaser's GameUI: labels of its controls, slash commands, examples, cover and lesson."""

from collections.abc import Iterable, Sequence

from bot.pictures import Sprite, Text, palette
from bot.pictures.covers import Cover
from bot.screens.game_ui import OVER, Example, GamePictures, GameUI, Lesson, SlashCommand
from bot.screens.layout import Confirmation, Expected, HintEvent, Label, Labels, Layout, with_declining
from bot.screens.message import Row
from cogs.candy_chaser import pictures
from cogs.candy_chaser.text import WORDS, ChaserGameOverText, ChaserTextRenderer, hand_alt, table_alt
from engine import GAMES
from engine.ai import EventPattern
from engine.candy_chaser import rules
from engine.candy_chaser.rules import CANDIES, GOAL
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
        if path == rules.PASS:
            return Label(self.say("label.pass"))
        if path in self.view.cubes:
            own, cube = self.is_own(path), self.cube(path)._replace(emoji=EMOJI[path])
            return cube._replace(label=self.say("label.yours", label=cube.label)) if own else cube
        who, candy = rules.parse_tattle(path)
        if not candy or question is None or candy not in CANDIES:
            return Label(self.translator.name(candy or who))
        n = self.view.pushes[seat_of(who)].get(candy)
        distance = self.say("label.has-not-moved") if n is None else self.say("label.has-moved", n=n)
        below = self.say("label.own") if self.is_own(candy) else distance
        return Label(self.say("label.smuggles", who=who, candy=candy), below, emoji=EMOJI[candy])

    def is_own(self, candy: str) -> bool:
        """Return True if it is the viewer's own candy; the public table has no viewer."""
        return self.view.seat is not None and self.view.objectives[self.view.seat] == candy

    def cube(self, candy: str) -> Label:
        """Return a cube's label: where it would go with this die."""
        here, there = self.view.cubes[candy], self.view.landings.get(candy)
        if there is None:
            return Label(self.translator.name(candy))
        if there == GOAL:
            return Label(self.say("label.into-goal", candy=candy), self.say("label.into-goal.text"))
        if there == here:
            return Label(self.say("label.stays", candy=candy, here=here))
        return Label(self.say("label.moves", candy=candy, there=there))

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        """Put cubes at fixed places, and tattles into a select."""
        if layout.open_question.say == "move":
            cubes = [layout.button(candy) for candy in CANDIES]
            return (tuple(cubes[:2]), tuple(cubes[2:]))  # on a phone, Red may wrap
        tattles = [option for option in layout.options if option != rules.PASS]
        return with_declining((layout.menu(tattles, "", 1),) if tattles else (), layout.button(rules.PASS))

    @classmethod
    def may_confirm(cls, option: str) -> bool:
        return bool(rules.parse_tattle(option).candy)

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        """Confirm a tattle, which may cost the player the game."""
        who, candy = rules.parse_tattle(option)
        return Confirmation(self.say("label.sure", who=who, candy=candy), self.say("label.tattle"))

    def action_phrase(self, question: Question | None, option: str) -> str:
        return self.say("label.tattle") if rules.parse_tattle(option).candy else ""

    def has_point_reasons(self) -> bool:
        """Return False while tattling: being caught matters then, not spaces."""
        return not self.view.tattling

    def hint_ending(self, option: str) -> str:
        return self.say("label.hint-if-right") if rules.parse_tattle(option).candy else super().hint_ending(option)

    def expected(self, question: Question) -> Iterable[Expected]:
        """Yield tattling if this roll can end the race, and while tattling the candies whose cards are used."""
        others = [seat for seat in range(self.view.players) if seat != question.seat and seat not in self.view.out]
        if question.say == "move" and GOAL in self.view.landings.values():
            yield Expected(self.say("label.expected-tattle"), "tattling", [rules.tattle_option(others[0], CANDIES[0])])
        elif question.say != "move":
            for candy in CANDIES:
                if candy not in self.view.tattles:
                    yield Expected(self.translator.name(candy), "tattling", [rules.tattle_option(others[0], candy)])

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        if question.say == "move":
            return [rules.PASS]
        return [rules.tattle_option(seat, candy) for seat in range(self.view.players) for candy in CANDIES]


SLASH_COMMANDS = (
    SlashCommand("move", ("{candy}",), question_kinds=("move",)),
    SlashCommand("tattle", ("{player}/{candy}",), question_kinds=("tattle", "tattle-again")),
    SlashCommand("pass", ("pass",), question_kinds=("tattle", "tattle-again")),
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

# A decoy, the lock of the goal, and an opponent who pushes only one candy.
LESSON = Lesson(
    deal="lesson 237053",
    computers=2,
    script=(
        "A red",  # +2; the learner smuggles green
        "B purple",  # −2; smuggles blue
        "C yellow",  # +2; smuggles yellow
        "A yellow",  # −2
        "B blue",
        "C yellow",
        "A purple",  # −2, which stays
        "B blue",
        "C yellow",
        "A green",
        "B red",
        "C yellow",  # stops on 5: no other candy is in the zone
        "A green",  # opens the goal
        "B green",
        "C yellow",  # into the goal
        "A s2/yellow",
        "A pass",
        "B s0/red",  # falls for the decoy
    ),
)

GAME_UI: GameUI[ChaserView] = GameUI(
    game=GAMES["candy-chaser"],
    group="chaser",
    look=palette.CHASER,
    catalogue=WORDS,
    labels=ChaserLabels,
    text_renderer=ChaserTextRenderer,
    game_over_text=ChaserGameOverText,
    poster=pictures.ChaserPoster,
    cover=COVER,
    pictures=GamePictures(
        sizes=pictures.SIZES,
        table=pictures.table,
        callouts=pictures.CALLOUTS,
        table_alt=table_alt,
        hand=pictures.hand,
        hand_alt=hand_alt,
    ),
    slash_commands=SLASH_COMMANDS,
    lesson=LESSON,
    examples=EXAMPLES,
    has_points=False,
    minor_events=("does-not-tattle",),
    major_events=("goes-in", "tattles-right", "tattles-wrong"),
)
