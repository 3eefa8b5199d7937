"""Who ended a link; spoken codes are not stored any more; links from before makers were stored have one.

Codes that are said at this moment end. A link to score in a whole circle that names no maker is taken for the link of
whoever began it. Of those from before cookies named grants by uid only the first in force is; the others were made with
it, but for the host's.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

FOUNDING = "kind = 'circle' AND \"right\" = 'score' AND made_by_id IS NULL AND revoked_at IS NULL"


def upgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("spoken", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("revoked_by_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_grants_revoked_by_id"), "grants", ["revoked_by_id"], ["id"])
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE grants SET spoken = (code IS NOT NULL)"))
    live = sa.text("UPDATE grants SET expires_at = :now WHERE code IS NOT NULL AND expires_at > :now")
    connection.execute(live, {"now": time.time_ns() // 1_000_000})
    connection.execute(sa.text(makers()))
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.alter_column("spoken", server_default=None)
        batch_op.drop_column("code")


def makers():
    """The statement that gives old links the maker that they had in all likelihood."""
    first = f"SELECT min(id) AS id, circle_id FROM grants WHERE {FOUNDING} AND name <> 'host' GROUP BY circle_id"  # noqa: S608
    first_here = f"SELECT first.id FROM ({first}) AS first WHERE first.circle_id = grants.circle_id"  # noqa: S608
    return (
        f"UPDATE grants SET made_by_id = ({first_here}) "  # noqa: S608
        f"WHERE {FOUNDING} AND name <> 'host' AND old_number IS NOT NULL AND id > ({first_here})"
    )


def downgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("code", sa.String(length=5), nullable=True))
        batch_op.drop_constraint(batch_op.f("fk_grants_revoked_by_id"), type_="foreignkey")
        batch_op.drop_column("revoked_by_id")
        batch_op.drop_column("spoken")
