"""Discord's limits for slash commands, modals and autocomplete choices."""

from __future__ import annotations

import re
from typing import Any

from playground.discord.limits import LABEL, ROW, SELECTS, TEXT_DISPLAY, TEXT_INPUT, Form, MessageForm, Path
from playground.discord.shapes import Data
from playground.discord.state import ApiError

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
CHAT_INPUT = 1
NAME = re.compile(r"[-_'\w]{1,32}")
OF_TYPE: dict[int, type | tuple[type, ...]] = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}
MODAL_INPUTS = {TEXT_INPUT, *SELECTS, 19, 21, 22, 23}


def fits(kind: int, value: Any) -> bool:
    """Return True if an option of that type accepts the value."""
    if isinstance(value, bool):
        return kind == BOOLEAN
    return isinstance(value, OF_TYPE.get(kind, str))


class CommandForm(Form):
    def commands(self, commands: list[Data]) -> None:
        slash = [c for c in commands if c.get("type", CHAT_INPUT) == CHAT_INPUT]
        if len(slash) > 100:
            raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
        names: set[tuple[str, int]] = set()
        for n, command in enumerate(commands):
            key = (command.get("name", ""), command.get("type", CHAT_INPUT))
            if key in names:
                self.fault(
                    (n, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
                )
            names.add(key)
            self.command((n,), command)

    def command(self, path: Path, command: Data) -> None:
        if command.get("type", CHAT_INPUT) != CHAT_INPUT:
            self.length((*path, "name"), command.get("name"), 32, 1, required=True)
            return
        self.named(path, command)
        self.options(path, command.get("options") or [], depth=0)
        if text_of(command) > 8000:
            message = "Command exceeds maximum size (8000)"
            self.fault(path, "APPLICATION_COMMAND_TOO_LARGE", message)

    def named(self, path: Path, thing: Data) -> None:
        name = thing.get("name")
        self.length((*path, "name"), name, 32, 1, required=True)
        self.length((*path, "description"), thing.get("description"), 100, 1, required=True)
        if isinstance(name, str) and (not NAME.fullmatch(name) or name != name.lower()):
            self.fault((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")

    def options(self, path: Path, options: list[Data], depth: int) -> None:
        self.count((*path, "options"), options, 25)
        names: set[str] = set()
        optional = False
        for n, option in enumerate(options):
            at: Path = (*path, "options", n)
            self.named(at, option)
            if option.get("name") in names:
                self.fault(
                    (*at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique"
                )
            names.add(str(option.get("name")))
            kind = option.get("type")
            if kind in (SUBCOMMAND, GROUP):
                if depth > 1 or (kind == GROUP and depth):
                    self.fault((*at, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands lie too deep.")
                self.options(at, option.get("options") or [], depth + 1)
                continue
            self.choice((*at, "type"), kind, set(range(STRING, ATTACHMENT + 1)))
            if option.get("required") and optional:
                message = "Required options must be placed before non-required options"
                self.fault((*at,), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
            optional |= not option.get("required")
            self.choices(at, option)

    def choices(self, path: Path, option: Data) -> None:
        choices = option.get("choices") or []
        check_choices(self, (*path, "choices"), choices, option.get("type", STRING))
        if choices and option.get("autocomplete"):
            message = "Autocomplete options cannot have choices"
            self.fault(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", message)


def text_of(thing: Data) -> int:
    """Return the number of characters that count towards a command's limit of 8000.

    "When localization fields are present, only the longest localization for each field (including the default value) is
    counted towards the size limit."
    https://docs.discord.com/developers/interactions/application-commands#slash-commands
    """
    total = longest(thing, "name") + longest(thing, "description")
    total += sum(longest(choice, "name") + len(str(choice["value"])) for choice in thing.get("choices") or [])
    return total + sum(text_of(option) for option in thing.get("options") or [])


def longest(thing: Data, field: str) -> int:
    """Return the length of a field in the language in which it is longest."""
    texts = [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]
    return max(len(text) for text in texts)


def check_choices(form: Form, path: Path, choices: list[Data], kind: int) -> None:
    form.count(path, choices, 25)
    for n, choice in enumerate(choices):
        form.length((*path, n, "name"), choice.get("name"), 100, 1, required=True)
        value = choice.get("value")
        if not fits(kind, value):
            form.fault((*path, n, "value"), "BASE_TYPE_REQUIRED", "The value does not fit the type of the option.")
        elif isinstance(value, str):
            form.length((*path, n, "value"), value, 100, 1, required=True)


class ModalForm(MessageForm):
    def __init__(self, emojis: Data) -> None:
        super().__init__(emojis, set())

    def modal(self, data: Data) -> None:
        self.length(("data", "title"), data.get("title"), 45, 1, required=True)
        self.length(("data", "custom_id"), data.get("custom_id"), 100, 1, required=True)
        self.count(("data", "components"), data.get("components") or [], 5, 1)
        for n, item in enumerate(data.get("components") or []):
            at: Path = ("data", "components", n)
            if not self.choice((*at, "type"), item.get("type"), {ROW, TEXT_DISPLAY, LABEL}):
                continue
            if item["type"] == LABEL:
                self.length((*at, "label"), item.get("label"), 45, 1, required=True)
                self.length((*at, "description"), item.get("description"), 100)
                self.input((*at, "component"), item.get("component") or {})
            elif item["type"] == ROW:
                self.count((*at, "components"), item.get("components") or [], 1, 1)
                for inner in item.get("components") or []:
                    self.length((*at, "components", 0, "label"), inner.get("label"), 45, 1, required=True)
                    self.input((*at, "components", 0), inner)

    def input(self, path: Path, item: Data) -> None:
        if not self.choice((*path, "type"), item.get("type"), MODAL_INPUTS):
            return
        self.custom_id(path, item)
        if item["type"] in SELECTS:
            self.select(path, item)
            if item.get("disabled"):
                self.fault((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled.")
        elif item["type"] == TEXT_INPUT:
            self.choice((*path, "style"), item.get("style"), {1, 2})
            self.length((*path, "placeholder"), item.get("placeholder"), 100)
            self.length((*path, "value"), item.get("value"), 4000)
