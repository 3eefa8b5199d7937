"""Tails of phones that were not recorded as they came: what waits to be settled, and what the log had already."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "branches",
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("base_seq", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(), nullable=True),
        sa.Column("grant", sa.String(), nullable=True),
        sa.Column("came_at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_branches_match_id")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_branches")),
    )
    op.create_index(op.f("ix_branches_match_id"), "branches", ["match_id"])


def downgrade():
    op.drop_table("branches")
