"""The painting process, ``python -m bot.pictures.worker``, started and fed by `Painter`.

It answers with a PNG, or nothing if it only had to rasterise sprites. With the argument ``film`` it makes one film
(`Films`) at a lower priority. The last argument is the size of the cache for drawings, in MB.
"""

import io
import sys
from typing import Any, NamedTuple

from PIL import Image

from bot.pictures import render
from bot.pictures.films import FilmEnd, Frame
from bot.pictures.scene import PictureFault, Scene, Stack
from bot.process.subprocess_worker import serve

WIDTH = 640
LOW = 0.85  # a frame lower than this share of the highest one, such as a poster, is centred
ENCODINGS: tuple[dict[str, int | bool], ...] = (  # tried in order until the file is small enough
    {"lossless": True, "method": 0, "quality": 20},
    {"quality": 65, "method": 1},
    {"quality": 40, "method": 1},
)


class CompressedFrame(NamedTuple):
    """A frame in 255 colours, compressed, because a film has up to 180 of them in memory."""

    png: bytes
    height: int
    lasts: int

    def image(self, height: int) -> Image.Image:
        return pad_to_height(Image.open(io.BytesIO(self.png)), height)


class LaterFrames(Image.Image):
    """The frames after the first. Pillow reads them as those of an animated file, so only one is decoded at a time."""

    def __init__(self, frames: list[CompressedFrame], height: int) -> None:
        super().__init__()
        self.frames, self.height_of_all, self.n_frames = frames, height, len(frames)

    def seek(self, frame: int) -> None:
        self.frame = frame

    def convert(self, mode: str | None = None, *_: Any, **__: Any) -> Image.Image:
        return self.frames[self.frame].image(self.height_of_all).convert(mode)


class FilmEncoder:
    """Collects the frames of a film."""

    def __init__(self) -> None:
        self.frames: list[CompressedFrame] = []

    def add(self, frame: Frame) -> None:
        picture = render.draw_image(frame.scene)
        picture = picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.Resampling.LANCZOS)
        few = picture.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = io.BytesIO()
        few.save(out, "png", compress_level=1)
        self.frames.append(CompressedFrame(out.getvalue(), few.height, frame.lasts))

    def film(self, end: FilmEnd) -> bytes:
        """Return the film in the first encoding that is small enough, or with fewer frames. Raises PictureFault."""
        if not self.frames:
            raise PictureFault("the film has no frames")
        render.clear()
        height = max(picture.height for picture in self.frames)
        while True:
            for way in ENCODINGS:
                film = self._encode(height, way)
                if len(film) <= end.largest:
                    return film
            if len(self.frames) <= 2:
                raise PictureFault(f"two frames take {len(film)} bytes, which is too much")
            *most, last = self.frames
            self.frames = [*(picture._replace(lasts=2 * picture.lasts) for picture in most[::2]), last]

    def _encode(self, height: int, way: dict[str, int | bool]) -> bytes:
        first, *others = self.frames
        out = io.BytesIO()
        lasts = [picture.lasts for picture in self.frames]
        later = [LaterFrames(others, height)] if others else []
        first.image(height).save(out, "webp", save_all=True, append_images=later, duration=lasts, loop=0, **way)
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
    render.set_cache_size(int(sys.argv[-1]))
    serve(run_job, nice=15 if "film" in sys.argv else 5)
