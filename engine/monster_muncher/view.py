"""The view of one seat, or of the channel, in Monster Muncher; a world consistent with it, and how plausible it is."""

from collections import Counter
from dataclasses import dataclass
from math import exp
from typing import Any

from engine import rng
from engine.game import View
from engine.machine import seat_of
from engine.monster_muncher.delayed import announceable, is_contested
from engine.monster_muncher.state import GOAL, Monster, Muncher


@dataclass(slots=True, kw_only=True)
class SnackView:
    card: str
    state: str  # of its delayed or protecting effect: armed, open, used, void, shields, or empty


@dataclass(slots=True, kw_only=True)
class MonsterView:
    card: str
    raw: int
    buffs: int
    debuffs: int
    given: dict[str, int]  # by how much each card has changed it, oldest first; incomplete at older tables
    hunger: int
    protected: bool
    state: str
    snacks: list[SnackView]


@dataclass(slots=True, kw_only=True)
class MomentView:
    """A delayed effect that may be announced until the next player moves."""

    seat: int
    card: str
    effect: str
    times: int
    cards: list[str]


class MuncherView(View):
    deck: str
    goal: int
    active: int
    winner: int | None
    hunger: list[int]  # the trackers
    rows: list[list[MonsterView]]
    pile: int
    grave: list[str]  # the top is last
    hand_sizes: list[int]
    hands: list[list[str] | None]  # the viewer's own; all of them when the game is over
    seen: list[list[str]]  # cards in each hand that everyone saw going there
    locked: dict[str, int]  # bounced cards: turns of their holder that must still end before they may be played
    contested: list[str]  # stolen cards that an announcement may still send elsewhere
    moments: list[MomentView]

    @property
    def hand(self) -> list[str]:
        """Return the viewer's own cards; none for the channel."""
        return (self.hands[self.seat] or []) if self.seat is not None else []


def view_fields(g: Muncher, seat: int | None) -> dict[str, Any]:
    over = g.winner >= 0
    return {
        "deck": g.deck,
        "goal": GOAL,
        "active": g.active,
        "winner": g.winner if over else None,
        "hunger": [g.hunger(who) for who in range(g.players)],
        "rows": [[_monster(g, monster) for monster in row] for row in g.rows],
        "pile": len(g.pile),
        "grave": list(g.grave),
        "hand_sizes": [len(hand) for hand in g.hands],
        "hands": [list(hand) if over or who == seat else None for who, hand in enumerate(g.hands)],
        "seen": [[card for card in hand if card in g.seen] for hand in g.hands],
        "locked": dict(g.locked),
        "contested": [card for card in g.seen if is_contested(g, card)],
        "moments": [
            MomentView(
                seat=m.seat, card=card, effect=g.card(card).delayed_part.verb, times=m.times, cards=list(m.cards)
            )
            for card, m in announceable(g).items()
        ],
    }


def _monster(g: Muncher, monster: Monster) -> MonsterView:
    return MonsterView(
        card=monster.card,
        raw=g.raw(monster.card),
        buffs=monster.buffs,
        debuffs=monster.debuffs,
        given=monster.given.copy(),
        hunger=g.hunger_of(monster),
        protected=g.is_protected(monster),
        state=g.status.get(monster.card, ""),
        snacks=[SnackView(card=snack, state=g.status.get(snack, "")) for snack in monster.snacks],
    )


def redeal_hidden(g: Muncher, seat: int | None) -> None:
    """Deal the unseen cards again to the other hands and the main deck.

    A player who counts cards knows after how many reshuffles each card came into the main deck, and so how many cards
    of each such batch every hand holds. Such a player also knows how many of these must be Snacks, since their owner
    drew instead of playing.
    """
    hidden = [who for who in range(g.players) if who != seat and g.winner < 0]
    batches: dict[int, list[str]] = {}
    wanted: list[tuple[int, int, int]] = []  # seat, batch, how many
    for who in hidden:
        unseen = sorted(g.batch.get(card, 0) for card in g.hands[who] if card not in g.seen)
        wanted += [(who, batch, n) for batch, n in Counter(unseen).items()]
    for card in sorted([*g.pile, *(card for who in hidden for card in g.hands[who] if card not in g.seen)]):
        batches.setdefault(g.batch.get(card, 0), []).append(card)
    for _, cards in sorted(batches.items()):
        rng.shuffle(g, cards)
    for who in hidden:
        g.hands[who] = [card for card in g.hands[who] if card in g.seen]
    for who, batch, _ in wanted:  # certain Snacks first, while there are Snacks left for them
        for _ in range(g.sure_snacks[who].get(batch, 0)):
            _deal(g, who, batches[batch], next(card for card in batches[batch] if g.is_snack(card)))
    for who, batch, n in wanted:
        for _ in range(n - g.sure_snacks[who].get(batch, 0)):
            _deal(g, who, batches[batch], batches[batch][0])
    g.pile = [card for _, cards in sorted(batches.items()) for card in cards]


def _deal(g: Muncher, who: int, cards: list[str], card: str) -> None:
    cards.remove(card)
    g.hands[who].append(card)


# ---- the plausibility of the hands in a world: stronger cards are mostly played first
PREFERENCE_SHARPNESS = 0.4  # a card is e to this power times likelier to be played for each point of hunger
SNACK_WORTH = 2.0  # worth of a Snack, in points of hunger
PLAYS = ("plays", "plays-snack", "replaces")
DRAWS = ("draws", "draws-by", "draws-and-ends")


def likelihood(world: Muncher, seat: int) -> float:
    """Return the likelihood that rivals played what they did, rather than the cards that they hold in this world.

    Any of a hand's unseen cards may be one that was drawn since, because the log doesn't say which.
    """
    likely = 1.0
    unseen = [[card for card in hand if card not in world.seen] for hand in world.hands]
    others = [sum(eagerness(world, card) for card in cards) for cards in unseen]  # of those already there, going back
    for event in reversed(world.log):
        if event.key in DRAWS:
            who, n = seat_of(event.fields["p"]), event.fields.get("n", 1)
            others[who] *= max(0.0, 1 - n / max(1, len(unseen[who])))
        elif event.key in PLAYS and (who := seat_of(event.fields["p"])) != seat:
            chosen = eagerness(world, event.fields["card"])
            likely *= chosen / (chosen + others[who])
    return likely


def eagerness(g: Muncher, card: str) -> float:
    return exp(PREFERENCE_SHARPNESS * (SNACK_WORTH if g.is_snack(card) else g.raw(card)))
