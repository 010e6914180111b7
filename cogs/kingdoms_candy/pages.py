"""Pages of the rules that are made of cards, and cards that are looked up."""

from bot.i18n.card_texts import told
from bot.i18n.translator import Voice
from bot.screens.game_ui import Page
from cogs.kingdoms_candy.text import printed
from engine.decks import Card
from engine.kingdoms_candy.cards import DECKS, KingdomCard


def about_card(card: Card, voice: Voice) -> str:
    assert isinstance(card, KingdomCard)
    kind = voice.say(f"table.kind-{card.kind}")
    return voice.say("table.card", kind=kind, numbers=numbers(card, voice), text=card.text)


def numbers(card: KingdomCard, voice: Voice) -> list[str]:
    """ "Red 2", "costs 4", "eats 2", "when you buy an Ability"."""
    say = voice.say
    parts = [printed(card, voice)] if card.colour else []
    parts += [say("table.costs", n=card.cost)] if card.kind in ("monster", "ability") else []
    parts += [say("table.eats-others")] if card.kind == "starter" else []
    parts += [say("table.eats", n=card.feed)] if card.feed is not None else []
    moment = say(f"table.moment-{card.moment}")
    return [*parts, say("table.moment-paid", moment=moment, n=card.activation) if card.activation else moment]


def more_pages(voice: Voice) -> list[Page]:
    """Hob's own cards."""
    return [
        Page("monsters", voice.say("table.page-monsters"), listed(voice, "starter", "monster")),
        Page("abilities-list", voice.say("table.page-abilities"), listed(voice, "ability")),
        Page("events-list", voice.say("table.page-events"), listed(voice, "event", "first-player")),
    ]


def listed(voice: Voice, *kinds: str) -> str:
    return "\n".join(entry(card, voice) for card in told("kingdoms-candy", DECKS["hob"]).values() if card.kind in kinds)


def entry(card: KingdomCard, voice: Voice) -> str:
    key = "table.page-name-copies" if card.copies > 1 else "table.page-name"
    name = voice.say(key, card=card.name, n=card.copies)
    key = "table.page-line-numbers" if card.colour else "table.page-line"
    return voice.say(key, name=name, numbers=numbers(card, voice), text=card.text)
