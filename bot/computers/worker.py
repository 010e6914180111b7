"""The search worker process, ``python -m bot.computers.worker``, fed by `AIScheduler`."""

from bot.computers.ai_scheduler import SearchJob, encode_result
from bot.process.subprocess_worker import serve
from engine import GAMES
from engine.ai import analyse


def run_job(job: object) -> bytes:
    assert isinstance(job, SearchJob)
    game = GAMES.get(job.game.slug) or job.game()
    for name, deck in job.decks.items():
        assert game.decks is not None
        game.decks.setdefault(name, deck)
    g = game.load(job.state)
    return encode_result(analyse(game, g, job.seat, job.level, job.seed, job.share, job.among, job.watched))


if __name__ == "__main__":
    serve(run_job, nice=10)
