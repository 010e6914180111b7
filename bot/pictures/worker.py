"""The painting process, ``python -m bot.pictures.worker``, started and fed by `Painter`.

It answers with a PNG, or nothing if it only had to rasterise sprites. With the argument ``film`` it makes one film
(`Films`) at a lower priority.
"""

import io
import sys

from PIL import Image

from bot.pictures import render
from bot.pictures.films import FilmEnd, Frame
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.subprocess_worker import serve

WIDTH = 640
LOW = 0.85  # share of the highest frame, as for a poster
ENCODINGS: tuple[dict[str, int | bool], ...] = (  # tried in order until the file is small enough
    {"lossless": True, "method": 0, "quality": 20},
    {"quality": 65, "method": 1},
    {"quality": 40, "method": 1},
)


class FilmEncoder:
    """Collects the frames of a film, each in 255 colours, one byte per pixel."""

    def __init__(self) -> None:
        self.frames: list[tuple[Image.Image, int]] = []

    def add(self, frame: Frame) -> None:
        picture = render.draw_image(frame.scene)
        picture = picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.Resampling.LANCZOS)
        few = picture.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        self.frames.append((few, frame.lasts))

    def film(self, end: FilmEnd) -> bytes:
        """Return the film in the first encoding that is small enough, dropping every second frame if necessary.

        Raises PictureFault.
        """
        if not self.frames:
            raise PictureFault("the film has no frames")
        height = max(picture.height for picture, _ in self.frames)
        while True:
            for way in ENCODINGS:
                film = self._encode(height, way)
                if len(film) <= end.largest:
                    return film
            if len(self.frames) <= 2:
                raise PictureFault(f"two frames take {len(film)} bytes, which is too much")
            *most, last = self.frames
            self.frames = [*((picture, 2 * lasts) for picture, lasts in most[::2]), last]

    def _encode(self, height: int, way: dict[str, int | bool]) -> bytes:
        first, *others = [pad_to_height(picture, height) for picture, _ in self.frames]
        out = io.BytesIO()
        lasts = [lasts for _, lasts in self.frames]
        first.save(out, "webp", save_all=True, append_images=others, duration=lasts, loop=0, **way)
        return out.getvalue()


def pad_to_height(picture: Image.Image, height: int) -> Image.Image:
    """Pad a frame to the common height with its own edge colours; a much lower one is centred vertically."""
    if picture.height == height:
        return picture
    top = (height - picture.height) // 2 if picture.height < LOW * height else 0
    whole = Image.new("P", (picture.width, height), picture.getpixel((2, picture.height - 1)))
    whole.putpalette(picture.getpalette() or [])
    whole.paste(picture.getpixel((2, 0)) or 0, (0, 0, picture.width, top))
    whole.paste(picture, (0, top))
    return whole


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
