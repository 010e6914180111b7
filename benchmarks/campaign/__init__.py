"""The campaign of faults."""
