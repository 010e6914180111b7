"""What a computer thinks of a question, in words for the person who is asked it."""

from typing import Any

from bot.i18n.translator import Voice
from bot.screens.layout import Labels
from engine.ai import Prospect, Thought
from engine.game import View

CLOSE = 0.03  # of a worth from 0 to 1: two options so close to each other are as good as each other
BAD = 2  # points below what is expected, from which on the worst is worth a word


def reasons(view: View, labels: Labels[Any], voice: Voice, thought: Thought) -> str:
    """What it would choose, what it expects of that, what it fears, and what it would choose next.

    Made of the seat's own view and of the thought, which knows no more than the seat.
    """
    best, *others = thought.prospects
    lines = [voice.say("hint.choose", option=called(view, labels, best.option))]
    if best.tried:
        lines += [expected(voice, best), *feared(voice, best)]
    if not others:
        lines.append(voice.say("hint.only"))
    elif others[0].tried:
        lines.append(compared(view, labels, voice, best, others[0]))
    return "\n".join([*lines, voice.say("hint.honest")])


def called(view: View, labels: Labels[Any], option: str) -> str:
    """An option as one may read it outside its select: with what is done there."""
    assert view.seat is not None
    question = view.question_of(view.seat)
    label, doing = labels.label(question, option).label, labels.doing(question, option)
    if not doing:
        return label
    place, _, rest = label.partition(": ")  # "Inn: " need not be said twice
    said = rest if rest and place.casefold() in doing.casefold() else label
    return labels.say("hint.doing", doing=doing.rstrip("… "), option=said)


def expected(voice: Voice, best: Prospect) -> str:
    gain, later, rival = round(best.gain), round(best.later), round(best.rival)
    now = voice.say("hint.gain", n=gain) if gain else voice.say("hint.no-gain")
    return f"{now} {voice.say('hint.later', n=later, m=rival)}"


def feared(voice: Voice, best: Prospect) -> list[str]:
    worst = round(best.worst)
    return [voice.say("hint.fear", n=worst)] if worst <= best.later - BAD else []


def compared(view: View, labels: Labels[Any], voice: Voice, best: Prospect, second: Prospect) -> str:
    option = called(view, labels, second.option)
    if best.worth - second.worth < CLOSE:
        return voice.say("hint.second-close", option=option)
    return voice.say("hint.second", option=option, n=round(second.later), m=round(second.rival))
