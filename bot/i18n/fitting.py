"""Numbers as they are printed, and texts that must find room."""

LABEL = 34  # characters of a button's label
ALT = 1024  # characters of a picture's words


def minus(number: int) -> str:
    """-2 -> −2."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """The same, and 2 -> +2."""
    return f"+{number}" if number > 0 else minus(number)


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
