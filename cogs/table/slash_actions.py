"""A game's own slash commands: their arguments are parts of an option's path, offered and checked by the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.errors import Refusal
from bot.i18n.fitting import cut
from bot.i18n.names import plainly
from bot.screens.slash_verbs import SlashVerb
from bot.screens.table import Screens
from bot.tables.session import Live
from engine import actions
from engine.game import Question, View

PIECE = re.compile(r"\{(\w+)(\*)?\}")
SHUT = "-"  # the value of the one entry that autocomplete shows for a verb that is not open
Filled = dict[str, str]


def match(pattern: str, option: str) -> Filled | None:
    """The arguments with which `pattern` becomes `option`, None if it never does."""
    wanted, given, filled = actions.parts_of(pattern), actions.parts_of(option), {}
    for number, part in enumerate(wanted):
        piece = PIECE.fullmatch(part)
        if piece is None:
            if number >= len(given) or given[number] != part:
                return None
        elif piece[2]:
            if number >= len(given):
                return None
            filled[piece[1]] = actions.path(*given[number:])
            return filled
        elif number < len(given):
            filled[piece[1]] = given[number]
        else:
            return None
    return filled if len(given) == len(wanted) else None


class Reach:
    """What a verb can do for a seat now: its legal options, each with the arguments that name it."""

    def __init__(self, screens: Screens, live: Live, seat: int, verb: SlashVerb) -> None:
        self.screens, self.live, self.seat, self.verb = screens, live, seat, verb
        self.view: View = live.view(seat)
        self.face = screens.face(live)
        self.words = screens.words(live, self.view, escape=False)
        self.question: Question | None = self.view.question_of(seat)
        self.labels = self.face.labels(self.view, self.words)
        self.legal = list(self._legal())

    def _legal(self) -> Iterator[tuple[str, Filled]]:
        question, patterns = self.question, self.verb.patterns
        if question and question.options and (not self.verb.says or question.say in self.verb.says):
            yield from self._fitting(question.options, patterns)
        if self.verb.says:  # an argument of its questions is not the first word of an offer
            patterns = tuple(pattern for pattern in patterns if not pattern.startswith("{"))
        yield from self._fitting(self.view.offers.get(self.seat, []), patterns)

    def _fitting(self, options: Sequence[str], patterns: Sequence[str]) -> Iterator[tuple[str, Filled]]:
        """An option that is the word of another verb, such as `skip`, is no argument of this one."""
        words = {pattern for verb in self.face.verbs for pattern in verb.patterns} - {*self.verb.patterns}
        for option in options:
            for pattern in patterns if option not in words else ():
                filled = match(pattern, option)
                if filled is not None:
                    yield option, filled

    @property
    def open(self) -> bool:
        """Whether the verb answers anything now."""
        return bool(self.legal)

    def label(self, option: str, param: str) -> str:
        """What an argument is called: the label of the option's beginning up to that part."""
        for pattern in self.verb.patterns:
            filled = match(pattern, option)
            if filled is None or param not in filled:
                continue
            own = self.labels.argument(self.question, option, param)
            if own is not None:
                return own
            parts = actions.parts_of(pattern)
            at = next(n for n, part in enumerate(parts) if part in (f"{{{param}}}", f"{{{param}*}}"))
            whole = parts[at].endswith("*}") or at == len(parts) - 1
            path = option if whole else actions.beginning(option, at + 1)
            return self.labels.label(self.question, path).label
        return param

    def choices(self, param: str, typed: str, others: Mapping[str, str]) -> list[tuple[str, str]]:
        """Autocomplete: labels and parts that fit what is typed and the arguments already filled."""
        found: dict[str, str] = {}
        for option, filled in self.legal:
            if param not in filled:
                continue
            if all(self.same(option, name, text, filled) for name, text in others.items() if name in filled):
                found.setdefault(filled[param], self.label(option, param))
        typed = plainly(typed)
        entries = [(cut(label, 100), part) for part, label in found.items()]
        return [(label, part) for label, part in entries if typed in plainly(label) or typed in plainly(part)][:25]

    def named(self, option: str, param: str, text: str, filled: Filled) -> bool:
        """Whether an argument was typed, or taken from autocomplete, as this part of the option is called."""
        return plainly(text) in (plainly(filled[param]), plainly(self.label(option, param)))

    def same(self, option: str, param: str, text: str, filled: Filled) -> bool:
        """Whether what was typed for an argument can mean this part of the option: so is called what it ends with."""
        last = actions.last(filled[param])
        return self.named(option, param, text, filled) or plainly(text) == plainly(self.words.name(last))

    def find(self, given: Filled) -> str:
        """The option that the arguments name.  Raises Refusal with the reason of the first part that leads nowhere."""
        if not self.open:
            asked = self.question is not None and SHUT not in given.values()
            if self.face.ambiguous_options and self.question is not None:
                asked = asked and self.question.say in self.verb.says
            raise (self.rules_reason(given) if asked else None) or Refusal(
                "not-now", not_now=self.face.say(f"not-now.{self.verb.name}")
            )
        fitting = {option: filled for option, filled in self.legal if set(filled) == set(given)}
        for fits in (self.named, self.same):
            found = [o for o, filled in fitting.items() if all(fits(o, n, text, filled) for n, text in given.items())]
            if len({self.called(option, given) for option in found}) > 1:
                raise self.several(given, found)
            if found:
                return found[0]
        known = dict(self.legal)
        left = list(known.items())
        for name, text in given.items():
            further = [(o, f) for o, f in left if name in f and self.same(o, name, text, f)]
            if not further:
                raise self.reason(given, name, text, [o for o, f in left if name in f])
            left = further
        missing = next((name for _, filled in left for name in filled if name not in given), None)
        if missing is not None and len(left) == 1:  # all that is left to fill has one value
            return left[0][0]
        raise self.reason(given, missing or "choice", "", [option for option, _ in left])

    def called(self, option: str, given: Filled) -> tuple[str, ...]:
        return tuple(self.label(option, name) for name in given)

    def several(self, given: Filled, found: Sequence[str]) -> Refusal:
        """What was typed leaves it open which of these is meant."""
        name = next(name for name in given if len({self.label(option, name) for option in found}) > 1)
        labels = list(dict.fromkeys(self.label(option, name) for option in found))
        return Refusal("several", text=cut(given[name], 40), choices=self.words.listed(labels))

    def reason(self, given: Filled, name: str, text: str, legal: list[str]) -> Refusal:
        """The rules' own reason if they know one, else what could be chosen instead."""
        if known := self.rules_reason(given):
            return known
        labels = list(dict.fromkeys(self.label(option, name) for option in legal))
        kind = self.words.catalogue.names("kind").get(name, name)
        if not text and labels:
            return Refusal("missing", kind=kind, choices=self.words.listed(labels))
        return Refusal("unknown", kind=kind, text=cut(text, 40), choices=self.words.listed(labels))

    def rules_reason(self, given: Filled) -> Refusal | None:
        for pattern in self.verb.patterns:
            option = PIECE.sub(lambda m: self.part(given.get(m[1], "")), pattern).strip("/")
            why = self.live.game.why_not(self.live.g, self.seat, option) if self.live.g else None
            if why is not None and f"why.{why[0]}" in self.words.catalogue:
                return Refusal("illegal", seat=self.seat, option=option, reason=why[0], reason_fields=why[1])
        return None

    def part(self, text: str) -> str:
        """What was typed, as a part of a path: an id, or the id of the thing or player that is called so."""
        typed = plainly(text)
        for part, name in self.words.things.items():
            if typed in (plainly(part), plainly(name)):
                return part
        for seat, name in enumerate(self.words.names):
            if typed in (plainly(name), f"s{seat}"):
                return f"s{seat}"
        return re.sub(r"[^a-z0-9+/-]+", "-", text.lower()).strip("-")[:40]
