"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "set-up": Example(players=4),
    "turn": Example(answers=10, say="action"),
    "abilities": Example(answers=50, say="action", hand=True),
    "sets": Example(answers=44, say="action"),
    "events": Example(answers=30, say="action"),
    "black-candy": Example(say="feed"),
    "end": Example(say=OVER),
}
