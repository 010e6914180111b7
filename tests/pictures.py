"""Read the contents of a scene, and check the rules for every scene."""

import io
from collections.abc import Callable, Iterable
from typing import Any

from PIL import Image

from bot.pictures import Scene
from bot.pictures.check import faults, find_overflows, find_small_text
from bot.pictures.render import render
from bot.pictures.scene import Lines, Shape, Sprite, Text


def words(scene: Scene) -> list[str]:
    return [leaf.words for _, _, leaf in scene.leaves() if isinstance(leaf, Text | Lines)]


def sprites(scene: Scene) -> list[str]:
    return [leaf.name for _, _, leaf in scene.leaves() if isinstance(leaf, Sprite)]


def looks(scene: Scene) -> list[str]:
    return [leaf.look for _, _, leaf in scene.leaves() if isinstance(leaf, Shape)]


def missing_sizes(scene: Scene, sizes: dict[str, tuple[int, ...]]) -> set[str]:
    """Return sprites missing from the game's `sizes`, so that the first picture with them would be slow."""
    used = {(leaf.name, leaf.size) for _, _, leaf in scene.leaves() if isinstance(leaf, Sprite) and not leaf.tint}
    return {
        f"{name} at {size}"
        for name, size in used
        if not any(name.startswith(start) and size in these for start, these in sizes.items())
    }


def sound(scene: Scene, sizes: dict[str, tuple[int, ...]], cut: Iterable[str] = ()) -> None:
    """Check that everything fits, except names that may be cut, and that all sprites have warmed sizes."""
    found = faults(scene, cut)
    assert not found, found[:5]
    cold = missing_sizes(scene, sizes)
    assert not cold, cold


def legible(scene: Scene, names: Iterable[str] = ()) -> None:
    """Check that all text can be read on a phone, and that only `names` are cut."""
    small = find_small_text(scene)
    assert not small, small[:5]
    cut = [said for said in words(scene) if said.endswith("…") and not any(name[:2] in said for name in names)]
    assert not cut, cut


def laid(make: Callable[..., Scene], *given: Any, sizes: dict[str, tuple[int, ...]], cut: Iterable[str] = ()) -> Scene:
    """Return a sound picture made from `given`; no box needs more room than it has."""
    scenes: list[Scene] = []
    tight = find_overflows(lambda: scenes.append(make(*given)))
    assert not tight, tight[:5]
    [scene] = scenes
    sound(scene, sizes, cut)
    return scene


def light(scene: Scene, most: int = 110_000) -> None:
    """Check the size of the painted picture, and that it has at most `most` bytes."""
    png = render(scene)
    assert len(png) <= most and Image.open(io.BytesIO(png)).size == (scene.width, scene.height)
    assert scene.width == 1200 and scene.height <= 1050


def readable(scene: Scene) -> None:
    """Check that no letters are smaller than 11 px where the picture is shown 400 px wide."""
    small = find_small_text(scene)
    assert not small, small[:5]
