"""Rock Paper Scissors, added by the steps of `engine/README.md` and `cogs/README.md` and by nothing else.

All choose at once, in secret; whoever beats more than beat them gets a point; first to two.
"""
