"""The import path of the computer players for code outside this repository; they live in `engine.ai`."""

from engine.ai import LEVELS, choose

__all__ = ["LEVELS", "choose"]
