"""Card texts: a game's own cards are also in its catalogue, so that they can be translated."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.i18n.catalogue import Catalogue
from bot.i18n.language import ENGLISH, current_language
from engine.decks import Card, Deck

TEXT_FIELDS = ("text", "short", "brief")  # card fields; a card's name is usually the same in all languages
AnyCard = TypeVar("AnyCard", bound=Card)
Translated = tuple[Catalogue, Mapping[str, Card], Mapping[str, Card]]
_translated: dict[tuple[str, int, int], Translated] = {}  # by language, catalogue and deck


def card_texts(cards: Iterable[Card], *more: str) -> dict[str, str]:
    """Return the catalogue section `card`: `<id>.<field>` for the usual fields and `more`."""
    return {
        f"{card.id}.{field}": text
        for card in cards
        for field in (*TEXT_FIELDS, *more)
        if (text := getattr(card, field, ""))
    }


def translate_cards(catalogue: Catalogue, cards: Mapping[str, AnyCard]) -> Mapping[str, AnyCard]:
    """Return a game's cards in the current language. An operator's deck keeps its own texts."""
    language = current_language()
    if language == ENGLISH:
        return cards
    if not isinstance(cards, Deck):
        return {id: _translate_card(catalogue, card) for id, card in cards.items()}
    at = language, id(catalogue), id(cards)
    if at not in _translated:  # it holds both, so their ids stay valid
        _translated[at] = catalogue, cards, {id: _translate_card(catalogue, card) for id, card in cards.items()}
    made: Mapping[str, AnyCard] = _translated[at][2]  # type: ignore[assignment]
    return made


def _translate_card(words: Catalogue, card: AnyCard) -> AnyCard:
    keys = {field: f"card.{card.id}.{field}" for field in (*TEXT_FIELDS, "name")}
    same = {field: key for field, key in keys.items() if key in words.english}
    found = {field: words[key] for field, key in same.items() if words.english[key] == getattr(card, field, "")}
    return card.model_copy(update=found) if found else card
