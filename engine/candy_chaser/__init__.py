"""Candy Chaser, for 2 to 4 players."""

from typing import Any

from engine.candy_chaser import rules, score, state, view
from engine.candy_chaser.state import CANDIES, Chaser
from engine.game import Game, GameOptions, Line, Reason, Standing


class CandyChaser(Game[Chaser]):
    slug = "candy-chaser"
    title = "Candy Chaser"
    seats = range(2, 5)
    rules = state.rules
    Table = Chaser
    ViewModel = view.ChaserView
    deducible = frozenset({"tattles"})  # one of each candy; only a card slid unseen leaves a doubt

    def set_up(self, g: Chaser, game_options: GameOptions) -> None:
        rules.set_up(g, game_options)

    def view_fields(self, g: Chaser, seat: int | None) -> dict[str, Any]:
        return view.view_fields(g, seat)

    def redeal_hidden(self, g: Chaser, seat: int | None) -> None:
        view.redeal_hidden(g, seat)

    def lines(self, g: Chaser, seat: int) -> list[Line]:
        return score.lines(g, seat)

    def standing(self, g: Chaser) -> list[Standing]:
        return score.standing(g)

    def weight(self, world: Chaser, seat: int) -> float:
        return score.likelihood(world, seat)

    def rationality(self, world: Chaser, seat: int) -> list[float]:
        return score.rationality(world, seat)

    def eliminated(self, g: Chaser) -> list[int]:
        return sorted(g.eliminated())

    def component_counts(self, g: Chaser) -> dict[str, int]:
        return {
            "cubes": len(g.cubes),
            "objectives": len({*g.objectives, *g.box}),
            "tattletale cards": sum(map(len, g.tattles)) + len(g.slid) + (4 - g.players) * len(CANDIES),
        }

    def reason(self, g: Chaser, seat: int, option: str) -> Reason | None:
        return rules.reason(g, seat, option)
