"""Discord's limits for messages of a bot. Every error has its path, as in error 50035."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from playground.discord.shapes import EPHEMERAL, V2, Data
from playground.discord.state import ApiError

Path = tuple[str | int, ...]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = {3, 5, 6, 7, 8}
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
V2_TOP = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER}
LINK, PREMIUM = 5, 6

MAX_FILE, MAX_REQUEST, MAX_FILES = 10 << 20, 25 << 20, 10
FLAGS_OF_BOTS = 1 << 2 | EPHEMERAL | 1 << 12 | V2
MOST_COLOR = 0xFFFFFF
# "Discord may strip certain characters from message content, like [...] characters which cause unexpected message
# formatting" (https://docs.discord.com/developers/resources/message#create-message). It doesn't say which: here they
# are those that change the text direction, and zero-width ones that don't join characters. People report that it keeps
# U+200B, even alone: https://github.com/qaisjp/go-discord-irc/pull/133, https://github.com/discordjs/discord.js/issues/4684
STRIPPED = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2060, 0xFEFF])


def strip_text(text: str) -> str:
    """Return a text as Discord stores it."""
    return text.translate(STRIPPED).strip()


class Form:
    """Collects the errors of one request body."""

    def __init__(self) -> None:
        self.errors: Data = {}

    def fault(self, path: Path, code: str, message: str) -> None:
        node = self.errors
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: Any, most: int, least: int = 0, required: bool = False) -> None:
        """Check the length of a text, which Discord counts after trimming."""
        if value is None and not required:
            return
        if value is None or (isinstance(value, str) and required and least and not strip_text(value)):
            self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.fault(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif not least <= len(strip_text(value)) <= most:
            self._bad_length(path, least, most)

    def count(self, path: Path, value: list[Any], most: int, least: int = 0) -> None:
        if not least <= len(value) <= most:
            self._bad_length(path, least, most)

    def _bad_length(self, path: Path, least: int, most: int) -> None:
        if least:
            self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def choice(self, path: Path, value: Any, allowed: set[int]) -> bool:
        if value not in allowed:
            listed = ", ".join(map(str, sorted(allowed)))
            self.fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return value in allowed

    def url(self, path: Path, value: Any, attachment: bool = True) -> None:
        """Check a web address, or `attachment://` where a file may be used."""
        if value is None:
            return
        self.length(path, value, 2048 if attachment else 512, 1)
        schemes = ("http://", "https://", *(("attachment://",) if attachment else ("discord://",)))
        if isinstance(value, str) and not value.startswith(schemes):
            self.fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    def moment(self, path: Path, value: Any) -> datetime | None:
        """Parse a time as Discord does: ISO 8601 with a UTC offset. Record a fault and return None if it is invalid."""
        try:
            time = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            time = None
        if time is None or time.tzinfo is None:
            self.fault(path, "DATETIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
            return None
        return time

    def check(self) -> None:
        if self.errors:
            raise ApiError(400, 50035, "Invalid Form Body", self.errors)


class MessageForm(Form):
    """Checks a message: content, embeds, components, files, mentions."""

    def __init__(self, emojis: Data, known_files: set[str]) -> None:
        super().__init__()
        self.emojis, self.known_files = emojis, known_files
        self.custom_ids: set[str] = set()
        self.total = self.text = 0

    def message(self, body: Data, flags: int) -> None:
        self.length(("content",), body.get("content"), 2000)
        self.length(("nonce",), None if body.get("nonce") is None else str(body["nonce"]), 25)
        if int(body.get("flags") or 0) & ~FLAGS_OF_BOTS:
            self.fault(("flags",), "INVALID_FLAGS", "These flags cannot be set by a bot.")
        self.embeds(body.get("embeds") or [])
        self.mentions(body.get("allowed_mentions") or {})
        for n, file in enumerate(body.get("attachments") or []):
            self.length(("attachments", n, "description"), file.get("description"), 1024)
        components = body.get("components") or []
        if flags & V2:
            for key in ("content", "embeds"):
                if body.get(key):
                    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                    self.fault((key,), code, f"The '{key}' field cannot be used when using IS_COMPONENTS_V2")
            self.components_v2(components)
        else:
            self.rows(("components",), components, 5)

    def mentions(self, allowed: Data) -> None:
        parse = allowed.get("parse") or []
        if set(parse) - {"everyone", "users", "roles"}:
            self.fault(
                ("allowed_mentions", "parse"), "BASE_TYPE_CHOICES", "Value must be one of everyone, users, roles."
            )
        for kind in ("users", "roles"):
            named = allowed.get(kind) or []
            self.count(("allowed_mentions", kind), named, 100)
            if named and kind in parse:
                message = f"parse:['{kind}'] and {kind}: [ids...] are mutually exclusive."
                self.fault(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)

    def embeds(self, embeds: list[Data]) -> None:
        self.count(("embeds",), embeds, 10)
        total = 0
        for n, embed in enumerate(embeds):
            at: Path = ("embeds", n)
            if not embed:  # https://github.com/discord/discord-api-docs/issues/1765
                self.fault(at, "LIST_ITEM_VALUE_REQUIRED", "List item values of ModelType are required")
            self.length((*at, "title"), embed.get("title"), 256)
            self.length((*at, "description"), embed.get("description"), 4096)
            self.length((*at, "footer", "text"), (embed.get("footer") or {}).get("text"), 2048)
            self.length((*at, "author", "name"), (embed.get("author") or {}).get("name"), 256)
            self.count((*at, "fields"), embed.get("fields") or [], 25)
            for k, one in enumerate(embed.get("fields") or []):
                self.length((*at, "fields", k, "name"), one.get("name"), 256, 1, required=True)
                self.length((*at, "fields", k, "value"), one.get("value"), 1024, 1, required=True)
            for key in ("image", "thumbnail"):
                self.picture((*at, key), (embed.get(key) or {}).get("url"))
            self.url((*at, "url"), embed.get("url"), attachment=False)
            if not 0 <= (embed.get("color") or 0) <= MOST_COLOR:
                self.fault((*at, "color"), "NUMBER_TYPE_MAX", f"int value should be between 0 and {MOST_COLOR}.")
            if embed.get("timestamp") is not None:
                self.moment((*at, "timestamp"), embed["timestamp"])
            total += embed_size(embed)
        if total > 6000:
            self.fault(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")

    def picture(self, path: Path, url: str | None) -> None:
        self.url((*path, "url"), url)
        if url and url.startswith("attachment://") and url[13:] not in self.known_files:
            self.fault(
                (*path, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No such attachment: {url}"
            )

    # Components before "Components V2"

    def rows(self, path: Path, components: list[Data], most: int) -> None:
        self.count(path, components, most)
        for n, row in enumerate(components):
            if self.choice((*path, n, "type"), row.get("type"), {ROW}):
                self.row((*path, n), row)

    def row(self, path: Path, row: Data) -> None:
        inside = row.get("components") or []
        self.count((*path, "components"), inside, 5, 1)
        for n, item in enumerate(inside):
            at: Path = (*path, "components", n)
            if item.get("type") in SELECTS and len(inside) > 1:
                self.fault(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
            self.control(at, item)

    def control(self, path: Path, item: Data) -> None:
        if not self.choice((*path, "type"), item.get("type"), {BUTTON, *SELECTS}):
            return
        if item["type"] == BUTTON:
            self.button(path, item)
        else:
            self.custom_id(path, item)
            self.select(path, item)

    def custom_id(self, path: Path, item: Data) -> None:
        cid = item.get("custom_id")
        self.length((*path, "custom_id"), cid, 100, 1, required=True)
        if cid in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            self.fault((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.custom_ids.add(str(cid))

    def button(self, path: Path, item: Data) -> None:
        self.choice((*path, "style"), item.get("style"), {1, 2, 3, 4, LINK, PREMIUM})
        self.length((*path, "label"), item.get("label"), 80)
        self.emoji(path, item.get("emoji"))
        if not (strip_text(item.get("label") or "") or item.get("emoji")) and item.get("style") != PREMIUM:
            self.fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji.")
        if item.get("style") == LINK:
            self.url((*path, "url"), item.get("url") or "", attachment=False)
            if item.get("custom_id"):
                self.fault(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id.")
        elif item.get("style") != PREMIUM:
            self.custom_id(path, item)

    def emoji(self, path: Path, emoji: Data | None) -> None:
        if not emoji:
            return
        known = str(emoji["id"]) in self.emojis if emoji.get("id") else not (emoji.get("name") or "a").isascii()
        if not known:
            self.fault(
                (*path, "emoji", "id" if emoji.get("id") else "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
            )

    def select(self, path: Path, item: Data) -> None:
        self.length((*path, "placeholder"), item.get("placeholder"), 150)
        options = item.get("options") or []
        least, most = item.get("min_values", 1), item.get("max_values", 1)
        if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
            self.fault((*path, "min_values"), "NUMBER_TYPE_MAX", f"{least} to {most} values cannot be chosen.")
        if item["type"] != STRING_SELECT:
            return
        self.count((*path, "options"), options, 25, 1)
        if most > max(1, len(options)):
            self.fault((*path, "max_values"), "NUMBER_TYPE_MAX", "max_values is greater than the number of options.")
        if len([o for o in options if o.get("default")]) > most:
            self.fault((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", "Too many default options.")
        self.options(path, options)

    def options(self, path: Path, options: list[Data]) -> None:
        values: set[str] = set()
        for n, option in enumerate(options):
            at: Path = (*path, "options", n)
            self.length((*at, "label"), option.get("label"), 100, 1, required=True)
            self.length((*at, "value"), option.get("value"), 100, 1, required=True)
            self.length((*at, "description"), option.get("description"), 100)
            self.emoji(at, option.get("emoji"))
            if option.get("value") in values:
                message = "The specified option value is already used"
                self.fault((*at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(str(option.get("value")))

    # Components V2

    def components_v2(self, components: list[Data]) -> None:
        for n, item in enumerate(components):
            if self.choice(("components", n, "type"), item.get("type"), V2_TOP):
                self.block(("components", n), item)
        if self.total > 40:
            self.fault(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "More than 40 components.")
        if self.text > 4000:
            self.fault(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "More than 4000 characters.")

    def block(self, path: Path, item: Data) -> None:
        self.total += 1
        kind = item["type"]
        if kind == ROW:
            self.total += len(item.get("components") or [])
            self.row(path, item)
        elif kind == TEXT_DISPLAY:
            self.length((*path, "content"), item.get("content"), 4000, 1, required=True)
            self.text += len(item.get("content") or "")
        elif kind == SECTION:
            self.section(path, item)
        elif kind == GALLERY:
            self.count((*path, "items"), item.get("items") or [], 10, 1)
            for n, one in enumerate(item.get("items") or []):
                self.picture((*path, "items", n, "media"), (one.get("media") or {}).get("url"))
                self.length((*path, "items", n, "description"), one.get("description"), 1024)
        elif kind == CONTAINER:
            for n, inner in enumerate(item.get("components") or []):
                if self.choice((*path, "components", n, "type"), inner.get("type"), V2_TOP - {CONTAINER}):
                    self.block((*path, "components", n), inner)

    def section(self, path: Path, item: Data) -> None:
        texts, accessory = item.get("components") or [], item.get("accessory") or {}
        self.count((*path, "components"), texts, 3, 1)
        for n, text in enumerate(texts):
            if self.choice((*path, "components", n, "type"), text.get("type"), {TEXT_DISPLAY}):
                self.block((*path, "components", n), text)
        self.total += 1
        if self.choice((*path, "accessory", "type"), accessory.get("type"), {BUTTON, THUMBNAIL}):
            if accessory["type"] == BUTTON:
                self.button((*path, "accessory"), accessory)
            else:
                self.picture((*path, "accessory", "media"), (accessory.get("media") or {}).get("url"))


def embed_size(embed: Data) -> int:
    """Return the number of characters that count towards the limit of 6000 for a message's embeds."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for one in embed.get("fields") or []:
        texts += [one.get("name"), one.get("value")]
    return sum(len(t) for t in texts if isinstance(t, str))


def check_files(files: list[tuple[str, bytes, str]], others: int) -> None:
    if len(files) + others > MAX_FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments reached ({MAX_FILES})")
    sizes = [len(data) for _, data, _ in files]
    if any(size > MAX_FILE for size in sizes) or sum(sizes) > MAX_REQUEST:
        raise ApiError(413, 40005, "Request entity too large")


def mentioned(content: str, allowed: Data | None, default: list[str]) -> tuple[list[str], bool]:
    """Return the users that a text mentions with a ping, and whether it pings everyone."""
    parse = default if allowed is None else allowed.get("parse") or []
    named = {str(u) for u in (allowed or {}).get("users") or []}
    people = dict.fromkeys(re.findall(r"<@!?(\d+)>", content))
    everyone = "everyone" in parse and bool(re.search(r"@(everyone|here)\b", content))
    return [p for p in people if "users" in parse or p in named], everyone
