"""Both databases, as the tests of the store have them."""

from tests.db.conftest import address, cluster, neighbour, postgresql, sqlite, store

__all__ = ["address", "cluster", "neighbour", "postgresql", "sqlite", "store"]
