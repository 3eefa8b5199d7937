"""The standing link of an evening, which can be shown again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("standing", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.alter_column("standing", server_default=None)


def downgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.drop_column("standing")
