"""Made-up past of circles by the million deals, written straight into what follows from logs: there are none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from models.base import canonical_json, new_uid
from models.log.results import results_seal
from models.review.stored.rows import EDITION
from scoring.game import complete
from scoring.games import games
from scoring.win_chance import KEYS

DEALS, AN_EVENING, LONGEST = 20, 3, 6  # of a match; matches of an evening, usually and at most
FIRST, DAY_MS = date(2016, 1, 1), 86_400_000
PLAYED = ("boomke_wies", "boomke_wies", "boomke_wies", "texas_42", "texas_42", "texas_42", "zwanzig_ab")
RULES = {key: canonical_json(complete(game, {})) for key, game in games().items()}
BIDS = {"boomke_wies": (7, 7, 8, 8, 8, 9, 9, 10, 11, 12), "texas_42": (30, 30, 31, 32, 34, 36, 42, 42, 84)}
SUITS = ("clubs", "diamonds", "hearts", "spades")
CHUNK = 1000  # matches


class Played(NamedTuple):
    """A made-up match: its id, circle, evening, game, day, the ids of who sat there; begins: the evening."""

    id: int
    circle: int
    evening: int
    game: str
    day: date
    seats: list[int]
    begins: bool


class Pen:
    """Writes rows into the tables, a chunk at a time."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self.file = file
        self.rows: dict[str, list[dict[str, Any]]] = {}

    def add(self, table: str, **row: Any) -> None:
        """Note down a row."""
        self.rows.setdefault(table, []).append(row)

    def flush(self) -> None:
        """Write what was noted down."""
        for table, rows in self.rows.items():
            names = tuple(rows[0])
            marks = ", ".join("?" * len(names))
            columns = ", ".join(f'"{name}"' for name in names)
            statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
            self.file.executemany(statement, [tuple(row.values()) for row in rows])
        self.rows.clear()


def store_circles(path: Path, circles: range, people: int, matches: int) -> None:
    """Write so many circles of so many people and matches into a database that has its tables."""
    rng = Random(1)
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript("PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF")
        pen = Pen(file)
        for circle in circles:
            store_circle(pen, rng, circle, people, matches)
        file.execute("ANALYZE")


def store_circle(pen: Pen, rng: Random, circle: int, people: int, matches: int) -> None:
    """One circle; ids follow from its own, which begins at 1."""
    pen.add("circles", id=circle, uid=new_uid(), name=f"Circle {circle}", created_at=0)
    sat = [(circle - 1) * people + n for n in range(1, people + 1)]
    for player in sat:
        pen.add("players", id=player, uid=new_uid(), circle_id=circle, name=name_of(player), retired=0, created_at=0)
    pen.flush()
    first = (circle - 1) * matches
    for n in range(first, first + matches):
        store_match(pen, rng, played(rng, circle, n, first, matches, sat))
        if n % CHUNK == 0:
            pen.flush()
    pen.flush()


def store_one_more(path: Path, rng: Random, circle: int) -> int:
    """One more match of a circle, on its last evening or a new one, with the next stamp, as its end would write it."""
    with closing(sqlite3.connect(path, timeout=20)) as file, file:
        file.execute("PRAGMA foreign_keys=OFF")
        newest = "SELECT id, date FROM evenings WHERE circle_id = ? ORDER BY date DESC, id DESC LIMIT 1"
        evening, day = file.execute(newest, (circle,)).fetchone()
        date_of = date.fromisoformat(day)
        [there] = file.execute("SELECT count(*) FROM matches WHERE evening_id = ?", (evening,)).fetchone()
        if begins := there >= LONGEST:
            [evening] = file.execute("SELECT max(id) + 1 FROM evenings").fetchone()
            date_of += timedelta(3)
        [match] = file.execute("SELECT max(id) + 1 FROM matches").fetchone()
        sat = [row[0] for row in file.execute("SELECT id FROM players WHERE circle_id = ?", (circle,))]
        pen = Pen(file)
        seats = rng.sample(sat, 4)
        store_match(pen, rng, Played(match, circle, evening, rng.choice(PLAYED), date_of, seats, begins))
        pen.flush()
        file.execute(
            "INSERT INTO review_stamps (circle_id, stamp) VALUES (?, 1) "
            "ON CONFLICT (circle_id) DO UPDATE SET stamp = stamp + 1", (circle,),
        )  # fmt: skip
        stamp = (
            "UPDATE match_reviews SET stamp = (SELECT stamp FROM review_stamps WHERE circle_id = ?) WHERE match_id = ?"
        )
        file.execute(stamp, (circle, match))
        return int(match)


def name_of(player: int) -> str:
    """A name."""
    return f"Player {player}"


def played(rng: Random, circle: int, n: int, first: int, matches: int, sat: list[int]) -> Played:
    """The n-th match of all, the evenings of a circle spread over ten years."""
    evening = (n - first) // AN_EVENING + circle * matches
    day = FIRST + timedelta((n - first) // AN_EVENING * 3600 * AN_EVENING // max(matches, AN_EVENING))
    return Played(n + 1, circle, evening, rng.choice(PLAYED), day, rng.sample(sat, 4), (n - first) % AN_EVENING == 0)


def store_match(pen: Pen, rng: Random, match: Played) -> None:
    """A match with its evening, results, facts and parts."""
    uid, at = (
        new_uid(),
        (match.day.toordinal() - date(1970, 1, 1).toordinal()) * DAY_MS + match.id % AN_EVENING * 3_600_000,
    )
    if match.begins:
        store_evening(pen, match)
    rows = results_of(rng, match)
    pen.add(
        "matches", id=match.id, uid=uid, evening_id=match.evening, game=match.game, edition=games()[match.game].edition,
        rules=RULES[match.game], first_dealer=0, started_at=at, state="over", ended_at=at, last_seq=DEALS,
        reviewed=DEALS, last_hash="0" * 64, seal="0" * 64,
        results_seal=results_seal(uid, [list(row.values()) for row in rows]),
    )  # fmt: skip
    for row in rows:
        pen.add("results", match_id=match.id, **row)
    uids = [new_uid() for _ in range(DEALS)]
    low = rng.randrange(1, 500) if match.game in KEYS else None
    pen.add(
        "match_reviews", match_id=match.id, circle_id=match.circle, evening_id=match.evening, game=match.game,
        day=match.day.isoformat(), seq=DEALS, edition=EDITION, state="over", deals=DEALS, seconds=DEALS * 180,
        started_at=at, last_at=at + 3_600_000, corrections=0, disputes=0, writer="device", money="[]", past="{}",
        curve="[[500,500],[1000,0]]" if low else "[]", low=low, swing=low and 500 - low // 2, swing_uid=low and uids[0],
    )  # fmt: skip
    for n, deal in enumerate(uids):
        store_deal(pen, rng, match, n, deal)


def store_evening(pen: Pen, match: Played) -> None:
    """The evening of a match."""
    row = {"id": match.evening, "uid": new_uid(), "circle_id": match.circle, "date": match.day.isoformat()}
    pen.add("evenings", **row, place="", note="", created_at=0, closed_at=0, hidden=0, deleted=0)


def results_of(rng: Random, match: Played) -> list[dict[str, Any]]:
    """The results of a match in the order of RESULT_KEYS: two against two, or each alone."""
    alone = match.game == "zwanzig_ab"
    came = rng.sample((1, 2, 3, 4), 4) if alone else [(1, 2, 1, 2), (2, 1, 2, 1)][rng.random() < 0.5]
    return [
        {
            "seat": seat, "turn": 0, "player_id": player, "name": name_of(player), "side": seat if alone else seat % 2,
            "place": came[seat], "total": 12 - came[seat], "won": came[seat] == 1, "deals": DEALS,
        }
        for seat, player in enumerate(match.seats)
    ]  # fmt: skip


def store_deal(pen: Pen, rng: Random, match: Played, n: int, uid: str) -> None:
    """A deal, and its parts where each plays alone."""
    seat, bids = rng.randrange(4), BIDS.get(match.game)
    common = {"match_id": match.id, "n": n, "circle_id": match.circle, "game": match.game, "day": match.day.isoformat()}
    common |= {"number": n + 1, "players": 4}
    made = rng.random() < 0.65 if bids else None
    gain = (1 if made else -2) if bids else rng.randrange(-5, 6)
    pen.add(
        "facts", **common, uid=uid, dealer_id=match.seats[n % 4], from_dealer=(seat - n - 1) % 4 + 1,
        who_id=match.seats[seat], mate_id=match.seats[(seat + 2) % 4] if bids else None, kind="bid" if bids else "deal",
        bid=rng.choice(bids) if bids else None, made=made, took=rng.randrange(14), gain=gain,
        dealer_gain=gain if seat % 2 == n % 2 else -gain, trump=rng.choice(SUITS) if rng.random() < 0.6 else None,
        opened=0, given=None, played=None, seconds=180,
    )  # fmt: skip
    if bids:
        return
    for other, player in enumerate(match.seats):
        took = rng.randrange(3)
        before = "maker" if other == seat else rng.choice(("free", "held"))
        after = "dropped" if before == "free" and rng.random() < 0.5 else "took" if took else "none"
        here = {"seat": other, "who_id": player, "from_dealer": (other - n - 1) % 4 + 1}
        pen.add("parts", **common, **here, took=took, gain=-took, before=before, after=after)


def table_sizes(path: Path) -> dict[str, int]:
    """The rows of the large tables."""
    with closing(sqlite3.connect(path)) as file:
        names = ("facts", "parts", "results")
        return {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
