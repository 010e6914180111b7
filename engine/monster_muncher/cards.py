"""The cards of Monster Muncher: 60 Monsters of four parties and 20 Snacks, their abilities as verbs and constants."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from engine.decks import Card, Deck, Decks, Effect, EffectRule, effect_faults

MONSTERS, SNACKS = 60, 20
PARTIES = ["peon", "stoneskin", "zombie", "mecha"]
LONGEST_ID = 26  # so a card and its place fit into one option
RESERVED_IDS = re.compile(r"use|skip|none|draw|pass|s\d+")  # options and seats, which no card's id may equal

BOTH = ("monster", "snack")
AMOUNT, LIMIT = range(1, 10), range(21)  # a limit of 0 allows any raw hunger
AT_HOME = ("self", "host", "own-other")

VERBS = {
    "buff": EffectRule(BOTH, (("self", "host", "got", "own-other", "foe"), AMOUNT)),
    "buff-if": EffectRule(("snack",), (PARTIES, AMOUNT)),
    "debuff": EffectRule(BOTH, (("self", "host", "got", "foe"), AMOUNT)),
    "swap": EffectRule(BOTH, (("self", "own-other", "own"), LIMIT)),
    "swap-same": EffectRule(BOTH, (("self", "own-other", "own"),)),
    "swap-snacks": EffectRule(BOTH),
    "bounce": EffectRule(BOTH, (("foe", "own-other"), LIMIT)),
    "bounce-snack": EffectRule(BOTH),
    "destroy": EffectRule(BOTH, (("foe", "own-other"), LIMIT)),
    "destroy-snack": EffectRule(BOTH),
    "steal": EffectRule(BOTH, (("foe",), LIMIT)),
    "steal-snack": EffectRule(BOTH),
    "protect": EffectRule(BOTH, (AT_HOME, LIMIT)),
    "draw": EffectRule(BOTH, (AMOUNT,)),
    "extra": EffectRule(BOTH, (("any", "monster", "snack"),)),
    "watch-swap": EffectRule(BOTH, (AMOUNT,)),
    "watch-bounce": EffectRule(BOTH),
    "watch-destroy": EffectRule(BOTH, (AMOUNT,)),
    "watch-every-destroy": EffectRule(BOTH, (AMOUNT,)),
    "watch-steal": EffectRule(BOTH),
    "three": EffectRule(("snack",), (("host", "linked", "all"), AMOUNT)),
}
DELAYED = [verb for verb in VERBS if verb.startswith("watch-") or verb == "three"]


class Part(NamedTuple):
    """One effect of an ability: its verb, its target, and an amount or a limit of raw hunger."""

    verb: str
    who: str = ""
    n: int = 0

    @classmethod
    def of(cls, effect: Effect) -> Self:
        verb, *constants = effect
        who = next((word for word in constants if isinstance(word, str)), "")
        n = next((number for number in constants if isinstance(number, int)), 0)
        return cls(str(verb), who, n)

    @property
    def chooses(self) -> bool:
        """Return True if the player names a card for it."""
        return (
            self.who in ("foe", "own-other", "own")
            or self.verb.endswith(("-snack", "-snacks"))
            or self.verb.startswith("swap")
        )

    @property
    def harmless(self) -> bool:
        """Return True if it can only help its player and leaves nothing to choose.

        Protection is not harmless: it also holds against its owner's abilities.
        """
        return self.verb in ("draw", "buff-if", *DELAYED) or (self.verb == "buff" and not self.chooses)


class MuncherCard(Card):
    """A card. `hunger` is the number in the corner of a Monster (its raw hunger); a Snack has none, and no party."""

    kind: Literal["monster", "snack"]
    party: Literal["peon", "stoneskin", "zombie", "mecha"] | None = None
    tier: Annotated[int, Field(ge=1, le=5)]
    hunger: Annotated[int, Field(ge=0, le=20)] = 0
    effects: tuple[Effect, ...] = ()

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults = [*effect_faults(self.effects, self.kind, VERBS), *self._faults()]
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def _faults(self) -> Iterator[str]:
        if (self.party is None) == (self.kind == "monster"):
            yield "Monsters, and no Snacks, belong to a party"
        if self.hunger and self.kind == "snack":
            yield "a Snack has no hunger of its own"
        if any(("host" if self.kind == "monster" else "self") in effect for effect in self.effects):
            yield "a Monster says self, a Snack says host"
        if sum(effect[:2] == ("protect", "host") or effect[0] in DELAYED for effect in self.effects if effect) > 1:
            yield "a card has at most one lasting effect: a delayed one, or protecting its Monster"
        if len(self.id) > LONGEST_ID or RESERVED_IDS.fullmatch(self.id):
            yield f"the id is longer than {LONGEST_ID} or a reserved word"

    @cached_property
    def parts(self) -> list[Part]:
        return [Part.of(effect) for effect in self.effects]

    @cached_property
    def delayed_part(self) -> Part:
        """Return the effect that waits for its moment and must be announced; its verb is empty if there is none."""
        return next((part for part in self.parts if part.verb in DELAYED), Part(""))


def _check_numbers(deck: Deck[MuncherCard]) -> Iterator[str]:
    """Yield a fault for each kind of card of which the deck has a wrong number."""
    for kind, number in (("monster", MONSTERS), ("snack", SNACKS)):
        count = sum(card.kind == kind for card in deck.values())
        if count != number:
            yield f"{count} cards of kind {kind}, not {number}"


DECKS = Decks("monster-muncher", MuncherCard, Path(__file__).with_name("cards.toml"), _check_numbers)
