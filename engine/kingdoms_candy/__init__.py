"""Kingdom's Candy: Monsters, for 2 to 5 players."""

from collections import Counter
from typing import Any

from engine.game import Game, Reason, Result, Standing
from engine.kingdoms_candy import rules, score, state, view, why
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
    Options = KingdomOptions
    decks = DECKS
    house = True
    rulings = [
        "There are 130 sugar; Candies and Black Cubes never run out.",
        "The rulebook does not print its cards: Hob's deck is a stand-in. Magmot, Oni Baba, Oni Yami, Uno, Pickpocket, "
        "I'm Inevitable and three events bear the rulebook's names.",
        "The first First Player is drawn by lot; the card goes clockwise after each round's event.",
        "A turn may be passed.",
        "Sugar is turned into Candy by anybody whenever a question is open, never back.",
        "At the start of a turn free income and set bonuses come first and by themselves; Black Cubes are removed and "
        "abilities that cost sugar are used after that, before the action.",
        "Free abilities that can only help are used by themselves: gains, reductions, and at Black Candy the Monster "
        "that gains most eats less.",
        "Set bonuses of sugar count for each colour, only the highest step of each. The rulebook's example brings both "
        "a pair's sugar and a set's Candy: that takes four Monsters, a pair of one colour and one of each other.",
        "A printed value does not matter for sets of kept Abilities, only the number of cards.",
        "When the Kingdom is short, the rest of a Collect comes from the richest opponent, the collector choosing "
        "among equals, and only as far as that one has sugar. Every other gain is cut short.",
        "A Collect takes its own 5 sugar before abilities add to it.",
        "Buying: reductions, payment, the new card in the Kingdom, what earlier cards give; a card does nothing for "
        "its own purchase.",
        "Costs of Abilities are never below zero either.",
        "Keeping or tucking is for good. Two of a kind at most: one kept, one tucked.",
        "An Ability bought and used at once has been used in this round.",
        "No Waiting uses a card whatever its symbol, where it can do something, and not one that its own symbol allows "
        "in this turn anyway.",
        "A card that would change nothing cannot be used.",
        "A One-Time token leaves with its card; another copy can be used again.",
        "An empty deck is made anew of its shuffled discard pile. Without one a place stays empty until there is.",
        "Black Candy goes round in turn order, one plan after another.",
        "Sugar feeds first; Candy tokens only what sugar cannot; each cube not fed is a Black Cube. Or a Monster is "
        "discarded, at no cost; discards come first, so a starter's appetite counts the Monsters that stay.",
        "A Monster that eats nothing is fed and cannot be discarded. A starter may be, and leaves the game.",
        "What made Monsters eat less goes on doing so when its card has been discarded.",
        "In events sugar is dealt in turn order.",
        "After the fourth Black Candy the First Player card is no longer used.",
        "In the count 4 sugar make 1, a single cube 0: so the rulebook's example adds up to its 16. They make no "
        "Candy tokens for the tie. Who ties in tokens and Monsters as well shares the victory.",
    ]

    def set_up(self, g: Kingdom, agreed: KingdomOptions) -> None:
        rules.set_up(g, agreed)

    def possible(self, g: Kingdom, seat: int) -> dict[str, Any]:
        return rules.possible(g, seat)

    def shows(self, g: Kingdom, seat: int | None) -> dict[str, Any]:
        return view.shows(g, seat)

    def redeal(self, g: Kingdom, seat: int | None) -> None:
        view.redeal(g, seat)

    def result(self, g: Kingdom) -> Result | None:
        return score.result(g)

    def standing(self, g: Kingdom) -> list[Standing]:
        return score.standing(g)

    def census(self, g: Kingdom) -> dict[str, int]:
        """Sugar and every card; Candies and Black Cubes come and go."""
        lie = Counter([*g.starter_box, *g.event_deck, *g.events, *g.event_box])
        for market in (g.monsters, g.abilities):
            lie.update([*market.deck, *market.discard, *filter(None, market.row)])
        for villain in g.villains:
            lie.update([*villain.in_play(), *villain.kept])
        return {"sugar": g.sugar + sum(villain.sugar for villain in g.villains), **lie}

    def reason(self, g: Kingdom, seat: int, option: str) -> Reason | None:
        return why.reason(g, seat, option)
