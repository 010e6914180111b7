"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

EXAMPLES = {
    "goal": Example(answers=9, say="choose", players=4, hand=True),
    "set-up": Example(players=4),
    "round": Example(answers=22, say="choose", players=4),
    "turn": Example(answers=30, say="haunt", players=4),
    "scare": Example(answers=52, say="haunt", players=4),
    "abilities": Example(answers=24, say="ability", players=4),
    "end": Example(say=OVER, players=4),
}
