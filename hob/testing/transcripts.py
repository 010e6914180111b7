"""Games as text that people review: who is asked what, who answers what, what happens, and who sees it.

A transcript begins with how the table is dealt.  Its lines that start with `> ` are the answers; everything else
follows from them, so a change of the rules shows in the transcript's diff.

    deal {"seats": 2, "seed": "a wet evening"}

    s0 must choose, move: p=s0 die=1
      blue purple green yellow red
    > s0 green
      moves: p=s0 die=1 candy=green a=0 b=1
      all see: cubes.green 0 → 1
      s1 sees: objectives red yellow

With `TRANSCRIPTS=write` in the environment, `check_transcript` writes the file: what follows from its answers today, or
a whole game of computers if there is no file.  Read the difference before you commit it.
"""

import json
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import machine
from engine.ai import Level, choose
from engine.game import Game, View
from engine.machine import IllegalChoice

QUESTION_FIELDS = {"game", "seat", "players", "waiting", "chosen", "questions", "offers", "over"}  # left out of "sees"
WIDTH = 120  # characters of a line
Facts = dict[str, str]  # the fields of a view by their path, such as "villains.0.sugar"


def check_transcript(game: Game[Any], file: Path, g: Any = None) -> None:
    """Raise AssertionError if a transcript does not say what happens today.

    `g` is the table at which it begins, by default the one that its first line deals.
    """
    if os.environ.get("TRANSCRIPTS") == "write":
        old = file.read_text(encoding="utf-8") if file.exists() else record(game, game.seats[0], file.stem)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(replay_transcript(game, old, g and machine.clone(g)), encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    today = replay_transcript(game, text, g)
    assert today.splitlines() == text.splitlines(), f"{file.name}: write it with TRANSCRIPTS=write, and read its diff"


def replay_transcript(game: Game[Any], text: str, g: Any = None) -> str:
    """Return the transcript of the answers in `text`; a file is up to date if it equals this.

    An answer that isn't legal (any more) is marked as illegal and ends the transcript.
    """
    head, _, rest = text.partition("\n")
    if g is None:
        g = game.deal(**json.loads(head.removeprefix("deal ")))
    telling = _TranscriptWriter(game, g)
    lines = [head, *telling.news()]
    for line in rest.splitlines():
        if line.startswith("> "):
            lines += ["", *telling.questions(), line]
            seat, option = line.removeprefix("> s").split(" ", 1)
            try:
                game.answer(g, int(seat), option)
            except IllegalChoice:
                reason = game.why_not(g, int(seat), option)
                return "\n".join([*lines, f"  not legal: {reason[0] if reason else 'not asked'}", ""])
            lines += telling.news()
    return "\n".join([*lines, "", *(telling.end() or telling.questions()), ""])


def record(game: Game[Any], seats: int, seed: str, level: Level = "easy", **options: Any) -> str:
    """Return the transcript of a whole game of computers of one level."""
    deal = {"seats": seats, "seed": seed, **options}
    g = game.deal(**deal)
    lines = [f"deal {json.dumps(deal)}"]
    while g.asks:
        seat = min(g.asks)
        option = choose(game, g, seat, level, luck=len(lines))
        lines.append(f"> s{seat} {option}")
        game.answer(g, seat, option)
    return replay_transcript(game, "\n".join(lines))


class _TranscriptWriter:
    """The events and views of a table that were already written, for each viewer."""

    def __init__(self, game: Game[Any], g: Any) -> None:
        self.game, self.g, self.events = game, g, len(g.log)
        self.known: dict[int | None, Facts] = {viewer: {} for viewer in (None, *range(g.players))}

    def questions(self) -> list[str]:
        """Return who must choose, or may choose again, and from what."""
        lines = []
        for seat, ask in sorted((self.g.asks | self.g.changes).items()):
            verb = "must choose" if seat in self.g.asks else "may change the answer"
            secret = " in secret" if ask.secret else ""
            lines += _wrapped(f"s{seat} {verb}{secret}, {ask.say}: {_fields(ask.fields)}".rstrip(": "), 4)
            lines += _wrapped("  " + " ".join(ask.options), 2)
        for seat in range(self.g.players):
            if offers := self.game.offers(self.g, seat):
                lines += _wrapped(f"s{seat} may also: {' '.join(offers)}", 4)
        return lines

    def news(self) -> list[str]:
        """Return what has happened since the last call, and what each seat sees of it."""
        events, self.events = self.g.log[self.events :], len(self.g.log)
        lines = []
        for event in events:
            audience = "" if event.to is None else f"s{event.to} alone is told, "
            lines += _wrapped(f"  {audience}{event.key}: {_fields(event.fields)}".rstrip(": "), 6)
        public = _facts(self.game.view(self.g, None))
        for viewer, known in self.known.items():
            facts = public if viewer is None else _facts(self.game.view(self.g, viewer))
            hidden = {} if viewer is None else public  # public changes are written once
            changes = [
                _change(path, known.get(path), facts.get(path))
                for path in dict.fromkeys([*facts, *known])
                if facts.get(path) != known.get(path) and facts.get(path) != hidden.get(path)
            ]
            if changes:
                lines += _wrapped(f"  {'all see' if viewer is None else f's{viewer} sees'}: {', '.join(changes)}", 6)
            self.known[viewer] = facts
        return lines

    def end(self) -> list[str]:
        """Return how the game ended; empty while it's going on."""
        result = self.game.result(self.g)
        if result is None:
            return []
        lines = [f"s{score.seat} is number {score.place} with {score.total}" for score in result.scores]
        return [*lines, f"winners: {' '.join(f's{seat}' for seat in result.winners)}"]


def _facts(view: View) -> Facts:
    return dict(_flat("", view.model_dump(mode="json", exclude=QUESTION_FIELDS)))


def _flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the leaves of JSON; a list of plain values is one leaf."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _flat(f"{path}.{key}".lstrip("."), part)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        for number, part in enumerate(value):
            yield from _flat(f"{path}.{number}", part)
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_plain, value)) or "none"
    return value or "none" if isinstance(value, str) else json.dumps(value)


def _fields(fields: dict[str, Any]) -> str:
    return " ".join(f"{key}={_plain(value).replace(' ', '+')}" for key, value in fields.items())


def _change(path: str, old: str | None, new: str | None) -> str:
    return f"{path} {new}" if old is None else f"{path} {old} → {new if new is not None else 'gone'}"


def _wrapped(line: str, indent: int) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False
    ) or [line]
