"""Laying out a table of Kingdom's Candy as a test needs it, and playing on it."""

from collections import Counter
from random import Random
from typing import Any

from engine import GAMES, machine
from engine.kingdoms_candy.cards import DECKS
from engine.kingdoms_candy.events import event_phase
from engine.kingdoms_candy.rules import action, begin_turn, play_round
from engine.kingdoms_candy.state import SUGAR, Kingdom, Market, Villain

kingdom: Any = GAMES["kingdoms-candy"]
CARDS = DECKS["hob"]


def villain(monsters: str = "", kept: str = "", sugar: int = 0, candies: int = 0, black: int = 0) -> Villain:
    """``villain("uno magmot+diet-plan", "sugar-rush", sugar=7)``: an Ability is tucked with a ``+``."""
    laid = {name: tucked for name, *tucked in (part.split("+") for part in monsters.split())}
    return Villain(sugar, candies, black, laid, kept.split())


def table(
    *villains: Villain,
    monsters: str = "",
    abilities: str = "",
    events: str = "",
    at: str = "action",
    black_candies: int = 0,
    **options: Any,
) -> Kingdom:
    """Seat 0 is First Player and about to act (`at` ``action``), to begin a turn (``round``), or to draw (``event``).

    `monsters` and `abilities` are the first face-up cards, `events` the next events; all else lies in the decks.
    So many `black_candies` have come before.
    """
    g: Kingdom = kingdom.deal(seats=len(villains), seed="laid out", **options)
    g.log.clear()
    g.villains, g.first, g.round = list(villains), 0, 1
    g.sugar = SUGAR - sum(villain.sugar for villain in villains)
    owned = Counter(card for villain in villains for card in [*villain.in_play(), *villain.kept])
    g.starter_box = [name for name, card in CARDS.items() if card.kind == "starter" and name not in owned]
    lay_market(g.monsters, "monster", monsters.split(), owned)
    lay_market(g.abilities, "ability", abilities.split(), owned)
    g.black_candies = black_candies
    for name in ["black-candy"] * black_candies:
        g.event_deck.remove(name)
        g.events.append(name)
    for name in events.split():
        g.event_deck.remove(name)
    g.event_deck += reversed(events.split())
    turns = [(begin_turn, seat) for seat in range(1, g.players)]
    steps: dict[str, list[Any]] = {
        "action": [(action, 0), *turns, event_phase],
        "round": [play_round],
        "event": [event_phase],
    }
    g.stack, g.active, g.phase = [], 0, "start"
    g.push_steps(*steps.get(at, [(action, 0), *turns, event_phase]))
    machine.run(kingdom.rules, g)
    return g


def lay_market(market: Market, kind: str, faces: list[str], owned: Counter[str]) -> None:
    """These cards face up, filled up to three, all that nobody owns below them."""
    rest = Counter({name: card.copies for name, card in CARDS.items() if card.kind == kind})
    rest.subtract({name: n for name, n in owned.items() if name in rest})
    rest.subtract(faces)
    deck = list(rest.elements())
    assert min(rest.values()) >= 0, "no more copies of that card"
    market.row = (faces + deck)[:3]
    market.deck, market.discard, market.bottom = deck[max(0, 3 - len(faces)) :], [], 0


def asked(g: Kingdom) -> tuple[int, str]:
    """Who is asked what; nobody else is."""
    ((seat, ask),) = g.asks.items()
    return seat, ask.say


def options(g: Kingdom) -> list[str]:
    ((_, ask),) = g.asks.items()
    return ask.options


def answers(g: Kingdom, *choices: str) -> None:
    """Whoever is asked answers, or takes an offer, one after another; no piece is lost."""
    for choice in choices:
        before = kingdom.component_counts(g)
        kingdom.answer(g, next(iter(g.asks)), choice)
        assert kingdom.component_counts(g) == before


def offers(g: Kingdom, seat: int = 0) -> list[str]:
    """What this seat may do unasked, but for converting and for what the First Player may discard."""
    return [offer for offer in kingdom.offers(g, seat) if not offer.startswith(("convert", "sweep"))]


def sweeps(g: Kingdom, seat: int = 0) -> list[str]:
    """What this seat may discard as First Player."""
    return [offer.removeprefix("sweep/") for offer in kingdom.offers(g, seat) if offer.startswith("sweep/")]


def told(g: Kingdom, *keys: str) -> list[Any]:
    """What was said so far, or only under these keys."""
    return [(event.key, event.fields) for event in g.log if not keys or event.key in keys]


def sugars(g: Kingdom) -> list[int]:
    return [villain.sugar for villain in g.villains]


def empty(g: Kingdom, owner: int = 1) -> None:
    """All sugar of the Kingdom goes to this seat; the open question is asked anew."""
    g.gain(owner, g.sugar)
    machine.run(kingdom.rules, g)


# ---- Players
def random_choice(g: Kingdom, luck: Random) -> tuple[int, str]:
    """An ability that may be used, often; something converted, seldom; else an answer."""
    seat = next(iter(g.asks))
    others = [offer for offer in kingdom.offers(g, seat) if not offer.startswith("convert")]
    if others and luck.random() < 0.5:
        return seat, luck.choice(others)
    anybody = luck.randrange(g.players)
    converting = [offer for offer in kingdom.offers(g, anybody) if offer.startswith("convert")]
    if converting and luck.random() < 0.05:
        return anybody, luck.choice(converting)
    if (away := sweeps(g, g.sweeper)) and luck.random() < 0.1:
        return g.sweeper, f"sweep/{luck.choice(away)}"
    return seat, luck.choice(g.asks[seat].options)


def greedy_choice(g: Kingdom, luck: Random) -> tuple[int, str]:
    """The most valuable purchase, else collecting; feeding as well as one can; every ability that may be used."""
    ((seat, ask),) = g.asks.items()
    using = [offer for offer in kingdom.offers(g, seat) if offer.startswith("use")]
    if using:
        return seat, using[0]
    if ask.say != "action":
        return seat, ask.options[0]
    buys = [option for option in ask.options if option.startswith("buy")]

    def worth(option: str) -> int:
        card = CARDS[option.split("/")[1]]
        return 2 * card.value if card.kind == "monster" or option.endswith("keep") else 3

    return seat, max(buys, key=worth, default="collect")


def play(seats: int, seed: str, choose: Any = random_choice) -> Kingdom:
    """A whole game; every sugar cube and card is counted at every decision."""
    g: Kingdom = kingdom.deal(seats=seats, seed=seed)
    luck, pieces = Random(seed), kingdom.component_counts(g)
    while g.asks:
        kingdom.answer(g, *choose(g, luck))
        assert kingdom.component_counts(g) == pieces
    return g
