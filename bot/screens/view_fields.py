"""The kinds of a view's fields, found by playing the game: secret ones, and those with a value for each seat.

The default texts and pictures are made from these, so that a game writes only what should be different. A field's name
for people is the text `field.<name>`, or else its name in the view.
"""

import logging
from functools import cache
from typing import Any, NamedTuple

from bot.i18n.fitting import capitalize, cut
from bot.i18n.translator import NO_VALUE, Translator, words_of
from engine import GAMES
from engine.fields import COUNT
from engine.game import Game, View
from engine.rng import derive_seed

log = logging.getLogger("hob.games")
SAMPLE = 80  # answers of each game that is played to find out
SEAT_LINE = 110  # characters


class FieldKinds(NamedTuple):
    secret: frozenset[str]  # a seat sees something that the channel doesn't
    by_seat: frozenset[str]  # a list with one value for each seat
    has_hand: bool  # there are secret fields or secret questions


NOTHING = FieldKinds(frozenset(), frozenset(), False)


@cache
def field_kinds(game: Game[Any]) -> FieldKinds:
    """Return the kinds of a game's fields, from random games with the fewest and with the most players."""
    secret: set[str] = set()
    lengths: dict[str, set[bool]] = {}
    asked_in_secret = False
    try:
        for seats in sorted({game.seats[0], game.seats[-1]}):
            g = game.deal(seats, "fields")
            for number in range(SAMPLE):
                public = own_fields(game.view(g, None))
                for seat in range(seats):
                    mine = own_fields(game.view(g, seat))
                    secret |= {name for name, value in mine.items() if value != public[name]}
                    for name, value in mine.items():
                        if value != []:
                            lengths.setdefault(name, set()).add(isinstance(value, list) and len(value) == seats)
                if not g.asks:
                    break
                asked_in_secret = asked_in_secret or any(ask.secret for ask in g.asks.values())
                seat, ask = min(g.asks.items())
                luck = derive_seed("fields", number)
                game.answer(g, seat, ask.options[luck % len(ask.options)])
    except Exception as fault:  # the table that has this fault will freeze and say so
        log.error("%s: a random game failed: %s: %s", game.slug, type(fault).__name__, fault)
        return FieldKinds(frozenset(own_field_names(game.ViewModel)), frozenset(), True)
    by_seat = {name for name, fits in lengths.items() if fits == {True}}
    return FieldKinds(frozenset(secret), frozenset(by_seat), bool(secret) or asked_in_secret)


@cache
def own_field_names(model: type[View]) -> tuple[str, ...]:
    return tuple(name for name in model.model_fields if name not in View.model_fields)


def own_fields(view: View) -> dict[str, Any]:
    """Return the fields that the game adds to a view."""
    return {name: getattr(view, name) for name in own_field_names(type(view))}


def kinds_of(view: View) -> FieldKinds:
    return field_kinds(GAMES[view.game]) if own_field_names(type(view)) else NOTHING


def field_title(translator: Translator, name: str) -> str:
    key = f"field.{name}"
    return translator.tr(key) if key in translator.catalogue else capitalize(words_of(name.removesuffix(COUNT)))


def middle_values(view: View) -> dict[str, Any]:
    """Return the public values that belong to no seat. At the end a game may show what was secret."""
    kinds, values = kinds_of(view), own_fields(view)
    public = {name: value for name, value in values.items() if name not in kinds.by_seat}
    return {name: value for name, value in public.items() if name not in kinds.secret or _is_revealed(view, value)}


def seat_values(view: View, seat: int) -> dict[str, Any]:
    """Return a seat's public values."""
    kinds, values = kinds_of(view), own_fields(view)
    every = {name: values[name] for name in values if name in kinds.by_seat and values[name]}
    public = {name: by_seat[seat] for name, by_seat in every.items()}
    return {name: value for name, value in public.items() if name not in kinds.secret or _is_revealed(view, value)}


def hand_values(view: View) -> dict[str, Any]:
    """Return the values that only the view's seat sees."""
    kinds, values = kinds_of(view), own_fields(view)
    if view.seat is None:
        return {}
    secret = {name: value for name, value in values.items() if name in kinds.secret}
    return {name: value[view.seat] if name in kinds.by_seat and value else value for name, value in secret.items()}


def _is_revealed(view: View, value: object) -> bool:
    return view.seat is None and value not in (None, "", [], {})


# ---- in words
def table_lines(view: View, translator: Translator) -> list[str]:
    """Return the public table, line by line."""
    middle = [_line(translator, name, value) for name, value in middle_values(view).items()]
    seats = [
        f"{translator.names[seat]}: {line}"
        for seat in range(view.players)
        if (line := seat_line(view, translator, seat))
    ]
    return [*middle, *seats]


def seat_line(view: View, translator: Translator, seat: int) -> str:
    """Return a seat's public values in one line."""
    values = seat_values(view, seat).items()
    return cut(
        ", ".join(f"{field_title(translator, name).lower()} {translator.readable(v)}" for name, v in values), SEAT_LINE
    )


def hand_text(view: View, translator: Translator) -> str:
    """Return the values that only the view's seat sees, line by line; "" if there are none."""
    values = {name: value for name, value in hand_values(view).items() if translator.readable(value) != NO_VALUE}
    return "\n".join(_line(translator, name, value) for name, value in values.items())


def _line(translator: Translator, name: str, value: object) -> str:
    return f"{field_title(translator, name)}: {translator.readable(value)}"
