"""What the rules show: moments of example games, by page."""

from cogs.ui.examples import OVER, Example

EXAMPLES = {
    "set-up": Example(players=4),
    "turn": Example(answers=12, say="action"),
    "abilities": Example(answers=60, say="action", hand=True),
    "sets": Example(answers=70, say="action", players=4, seed="b"),
    "events": Example(answers=40, say="action"),
    "black-candy": Example(say="feed"),
    "end": Example(say=OVER),
}
