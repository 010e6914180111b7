"""Card texts: a game's own cards are also in its catalogue, so that they can be translated."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.i18n.catalogue import CATALOGUES
from bot.i18n.language import ENGLISH, current_language
from engine.decks import Card, Deck

TEXT_FIELDS = ("text", "short", "brief")  # card fields; a card's name is usually the same in all languages
AnyCard = TypeVar("AnyCard", bound=Card)
_translated: dict[tuple[str, int], tuple[Mapping[str, Card], Mapping[str, Card]]] = {}  # by language and deck


def card_texts(cards: Iterable[Card], *more: str) -> dict[str, str]:
    """Return the catalogue section `card`: `<id>.<field>` for the usual fields and `more`."""
    return {
        f"{card.id}.{field}": text
        for card in cards
        for field in (*TEXT_FIELDS, *more)
        if (text := getattr(card, field, ""))
    }


def translate_cards(game: str, cards: Mapping[str, AnyCard]) -> Mapping[str, AnyCard]:
    """Return a game's cards in the current language. An operator's deck keeps its own texts."""
    language = current_language()
    if language == ENGLISH or game not in CATALOGUES:
        return cards
    if not isinstance(cards, Deck):
        return {id: _translate_card(game, card) for id, card in cards.items()}
    at = language, id(cards)
    if at not in _translated:  # decks are never released, so their ids stay valid
        _translated[at] = cards, {name: _translate_card(game, card) for name, card in cards.items()}
    made: Mapping[str, AnyCard] = _translated[at][1]  # type: ignore[assignment]
    return made


def _translate_card(game: str, card: AnyCard) -> AnyCard:
    words = CATALOGUES[game]
    keys = {field: f"card.{card.id}.{field}" for field in (*TEXT_FIELDS, "name")}
    same = {field: key for field, key in keys.items() if key in words.english}
    found = {field: words[key] for field, key in same.items() if words.english[key] == getattr(card, field, "")}
    return card.model_copy(update=found) if found else card
