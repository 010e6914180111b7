"""Ghosts Love Candy, for 3 to 6 players."""

from typing import Any

from engine.cards import Card
from engine.game import Game, Reason, Result, Standing
from engine.ghosts_love_candy import belief, rules, score, state, view, why
from engine.ghosts_love_candy.cards import DECKS, LOVE_CARDS
from engine.ghosts_love_candy.rules import GhostsOptions
from engine.ghosts_love_candy.state import CANDIES, Street
from engine.snapshot import CorruptSnapshot


class GhostsLoveCandy(Game[Street]):
    slug = "ghosts-love-candy"
    title = "Ghosts Love Candy"
    seats = range(3, 7)
    rules = state.rules
    Table = Street
    ViewModel = view.StreetView
    Options = GhostsOptions
    decks = DECKS
    house = True
    telltale_questions = frozenset({"hand-over"})
    rulings = [
        "There are six types of candy, eight cards of each.",
        "Three Love cards are read from a public picture; the other three are ours, so that every candy has every "
        "value once over the six cards.",
        "The printed Kid cards are not public: Hob's own kids are a stand-in, and only the names Chef, Cheerleader "
        "and Skeleton are read from pictures.",
        "In a tie the groups draw from the highest ghost down, each group in seat order, and the draw orders that "
        "group alone.",
        "If Kid deck and discarded kids cannot give every tied player a card, the whole group is ordered at random.",
        "The discarded kids become the new Kid deck when the next card is needed; ghosts stay discarded.",
        "If no kid is left to move in, the spot stays empty: it gets no candy, cannot be chosen and breaks adjacency.",
        "Where spots stayed empty and candy is left over, the game still ends after its eight or six rounds.",
        "Adjacent means the next spot to the left or right; the row does not wrap.",
        "A blue box acts after the candy is taken and before the scare check, also on a kid that this ghost will "
        "scare, and also when there was no candy.",
        "Kids in stashes, in the discard, and drawn for ties have no ability, apart from what they say about stashes.",
        "One ability per haunt: moved ghosts, swapped kids and newcomers never use a blue box.",
        "A moved ghost lies on top of its new pile, takes no candy there, and its owner is now the last to haunt "
        "there.",
        "Cleared ghosts are discarded; they never return to a hand.",
        "A kid without ghosts is never scared, whatever its Courage.",
        "Courage and protection are looked up at the moment a spot is checked; no spot is checked twice in a turn.",
        "A newcomer that changes Courage or protects counts at once for the spots not yet checked.",
        "Protection beats less Courage; neither works on the kid that gives it.",
        "A protected kid may have more ghosts than Courage for several turns; when protection ends, the owner of "
        "the top ghost gets it, in whosever turn.",
        "Top-Hat Trickster swaps the two kids alone: candy and ghosts stay at their spots and belong to the kids "
        "that arrive. His own spot may be one of the two.",
        "Gumball Machine: after the new kid has moved in, the candy of the next spot outward goes to whoever got "
        "the Machine, before that spot is checked.",
        "An ability is offered only if all of it is possible; one that must be used is used whenever it can be.",
        "A trade of equal candies is allowed and changes nothing.",
        "Bathtub Pirate: more candy counts pieces, after you took candy; equal is not more.",
        "Foil Astronaut: both halves or nothing. The candy paid stays on him, and is discarded if he is scared "
        "this turn.",
        "Juice Vampire: a ghost anywhere in an adjacent pile will do; ghosts on the Vampire do not count.",
        "Three-Ball Juggler: the next player in seat order, not in turn order.",
        "Skeleton: any stash kid may be moved, also your own and also one worth points; giver and receiver differ.",
        "Sticker Medic: the kid is discarded and may come back when the Kid deck is reshuffled.",
        "Tea-Leaf Seer: you may look again at a Love card seen for the rest of the game; unused Love cards stay "
        "unseen.",
        "Final count: Love card, replaced values (Fizzy Scientist), added ones (Stern Dentist, also below 0), "
        "sets, ghosts, kids in stashes, Towel Superhero.",
        "Towel Superhero: each other kid of the stash below 0 gains 1, once.",
        "A tie for the highest score is shared; playing again is up to the players.",
    ]

    def set_up(self, g: Street, agreed: GhostsOptions) -> None:
        rules.set_up(g, agreed)

    def shows(self, g: Street, seat: int | None) -> dict[str, Any]:
        return view.shows(g, seat)

    def redeal(self, g: Street, seat: int | None) -> None:
        view.redeal(g, seat)

    def result(self, g: Street) -> Result | None:
        return score.result(g)

    def standing(self, g: Street) -> list[Standing]:
        return score.standing(g)

    def weight(self, world: Street, seat: int) -> float:
        return belief.weight(world, seat)

    def census(self, g: Street) -> dict[str, int]:
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

    def load(self, data: bytes) -> Street:
        """Raises CorruptSnapshot also when whoever runs this Hob took the deck away, or kids out of it."""
        g = super().load(data)
        gone = sorted(kid for kid in g.every_kid() if kid not in DECKS.get(g.deck, ()))
        if gone:
            raise CorruptSnapshot(f"{self.slug}: the Kid deck {g.deck} has no {', '.join(gone)}")
        return g

    def reason(self, g: Street, seat: int, option: str) -> Reason | None:
        return why.reason(g, seat, option)

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        """The kids of the deck and the six Love cards."""
        return {**DECKS[deck], **LOVE_CARDS}
