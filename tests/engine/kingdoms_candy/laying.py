"""Set up a table of Kingdom's Candy for a test, and play on it."""

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
    """Build a villain: in ``villain("uno magmot+diet-plan", "sugar-rush", sugar=7)``, ``+`` tucks an Ability."""
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
    """Return a table where seat 0 is First Player.

    It is about to act (`at` ``action``), to begin a turn (``round``), or to draw (``event``).  `monsters` and
    `abilities` are the first face-up cards, `events` the next events; all other cards are in the decks.
    `black_candies` is the number drawn before.
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
    """Put these cards face up, fill up to three, and put the other unowned ones into the deck."""
    rest = Counter({name: card.copies for name, card in CARDS.items() if card.kind == kind})
    rest.subtract({name: n for name, n in owned.items() if name in rest})
    rest.subtract(faces)
    deck = list(rest.elements())
    assert min(rest.values()) >= 0, "no more copies of that card"
    market.row = (faces + deck)[:3]
    market.deck, market.discard, market.bottom = deck[max(0, 3 - len(faces)) :], [], 0


def asked(g: Kingdom) -> tuple[int, str]:
    """Return the seat and the question; there must be exactly one."""
    ((seat, ask),) = g.asks.items()
    return seat, ask.say


def options(g: Kingdom) -> list[str]:
    ((_, ask),) = g.asks.items()
    return ask.options


def answers(g: Kingdom, *choices: str) -> None:
    """Answer or take an offer for the seat that is asked, one after another; check that no piece is lost."""
    for choice in choices:
        before = kingdom.component_counts(g)
        kingdom.answer(g, next(iter(g.asks)), choice)
        assert kingdom.component_counts(g) == before


def offers(g: Kingdom, seat: int = 0) -> list[str]:
    """Return the seat's offers, except conversions and the First Player's discards."""
    return [offer for offer in kingdom.offers(g, seat) if not offer.startswith(("convert", "sweep"))]


def sweeps(g: Kingdom, seat: int = 0) -> list[str]:
    """Return what this seat may discard as First Player."""
    return [offer.removeprefix("sweep/") for offer in kingdom.offers(g, seat) if offer.startswith("sweep/")]


def told(g: Kingdom, *keys: str) -> list[Any]:
    """Return the events so far, or those with these keys."""
    return [(event.key, event.fields) for event in g.log if not keys or event.key in keys]


def sugars(g: Kingdom) -> list[int]:
    return [villain.sugar for villain in g.villains]


def empty(g: Kingdom, owner: int = 1) -> None:
    """Give this seat all sugar of the Kingdom, and ask the open question again."""
    g.gain(owner, g.sugar)
    machine.run(kingdom.rules, g)


# ---- Players
def random_choice(g: Kingdom, luck: Random) -> tuple[int, str]:
    """Choose an ability, often; a conversion, rarely; else an answer."""
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
    """Choose the most valuable purchase, else collect; feed as much as possible; use every available ability."""
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
    """Play a whole game; check at every decision that no sugar cube or card is lost."""
    g: Kingdom = kingdom.deal(seats=seats, seed=seed)
    luck, pieces = Random(seed), kingdom.component_counts(g)
    while g.asks:
        kingdom.answer(g, *choose(g, luck))
        assert kingdom.component_counts(g) == pieces
    return g
