"""Keys of phones, by which a browser that lost its cookie shows that it had grants."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "phone_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("grant_id", sa.Integer(), nullable=False),
        sa.Column("shown_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["grant_id"], ["grants.id"], name=op.f("fk_phone_keys_grant_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone_keys")),
        sa.UniqueConstraint("fingerprint", "grant_id", name=op.f("uq_phone_keys_fingerprint")),
    )
    op.create_index("ix_phone_keys_grant_id", "phone_keys", ["grant_id"])


def downgrade():
    op.drop_index("ix_phone_keys_grant_id", "phone_keys")
    op.drop_table("phone_keys")
