"""The cards of Kingdom's Candy as data: numbers, the symbol that says when an ability works, a verb and its number."""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from engine.decks import Card, Deck, Decks, Effect, EffectRule, effect_faults

COLOURS = ["red", "blue", "green"]
BLACK_CANDIES = 4
LONGEST_ID = 24  # so an option that buys one card and tucks it under another is short enough
RESERVED_IDS = re.compile(r"none|keep|set|s\d+")  # options, sources of sugar and seats, which no card's id may equal

Kind = Literal["starter", "monster", "ability", "event", "first-player"]
Moment = Literal["any", "start", "collect", "buy-ability", "buy-monster", "black-candy", "once", "end", "event"]

NUMBER = (range(1, 21),)
GAINS = {
    "gain-sugar": EffectRule(("any", "start", "once", "collect", "buy-ability", "buy-monster", "black-candy"), NUMBER),
    "gain-candy": EffectRule(("any", "start", "once", "collect", "buy-ability", "buy-monster", "black-candy"), NUMBER),
}
RELIEF = {
    "one-eats-less": EffectRule(("black-candy",), NUMBER),
    "host-eats-less": EffectRule(("black-candy",), NUMBER),
    "others-eat-less": EffectRule(("black-candy",), NUMBER),
}
VERBS = {
    **GAINS,
    "rob": EffectRule(("any", "start", "once", "collect"), NUMBER),
    "rob-richest": EffectRule(("any", "start", "once", "collect"), NUMBER),
    "clear-slot": EffectRule(("any", "start", "once", "event")),
    "halve": EffectRule(("any", "start", "once"), (range(2, 10),)),
    "return-black": EffectRule(("any", "start", "once"), NUMBER),
    "cheaper": EffectRule(("buy-ability", "buy-monster"), NUMBER),
    "use-now": EffectRule(("buy-ability",)),
    **RELIEF,
    "per-own-colour": EffectRule(("end",), NUMBER),
    "per-other-monster": EffectRule(("end",), NUMBER),
    "per-tucked": EffectRule(("end",), NUMBER),
    "fewest-candies": EffectRule(("event",), NUMBER),
    "most-tucked": EffectRule(("event",), NUMBER),
    "fewest-monsters": EffectRule(("event",), NUMBER),
    "everybody-gains": EffectRule(("event",), NUMBER),
    "toll": EffectRule(("event",), NUMBER),
    "clearance": EffectRule(("event",)),
    "truce": EffectRule(("event",), NUMBER),
    "share": EffectRule(("event",), NUMBER),
    "black-candy": EffectRule(("event",)),
}
AT_A_PRICE = {"any", "start", "once", "black-candy"}  # moments at which using a card may cost sugar


class KingdomCard(Card):
    """A card. `moment` is the symbol at the bottom left: ``any`` for none, ``end`` for a bonus that is only counted.

    `activation` is the sugar paid for using the card; `feed` is what a Monster eats, None for 1 per other Monster.
    """

    kind: Kind
    copies: Annotated[int, Field(ge=1, le=9)] = 1
    cost: Annotated[int, Field(ge=0, le=30)] = 0
    colour: Literal["red", "blue", "green"] | None = None
    value: Annotated[int, Field(ge=0, le=20)] = 0
    feed: Annotated[int, Field(ge=0, le=20)] | None = None
    moment: Moment
    activation: Annotated[int, Field(ge=0, le=30)] = 0
    effect: Effect

    @cached_property
    def verb(self) -> str:
        return str(self.effect[0])

    @cached_property
    def n(self) -> int:
        """Return the number of the effect, 0 if it has none."""
        return sum(number for number in self.effect[1:] if isinstance(number, int))

    @cached_property
    def by_itself(self) -> bool:
        """Return True if the card works automatically: it costs nothing, has no target and can only help."""
        helps = self.verb == "cheaper" or self.verb in GAINS or self.verb in RELIEF
        return helps and not self.activation and self.moment not in ("any", "once")

    @model_validator(mode="after")
    def _fits_together(self) -> "KingdomCard":
        public = self.kind in ("event", "first-player")
        rules = {
            "event is the moment of events and of First Player, and of no other card": public
            == (self.moment == "event"),
            "clear-slot is the effect of First Player, and of no event": not public
            or (self.kind == "first-player") == (self.verb == "clear-slot"),
            "starters, monsters and abilities have a colour, and no other cards": public == (self.colour is None),
            "monsters say what they feed on, and no other cards": (self.kind == "monster") == (self.feed is not None),
            "only an ability has a host": self.kind == "ability" or self.verb != "host-eats-less",
            f"{self.verb} takes no activation cost at {self.moment}": not self.activation
            or self.moment in AT_A_PRICE
            or self.verb == "use-now",
            f"its id has at most {LONGEST_ID} characters": len(self.id) <= LONGEST_ID,
            "its id isn't a reserved word": not RESERVED_IDS.fullmatch(self.id),
        }
        faults = [
            *effect_faults([self.effect], self.moment, VERBS),
            *(text for text, holds in rules.items() if not holds),
        ]
        if faults:
            raise ValueError("; ".join(faults))
        return self


def check(deck: Deck[KingdomCard]) -> list[str]:
    """Return a fault for each kind of card of which the deck has a wrong number."""

    def count(kind: str) -> int:
        return sum(card.copies for card in deck.values() if card.kind == kind)

    black = [card.copies for card in deck.values() if card.verb == "black-candy"]
    twins = [card.id for card in deck.values() if card.kind in ("starter", "monster") and card.copies > 1]
    rules = {
        "5 starters or more": count("starter") >= 5,
        "3 monsters or more": count("monster") >= 3,
        "3 abilities or more": count("ability") >= 3,
        "one event with black-candy, in 4 copies": black == [BLACK_CANDIES],
        "8 other events or more": count("event") - sum(black) >= 8,
        "one first-player card": count("first-player") == 1,
        f"one copy of each monster; found more of {', '.join(twins)}": not twins,
    }
    return [f"a deck has {text}" for text, holds in rules.items() if not holds]


DECKS: Decks[KingdomCard] = Decks("kingdoms-candy", KingdomCard, Path(__file__).with_name("cards.toml"), check)
