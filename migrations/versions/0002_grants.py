"""Links for once, who made a link, spoken codes that can be shown; what the host chose."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "hosting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("anybody", sa.Boolean(), nullable=True),
        sa.Column("key_hash", sa.String(length=64), nullable=True),
        sa.Column("door_hash", sa.String(length=64), nullable=True),
        sa.Column("chosen_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hosting")),
    )
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("once", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("code", sa.String(length=5), nullable=True))
        batch_op.add_column(sa.Column("made_by_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_grants_made_by_id"), "grants", ["made_by_id"], ["id"])
        batch_op.drop_column("spoken")
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.alter_column("once", server_default=None)


def downgrade():
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("spoken", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.drop_constraint(batch_op.f("fk_grants_made_by_id"), type_="foreignkey")
        batch_op.drop_column("made_by_id")
        batch_op.drop_column("code")
        batch_op.drop_column("once")
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.alter_column("spoken", server_default=None)

    op.drop_table("hosting")
