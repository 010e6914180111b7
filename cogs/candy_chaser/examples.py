"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "goal": Example(hand=True),
    "set-up": Example(players=4),
    "marketing": Example(answers=4),
    "goal-space": Example(answers=21),
    "tattling": Example(question_kind="tattle"),
    "winner": Example(question_kind=OVER),
}
