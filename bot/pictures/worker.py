"""The painting process, ``python -m bot.pictures.worker``, started and fed by `Painter`.

It answers with a PNG, or nothing if it only had to rasterise sprites. With the argument ``film`` it makes one film
(`Films`) at a lower priority.
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
