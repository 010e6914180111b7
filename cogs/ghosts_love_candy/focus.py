"""The part of the row that the open questions are about, which the pictures highlight."""

from dataclasses import dataclass

from engine.ghosts_love_candy import actions
from engine.ghosts_love_candy.cards import DECKS
from engine.ghosts_love_candy.view import StreetView

NEXT_TO = {"adjacent", "here-or-adjacent", "adjacent-rival"}  # words of abilities that need a neighbour


@dataclass(frozen=True)
class Focus:
    """The kid in use and its neighbours if its ability needs one, as places in the row; and the kids to choose from."""

    place: int = -1  # −1: no ability that needs a neighbour is in use
    neighbours: frozenset[int] = frozenset()
    choices: frozenset[str] = frozenset()  # empty if every kid can be chosen


def focus_of(view: StreetView) -> Focus:
    places = {spot.kid: here for here, spot in enumerate(view.row) if spot.kid}
    choices, place = set[str](), -1
    for question in view.questions:
        if question.say not in ("haunt", "ability"):
            continue
        parts = [part for option in question.options or () for part in actions.parse_ability(option)]
        choices |= {kid for part in parts for kid in actions.parse_pair(part)}
        if question.say == "ability":
            effect = DECKS[view.deck][question.fields["kid"]].effects[question.fields.get("nth", 0)]
            if NEXT_TO & {*map(str, effect)}:
                place = places.get(question.fields["kid"], -1)
    neighbours = {place - 1, place + 1} & {*places.values()} if place >= 0 else set[int]()
    return Focus(place, frozenset(neighbours), frozenset(choices & {*places}) if {*places} - choices else frozenset())


def scoring_kids(view: StreetView) -> list[int]:
    """Return the places of kids that change the final count from the row."""
    return [here for here, spot in enumerate(view.row) if spot.kid and DECKS[view.deck][spot.kid].when == "end-row"]
