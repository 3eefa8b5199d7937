"""Tables, indexes and views of the SQLite file of a circle."""

from __future__ import annotations

from models.review.statistics.rates import SHOWN_FROM, WEIGHT

TABLES = """
CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, ranked INTEGER NOT NULL);
CREATE TABLE evenings (id TEXT PRIMARY KEY, day TEXT, place TEXT NOT NULL);
CREATE TABLE matches (
    id TEXT PRIMARY KEY, evening_id TEXT NOT NULL REFERENCES evenings(id), day TEXT, game TEXT NOT NULL,
    state TEXT NOT NULL, started_at TEXT NOT NULL, last_at TEXT NOT NULL, deals INTEGER NOT NULL,
    seconds INTEGER NOT NULL, corrections INTEGER NOT NULL, disputes INTEGER NOT NULL, winners TEXT NOT NULL,
    lowest_chance INTEGER, swing INTEGER, swing_deal_id TEXT REFERENCES deals(id)
);
CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches(id), seat INTEGER NOT NULL, turn INTEGER NOT NULL,
    person_id TEXT REFERENCES people(id), name TEXT NOT NULL, side INTEGER NOT NULL, rank INTEGER,
    total INTEGER NOT NULL, won INTEGER NOT NULL, deals INTEGER NOT NULL, money REAL,
    PRIMARY KEY (match_id, seat, turn)
);
CREATE TABLE deals (
    id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, game TEXT NOT NULL,
    players INTEGER NOT NULL, dealer_id TEXT REFERENCES people(id), bidder_id TEXT REFERENCES people(id),
    partner_id TEXT REFERENCES people(id), position INTEGER, contract TEXT NOT NULL, bid INTEGER, trump TEXT,
    tricks INTEGER, made INTEGER, points INTEGER NOT NULL, dealer_points REAL NOT NULL, points_dealt INTEGER,
    points_played INTEGER, auction INTEGER NOT NULL, seconds INTEGER
);
CREATE TABLE calls (
    deal_id TEXT NOT NULL REFERENCES deals(id), n INTEGER NOT NULL, person_id TEXT REFERENCES people(id),
    call TEXT NOT NULL, PRIMARY KEY (deal_id, n)
);
"""

INDEXES = """
CREATE INDEX matches_evening ON matches(evening_id);
CREATE INDEX matches_game ON matches(game, day);
CREATE INDEX seats_person ON seats(person_id, match_id);
CREATE INDEX deals_match ON deals(match_id, number);
CREATE INDEX deals_bidder ON deals(bidder_id, game, bid, made);
CREATE INDEX deals_bid ON deals(game, bid, made);
CREATE INDEX calls_person ON calls(person_id);
"""

VIEWS = """
CREATE VIEW sides AS
SELECT match_id, 1.0 / count(DISTINCT side) AS chance FROM seats WHERE rank IS NOT NULL GROUP BY match_id;

CREATE VIEW leaderboard AS
SELECT p.name, m.game, count(*) AS matches, sum(s.won) AS won,
    CASE WHEN count(*) >= {floor} THEN {percent} END AS percent, p.id AS person_id
FROM seats s JOIN people p ON p.id = s.person_id JOIN matches m ON m.id = s.match_id JOIN sides c USING (match_id)
WHERE s.rank IS NOT NULL AND p.ranked
GROUP BY p.id, m.game ORDER BY {few}, {percent} DESC, count(*) DESC;

CREATE VIEW pairs AS
SELECT a.name AS one, b.name AS other, m.game, count(*) AS matches, sum(s.won) AS won,
    CASE WHEN count(*) >= {floor} THEN {percent} END AS percent, a.id AS one_id, b.id AS other_id
FROM seats s JOIN seats t ON t.match_id = s.match_id AND t.side = s.side AND t.person_id > s.person_id
JOIN people a ON a.id = s.person_id JOIN people b ON b.id = t.person_id
JOIN matches m ON m.id = s.match_id JOIN sides c ON c.match_id = s.match_id
WHERE s.rank IS NOT NULL AND t.rank IS NOT NULL AND a.ranked AND b.ranked
GROUP BY a.id, b.id, m.game ORDER BY {few}, {percent} DESC, count(*) DESC;

CREATE VIEW bids AS
SELECT game, contract, bid, count(*) AS deals, sum(made) AS made,
    CASE WHEN count(*) >= {floor} THEN round(100.0 * sum(made) / count(*)) END AS percent,
    CASE WHEN count(*) >= {floor} THEN round(avg(points), 1) END AS points
FROM deals WHERE made IS NOT NULL GROUP BY game, contract, bid ORDER BY game, contract, bid;
"""

PULLED = f"round(100.0 * (sum(s.won) + {WEIGHT} * avg(c.chance)) / (count(*) + {WEIGHT}))"


def views() -> str:
    """The statements that make the views; a percentage is pulled to what chance gives, and stands from 8 matches on."""
    words = {"floor": SHOWN_FROM, "percent": PULLED, "few": f"count(*) < {SHOWN_FROM}"}
    return VIEWS.format(**words)
