"""The process that thinks, ``python -m bot.computers.thinking``, fed by `Thinker`.  An answer is an option."""

from bot.computers.thinker import Job
from bot.worker import serve
from engine import GAMES
from engine.players import choose


def work(job: object) -> bytes:
    assert isinstance(job, Job)
    game = GAMES.get(job.game.slug) or job.game()
    for name, deck in job.decks.items():
        assert game.decks is not None
        game.decks.setdefault(name, deck)
    return choose(game, game.load(job.state), job.seat, "normal", job.luck).encode()


if __name__ == "__main__":
    serve(work, nice=10)
