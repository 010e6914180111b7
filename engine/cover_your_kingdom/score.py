"""The count at the end of a round and of the contest, line by line, and the plausibility of a world."""

from dataclasses import replace
from typing import Any

from engine.cover_your_kingdom import powers, settle
from engine.cover_your_kingdom.state import CLANNING, CLUSTERS, MAGIC, WILD, Clan, Cover, Sheet
from engine.game import Line, Standing
from engine.machine import seat_of

ROUNDS = {"one": 1, "two": 2, "three": 3}
VICTORIES = 2


# ---- a round
def count(g: Cover) -> Sheet:
    """Count a round: most magic wins, in a tie most Creatures.  Hands and Creatures for hire count nothing.

    Ruling: Rulers who tie in both share the victory.
    """
    totals, creatures = [], []
    for seat, kingdom in enumerate(g.kingdoms):
        clans = [clan for stack in kingdom.values() for clan in stack]
        magic = [powers.magic(g, seat, clan.cards, clan.species) for clan in clans]
        totals.append(sum(magic) + sum(line.points or 0 for line in star_lines(g, seat)))
        creatures.append(sum([len(clan.cards) for clan in clans]))
    best = max(zip(totals, creatures, strict=True))
    winners = [seat for seat in range(g.players) if (totals[seat], creatures[seat]) == best]
    return Sheet(winners, totals, creatures, [])


def sheet(g: Cover) -> Sheet:
    """Count a round with its lines, which computer players do without."""
    lines = [kingdom_lines(g, seat) + star_lines(g, seat) for seat in range(g.players)]
    return replace(count(g), lines=lines)


def kingdom_lines(g: Cover, seat: int) -> list[Line]:
    """Return a line for every land with Clans in it, the lowest Clan first."""
    lines = []
    for land, stack in g.kingdoms[seat].items():
        if stack:
            clans = [clan_worth(clan, powers.magic_each(g, seat, clan.species)) for clan in stack]
            points = sum(clan["magic"] + clan["wild_magic"] for clan in clans)
            lines.append(Line(key="land", fields={"land": land, "clans": clans}, points=points))
    return lines


def clan_worth(clan: Clan, each: int) -> dict[str, Any]:
    """Return the gems of a Clan: its own species at `each`, and the cards that joined it as Wilds."""
    own = [card for card in clan.cards if card == clan.species]
    wilds = [card for card in clan.cards if card != clan.species]
    return {
        "clan": clan.id,
        "species": clan.species,
        "n": len(own),
        "each": each,
        "magic": len(own) * each,
        "wilds": wilds,
        "wild_magic": sum(MAGIC[card] for card in wilds),
        "swine": each != MAGIC[clan.species],
    }


def star_lines(g: Cover, seat: int) -> list[Line]:
    """Return the bonuses: for clusters, one more for all three, and for light speed, worth the same as that."""
    if not g.constellations:
        return []
    worth = settle.constellation_bonus(g.players)
    clusters = {cluster: worth[cluster] for cluster in CLUSTERS if settle.has_cluster(g, seat, cluster)}
    lines = [Line(key="clusters", fields=clusters, points=sum(clusters.values()))] if clusters else []
    if len(clusters) == len(CLUSTERS):
        lines.append(Line(key="astronomical", points=worth["astronomical"]))
    if seat in g.speedy:
        lines.append(Line(key="light-speed", points=worth["astronomical"]))
    return lines


# ---- the contest
def victories(g: Cover, seat: int) -> int:
    return sum(seat in done.winners for done in g.rounds)


def is_decided(g: Cover) -> bool:
    """Return whether the contest is decided: after the rounds agreed on, or by a second victory.

    Ruling: all who share the victory of a round have won it.
    """
    if g.contest in ROUNDS:
        return len(g.rounds) == ROUNDS[g.contest]
    return any(victories(g, seat) >= VICTORIES for seat in range(g.players))


def standing(g: Cover) -> list[Standing]:
    """Rank by the magic of all rounds, then by their Creatures (Scoring, Extended Contests).

    In *first to 2 victories*, rank by rounds won and, before the contest is over, by magic in the current round.
    """
    rounds = g.rounds if g.finished else [*g.rounds, count(g)]
    standings = []
    for seat in range(g.players):
        if g.contest in ROUNDS:
            magic = sum(done.totals[seat] for done in rounds)
            standings.append(Standing(magic, (magic, sum(done.creatures[seat] for done in rounds))))
        else:
            won = sum(seat in done.winners for done in rounds)
            standings.append(Standing(won, (won, 0 if g.finished else rounds[-1].totals[seat])))
    return standings


def lines(g: Cover, seat: int) -> list[Line]:
    """Return the rounds, how the last one was counted, and what decided the contest."""
    by_wins, standings = g.contest not in ROUNDS, standing(g)
    totals = [mine.total for mine in standings]
    all_lines = [*round_lines(g, seat, by_wins), *g.rounds[-1].lines[seat]]
    if totals.count(totals[seat]) > 1 and not by_wins:
        all_lines.append(Line(key="creatures", fields={"n": standings[seat].rank[1]}))
    if by_wins:
        all_lines.append(Line(key="victories", fields={"n": totals[seat]}))
    return all_lines


def round_lines(g: Cover, seat: int, by_wins: bool) -> list[Line]:
    """Return a line for each round of a contest.

    The last one has no points, because its count follows; if victories decide, no line has points.
    """
    lines = []
    for number, done in enumerate(g.rounds if g.contest != "one" else [], 1):
        fields = {"n": number, "magic": done.totals[seat], "won": seat in done.winners}
        counted = by_wins or number == len(g.rounds)
        lines.append(Line(key="round", fields=fields, points=None if counted else done.totals[seat]))
    return lines


# ---- the plausibility of a world's hands: a rival who gave up a Clan or discarded probably had nothing better
WEAK_MOVE_LIKELIHOOD = 0.4  # likelihood that a seat with cards for something better lets a Clan go, or discards
# Events by which cards leave a hand: the field of its seat, and how many cards; 0 if the field `n` or `cards` says so.
LEAVES = {
    "settles": ("p", 2),
    "settles-from-discard": ("p", 1),
    "plays-for": ("p", 1),
    "answers": ("q", 0),
    "recruits-inn": ("p", 1),
    "adds": ("p", 1),
    "adds-moves": ("p", 1),
    "discards": ("p", 1),
    "wiizzaard-top": ("p", 1),
    "wiizzaard-bottom": ("p", 1),
    "hypnogriff": ("q", 0),
    "inn-hypnogriff": ("q", 0),
    "elves-held": ("q", 0),
    "elves-lure": ("p", 1),
    "swaps": ("p", 1),
    "minnowtaur-guards": ("p", 1),
    "minnowtaur-bars": ("p", 1),
}
LETS_GO = {"gives-up": "p", "lets-go": "q"}


def likelihood(world: Cover, seat: int) -> float:
    """Return the likelihood of each rival's actions, judged by the cards of the present hand that were there then.

    Hands are refilled unseen, so any of the present cards may be one that has come for a card that left.
    """
    likely = 1.0
    old = [1.0] * world.players  # the share of present cards that were already there, going back
    for event in reversed(world.log):
        fields = event.fields
        if event.key == "counts":
            break  # the previous round
        if event.to is not None:
            continue
        if event.key in LEAVES:
            whose, n = LEAVES[event.key]
            who, n = seat_of(fields[whose]), n or fields.get("n") or len(fields["cards"])
            old[who] *= max(0.0, 1 - n / max(1, len(world.hands[who])))
        if event.key in LETS_GO:
            who = seat_of(fields[LETS_GO[event.key]])
            useful = [fields["species"], *WILD]
        elif event.key == "discards":
            who = seat_of(fields["p"])
            useful = [*_pairs(world.hands[who]), *WILD]
        else:
            continue
        if who != seat:
            likely *= WEAK_MOVE_LIKELIHOOD ** min(1.0, old[who] * sum(card in useful for card in world.hands[who]))
    return likely


def _pairs(hand: list[str]) -> list[str]:
    """Return the species of which the hand holds two, which could have settled."""
    return [species for species in dict.fromkeys(hand) if species in CLANNING and hand.count(species) > 1]
