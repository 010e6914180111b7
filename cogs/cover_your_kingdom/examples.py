"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

STARS = (("constellations", True), ("powers", "one"))
EXAMPLES = {
    "set-up": Example(),
    "creatures": Example(answers=9, say="action", players=4, hand=True),
    "settle": Example(answers=20, say="action", players=4),
    "challenge": Example(answers=15, say="counter", players=4),
    "hire": Example(answers=40, say="action", players=4),
    "end": Example(say=OVER),
    "two-rulers": Example(answers=30, say="action", players=2),
    "inn": Example(say="inn-challenge", players=2),
    "constellations": Example(answers=60, say="action", options=STARS),
    "covered": Example(answers=90, say="action"),
}
