"""The process that paints: ``python -m cogs.ui.pictures.worker``, started and fed by painter.Painter.

An answer is a PNG, or nothing where sprites were only to be made.  With ``film`` behind it, it makes one film
(films.Films) and lets everything else come first.
"""

import sys

from bot.worker import serve
from cogs.ui.pictures import render
from cogs.ui.pictures.films import End, Frame
from cogs.ui.pictures.reel import Reel
from cogs.ui.pictures.scene import Scene, Stack

REEL = Reel()


def work(job: object) -> bytes:
    if isinstance(job, Scene | Stack):
        return render.render(job)
    if isinstance(job, list):
        render.warm(job)
    if isinstance(job, Frame):
        REEL.add(job)
    if isinstance(job, End):
        return REEL.film(job)
    return b""


if __name__ == "__main__":
    serve(work, nice=15 if "film" in sys.argv else 5)
