"""*Review with the coach*: a player's mistakes in a finished game, and the move that ended it for them."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from bot.app import App
from bot.computers.ai_scheduler import SearchJob, decks_of
from bot.errors import UserError
from bot.features import Feature
from bot.i18n.translator import Translator
from bot.interactions.context import InteractionContext
from bot.interactions.progress import ProgressKind, ReportProgress
from bot.lru_cache import LRUCache
from bot.screens.custom_id import Control
from bot.screens.layout import Labels
from bot.screens.message import Button, Message
from bot.tables.model import TableInfo
from bot.tables.session import TableSession
from cogs.coach.mistakes import Decision, Judgement, MistakeFinder, decisions_of, ending_decision
from cogs.coach.reasons import CERTAIN, LEVEL
from cogs.replay.cog import ReplayViewer
from cogs.replay.replays import Replay
from engine.ai import MoveStats, SearchResult

PROGRESS = ProgressKind(
    "look-back-busy", "look-back.under-way", "look-back.interrupted", "look-back.failed", "button.look-back"
)
SEARCH_TIMEOUT = 120.0  # seconds; searches for running games go first
GOOD_ODDS = 0.5  # a gamble was good if it wins at least this share of the tries
CACHE_SIZE = 50  # reviews kept in memory


class Review(NamedTuple):
    """A review of one seat: the moves to show, in the order of the game.

    `ending` is the answer that eliminated the seat or lost the game in a single move. It is shown even if it was no
    mistake.
    """

    moves: list[Judgement]
    ending: Decision | None

    @property
    def has_mistakes(self) -> bool:
        return any(move.is_mistake for move in self.moves)


class GameReview(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.interactions.handle("past", self.press)
        self._reviews: LRUCache[Review] = LRUCache(CACHE_SIZE)  # by table and seat
        self._turn = asyncio.Semaphore()  # all reviews queue only one search at a time; running games come first

    async def press(self, ctx: InteractionContext) -> None:
        """Begin a review, one at a time for each person, or show the stored one. Raises UserError."""
        session, person = ctx.session, ctx.person
        seat, replay = session.info.require_seat(person), await ReplayViewer.of(self.app).replays.of(session)
        review = self._reviews.get((session.id, seat))
        if review is not None:
            await ctx.send_ephemeral(self.message(session, replay, seat, review))
            return
        if not replay.is_faithful:
            raise UserError("look-back-changed")
        decisions = decisions_of(replay, seat, person)
        if not decisions:
            raise UserError("look-back-nothing")
        ending = ending_decision(replay, seat, person)
        await self.app.progress.begin(
            ctx, PROGRESS, partial(self._review, session, replay, seat, decisions, ending), key=person
        )

    # ---- searching
    async def _review(
        self,
        session: TableSession,
        replay: Replay,
        seat: int,
        decisions: Sequence[Decision],
        ending: Decision | None,
        report_progress: ReportProgress,
    ) -> Message:
        """Find the mistakes, then judge the move that ended the game. Raises SearchFailed."""
        finder = MistakeFinder(session.id, replay, seat, partial(self.search, session, seat), report_progress)
        moves = await finder.mistakes([one for one in decisions if not was_recommended(session.info, seat, one)])
        if ending is not None and all(one.decision.question != ending.question for one in moves):
            last = await finder.judge(ending)
            is_mistake = last is not None and last.is_mistake and not was_recommended(session.info, seat, ending)
            moves += [last._replace(is_mistake=is_mistake)] if last is not None else []
        review = self._reviews.put((session.id, seat), Review(moves, ending))
        return self.message(session, replay, seat, review)

    async def search(
        self, session: TableSession, seat: int, g: Any, seed: int, share: float, among: tuple[str, ...]
    ) -> SearchResult | None:
        """Search the table as that seat saw it then; the result is the same each time."""
        game = session.game
        job = SearchJob(type(game), game.dump(g), seat, LEVEL, seed, decks_of(game), among=among)
        async with self._turn:
            return await self.app.ai.submit(game.slug, LEVEL, lambda: job, SEARCH_TIMEOUT, share)

    # ---- the message
    def message(self, session: TableSession, replay: Replay, seat: int, review: Review) -> Message:
        say, ui = self.screens.of(session).plain.tr, self.screens.ui(session)
        if not review.moves:
            return Message(content=say("look-back.none"))
        lines, before = [], ""
        for number, move in enumerate(review.moves, 1):
            heading, asked, judged = self.describe(session, replay, seat, number, move, review)
            lines.append("\n".join([heading, *([asked] if asked != before else []), judged]))
            before = asked
        buttons = tuple(
            Button(
                say("look-back.button", n=number),
                str(Control(session.id, "watch", "show", move.decision.position, seat)),
                "primary",
            )
            for number, move in enumerate(review.moves, 1)
        )
        if not review.has_mistakes:
            lines = [say("look-back.sound"), *lines]
        return Message(
            title=say("look-back.title" if review.has_mistakes else "look-back.title-ending", game=session.game.title),
            text="\n\n".join(lines),
            footer=say("look-back.honest"),
            colour=ui.colour,
            rows=(buttons,),
        )

    def describe(
        self, session: TableSession, replay: Replay, seat: int, number: int, move: Judgement, review: Review
    ) -> tuple[str, str, str]:
        """Return where the move was, its question, and both options with what each was expected to bring."""
        position = move.decision.position
        then = session.at_moment(replay.at(position), replay.steps[position].since)
        screen = self.screens.of(then, seat)
        translator, labels, question = screen.translator, screen.labels, screen.view.question_of(seat)
        assert question is not None
        heading = translator.tr("look-back.step", n=number, step=position, last=len(replay.steps))
        note, asked = screen.texts.note(), screen.question_text(question)
        if review.ending is not None and review.ending.question == move.decision.question:
            asked = translator.tr("look-back.ending", asked=asked)
        return f"{heading} · {note}" if note else heading, asked, verdict(labels, translator, move)


def verdict(labels: Labels[Any], translator: Translator, move: Judgement) -> str:
    """Return the chosen option and the better one, with what each was expected to bring."""
    mine, best = move.mine, move.best
    lines = [translator.tr("look-back.chose", option=labels.option_phrase(mine.option))]
    if not move.is_mistake:
        return "\n".join([*lines, gamble(translator, mine)])
    lines.append(translator.tr("look-back.rather", option=labels.option_phrase(best.option)))
    k, n = round(100 * best.ahead), round(100 * mine.ahead)
    if not labels.has_point_reasons() and k > n:
        is_over = best.over >= CERTAIN and mine.over >= CERTAIN
        return "\n".join([*lines, translator.tr("look-back.odds" if is_over else "look-back.odds-ahead", k=k, n=n)])
    counts = {"n": round(mine.later), "m": round(mine.rival), "k": round(best.later), "j": round(best.rival)}
    same = (counts["n"], counts["m"]) == (counts["k"], counts["j"])
    change = translator.tr("hint.change", n=counts["k"])
    lines.append(translator.tr("look-back.often" if same else "look-back.because", change=change, **counts))
    if round(mine.worst) < round(best.worst):
        worst = translator.tr("hint.change", n=round(mine.worst))
        lines.append(translator.tr("look-back.risk", change=worst, k=round(best.worst)))
    return "\n".join(lines)


def was_recommended(info: TableInfo, seat: int, decision: Decision) -> bool:
    return decision.action in info.hinted_actions(seat, decision.question)


def gamble(translator: Translator, mine: MoveStats) -> str:
    """Return how often a move that ended the game without being a mistake would have gone well."""
    n = round(100 * mine.ahead)
    if mine.ahead >= GOOD_ODDS:
        return translator.tr("look-back.gamble" if mine.over >= CERTAIN else "look-back.gamble-ahead", n=n)
    return translator.tr("look-back.no-better" if mine.over >= CERTAIN else "look-back.no-better-ahead", n=n)
