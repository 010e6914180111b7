"""Daily deals: the secret that seeds them, and each person's attempts."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("marks", sa.Column("secret", sa.Text, nullable=False, server_default=""))
    op.get_bind().execute(sa.text("UPDATE marks SET secret = :secret"), {"secret": secrets.token_hex(32)})
    op.create_table(
        "tries",
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
    )
    op.create_index("tries_by_day", "tries", ["day", "game"])
