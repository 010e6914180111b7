"""Localized slash commands: the texts that Discord shows in English and in each of Hob's languages."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.i18n.catalogue import Catalogue
from bot.i18n.common import COMMON
from bot.i18n.language import ENGLISH, using_language
from bot.i18n.translator import Translator

MAX_TEXT = 100  # characters of a description, by Discord's limit


def localized(key: str, words: Catalogue = COMMON, **fields: Any) -> app_commands.locale_str:
    """Return a catalogue text for Discord to localize."""
    with using_language(ENGLISH):
        return app_commands.locale_str(Translator(words).tr(key, **fields), said=key, words=words, fields=fields)


def language_of(locale: discord.Locale, known: Sequence[str] = ()) -> str | None:
    """Return the supported language for a Discord locale, matched in full or by its first part; otherwise None."""
    known = known or COMMON.languages()
    return next((one for one in (locale.value, locale.value.partition("-")[0]) if one in known), None)


class CommandTranslator(app_commands.Translator):
    def __init__(self) -> None:
        known = COMMON.languages()
        self._languages = {locale: language_of(locale, known) for locale in discord.Locale}  # it is asked 20,000 times

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        """Return the translation; None makes Discord show the English text, also if the translation is too long."""
        language = self._languages[locale]
        if language in (None, ENGLISH) or "said" not in string.extras:
            return None
        with using_language(str(language)):
            said = Translator(string.extras["words"]).tr(string.extras["said"], **string.extras["fields"])
        return said if said != string.message and len(said) <= MAX_TEXT else None
