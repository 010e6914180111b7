"""Alembic's environment: migrate over the connection passed by db/connect.py, inside its transaction."""

from alembic import context

from db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
