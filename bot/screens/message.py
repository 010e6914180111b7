"""Discord messages as plain values: screens and features build them, delivery compares and sends them."""

import hashlib
import io
import logging
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypedDict, TypeVar, get_args

import discord
from discord import ui

from bot.i18n.fitting import MAX_ALT, cut
from bot.pictures.scene import Scene, Stack

log = logging.getLogger("hob.pictures")
Result = TypeVar("Result")
Style = Literal["primary", "secondary", "success", "danger", "link"]
PICTURE = "table.png"
STYLES = {style: discord.ButtonStyle[style].value for style in get_args(Style)}
ACTION_ROW, BUTTON, SELECT = (
    kind.value
    for kind in (discord.ComponentType.action_row, discord.ComponentType.button, discord.ComponentType.select)
)
PICTURE_PENDING = "~"  # key prefix of a message with an outdated picture


class Button(NamedTuple):
    label: str
    id: str = ""  # a custom_id, or a link's address
    style: Style = "secondary"
    disabled: bool = False
    emoji: str = ""  # before the label


class Choice(NamedTuple):
    label: str
    value: str
    description: str = ""
    default: bool = False
    emoji: str = ""


@dataclass(frozen=True)
class Menu:
    placeholder: str
    id: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Menu


class Field(NamedTuple):
    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True)
class Message:
    """A message to send. `picture` is a scene for the painter (it has a `key`), `alt` its alt text.

    `mentions` are the people it may notify. An embed shows its picture last, so a second embed has the text `below`
    the picture and the footer. Without the picture, the fields of `instead` are added, and `unpictured` replaces the
    text.
    """

    content: str = ""
    title: str = ""
    text: str = ""
    unpictured: str = ""
    below: str = ""
    fields: tuple[Field, ...] = ()
    instead: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = 0
    rows: tuple[Row, ...] = ()
    picture: Scene | Stack | None = None
    alt: str = ""
    mentions: tuple[int, ...] = ()
    file: tuple[str, str | bytes] | None = None  # name and content of a file to attach

    @cached_property
    def _text_repr(self) -> str:
        return repr(
            (
                self.content,
                self.title,
                self.text,
                self.unpictured,
                self.below,
                self.fields,
                self.instead,
                self.footer,
                self.rows,
                self.alt,
            )
        )

    @cached_property
    def key(self) -> str:
        """Return the key of the text, controls and picture. Colour, mentions and file don't matter."""
        picture_key = self.picture.key if self.picture is not None else ""
        return _digest(f"({self._text_repr}, {picture_key!r})")

    @cached_property
    def text_key(self) -> str:
        """Return the key of the same without the picture, for a message with an outdated one."""
        return f"{PICTURE_PENDING}{_digest(self._text_repr)}"

    @cached_property
    def picture_key(self) -> str:
        """Return the key of the picture and its alt text."""
        key = self.picture.key if self.picture is not None else ""
        return f"{key} {_digest(repr(self.alt))}" if key else ""

    def matches(self, sent: discord.Message) -> bool:
        """Return True if a message in Discord has this one's text and controls.

        White space and invisible characters are ignored, because Discord may strip some.
        """
        rows = [row if isinstance(row, tuple) else (row,) for row in self.rows]
        ids = [control.id for row in rows for control in row]
        text = (sent.embeds[0].description or "") if sent.embeds else ""
        texts = ((sent.content, self.content), (text, self.text_for(shows_picture(sent))))
        return custom_ids(sent) == ids and all(_visible(there) == _visible(here) for there, here in texts)

    def text_for(self, with_picture: bool) -> str:
        """Return the text for a message with or without its picture."""
        return self.text if with_picture else self.unpictured or self.text

    def embeds(self, with_picture: bool, alt: bool = True) -> list[discord.Embed]:
        """Return the embeds. Without `alt` the picture keeps its previous alt text."""
        fields = self.fields if with_picture else (*self.fields, *self.instead)
        text = self.text_for(with_picture)
        if not (self.title or text or fields or with_picture):
            return []
        data: dict[str, Any] = {"type": "rich", "color": self.colour}
        below: dict[str, Any] = {**data, "description": self.below}
        if self.title:
            data["title"] = self.title[:256]
        if text:
            data["description"] = text
        if fields:
            data["fields"] = [{"name": f.name, "value": f.value, "inline": f.inline} for f in fields]
        if self.footer:
            (below if self.below else data)["footer"] = {"text": self.footer}
        if with_picture:
            image = {"url": f"attachment://{PICTURE}"}
            data["image"] = {**image, "description": self.alt[:1024]} if alt else image
        return [discord.Embed.from_dict(embed) for embed in ([data, below] if self.below else [data])]

    def edit_payload(self, png: bytes | None, keep: bool = False, older: bool = False) -> dict[str, Any]:
        """Return the arguments of discord.py's `edit`; `send_payload` returns those of `send`.

        `keep` leaves the message's picture in place by omitting `attachments`. `older` means that the picture belongs
        to an older message, so this message's alt text doesn't fit it.
        """
        # Discord documents that an edit without `attachments` keeps the files ("To remove or replace files you will
        # have to supply the attachments field", https://docs.discord.com/developers/resources/message#edit-message),
        # and so does serenity's EditAttachments. The embed must name the file by `attachment://` again: with Discord's
        # own URL, the picture is shown twice (discord-api-docs #4809, #5675). Explicit ids aren't safer: the id of a
        # file in an embed appears only in that URL (#1340), and an id that another process has removed is rejected as
        # well. They also have a cost: the id is unknown after a restart, and discord.py keeps only files listed in a
        # message's `attachments`, which omits files shown in embeds. So `MessageEditor` checks what Discord shows after
        # such an edit.
        files = []
        if png is not None:
            files.append(discord.File(io.BytesIO(png), PICTURE, description=self.alt[:1024] or None))
        if self.file is not None:
            name, content = self.file
            files.append(discord.File(io.BytesIO(content.encode() if isinstance(content, str) else content), name))
        people = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(person) for person in self.mentions]
        )
        return {
            "content": self.content or None,
            "embeds": self.embeds(keep or png is not None, alt=not older),
            "view": ComponentView(self.rows) if self.rows else None,
            "allowed_mentions": people,
            **({} if keep else {"attachments": files}),
        }

    def send_payload(self, png: bytes | None) -> dict[str, Any]:
        payload = self.edit_payload(png)
        payload["files"] = payload.pop("attachments")
        return {name: value for name, value in payload.items() if value is not None and value != []}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _visible(text: str) -> str:
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf"))


def shows_picture(message: discord.Message) -> bool:
    """Return True if a message from Discord, such as the pressed one, shows one of Hob's pictures."""
    return any(embed.image.url for embed in message.embeds)


def custom_ids(message: discord.Message) -> list[str]:
    """Return the custom_id of every control in order, or a link's URL."""
    rows = [row.children for row in message.components if isinstance(row, discord.ActionRow)]
    return [control.custom_id or getattr(control, "url", None) or "" for row in rows for control in row]


def has_control(prefix: str) -> Callable[[discord.Message], bool]:
    """Return a function that tells if a message has a control with this start of its custom_id."""
    return lambda message: any(id.startswith(prefix) for id in custom_ids(message))


class ComponentView(ui.View):
    """A message's controls, built directly as Discord's JSON.

    Creating a discord.py object per control takes longer than rendering all their texts.
    """

    def __init__(self, rows: tuple[Row, ...]) -> None:
        super().__init__(timeout=None)
        self.stop()  # the dispatcher handles every press; a finished view isn't kept in memory
        self._rows = rows

    def to_components(self) -> list[dict[str, Any]]:
        components = (
            [_select_component(row)] if isinstance(row, Menu) else [_button_component(button) for button in row]
            for row in self._rows
        )
        return [{"type": ACTION_ROW, "components": controls} for controls in components]


def _select_component(menu: Menu) -> dict[str, Any]:
    return {
        "type": SELECT,
        "custom_id": menu.id,
        "placeholder": menu.placeholder,
        "min_values": menu.least,
        "max_values": menu.most,
        "options": [_select_option(choice) for choice in menu.choices],
    }


def _button_component(button: Button) -> dict[str, Any]:
    address = "url" if button.style == "link" else "custom_id"
    form = {"type": BUTTON, "style": STYLES[button.style], "label": button.label, address: button.id}
    emoji = {"emoji": {"name": button.emoji}} if button.emoji else {}
    return {**form, **emoji, "disabled": True} if button.disabled else {**form, **emoji}


def _select_option(choice: Choice) -> dict[str, Any]:
    form = {"label": choice.label, "value": choice.value, "default": choice.default}
    emoji = {"emoji": {"name": choice.emoji}} if choice.emoji else {}
    return {**form, **emoji, "description": choice.description} if choice.description else {**form, **emoji}


# ---- pictures of a message: text never waits for one, and its faults never break a table
logged_faults: set[str] = set()


def log_once(fault: BaseException) -> None:
    """Log each fault once, however many tables show the same picture."""
    if repr(fault) not in logged_faults:
        logged_faults.add(repr(fault))
        log.error("picture omitted: %r", fault, exc_info=fault)


def compose(make: Callable[..., Result], *arguments: Any) -> Result | None:
    """Return what a game's picture module makes of the arguments; None if it fails."""
    try:
        return make(*arguments)
    except Exception as fault:
        log_once(fault)
        return None


class PictureFields(TypedDict):
    picture: Any
    alt: str


def picture_fields(
    wanted: bool, draw: Callable[..., Any] | None, tell: Callable[..., str] | None, *arguments: Any
) -> PictureFields:
    """Return a Message's picture fields from the `arguments`. If making one fails, that field is empty."""
    picture = compose(draw, *arguments) if wanted and draw is not None else None
    alt = compose(tell, *arguments) if wanted and tell is not None else None
    return {"picture": picture, "alt": cut(alt or "", MAX_ALT)}
