"""Alembic migrations.  They run by themselves when a store is opened; db/README.md says how to add one."""
