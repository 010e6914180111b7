"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "goal": Example(answers=40, players=4),
    "set-up": Example(players=4),
    "turn": Example(answers=9, say="turn", players=4, hand=True),
    "abilities": Example(answers=15, say="ability", players=4),
    "limits": Example(answers=35, say="turn", players=2, seed="limits"),
    "winner": Example(say=OVER, players=4),
}
