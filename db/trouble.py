"""Trouble that lasts is told once when it begins, once for each new reason, and once when it is over."""


class Trouble:
    def __init__(self) -> None:
        self._told = ""

    def new(self, fault: object) -> bool:
        """Note it; True if it has to be told."""
        before, self._told = self._told, str(fault)
        return before != self._told

    def over(self) -> bool:
        """True if there was any."""
        before, self._told = self._told, ""
        return before != ""
