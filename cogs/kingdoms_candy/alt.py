"""The pictures of Kingdom's Candy in words."""

from collections.abc import Sequence

from cogs.kingdoms_candy import in_words
from cogs.kingdoms_candy.in_words import candies, found, printed, purse, sugar
from cogs.kingdoms_candy.words import OUTLOOK
from cogs.ui.words import ALT, Words, alt_text, counted, cut
from engine import GAMES
from engine.kingdoms_candy.view import KingdomView, MarketView, MonsterView


def deck_of(view: KingdomView) -> in_words.Deck:
    return GAMES[view.game].cards(view.deck)


def now(view: KingdomView, names: Sequence[str]) -> str:
    """Who does what."""
    if view.winners:
        won = Words(names, {}, escape=False).join([f"s{seat}" for seat in view.winners])
        return f"{won} wins" if len(view.winners) == 1 else f"{won} share the win"
    if view.over or not view.questions:
        return "The game is over"
    question = view.questions[0]
    doing = {"feed": "feeds", "first-player-card": "may discard"}.get(question.say, "acts")
    return f"{names[question.seat]} {doing}"


def table_alt(view: KingdomView, names: Sequence[str]) -> str:
    """Everything; where that is too long, counts only of those who are not asked, beginning with the last."""
    head = [
        f"{now(view, names)}. Kingdom: {sugar(view.sugar)}.",
        f"Monsters for sale: {market(view, view.monsters)}. Abilities: {market(view, view.abilities)}.",
        f"{event(view)}Black Candy {view.black_candies} of 4{coming(view)}.",
    ]
    asked = view.waiting[0] if view.waiting else -1
    order = [*(seat for seat in reversed(range(view.players)) if seat != asked), asked]

    def with_counts_of(brief: Sequence[int]) -> str:
        seats = [villain(view, names, seat, seat in brief) for seat in range(view.players)]
        return " ".join([*head, *seats]).replace("−", "minus ")

    return alt_text(with_counts_of(order[:number]) for number in range(len(order) + 1))


def market(view: KingdomView, row: MarketView) -> str:
    deck = deck_of(view)
    cards = [found(deck, name) for name in row.row if name]
    return "; ".join(f"{card.name}, {printed(card)}, {sugar(card.cost)}" for card in cards) or "none"


def event(view: KingdomView) -> str:
    return f"Event: {found(deck_of(view), view.events[-1]).name}. " if view.events else ""


def coming(view: KingdomView) -> str:
    this = in_words.outlook(view, deck_of(view))
    return f", this round {OUTLOOK[this]}" if this else ""


def villain(view: KingdomView, names: Sequence[str], seat: int, brief: bool) -> str:
    deck, mine = deck_of(view), view.villains[seat]
    role = ", First Player" if seat == view.first and not view.over else ""
    income = f", {candies(mine.total)} in all" if view.over else f", next income {mine.income}"
    have = f"{names[seat]}{role}: {', '.join(purse(mine))}{income}"
    if brief:
        return f"{have}, {counted(len(mine.monsters), 'Monster')}, {len(mine.kept)} kept."
    monsters = ", ".join(monster_alt(deck, monster) for monster in mine.monsters) or "none"
    kept = ", ".join(f"{found(deck, name).name}" for name in mine.kept)
    return f"{have}. Monsters {monsters}.{f' Kept: {kept}.' if kept else ''}"


def monster_alt(deck: in_words.Deck, monster: MonsterView) -> str:
    tucked = " and ".join(found(deck, name).name for name in monster.tucked)
    return found(deck, monster.id).name + (f" with {tucked} tucked" if tucked else "")


def hand_alt(view: KingdomView, names: Sequence[str]) -> str:
    """One's own cards: which can be used now, and which have been."""
    assert view.seat is not None
    deck, mine = deck_of(view), view.villains[view.seat]
    parts = [f"Your cards. {', '.join(purse(mine))}, next income {mine.income}."]
    monsters = ", ".join(monster_alt(deck, monster) for monster in mine.monsters) or "none"
    parts.append(f"Monsters: {monsters}.")
    for what, cards in (
        ("Open now", [use.card for use in mine.uses if use.open]),
        ("Used this round", [use.card for use in mine.uses if use.why == "used"]),
        ("Kept", mine.kept),
    ):
        if cards:
            parts.append(f"{what}: {', '.join(found(deck, name).name for name in cards)}.")
    return cut(" ".join(parts), ALT)
