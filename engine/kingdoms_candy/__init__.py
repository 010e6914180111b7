"""Kingdom's Candy: Monsters, for 2 to 5 players."""

from collections import Counter
from collections.abc import Iterator

from engine.game import Game
from engine.kingdoms_candy import actions, rules as steps, score, state, view
from engine.kingdoms_candy.cards import DECKS
from engine.kingdoms_candy.rules import KingdomOptions
from engine.kingdoms_candy.state import Kingdom


class KingdomsCandy(Game[Kingdom]):
    slug = "kingdoms-candy"
    title = "Kingdom's Candy: Monsters"
    seats = range(2, 6)
    ViewModel = view.KingdomView
    orders = view.ORDERS
    expiring_offers = actions.SWEEP
    declining_offer = actions.sweep(actions.NONE)
    Options = KingdomOptions
    decks = DECKS
    house = True

    set_up = staticmethod(steps.set_up)
    offer_frames = staticmethod(steps.offer_frames)
    view_fields = staticmethod(view.view_fields)
    redeal_hidden = staticmethod(view.redeal_hidden)
    lines = staticmethod(score.lines)
    standing = staticmethod(score.standing)
    reason = staticmethod(steps.reason)
    rules = state.rules

    def turn(self, g: Kingdom) -> int:
        return g.active if g.phase in ("start", "turn") else -1

    def component_counts(self, g: Kingdom) -> dict[str, int]:
        """Count sugar and every card; Candies and Black Cubes are unlimited."""
        return {"sugar": g.sugar + sum(villain.sugar for villain in g.villains), **Counter(self.every_card(g))}

    def every_card(self, g: Kingdom) -> Iterator[str]:
        yield from (*g.starter_box, *g.event_deck, *g.events, *g.event_box)
        for market in (g.monsters, g.abilities):
            yield from (*market.deck, *market.discard, *filter(None, market.row))
        for villain in g.villains:
            yield from (*villain.in_play(), *villain.kept)
