"""The view of one seat, or of the channel, in Cover Your Kingdom, and a world consistent with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine import rng
from engine.cover_your_kingdom import actions, powers, settle
from engine.cover_your_kingdom.actions import LET_GO
from engine.cover_your_kingdom.recruit import needs_two
from engine.cover_your_kingdom.score import standing, victories
from engine.cover_your_kingdom.state import CLANNING, MAGIC, Clan, Cover, Sheet, sort_hand
from engine.game import Order, Question, View, winners
from engine.machine import seat_of


@dataclass(slots=True, kw_only=True)
class ClanView:
    """A Clan.  Of a rival's covered Clan only the gem is visible, unless the table plays with open Clans."""

    id: str
    covered: bool
    gem: int
    species: str | None
    cards: list[str] | None  # the lowest first
    magic: int | None  # total of its cards where it lies


@dataclass(slots=True, kw_only=True)
class GuardView:
    owner: int
    upright: bool


@dataclass(slots=True, kw_only=True)
class LandView:
    land: str
    clans: list[ClanView]  # the lowest first
    guards: list[GuardView]  # Minnowtaurs


@dataclass(slots=True, kw_only=True)
class KingdomView:
    seat: int
    lands: list[LandView]
    clans: int
    hand: int  # number of cards
    limit: int  # number to which it is refilled
    powers: list[str]
    gems: dict[str, int]  # species that a power gives another value here
    lit: list[str]  # constellations, in the order they were lit
    victories: int


@dataclass(slots=True, kw_only=True)
class PlayView:
    seat: int
    cards: list[str]


@dataclass(slots=True, kw_only=True)
class WarView:
    attacker: int
    defender: int
    clan: str  # empty at the inn
    species: str
    cards: list[str]  # next to the Clan; at the inn, the Clan itself
    last: list[str]
    by: int
    plays: list[PlayView]  # all plays of the challenge, in order
    two: bool  # True if the last play counts as two


@dataclass(slots=True, kw_only=True)
class PileView:
    face: str  # empty if there is none
    count: int  # cards face down
    buried: list[str]  # Creatures for hire that were seen and shuffled back


class CoverView(View):
    contest: str
    round: int
    first: int  # seat that began the round
    active: int  # seat with the crown
    taken: int  # actions taken this turn
    hand: list[str]  # the viewer's own
    hands: list[list[str]] | None  # all of them, when the game is over; else None
    deck: int
    discard: str  # the top card, or empty
    discards: int
    retired: list[str]
    gone: int  # cards under the Elves
    kingdoms: list[KingdomView]
    arriving: list[ClanView]  # Clans that wait for a land
    failed: list[str]  # Clans that may not be targeted again this turn
    war: WarView | None
    inn: list[PileView]
    open_clans: bool
    constellations: bool
    light_speed: bool
    bonus: dict[str, int]  # for clusters and for all ten; empty without constellations
    tokens: dict[str, int]  # left in the shared piles
    fastest: int  # first seat to light all ten, or −1
    light_gone: bool  # True if the light speed bonus can no longer be earned
    memory: dict[str, str]  # what powers remember until the turn ends, for example that they were used
    rounds: list[Sheet]
    winners: list[int]  # of the contest, when it is over


def view_fields(g: Cover, seat: int | None) -> dict[str, Any]:
    return {
        "contest": g.contest,
        "round": g.round,
        "first": g.first,
        "active": g.active,
        "taken": g.taken,
        "hand": [] if seat is None else list(g.hands[seat]),
        "hands": [list(hand) for hand in g.hands] if g.finished else None,
        "deck": len(g.deck),
        "discard": g.discards[-1] if g.discards else "",
        "discards": len(g.discards),
        "retired": list(g.retired),
        "gone": len(g.gone),
        "kingdoms": [kingdom(g, who, seat) for who in range(g.players)],
        "arriving": [
            clan_view(clan, sum(MAGIC[card] for card in clan.cards), covered=False, known=True) for clan in g.arriving
        ],
        "failed": list(g.failed),
        "war": war(g),
        "inn": [PileView(face=p.face, count=len(p.hidden), buried=list(p.buried)) for p in g.inn],
        "open_clans": g.open_clans,
        "constellations": g.constellations,
        "light_speed": g.light_speed,
        "bonus": settle.constellation_bonus(g.players) if g.constellations else {},
        "tokens": dict(g.tokens),
        "fastest": g.fastest,
        "light_gone": g.light_gone,
        "memory": dict(g.memory),
        "rounds": list(g.rounds),
        "winners": winners(standing(g)) if g.finished else [],
    }


def kingdom(g: Cover, seat: int, viewer: int | None) -> KingdomView:
    def land_clan(clan: Clan, covered: bool) -> ClanView:
        # Ruling: Rulers have to remember what others have covered; of one's own Kingdom one may look at everything.
        known = not covered or viewer == seat or g.open_clans or g.finished
        return clan_view(clan, powers.magic(g, seat, clan.cards, clan.species), covered, known=known)

    lands = [
        LandView(
            land=land,
            clans=[land_clan(clan, height < len(stack)) for height, clan in enumerate(stack, 1)],
            guards=[GuardView(owner=guard.owner, upright=guard.upright) for guard in g.guards_at(seat, land)],
        )
        for land, stack in g.kingdoms[seat].items()
    ]
    return KingdomView(
        seat=seat,
        lands=lands,
        clans=sum(map(len, g.kingdoms[seat].values())),
        hand=len(g.hands[seat]),
        limit=g.limits[seat],
        powers=list(g.powers[seat]),
        gems={species: gem for species in CLANNING if (gem := powers.magic_each(g, seat, species)) != MAGIC[species]},
        lit=list(g.lit[seat]),
        victories=victories(g, seat),
    )


def clan_view(clan: Clan, magic: int, covered: bool, known: bool) -> ClanView:
    return ClanView(
        id=clan.id,
        covered=covered,
        gem=MAGIC[clan.species],
        species=clan.species if known else None,
        cards=list(clan.cards) if known else None,
        magic=magic if known else None,
    )


def war(g: Cover) -> WarView | None:
    if g.war is None:
        return None
    w = g.war
    return WarView(
        attacker=w.attacker,
        defender=w.defender,
        clan=w.clan,
        species=w.species,
        cards=list(w.cards),
        last=list(w.last),
        by=w.by,
        plays=plays(g),
        two=needs_two(g, w.attacker + w.defender - w.by, w),
    )


def plays(g: Cover) -> list[PlayView]:
    """Return all plays of the challenge, as logged since it began."""
    begun = max(number for number, event in enumerate(g.log) if event.key in ("plays-for", "recruits-inn"))
    first = g.log[begun].fields
    answers = [event.fields for event in g.log[begun:] if event.key == "answers"]
    return [
        PlayView(seat=seat_of(first["p"]), cards=[first["card"]] if "card" in first else list(first["cards"])),
        *(PlayView(seat=seat_of(answer["q"]), cards=list(answer["cards"])) for answer in answers),
    ]


# ---- another world
def redeal_hidden(g: Cover, seat: int | None) -> None:
    """Deal the other hands, the deck and the face-down cards at the inn again.

    Everyone has seen the covered Clans, the discard pile and the cards under the Elves, so they stay as they are.  The
    other Rulers' memories of hands are dropped.
    """
    g.known = [memory for memory in g.known if memory.seat == seat and not g.finished]
    others = [who for who in range(g.players) if who != seat and not g.finished]
    pool = [card for who in others for card in g.hands[who]] + g.deck
    for pile in g.inn:
        pool += pile.hidden
        for card in pile.buried:
            pool.remove(card)
    sizes = {who: len(g.hands[who]) for who in others}
    sort_hand(pool)
    while not deal_hands(g, pool.copy(), sizes):
        pass


def deal_hands(g: Cover, pool: list[str], sizes: dict[int, int]) -> bool:
    """Try one deal: first the cards that the viewer knows, then hands without Clanning cards, then the rest.

    Return False if a hand can't be completed, because a card that is known to be in one of several hands went to the
    wrong one. The caller then tries again; the true deal always fits.
    """
    rng.shuffle(g, pool)
    hands: dict[int, list[str]] = {who: [] for who in sizes}
    for memory in sorted(g.known, key=lambda memory: len(memory.holders)):
        room = [who for who in memory.holders if len(hands[who]) < sizes[who]]
        if not room:
            return False
        hands[rng.roll(g, room)].append(memory.card)
        pool.remove(memory.card)
    for who in sorted(sizes, key=lambda who: who not in g.stuck):
        fits = [card for card in pool if who not in g.stuck or card not in CLANNING]
        missing = fits[: sizes[who] - len(hands[who])]
        hands[who] += missing
        for card in missing:
            pool.remove(card)
        if len(hands[who]) < sizes[who]:
            return False
        sort_hand(hands[who])
    for who, hand in hands.items():
        g.hands[who] = hand
    for pile in g.inn:
        missing = [pool.pop() for _ in range(len(pile.hidden) - len(pile.buried))]
        pile.hidden = [*pile.buried, *missing]
        rng.shuffle(g, pile.hidden)
    g.deck = pool
    return True


# ---- standing orders
THRESHOLDS = (20, 40, 60)  # an order lets Clans of less magic go
ANSWERED_QUESTIONS = ("counter", "inn-challenge", "elves")


def let_go(view: CoverView, question: Question) -> str | None:
    return LET_GO if question.say in ANSWERED_QUESTIONS else None


def let_go_under(magic: int) -> Callable[[CoverView, Question], str | None]:
    """Return an order that lets a Clan go if it counts less than this, with all cards played for it."""

    def choose(view: CoverView, question: Question) -> str | None:
        return let_go(view, question) if question.fields.get("magic", magic) < magic else None

    return choose


def own_kind(view: CoverView, question: Question) -> str | None:
    """Answer with a card of the Clan's own species, or two if two are needed; otherwise let it go."""
    fitting = (cards for cards in _answers(question) if {*cards} == {question.fields["species"]})
    return _play(fitting, question)


def whatever_fits(view: CoverView, question: Question) -> str | None:
    """Answer with the fewest stand-ins for the Clan's species, then the fewest cards; otherwise let it go."""
    species = question.fields.get("species")
    fitting = sorted(_answers(question), key=lambda cards: (sum(card != species for card in cards), len(cards)))
    return _play(iter(fitting), question)


def _answers(question: Question) -> list[list[str]]:
    return [actions.parse_cards(option) for option in question.options or [] if option != LET_GO]


def _play(fitting: Iterator[list[str]], question: Question) -> str | None:
    if question.say not in ANSWERED_QUESTIONS:
        return None
    cards = next(fitting, None)
    return LET_GO if cards is None else actions.cards(cards)


ORDERS = (
    Order("nothing-fits", let_go, ends=("game",), forced=True),
    Order("let-go", let_go),
    *(Order(f"under-{magic}", let_go_under(magic)) for magic in THRESHOLDS),
    Order("own-kind", own_kind),
    Order("whatever-fits", whatever_fits),
)
