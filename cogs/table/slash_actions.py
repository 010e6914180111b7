"""A game's own slash commands: their arguments are parts of an option's path, offered and checked by the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.errors import UserError
from bot.i18n.fitting import cut, normalize
from bot.screens.game_ui import PLACEHOLDER, SlashCommand
from bot.screens.table_screen import Screens
from bot.tables.session import TableSession
from engine import actions
from engine.game import Question

UNAVAILABLE = "-"  # value of the only autocomplete entry of a command that is not open
Arguments = dict[str, str]


def match_pattern(pattern: str, option: str) -> Arguments | None:
    """Return the arguments that turn `pattern` into `option`, or None."""
    wanted, parts, filled = actions.parts_of(pattern), actions.parts_of(option), {}
    for number, part in enumerate(wanted):
        piece = PLACEHOLDER.fullmatch(part)
        if piece is None:
            if number >= len(parts) or parts[number] != part:
                return None
        elif piece[2]:
            if number >= len(parts):
                return None
            filled[piece[1]] = actions.join_parts(*parts[number:])
            return filled
        elif number < len(parts):
            filled[piece[1]] = parts[number]
        else:
            return None
    return filled if len(parts) == len(wanted) else None


class CommandMatcher:
    """The possible uses of a command for a seat now: its legal options, each with the arguments that name it."""

    def __init__(self, screens: Screens, session: TableSession, seat: int, verb: SlashCommand) -> None:
        self.screens, self.session, self.seat, self.verb = screens, session, seat, verb
        plain = screens.of(session, seat).plain
        self.view, self.ui, self.translator, self.labels = plain.view, plain.ui, plain.translator, plain.labels
        self.question: Question | None = self.view.question_of(seat)
        self.legal_actions = list(self._legal_actions())
        self.values = {argument for _, filled in self.legal_actions for argument in filled.items()}

    def _legal_actions(self) -> Iterator[tuple[str, Arguments]]:
        question, patterns = self.question, self.verb.patterns
        if question and question.options and (not self.verb.question_kinds or question.say in self.verb.question_kinds):
            yield from self._fitting(question.options, patterns)
        if self.verb.question_kinds:  # an argument of its questions is not the first word of an offer
            patterns = tuple(pattern for pattern in patterns if not pattern.startswith("{"))
        yield from self._fitting(self.view.offers.get(self.seat, []), patterns)

    def _fitting(self, options: Sequence[str], patterns: Sequence[str]) -> Iterator[tuple[str, Arguments]]:
        """Yield matching options; the word of another command, such as `skip`, is not an argument of this one."""
        others = {pattern for verb in self.ui.slash_commands for pattern in verb.patterns} - {*self.verb.patterns}
        for option in options:
            for pattern in patterns if option not in others else ():
                filled = match_pattern(pattern, option)
                if filled is not None:
                    yield option, filled

    @property
    def open(self) -> bool:
        """Return True if the seat can use the command now, in any way."""
        return bool(self.legal_actions)

    def label(self, option: str, param: str) -> str:
        """Return the name of an argument: the label of the option's beginning up to that part."""
        for pattern in self.verb.patterns:
            filled = match_pattern(pattern, option)
            if filled is None or param not in filled:
                continue
            own = self.labels.argument(self.question, option, param)
            if own is not None:
                return own
            parts = actions.parts_of(pattern)
            at = next(n for n, part in enumerate(parts) if part in (f"{{{param}}}", f"{{{param}*}}"))
            whole = parts[at].endswith("*}") or at == len(parts) - 1
            path = option if whole else actions.prefix(option, at + 1)
            return self.labels.label(self.question, path).label
        return param

    def choices(self, param: str, typed: str, others: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return autocomplete entries: labels and parts that fit the typed text and the arguments already filled."""
        labels: dict[str, str] = {}
        for option, filled in self.legal_actions:
            if param not in filled:
                continue
            if all(self.means_same(option, name, text, filled) for name, text in others.items() if name in filled):
                labels.setdefault(filled[param], self.label(option, param))
        typed = normalize(typed)
        entries = [(cut(label, 100), part) for part, label in labels.items()]
        return [(label, part) for label, part in entries if typed in normalize(label) or typed in normalize(part)][:25]

    def matches_argument(self, option: str, param: str, text: str, filled: Arguments) -> bool:
        """Return True if the text, typed or autocompleted, is the name of this part of the option."""
        if (param, text) in self.values:  # autocompleted, even if another part has this name
            return filled[param] == text
        return normalize(text) in (normalize(filled[param]), normalize(self.label(option, param)))

    def means_same(self, option: str, param: str, text: str, filled: Arguments) -> bool:
        """Return True if the text can mean this part of the option: its name, or the name of its last part."""
        if self.matches_argument(option, param, text, filled):
            return True
        last = actions.last_part(filled[param])
        return (param, text) not in self.values and normalize(text) == normalize(self.translator.name(last))

    def find_action(self, arguments: Arguments) -> str:
        """Return the option that the arguments name. Raises UserError about the first argument that doesn't fit."""
        if not self.open:
            asked = self.question is not None and UNAVAILABLE not in arguments.values()
            if self.ui.ambiguous_options and self.question is not None:
                asked = asked and self.question.say in self.verb.question_kinds
            raise (self.rules_reason(arguments) if asked else None) or UserError(
                "not-now", not_now=self.ui.tr(f"not-now.{self.verb.name}")
            )
        fitting = {option: filled for option, filled in self.legal_actions if set(filled) == set(arguments)}
        for fits in (self.matches_argument, self.means_same):
            matching = [
                o for o, filled in fitting.items() if all(fits(o, n, text, filled) for n, text in arguments.items())
            ]
            if len({tuple(self.label(option, name) for name in arguments) for option in matching}) > 1:
                raise self.ambiguous_error(arguments, matching)
            if matching:
                return matching[0]
        known = dict(self.legal_actions)
        left = list(known.items())
        for name, text in arguments.items():
            further = [(o, f) for o, f in left if name in f and self.means_same(o, name, text, f)]
            if not further:
                raise self.invalid_argument_error(arguments, name, text, [o for o, f in left if name in f])
            left = further
        missing = next((name for _, filled in left for name in filled if name not in arguments), None)
        if missing is not None and len(left) == 1:  # the remaining arguments have only one value
            return left[0][0]
        raise self.invalid_argument_error(arguments, missing or "choice", "", [option for option, _ in left])

    def ambiguous_error(self, arguments: Arguments, options: Sequence[str]) -> UserError:
        """Return the error for text that may mean several of these options."""
        name = next(name for name in arguments if len({self.label(option, name) for option in options}) > 1)
        labels = list(dict.fromkeys(self.label(option, name) for option in options))
        return UserError("several", text=cut(arguments[name], 40), choices=self.translator.join_labels(labels))

    def invalid_argument_error(self, arguments: Arguments, name: str, text: str, legal: list[str]) -> UserError:
        """Return the rules' own reason if there is one, else what could be chosen instead."""
        if known := self.rules_reason(arguments):
            return known
        labels = list(dict.fromkeys(self.label(option, name) for option in legal))
        kind = self.translator.catalogue.names("kind").get(name, name)
        if not text and labels:
            return UserError("missing", kind=kind, choices=self.translator.join_labels(labels))
        return UserError("unknown", kind=kind, text=cut(text, 40), choices=self.translator.join_labels(labels))

    def rules_reason(self, arguments: Arguments) -> UserError | None:
        for pattern in self.verb.patterns:
            option = PLACEHOLDER.sub(lambda m: self.part(arguments.get(m[1], "")), pattern).strip("/")
            why = self.session.game.why_not(self.session.g, self.seat, option) if self.session.g else None
            if why is not None and f"why.{why[0]}" in self.translator.catalogue:
                return UserError("illegal", seat=self.seat, option=option, reason=why[0], reason_fields=why[1])
        return None

    def part(self, text: str) -> str:
        """Return typed text as a part of a path: an id, or the id of the thing or player with that name."""
        typed = normalize(text)
        for part, name in self.translator.things.items():
            if typed in (normalize(part), normalize(name)):
                return part
        for seat, name in enumerate(self.translator.names):
            if typed in (normalize(name), f"s{seat}"):
                return f"s{seat}"
        return re.sub(r"[^a-z0-9+/-]+", "-", text.lower()).strip("-")[:40]
