"""What players think with: how well a table stands for each seat, and what comes of a thought."""

from collections.abc import Sequence
from math import tanh
from typing import Any, NamedTuple

from engine.game import Game, Standing
from engine.machine import Event, Table, seat_id

CLEAR_MARGIN = 0.02  # so much more an offer must be worth than to let it lapse
WON = 0.8  # what a victory counts beside the points by which one leads


class EventPattern(NamedTuple):
    """An event whose `field` names the seat that thinks or, where not `own`, another seat."""

    key: str
    field: str
    own: bool = True

    def matches(self, event: Event, seat: int) -> bool:
        return event.key == self.key and (event.fields.get(self.field) == seat_id(seat)) == self.own


class MoveStats(NamedTuple):
    """What an option promises, as the mean of what was tried: `worth` from 0 to 1, the rest in points.

    `gain` is what the option brings to the own points at once, `later` what has come to them some decisions later and
    `rival` what has come to the best rival's; `worst` is the least that was seen of `later`.

    Of the tries, from 0 to 1: `over` ended the game, `at_once` with the option itself; in `ahead` the seat was first or
    shared the first place, and so has won where the game was over.  `seen` is the share for each pattern looked for.
    `now_by_seat` and `later_by_seat` are the points of all seats.  `plan` is what the seat did next most often, in
    `plan_share` of the tries, and `error` the standard error of `worth`.
    """

    option: str
    visits: int = 0
    worth: float = 0.0
    gain: float = 0.0
    later: float = 0.0
    rival: float = 0.0
    worst: float = 0.0
    error: float = 0.0
    over: float = 0.0
    at_once: float = 0.0
    ahead: float = 0.0
    now_by_seat: Sequence[float] = ()
    later_by_seat: Sequence[float] = ()
    seen: Sequence[float] = ()
    plan: str = ""
    plan_share: float = 0.0


class SearchResult(NamedTuple):
    """What a seat thinks of all that it may choose, the best first.  Nothing was tried where there is no choice."""

    seat: int
    level: str
    moves: list[MoveStats]

    def best_or_decline(self, declining: str) -> str:
        """The best, if it is worth clearly more than this one, which does nothing."""
        worth = {prospect.option: prospect.worth for prospect in self.moves}
        return self.best if worth[self.best] - worth.get(declining, 0.0) > CLEAR_MARGIN else declining

    @property
    def best(self) -> str:
        return self.moves[0].option


def legal_actions(game: Game[Any], g: Any, seat: int) -> list[str]:
    """The options of a seat that is asked, and what is on offer to it; of one that is not, what soon lapses."""
    offers = game.offers(g, seat)
    if seat in g.asks:
        return [*g.asks[seat].options, *offers]
    return [offer for offer in offers if game.is_expiring(offer)]


def points(standings: list[Standing]) -> list[int]:
    return [standing.rank[0] for standing in standings]


def leads(standings: list[Standing]) -> list[int]:
    """By how many points each seat is before the best of the others; negative for whoever is behind."""
    found = points(standings)
    best, second, *_ = sorted(found, reverse=True)
    return [mine - (second if mine == best else best) for mine in found]


def rewards(g: Table, standings: list[Standing], scale: float) -> list[float]:
    """How good that is for each seat, from 0 to 1: by its lead, where `scale` is a large one, and at the end mostly by
    whether it has won."""
    found = [0.5 + 0.5 * tanh(lead / scale) for lead in leads(standings)]
    if g.asks:
        return found
    best = max(standing.rank for standing in standings)
    winners = sum(standing.rank == best for standing in standings)
    return [
        WON * (standing.rank == best) / winners + (1 - WON) * worth
        for standing, worth in zip(standings, found, strict=True)
    ]
