"""Log a lasting problem once when it starts, once per new reason, and once when it is over."""


class Trouble:
    def __init__(self) -> None:
        self._told = ""

    def new(self, fault: object) -> bool:
        """Record a fault; return True if it should be logged."""
        before, self._told = self._told, str(fault)
        return before != self._told

    def over(self) -> bool:
        """Record that the problem is over; return True if there was one."""
        before, self._told = self._told, ""
        return before != ""
