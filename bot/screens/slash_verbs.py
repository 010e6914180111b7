"""A game's own slash commands, as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Param:
    """An argument of a slash command: a part of the option path.

    The catalogue has its description (`verb.<verb>.<name>`) and the word for its values (`kind.<name>`).
    """

    name: str
    optional: bool = False


@dataclass(frozen=True)
class SlashCommand:
    """A slash command of one game. A pattern is an option path: `{name}` is an argument, `{name*}` takes the rest.

    It answers the open question if that is one of `question_kinds` (empty: any) and has options of this form, or it
    takes an offer. With `question_kinds`, a pattern's first argument never matches an offer. The catalogue has its
    description (`verb.<name>`) and the reason why it isn't available (`not-now.<name>`).
    """

    name: str
    patterns: tuple[str, ...]
    params: tuple[Param, ...] = ()
    question_kinds: tuple[str, ...] = ()
