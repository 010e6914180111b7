"""Kingdom's Candy: Monsters, for 2 to 5 players."""

from collections import Counter
from typing import Any

from engine.game import Game, Line, Reason, Standing
from engine.kingdoms_candy import actions, rules, score, state, view
from engine.kingdoms_candy.cards import DECKS
from engine.kingdoms_candy.rules import KingdomOptions
from engine.kingdoms_candy.state import Kingdom


class KingdomsCandy(Game[Kingdom]):
    slug = "kingdoms-candy"
    title = "Kingdom's Candy: Monsters"
    seats = range(2, 6)
    rules = state.rules
    Table = Kingdom
    ViewModel = view.KingdomView
    orders = view.ORDERS
    expiring_offers = actions.SWEEP
    declining_offer = actions.sweep(actions.NONE)
    Options = KingdomOptions
    decks = DECKS
    house = True

    def set_up(self, g: Kingdom, game_options: KingdomOptions) -> None:
        rules.set_up(g, game_options)

    def offer_frames(self, g: Kingdom, seat: int) -> dict[str, Any]:
        return rules.offer_frames(g, seat)

    def view_fields(self, g: Kingdom, seat: int | None) -> dict[str, Any]:
        return view.view_fields(g, seat)

    def redeal_hidden(self, g: Kingdom, seat: int | None) -> None:
        view.redeal_hidden(g, seat)

    def lines(self, g: Kingdom, seat: int) -> list[Line]:
        return score.lines(g, seat)

    def standing(self, g: Kingdom) -> list[Standing]:
        return score.standing(g)

    def turn(self, g: Kingdom) -> int:
        return g.active if g.phase in ("start", "turn") else -1

    def component_counts(self, g: Kingdom) -> dict[str, int]:
        """Count sugar and every card; Candies and Black Cubes are unlimited."""
        lie = Counter([*g.starter_box, *g.event_deck, *g.events, *g.event_box])
        for market in (g.monsters, g.abilities):
            lie.update([*market.deck, *market.discard, *filter(None, market.row)])
        for villain in g.villains:
            lie.update([*villain.in_play(), *villain.kept])
        return {"sugar": g.sugar + sum(villain.sugar for villain in g.villains), **lie}

    def reason(self, g: Kingdom, seat: int, option: str) -> Reason | None:
        return rules.reason(g, seat, option)
