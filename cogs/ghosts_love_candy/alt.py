"""The pictures of Ghosts Love Candy in words."""

from collections.abc import Iterable

from bot.tables.info import LETTERS
from cogs.ghosts_love_candy.options import card_of
from cogs.ghosts_love_candy.words import CANDIES
from cogs.ui.words import ALT, Words, alt_text, counted, cut, minus
from engine.ghosts_love_candy.view import StreetView


def now(view: StreetView, names: list[str]) -> str:
    if view.over:
        said = Words(names, {}, escape=False).join([f"s{seat}" for seat in view.winners])
        return f"{said}: BOO!" if len(view.winners) > 1 else f"{said} wins with {minus(max(view.totals))}"
    question = view.questions[0]
    who, round_ = names[question.seat], f"Round {view.round} of {view.rounds}"
    if question.say == "haunt":
        return f"{round_} · {who} haunts with {view.revealed[question.seat]}"
    if question.say == "ability":
        return f"{round_} · {who} uses {card_of(view, question.fields['kid']).name}"
    return f"{round_} · {who} gives a candy" if question.say == "hand-over" else f"{round_} · choose a ghost"


def table_alt(view: StreetView, names: list[str]) -> str:
    """The whole table while it fits; else letters for names, and numbers for kinds of candy."""
    return alt_text(alt_of(view, names, *brief) for brief in ((False, True), (True, True), (True, False)))


def alt_of(view: StreetView, names: list[str], letters: bool, kinds: bool) -> str:
    called = list(LETTERS) if letters else names
    kids = "; ".join(spot_alt(view, place, called, kinds) for place in range(len(view.row)))
    parts = [f"Round {view.round} of {view.rounds}. From the Kid deck: {kids}."]
    who = [f"{LETTERS[seat]} {name}" for seat, name in enumerate(names)] if letters else names
    if view.over:
        parts.append(f"{now(view, names).rstrip('!')}. Scores: {', '.join(map(scored, who, view.totals))}.")
    else:
        if view.chosen:
            parts.append(f"Have chosen a ghost: {', '.join(called[seat] for seat in view.chosen)}.")
        if view.revealed:
            turns = [f"{called[seat]} {view.revealed[seat]}" for seat in view.order if seat in view.revealed]
            parts.append(f"Turns to come: {', '.join(turns)}.")
    stashes = [f"{name} {counted(stash_of(view, seat), 'candy', 'candies')}" for seat, name in enumerate(who)]
    for seat, stash in enumerate(view.stashes):
        if stash.kids:
            stashes[seat] += f", {counted(len(stash.kids), 'kid')}"
    parts.append(f"Stashes: {'; '.join(stashes)}.")
    return " ".join(parts)


def scored(name: str, total: int) -> str:
    return f"{name} {'minus ' if total < 0 else ''}{abs(total)}"


def stash_of(view: StreetView, seat: int) -> int:
    return sum(view.stashes[seat].candy.values())


def spot_alt(view: StreetView, here: int, called: list[str], kinds: bool) -> str:
    spot = view.row[here]
    if not spot.kid:
        return f"{here + 1} nobody"
    parts = [f"{here + 1} {card_of(view, spot.kid).name}, Courage {spot.courage}"]
    if spot.guard:
        parts.append(f"safe beside {card_of(view, spot.guard).name}")
    if spot.ghosts:
        ghosts = [f"{called[ghost.seat]} {ghost.number}" for ghost in spot.ghosts]
        parts.append(f"ghosts {', '.join(ghosts)}{' on top' if len(ghosts) > 1 else ''}")
    if spot.candy:
        parts.append(counted(len(spot.candy), "candy", "candies") + (f": {tally(spot.candy)}" if kinds else ""))
    return ", ".join(parts)


def tally(candy: Iterable[str]) -> str:
    piles = list(candy)
    return ", ".join(
        f"{piles.count(kind)} {CANDIES[kind]}" if piles.count(kind) > 1 else CANDIES[kind]
        for kind in CANDIES
        if kind in piles
    )


def hand_alt(view: StreetView, names: list[str]) -> str:
    parts = [f"Your ghosts {', '.join(map(str, view.hand)) or 'are all played'}."]
    for seat, values in sorted(view.loves.items(), key=lambda love: love[0] != view.seat):
        whose = "Your" if seat == view.seat else f"{names[seat]}'s"
        parts.append(f"{whose} Love card: {', '.join(f'{CANDIES[candy]} {value}' for candy, value in values.items())}.")
    return cut(" ".join(parts), ALT)
