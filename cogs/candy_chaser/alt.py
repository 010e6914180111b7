"""The pictures of Candy Chaser in words."""

from cogs.candy_chaser.words import CANDIES
from cogs.ui.words import minus, signed
from engine.candy_chaser.view import ChaserView


def on(place: int) -> str:
    return "in the goal" if place == 6 else f"on {minus(place)}"


def now(view: ChaserView, names: list[str]) -> str:
    if view.winners:
        return f"{names[view.winners[0]]} wins"
    if view.tattling:
        return f"{names[view.active]} may tattle"
    return f"{names[view.active]} rolled {signed(view.die)}"


def table_alt(view: ChaserView, names: list[str]) -> str:
    cubes = ", ".join(f"{CANDIES[candy]} {on(place)}" for candy, place in view.cubes.items())
    parts = [f"Candy Chaser. {cubes}.".replace("−", "minus ")]
    if view.over:
        held = [f"{name} smuggled {CANDIES[c]}" for name, c in zip(names, view.objectives, strict=True) if c]
        parts.append(f"{', '.join(held)}. {now(view, names)}.")
    else:
        if not view.tattling:
            opened = [CANDIES[candy] for candy, is_open in view.goal_open.items() if is_open]
            every = len(opened) == len(CANDIES)
            goal = "open" if every else f"open to {' and '.join(opened)} only" if opened else "closed"
            parts.append(f"The goal is {goal}.")
        parts.append(f"{now(view, names)}.".replace("+", "plus ").replace("−", "minus "))
    if view.out:
        parts.append(f"Out: {', '.join(names[who] for who in view.out)}.")
    return " ".join(parts)


def hand_alt(view: ChaserView, names: list[str]) -> str:
    mine = view.objectives[view.seat] if view.seat is not None else None
    parts = [f"You smuggle {CANDIES[mine]}."] if mine else []
    left = ", ".join(CANDIES[candy] for candy in view.tattles) or "none"
    parts.append(f"Tattletale cards left: {left}.")
    for slide in view.slid:
        if slide.accuser == view.seat and slide.candy:
            verdict = "right" if slide.right else "wrong"
            parts.append(f"{CANDIES[slide.candy]} went to {names[slide.target]} and was {verdict}.")
    return " ".join(parts)
