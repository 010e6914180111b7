"""Rock Paper Scissors for Hob: all choose at once, in secret; whoever beats more than beat them gets a point."""
