"""Rock Paper Scissors for Hob: all choose at once in secret; a hand that beats more hands than it loses to scores."""
