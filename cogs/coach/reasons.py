"""A computer's evaluation of a question, in words for the player who is asked it."""

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

from bot.i18n.translator import Translator
from bot.screens.layout import DECLINING, Labels
from engine import actions
from engine.ai import Level, MoveStats, SearchResult
from engine.game import View

LEVEL: Level = "hard"  # of the coach's searches
CLOSE_WORTH = 0.03  # of a worth from 0 to 1: smaller differences are ignored
NOISE = 2.0  # standard errors: options that differ by less count as equal
MAX_REASONS = 2
CERTAIN = 0.95  # share of the tries that counts as "always"
CLEARLY_MORE = 0.1  # an event is a reason if its share of the tries differs by at least this much
EVENT_WEIGHT = 5.0  # weight, in point steps, of a reason that makes the difference in all tries
PLAN_SHARE = 0.4  # a hint mentions a plan if the seat follows it in at least this share of the tries


class Advice(NamedTuple):
    """The recommended action, the second best one, and whether it is just as good.

    `eager` is the other option that gains most at once.
    """

    best: MoveStats
    second: MoveStats | None = None
    is_close: bool = False
    eager: MoveStats | None = None

    @property
    def recommended(self) -> list[str]:
        """Return the actions that the hint names as best."""
        return [self.best.option, *([self.second.option] if self.second is not None and self.is_close else [])]


def finalists(result: SearchResult) -> tuple[str, ...]:
    """Return the two best actions, to be compared with each other; empty if there is no choice."""
    tried = [stats.option for stats in result.moves if stats.visits]
    return tuple(tried[:2]) if len(tried) > 1 else ()


def advise(result: SearchResult, final: SearchResult | None = None) -> Advice:
    """Return advice from a search of all actions and, if given, a more precise search of the two `finalists`."""
    tried = [stats for stats in result.moves if stats.visits]
    if len(tried) < 2:
        return Advice(result.moves[0])
    pair = tried[:2] if final is None else final.moves
    best, second = sorted(pair, key=lambda stats: -stats.worth) if final is not None else pair
    others = [stats for stats in tried if stats.option != best.option]
    eager = max(others, key=lambda stats: stats.gain)
    return Advice(best, second, is_equal(best, second), eager)


def is_equal(best: MoveStats, second: MoveStats) -> bool:
    """Return True if two actions of one kind gain the same at once, and their worth hardly differs.

    The difference must be below the noise of their tries and below `CLOSE_WORTH`.
    """
    noise = NOISE * sqrt(best.error**2 + second.error**2)
    same = kind_of(best.option) == kind_of(second.option) and round(best.gain) == round(second.gain)
    return same and abs(best.worth - second.worth) < min(CLOSE_WORTH, noise)


def kind_of(option: str) -> str:
    """Return the verb of an action, so that playing a card is never "as good" as discarding one."""
    if option in DECLINING:
        return "declines"
    return actions.prefix(option, 1) if actions.part_count(option) > 1 else ""


class HintText:
    """A hint in words, from the seat's own view and from searches that know only what the seat knows."""

    def __init__(self, view: View, labels: Labels[Any], translator: Translator, advice: Advice) -> None:
        self.view, self.labels, self.say, self.advice = view, labels, translator.tr, advice

    def text(self) -> str:
        """Return the recommended option and the reasons, then one number, and what would be just as good."""
        best, second = self.advice.best, self.advice.second
        lines = [self.say("hint.choose", option=self.label(best.option))]
        if second is None:
            lines.append(self.say("hint.only"))
        else:
            lines.append(" ".join(self.reasons(best, second)))
            lines += [] if self.wins_at_once(best) else [self.number(best, second)]
            if self.advice.is_close:
                lines.append(self.say("hint.second-close", option=self.label(second.option)))
        return "\n".join([*lines, self.say("hint.honest")])

    def label(self, option: str) -> str:
        return self.labels.option_phrase(option)

    # ---- the reasons
    @staticmethod
    def wins_at_once(best: MoveStats) -> bool:
        return best.at_once >= CERTAIN and best.ahead >= CERTAIN

    def reasons(self, best: MoveStats, second: MoveStats) -> list[str]:
        if self.wins_at_once(best):
            return [self.say("hint.ends-won")]
        if best.at_once >= CERTAIN:
            return [self.labels.hint_ending(best.option)]
        weighed = [*self.event_reasons(best, second)]
        if self.labels.has_point_reasons():
            weighed += [*self.point_reasons(best, second)]
        strongest = sorted(weighed, key=lambda reason: -reason[0])[:MAX_REASONS]
        sentences = [reason[1] for reason in weighed if reason in strongest]
        return sentences or [self.say("hint.equal" if self.advice.is_close else "hint.no-reason")]

    def event_reasons(self, best: MoveStats, second: MoveStats) -> Iterator[tuple[float, str]]:
        """Yield bad events that are rarer, and good ones that are more frequent, than after the second best action."""
        for event, often, otherwise in zip(self.labels.hint_events, best.seen, second.seen, strict=False):
            more = often - otherwise if event.is_good else otherwise - often
            if more >= CLEARLY_MORE:
                yield EVENT_WEIGHT * more, self.say(event.key, option=self.label(second.option))

    def point_reasons(self, best: MoveStats, second: MoveStats) -> Iterator[tuple[float, str]]:
        """Yield who gains and who loses at once, and what the action prevents and prepares."""
        step = self.labels.point_step
        if best.gain >= step / 2:
            yield best.gain / step + 1, self.say("hint.gain", n=max(1, round(best.gain)))
        rivals = [seat for seat in range(self.view.players) if seat != self.view.seat]
        if best.now_by_seat:
            victim = min(rivals, key=lambda seat: best.now_by_seat[seat])
            if (loss := -best.now_by_seat[victim]) >= step:
                yield loss / step, self.amount("hint.costs", loss, q=f"s{victim}")
        if best.later_by_seat and second.later_by_seat:
            saved = {seat: regained(second, seat) - regained(best, seat) for seat in rivals}
            rival = max(rivals, key=saved.__getitem__)
            if saved[rival] >= step:
                yield saved[rival] / step, self.amount("hint.prevents", saved[rival], q=f"s{rival}")
        if best.later - best.gain >= step and best.later - second.later >= step / 2:
            yield (best.later - best.gain) / step, self.preparation(best)
        eager = self.advice.eager
        if eager is not None and eager.gain - best.gain >= step and best.later - eager.later >= step / 2:
            option = self.label(eager.option)
            yield (eager.gain - best.gain) / step, self.amount("hint.eager", eager.gain, option=option)

    def preparation(self, best: MoveStats) -> str:
        card = self.labels.planned_card(best.plan) if best.plan_share >= PLAN_SHARE else ""
        if card and best.plan != best.option:
            return self.amount("hint.prepares-card", best.later, card=card)
        return self.amount("hint.prepares", best.later)

    def amount(self, key: str, points: float, **fields: str) -> str:
        return self.say(key, amount=self.say("hint.amount", n=max(1, round(points))), **fields)

    # ---- the number
    def number(self, best: MoveStats, second: MoveStats) -> str:
        """Return one number with its unit; add the second best action's number if it confirms the ranking."""
        is_over = best.over >= CERTAIN and second.over >= CERTAIN
        n, m = round(100 * best.ahead), round(100 * second.ahead)
        compares, option = not self.advice.is_close, self.label(second.option)
        if is_over:
            than = compares and n > m
            return self.say("hint.wins-than", n=n, m=m, option=option) if than else self.say("hint.wins", n=n)
        if compares and n > m:
            return self.say("hint.ahead-than", n=n, m=m, option=option)
        lead, other = round(lead_of(best)), round(lead_of(second))
        if not self.labels.has_point_reasons() or (0 < n < 100 and (self.advice.is_close or lead <= other)):
            return self.say("hint.ahead", n=n)
        change, instead = (self.say("hint.change", n=points) for points in (lead, other))
        if compares and lead > other:
            return self.say("hint.lead-than", change=change, instead=instead, option=option)
        return self.say("hint.lead", change=change)


def regained(stats: MoveStats, seat: int) -> float:
    """Return what a rival gains by some moves later, counted from what it has left if the option costs it something."""
    return stats.later_by_seat[seat] - min(0, stats.now_by_seat[seat])


def lead_of(stats: MoveStats) -> float:
    """Return how many points the seat gains on its best rival, some moves later."""
    return stats.later - stats.rival
