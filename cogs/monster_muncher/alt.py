"""The pictures of Monster Muncher in words."""

from cogs.monster_muncher.words import PARTIES
from cogs.ui.words import ALT, alt_text, counted, cut
from engine import GAMES
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

WAITS = {"armed": " waiting", "open": " to be announced", "used": " used up", "void": " void"}  # what the bells say


def find(deck: str, card: str) -> MuncherCard:
    found = GAMES["monster-muncher"].cards(deck)[card]
    assert isinstance(found, MuncherCard)
    return found


def now(view: MuncherView, names: list[str]) -> str:
    if view.winner is not None:
        return f"{names[view.winner]} wins"
    if not view.questions:
        return ""
    does = {
        "turn": "plays a card",
        "extra-play": "plays one more",
        "too-many-snacks": "destroys a Snack",
    }
    question = view.questions[0]
    return f"{names[question.seat]} {does.get(question.say, 'uses an ability')}"


def table_alt(view: MuncherView, names: list[str]) -> str:
    """Everything; where that is too long, of all but the asked player only the counts."""
    top = f", top {find(view.deck, view.grave[-1]).name}" if view.grave else ""
    head = f"Deck {view.pile}, graveyard {len(view.grave)}{top}. {now(view, names)}."
    seats = [seat_alt(view, names, who, True) for who in range(view.players)]
    shown = view.waiting or [view.active]
    brief = [seats[who] if who in shown else seat_alt(view, names, who, False) for who in range(view.players)]
    return alt_text(" ".join([head, *those]) for those in (seats, brief))


def seat_alt(view: MuncherView, names: list[str], who: int, whole: bool) -> str:
    row = view.rows[who]
    held = counted(view.hand_sizes[who], "card")
    start = f"{names[who]} {view.hunger[who]} of {view.goal} hunger, {held} in hand"
    if not row:
        return f"{start}."
    if not whole:
        return f"{start}, {counted(len(row), 'Monster')}."
    return f"{start}: {'; '.join(monster_alt(view, m) for m in row)}."


def monster_alt(view: MuncherView, m: MonsterView) -> str:
    plus = f" plus {m.buffs}" if m.buffs else ""
    minus = f" minus {m.debuffs}" if m.debuffs else ""
    snacks = " and ".join(find(view.deck, snack.card).name + WAITS.get(snack.state, "") for snack in m.snacks)
    protected = ", protected" if m.protected else ""
    with_snacks = f", with {snacks}" if snacks else ""
    return f"{find(view.deck, m.card).name} {m.raw}{plus}{minus}{protected}{WAITS.get(m.state, '')}{with_snacks}"


def hand_alt(view: MuncherView, names: list[str]) -> str:
    held = view.hands[view.seat] or [] if view.seat is not None else []
    if not held:
        return "Your hand is empty."
    locks = [find(view.deck, name).name for name in held if name in view.locked]
    end = f" Locked: {', '.join(locks)}." if locks else ""
    long = f"Your hand: {'; '.join(card_alt(find(view.deck, name)) for name in held)}.{end}"
    if len(long) <= ALT:
        return long
    return cut(f"Your hand: {', '.join(find(view.deck, name).name for name in held)}.{end}", ALT)


def card_alt(card: MuncherCard) -> str:
    kind = f"{PARTIES[card.party]}, {card.hunger} hunger" if card.party else "Snack"
    text = card.short or card.text
    return f"{card.name}, {kind}{', ' + text[0].lower() + text[1:] if text else ''}".replace("−", "minus ")
