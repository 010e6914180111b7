"""Monster Muncher, for 2 to 6 players."""

from typing import Any

from engine.game import Game, Reason, Result, Standing
from engine.monster_muncher import belief, options, rules, score, state, view, why
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
    expiring_offers = options.ANNOUNCE
    rulings = [
        "The first player is random.",
        "You draw before you use the ability of the card that you played.",
        "Trackers always show raw hunger plus Buffs minus Debuffs of one's Monsters, and never less than 0.",
        "Hunger is compared with 20 when a Monster has been played, after each ability and after each announcement; "
        "of several the player whose turn it is wins, else the one with most hunger, else the next clockwise.",
        "A player without any card draws one and ends the turn, or passes if there is none to draw.",
        "An ability that, as things stand, can only help and leaves nothing to choose is used without a question.",
        "Parts of an ability about a card that has left its player's row are left out.",
        "A swap is between two players; no ability is used anew.",
        "Whoever has more than three Snacks after a swap destroys down to three.",
        "A bounced card goes to the hand of the player who controlled it, and cannot be played until the end of that "
        "player's next turn; it may be discarded.",
        "A stolen card is not locked, and may be played at once where an extra card is allowed; while somebody may "
        "still announce that it goes elsewhere, it may not.",
        "Full protection is against everybody, its owner's abilities too; its owner may still replace the Monster.",
        "Protection by a Snack is where that Snack is, and stays on the place when the Snack has been replaced; "
        "protection by a Monster's ability lasts while the protected card stays in play.",
        "A Snack that alone is bounced, destroyed, stolen or swapped leaves its tokens where they are.",
        "A delayed effect belongs to whoever controls its card, and may be announced until the next player moves.",
        "Of several delayed effects that would change the same deed only one can, the next clockwise.",
        "Only abilities aimed at a Monster are bounces and swaps that a delayed effect of its owner waits for.",
        "DJ Heaven takes the next card that anybody but its owner steals, together with the Snacks that follow it.",
        "Beauty Ribs must be announced for each Monster destroyed; one that is missed makes it void.",
        "A reward for three Snacks opens whenever its owner has three in play, however they came there.",
        "Behind the winner players are placed by their hunger.",
    ]

    def set_up(self, g: Muncher, agreed: MuncherOptions) -> None:
        rules.set_up(g, agreed)

    def shows(self, g: Muncher, seat: int | None) -> dict[str, Any]:
        return view.shows(g, seat)

    def redeal(self, g: Muncher, seat: int | None) -> None:
        view.redeal(g, seat)

    def result(self, g: Muncher) -> Result | None:
        return score.result(g)

    def standing(self, g: Muncher) -> list[Standing]:
        return score.standing(g)

    def weight(self, world: Muncher, seat: int) -> float:
        return belief.weight(world, seat)

    def census(self, g: Muncher) -> dict[str, int]:
        """Each of the 80 cards, once."""
        count = dict.fromkeys(DECKS[g.deck], 0)
        monsters = [[monster.card, *monster.snacks] for row in g.rows for monster in row]
        for place in (g.pile, g.grave, *g.hands, *monsters):
            for card in place:
                count[card] += 1
        return count

    def possible(self, g: Muncher, seat: int) -> dict[str, Any]:
        return rules.possible(g, seat)

    def reason(self, g: Muncher, seat: int, option: str) -> Reason | None:
        return why.reason(g, seat, option)
