"""Marks by which review finds what was written since it looked last, and the matches that it must look at.

Rows of review bear the stamp of their circle; matches say up to which record review was made. Both are derived.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BEHIND = sa.text("reviewed IS NULL OR reviewed != last_seq")
NO_CHANCES = sa.text("curve IS NULL")


def upgrade():
    op.create_table(
        "review_stamps",
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("stamp", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circles.id"], name=op.f("fk_review_stamps_circle_id")),
        sa.PrimaryKeyConstraint("circle_id", name=op.f("pk_review_stamps")),
    )
    op.add_column("match_reviews", sa.Column("stamp", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("reviewed", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE matches SET reviewed = (SELECT seq FROM match_reviews WHERE match_reviews.match_id = matches.id)"
    )
    op.create_index("ix_matches_behind", "matches", ["evening_id"], sqlite_where=BEHIND, postgresql_where=BEHIND)
    op.create_index("ix_match_reviews_stamp", "match_reviews", ["circle_id", "stamp"])
    op.create_index(
        "ix_match_reviews_chances", "match_reviews", ["circle_id"], sqlite_where=NO_CHANCES, postgresql_where=NO_CHANCES
    )
    op.create_index("ix_facts_day", "facts", ["circle_id", "game", "day"])
    op.create_index("ix_parts_day", "parts", ["circle_id", "game", "day"])


def downgrade():
    for name, table in (("ix_parts_day", "parts"), ("ix_facts_day", "facts")):
        op.drop_index(name, table)
    for name in ("ix_match_reviews_chances", "ix_match_reviews_stamp"):
        op.drop_index(name, "match_reviews")
    op.drop_index("ix_matches_behind", "matches")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("reviewed")
    with op.batch_alter_table("match_reviews", schema=None) as batch_op:
        batch_op.drop_column("stamp")
    op.drop_table("review_stamps")
