"""*Look back with the coach*: of a game that is over, the decisions of one's own that cost most, by what it thinks."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.app import App
from bot.computers.ai_scheduler import Job, decks_of
from bot.errors import Refusal
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.interactions.progress import Kind, Told
from bot.screens.custom_id import Control
from bot.screens.message import Button, Message
from bot.tables import seats
from bot.tables.session import Live
from cogs.coach.coach import LEVEL
from cogs.coach.reasons import CLOSE, called
from cogs.replay.cog import Watch
from cogs.replay.replays import Replay
from engine.ai import Prospect, Thought
from engine.rng import luck

LOOK = Kind("look-back-busy", "look-back.under-way", "look-back.interrupted", "look-back.failed", "button.look-back")
FIRST = 0.25  # of a thought's budget for each decision; those that seem to cost most are thought about with all of it
AGAIN = 6
MOST = 3  # that are told
WITHIN = 120.0  # seconds: what is played now goes before
LOST_AT_MOST = 1 / 4  # of a round's thoughts: with fewer it is not known what cost most
KEPT = 50  # looks that are kept in memory


class Lost(Exception):
    """There was no thought, or one worth nothing."""


class Decision(NamedTuple):
    """How many entries had led to it, and what was chosen in the end."""

    position: int
    option: str


class Slip(NamedTuple):
    """A decision: how many entries had led to it, what was chosen, and what would have been."""

    position: int
    mine: Prospect
    best: Prospect

    @property
    def cost(self) -> float:
        return self.best.worth - self.mine.worth


class LookBack(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("past", self.press)
        self._found: OrderedDict[tuple[str, int], list[Slip]] = OrderedDict()
        self._turn = asyncio.Semaphore()  # of all that is looked back at, one thought waits among those of open games

    async def press(self, ctx: InteractionContext) -> None:
        """For each person one look at a time.  Raises Refusal."""
        control, live, replays = ctx.pressed_control, ctx.table, Watch.of(self.app).replays
        if live.status != "over" or live.g is None:
            raise Refusal("watch-later")
        seat, person = seats.seat_of(live.info, ctx.person), ctx.person
        found = self._found.get((live.id, seat))
        if found is not None:
            await ctx.whisper(self.shown(live, await replays.of(live), seat, found))
            return
        replay = await replays.of(live)
        if not replay.true:
            raise Refusal("look-back-changed")
        decisions = made(replay, seat, person)
        if not decisions:
            raise Refusal("look-back-nothing")
        await self.app.progress.begin(
            ctx, live, LOOK, control, partial(self._look, live, replay, seat, decisions), key=person
        )

    # ---- thinking
    async def _look(self, live: Live, replay: Replay, seat: int, decisions: Sequence[Decision], told: Told) -> Message:
        """Raises Lost."""
        first, again = len(decisions) * FIRST, min(AGAIN, len(decisions))  # in whole thoughts
        slips = worst(
            await self._judged(live, replay, seat, decisions, FIRST, lambda spent: told(spent / (first + again)))
        )[:AGAIN]
        dear = [Decision(slip.position, slip.mine.option) for slip in slips]
        surely = await self._judged(
            live, replay, seat, dear, 1.0, lambda spent: told((first + spent) / (first + again))
        )
        found = self._found[live.id, seat] = sorted(worst(surely)[:MOST], key=lambda slip: slip.position)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return self.shown(live, replay, seat, found)

    async def _judged(
        self,
        live: Live,
        replay: Replay,
        seat: int,
        decisions: Sequence[Decision],
        share: float,
        told: Told,
    ) -> list[Slip]:
        """Those where there was a choice; `told` how many whole thoughts are spent.  Raises Lost."""
        slips, lost = [], 0
        for done, decision in enumerate(decisions):
            await told(done * share)
            try:
                slip = await self._slip(live, replay, seat, decision, share)
                slips += [slip] if slip is not None else []
            except Lost:
                lost += 1
        if lost > len(decisions) * LOST_AT_MOST:
            raise Lost(f"{lost} of {len(decisions)} thoughts")
        return slips

    async def _slip(self, live: Live, replay: Replay, seat: int, decision: Decision, share: float) -> Slip | None:
        """None where there was no choice, or nobody has tried what was chosen.  Raises Lost."""
        place, option = decision
        g = replay.at(place)
        if seat not in g.asks:  # an offer in between
            return None
        thought = await self.thought(live, g, place, seat, share)
        if thought is None or thought.level != LEVEL:  # there was no time for more
            raise Lost
        mine = next((one for one in thought.prospects if one.option == option), None)
        return Slip(place, mine, thought.prospects[0]) if mine is not None and mine.tried else None

    async def thought(self, live: Live, g: object, place: int, seat: int, share: float) -> Thought | None:
        """Of the table as that seat saw it then; the same each time."""
        job = Job(
            type(live.game), live.game.dump(g), seat, LEVEL, luck(live.id, place, seat, share), decks_of(live.game)
        )
        async with self._turn:
            return await self.app.thinker.think(live.game.slug, LEVEL, lambda: job, WITHIN, share)

    # ---- what is told
    def shown(self, live: Live, replay: Replay, seat: int, slips: Sequence[Slip]) -> Message:
        say, face = self.screens.words(live, escape=False).say, self.screens.face(live)
        if not slips:
            return Message(content=say("look-back.none"))
        told = [self.told(live, replay, seat, number, slip) for number, slip in enumerate(slips, 1)]
        buttons = tuple(
            Button(
                say("look-back.button", n=number),
                str(Control(live.id, "watch", "show", slip.position, seat)),
                "primary",
            )
            for number, slip in enumerate(slips, 1)
        )
        return Message(
            title=say("look-back.title", game=live.game.title),
            text="\n\n".join(told),
            footer=say("look-back.honest"),
            colour=face.colour,
            rows=(buttons,),
        )

    def told(self, live: Live, replay: Replay, seat: int, number: int, slip: Slip) -> str:
        """What was asked, what was chosen, and what would have been, by what each was expected to bring."""
        then = live.as_it_was(replay.at(slip.position), replay.steps[slip.position].since)
        view = then.view(seat)
        voice = self.screens.words(then, view)
        labels = self.screens.face(live).labels(view, voice)
        question, (mine, best) = view.question_of(seat), (slip.mine, slip.best)
        assert question is not None
        head = voice.say("look-back.asked", n=number, asked=self.screens.say(then, question, voice))
        chosen, better = called(view, labels, mine.option), called(view, labels, best.option)
        said = {"n": round(mine.later), "m": round(mine.rival), "k": round(best.later), "j": round(best.rival)}
        same = (said["n"], said["m"]) == (said["k"], said["j"])
        lines = [head, voice.say("look-back.chose", option=chosen)]
        lines.append(voice.say("look-back.rather", option=better))
        lines.append(voice.say("look-back.often" if same else "look-back.because", **said))
        if round(mine.worst) < round(best.worst):
            lines.append(voice.say("look-back.risk", n=round(mine.worst), k=round(best.worst)))
        return "\n".join(lines)


def made(replay: Replay, seat: int, person: int) -> list[Decision]:
    """A person's answers that count.  Of several to one question only the last does, as if chosen when it was asked."""
    found: dict[tuple[bool, int], Decision] = {}
    for place, entry in replay.counting():
        if (entry.seat, entry.person) == (seat, person):
            offer = entry.step == "offer"
            key = (offer, entry.revision if offer else entry.question)
            before = found.get(key)
            found[key] = Decision(place if before is None else before.position, entry.option)
    return list(found.values())


def worst(slips: Sequence[Slip]) -> list[Slip]:
    """Those that cost something, the dearest first."""
    return sorted((slip for slip in slips if slip.cost >= CLOSE), key=lambda slip: -slip.cost)
