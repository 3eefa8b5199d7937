"""All tables of release 1.0. Constraints and indexes get their names from the convention in models/base.py."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BEHIND = sa.text("reviewed IS NULL OR reviewed != last_seq")
NO_CHANCES = sa.text("curve IS NULL")
TABLES = (  # a table comes before those that refer to it
    "circles evenings house_rules players merges grants phone_keys claims payments hosting matches match_seats "
    "records branches results match_reviews review_stamps ratings seat_facts facts parts seasons"
).split()


def column(kind, name, *more, null=False, **options):
    return sa.Column(name, kind, *more, nullable=null, **options)


def number(name, **options):
    return column(sa.Integer(), name, **options)


def key(name, **options):
    """Part of a primary key of several columns, which the database does not count up."""
    return number(name, primary_key=True, autoincrement=False, **options)


def row_id():
    return sa.Column("id", sa.Integer(), primary_key=True)


def ref(name, table, **options):
    return column(sa.Integer(), name, sa.ForeignKey(f"{table}.id"), **options)


def string(name, length=None, **options):
    return column(sa.String(length), name, **options)


def text(name, **options):
    return column(sa.Text(), name, **options)


def millis(name, **options):
    """A moment: milliseconds since 1970, UTC."""
    return column(sa.BigInteger(), name, **options)


def yes_no(name, **options):
    return column(sa.Boolean(), name, **options)


def day(name):
    return column(sa.Date(), name)


def upgrade():
    op.create_table("circles", row_id(), string("uid", unique=True), string("name"), millis("created_at"))
    op.create_table(
        "evenings", row_id(), string("uid", unique=True), ref("circle_id", "circles", index=True), day("date"),
        string("place"), string("note"), millis("created_at"), millis("closed_at", null=True), yes_no("hidden"),
        yes_no("deleted"),
    )
    op.create_table(
        "house_rules", row_id(), ref("circle_id", "circles"), string("game"), string("name"), text("rules"),
        millis("created_at"), sa.UniqueConstraint("circle_id", "game", "name"),
    )
    op.create_table(
        "players", row_id(), string("uid", unique=True), ref("circle_id", "circles", index=True), string("name"),
        yes_no("retired"), ref("merged_into_id", "players", null=True),
        yes_no("unranked", server_default=sa.false()), millis("created_at"),
    )
    op.create_table(
        "merges", row_id(), ref("one_id", "players", unique=True), ref("into_id", "players", index=True),
        yes_no("retired"), text("moved"), millis("at"),
    )
    op.create_table(
        "grants", row_id(), string("uid", unique=True), ref("circle_id", "circles", index=True),
        ref("evening_id", "evenings", null=True, index=True), string("kind"), string("right"), string("name"),
        yes_no("once"), yes_no("standing"), yes_no("spoken"), ref("made_by_id", "grants", null=True),
        string("secret_hash", 64, unique=True), millis("created_at"), millis("last_used_at", null=True),
        millis("expires_at", null=True), millis("revoked_at", null=True),
    )
    op.create_table(
        "phone_keys", row_id(), string("secret_hash", 64), ref("grant_id", "grants", index=True),
        sa.UniqueConstraint("secret_hash", "grant_id"),
    )
    op.create_table(
        "claims", row_id(), ref("evening_id", "evenings"), string("player", 200), string("phone", 40), millis("at"),
        sa.UniqueConstraint("evening_id", "player"),
    )
    op.create_table(
        "payments", row_id(), ref("evening_id", "evenings", index=True), string("payer", 200), string("payee", 200),
        number("amount"), millis("paid_at"),
    )
    op.create_table(
        "hosting", row_id(), yes_no("anybody", null=True), string("key_hash", 64, null=True),
        string("door_hash", 64, null=True),
    )
    op.create_table(
        "matches", row_id(), string("uid", unique=True), ref("evening_id", "evenings", index=True), string("game"),
        number("edition"), text("rules"), number("first_dealer"), millis("started_at"), string("state"),
        millis("ended_at", null=True), number("last_seq"), string("last_hash", 64), string("seal", 64),
        string("results_seal", 64, null=True), number("reviewed", null=True),
    )
    op.create_index("ix_matches_behind", "matches", ["evening_id"], sqlite_where=BEHIND, postgresql_where=BEHIND)
    op.create_table(
        "match_seats", ref("match_id", "matches", primary_key=True), key("seat"),
        ref("player_id", "players", index=True), string("name"),
    )
    op.create_table(
        "records", ref("match_id", "matches", primary_key=True), key("seq"), string("uid", unique=True),
        string("kind"), text("body"), string("grant", null=True), string("device", null=True),
        millis("made_at", null=True), millis("at"), string("previous", 64), string("hash", 64),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "branches", string("uid", 64, primary_key=True), ref("match_id", "matches", index=True), number("base_seq"),
        string("device", null=True), string("grant", null=True), millis("came_at"), text("body"),
        millis("settled_at", null=True), string("seal", 64),
    )
    op.create_table(
        "results", ref("match_id", "matches", primary_key=True), key("seat"), key("turn"),
        ref("player_id", "players", null=True, index=True), string("name"), number("side"), number("place", null=True),
        number("total"), yes_no("won"), number("deals"),
    )
    op.create_table(
        "match_reviews", ref("match_id", "matches", primary_key=True), number("circle_id"),
        number("evening_id", index=True), string("game"), day("day"), number("seq"),
        number("deals"), number("seconds"), millis("started_at"), millis("last_at"),
        number("corrections"), text("money"),
        text("past", null=True), text("curve", null=True),
    )
    op.create_index("ix_match_reviews_circle", "match_reviews", ["circle_id", "game", "day"])
    op.create_index(
        "ix_match_reviews_day", "match_reviews", ["circle_id", "day", "evening_id", "game", "started_at", "deals"]
    )
    op.create_index(
        "ix_match_reviews_chances", "match_reviews", ["circle_id"], sqlite_where=NO_CHANCES, postgresql_where=NO_CHANCES
    )
    op.create_table(
        "review_stamps", ref("circle_id", "circles", primary_key=True), millis("stamp"), number("edition"),
        string("rated", null=True),
    )
    op.create_table(
        "ratings", ref("circle_id", "circles", primary_key=True), string("game", primary_key=True), key("player_id"),
        number("points"), yes_no("firm"), text("course"),
    )
    op.create_table(
        "seat_facts", ref("match_id", "matches", primary_key=True), key("seat"), number("circle_id"),
        number("evening_id"), string("game"), day("day"), millis("started_at"), number("deals"),
        number("player_id", null=True, index=True), number("mate_id", null=True), number("side"), number("sides"),
        number("place"), yes_no("won"), yes_no("level"), number("total"), number("margin"), string("unit"),
    )
    op.create_index(
        "ix_seat_facts_circle", "seat_facts",
        ["circle_id", "game", "day", "evening_id", "player_id", "mate_id", "won", "level", "sides"],
    )
    op.create_index(
        "ix_seat_facts_order", "seat_facts",
        "circle_id day started_at match_id seat evening_id game deals player_id side place won margin unit".split(),
    )
    op.create_table(
        "facts", ref("match_id", "matches", primary_key=True), key("n"), number("circle_id"), number("evening_id"),
        string("game"),
        day("day"), string("uid"), number("number"), number("dealer_id", null=True),
        number("from_dealer", null=True), number("who_id", null=True), number("mate_id", null=True), string("kind"),
        number("bid", null=True), yes_no("made", null=True), number("took", null=True), number("gain"),
        column(sa.Double(), "dealer_gain"), string("trump", null=True), yes_no("opened"), number("given", null=True),
        number("played", null=True), number("other_bid", null=True),
        number("seconds", null=True), string("unit"), number("most"), number("most_id", null=True),
        number("most_mate_id", null=True),
    )
    op.create_index(
        "ix_facts_circle", "facts",
        ["circle_id", "game", "who_id", "kind", "unit", "bid", "trump", "made", "gain", "day", "evening_id"],
    )
    op.create_index("ix_facts_day", "facts", ["circle_id", "game", "day", "evening_id", "dealer_gain"])
    op.create_index("ix_facts_most", "facts", ["circle_id", "game", "unit", "most"])
    op.create_index("ix_facts_bid", "facts", ["circle_id", "game", "bid"])
    op.create_table(
        "parts", ref("match_id", "matches", primary_key=True), key("n"), key("seat"), number("circle_id"),
        number("evening_id"), string("game"), day("day"), number("who_id", null=True),
        number("from_dealer"), number("took", null=True), number("gain"), string("before"), string("after"),
    )
    op.create_index(
        "ix_parts_circle", "parts", ["circle_id", "game", "who_id", "before", "after", "gain", "day", "evening_id"]
    )
    op.create_index("ix_parts_day", "parts", ["circle_id", "game", "day"])
    op.create_table(
        "seasons", row_id(), string("uid", unique=True), ref("circle_id", "circles", index=True), string("name"),
        day("first"), day("last"), text("games"), string("counts"), number("evenings"), number("best_of"),
        number("at_least"), millis("created_at"),
    )


def downgrade():
    for name in reversed(TABLES):
        op.drop_table(name)
