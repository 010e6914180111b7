"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "set-up": Example(players=4),
    "turn": Example(answers=10, question_kind="action"),
    "abilities": Example(answers=50, question_kind="action", hand=True),
    "sets": Example(answers=44, question_kind="action"),
    "events": Example(answers=30, question_kind="action"),
    "black-candy": Example(question_kind="feed"),
    "end": Example(question_kind=OVER),
}
