"""The name by which code outside this repository imports the computer players; they live in `engine.ai`."""

from engine.ai import LEVELS, choose

__all__ = ["LEVELS", "choose"]
