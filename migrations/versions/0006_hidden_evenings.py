"""Evenings that are left out of the lists, and empty ones that are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MARKS = ("hidden", "deleted")


def upgrade():
    with op.batch_alter_table("evenings", schema=None) as batch_op:
        for mark in MARKS:
            batch_op.add_column(sa.Column(mark, sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("evenings", schema=None) as batch_op:
        for mark in MARKS:
            batch_op.alter_column(mark, server_default=None)


def downgrade():
    with op.batch_alter_table("evenings", schema=None) as batch_op:
        for mark in reversed(MARKS):
            batch_op.drop_column(mark)
