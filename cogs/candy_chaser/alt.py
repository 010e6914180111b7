"""The pictures of Candy Chaser in words."""

from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from cogs.candy_chaser.text import ahead_of, seats_to_tattle
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView


def table_alt(view: ChaserView, voice: Translator) -> str:
    say, active = voice.tr, f"s{view.active}"
    parts = [say("alt.cubes", cubes=cubes(view, voice))]
    if view.over:
        held = [say("alt.smuggled", p=f"s{seat}", candy=candy) for seat, candy in enumerate(view.objectives)]
        parts.append(say("alt.ended", smuggled=held, p=f"s{view.winners[0]}"))
    elif view.tattling:
        parts.append(say("alt.may-tattle", p=active))
    else:
        is_open = [candy for candy, can in view.goal_open.items() if can]
        goal = "goal-open" if len(is_open) == len(CANDIES) else "goal-open-to" if is_open else "goal-closed"
        parts.append(say(f"alt.{goal}", candies=is_open))
        parts.append(say("alt.rolled", p=active, die=view.die))
    if view.out:
        parts.append(say("alt.out", out=[f"s{seat}" for seat in view.out]))
    return " ".join(parts)


def cubes(view: ChaserView, voice: Translator) -> list[str]:
    return [
        voice.tr("alt.in-goal" if place == GOAL else "alt.on", candy=candy, place=place)
        for candy, place in view.cubes.items()
    ]


def hand_alt(view: ChaserView, voice: Translator) -> str:
    say = voice.tr
    assert view.seat is not None
    mine = view.objectives[view.seat]
    parts = [
        say("alt.you-smuggle", candy=mine),
        say("alt.left" if view.tattles else "alt.left-none", left=view.tattles),
    ]
    parts.append(say("alt.places", cubes=cubes(view, voice)))
    ahead = ahead_of(view, view.seat)
    parts.append(say("table.ahead" if ahead else "table.ahead-none", candy=mine, ahead=ahead))
    parts.append(say("table.tie-order", candies=CANDIES))
    for seat, sums in enumerate(view.pushes):
        if sums:
            moves = [say("alt.push", candy=candy, n=n) for candy, n in sums.items()]
            parts.append(say("alt.moved", p=f"s{seat}", moves=moves))
    if view.out:
        parts.append(say("alt.out", out=[f"s{seat}" for seat in view.out]))
    if view.tattling and not view.over:
        parts.append(say("alt.tattles-now", p=f"s{view.active}"))
    if (coming := seats_to_tattle(view, view.seat)) is not None:
        parts.append(say("table.after-you" if coming else "table.after-you-nobody", seats=coming))
    for slide in view.slid:
        if slide.accuser == view.seat and slide.candy:
            key = "alt.was-right" if slide.right else "alt.was-wrong"
            parts.append(say(key, candy=slide.candy, p=f"s{slide.target}"))
    return cut(" ".join(parts), MAX_ALT)
