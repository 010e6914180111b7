"""Run by Alembic: migrate over the connection that db/connect.py hands in, inside its transaction."""

from alembic import context

from db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
