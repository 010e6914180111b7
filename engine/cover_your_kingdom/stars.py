"""Advanced rules: Constellation prizes."""

from engine.cover_your_kingdom.cards import CLANNING, CLUSTERS
from engine.cover_your_kingdom.state import Cover, distinct
from engine.machine import seat_id

SHARED = 7  # with seven or more Rulers, the tokens are in shared piles
TOKENS = 6  # of each species
ALL = len(CLANNING)


def lay_tokens(g: Cover) -> None:
    """Give each Ruler ten tokens, one of a kind; seven or eight share ten piles of six, first come, first served."""
    g.lit = [[] for _ in range(g.players)]
    g.tokens = dict.fromkeys(CLANNING, TOKENS) if g.constellations and g.players >= SHARED else {}
    g.fastest, g.speedy, g.light_gone = -1, [], False


def light_new_species(g: Cover, seat: int, cards: list[str]) -> None:
    """Light a species' constellation for good when it first enters a Kingdom, by any means.

    Ruling: a Hentaur that served as a Wild (Equinity) is a Hentaur in the Kingdom, and lights its constellation.
    """
    if not g.constellations:
        return
    for species in distinct(cards):
        if species in CLANNING and species not in g.lit[seat] and g.tokens.get(species, TOKENS):
            if g.tokens:
                g.tokens[species] -= 1
            light(g, seat, species)


def light(g: Cover, seat: int, species: str) -> None:
    """Light a constellation.  The first Ruler to light all ten gets light speed, and so do all who do it before
    that Ruler's next turn.
    """
    lit = g.lit[seat]
    lit.append(species)
    g.log_event("lights", p=seat_id(seat), species=species)
    for cluster, kinds in CLUSTERS.items():
        if species in kinds and has_cluster(g, seat, cluster):
            g.log_event("lights-cluster", p=seat_id(seat), cluster=cluster)
    if len(lit) == ALL:
        quick = g.light_speed and not g.light_gone
        g.log_event("lights-all", p=seat_id(seat), speed=quick)
        if quick:
            g.speedy.append(seat)
            g.fastest = seat if g.fastest < 0 else g.fastest


def has_cluster(g: Cover, seat: int, cluster: str) -> bool:
    return all(kind in g.lit[seat] for kind in CLUSTERS[cluster])


def bonus(players: int) -> dict[str, int]:
    """Return the printed table; the light speed bonus equals the astronomical one."""
    step = 1 if players <= 4 else 2 if players <= 6 else 3
    highland, either, astronomical = [(20, 10, 50), (30, 15, 75), (40, 20, 100)][step - 1]
    return {"highland": highland, "either": either, "lowland": highland, "astronomical": astronomical}
