"""The final count of Kingdom's Candy, line by line."""

from engine.game import Line, Standing, places
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.state import EXCHANGE, Kingdom, Villain


def bonus(g: Kingdom, villain: Villain, card: KingdomCard) -> int:
    """Return what a card in play adds at the end of the game."""
    if card.verb == "per-own-colour":
        times = sum(g.cards()[name].colour == card.colour for name in villain.monsters)
    elif card.verb == "per-other-monster":
        times = sum(name != card.id for name in villain.monsters)
    else:
        times = villain.tucked_count
    return card.n * times


def bonuses(g: Kingdom, villain: Villain) -> dict[str, int]:
    """Return what each card in play that counts at the end adds."""
    cards = g.cards()
    return {name: bonus(g, villain, cards[name]) for name in villain.in_play() if cards[name].moment == "end"}


def counts(g: Kingdom, villain: Villain) -> dict[str, int]:
    """Return all lines of the rulebook. Sugar counts 1 for every 4 cubes, the rest nothing.

    Ruling: so the rulebook's example, with a single cube next to 16 Candies, is right.
    """
    cards = g.cards()
    return {
        "monsters": sum([cards[name].value for name in villain.monsters]),
        "kept": sum([cards[name].value for name in villain.kept]),
        "tucked": villain.tucked_count,
        "candies": villain.candies,
        "sugar": villain.sugar // EXCHANGE,
        "black": -villain.black,
        "bonuses": sum(bonuses(g, villain).values()),
    }


def total(g: Kingdom, seat: int) -> int:
    return sum(counts(g, g.villains[seat]).values())


def loss(g: Kingdom, seat: int, monster: str) -> int:
    """Return the points that a player would lose by discarding a Monster."""
    return total(g, seat) - sum(counts(g, g.villains[seat].without(monster)).values())


def standing(g: Kingdom) -> list[Standing]:
    """Rank by the most Candies; in a tie by more Candy tokens, then by more Monsters.

    Ruling: every 4 sugar are a Candy token, for they can be converted at any time. Players equal in all share the
    place.
    """
    standings = []
    for seat, villain in enumerate(g.villains):
        worth = total(g, seat)
        tokens = villain.candies + villain.sugar // EXCHANGE
        standings.append(Standing(worth, (worth, tokens, len(villain.monsters))))
    return standings


def lines(g: Kingdom, seat: int) -> list[Line]:
    """Return the rulebook's lines, and what put the seat ahead of the next one with the same total."""
    villain, standings = g.villains[seat], standing(g)
    added = bonuses(g, villain)
    fields = {"sugar": {"n": villain.sugar}, "bonuses": {"cards": list(added), "each": list(added.values())}}
    all_lines = [Line(key=key, fields=fields.get(key, {}), points=points) for key, points in counts(g, villain).items()]
    order = sorted(range(g.players), key=places(standings).__getitem__)
    for below in order[order.index(seat) + 1 :][:1]:
        if standings[below].total == standings[seat].total:
            all_lines += _tie(standings[seat].rank, standings[below].rank)
    return all_lines


def _tie(mine: tuple[int, ...], theirs: tuple[int, ...]) -> list[Line]:
    """Return what put this seat ahead of the next one with the same total."""
    if mine[1] != theirs[1]:
        return [Line(key="more-candies", fields={"a": mine[1], "b": theirs[1]})]
    if mine[2] != theirs[2]:
        return [Line(key="more-monsters", fields={"a": mine[2], "b": theirs[2]})]
    return []
