"""The parts that game packages may import in addition to `bot`, `cogs` and `engine`."""
