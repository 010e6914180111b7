"""The final count of Ghosts Love Candy, line by line, and the plausibility of a world."""

from collections.abc import Iterable, Iterator
from math import exp

from engine.game import Line, Standing
from engine.ghosts_love_candy.cards import kids_of
from engine.ghosts_love_candy.state import CANDIES, Street, love_values
from engine.machine import seat_of

Boxes = dict[str, list[tuple[str, list[str | int]]]]  # by verb: the kid, and the constants of its box
Change = tuple[str, int, bool]  # the kid, and a number: it replaces the value (True) or is added


def is_over(g: Street) -> bool:
    return not g.stack


def standing(g: Street) -> list[Standing]:
    """Rank by the final count; the kids now in the row count as they would at the end."""
    return [Standing(total, (total,)) for total in totals(g, range(g.players)).values()]


def totals(g: Street, seats: Iterable[int]) -> dict[int, int]:
    boxes = end_boxes(g)
    return {seat: sum([line.points or 0 for line in _lines(g, seat, boxes)]) for seat in seats}


def lines(g: Street, seat: int) -> list[Line]:
    return _lines(g, seat, end_boxes(g))


def stash_values(g: Street, seat: int) -> dict[str, int]:
    """Return the worth of each kid in a stash, including what other kids there add."""
    values = {kid: kids_of(g)[kid].stash for kid in g.stashes[seat].kids}
    for _, each, others in _kid_gains(g, seat):
        for kid in others:
            values[kid] += each
    return values


def _kid_gains(g: Street, seat: int) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each kid in a stash that adds points to others there: how many, and to which.

    Ruling: each kid below 0, by its own card, gains once from each other kid that says so.
    """
    kids, stash = kids_of(g), g.stashes[seat].kids
    for giver in stash:
        for name, *constants in kids[giver].effects:
            if name == "kids-gain" and (others := [kid for kid in stash if kid != giver and kids[kid].stash < 0]):
                yield giver, int(constants[0]), others


def _lines(g: Street, seat: int, boxes: Boxes) -> list[Line]:
    return [*_candy(g, seat, boxes), *_sets(g, seat, boxes), *_ghosts(g, seat, boxes), *_kids(g, seat)]


def end_boxes(g: Street) -> Boxes:
    """Return the yellow boxes of the kids still in the row that work in the final count.

    Ruling: only kids in the row after the last turn's scare check count.
    """
    boxes: Boxes = {}
    kids = kids_of(g)
    for spot in g.row:
        if spot.kid and kids[spot.kid].when == "end-row":
            for verb, *constants in kids[spot.kid].effects:
                boxes.setdefault(str(verb), []).append((spot.kid, constants))
    return boxes


def worth(g: Street, seat: int, boxes: Boxes) -> dict[str, tuple[int, list[Change]]]:
    """Return the worth of each candy to a seat, the best of its Love card first, and the kids that changed it.

    Ruling: first a kid may replace a printed value, then kids add or subtract, in any order in the row.
    """
    worths = {}
    for candy, printed in love_values(g.loves[seat]).items():
        value = printed
        changes: list[Change] = []
        for kid, (love, becomes) in boxes.get("love-becomes", ()):
            if love == printed:
                value = int(becomes)
                changes.append((kid, value, True))
        for kid, (which, points) in boxes.get("candy-gains", ()):
            if which == candy:
                value += int(points)
                changes.append((kid, int(points), False))
        worths[candy] = value, changes
    return worths


def _candy(g: Street, seat: int, boxes: Boxes) -> Iterator[Line]:
    """Yield a line for each candy by the Love card; a type that counts 0, unchanged by any kid, has no line."""
    values = worth(g, seat, boxes)
    for candy in CANDIES:
        n = g.stashes[seat].candy.count(candy)
        value, changes = values[candy]
        if n and changes:
            kids, points, replaced = map(list, zip(*changes, strict=True))
            by = {"kids": kids, "by": points, "replaced": replaced}
            yield Line(key="candy-changed", fields={"candy": candy, "n": n, "value": value, **by}, points=n * value)
        elif n and value:
            yield Line(key="candy", fields={"candy": candy, "n": n, "value": value}, points=n * value)


def _sets(g: Street, seat: int, boxes: Boxes) -> Iterator[Line]:
    """Yield points for each set of all six candies, which also count by themselves."""
    for kid, (each,) in boxes.get("sets-score", ()):
        n = min(g.stashes[seat].candy.count(candy) for candy in CANDIES)
        if n:
            yield Line(key="sets", fields={"kid": kid, "n": n, "each": each}, points=n * int(each))


def _ghosts(g: Street, seat: int, boxes: Boxes) -> Iterator[Line]:
    """Yield points for each own ghost on a kid of the row."""
    for kid, (each,) in boxes.get("ghosts-score", ()):
        n = sum(owner == seat for owner, _ in g.at(kid).ghosts)
        if n:
            yield Line(key="ghosts-on", fields={"kid": kid, "n": n, "each": each}, points=n * int(each))


def _kids(g: Street, seat: int) -> Iterator[Line]:
    """Yield the kids in the stash (−2 each unless their card says otherwise), then the points they add to others."""
    stash = g.stashes[seat].kids
    values = [kids_of(g)[kid].stash for kid in stash]
    if stash:
        yield Line(key="stash-kids", fields={"kids": stash.copy(), "values": values}, points=sum(values))
    for kid, each, others in _kid_gains(g, seat):
        n = len(others)
        yield Line(key="kids-gain", fields={"kid": kid, "n": n, "each": each}, points=n * each)


# ---- the plausibility of a world's unseen Love cards: all players go for candy that counts much
CANDY_WEIGHT = 0.2  # a haunt is e to this power times likelier for each point of the candy taken
AVERAGE_WORTH = (len(CANDIES) - 1) / 2  # worth of a candy to a player without preferences


def likelihood(world: Street, seat: int) -> float:
    """Return the product of each rival's likelihood of haunting as it did, with its Love card in this world.

    Abilities are ignored, because what they take and give is rarely a free choice.
    """
    values = [love_values(love) for love in world.loves]
    points = 0.0
    for event in world.log:
        if event.key == "haunts" and (who := seat_of(event.fields["p"])) != seat:
            points += sum(values[who][candy] - AVERAGE_WORTH for candy in event.fields["candies"])
    return exp(CANDY_WEIGHT * points)
