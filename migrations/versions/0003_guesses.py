"""Wrong guesses at links, codes and keys."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "guesses",
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", name=op.f("pk_guesses")),
    )
    with op.batch_alter_table("guesses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_guesses_until"), ["until"], unique=False)


def downgrade():
    with op.batch_alter_table("guesses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_guesses_until"))

    op.drop_table("guesses")
