"""Load the settings as `hob run` does."""

from bot.settings import InvalidSetting, Settings, read, sentences


def load(**values: object) -> Settings:
    """Raises InvalidSetting with a line for each fault."""
    settings, faults = read(**values)
    if faults:
        raise InvalidSetting("\n".join(sentences(faults)))
    return settings
