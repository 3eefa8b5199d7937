"""Review of past evenings: a row a match, a row a deal, a row a seat where each plays alone; seasons.

All but seasons is derived from the logs and made when review is looked at, or by rebuild-results. Tallies of results
are gone, facts say more; hence every results_seal is null until the results were compared with the log again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "match_reviews",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("corrections", sa.Integer(), nullable=False),
        sa.Column("disputes", sa.Integer(), nullable=False),
        sa.Column("writer", sa.String(), nullable=True),
        sa.Column("money", sa.Text(), nullable=False),
        sa.Column("past", sa.Text(), nullable=True),
        sa.Column("curve", sa.Text(), nullable=True),
        sa.Column("low", sa.Integer(), nullable=True),
        sa.Column("swing", sa.Integer(), nullable=True),
        sa.Column("swing_uid", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_reviews_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_match_reviews")),
    )
    op.create_index("ix_match_reviews_circle", "match_reviews", ["circle_id", "game", "day"])
    op.create_index(op.f("ix_match_reviews_evening_id"), "match_reviews", ["evening_id"])
    op.create_table(
        "facts",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("dealer_id", sa.Integer(), nullable=True),
        sa.Column("from_dealer", sa.Integer(), nullable=True),
        sa.Column("who_id", sa.Integer(), nullable=True),
        sa.Column("mate_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("made", sa.Boolean(), nullable=True),
        sa.Column("took", sa.Integer(), nullable=True),
        sa.Column("gain", sa.Integer(), nullable=False),
        sa.Column("dealer_gain", sa.Double(), nullable=False),
        sa.Column("trump", sa.String(), nullable=True),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=True),
        sa.Column("played", sa.Integer(), nullable=True),
        sa.Column("mate_bid", sa.Integer(), nullable=True),
        sa.Column("other_bid", sa.Integer(), nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_facts_match_id")),
        sa.PrimaryKeyConstraint("match_id", "n", name=op.f("pk_facts")),
    )
    op.create_index("ix_facts_circle", "facts", ["circle_id", "game", "who_id", "bid", "made", "day"])
    op.create_table(
        "parts",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("who_id", sa.Integer(), nullable=True),
        sa.Column("from_dealer", sa.Integer(), nullable=False),
        sa.Column("took", sa.Integer(), nullable=True),
        sa.Column("gain", sa.Integer(), nullable=False),
        sa.Column("before", sa.String(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_parts_match_id")),
        sa.PrimaryKeyConstraint("match_id", "n", "seat", name=op.f("pk_parts")),
    )
    op.create_index("ix_parts_circle", "parts", ["circle_id", "game", "who_id", "before", "after"])
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("circle_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("counts", sa.String(), nullable=False),
        sa.Column("evenings", sa.Integer(), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.Column("at_least", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["circle_id"], ["circles.id"], name=op.f("fk_seasons_circle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("uid", name=op.f("uq_seasons_uid")),
    )
    op.create_index(op.f("ix_seasons_circle_id"), "seasons", ["circle_id"])
    op.create_table(
        "stories",
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evenings.id"], name=op.f("fk_stories_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", name=op.f("pk_stories")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_column("tallies")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unranked", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE matches SET results_seal = NULL")


def downgrade():
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("unranked")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tallies", sa.Text(), nullable=False, server_default="{}"))
    for name in ("stories", "seasons", "parts", "facts", "match_reviews"):
        op.drop_table(name)
    op.execute("UPDATE matches SET results_seal = NULL")
