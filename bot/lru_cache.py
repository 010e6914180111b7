"""A cache that forgets what wasn't used for long."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LRUCache(Generic[Value]):
    """Values with a weight each. Above the limit, the least recently used are dropped; the newest always stays."""

    def __init__(self, limit: int) -> None:
        self.limit, self.weight = limit, 0
        self._items: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def clear(self) -> None:
        self._items.clear()
        self.weight = 0

    def get(self, key: Hashable) -> Value | None:
        if key not in self._items:
            return None
        self._items.move_to_end(key)
        return self._items[key][0]

    def pop(self, key: Hashable) -> None:
        self.weight -= self._items.pop(key, (None, 0))[1]

    def put(self, key: Hashable, thing: Value, weight: int = 1) -> Value:
        self.pop(key)
        self._items[key] = thing, weight
        self.weight += weight
        while self.weight > self.limit and len(self._items) > 1:
            self.weight -= self._items.popitem(last=False)[1][1]
        return thing
