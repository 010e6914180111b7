"""The process that paints: ``python -m bot.pictures.worker``, started and fed by painter.Painter.

An answer is a PNG, or nothing where sprites were only to be made.  With ``film`` behind it, it makes one film
(films.Films) and lets everything else come first.
"""

import sys

from bot.pictures import render
from bot.pictures.film_frames import FilmEncoder
from bot.pictures.films import FilmEnd, Frame
from bot.pictures.scene import Scene, Stack
from bot.subprocess_worker import serve

FILM_ENCODER = FilmEncoder()


def run_job(job: object) -> bytes:
    if isinstance(job, Scene | Stack):
        return render.render(job)
    if isinstance(job, list):
        render.warm(job)
    if isinstance(job, Frame):
        FILM_ENCODER.add(job)
    if isinstance(job, FilmEnd):
        return FILM_ENCODER.film(job)
    return b""


if __name__ == "__main__":
    serve(run_job, nice=15 if "film" in sys.argv else 5)
