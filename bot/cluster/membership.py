"""This process among several on one database: the servers it serves, and its messages to the others."""

import asyncio
import contextlib
from collections.abc import Collection

from db import Lease, Leases, Store, StoreUnavailable, shard_of


class Membership:
    """Which servers this process serves. Without leases it is the only one, and serves all of them."""

    def __init__(self, store: Store) -> None:
        self.leases: Leases | None = None
        self._pubsub = store.pubsub
        self.publishing: set[asyncio.Task[None]] = set()

    def attends(self, guild: int | None) -> bool:
        """Return True if this process works for a server now. Check this before doing anything for it."""
        return self.holds(self.shard_of(guild))

    def holds(self, shard: int) -> bool:
        """Return True if this process serves a shard now."""
        return self.leases is None or self.leases.holds(shard)

    def lease(self, guild: int | None) -> Lease | None:
        """Return the lease for a server; None if there is none or none is needed."""
        return None if self.leases is None else self.leases.of(guild)

    def may_show(self) -> bool:
        """Return True if Hob may show anything: its leases haven't expired, as they do in a long freeze."""
        return self.leases is None or self.leases.is_sure

    def process_count(self) -> int:
        """Return how many processes share Discord's limits."""
        return 1 if self.leases is None else self.leases.others + 1

    def owned_shards(self) -> tuple[Collection[int], int]:
        """Return this process's shards and the total number."""
        return ((0,), 1) if self.leases is None else (list(self.leases.held), self.leases.shards)

    def shard_of(self, guild: int | None) -> int:
        return shard_of(guild, self.owned_shards()[1])

    def renew(self) -> None:
        """Renew the leases now: other processes have changed theirs, or wait for this one."""
        if self.leases is not None:
            self.leases.wake()

    def publish(self, kind: str, about: str) -> None:
        """Tell the other processes, if there may be any. A lost message only causes a delay, because they also poll."""
        mine, all_of_them = self.owned_shards()
        if len(mine) < all_of_them:
            telling = asyncio.create_task(self._publish(kind, about), name=f"hob tells of {kind}")
            self.publishing.add(telling)
            telling.add_done_callback(self.publishing.discard)

    async def _publish(self, kind: str, about: str) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._pubsub.publish(kind, about)
