"""What the rules show: moments of example games, by page."""

from bot.screens.rule_examples import OVER, Example

STARS = (("constellations", True), ("powers", "one"))
EXAMPLES = {
    "set-up": Example(),
    "creatures": Example(answers=9, question_kind="action", players=4, hand=True),
    "settle": Example(answers=20, question_kind="action", players=4),
    "challenge": Example(answers=15, question_kind="counter", players=4),
    "hire": Example(answers=40, question_kind="action", players=4),
    "end": Example(question_kind=OVER),
    "two-rulers": Example(answers=30, question_kind="action", players=2),
    "inn": Example(question_kind="inn-challenge", players=2),
    "constellations": Example(answers=60, question_kind="action", options=STARS),
    "covered": Example(answers=90, question_kind="action"),
}
