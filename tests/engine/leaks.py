"""Search for leaks of secrets, in several ways; each check returns sentences that name the leak.

``python -m tests.engine.leaks candy-chaser 20000`` checks that many positions, for all viewers.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from engine import machine, rng
from engine.game import Game
from tests.engine.playing import ALL, Case, cases, positions, watched

FURTHER = 4  # number of answers for which both worlds are played on
WORLDS = 2  # worlds sampled per viewer to see whether a secret changes
ROUNDS = 20  # samples of positions for the checks that need several positions
PAIRS = 8  # deals that are compared
DEALS = 6  # resamplings used to learn what a viewer doesn't know


def viewers(g: Any) -> list[int | None]:
    return [None, *range(g.players)]


def told_by_view(game: Game[Any], g: Any, viewer: int | None, seed: str) -> str | None:
    """Check that resampling leaves the viewer's view and log unchanged, and loses nothing."""
    twin = game.resample(g, viewer, seed)
    if game.view(twin, viewer) != game.view(g, viewer):
        mine, theirs = game.view(g, viewer).model_dump(), game.view(twin, viewer).model_dump()
        return f"the view of {viewer} tells a secret by {[key for key in mine if mine[key] != theirs[key]]}"
    if game.events(twin, viewer) != game.events(g, viewer):
        return f"resampling changes the log of {viewer}"
    if game.component_counts(twin) != game.component_counts(g):
        return (
            f"resampling for {viewer} loses or makes things: {game.component_counts(g)} {game.component_counts(twin)}"
        )
    return None


def told_by_dealing(game: Game[Any], g: Any, other: Any, viewer: int | None, seed: str) -> str | None:
    """Check that two worlds that look alike to the viewer are resampled alike."""
    deals = [game.resample(world, viewer, seed) for world in (g, other)]
    deals[1].rng, deals[1].seed = deals[0].rng, deals[0].seed
    if game.dump(deals[0]) == game.dump(deals[1]):  # faster than comparing the paths
        return None
    one, two = (flat(game, world, but=()) for world in deals)
    if one == two:
        return None
    paths = [path for path in {**one, **two} if one.get(path) != two.get(path)]
    return f"what is dealt for {viewer} depends on what it cannot know, by {paths[:5]}"


def told_by_asking(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> str | None:
    """Give the same answers in two worlds that look alike to the viewer; `apart` defines what must stay the same."""
    seen: list[Any] = []
    eyes = watched(game, lambda world: seen.append((game.view_fields(world, viewer), game.events(world, viewer))))
    worlds = [machine.clone(world) for world in (g, game.resample(g, viewer, str(luck.random())))]
    for _ in range(FURTHER):
        moves = [(seat, option) for seat in sorted(worlds[0].asks) for option in both(worlds, seat)]
        if not moves:
            return None
        seat, option = luck.choice(moves)
        worlds[1].rng = worlds[0].rng  # the same results of public dice
        traces = []
        for world in worlds:
            seen = []
            eyes.answer(world, seat, option)
            traces.append(seen)
        if fault := apart(game, viewer, worlds, traces):
            return f"{viewer} can tell the worlds apart after {seat} chose {option}: {fault}"
        if traces[0] != traces[1]:
            return whispered(game, viewer, worlds, f"{seat} chose {option}")
        if fault := told_by_dealing(game, *worlds, viewer, str(luck.random())):
            return f"after {seat} chose {option}, {fault}"
    return None


def apart(game: Game[Any], viewer: int | None, worlds: list[Any], traces: list[list[Any]]) -> str | None:
    """Check that two worlds stop at the same question while the viewer's observations, step by step, are the same.

    A visible difference, such as a card turned up, is allowed if an event reports it.  Otherwise the events of the two
    worlds must still match.
    """
    short, long = sorted(traces, key=len)
    if short == long:
        same = game.view(worlds[0], viewer) == game.view(worlds[1], viewer)
        return None if same else "by what is asked"
    if long[: len(short)] == short:
        return "only one of them stops to ask"
    at = next(step for step in range(len(short)) if short[step] != long[step])
    if short[at][1] != long[at][1]:
        return None  # revealed, with an event
    few, many = sorted((game.events(world, viewer) for world in worlds), key=len)
    if many[: len(few)] != few:
        return None
    asked = [[(seat, ask.say) for seat, ask in sorted((world.asks | world.changes).items())] for world in worlds]
    return None if len(few) == len(many) and asked[0] == asked[1] else "only one of them stops to ask there"


def whispered(game: Game[Any], viewer: int | None, worlds: list[Any], what: str) -> str | None:
    """Check that an event tells a seat what only it gets to see, such as a card drawn: undo relies on that."""
    views, logs, public = (
        [see(world, who) for world in worlds]
        for see, who in ((game.view, viewer), (game.events, viewer), (game.view, None))
    )
    if viewer is None or views[0] == views[1] or logs[0] != logs[1] or public[0] != public[1]:
        return None
    return f"{viewer} sees something new after {what}, and no event to {viewer} alone tells it"


def both(worlds: list[Any], seat: int) -> list[str]:
    other = worlds[1].asks.get(seat)
    return [option for option in worlds[0].asks[seat].options if other and option in other.options]


def told_by_log(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> str | None:
    """Compare outcomes of one answer with logs that differ for the viewer; `untrue` defines what must hold."""
    for outcomes in (secret_answers(game, g, viewer, luck), worlds(game, g, viewer, luck), chances(game, g, luck)):
        if outcomes and (fault := untrue(game, *outcomes, viewer, luck)):
            return fault
    return None


Outcomes = tuple[Any, Any, str]  # two tables, and how they differ


def secret_answers(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> Outcomes | None:
    """Return the outcomes of two secret answers of another seat."""
    secrets = [seat for seat, ask in sorted(g.asks.items()) if ask.secret and seat != viewer and len(ask.options) > 1]
    if not secrets:
        return None
    seat = luck.choice(secrets)
    chosen = luck.sample(g.asks[seat].options, 2)
    return *(after(game, g, seat, option) for option in chosen), f"which of {chosen} {seat} chose"


def worlds(game: Game[Any], g: Any, viewer: int | None, luck: Random) -> Outcomes | None:
    """Return the outcomes of one answer in two worlds that look alike to the viewer, with the same random numbers."""
    other = game.resample(g, viewer, str(luck.random()))
    other.rng = g.rng
    moves = sorted(set(legal(game, g)) & set(legal(game, other)))
    if not moves:
        return None
    seat, option = luck.choice(moves)
    return *(after(game, world, seat, option) for world in (g, other)), f"a secret after {seat} chose {option}"


def chances(game: Game[Any], g: Any, luck: Random) -> Outcomes | None:
    """Return the outcomes of one answer with two different random numbers."""
    if not g.asks:
        return None
    seat, option = luck.choice(legal(game, g))
    other = machine.clone(g)
    rng.reseed(other, str(luck.random()))
    return *(after(game, world, seat, option) for world in (g, other)), f"a secret roll after {seat} chose {option}"


def legal(game: Game[Any], g: Any) -> list[tuple[int, str]]:
    """Return all legal answers and offers, with their seats."""
    answers = [(seat, option) for seat, ask in sorted(g.asks.items()) for option in ask.options]
    return answers + [(seat, option) for seat in range(g.players) for option in game.offers(g, seat)]


def after(game: Game[Any], g: Any, seat: int, option: str) -> Any:
    """Return a copy of the table after this answer."""
    outcome = machine.clone(g)
    game.answer(outcome, seat, option)
    return outcome


def untrue(game: Game[Any], one: Any, two: Any, what: str, viewer: int | None, luck: Random) -> str | None:
    """Check that the viewer knows a difference between two outcomes with different logs.

    If resampling changes every difference, the sampled worlds contradict the log: it tells what the viewer must not
    know.  If it never changes one of them, the rules have revealed that difference.
    """
    logs = [sorted(map(repr, game.events(outcome, viewer))) for outcome in (one, two)]
    if logs[0] == logs[1]:  # two cards drawn in a different order make no difference
        return None
    first, second = flat(game, one), flat(game, two)
    known = {path for path in first.keys() | second.keys() if first.get(path) != second.get(path)}
    if not known:
        return None  # without another difference, only the log can tell
    for _ in range(DEALS):
        twin = flat(game, game.resample(one, viewer, str(luck.random())))
        known -= {path for path in known if twin.get(path) != first.get(path)}
        if not known:
            return f"the log tells {viewer} {what}"
    return None


def told_by_deal(game: Game[Any], deals: list[Any], luck: Random) -> list[str]:
    """Check that the logs of several deals of a game differ only in what each viewer knows."""
    faults = [
        untrue(game, one, two, "a secret of the deal", viewer, luck)
        for one, two in pairwise(deals)
        for viewer in viewers(one)
    ]
    return [fault for fault in faults if fault]


def never_changed(game: Game[Any], samples: Iterable[list[Any]], luck: Random) -> list[str]:
    """Check that hidden fields can change: what one seat sees and another viewer doesn't differs in some sampled world.

    This must hold for everything that a seat sees, and for every viewer who doesn't see it.  Samples of tables are
    checked until it does.  For fields that the game declares as `deducible`, the opposite must hold: they never differ.
    """
    good: dict[str, bool] = {}  # by the message for a check that never held
    for tables in samples:
        for g in tables:
            shown = {viewer: game.view_fields(g, viewer) for viewer in viewers(g)}
            for viewer in viewers(g):
                dealt = [game.resample(g, viewer, str(luck.random())) for _ in range(WORLDS)]
                for seat in range(g.players):
                    others = [game.view_fields(world, seat) for world in dealt]
                    for name in [name for name, value in shown[seat].items() if value != shown[viewer][name]]:
                        changed = any(other[name] != shown[seat][name] for other in others)
                        if name in game.deducible:
                            secrets, held = (
                                [f"{name} is declared as deducible and always changed by redeal"],
                                not changed,
                            )
                        else:
                            secrets = [
                                f"redeal never changes the {name} of seat {seat}",
                                f"redeal for {viewer} never changes {name}",
                            ]
                            held = changed
                        for sentence in secrets:
                            good[sentence] = good.get(sentence, False) or held
        if all(good.values()):
            break
    return [sentence for sentence, held in good.items() if not held]


def flat(game: Game[Any], g: Any, but: tuple[str, ...] = ("log", "rng", "seed")) -> dict[str, Any]:
    """Return the state as paths and values, without the log, which viewers read separately, and the random numbers."""
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
    """Return the leaks at this position, for all viewers."""
    luck = Random(seed)
    found = []
    for viewer in viewers(g):
        found.append(told_by_view(game, g, viewer, seed))
        found.append(told_by_dealing(game, g, game.resample(g, viewer, f"not {seed}"), viewer, seed))
        found.append(told_by_asking(game, g, viewer, luck))
        found.append(told_by_log(game, g, viewer, luck))
    return [leak for leak in found if leak]


def case_leaks(case: Case, game: Game[Any] | None = None) -> list[str]:
    """Return the leaks of this case that need several positions; `game` replaces the case's game."""
    game, luck = game or case.game, Random(str(case))
    samples = ([game.load(dump) for dump in positions(case, 6, f"secrets {n}")] for n in range(ROUNDS))
    return told_by_deal(game, [case.deal(f"leak {n}", game) for n in range(PAIRS)], luck) + never_changed(
        game, samples, luck
    )


def main(slug: str, count: int) -> int:
    counts: Counter[str] = Counter()
    for case in (all_cases := cases(slug)):
        for fault in case_leaks(case):
            counts["leaks"] += 1
            print(f"{case}: {fault}", file=sys.stderr)
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
