"""What packages with games of their own may import besides `bot`, `cogs` and `engine`."""
