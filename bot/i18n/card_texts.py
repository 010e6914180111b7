"""Cards in words: what a game's own cards tell stands in its catalogue too, so that it can be translated."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.i18n.catalogue import CATALOGUES
from bot.i18n.language import ENGLISH, current_language
from engine.decks import Card, Deck

TEXT_FIELDS = ("text", "short", "brief")  # fields of cards; what they are called is theirs in every language
AnyCard = TypeVar("AnyCard", bound=Card)
_translated: dict[tuple[str, int], tuple[Mapping[str, Card], Mapping[str, Card]]] = {}  # by language and deck


def card_texts(cards: Iterable[Card], *more: str) -> dict[str, str]:
    """The section `card` of a catalogue: `<id>.<field>`, of `more` fields than usual."""
    return {
        f"{card.id}.{field}": text
        for card in cards
        for field in (*TEXT_FIELDS, *more)
        if (text := getattr(card, field, ""))
    }


def translate_cards(game: str, cards: Mapping[str, AnyCard]) -> Mapping[str, AnyCard]:
    """These cards of a game in the language that is spoken; an operator's deck keeps the words of its own."""
    language = current_language()
    if language == ENGLISH or game not in CATALOGUES:
        return cards
    if not isinstance(cards, Deck):
        return {id: _translate_card(game, card) for id, card in cards.items()}
    at = language, id(cards)
    if at not in _translated:  # decks are never given up
        _translated[at] = cards, {name: _translate_card(game, card) for name, card in cards.items()}
    made: Mapping[str, AnyCard] = _translated[at][1]  # type: ignore[assignment]
    return made


def _translate_card(game: str, card: AnyCard) -> AnyCard:
    words = CATALOGUES[game]
    keys = {field: f"card.{card.id}.{field}" for field in (*TEXT_FIELDS, "name")}
    same = {field: key for field, key in keys.items() if key in words.english}
    found = {field: words[key] for field, key in same.items() if words.english[key] == getattr(card, field, "")}
    return card.model_copy(update=found) if found else card
