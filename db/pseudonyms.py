"""Numbers that stand for people who have deleted their data, where a rule about them still applies.

Blocks and today's daily deals keep such a number instead of an ID, so that deleting one's data lifts neither.
"""

import hmac

from sqlalchemy import select

from db.schema import marks
from db.unit_of_work import Database


class Pseudonyms:
    def __init__(self, database: Database) -> None:
        self._database, self._secret = database, b""

    async def of(self, person: int) -> int:
        """Return a person's pseudonym: a keyed hash of their ID, negative, so that it is never an ID itself."""
        if not self._secret:
            [row] = await self._database.read(select(marks.c.secret))
            self._secret = row.secret.encode()
        digest = hmac.digest(self._secret, f"person {person}".encode(), "sha256")
        return -1 - (int.from_bytes(digest[:8]) >> 1)
