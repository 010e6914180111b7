"""Kingdom's Candy in words: amounts, what happened, the whole table, and what each of one's cards does."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.kingdoms_candy.words import COLOURS, STATE
from cogs.ui.words import Words, counted
from engine.cards import Card
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.events import PILE
from engine.kingdoms_candy.view import KingdomView, MarketView, MonsterView, UseView, VillainView
from engine.machine import Event

Deck = Mapping[str, Card]


# ---- amounts
def sugar(n: int) -> str:
    return f"{n} sugar"


def candies(n: int) -> str:
    return counted(n, "Candy", "Candies")


def black(n: int) -> str:
    return counted(n, "black cube")


def purse(mine: VillainView) -> list[str]:
    """What a player has, black cubes only if there are any."""
    return [sugar(mine.sugar), candies(mine.candies), *([black(mine.black)] if mine.black else [])]


def food(s: int, c: int, b: int) -> str:
    """What Monsters are fed with; short enough for a button."""
    if not s and not c:
        return black(b)
    parts = [sugar(s)] * bool(s) + [candies(c)] * bool(c) + [f"{b} black"] * bool(b)
    return " + ".join(parts)


# ---- what happened
def shares(who: Sequence[str], amounts: Sequence[int], words: Words) -> str:
    """ "Ada and Ben 2 each, Cara 1"."""
    of: dict[int, list[str]] = {}
    for seat, n in zip(who, amounts, strict=True):
        of.setdefault(n, []).append(seat)
    return ", ".join(f"{words.name(of[n])} {n}{' each' if len(of[n]) > 1 else ''}" for n in sorted(of, reverse=True))


def told(event: Event, words: Words) -> tuple[str, dict[str, Any]]:
    """The key of the sentence, and its fields with all that several numbers say together."""
    key, fields = event.key, dict(event.fields)
    match key:
        case "event-sugar" | "event-share":
            fields["shares"] = shares(fields["who"], fields["gets"], words)
        case "event-toll":
            fields["shares"] = shares(fields["who"], fields["gives"], words)
            key += "-black" * bool(fields["black"])
        case "event-truce":
            fields["shares"] = shares(fields["others"], fields["gets"], words)
            key += ("-both" if fields["others"] else "-black") if fields["who"] else ""
        case "event-candy":
            fields["loot"] = candies(fields["n"])
        case "uses-halve":
            fields["shares"] = shares(fields["who"], fields["gives"], words)
        case "feeds":
            amounts = [(sugar, fields["s"]), (candies, fields["c"]), (black, fields["b"])]
            fields["food"] = ", ".join(say(n) for say, n in amounts if n)
            key += "" if fields["food"] else "-nothing"
    return key, fields


# ---- the rounds
def forecast(view: KingdomView, deck: Deck) -> list[str]:
    """Of each round its Event; of those to come "certain", "perhaps" or "no": whether it is Black Candy, one a pile."""
    told = list(view.events)
    for place in range(len(view.events), BLACK_CANDIES * (PILE + 1)):
        first = place // (PILE + 1) * (PILE + 1)
        drawn = view.events[first : first + PILE + 1]
        if any(is_black(deck, name) for name in drawn):
            told.append("no")
        else:
            told.append("certain" if len(drawn) == PILE else "perhaps")
    return told


def outlook(view: KingdomView, deck: Deck) -> str:
    """The same of the round that is played; nothing when the game is over."""
    if view.over:
        return ""
    this = forecast(view, deck)[view.round - 1]
    if this in ("certain", "perhaps", "no"):
        return this
    return "certain" if is_black(deck, this) else "no"


def is_black(deck: Deck, event: str) -> bool:
    return found(deck, event).verb == "black-candy"


# ---- a card
def printed(card: KingdomCard) -> str:
    """ "Red 2"."""
    return f"{COLOURS[card.colour]} {card.value}" if card.colour else ""


def found(deck: Deck, name: str) -> KingdomCard:
    card = deck[name]
    assert isinstance(card, KingdomCard)
    return card


def whereabouts(view: KingdomView, card: str, words: Words) -> list[str]:
    """Where it lies: of a card with two copies perhaps two places."""
    markets = (view.monsters, view.abilities)
    places = [
        place for row in markets for place in ["for sale"] * (card in row.row) + ["discarded"] * (card in row.discard)
    ]
    for name, mine in zip(words.names, view.villains, strict=True):
        places += [f"played by {name}" for monster in mine.monsters if monster.id == card]
        places += [f"{name}'s, under {words.name(monster.id)}" for monster in mine.monsters if card in monster.tucked]
        places += [f"kept by {name}"] * (card in mine.kept)
    return places + ["has happened"] * (card in view.events)


# ---- the panel
def my_cards(view: KingdomView, deck: Deck, words: Words) -> str:
    """Every card of the seat: what it does, and whether it can be used now or why not."""
    assert view.seat is not None
    mine = view.villains[view.seat]
    uses = {use.card: words.say(STATE[state(use, deck)], {**use.fields, "card": use.card}) for use in mine.uses}
    lines = [f"**{' · '.join(purse(mine))}** · {income(mine)} · {candies(mine.total)} if counted now"]
    for monster in mine.monsters:
        card = found(deck, monster.id)
        lines.append(f"• **{card.name}**, {printed(card)}, eats {monster.eats}: {effect(card)} ({uses[card.id]})")
        for name in monster.tucked:
            lines.append(f"  ↳ **{words.name(name)}**: {effect(found(deck, name))} ({uses[name]})")
    if not mine.monsters:
        lines.append("You control no Monster: Abilities can only be kept.")
    if mine.kept:
        kept = ", ".join(f"{words.name(name)} {printed(found(deck, name))}" for name in mine.kept)
        lines.append(f"Kept, for Candies and cheaper Monsters of their colour: {kept}")
    question = view.question_of(view.seat)
    if question is not None and question.say in ("action", "first-player-card"):  # buttons cannot say what cards do
        lines += market(view.monsters, "Monsters", deck, words)
    if question is not None and question.say == "first-player-card":
        lines += market(view.abilities, "Abilities", deck, words)
    return "\n".join(lines)


def state(use: UseView, deck: Deck) -> str:
    """The key of what is said behind a card; what works by itself is not used by anybody."""
    return "worked" if use.why == "used" and found(deck, use.card).by_itself else use.why


def effect(card: KingdomCard) -> str:
    return card.short or card.text


def income(mine: VillainView) -> str:
    """What comes by itself at the start of the next turn."""
    parts = [sugar(mine.income)] + [candies(mine.income_candies)] * bool(mine.income_candies)
    return f"next income {' and '.join(parts)}"


# ---- the table
def table(view: KingdomView, deck: Deck, words: Words) -> list[str]:
    """Everything that lies on the table, a line each."""
    lines = [f"**Kingdom** {sugar(view.sugar)}"]
    lines += [*market(view.monsters, "Monsters", deck, words), *market(view.abilities, "Abilities", deck, words)]
    drawn = ", ".join(map(words.name, view.events)) or "none yet"
    lines.append(f"**Events so far** {drawn}; {view.events_left} left · Black Candy {view.black_candies} of 4")
    for seat, mine in enumerate(view.villains):
        first = ", First Player" if seat == view.first and not view.over else ""
        lines.append(f"**{words.names[seat]}**{first}: {', '.join(purse(mine))}, eats {mine.eats}, {income(mine)}")
        lines += [f"• {monster_in_words(monster, deck, words)}" for monster in mine.monsters]
        if mine.kept:
            kept = ", ".join(f"{words.name(name)} {printed(found(deck, name))}" for name in mine.kept)
            lines.append(f"• kept: {kept}")
        if mine.tokens:
            lines.append(f"• used once a game: {words.join(mine.tokens)}")
    return lines


def market(row: MarketView, kind: str, deck: Deck, words: Words) -> list[str]:
    """The face-up cards of a kind; how many lie in the deck and among the discarded."""
    discarded = f", {len(row.discard)} discarded, on top {words.name(row.discard[-1])}" if row.discard else ""
    lines = [f"**{kind} for sale** ({row.deck} in the deck{discarded})"]
    return lines + [f"• {for_sale(found(deck, name))}" if name else "• an empty place" for name in row.row]


def for_sale(card: KingdomCard) -> str:
    eats = f", eats {card.feed}" if card.feed is not None else ""
    return f"{card.name}, {printed(card)}, {sugar(card.cost)}{eats}: {effect(card)}"


def monster_in_words(monster: MonsterView, deck: Deck, words: Words) -> str:
    tucked = f", tucked: {words.join(monster.tucked)}" if monster.tucked else ""
    return f"{words.name(monster.id)}, {printed(found(deck, monster.id))}, eats {monster.eats}{tucked}"
