"""The pictures of Candy Chaser in words."""

from cogs.words.voice import Voice
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView


def table_alt(view: ChaserView, voice: Voice) -> str:
    say, active = voice.say, f"s{view.active}"
    cubes = [
        say("alt.in-goal" if place == GOAL else "alt.on", candy=candy, place=place)
        for candy, place in view.cubes.items()
    ]
    parts = [say("alt.cubes", cubes=cubes)]
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


def hand_alt(view: ChaserView, voice: Voice) -> str:
    say = voice.say
    mine = view.objectives[view.seat] if view.seat is not None else None
    parts = [say("alt.you-smuggle", candy=mine)] if mine else []
    parts.append(say("alt.left" if view.tattles else "alt.left-none", left=view.tattles))
    for slide in view.slid:
        if slide.accuser == view.seat and slide.candy:
            key = "alt.was-right" if slide.right else "alt.was-wrong"
            parts.append(say(key, candy=slide.candy, p=f"s{slide.target}"))
    return " ".join(parts)
