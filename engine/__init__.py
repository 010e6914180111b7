"""Hob's rules.  Knows no Discord, no database, no clock and no `random` module."""
