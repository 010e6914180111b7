"""What is kept of a table as JSON, in its session's row."""

from typing import Any, Self

from pydantic import BaseModel


class SparseModel(BaseModel):
    """A field is stored only where it differs from its default, for rows are written at each move, and many are held in
    memory.  So a default is a stored form too: `tests/golden/defaults.json` keeps what each one is.
    """

    def to_stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_defaults=True)

    def copy_for_edit(self) -> Self:
        """A copy to change."""
        return self.model_validate(self.model_dump(exclude_defaults=True))
