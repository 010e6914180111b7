"""Cover Your Kingdom, for 2 to 8 Rulers."""

from collections import Counter
from typing import Any

from engine.cards import Card
from engine.cover_your_kingdom import belief, rules, score, stars, state, view, why
from engine.cover_your_kingdom.cards import CARDS
from engine.cover_your_kingdom.rules import CoverOptions
from engine.cover_your_kingdom.state import Cover
from engine.game import Game, Reason, Result, Standing


class CoverYourKingdom(Game[Cover]):
    slug = "cover-your-kingdom"
    title = "Cover Your Kingdom"
    seats = range(2, 9)
    rules = state.rules
    Table = Cover
    ViewModel = view.CoverView
    Options = CoverOptions
    rulings = [
        "The rulebook prints neither the magic of the cards, except the Pigxie's, nor the land of every species: ours "
        "are inferred.",
        "The two cards that answer a Spydra count as one answer, so a single card answers them; nobody plays two "
        "unless he must.",
        "A Clan with Wilds in it is matched by its own species or by Wilds.",
        "One may recruit only a Clan that has a land to go to: none that a Minnowtaur bars.",
        "A Minnowtaur upright keeps every rival's Elves, Mobgoblins and Wiizzaard from that land too.",
        "A Minnowtaur sideways bars settling and recruiting only; adding, moving by Add and swapping are not barred.",
        "A second Minnowtaur of the same kind at one land would do nothing, so it cannot be played.",
        "A Ruler without cards is passed over, but for Minnowtaurs and light speed that turn has come all the same.",
        "A Clan that one failed on, by recruiting or by Elves, is safe that turn from recruiting, Elves, Mobgoblins "
        "and Wiizzaard alike.",
        "The Elves do not lure from one's own Kingdom.",
        "A Creature for hire without a target cannot be played; a stack of one has nothing for the Wiizzaard to move.",
        "The new Ruler of an Either Land Clan says where it goes.",
        "A hand of more than six cards is kept.",
        "Who can take no action passes; when all who hold cards have passed in a row, the round is over and cards in "
        "hand count nothing.",
        "Rulers who tie in magic and in Creatures share the victory.",
        "In an extended contest the crown moves one seat on for each round, powers are kept and constellations begin "
        "anew; shared victories of a round count for each; rounds added up are tied by all their Creatures.",
        "With two Rulers hands are dealt seven cards and refilled to six, as the rulebook says, or to seven by option.",
        "At the inn the conditions of recruiting do not apply; of two face-up cards alike the one farther left is "
        "taken first; a pile of nothing but Creatures for hire stays face down.",
        "Creatures hired at the inn may take or lure away even the only Clan of a Kingdom.",
        "A Hentaur that stands in as a Wild by Equinity may do so at the inn, against Elves and as one of the two "
        "cards that answer a Spydra, and it lights its own constellation.",
        "Against Elves too Terriers of SubCerbient's count as two, and Spydras against SubCerbient as one.",
        "Wiizzz Kid swaps at any time of the own turn, also while a rival is asked.",
        "Match Maker's free settling comes before or after the actions, and does not count as one of them.",
        "DissedHard discards Clanning Creatures only and draws nothing for them; of two unlike ones their Ruler says "
        "which lies on top.",
        "From four Rulers on there are not enough powers for two each, so everybody has one.",
    ]

    def set_up(self, g: Cover, agreed: CoverOptions) -> None:
        rules.set_up(g, agreed)

    def possible(self, g: Cover, seat: int) -> dict[str, Any]:
        return rules.possible(g, seat)

    def shows(self, g: Cover, seat: int | None) -> dict[str, Any]:
        return view.shows(g, seat)

    def redeal(self, g: Cover, seat: int | None) -> None:
        view.redeal(g, seat)

    def result(self, g: Cover) -> Result | None:
        return score.result(g)

    def standing(self, g: Cover) -> list[Standing]:
        return score.standing(g)

    def reason(self, g: Cover, seat: int, option: str) -> Reason | None:
        return why.reason(g, seat, option)

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        return dict(CARDS)

    def weight(self, world: Cover, seat: int) -> float:
        return belief.weight(world, seat)

    def census(self, g: Cover) -> dict[str, int]:
        cards = Counter(g.deck + g.discards + g.retired + g.gone)
        for hand in g.hands:
            cards.update(hand)
        stacks = [stack for kingdom in g.kingdoms for stack in kingdom.values()]
        for stack in [*stacks, g.arriving]:
            for clan in stack:
                cards.update(clan.cards)
        cards.update(guard.card for guard in g.guards)
        cards.update(g.war.cards if g.war else [])
        for pile in g.inn:
            cards.update([*pile.hidden, *[pile.face] * bool(pile.face)])
        tokens = sum(g.tokens.values()) + sum(map(len, g.lit)) if g.tokens else stars.ALL * g.players
        return {**cards, "tokens": tokens, "powers": sum(map(len, g.powers))}
