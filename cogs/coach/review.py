"""*Review with the coach*: a player's most costly decisions in a finished game, as the search sees them."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.app import App
from bot.computers.ai_scheduler import SearchJob, decks_of
from bot.errors import UserError
from bot.features import Feature
from bot.interactions.context import InteractionContext
from bot.interactions.progress import ProgressKind, ReportProgress
from bot.screens.custom_id import Control
from bot.screens.message import Button, Message
from bot.tables import seats
from bot.tables.session import TableSession
from cogs.coach.coach import LEVEL
from cogs.coach.reasons import CLOSE, option_label
from cogs.replay.cog import ReplayViewer
from cogs.replay.replays import Replay
from engine.ai import MoveStats, SearchResult
from engine.rng import derive_seed

LOOK = ProgressKind(
    "look-back-busy", "look-back.under-way", "look-back.interrupted", "look-back.failed", "button.look-back"
)
FIRST_PASS_SHARE = 0.25  # of the search budget for each decision; those that seem to cost most get all of it
SECOND_PASS_COUNT = 6
MAX_MISTAKES = 3  # shown at most
SEARCH_TIMEOUT = 120.0  # seconds; searches for running games go first
MAX_FAILED_SHARE = 1 / 4  # of a pass's searches; if more fail, it is not known what cost most
CACHE_SIZE = 50  # reviews kept in memory


class SearchFailed(Exception):
    """There was no search result, or only a worthless one."""


class Decision(NamedTuple):
    """The number of entries before a decision, and the option that was chosen in the end."""

    position: int
    option: str


class Mistake(NamedTuple):
    """A decision: the number of entries before it, the chosen option, and the better one."""

    position: int
    mine: MoveStats
    best: MoveStats

    @property
    def cost(self) -> float:
        return self.best.worth - self.mine.worth


class GameReview(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("past", self.press)
        self._reviews: OrderedDict[tuple[str, int], list[Mistake]] = OrderedDict()
        self._turn = asyncio.Semaphore()  # of all reviews, only one search at a time queues among those of open games

    async def press(self, ctx: InteractionContext) -> None:
        """Begin a review, one at a time for each person, or show the stored one.  Raises UserError."""
        control, live, replays = ctx.pressed_control, ctx.table, ReplayViewer.of(self.app).replays
        if live.status != "over" or live.g is None:
            raise UserError("watch-later")
        seat, person = seats.require_seat(live.info, ctx.person), ctx.person
        found = self._reviews.get((live.id, seat))
        if found is not None:
            await ctx.send_ephemeral(self.message(live, await replays.of(live), seat, found))
            return
        replay = await replays.of(live)
        if not replay.is_faithful:
            raise UserError("look-back-changed")
        decisions = decisions_of(replay, seat, person)
        if not decisions:
            raise UserError("look-back-nothing")
        await self.app.progress.begin(
            ctx, live, LOOK, control, partial(self._review, live, replay, seat, decisions), key=person
        )

    # ---- thinking
    async def _review(
        self,
        live: TableSession,
        replay: Replay,
        seat: int,
        decisions: Sequence[Decision],
        report_progress: ReportProgress,
    ) -> Message:
        """Search all decisions briefly, the most costly ones again with the full budget.  Raises SearchFailed."""
        first, again = len(decisions) * FIRST_PASS_SHARE, min(SECOND_PASS_COUNT, len(decisions))  # in full searches
        slips = worst_mistakes(
            await self._evaluate(
                live, replay, seat, decisions, FIRST_PASS_SHARE, lambda spent: report_progress(spent / (first + again))
            )
        )[:SECOND_PASS_COUNT]
        dear = [Decision(slip.position, slip.mine.option) for slip in slips]
        surely = await self._evaluate(
            live, replay, seat, dear, 1.0, lambda spent: report_progress((first + spent) / (first + again))
        )
        found = self._reviews[live.id, seat] = sorted(
            worst_mistakes(surely)[:MAX_MISTAKES], key=lambda slip: slip.position
        )
        while len(self._reviews) > CACHE_SIZE:
            self._reviews.popitem(last=False)
        return self.message(live, replay, seat, found)

    async def _evaluate(
        self,
        live: TableSession,
        replay: Replay,
        seat: int,
        decisions: Sequence[Decision],
        share: float,
        report_progress: ReportProgress,
    ) -> list[Mistake]:
        """Return the mistakes among these decisions; report the full searches spent.  Raises SearchFailed."""
        slips, lost = [], 0
        for done, decision in enumerate(decisions):
            await report_progress(done * share)
            try:
                slip = await self._mistake(live, replay, seat, decision, share)
                slips += [slip] if slip is not None else []
            except SearchFailed:
                lost += 1
        if lost > len(decisions) * MAX_FAILED_SHARE:
            raise SearchFailed(f"{lost} of {len(decisions)} thoughts")
        return slips

    async def _mistake(
        self, live: TableSession, replay: Replay, seat: int, decision: Decision, share: float
    ) -> Mistake | None:
        """Return None if there was no choice, or the search did not try the chosen option.  Raises SearchFailed."""
        place, option = decision
        g = replay.at(place)
        if seat not in g.asks:  # it was an offer
            return None
        thought = await self.search(live, g, place, seat, share)
        if thought is None or thought.level != LEVEL:  # there was no time for this level
            raise SearchFailed
        mine = next((one for one in thought.moves if one.option == option), None)
        return Mistake(place, mine, thought.moves[0]) if mine is not None and mine.visits else None

    async def search(self, live: TableSession, g: object, place: int, seat: int, share: float) -> SearchResult | None:
        """Search the table as that seat saw it then; the result is the same each time."""
        job = SearchJob(
            type(live.game),
            live.game.dump(g),
            seat,
            LEVEL,
            derive_seed(live.id, place, seat, share),
            decks_of(live.game),
        )
        async with self._turn:
            return await self.app.ai.submit(live.game.slug, LEVEL, lambda: job, SEARCH_TIMEOUT, share)

    # ---- the message
    def message(self, live: TableSession, replay: Replay, seat: int, slips: Sequence[Mistake]) -> Message:
        say, face = self.screens.translator(live, escape=False).tr, self.screens.game_ui(live)
        if not slips:
            return Message(content=say("look-back.none"))
        told = [self.describe(live, replay, seat, number, slip) for number, slip in enumerate(slips, 1)]
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

    def describe(self, live: TableSession, replay: Replay, seat: int, number: int, slip: Mistake) -> str:
        """Return the question, the chosen option and the better one, with what each was expected to bring."""
        then = live.at_moment(replay.at(slip.position), replay.steps[slip.position].since)
        view = then.view(seat)
        voice = self.screens.translator(then, view)
        labels = self.screens.game_ui(live).labels(view, voice)
        question, (mine, best) = view.question_of(seat), (slip.mine, slip.best)
        assert question is not None
        head = voice.tr("look-back.asked", n=number, asked=self.screens.question_text(then, question, voice))
        chosen, better = option_label(view, labels, mine.option), option_label(view, labels, best.option)
        said = {"n": round(mine.later), "m": round(mine.rival), "k": round(best.later), "j": round(best.rival)}
        same = (said["n"], said["m"]) == (said["k"], said["j"])
        lines = [head, voice.tr("look-back.chose", option=chosen)]
        lines.append(voice.tr("look-back.rather", option=better))
        lines.append(voice.tr("look-back.often" if same else "look-back.because", **said))
        if round(mine.worst) < round(best.worst):
            lines.append(voice.tr("look-back.risk", n=round(mine.worst), k=round(best.worst)))
        return "\n".join(lines)


def decisions_of(replay: Replay, seat: int, person: int) -> list[Decision]:
    """Return a person's answers that count: to each question only the last one, at the place of the first."""
    found: dict[tuple[bool, int], Decision] = {}
    for place, entry in replay.effective_answers():
        if (entry.seat, entry.person) == (seat, person):
            offer = entry.step == "offer"
            key = (offer, entry.revision if offer else entry.question)
            before = found.get(key)
            found[key] = Decision(place if before is None else before.position, entry.option)
    return list(found.values())


def worst_mistakes(slips: Sequence[Mistake]) -> list[Mistake]:
    """Return those that cost something, the most costly first."""
    return sorted((slip for slip in slips if slip.cost >= CLOSE), key=lambda slip: -slip.cost)
