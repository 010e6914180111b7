"""The Drafty Inn (rulebook: Two Ruler Rules)."""

from itertools import product

from engine import rng
from engine.cover_your_kingdom import actions, hands, powers
from engine.cover_your_kingdom.hire import remove_clan, wiizzaard, wiizzaard_targets
from engine.cover_your_kingdom.recruit import cannot_attack, challenge, play_into
from engine.cover_your_kingdom.settle import place, take_clan
from engine.cover_your_kingdom.state import CLANNING, HIRE, WILD, Cover, Pile, War, distinct, rules
from engine.machine import Ask, AskAllStep, seat_id

STEAL_COUNT = 2  # cards each Ruler takes when a Hypnogriff comes to the inn


def open_inn(g: Cover, pile: list[str]) -> Pile:
    """Flip the top card; a Creature for hire is shuffled back and the next one flipped.

    Ruling: a pile of nothing but Creatures for hire stays face down.
    """
    buried: list[str] = []
    while pile[-1] in HIRE and any(card not in HIRE for card in pile):
        g.log_event("inn-shuffles-back", card=pile[-1])
        buried.append(pile[-1])
        rng.shuffle(g, pile)
    face = "" if pile[-1] in HIRE else pile.pop()
    # One card may have come up twice, so only one card of each kind seen is known to be in the pile.
    return Pile(face, pile, distinct(buried))


# ---- recruiting from the inn
def choices(g: Cover, me: int) -> list[str]:
    """Return the options: a card from the hand, and face-up cards that form one Clan with it."""
    faces = [pile.face for pile in g.inn if pile.face]
    return [
        actions.inn(card, cards)
        for card in distinct(g.hands[me])
        for species in _species(g, me, card)
        for cards in _card_sets(faces, species, needs_own=species != card)
    ]


def _species(g: Cover, me: int, card: str) -> list[str]:
    """Return the species of Clans that this card can begin: its own, and any that it may serve as."""
    if card in WILD:
        return CLANNING
    own = [card] if card in CLANNING else []
    others = [species for species in CLANNING if card in powers.stand_ins(g, me, species)] if g.powers[me] else []
    return [*own, *others]


def _card_sets(faces: list[str], species: str, needs_own: bool) -> list[list[str]]:
    """Return the sets of one species and Wilds that can be taken; with `needs_own`, the species itself is in each."""
    kinds = [species, *WILD]
    if needs_own and species not in faces:
        return []
    counts = [range(int(needs_own and kind == species), faces.count(kind) + 1) for kind in kinds]
    sets = [[kind for kind, n in zip(kinds, taken, strict=True) for _ in range(n)] for taken in product(*counts)]
    return [cards for cards in sets if cards]


def recruit(g: Cover, me: int, card: str, cards: list[str]) -> None:
    """Take cards for a Clan; the rival may challenge before it settles, then the cards taken are replaced.

    Ruling: of two equal face-up cards, the one farther left is taken first.
    """
    species = next((c for c in cards if c in CLANNING), card)
    for kind in cards:
        next(pile for pile in g.inn if pile.face == kind).face = ""
    rival = 1 - me
    g.log_event("recruits-inn", p=seat_id(me), cards=cards, card=card, species=species)
    g.war = War(me, rival, "", species, list(cards), [], me)
    play_into(g, g.war, me, [card])
    g.push_steps((challenge, rival), (flip, 0))


# ---- new faces
@rules.step
def flip(g: Cover, place: int) -> None:
    """Replace the cards taken, one pile at a time; an emptied pile stays empty.

    A Creature for hire acts on both Rulers at once and is retired, and the next card is flipped.
    """
    if place == len(g.inn):
        return
    pile = g.inn[place]
    if pile.face or not pile.hidden:
        g.push_steps((flip, place + 1))
        return
    card = pile.hidden.pop()
    g.log_event("inn-turns-up", card=card)
    if card not in HIRE:
        pile.face = card
        g.push_steps((flip, place + 1))
        return
    pile.buried = [name for name in pile.buried if name != card]
    g.retired.append(card)
    g.push_steps((inn_hypnogriff,) if card == "hypnogriff" else (both_choose, card), (flip, place))


@rules.step
def inn_hypnogriff(g: Cover) -> None:
    """Let both take two cards blindly from each other at the same moment, or all there are, and keep them."""
    taken = {me: hands.pick_blindly(g, 1 - me, STEAL_COUNT) for me in g.clockwise(g.active)}
    for me, cards in taken.items():
        if not cards:
            continue
        rival = 1 - me
        hands.hand_over(g, rival, me, cards)
        g.log_event("inn-hypnogriff", p=seat_id(me), q=seat_id(rival), n=len(cards))
        for seat in (me, rival):
            g.log_event("inn-hypnogriff-takes", to=seat, p=seat_id(me), q=seat_id(rival), cards=cards)


def targets(g: Cover, me: int, card: str) -> list[str]:
    """Return the rival's top Clans, or a Clan and its way for the Wiizzaard; none on which an attempt failed this turn.

    Ruling: at the inn even a Kingdom's only Clan can be taken or lured away, because no condition is named.
    """
    if card == "wiizzaard":
        return wiizzaard_targets(g, me, [1 - me])
    return [spot.clan.id for spot in g.tops(1 - me) if cannot_attack(g, me, spot) is None]


@rules.step
def both_choose(g: Cover, card: str) -> AskAllStep:
    """Let both Rulers act on each other's Kingdom at the same time; a Ruler without a target does nothing."""
    asks = {
        me: Ask(me, f"inn-{card}", options, fields={"p": seat_id(me), "q": seat_id(1 - me), "card": card})
        for me in g.clockwise(g.active)
        if (options := targets(g, me, card))
    }
    if not asks:
        return
    chosen = yield asks
    if card == "wiizzaard":
        for me, choice in chosen.items():
            wiizzaard(g, me, *actions.parse_end_of_stack(choice))
        return
    arrivals = []
    for me, spot in [(me, g.spot(clan)) for me, clan in chosen.items()]:
        if card == "elves":
            remove_clan(g, me, spot)
            continue
        take_clan(g, spot)
        p, q = seat_id(me), seat_id(spot.seat)
        g.log_event("inn-takes", p=p, q=q, species=spot.clan.species, clan=spot.clan.id, n=len(spot.clan.cards))
        arrivals.append((place, me, spot.clan.id, g.lands_for(spot.clan.species), "", q))
    g.push_steps(*arrivals)
