"""The pictures in words: what a screen reader says of them."""

from collections import Counter

from cogs.cover_your_kingdom.clans import home, in_a_row, kin, land_name, one
from cogs.cover_your_kingdom.tellings import headline, land_in_words
from cogs.ui.words import ALT, Words, alt_text, counted, cut
from engine.cover_your_kingdom.cards import CARDS, CLANNING
from engine.cover_your_kingdom.view import CoverView


def now(view: CoverView, names: list[str]) -> str:
    """One short line: the round, and who does what."""
    if view.winners:
        return headline(view, Words(names, {}, escape=False), game="") or ""
    if len(view.waiting) + len(view.chosen) > 1:
        return "Both choose at the inn"
    question = view.questions[0] if view.questions else None
    if question is None:
        return ""
    who = names[question.seat]
    told = {
        "action": f"{who}, action {view.taken + 1}",
        "counter": f"{who} may answer",
        "inn-challenge": f"{who} may challenge",
        "elves": f"{who} may hold a Clan",
        "give": f"{who} gives cards back",
        "land": f"{who} finds a land",
    }.get(question.say, f"{who} ends a turn")
    if question.say.startswith("inn-") and question.say != "inn-challenge":
        told = f"{who} chooses at the inn"
    return f"Round {view.round} · {told}" if view.contest != "one" else told


def yours(view: CoverView) -> str:
    """The same for the one who looks at a hand; nothing if they need not choose."""
    question = view.question_of(view.seat) if view.seat is not None else None
    if question is None or view.seat not in view.waiting:
        return ""
    return {
        "action": f"Your turn, action {view.taken + 1}",
        "counter": "You may answer",
        "inn-challenge": "You may challenge",
        "elves": "You may hold a Clan",
        "give": "Give cards back",
        "land": "Find a land",
    }.get(question.say, "Choose at the inn" if question.say.startswith("inn-") else "End of your turn")


def table_alt(view: CoverView, names: list[str]) -> str:
    """All Kingdoms if they fit; else only that of the asked in full, and of the others their counts."""
    words = Words(names, {}, escape=False)
    head = [f"Cover Your Kingdom. {now(view, names)}. Deck {view.deck}, {top(view)}."]
    if view.retired:
        head.append(f"Retired: {in_a_row(view.retired)}.")
    if view.war is not None:
        war = view.war
        head.append(
            f"{names[war.attacker]} and {names[war.defender]} fight for {kin(war.species)}: "
            f"{in_a_row(war.cards)} played, last by {names[war.by]}."
        )
    if view.inn:
        head.append(f"At the inn: {', '.join(one(pile.face) if pile.face else 'nothing' for pile in view.inn)}.")
    full = [kingdom_alt(view, seat, words) for seat in range(view.players)]
    short = [short_alt(view, seat, names) for seat in range(view.players)]
    asked = view.waiting[0] if view.waiting else view.active
    most = [full[seat] if seat == asked else short[seat] for seat in range(view.players)]
    return alt_text(" ".join([*head, *seats]) for seats in (full, most, short))


def top(view: CoverView) -> str:
    return f"top of the discard {one(view.discard)}" if view.discard else "no discard"


def kingdom_alt(view: CoverView, seat: int, words: Words) -> str:
    kingdom = view.kingdoms[seat]
    parts = [f"{words.names[seat]}, {held(view, seat)}"]
    parts += [one(power) for power in kingdom.powers]
    if view.constellations:
        lit = [one(species) for species in CLANNING if species in kingdom.lit]
        parts.append(f"lit {', '.join(lit) or 'nothing'}")
    lands = "; ".join(land_in_words(found, words) for found in kingdom.lands)
    return f"{', '.join(parts)}: {lands}."


def held(view: CoverView, seat: int) -> str:
    if view.over and view.rounds:
        return f"{view.rounds[-1].totals[seat]} magic{' in the last round' * (view.contest != 'one')}"
    return counted(view.kingdoms[seat].hand, "card")


def short_alt(view: CoverView, seat: int, names: list[str]) -> str:
    return f"{names[seat]}: {held(view, seat)}, {counted(view.kingdoms[seat].clans, 'Clan')}."


def close_up_alt(view: CoverView, names: list[str], seat: int) -> str:
    return cut(kingdom_alt(view, seat, Words(names, {}, escape=False)), ALT)


def hand_alt(view: CoverView, names: list[str]) -> str:
    cards = [f"{in_a_row([name] * n)}, {numbers(view, name, n)}" for name, n in Counter(view.hand).items()]
    return cut(f"Your hand: {'; '.join(cards) or 'no cards'}.", ALT)


def numbers(view: CoverView, name: str, n: int) -> str:
    found, land = CARDS[name], home(view, name)
    if found.kind == "hire":
        return "hire"
    each = f"{found.magic} magic each" if n > 1 else f"{found.magic} magic"
    return f"{'wild, ' if found.kind == 'wild' else ''}{each}{', ' + land_name(land) if land else ''}"
