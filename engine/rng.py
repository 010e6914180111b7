"""All randomness: one integer in the state, so that a game can be stored, cloned, reseeded and verified afterwards.

Each draw hashes the integer with BLAKE2b; part of the digest is the next integer, the rest is the draw.  So past dice
and cards reveal nothing about future ones, and anyone with the seed can repeat the whole shuffle.
"""

from collections.abc import Sequence
from hashlib import blake2b, sha256
from struct import Struct
from typing import TypeVar

from engine.machine import Table

Item = TypeVar("Item")
SPAN = 1 << 64
_HASH = blake2b(digest_size=24)  # copying it is faster than making another one
_SPLIT = Struct(">16sQ").unpack  # of a digest: the next state, and the number drawn


def seal(seed: str) -> str:
    """Return the hash published at the start: SHA-256 of ``hob:`` and the seed, in hexadecimal."""
    return sha256(f"hob:{seed}".encode()).hexdigest()


def initial_rng(seed: str) -> int:
    """Return the first integer of a game; it cannot be derived from the seal."""
    return int.from_bytes(blake2b(seed.encode(), digest_size=16, person=b"hob start").digest())


def derive_seed(*of: object) -> int:
    """Return the seed of a search: the same whenever the arguments are the same."""
    return int.from_bytes(sha256(" ".join(map(str, of)).encode()).digest()[:8])


def reseed(g: Table, salt: str) -> None:
    """Replace all chance from here on by another sequence, still derived from the seed."""
    g.rng = initial_rng(f"{g.seed} {salt}")


def _draw(state: bytes, n: int) -> tuple[bytes, int]:
    """Return the next state and a fair integer from 0 to n − 1."""
    while True:
        hashed = _HASH.copy()
        hashed.update(state)
        state, number = _SPLIT(hashed.digest())
        if number < SPAN - SPAN % n:
            return state, number % n


def randbelow(g: Table, n: int) -> int:
    """Return a fair integer from 0 to n − 1."""
    state, number = _draw(g.rng.to_bytes(16), n)
    g.rng = int.from_bytes(state)
    return number


def roll(g: Table, faces: Sequence[Item]) -> Item:
    """Return one of the faces at random."""
    return faces[randbelow(g, len(faces))]


def shuffle(g: Table, items: list[Item]) -> None:
    """Shuffle in place (Fisher-Yates)."""
    state = g.rng.to_bytes(16)
    for last in range(len(items) - 1, 0, -1):
        state, other = _draw(state, last + 1)
        items[last], items[other] = items[other], items[last]
    g.rng = int.from_bytes(state)


def draw(g: Table, items: list[Item]) -> Item:
    """Remove a random item from the list and return it."""
    return items.pop(randbelow(g, len(items)))
