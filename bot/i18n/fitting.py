"""Numbers for display, and texts with limited space."""

MAX_LABEL = 34  # characters of a button's label
MAX_LABEL_WITH_NUMBERS = 42  # with numbers in parentheses at its end, which has a phone's row to itself
MAX_ALT = 1024  # characters of a picture's alt text


def format_number(number: int) -> str:
    """Format a number with a real minus sign: -2 -> −2."""
    return str(number).replace("-", "−")


def format_signed(number: int) -> str:
    """Format a number with its sign: -2 -> −2, 2 -> +2."""
    return f"+{number}" if number > 0 else format_number(number)


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def capitalize(text: str) -> str:
    """Make the first letter a capital, and leave the others as they are."""
    return text[:1].upper() + text[1:]
