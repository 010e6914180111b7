"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "goal": Example(answers=40, players=4),
    "set-up": Example(players=4),
    "turn": Example(answers=9, question_kind="turn", players=4, hand=True),
    "abilities": Example(answers=15, question_kind="ability", players=4),
    "limits": Example(answers=35, question_kind="turn", players=2, seed="limits"),
    "winner": Example(question_kind=OVER, players=4),
}
