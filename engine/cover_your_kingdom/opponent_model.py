"""The plausibility of the hands in a world: a rival who gave up a Clan or discarded probably had nothing better.

A hand is refilled unseen, so only some of its present cards were there then: all but as many as have left it since.
"""

from engine.cover_your_kingdom.cards import CLANNING, WILD
from engine.cover_your_kingdom.state import Cover
from engine.machine import seat_of

UNLIKE = 0.4  # likelihood that a seat with cards for something better lets a Clan go, or discards
# Events by which cards leave a hand: the field of its seat, and how many cards.
LEAVES = {
    "settles": ("p", 2),
    "settles-from-discard": ("p", 1),
    "plays-for": ("p", 1),
    "answers": ("q", 1),
    "recruits-inn": ("p", 1),
    "adds": ("p", 1),
    "adds-moves": ("p", 1),
    "discards": ("p", 1),
    "wiizzaard-top": ("p", 1),
    "wiizzaard-bottom": ("p", 1),
    "hypnogriff": ("q", 3),
    "elves-held": ("q", 1),
    "elves-lure": ("p", 1),
    "swaps": ("p", 1),
    "minnowtaur-guards": ("p", 1),
    "minnowtaur-bars": ("p", 1),
}
LETS_GO = {"gives-up": "p", "lets-go": "q"}


def likelihood(world: Cover, seat: int) -> float:
    """Return the likelihood of what each rival did, as far back as a card of the present hand can have been there."""
    likely = 1.0
    old = [len(hand) for hand in world.hands]  # how many present cards were already there, going back
    for event in reversed(world.log):
        fields = event.fields
        if event.key == "counts" or not any(old[rival] > 0 for rival in world.rivals(seat)):
            break  # the previous round, or no card of that time is left
        if event.to is not None:
            continue
        if event.key in LETS_GO:
            who = seat_of(fields[LETS_GO[event.key]])
            if who != seat:
                likely *= UNLIKE ** share(old[who], world.hands[who], [fields["species"], *WILD])
        elif event.key == "discards":
            who = seat_of(fields["p"])
            if who != seat:
                likely *= UNLIKE ** share(old[who], world.hands[who], [*pairs_held(world.hands[who]), *WILD])
        if event.key in LEAVES:
            whose, n = LEAVES[event.key]
            old[seat_of(fields[whose])] -= n
    return likely


def pairs_held(hand: list[str]) -> list[str]:
    """Return the species of which the hand holds two, which could have settled."""
    return [species for species in dict.fromkeys(hand) if species in CLANNING and hand.count(species) > 1]


def share(old: int, hand: list[str], useful: list[str]) -> float:
    """Return how many of the useful cards were probably there already, at most one."""
    if old <= 0 or not hand:
        return 0.0
    return min(1.0, old / len(hand) * sum(card in useful for card in hand))
