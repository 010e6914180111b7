"""Reuse the fixtures of the store's tests, for both databases."""

from tests.db.conftest import address, cluster, neighbour, postgresql, sqlite, store

__all__ = ["address", "cluster", "neighbour", "postgresql", "sqlite", "store"]
