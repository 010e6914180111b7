"""My Game for Hob."""
