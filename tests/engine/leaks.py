"""Does anything tell a secret?  Three ways to find out; each returns sentences that say what leaked.

``python -m tests.engine.leaks candy-chaser 20000`` checks that many positions, all viewers of each.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine import machine
from engine.game import Game
from tests.engine.playing import ALL, cases, positions, watched

FURTHER = 4  # answers that both worlds play on
DEALS = 6  # how often the world is dealt anew to learn what a viewer does not know


def viewers(g: Any) -> list[int | None]:
    return [None, *range(g.players)]


def told_by_view(game: Game[Any], g: Any, viewer: int | None, seed: str) -> str | None:
    """After resampling, the viewer's view and log are the same, and nothing is lost."""
    twin = game.resample(g, viewer, seed)
    if game.view(twin, viewer) != game.view(g, viewer):
        mine, theirs = game.view(g, viewer).model_dump(), game.view(twin, viewer).model_dump()
        return f"the view of {viewer} tells a secret by {[key for key in mine if mine[key] != theirs[key]]}"
    if game.events(twin, viewer) != game.events(g, viewer):
        return f"resampling changes the log of {viewer}"
    if game.census(twin) != game.census(g):
        return f"resampling for {viewer} loses or makes things: {game.census(g)} {game.census(twin)}"
    return None


def told_by_dealing(game: Game[Any], g: Any, other: Any, viewer: int | None, seed: str) -> str | None:
    """Of two worlds that look alike to the viewer, the same is dealt anew."""
    deals = [game.resample(world, viewer, seed) for world in (g, other)]
    deals[1].rng, deals[1].seed = deals[0].rng, deals[0].seed
    if game.dump(deals[0]) == game.dump(deals[1]):  # quicker than path by path
        return None
    one, two = (flat(game, world, but=()) for world in deals)
    if one == two:
        return None
    paths = [path for path in {**one, **two} if one.get(path) != two.get(path)]
    return f"what is dealt for {viewer} depends on what it cannot know, by {paths[:5]}"


def told_by_asking(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> str | None:
    """Two worlds that look alike to the viewer, the same answers in both; see `apart` for what must stay alike."""
    seen: list[Any] = []
    eyes = watched(game, lambda world: seen.append((game.shows(world, viewer), game.events(world, viewer))))
    worlds = [machine.clone(world) for world in (g, game.resample(g, viewer, str(luck.random())))]
    for _ in range(FURTHER):
        moves = [(seat, option) for seat in sorted(worlds[0].asks) for option in both(worlds, seat)]
        if not moves:
            return None
        seat, option = luck.choice(moves)
        worlds[1].rng = worlds[0].rng  # public dice fall alike
        traces = []
        for world in worlds:
            seen = []
            eyes.answer(world, seat, option)
            traces.append(seen)
        if fault := apart(game, viewer, worlds, traces):
            return f"{viewer} can tell the worlds apart after {seat} chose {option}: {fault}"
        if traces[0] != traces[1]:
            return None
        if fault := told_by_dealing(game, *worlds, viewer, str(luck.random())):
            return f"after {seat} chose {option}, {fault}"
    return None


def apart(game: Game[Any], viewer: int | None, worlds: list[Any], traces: list[list[Any]]) -> str | None:
    """While all that the viewer observes, machine step for step, is alike, both worlds must stop at the same question.

    Something shown may differ, such as a card turned up.  If no event tells of that, the same holds for the events.
    """
    short, long = sorted(traces, key=len)
    if short == long:
        same = game.view(worlds[0], viewer) == game.view(worlds[1], viewer)
        return None if same else "by what is asked"
    if long[: len(short)] == short:
        return "only one of them stops to ask"
    at = next(step for step in range(len(short)) if short[step] != long[step])
    if short[at][1] != long[at][1]:
        return None  # revealed, and told
    few, many = sorted((game.events(world, viewer) for world in worlds), key=len)
    if many[: len(few)] != few:
        return None
    asked = [[(seat, ask.say) for seat, ask in sorted((world.asks | world.changes).items())] for world in worlds]
    return None if len(few) == len(many) and asked[0] == asked[1] else "only one of them stops to ask there"


def both(worlds: list[Any], seat: int) -> list[str]:
    other = worlds[1].asks.get(seat)
    return [option for option in worlds[0].asks[seat].options if other and option in other.options]


def told_by_log(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> str | None:
    """One world, two secret answers of another seat.

    If resampling deals anew everything in which the outcomes differ, the viewer knows none of it: then view and log
    must be the same.  If one difference is never dealt anew, it was revealed by the rules.
    """
    secrets = [seat for seat, ask in sorted(g.asks.items()) if ask.secret and seat != viewer and len(ask.options) > 1]
    if not secrets:
        return None
    seat = luck.choice(secrets)
    outcomes = [machine.clone(g), machine.clone(g)]
    chosen = luck.sample(g.asks[seat].options, 2)
    for world, option in zip(outcomes, chosen, strict=True):
        game.answer(world, seat, option)
    if game.events(outcomes[0], viewer) == game.events(outcomes[1], viewer):
        return None
    first, second = flat(game, outcomes[0]), flat(game, outcomes[1])
    known = {path for path in first.keys() | second.keys() if first.get(path) != second.get(path)}
    if not known:
        return None  # the choice made no difference, so the log is the only place to tell of it
    for _ in range(DEALS):
        twin = flat(game, game.resample(outcomes[0], viewer, str(luck.random())))
        known -= {path for path in known if twin.get(path) != first.get(path)}
    return None if known else f"the log tells {viewer} which of {chosen} {seat} chose"


def flat(game: Game[Any], g: Any, but: tuple[str, ...] = ("log", "rng", "seed")) -> dict[str, Any]:
    """The state as paths and values, but for what nobody sees or everybody has read."""
    state = json.loads(game.dump(g))["state"]
    for name in but:
        del state[name]
    return dict(leaves(state))


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield path, value
        return
    for key, inner in items:
        yield from leaves(inner, f"{path}/{key}")


def leaks(game: Game[Any], g: Any, seed: str) -> list[str]:
    """What leaks at this position, whoever looks."""
    luck = Random(seed)
    found = []
    for viewer in viewers(g):
        found.append(told_by_view(game, g, viewer, seed))
        found.append(told_by_dealing(game, g, game.resample(g, viewer, f"not {seed}"), viewer, seed))
        found.append(told_by_asking(game, g, viewer, luck))
        found.append(told_by_log(game, g, viewer, luck))
    return [leak for leak in found if leak]


def main(slug: str, count: int) -> int:
    counts: Counter[str] = Counter()
    for case in (all_cases := cases(slug)):
        for number, dump in enumerate(positions(case, -(-count // len(all_cases)), "leaks")):
            g = case.game.load(dump)
            counts["positions"] += 1
            counts["views"] += len(viewers(g))
            found = leaks(case.game, g, f"{case} {number}")
            counts["leaks"] += len(found)
            if found:
                print(f"{case} {number}: {found[0]}", file=sys.stderr)
    print(f"{slug}: {counts['positions']} positions, {counts['views']} views, {counts['leaks']} leaks")
    return 1 if counts["leaks"] else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ALL:
        sys.exit(f"python -m tests.engine.leaks [{'|'.join(ALL)}] POSITIONS")
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
