"""The actions of abilities: swap, bounce, destroy and steal cards, or draw new ones."""

from collections import Counter

from engine import rng
from engine.machine import seat_id
from engine.monster_muncher import delayed
from engine.monster_muncher.state import Monster, Muncher


# ---- hands and the main deck
def into_hand(g: Muncher, seat: int, cards: list[str]) -> None:
    """Move cards from the table into a hand, visible to all."""
    g.hands[seat] += cards
    g.seen += cards


def out_of_hand(g: Muncher, seat: int, card: str) -> None:
    """Remove a card from a hand, and forget what was noted about it, its lock too.

    If it's an unseen Snack, it may be one of those known to be in the hand, so one less is known.
    """
    g.hands[seat].remove(card)
    g.locked.pop(card, None)
    sure, batch = g.sure_snacks[seat], g.batch.get(card, 0)
    if card in g.seen:
        g.seen.remove(card)
    elif g.is_snack(card) and batch in sure:
        sure[batch] -= 1
        if not sure[batch]:
            del sure[batch]


def note_snacks(g: Muncher, seat: int) -> None:
    """Note that this hand has only Snacks, as its player's action has just shown."""
    unseen = Counter(g.batch.get(card, 0) for card in g.hands[seat] if card not in g.seen)
    g.sure_snacks[seat] = dict(sorted(unseen.items()))


def draw(g: Muncher, seat: int, number: int) -> list[str]:
    """Draw from the main deck; if deck and graveyard are empty, draw nothing.

    The caller logs it, and then calls `recycle`, so that the log keeps the order of events.
    """
    drawn = []
    for _ in range(number):
        recycle(g)
        if g.pile:
            drawn.append(g.pile.pop())
    g.hands[seat] += drawn
    return drawn


def recycle(g: Muncher) -> None:
    """Shuffle the graveyard into a new main deck when the main deck has run out.

    Ruling: this happens as soon as the last card is drawn. If the graveyard is empty then, it happens when the next
    card is needed.
    """
    if g.pile or not g.grave:
        return
    g.pile, g.grave = g.grave, []
    batch = max(g.batch.values(), default=0) + 1
    g.batch |= dict.fromkeys(g.pile, batch)
    rng.shuffle(g, g.pile)
    g.log_event("graveyard-becomes-deck")


def can_draw(g: Muncher) -> bool:
    return bool(g.pile or g.grave)


# ---- leaving play
def leave(g: Muncher, seat: int, monster: Monster) -> list[str]:
    """Take a Monster out of play, without its tokens; return it and its Snacks."""
    g.rows[seat].remove(monster)
    cards = [monster.card, *monster.snacks]
    for card in cards:
        forget(g, card)
    return cards


def unlink(g: Muncher, monster: Monster, snack: str) -> list[str]:
    """Take a single Snack out of play. What it has given stays on its Monster; its continuing effect ends."""
    monster.snacks.remove(snack)
    forget(g, snack)
    return [snack]


def forget(g: Muncher, card: str) -> None:
    """Forget the state of a card that leaves play: played again, it is fresh. Open effects can still be announced."""
    g.status.pop(card, None)


def _move_out(g: Muncher, card: str) -> tuple[int, Monster, list[str]]:
    """Take a Monster or a Snack out of play; return its owner, its Monster, and the cards that go."""
    place = g.where(card)
    assert place
    seat, monster = place
    cards = leave(g, seat, monster) if monster.card == card else unlink(g, monster, card)
    return seat, monster, cards


# ---- the verbs
def bounce(g: Muncher, me: int, card: str) -> None:
    """Return a card to its controller's hand; that player may not play it this turn, nor in their next one.

    Ruling: the hand is always the controller's, for another's hand would be stealing.
    """
    place = g.where(card)
    assert place
    seat, monster = place
    waiting = delayed.watchers(g, "bounce", me, seat) if monster.card == card else []
    at = g.rows[seat].index(monster)
    status = {c: g.status[c] for c in (monster.card, *monster.snacks) if c in g.status}
    _, _, cards = _move_out(g, card)
    into_hand(g, seat, cards)
    g.locked |= dict.fromkeys(cards, 2 if seat == g.active else 1)
    _log_action(g, "bounces", me, seat, cards)
    delayed.open_moments(g, waiting, cards=cards, holder=seat, monster=monster, at=at, status=status)


def destroy(g: Muncher, me: int, card: str) -> None:
    """Put a card face up into the graveyard. Beauty Ribs waits for this if an ability does it."""
    place = g.where(card)
    assert place
    waiting = delayed.watchers(g, "destroy", me, place[0]) if place[1].card == card else []
    seat, _, cards = _move_out(g, card)
    g.grave += cards
    _log_action(g, "destroys", me, seat, cards)
    delayed.open_moments(g, waiting)


def steal(g: Muncher, me: int, card: str) -> None:
    """Take a rival's card from the table into one's hand; it may be played at once if something else allows it."""
    waiting = delayed.watchers(g, "steal", me, -1)
    seat, _, cards = _move_out(g, card)
    into_hand(g, me, cards)
    _log_action(g, "steals", me, seat, cards)
    delayed.open_moments(g, waiting, cards=cards, holder=me)


def swap(g: Muncher, me: int, mine: str, theirs: str) -> None:
    """Swap two Monsters, with their tokens and Snacks; no ability is used again.

    Ruling: a delayed effect belongs to the player who controls its card when its moment comes.
    """
    place = g.where(theirs)
    here = g.at_home(me, mine)
    assert place and here
    rival, there = place
    waiting = delayed.watchers(g, "swap", me, rival)
    a, b = g.rows[me].index(here), g.rows[rival].index(there)
    g.rows[me][a], g.rows[rival][b] = there, here
    g.log_event("swaps", p=seat_id(me), a=mine, q=seat_id(rival), b=theirs)
    g.push_steps(("too_many_snacks", me), ("too_many_snacks", rival))
    delayed.open_moments(g, waiting)
    delayed.count_snacks(g)


def swap_snacks(g: Muncher, me: int, mine: str, theirs: str) -> None:
    """Swap two Snacks; the tokens that they gave stay where they are."""
    place = g.where(theirs)
    here = g.at_home(me, mine)
    assert place and here
    rival, there = place
    a, b = here.snacks.index(mine), there.snacks.index(theirs)
    here.snacks[a], there.snacks[b] = theirs, mine
    g.log_event("swaps", p=seat_id(me), a=mine, q=seat_id(rival), b=theirs)
    delayed.count_snacks(g)


def _log_action(g: Muncher, key: str, me: int, seat: int, cards: list[str]) -> None:
    """Log the action on a card, and on the Snacks that follow it."""
    if seat == me:
        g.log_event(f"{key}-own", p=seat_id(me), cards=cards)
    else:
        g.log_event(key, p=seat_id(me), q=seat_id(seat), cards=cards)
