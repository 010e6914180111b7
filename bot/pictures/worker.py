"""The process that paints: ``python -m bot.pictures.worker``, started and fed by painter.Painter.

An answer is a PNG, or nothing where sprites were only to be made.  With ``film`` behind it, it makes one film
(films.Films) and lets everything else come first.
"""

import sys

from bot.pictures import render
from bot.pictures.film_frames import Reel
from bot.pictures.films import End, Frame
from bot.pictures.scene import Scene, Stack
from bot.subprocess_worker import serve

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
