"""Check a game's rules with random games: the findings of `hob check` on the contract in README.md.

    check = RulesCheck(GAME)
    for table in check.play(seats=3, seed="any text"):  # at each question and at the end
        pass
    check.faults()  # [] if nothing is wrong

The conformance suite of this repository (`tests/engine`) checks more, at more positions.
"""

import re
import traceback
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from pydantic import ValidationError

from engine import machine, rng
from engine.actions import fits
from engine.game import Game, InvalidOptions, places
from engine.machine import Ask, Event, T

PATH = re.compile(r"[a-z0-9+-]+(/[a-z0-9+-]+)*")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_PATH = 60  # characters of an action's path
MAX_ANSWERS = 1000  # answers until a game counts as endless
FULLY_CHECKED, CHECK_INTERVAL = 200, 20  # answers with all checks at each; later only at every twentieth
RESAMPLE_INTERVAL = 7  # every so many answers, each viewer's hidden things are dealt again
MIN_OCCURRENCES = 10  # an event that was logged less often isn't judged
# A public event tells a secret if, in more than this share of its occurrences, it names something that its seat holds
# in the real table, but not in a table that was dealt again.
TELLING_SHARE = 0.6
# It also does if it names any secret of its seat in more than the first share, and the former in more than the second.
NEARLY_ALWAYS, OFTEN = 0.9, 0.3
JUNK = ("pass", "no-such-action", "no/such/action")


class RulesCheck:
    """Plays random games and collects what is wrong, each fault once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.games = self.answers = 0
        self._faults: dict[str, None] = {}
        self._secret: set[str] = set()  # fields in which viewers differ
        self._redealt: set[str] = set()  # those that `redeal_hidden` has changed
        # By public event, for each occurrence: does it name something secret that its seat holds, and does the seat
        # lack that in a table that was dealt again?
        self._announced: dict[str, list[tuple[bool, bool]]] = {}

    def faults(self) -> list[str]:
        """Return a sentence for each fault so far."""
        idle = sorted(self._secret - self._redealt - self.game.deducible)
        sentences = [
            f"redeal_hidden never changes the secret field {name!r}, so computers see it. Deal it again there, or "
            "name it in `deducible` if everybody can work it out."
            for name in idle
        ]
        sentences += [
            f"The event {key} tells everybody what only its seat knows: log it with to=seat."
            for key, times in self._announced.items()
            if len(times) >= MIN_OCCURRENCES and _tells_secrets(times)
        ]
        return [*self._faults, *(sentences if self.answers else [])]

    @property
    def is_broken(self) -> bool:
        """Return whether a fault was found, so that further games would only repeat it."""
        return bool(self._faults)

    def play(self, seats: int, seed: str, **options: Any) -> Iterator[Any]:
        """Play a game with random answers and yield its table at each question and at its end."""
        self.games += 1
        try:
            yield from self._play(seats, seed, options)
        except Exception as fault:
            self._add(f"With {seats} players {describe_fault(fault)}")

    def _add(self, sentence: str) -> None:
        self._faults[sentence] = None

    def _play(self, seats: int, seed: str, options: dict[str, Any]) -> Iterator[Any]:
        game = self.game
        g = game.deal(seats, seed, **options)
        twin = game.deal(seats, seed, **options)
        if game.dump(g) != game.dump(twin):
            self._add(
                "Two deals from the same seed differ. Use engine.rng instead of `random`, and iterate over no set."
            )
            return
        counts, logged = game.component_counts(g), 0
        for number in range(MAX_ANSWERS):
            if number < FULLY_CHECKED or number % CHECK_INTERVAL == 0:
                self._check_table(g)
            if self._faults and number >= FULLY_CHECKED:
                return
            if game.component_counts(g) != counts:
                self._add(f"component_counts was {counts} and is {game.component_counts(g)}: something got lost.")
                counts = game.component_counts(g)
            for event in g.log[logged:]:
                self._check_event(event)
            self._check_announcements(g, g.log[logged:])
            logged = len(g.log)
            if number % RESAMPLE_INTERVAL == 0:
                self._check_secrets(g, f"{seed} {number}")
            yield g
            if not g.asks:
                self._check_end(g)
                return
            seat, action = self._choose(g, f"{seed} {number}")
            game.answer(g, seat, action)
            game.answer(twin, seat, action)
            self.answers += 1
            if game.dump(g) != game.dump(twin):
                self._add(
                    f"After the same answers from the same seed, two tables differ ({action} by seat {seat}). "
                    "Use engine.rng instead of `random`, and iterate over no set."
                )
                return
        chosen = "".join(f", {name}={value}" for name, value in options.items())
        self._add(
            f"A game of {seats} players{chosen} did not end in {MAX_ANSWERS} answers. "
            "Limit what players who choose at random can repeat, or make the game shorter."
        )

    def _choose(self, g: Any, seed: str) -> tuple[int, str]:
        """Return a random answer, or sometimes an offer."""
        offers = [(seat, offer) for seat in range(g.players) for offer in self.game.offers(g, seat)]
        answers = [(seat, option) for seat, ask in sorted(g.asks.items()) for option in ask.options]
        luck = rng.derive_seed("check", seed)
        moves = offers if offers and luck % 10 < 3 else answers
        return moves[luck // 10 % len(moves)]

    # ---- at each question
    def _check_table(self, g: Any) -> None:
        game = self.game
        dump = game.dump(g)
        if game.load(dump) != g:
            self._add("A stored table loads as a different one: a field of the state has no type hint, or a wrong one.")
        step = g.stack[-1].step if g.stack else ""
        again = machine.clone(g)
        machine.run(game.rules, again)
        if game.dump(again) != dump:
            self._add(f"The step {step} writes, rolls, draws or logs above its yield: do that below it.")
        if (again.asks, again.changes) != (g.asks, g.changes):
            self._add(f"The step {step} asks something else when it is asked again.")
        for seat in range(g.players):
            ask = g.ask_of(seat)
            if ask is not None:
                self._check_ask(ask)
            self._check_actions([*(ask.options if ask else []), *game.offers(g, seat)], step)
            for action in JUNK:
                game.why_not(g, seat, action)
        standings = game.standing(g)
        if len(standings) != g.players or len({len(mine.rank) for mine in standings}) != 1:
            self._add("standing needs an entry for each seat, with ranks of the same length.")

    def _check_ask(self, ask: Ask) -> None:
        if not NAME.fullmatch(ask.say):
            self._add(f"The question {ask.say!r} needs a name of small letters, digits and hyphens.")
        if ask.fields.get("p", machine.seat_id(ask.seat)) != machine.seat_id(ask.seat):
            self._add(f"The field p of the question {ask.say} must be the asked seat; leave it out to let Hob add it.")

    def _check_actions(self, actions: list[str], step: str) -> None:
        for action in actions:
            if len(action) > MAX_PATH or not PATH.fullmatch(action):
                self._add(
                    f"The action {action!r} of {step} is no path: use small letters, digits, + and - in parts joined "
                    f"by /, at most {MAX_PATH} characters."
                )
            elif self.game.actions and not any(fits(form, action) for form in self.game.actions):
                self._add(f"The action {action!r} of {step} has none of the forms in `actions`: add its form there.")
        if len(actions) != len({*actions}):
            self._add(
                f"The step {step} offers an action twice: {sorted(a for a in actions if actions.count(a) > 1)[0]}."
            )

    def _check_event(self, event: Event) -> None:
        if not NAME.fullmatch(event.key):
            self._add(f"The event {event.key!r} needs a name of small letters, digits and hyphens.")

    def _check_secrets(self, g: T, seed: str) -> None:
        game = self.game
        viewers = [None, *range(g.players)]
        views = {viewer: game.view(g, viewer).model_dump() for viewer in viewers}
        own = [name for name in game.ViewModel.model_fields if name not in ("seat", "questions")]
        for viewer in viewers:
            twin = game.resample(g, viewer, seed)
            mine, theirs = views[viewer], game.view(twin, viewer).model_dump()
            if leaks := [name for name in mine if mine[name] != theirs[name]]:
                self._add(f"The view of {_who(viewer)} shows something that it can't know, in {', '.join(leaks)}.")
            if game.events(twin, viewer) != game.events(g, viewer):
                self._add("redeal_hidden changes the log.")
            if game.resample(twin, viewer, f"{seed} again") != game.resample(g, viewer, f"{seed} again"):
                self._add(
                    f"redeal_hidden for {_who(viewer)} depends on what it can't know: sort the hidden things before "
                    "you deal them."
                )
            if viewer in g.asks:
                actions = [*g.asks[viewer].options, *game.offers(g, viewer)]
                sensible = game.sensible_actions(g, viewer, [*actions])
                if not sensible or not {*sensible} <= {*actions}:
                    self._add("sensible_actions must return at least one of the actions it gets, and no others.")
                if game.sensible_actions(twin, viewer, [*actions]) != sensible:
                    self._add("sensible_actions depends on what the seat can't see, so computers would cheat.")
            for other in range(g.players):
                if other != viewer:
                    new = game.view(twin, other).model_dump()
                    self._secret |= {name for name in own if views[other][name] != mine[name] and views[other][name]}
                    self._redealt |= {name for name in own if views[other][name] != new[name]}
            self._check_answer(twin, seed)

    def _check_answer(self, twin: Any, seed: str) -> None:
        """Answer a question of a table that was dealt again, as computers and undo do."""
        if twin.asks:
            step, luck = twin.stack[-1].step, rng.derive_seed("again", seed)
            seat, ask = sorted(twin.asks.items())[luck % len(twin.asks)]
            try:
                self.game.answer(twin, seat, ask.options[luck // 10 % len(ask.options)])
            except Exception as fault:
                self._add(
                    f"The step {step} fails after redeal_hidden: {describe_fault(fault)}. "
                    "Arguments of steps aren't dealt again, so keep secrets in fields of the table."
                )

    def _check_announcements(self, g: T, events: list[Event]) -> None:
        """Record for each new public event of a seat whether it names a secret of that seat."""
        for event in events:
            seat = next((seat for seat in range(g.players) if event.fields.get("p") == machine.seat_id(seat)), None)
            values = [things_in(value) for name, value in event.fields.items() if name != "p"]
            if event.to is None and seat is not None and any(values):
                mine, public = self.game.view(g, seat).model_dump(), self.game.view(g).model_dump()
                twin = self.game.view(self.game.resample(g, None, "announced"), seat).model_dump()
                own = [name for name in self.game.ViewModel.model_fields if name not in ("seat", "questions")]
                secret = [name for name in own if isinstance(mine[name], list) and mine[name] != public[name]]
                secrets = [
                    (name, things) for name in secret for things in values if things and holds(mine[name], things)
                ]
                tells = any(not holds(twin[name], things) for name, things in secrets)
                self._announced.setdefault(event.key, []).append((bool(secrets), tells))

    # ---- at the end
    def _check_end(self, g: Any) -> None:
        result = self.game.result(g)
        if result is None:
            self._add("The game has no question left, but no result either.")
            return
        order = places(self.game.standing(g))
        if sorted((score.seat, score.place) for score in result.scores) != list(enumerate(order)):
            self._add("The places of the result are not those of standing.")
        if sorted(result.winners) != [seat for seat, place in enumerate(order) if place == 1]:
            self._add("The winners of the result are not the seats that standing puts first.")


def things_in(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [] if isinstance(value, bool) else [value]


def holds(pile: list[Any], things: list[Any]) -> bool:
    return all(pile.count(thing) >= things.count(thing) for thing in things)


def _tells_secrets(times: list[tuple[bool, bool]]) -> bool:
    secret_share = sum(named_held for named_held, _ in times) / len(times)
    share = sum(named_secret for _, named_secret in times) / len(times)
    return share > TELLING_SHARE or (secret_share > NEARLY_ALWAYS and share > OFTEN)


def _who(viewer: int | None) -> str:
    return "the channel" if viewer is None else "a seat"


def describe_fault(fault: Exception) -> str:
    """Return an exception's message and where the rules raised it."""
    if isinstance(fault, machine.RulesFault | InvalidOptions):
        return f"the rules are wrong: {fault}".replace("\n", " ")
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if "pydantic" not in frame.filename]
    where = next((frame for frame in reversed(frames) if PurePath(frame.filename).parent.name != "engine"), frames[-1])
    text = " ".join(str(fault).split())
    if isinstance(fault, ValidationError):
        parts = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in fault.errors()]
        text = f"{fault.title} doesn't accept {'; '.join(parts)}"
    return f"the rules raise {type(fault).__name__}: {text} ({PurePath(where.filename).name}, line {where.lineno})"
