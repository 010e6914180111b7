"""A cache that forgets what was not used for longest, by weight."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Shelf(Generic[Kept]):
    def __init__(self, limit: int) -> None:
        self.limit, self.weight = limit, 0
        self._kept: OrderedDict[Hashable, tuple[Kept, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> Kept | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, thing: Kept, weight: int) -> Kept:
        self.weight += weight - self._kept.pop(key, (None, 0))[1]
        self._kept[key] = thing, weight
        while self.weight > self.limit and len(self._kept) > 1:
            self.weight -= self._kept.popitem(last=False)[1][1]
        return thing
