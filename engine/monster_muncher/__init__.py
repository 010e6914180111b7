"""Monster Muncher, for 2 to 6 players."""

from collections import Counter
from collections.abc import Iterator

from engine.game import Game
from engine.monster_muncher import actions, rules as steps, state, view
from engine.monster_muncher.cards import DECKS
from engine.monster_muncher.rules import MuncherOptions
from engine.monster_muncher.state import Muncher


class MonsterMuncher(Game[Muncher]):
    slug = "monster-muncher"
    title = "Monster Muncher"
    seats = range(2, 7)
    ViewModel = view.MuncherView
    Options = MuncherOptions
    decks = DECKS
    house = True
    expiring_offers = actions.ANNOUNCE
    schema = 2
    upgrades = {1: state.upgrade_sure_snacks}

    set_up = staticmethod(steps.set_up)
    view_fields = staticmethod(view.view_fields)
    redeal_hidden = staticmethod(view.redeal_hidden)
    lines = staticmethod(steps.lines)
    standing = staticmethod(steps.standing)
    weight = staticmethod(view.likelihood)
    offer_frames = staticmethod(steps.offer_frames)
    reason = staticmethod(steps.reason)
    rules = state.rules

    def eliminated(self, g: Muncher) -> list[int]:
        """Return all seats but the winner's, because the race ends in a single move."""
        return [seat for seat in range(g.players) if g.winner not in (-1, seat)]

    def component_counts(self, g: Muncher) -> dict[str, int]:
        """Count each of the 80 cards, wherever it is."""
        return dict(Counter(self.every_card(g)))

    def every_card(self, g: Muncher) -> Iterator[str]:
        for place in (g.pile, g.grave, *g.hands, *map(g.in_play, range(g.players))):
            yield from place
