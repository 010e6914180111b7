"""Ghosts Love Candy, for 3 to 6 players."""

from engine.decks import Card
from engine.game import Game
from engine.ghosts_love_candy import rules as steps, score, state, view
from engine.ghosts_love_candy.cards import DECKS, LOVE_CARDS
from engine.ghosts_love_candy.rules import GhostsOptions
from engine.ghosts_love_candy.state import CANDIES, Street


class GhostsLoveCandy(Game[Street]):
    slug = "ghosts-love-candy"
    title = "Ghosts Love Candy"
    seats = range(3, 7)
    ViewModel = view.StreetView
    deducible = frozenset({"hand"})  # all begin with the same ghosts and play them in the open
    Options = GhostsOptions
    decks = DECKS
    house = True
    orders = view.ORDERS
    telltale_questions = frozenset({"hand-over"})

    set_up = staticmethod(steps.set_up)
    view_fields = staticmethod(view.view_fields)
    redeal_hidden = staticmethod(view.redeal_hidden)
    lines = staticmethod(score.lines)
    standing = staticmethod(score.standing)
    weight = staticmethod(score.likelihood)
    reason = staticmethod(steps.reason)
    rules = state.rules

    def turn(self, g: Street) -> int:
        return g.active

    def component_counts(self, g: Street) -> dict[str, int]:
        kids = g.every_kid()
        piles = [g.candy, g.candy_discard, *(spot.candy for spot in g.row), *(stash.candy for stash in g.stashes)]
        ghosts = [(seat, number) for seat, hand in enumerate(g.hands) for number in hand]
        ghosts += [*g.revealed.items(), *g.ghost_discard, *(ghost for spot in g.row for ghost in spot.ghosts)]
        return {
            "kids": len(kids),
            "different kids": len(set(kids)),
            "Love cards": len({*g.loves, *g.box}),
            **{candy: sum(pile.count(candy) for pile in piles) for candy in CANDIES},
            **{f"ghosts of s{seat}": len({n for owner, n in ghosts if owner == seat}) for seat in range(g.players)},
        }

    def every_card(self, g: Street) -> list[str]:
        return g.every_kid()

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        """Return the kids of the deck and the six Love cards."""
        return {**DECKS[deck], **LOVE_CARDS}
