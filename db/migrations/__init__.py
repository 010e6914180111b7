"""Alembic migrations.  `migrate` in db/connect.py runs them; db/README.md says how to add one."""
