"""The translator: renders a catalogue's templates with plain data, also for slash commands."""

import logging
import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import app_commands

from bot.i18n.catalogue import COMMON, ENGLISH, Catalogue, MissingText, using_language
from bot.i18n.fitting import LETTERS, MAX_ALT, MAX_LABEL, capitalize, cut, escape_text, format_number, format_signed

NO_VALUE = "–"
MAX_LISTED = 9  # maximum number of choices to list
WORD_JOINER = "\u2060"  # invisible; keeps a player's name from being looked up as an id
LISTS = {",": ", ", ";": "; ", "·": " · "}
log = logging.getLogger("hob.text")


@lru_cache(8192)
def parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return a template's pieces: a text, the field after it if any, and its format spec."""
    return tuple((text, field, spec or "") for text, field, spec, _ in string.Formatter().parse(template))


def words_of(key: str) -> str:
    """Return a key or an id as words: `loses-a-die` -> "loses a die"."""
    return key.replace(".", " ").replace("-", " ").replace("_", " ").strip()


@lru_cache(1024)
def missing_field(template: str, field: str) -> str:
    """Return the text for a field without a value, and log it once."""
    log.warning("no value for the field {%s} of the text %r", field, template)
    return f"{{{field}}}"


class Translator:
    """Renders the texts of a catalogue. Ids become names: `s2` is a player's, any other is looked up in `things`.

    Fields may be ids, numbers (fractions with one decimal), texts and lists of these. Format specs: `{die:+}` shows the
    sign and `{n:02}` two digits; `{n:spoken}` and `{die:+spoken}` spell out signs, for alt texts; `{wait:span}` is a
    time in seconds; `{p:letter}` is the seat's letter; `{by:text}` is text to escape, never an id. A list is counted
    and joined with "and", or only joined by `{list:,}`, `{list:;}` and `{list:·}`.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        names: Sequence[str] = (),
        things: Mapping[str, str] | None = None,
        escape: bool = True,
    ) -> None:
        self.catalogue, self.things, self.escape = catalogue, things or {}, escape
        self._raw_names = names
        seats = {f"s{seat}" for seat in range(len(names))}
        apart = [  # texts are rendered repeatedly
            f"{name}{WORD_JOINER}" if name in seats or name in self.things else name for name in names
        ]
        self.names = [escape_text(name) for name in apart] if escape else apart
        self._names = {**self.things, **{f"s{seat}": name for seat, name in enumerate(self.names)}}  # by id

    def with_names(self, names: Sequence[str]) -> "Translator":
        """Return a translator with other player names."""
        return self if names == self._raw_names else Translator(self.catalogue, names, self.things, self.escape)

    def tr(self, key: str, /, **fields: Any) -> str:
        """Render the catalogue's text for this key; without one, return the key and the fields as readable text."""
        template = self.catalogue[key]
        if type(template) is MissingText:
            return self._without_text(key, fields)
        if not isinstance(template, str):
            count = fields.get(template.count)
            count = len(count) if isinstance(count, list | tuple) else count
            template = template.forms[template.rule.category(abs(count)) if isinstance(count, int) else "other"]
        pieces = []
        for text, field, spec in parts(template):
            pieces.append(text)
            if field is None:
                continue
            if field not in fields:
                pieces.append(missing_field(template, field))
            else:
                pieces.append(self.format_field(fields[field], spec) if spec else self.name(fields[field]))
        return "".join(pieces)

    def _without_text(self, key: str, fields: Mapping[str, Any]) -> str:
        """Return the key's words and the fields: `log.bids` of seat 0 with 3 and fives -> "Ada bids 3 · fives"."""
        section, _, name = key.partition(".")
        words = words_of(name or section)
        values = " · ".join(
            self.readable(value) for field, value in fields.items() if field != "p" and value not in ("", None)
        )
        text = f"{words} {values}".strip()
        who = self.name(fields["p"]) if "p" in fields else ""
        if section == "now" and who:
            return f"**{who}**: {text}"
        return f"{who} {text}" if section == "log" and who else f"{capitalize(text)}{':' if section == 'all' else ''}"

    def tr_fitting(self, *keys: str, room: int = MAX_LABEL, **fields: Any) -> str:
        """Render the first key with a text that fits, or the last key with its first two text fields cut.

        The first field is cut to no less than a third of the room, then the second.
        """
        for key in keys:
            text = self.tr(key, **fields)
            if len(text) <= room:
                return text
        names = [field for field, value in fields.items() if isinstance(value, str)][:2]
        bare = self.tr(keys[-1], **{**fields, **dict.fromkeys(names, "")})
        values = {field: self.name(fields[field]) for field in names}
        for field in names:
            others = sum(len(values[other]) for other in names if other != field)
            values[field] = cut(values[field], max(room - len(bare) - others, room // 3))
        return cut(self.tr(keys[-1], **{**fields, **values}), room)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "letter":
            return LETTERS[int(str(value)[1:])]
        if format_spec == "text":
            return escape_text(str(value)) if self.escape else str(value)
        if format_spec == "span":
            return self.duration(value)
        if format_spec in LISTS and isinstance(value, list | tuple):
            return LISTS[format_spec].join(map(self.name, value))
        if isinstance(value, int):
            if format_spec.endswith("spoken") and (value < 0 or (value > 0 and format_spec[0] == "+")):
                return self.tr("number.minus" if value < 0 else "number.plus", n=abs(value))
            if format_spec == "+":
                return format_signed(value)
            if format_spec.isdecimal():
                return format(value, format_spec).replace("-", "−")
        return self.name(value)

    def name(self, value: Any) -> str:
        if isinstance(value, str):
            return self._names.get(value, value)
        if isinstance(value, bool):
            return self.tr("join.yes" if value else "join.no")
        if isinstance(value, int):
            return format_number(value)
        if isinstance(value, float):
            return f"{value:.1f}".replace(".", self.tr("number.point")).replace("-", "−")
        if isinstance(value, list | tuple):
            return self.join(value)
        return self.name(str(value))

    def readable(self, value: Any) -> str:
        """Return any plain value in words, for texts that no one has written. Ids without a name become words."""
        if isinstance(value, str):
            return self._names.get(value) or words_of(value)
        if isinstance(value, list | tuple):
            if not all(isinstance(item, str) for item in value):
                return ", ".join(map(self.readable, value))
            named = Counter(map(self.readable, value)).items()
            return ", ".join(self.tr("join.counted", n=n, name=it) if n > 1 else it for it, n in named) or NO_VALUE
        if isinstance(value, Mapping):
            pairs = [f"{self.readable(key)} {self.readable(inner)}" for key, inner in value.items()]
            return ", ".join(pairs) or NO_VALUE
        if value is None:
            return NO_VALUE
        names = getattr(type(value), "__dataclass_fields__", None) or getattr(type(value), "model_fields", None)
        if names:
            return ", ".join(self.readable(getattr(value, name)) for name in names)
        return self.name(value)

    def join(self, values: Sequence[Any]) -> str:
        """Join values: `["gummies", "gummies", "licorice"]` -> "2 Gummies and Licorice"; an empty list -> "nothing"."""
        counted = Counter(self.name(value) for value in values)
        items = [name if n == 1 else self.tr("join.counted", n=n, name=name) for name, n in counted.items()]
        if len(items) < 2:
            return items[0] if items else self.tr("join.nothing")
        return self.tr("join.and", most=", ".join(items[:-1]), last=items[-1])

    def join_labels(self, labels: Sequence[str]) -> str:
        """Join the labels of possible choices, cutting a long list short."""
        if not labels:
            return self.tr("join.nothing-now")
        return self.tr("join.and-more" if len(labels) > MAX_LISTED else "join.list", labels=labels[:MAX_LISTED])

    def duration(self, seconds: float) -> str:
        """Format a time: "10 minutes", "6 hours"; to the hour from five hours on, to the day from four days on."""
        minutes = max(1, round(seconds / 60))
        if minutes % 60 and minutes < 300:
            return self.tr("time.minutes", n=minutes)
        hours = -(-minutes // 60)  # up, because it may be how long to wait
        return self.tr("time.hours", n=hours) if hours < 96 else self.tr("time.days", n=-(-hours // 24))

    def first_fitting(self, texts: Iterable[str]) -> str:
        """Return the first of ever shorter alt texts that fits; a shortened one says where the rest is."""
        text, more = "", self.tr("message.more")
        for number, text in enumerate(texts):
            if len(text) + (len(more) + 1) * (number > 0) <= MAX_ALT:
                return f"{text} {more}" if number else text
        return f"{cut(text, MAX_ALT - len(more) - 1)} {more}"


tr = Translator(COMMON).tr  # for texts without players and without a game's cards


# ---- slash commands
MAX_DESCRIPTION = 100  # characters of a description, by Discord's limit


def localized(key: str, catalogue: Catalogue = COMMON, **fields: Any) -> app_commands.locale_str:
    """Return a catalogue text for Discord to localize."""
    with using_language(ENGLISH):
        return app_commands.locale_str(
            Translator(catalogue).tr(key, **fields), key=key, catalogue=catalogue, fields=fields
        )


def language_of(locale: discord.Locale, known: Sequence[str] = ()) -> str | None:
    """Return the supported language for a Discord locale, otherwise None.

    It is the locale itself, its first part, or one with the same first part: es-ES for es-419.
    """
    known, primary = known or COMMON.languages(), locale.value.partition("-")[0]
    alike = [one for one in known if one.partition("-")[0] == primary]
    return next((one for one in (locale.value, primary, *alike) if one in known), None)


class CommandTranslator(app_commands.Translator):
    def __init__(self) -> None:
        known = COMMON.languages()
        self._languages = {locale: language_of(locale, known) for locale in discord.Locale}  # it is asked 20,000 times

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        """Return the translation; None makes Discord show the English text, also if the translation is too long."""
        language = self._languages[locale]
        if language in (None, ENGLISH) or "key" not in string.extras:
            return None
        with using_language(str(language)):
            translated = Translator(string.extras["catalogue"]).tr(string.extras["key"], **string.extras["fields"])
        return translated if translated != string.message and len(translated) <= MAX_DESCRIPTION else None
