"""The process that thinks, ``python -m bot.computers.worker``, fed by `Thinker`.  An answer is a thought."""

from bot.computers.ai_scheduler import Job, written
from bot.subprocess_worker import serve
from engine import GAMES
from engine.ai import consider


def work(job: object) -> bytes:
    assert isinstance(job, Job)
    game = GAMES.get(job.game.slug) or job.game()
    for name, deck in job.decks.items():
        assert game.decks is not None
        game.decks.setdefault(name, deck)
    return written(consider(game, game.load(job.state), job.seat, job.level, job.luck, job.share))


if __name__ == "__main__":
    serve(work, nice=10)
