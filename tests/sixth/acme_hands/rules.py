"""The rules: one step with a question to all players at the same time."""

from dataclasses import dataclass, field
from typing import Any

from engine import register
from engine.game import Game, Line, Reason, Result, Score, Standing, View, places
from engine.machine import Ask, Rules, Table, seat_id

SHAPES = ("paper", "rock", "scissors")
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
GOAL = 2
rules = Rules()


@dataclass
class Hands(Table):
    points: list[int] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)  # in the last round


class HandsView(View):
    points: list[int]
    shown: list[str]


@rules.step
def show(g: Hands):
    """Let all players show a hand at once; a hand that beats more hands than it loses to scores a point."""
    shown = yield {me: Ask(me, "show", list(SHAPES), secret=True, fields={"p": seat_id(me)}) for me in range(g.players)}
    g.shown = [shown[me] for me in range(g.players)]
    g.log_event("all-show", seats=[seat_id(me) for me in range(g.players)], shapes=list(g.shown))
    for me, mine in enumerate(g.shown):
        beaten = sum(BEATS[mine] == other for other in g.shown)
        if beaten > sum(BEATS[other] == mine for other in g.shown):
            g.points[me] += 1
            g.log_event("scores", p=seat_id(me), n=g.points[me])
    if max(g.points) < GOAL:
        g.push_steps(show)


class RockPaperScissors(Game[Hands]):
    slug = "rock-paper-scissors"
    title = "Rock Paper Scissors"
    seats = range(2, 4)
    rules = rules
    Table = Hands
    ViewModel = HandsView

    def set_up(self, g: Hands, options: Any) -> None:
        g.points = [0] * g.players
        g.push_steps(show)

    def view_fields(self, g: Hands, seat: int | None) -> dict[str, Any]:
        return {"points": list(g.points), "shown": list(g.shown)}

    def redeal_hidden(self, g: Hands, seat: int | None) -> None:
        """Do nothing: there are no face-down cards, and the machine hides early answers."""

    def result(self, g: Hands) -> Result | None:
        if g.stack:
            return None
        place = places(self.standing(g))
        order = sorted(range(g.players), key=lambda me: (place[me], me))
        scores = [Score(seat=me, place=place[me], total=g.points[me], lines=[Line(key="hands")]) for me in order]
        return Result(winners=[me for me in order if place[me] == 1], scores=scores)

    def standing(self, g: Hands) -> list[Standing]:
        return [Standing(points, (points,)) for points in g.points]

    def component_counts(self, g: Hands) -> dict[str, int]:
        return {"players": len(g.points)}

    def reason(self, g: Hands, seat: int, option: str) -> Reason | None:
        return ("no-shape", {"shape": option}) if g.asks and option not in SHAPES else None


GAME = register(RockPaperScissors())
