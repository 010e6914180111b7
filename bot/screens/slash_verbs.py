"""A game's own slash commands, as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Param:
    """An argument of a slash command: the part of the option path it stands for.

    The catalogue says what it is for (`verb.<verb>.<name>`) and what a value of it is called (`kind.<name>`).
    """

    name: str
    optional: bool = False


@dataclass(frozen=True)
class SlashCommand:
    """A slash command of one game.  A pattern is an option path: `{name}` is an argument, `{name*}` takes the rest.

    It answers the open question if that is one of `question_kinds` (empty: any) and has options of this form, or an
    offer; with
    `question_kinds` no offer takes the place of a pattern's first argument.
    The catalogue describes it (`verb.<name>`) and says why it is not open (`not-now.<name>`).
    """

    name: str
    patterns: tuple[str, ...]
    params: tuple[Param, ...] = ()
    question_kinds: tuple[str, ...] = ()
