"""What a Discord message of ours is, as plain values: built in cogs, compared and sent by delivery."""

import hashlib
import io
from dataclasses import dataclass, field
from typing import Any, Literal

import discord
from discord import ui

Style = Literal["primary", "secondary", "success", "danger", "link"]
PICTURE = "table.png"
BEHIND = "~"  # how the key of a message begins whose picture is behind its words


@dataclass(frozen=True)
class Button:
    label: str
    id: str = ""  # a custom_id, or a link's address
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True)
class Choice:
    label: str
    value: str
    description: str = ""
    default: bool = False


@dataclass(frozen=True)
class Menu:
    placeholder: str
    id: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Menu


@dataclass(frozen=True)
class Field:
    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True)
class Message:
    """`picture` is a scene for the painter (it has a `key`), `alt` its words; `mentions` are whom it may ring.

    An embed shows its picture last: what stands `below` it, and the footer then, are an embed of their own.  Where the
    picture cannot be shown, the fields of `instead` are, and what is `unpictured` takes the place of the text.
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
    picture: Any = None
    alt: str = ""
    mentions: tuple[int, ...] = ()
    file: tuple[str, str | bytes] | None = None  # name and content of a file to attach
    key: str = field(init=False, compare=False, default="")  # of all of it
    words: str = field(init=False, compare=False, default="")  # the key under which it is noted without its picture
    drawn: str = field(init=False, compare=False, default="")  # of its picture, and what that is in words

    def __post_init__(self) -> None:
        said = (
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
        drawn, words = self.picture.key if self.picture is not None else "", repr(said)
        object.__setattr__(self, "key", _digest(f"({words}, {drawn!r})"))
        object.__setattr__(self, "words", f"{BEHIND}{_digest(words)}")
        object.__setattr__(self, "drawn", f"{drawn} {_digest(repr(self.alt))}" if drawn else "")

    def like(self, sent: discord.Message) -> bool:
        """Whether a message in Discord says what this one does, as far as words and controls go."""
        rows = [row if isinstance(row, tuple) else (row,) for row in self.rows]
        ids = [control.id for row in rows for control in row]
        text = sent.embeds[0].description if sent.embeds else None
        said = self.said(shows_picture(sent))
        return (sent.content, text or "", custom_ids(sent)) == (self.content, said, ids)

    def said(self, with_picture: bool) -> str:
        """The text beside the picture, or without it."""
        return self.text if with_picture else self.unpictured or self.text

    def embeds(self, with_picture: bool, alt: bool = True) -> list[discord.Embed]:
        """Without `alt` the picture keeps the words that it was sent with."""
        fields = self.fields if with_picture else (*self.fields, *self.instead)
        text = self.said(with_picture)
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

    def view(self) -> ui.View | None:
        if not self.rows:
            return None
        view = ui.View(timeout=None)
        view.stop()  # the router answers every press; a finished view is not kept in memory
        for number, row in enumerate(self.rows):
            if isinstance(row, Menu):
                view.add_item(_select(row, number))
            else:
                for button in row:
                    view.add_item(_button(button, number))
        return view

    def payload(self, png: bytes | None, keep: bool = False, older: bool = False) -> dict[str, Any]:
        """The arguments of discord.py's `edit`; `sending` makes those of `send`.

        `keep`: the picture that the message has stays, for files stay of which nothing is said.  `older`: it is not
        this message's, whose words for it would be untrue.
        """
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
            "view": self.view(),
            "allowed_mentions": people,
            **({} if keep else {"attachments": files}),
        }

    def sending(self, png: bytes | None) -> dict[str, Any]:
        payload = self.payload(png)
        payload["files"] = payload.pop("attachments")
        return {name: value for name, value in payload.items() if value is not None and value != []}


def _digest(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def shows_picture(message: discord.Message) -> bool:
    """Whether one of ours stands in a message, as Discord showed it to whoever pressed there."""
    return any(embed.image.url for embed in message.embeds)


def custom_ids(message: discord.Message) -> list[str]:
    """Of every control, in order; a link's address instead."""
    rows = [row.children for row in message.components if isinstance(row, discord.ActionRow)]
    return [control.custom_id or getattr(control, "url", None) or "" for row in rows for control in row]


def _button(button: Button, row: int) -> ui.Button[ui.View]:
    style = discord.ButtonStyle[button.style]
    address = {"url": button.id} if button.style == "link" else {"custom_id": button.id}
    return ui.Button(label=button.label, style=style, disabled=button.disabled, row=row, **address)  # type: ignore[arg-type]


def _select(menu: Menu, row: int) -> ui.Select[ui.View]:
    options = [
        discord.SelectOption(label=c.label, value=c.value, description=c.description or None, default=c.default)
        for c in menu.choices
    ]
    return ui.Select(
        custom_id=menu.id,
        placeholder=menu.placeholder,
        min_values=menu.least,
        max_values=menu.most,
        options=options,
        row=row,
    )
