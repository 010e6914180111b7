"""Act as a person, limited to what a Discord client would let them see and do."""

from __future__ import annotations

from typing import Any

from playground.discord import forms, limits, messages, shapes
from playground.discord.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
    InteractionService,
)
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION, SCHEDULED_EVENTS, World


class CannotDo(Exception):
    """Raised when the Discord client wouldn't let a person do this."""


class Person:
    def __init__(self, world: World, interactions: InteractionService, who: Data):
        self.world, self.interactions = world, interactions
        self.id: str = who["id"]
        self.name: str = who["global_name"] or who["username"]

    # Seeing

    @property
    def dm(self) -> str:
        return str(self.world.dm(self.id)["id"])

    def sees(self, message: Data) -> bool:
        only = self.world.seen_only_by.get(message["id"])
        hidden = message["id"] in self.world.dismissed
        return (only is None or (only == self.id and not hidden)) and self.may_see(message["channel_id"])

    def may_see(self, cid: str) -> bool:
        channel = self.world.channels.get(cid)
        if not channel:
            return False
        if channel["type"] in (shapes.DM, shapes.GROUP_DM):
            return any(one["id"] == self.id for one in channel["recipients"])
        return self.world.views(cid, self.id)

    def visible(self, cid: str) -> list[Data]:
        return [m for m in self.world.in_channel(cid) if self.sees(m)]

    def last(self, cid: str) -> Data:
        return self.visible(cid)[-1]

    def commands(self, cid: str) -> list[Data]:
        """Return the slash commands offered here; in a DM only global ones.

        Without Use Application Commands there are none. A command is offered if it supports one of the installations
        and the context here; null means every context (docs: interactions/application-commands, Contexts).
        """
        self._look(cid)
        gid = self.world.channels[cid].get("guild_id")
        have, here = self.world.permissions(cid, self.id), self.interactions.context(cid)
        if not have & shapes.USE_APPLICATION_COMMANDS:
            return []
        installs = self.interactions.installs(cid, self.id)
        offered = list(self.world.commands.get(None, {}).values())
        offered += self.world.commands.get(gid, {}).values() if gid else []
        return [
            c for c in offered
            if c["type"] == forms.CHAT_INPUT
            and (c.get("contexts") is None or here in c["contexts"])
            and installs.intersection(c["integration_types"])
            and (c["default_member_permissions"] is None or not gid or not int(c["default_member_permissions"]) & ~have)
        ]  # fmt: skip

    # Writing

    def say(self, cid: str, text: str, reply_to: str | None = None) -> Data:
        self._look(cid)
        channel = self.world.channels[cid]
        have, thread = self.world.permissions(cid, self.id), channel.get("thread_metadata", {})
        speak = shapes.SEND_MESSAGES_IN_THREADS if thread else shapes.SEND_MESSAGES
        if channel["type"] == shapes.FORUM or (channel["type"] != shapes.DM and not have & speak):
            raise CannotDo("You can't write here")
        if thread.get("locked") and not have & shapes.MANAGE_THREADS:
            raise CannotDo("This thread is locked")
        if thread.get("archived"):
            self.world.set_thread(cid, archived=False)
        if thread and f"<@{APPLICATION}>" in text:
            self.world.add_to_thread(cid, APPLICATION)
        reference = {"message_id": reply_to} if reply_to else None
        extra = messages.reply_to(self.world, channel, reference)
        author = self.world.users[self.id]
        return messages.create(self.world, cid, {"content": text}, {}, author, kind=19 if extra else 0, **extra)

    def starts_thread(self, cid: str, name: str, private: bool = False) -> Data:
        """Start a thread, or a post in a forum. A private thread has no other members until they are added."""
        self._look(cid)
        forum, have = self.world.channels[cid]["type"] == shapes.FORUM, self.world.permissions(cid, self.id)
        public = shapes.SEND_MESSAGES if forum else shapes.CREATE_PUBLIC_THREADS
        if not have & (shapes.CREATE_PRIVATE_THREADS if private else public):
            raise CannotDo("You can't start a thread here")
        return self.world.add_thread(cid, name, self.id, private=private)

    def delete(self, message: Data) -> None:
        """Delete a message: one's own, or with Manage Messages any."""
        self._may_moderate(message)
        messages.delete(self.world, message)

    def remove_embeds(self, message: Data) -> None:
        """Remove the embeds of a message: one's own, or with Manage Messages any."""
        self._may_moderate(message)
        messages.suppress_embeds(self.world, message)

    def _may_moderate(self, message: Data) -> None:
        self._look(message["channel_id"])
        may = self.world.permissions(message["channel_id"], self.id) & shapes.MANAGE_MESSAGES
        if message["author"]["id"] != self.id and not may:
            raise CannotDo("You can't delete or change that")

    def dismiss(self, message: Data) -> None:
        self.world.dismissed.add(message["id"])
        self.world.note("delete", message)

    def reads_in(self, locale: str) -> None:
        """Set the language of this person's client, such as "de" (docs: reference, Locales)."""
        self.world.locales[self.id] = locale

    def installs_app(self) -> None:
        """Add the app to this person's account; the portal must allow *User Install*."""
        if "1" not in self.world.integration_types:
            raise CannotDo("The app can't be added to an account")
        self.world.user_installs.add(self.id)

    def close_dms(self, closed: bool = True) -> None:
        (self.world.closed_dms.add if closed else self.world.closed_dms.discard)(self.id)
        self.world.note("people", self.world.users[self.id])

    def interested(self, event: Data, yes: bool = True) -> None:
        """Press "Interested" on a scheduled event, or withdraw it."""
        guild = self.world.guilds[event["guild_id"]]
        if self.id not in guild.members or event["id"] not in guild.events:
            raise CannotDo(f"{self.name} can't see that event")
        people = guild.interested[event["id"]]
        if yes is (self.id in people):
            return
        (people.append if yes else people.remove)(self.id)
        event["user_count"] = len(people)
        payload = {"guild_scheduled_event_id": event["id"], "user_id": self.id, "guild_id": guild.id}
        name = "GUILD_SCHEDULED_EVENT_USER_ADD" if yes else "GUILD_SCHEDULED_EVENT_USER_REMOVE"
        self.world.emit(name, payload, guild.id, SCHEDULED_EVENTS)
        self.world.note("event", event)

    # Slash commands

    def slash(self, cid: str, path: str, **values: Any) -> Interaction:
        """Send a slash command: `ada.slash(games, "chaser move", candy="red")`."""
        if self.world.channels[cid].get("thread_metadata", {}).get("archived"):
            raise CannotDo("Commands can't be used in an archived thread")
        command, options, chain = self._find(cid, path)
        known = {o["name"]: o for o in options}
        for name in values:
            if name not in known:
                raise CannotDo(f"/{path} has no option {name}")
        for option in options:
            if option["name"] in values:
                self._check_value(option, values[option["name"]])
            elif option.get("required"):
                raise CannotDo(f"/{path} needs {option['name']}")
        entries = [{"name": n, "type": known[n]["type"], "value": v} for n, v in values.items()]
        data = self._nest(command, chain, entries) | self._resolved(cid, entries)
        return self.interactions.begin(COMMAND, self.id, cid, data)

    def autocomplete(self, cid: str, path: str, focused: str, text: Any = "", **values: Any) -> Interaction:
        """Request the choices for the option being typed, with the other options as filled in so far."""
        command, options, chain = self._find(cid, path)
        known = {o["name"]: o for o in options}
        if not known[focused].get("autocomplete"):
            raise CannotDo(f"{focused} has no autocomplete")
        entries = [{"name": n, "type": known[n]["type"], "value": v} for n, v in values.items() if n != focused]
        entries.append({"name": focused, "type": known[focused]["type"], "value": text, "focused": True})
        it = self.interactions.begin(AUTOCOMPLETE, self.id, cid, self._nest(command, chain, entries))
        it.option_type = known[focused]["type"]
        return it

    def _find(self, cid: str, path: str) -> tuple[Data, list[Data], list[Data]]:
        words = path.removeprefix("/").split()
        command = next((c for c in self.commands(cid) if c["name"] == words[0]), None)
        if not command:
            raise CannotDo(f"There is no command /{words[0]} here")
        node, chain = command, []
        for word in words[1:]:
            inner = [o for o in node.get("options") or [] if o["type"] in (forms.SUBCOMMAND, forms.GROUP)]
            option = next((o for o in inner if o["name"] == word), None)
            if not option:
                raise CannotDo(f"/{path} has no subcommand {word}")
            node = option
            chain.append(node)
        options = node.get("options") or []
        if any(o["type"] in (forms.SUBCOMMAND, forms.GROUP) for o in options):
            raise CannotDo(f"/{path} needs a subcommand")
        return command, options, chain

    def _nest(self, command: Data, chain: list[Data], options: list[Data]) -> Data:
        inner = options
        for node in reversed(chain):
            inner = [{"name": node["name"], "type": node["type"], "options": inner}]
        return {"id": command["id"], "name": command["name"], "type": command["type"], "options": inner}

    def _resolved(self, cid: str, options: list[Data]) -> Data:
        """Return the data of users and roles among the values."""
        people = [str(g["value"]) for g in options if g["type"] in (forms.USER, forms.MENTIONABLE)]
        roles = [str(g["value"]) for g in options if g["type"] == forms.ROLE]
        gid = self.world.channels[cid].get("guild_id")
        if not people and not (roles and gid):
            return {}
        resolved: Data = {"users": {p: self.world.users[p] for p in people}} if people else {}
        if roles and gid:
            resolved["roles"] = {role: self.world.guilds[gid].roles[role] for role in roles}
        if people and gid:
            members = {p: self.world.guilds[gid].members[p] for p in people if p in self.world.guilds[gid].members}
            have = {p: str(self.world.permissions(cid, p)) for p in members}
            resolved["members"] = {
                p: {**{k: v for k, v in m.items() if k not in ("user", "deaf", "mute")}, "permissions": have[p]}
                for p, m in members.items()
            }
        return {"resolved": resolved}

    @staticmethod
    def _check_value(option: Data, value: Any) -> None:
        if not forms.fits(option["type"], value):
            raise CannotDo(f"{option['name']}: {value!r} has the wrong type")
        choices = option.get("choices")
        if choices and value not in [c["value"] for c in choices]:
            raise CannotDo(f"{option['name']}: {value!r} isn't a choice")
        size = len(value) if isinstance(value, str) else value
        least = option.get("min_length", option.get("min_value"))
        most = option.get("max_length", option.get("max_value"))
        if (least is not None and size < least) or (most is not None and size > most):
            raise CannotDo(f"{option['name']}: {value!r} is out of bounds")

    # Controls

    def controls(self, message: Data) -> list[Data]:
        leaves: list[Data] = []

        def walk(items: list[Data]) -> None:
            for item in items:
                if item.get("type") in (limits.BUTTON, *limits.SELECTS):
                    leaves.append(item)
                walk(item.get("components", []))
                if "accessory" in item:
                    walk([item["accessory"]])

        walk(message["components"])
        return leaves

    def control(self, message: Data, name: str) -> Data:
        """Return a control by its custom_id, label or placeholder. Raise CannotDo unless exactly one can be used."""
        if not self.sees(message) or self.world.messages.get(message["id"]) is not message:
            raise CannotDo(f"{self.name} can't see that message")
        gid = self.world.channels[message["channel_id"]].get("guild_id")
        if gid and self.world.is_timed_out(gid, self.id):
            raise CannotDo(f"{self.name} is timed out")
        controls = self.controls(message)
        matching = [c for c in controls if c.get("custom_id") == name]
        matching = matching or [c for c in controls if name in (c.get("label"), c.get("placeholder"))]
        if len(matching) != 1:
            labels = [c.get("label") or c.get("placeholder") for c in controls]
            raise CannotDo(f"{len(matching)} controls are called {name!r} among {labels}")
        if matching[0].get("disabled"):
            raise CannotDo(f"{name} is disabled")
        return matching[0]

    def click(self, message: Data, name: str) -> Interaction:
        button = self.control(message, name)
        if button["type"] != limits.BUTTON or "custom_id" not in button:
            raise CannotDo(f"{name} isn't a button that the bot receives")
        data = {"custom_id": button["custom_id"], "component_type": limits.BUTTON, "id": button["id"]}
        return self.interactions.begin(COMPONENT, self.id, message["channel_id"], data, message)

    def select(self, message: Data, name: str, *values: str) -> Interaction:
        """Choose entries of a select, by value or by label."""
        menu = self.control(message, name)
        chosen = self._chosen(menu, list(values))
        data = {
            "custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu["id"], "values": chosen,
        } | self._resolved_values(menu, message["channel_id"], chosen)  # fmt: skip
        return self.interactions.begin(COMPONENT, self.id, message["channel_id"], data, message)

    def _chosen(self, menu: Data, values: list[str]) -> list[str]:
        if menu["type"] == limits.STRING_SELECT:
            by_label = {o["label"]: o["value"] for o in menu["options"]}
            known = {o["value"] for o in menu["options"]}
            values = [v if v in known else by_label.get(v, v) for v in values]
            if not known.issuperset(values) or len(set(values)) != len(values):
                raise CannotDo(f"{values} are not among {sorted(known)}")
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most:
            raise CannotDo(f"choose {least} to {most} options, not {len(values)}")
        return values

    def _resolved_values(self, menu: Data, cid: str, chosen: list[str]) -> Data:
        if menu["type"] not in (5, 7):
            return {}
        return self._resolved(cid, [{"type": forms.USER, "value": v} for v in chosen])

    def submit(self, opened: Interaction, **values: Any) -> Interaction:
        """Submit the modal that an interaction opened; values by custom_id, those of selects as a list."""
        if not opened.modal or opened.user != self.id:
            raise CannotDo("No modal is open")
        inputs = [c for item in opened.modal["components"] for c in [item, *_inside(item)] if "custom_id" in c]
        unknown = set(values) - {c["custom_id"] for c in inputs}
        if unknown:
            raise CannotDo(f"The modal has no {sorted(unknown)}")
        components = [_answered(item, values) for item in opened.modal["components"]]
        data = {"custom_id": opened.modal["custom_id"], "components": components}
        source = self.world.messages.get(opened.source or "")
        return self.interactions.begin(MODAL_SUBMIT, self.id, opened.channel, data, source, opened)

    def _look(self, cid: str) -> None:
        if not self.may_see(cid):
            raise CannotDo(f"{self.name} can't see that channel")


def _inside(item: Data) -> list[Data]:
    return [*item.get("components", []), *([item["component"]] if "component" in item else [])]


def _answered(item: Data, values: Data) -> Data:
    """Return one component of a modal with its value."""
    answer: Data = {"type": item["type"], "id": item["id"]}
    if "component" in item:
        answer["component"] = _answered(item["component"], values)
    elif "components" in item:
        answer["components"] = [_answered(c, values) for c in item["components"]]
    elif "custom_id" in item:
        answer["custom_id"] = item["custom_id"]
        value = values.get(item["custom_id"])
        if item["type"] == limits.TEXT_INPUT:
            answer["value"] = item.get("value") or "" if value is None else value
            if item.get("required", True) and not answer["value"]:
                raise CannotDo(f"{item['custom_id']} must be filled in")
        else:
            preset = [o["value"] for o in item.get("options", []) if o.get("default")]
            answer["values"] = preset if value is None else list(value)
    return answer
