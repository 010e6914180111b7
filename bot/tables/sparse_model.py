"""The base of the models stored as JSON in a session's row."""

from typing import Any, Self

from pydantic import BaseModel


class SparseModel(BaseModel):
    """A model that stores only fields that differ from their defaults.

    Rows are written at every move and many are held in memory. Defaults are therefore part of the stored format:
    `tests/golden/defaults.json` records them.
    """

    def to_stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_defaults=True)

    def copy_for_edit(self) -> Self:
        """Return a copy to change."""
        return self.model_validate(self.model_dump(exclude_defaults=True))
