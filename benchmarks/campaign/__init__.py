"""The fault-injection campaign."""
