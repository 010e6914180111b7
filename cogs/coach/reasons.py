"""A computer's evaluation of a question, in words for the player who is asked it."""

from typing import Any

from bot.i18n.translator import Translator
from bot.screens.layout import Labels
from engine.ai import MoveStats, SearchResult
from engine.game import View

CLOSE = 0.03  # of a worth from 0 to 1: options that differ by less count as equal
BAD = 2  # if the worst result is this many points below the expected one, it is mentioned


def reasons(view: View, labels: Labels[Any], voice: Translator, result: SearchResult) -> str:
    """Return the best option, its expected gains and losses, and the second best option, in words.

    They are made of the seat's own view and of the search, which knows no more than the seat.
    """
    best, *others = result.moves
    lines = [voice.tr("hint.choose", option=option_label(view, labels, best.option))]
    if best.visits:
        lines += [expected_gain(voice, best), *expected_losses(voice, best)]
    if not others:
        lines.append(voice.tr("hint.only"))
    elif others[0].visits:
        lines.append(comparison(view, labels, voice, best, others[0]))
    return "\n".join([*lines, voice.tr("hint.honest")])


def option_label(view: View, labels: Labels[Any], option: str) -> str:
    """Return an option as a phrase outside its select, with the action."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    label, doing = labels.label(question, option).label, labels.action_phrase(question, option)
    if not doing:
        return label
    place, _, rest = label.partition(": ")  # "Inn: " need not be repeated
    said = rest if rest and place.casefold() in doing.casefold() else label
    return labels.say("hint.doing", doing=doing.rstrip("… "), option=said)


def expected_gain(voice: Translator, best: MoveStats) -> str:
    gain, later, rival = round(best.gain), round(best.later), round(best.rival)
    now = voice.tr("hint.gain", n=gain) if gain else voice.tr("hint.no-gain")
    return f"{now} {voice.tr('hint.later', n=later, m=rival)}"


def expected_losses(voice: Translator, best: MoveStats) -> list[str]:
    worst = round(best.worst)
    return [voice.tr("hint.fear", n=worst)] if worst <= best.later - BAD else []


def comparison(view: View, labels: Labels[Any], voice: Translator, best: MoveStats, second: MoveStats) -> str:
    option = option_label(view, labels, second.option)
    if best.worth - second.worth < CLOSE:
        return voice.tr("hint.second-close", option=option)
    return voice.tr("hint.second", option=option, n=round(second.later), m=round(second.rival))
