"""What was merged, so that it can be taken apart; a hash of the results of each match.

From now on a result names who sat there, whoever they were merged into. The hash is null where results were not
compared with the log yet, which makes those of merged players anew when they are looked at next.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "merges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("one_id", sa.Integer(), nullable=False),
        sa.Column("into_id", sa.Integer(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("moved", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["one_id"], ["players.id"], name=op.f("fk_merges_one_id")),
        sa.ForeignKeyConstraint(["into_id"], ["players.id"], name=op.f("fk_merges_into_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merges")),
        sa.UniqueConstraint("one_id", name=op.f("uq_merges_one_id")),
    )
    op.create_index(op.f("ix_merges_into_id"), "merges", ["into_id"])
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("results_seal", sa.String(64), nullable=True))


def downgrade():
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("results_seal")
    op.drop_table("merges")
