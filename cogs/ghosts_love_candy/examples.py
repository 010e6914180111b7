"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "goal": Example(answers=9, question_kind="choose", players=4, hand=True),
    "set-up": Example(players=4),
    "round": Example(answers=22, question_kind="choose", players=4),
    "turn": Example(answers=30, question_kind="haunt", players=4),
    "scare": Example(answers=52, question_kind="haunt", players=4),
    "abilities": Example(answers=24, question_kind="ability", players=4),
    "end": Example(question_kind=OVER, players=4),
}
