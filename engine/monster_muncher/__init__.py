"""Monster Muncher, for 2 to 6 players."""

from typing import Any

from engine.game import Game, Line, Reason, Standing
from engine.monster_muncher import actions, rules, score, state, view
from engine.monster_muncher.cards import DECKS
from engine.monster_muncher.rules import MuncherOptions
from engine.monster_muncher.state import Muncher


class MonsterMuncher(Game[Muncher]):
    slug = "monster-muncher"
    title = "Monster Muncher"
    seats = range(2, 7)
    rules = state.rules
    Table = Muncher
    ViewModel = view.MuncherView
    Options = MuncherOptions
    decks = DECKS
    house = True
    expiring_offers = actions.ANNOUNCE
    schema = 2
    upgrades = {1: state.count_snacks}

    def set_up(self, g: Muncher, game_options: MuncherOptions) -> None:
        rules.set_up(g, game_options)

    def view_fields(self, g: Muncher, seat: int | None) -> dict[str, Any]:
        return view.view_fields(g, seat)

    def redeal_hidden(self, g: Muncher, seat: int | None) -> None:
        view.redeal_hidden(g, seat)

    def lines(self, g: Muncher, seat: int) -> list[Line]:
        return score.lines(g, seat)

    def standing(self, g: Muncher) -> list[Standing]:
        return score.standing(g)

    def weight(self, world: Muncher, seat: int) -> float:
        return score.likelihood(world, seat)

    def eliminated(self, g: Muncher) -> list[int]:
        """All but the winner: the race ends at one stroke."""
        return [seat for seat in range(g.players) if g.winner not in (-1, seat)]

    def component_counts(self, g: Muncher) -> dict[str, int]:
        """Count each of the 80 cards, wherever it is."""
        count = dict.fromkeys(DECKS[g.deck], 0)
        monsters = [[monster.card, *monster.snacks] for row in g.rows for monster in row]
        for place in (g.pile, g.grave, *g.hands, *monsters):
            for card in place:
                count[card] += 1
        return count

    def offer_frames(self, g: Muncher, seat: int) -> dict[str, Any]:
        return rules.possible(g, seat)

    def reason(self, g: Muncher, seat: int, option: str) -> Reason | None:
        return rules.reason(g, seat, option)
