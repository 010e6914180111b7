"""Candy Chaser, for 2 to 4 players."""

from engine.candy_chaser import rules as steps, view
from engine.candy_chaser.rules import CANDIES, Chaser
from engine.game import Game


class CandyChaser(Game[Chaser]):
    slug = "candy-chaser"
    title = "Candy Chaser"
    seats = range(2, 5)
    ViewModel = view.ChaserView
    deducible = frozenset({"tattles"})  # everyone had one card of each candy; only cards slid unseen are unknown

    set_up = staticmethod(steps.set_up)
    view_fields = staticmethod(view.view_fields)
    redeal_hidden = staticmethod(view.redeal_hidden)
    lines = staticmethod(steps.lines)
    standing = staticmethod(steps.standing)
    weight = staticmethod(view.likelihood)
    rationality = staticmethod(view.rationality)
    reason = staticmethod(steps.reason)
    rules = steps.rules

    def eliminated(self, g: Chaser) -> list[int]:
        return sorted(g.eliminated())

    def component_counts(self, g: Chaser) -> dict[str, int]:
        return {
            "cubes": len(g.cubes),
            "objectives": len({*g.objectives, *g.box}),
            "tattletale cards": sum(map(len, g.tattles)) + len(g.slid) + (4 - g.players) * len(CANDIES),
        }
