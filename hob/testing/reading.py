"""Read a message as a person sees it: its text and its controls."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Control:
    """A button or a select, as a person sees it."""

    custom_id: str
    label: str = ""
    placeholder: str = ""
    disabled: bool = False
    options: tuple[tuple[str, str, str], ...] = ()  # label, value, description
    least: int = 1
    emoji: str = ""

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Control":
        options = tuple((o["label"], o["value"], o.get("description") or "") for o in data.get("options", []))
        return cls(
            data.get("custom_id") or data.get("url", ""),
            data.get("label") or "",
            data.get("placeholder") or "",
            data.get("disabled", False),
            options,
            data.get("min_values", 1),
            (data.get("emoji") or {}).get("name") or "",
        )

    @property
    def answers(self) -> bool:
        """Return True if the control leads to an answer to an open question."""
        kind = self.custom_id.split(":")
        leads = len(kind) > 4 and kind[0] == "h" and kind[4] in ("answer", "pick", "narrow", "confirm")
        return leads and not self.disabled and self.label != "Back"


def controls_of(message: Any) -> list[Control]:
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [Control.of(control) for row in rows for control in row["components"]]


def menu_with(message: Any, label: str) -> Control | None:
    return next((c for c in controls_of(message) if any(text.startswith(label) for text, _, _ in c.options)), None)


def words_of(message: Any) -> str:
    """Return all text of a message, including alt texts."""
    lines = [message.content or ""]
    for embed in message.embeds:
        data = embed.to_dict()
        lines += [data.get("title", ""), data.get("description", "")]
        lines += [f"{field['name']}: {field['value']}" for field in data.get("fields", [])]
        lines += [data.get("footer", {}).get("text", ""), (data.get("image") or {}).get("description", "")]
    for control in controls_of(message):
        lines.append(control.label or control.placeholder)
        lines += [f"{text}: {more}" for text, _, more in control.options]
    return "\n".join(line for line in lines if line).replace("\N{NO-BREAK SPACE}", " ")
