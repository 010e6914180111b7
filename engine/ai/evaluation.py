"""The evaluation behind a move: how well a table stands for each seat, and the result of a search."""

from collections.abc import Sequence
from math import tanh
from typing import Any, Literal, NamedTuple

from engine.game import Game, Standing
from engine.machine import Event, Table, seat_id

Level = Literal["easy", "normal", "hard"]
CLEAR_MARGIN = 0.02  # an offer must be worth this much more than letting it lapse
WON = 0.8  # weight of a victory against the lead in points


class EventPattern(NamedTuple):
    """An event whose `field` names the searching seat or, if not `own`, another seat.

    `key` may be several keys, separated by `|`: the event is any of these.
    """

    key: str
    field: str
    own: bool = True

    def matches(self, event: Event, seat: int) -> bool:
        return event.key in self.key.split("|") and (event.fields.get(self.field) == seat_id(seat)) == self.own


class MoveStats(NamedTuple):
    """The expected results of an option, as means over its visits: `worth` from 0 to 1, the rest in points.

    `gain` is what the option brings the seat at once, `later` what the seat has gained some decisions later, and
    `rival` what the best rival has gained by then (easy: what all rivals gain at once); `worst` is the lowest `later`
    of all visits, `error` the standard error of `worth`.  `now_by_seat` and `later_by_seat` are `gain` and `later` for
    all seats.

    Shares of the visits, from 0 to 1:

    * `over`: the game ended; `at_once`: it ended with the option itself
    * `ahead`: the seat was first or shared first place; if the game was over, it won
    * `seen`: a watched event occurred, for each pattern
    * `plan_share`: the seat's next action was `plan`, its most frequent one
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
    """A seat's evaluation of all its options, best first.  If there is no choice, nothing was tried."""

    seat: int
    level: Level
    moves: list[MoveStats]

    def best_or_decline(self, declining: str) -> str:
        """Return the best option if it is worth clearly more than `declining`, which does nothing; else `declining`."""
        worth = {move.option: move.worth for move in self.moves}
        return self.best if worth[self.best] - worth.get(declining, 0.0) > CLEAR_MARGIN else declining

    @property
    def best(self) -> str:
        return self.moves[0].option


def legal_actions(game: Game[Any], g: Any, seat: int) -> list[str]:
    """Return an asked seat's options and offers; for a seat that isn't asked, its expiring offers."""
    offers = game.offers(g, seat)
    if seat in g.asks:
        return [*g.asks[seat].options, *offers]
    return [offer for offer in offers if game.is_expiring(offer)]


def points(standings: list[Standing]) -> list[int]:
    return [standing.rank[0] for standing in standings]


def leads(standings: list[Standing]) -> list[int]:
    """Return by how many points each seat is ahead of the best of the others; negative if it is behind."""
    worths = points(standings)
    best, second, *_ = sorted(worths, reverse=True)
    return [mine - (second if mine == best else best) for mine in worths]


def rewards(g: Table, standings: list[Standing], scale: float) -> list[float]:
    """Return how good these standings are for each seat, from 0 to 1.

    It depends on the lead in points; a lead of `scale` counts as large.  When the game is over, the victory has the
    weight `WON`, and the lead the rest.
    """
    shares = [0.5 + 0.5 * tanh(lead / scale) for lead in leads(standings)]
    if g.asks:
        return shares
    best = max(standing.rank for standing in standings)
    winners = sum(standing.rank == best for standing in standings)
    return [
        WON * (standing.rank == best) / winners + (1 - WON) * worth
        for standing, worth in zip(standings, shares, strict=True)
    ]
