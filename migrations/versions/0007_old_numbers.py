"""The numbers by which cookies named grants until now; no grant made from here on has one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("old_number", sa.Integer(), nullable=True))
    op.execute("UPDATE grants SET old_number = id")


def downgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.drop_column("old_number")
