"""An operator's deck: Hob's, with other effects on some cards."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import monster_muncher
from engine.monster_muncher.cards import DECKS

HOUSE = Path(monster_muncher.__file__).with_name("cards.toml")


@pytest.fixture
def own_deck(tmp_path: Path) -> Iterator[Callable[..., dict[str, str]]]:
    """Return a function that takes effects by card name, creates the deck, and returns the option to deal it."""

    def make(**effects: str) -> dict[str, str]:
        text = HOUSE.read_text(encoding="utf-8")
        for card, effect in effects.items():
            name = card.replace("_", " ").title().replace("Dj ", "DJ ")
            pattern = rf'(name = "{name}"\n(?:[a-z]+ = .*\n)*?effects = ).*'
            text, changed = re.subn(pattern, lambda match, effect=effect: match[1] + effect, text)
            assert changed == 1, name
        file = tmp_path / "own.toml"
        file.write_text(text, encoding="utf-8")
        DECKS.add("own", file)
        return {"deck": "own"}

    yield make
    DECKS.pop("own", None)
