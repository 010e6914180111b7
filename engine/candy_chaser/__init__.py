"""Candy Chaser, for 2 to 4 players."""

from typing import Any

from engine.candy_chaser import rules, score, state, view, why
from engine.candy_chaser.state import CANDIES, Chaser
from engine.game import Game, GameOptions, Reason, Result, Standing


class CandyChaser(Game[Chaser]):
    slug = "candy-chaser"
    title = "Candy Chaser"
    seats = range(2, 5)
    rules = state.rules
    Table = Chaser
    ViewModel = view.ChaserView
    rulings = [
        "The die has the faces −2, −1, +1, +1, +2 and +3. The rulebook gives its range; the split is ours.",
        "An eliminated player can no longer be tattled on, so the round ends at once when one player is left.",
        "You may tattle with the card of your own candy; it can only be wrong.",
        "The rulebook names only the winner; the others left are ranked by their candy, and the eliminated come last "
        "together.",
        "All objectives are shown when the game has been decided.",
    ]

    def set_up(self, g: Chaser, agreed: GameOptions) -> None:
        rules.set_up(g, agreed)

    def shows(self, g: Chaser, seat: int | None) -> dict[str, Any]:
        return view.shows(g, seat)

    def redeal(self, g: Chaser, seat: int | None) -> None:
        view.redeal(g, seat)

    def result(self, g: Chaser) -> Result | None:
        return score.result(g)

    def standing(self, g: Chaser) -> list[Standing]:
        return score.standing(g)

    def census(self, g: Chaser) -> dict[str, int]:
        return {
            "cubes": len(g.cubes),
            "objectives": len({*g.objectives, *g.box}),
            "tattletale cards": sum(map(len, g.tattles)) + len(g.slid) + (4 - g.players) * len(CANDIES),
        }

    def reason(self, g: Chaser, seat: int, option: str) -> Reason | None:
        return why.reason(g, seat, option)
