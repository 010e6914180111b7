"""The process that paints: ``python -m cogs.ui.pictures.worker``, started and fed by painter.Painter.

An answer is a PNG, or nothing where sprites were only to be made.
"""

from bot.worker import serve
from cogs.ui.pictures import render
from cogs.ui.pictures.scene import Scene, Stack


def work(job: object) -> bytes:
    if isinstance(job, Scene | Stack):
        return render.render(job)
    if isinstance(job, list):
        render.warm(job)
    return b""


if __name__ == "__main__":
    serve(work, nice=5)
