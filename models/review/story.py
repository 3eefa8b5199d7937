"""The story of an evening: at most five sentences as data, chosen by fixed rules in a fixed order.

Who won; the closest match, or the longest; the deal that turned one; a first, or a rare contract; a run of wins; and
where there is room how much was played. Each is true of finished matches by what the tables of review hold. Who stays
out, and guests, are named in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, and_, cast, func, or_, select

from models.base import db
from models.review.people import People, Person
from models.review.scope import EveningPlayed
from models.review.tables import facts, match_reviews, seat_facts
from models.review.wins import WonMatches, sides_of, tally
from models.tables import Evening, matches
from scoring.games import games
from scoring.review import review_of

MOST = 5  # sentences
CLOSE = 10  # a close match: the totals together are at least so many times what lies between them
EVEN, TURN = 500, 150  # thousandths: the chance of who is level, and what a deal must change of it to be told
ROW, RUN = 3, 4  # wins one after the other: tonight, with evenings before
FAR_BACK = 50  # matches a person that are looked through for a run
TRIED = 3  # matches of a game without a win, before the first win is told
EVENINGS = 5  # evenings with fewer matches, before it is told that one had more
MATCH, SEAT, FACT = match_reviews.c, seat_facts.c, facts.c
MATCHES = select(MATCH.match_id, matches.c.uid, MATCH.game, MATCH.day, MATCH.started_at, MATCH.last_at,
                 MATCH.curve).join(matches, matches.c.id == MATCH.match_id)  # fmt: skip
SEATS = select(SEAT.match_id, SEAT.side, SEAT.player_id, SEAT.won, SEAT.total)
DEALS = select(FACT.match_id, FACT.uid, FACT.number, FACT.who_id, FACT.kind, FACT.bid, FACT.made)
Who = tuple[Person, ...]


class StoryDeal(NamedTuple):
    """A counted deal; who: declared it, None for nobody who is named. called: a contract with a name; else a bid."""

    uid: str
    number: int
    who: Person | None
    kind: str
    bid: int | None
    made: bool | None
    called: bool

    @property
    def told(self) -> bool:
        """Whether it can be said who bid what, and whether it was made."""
        return self.who is not None and self.bid is not None and self.made is not None


class StorySide(NamedTuple):
    """A side at the end of a match: those of it who are named, its total, whether it won."""

    people: Who
    total: int
    won: bool


class StoryMatch(NamedTuple):
    """A finished match.

    began, ended: in ms since 1970; curve: the chances of both sides in thousandths before the first deal and after
    each, empty where none are known.
    """

    uid: str
    game: str
    day: date
    began: int
    ended: int
    sides: list[StorySide]
    deals: list[StoryDeal]
    curve: list[list[int]]

    @property
    def winner(self) -> int | None:
        """The side that won alone and of which somebody is named."""
        won = [number for number, side in enumerate(self.sides) if side.won]
        return won[0] if len(won) == 1 and self.sides[won[0]].people else None

    @property
    def score(self) -> tuple[int, int] | None:
        """The totals of the winner and of the other side, in games where the higher total is ahead."""
        game = games()[self.game]
        if len(self.sides) != 2 or self.winner is None or not (game.has_totals and game.high_wins):
            return None
        return self.sides[self.winner].total, self.sides[1 - self.winner].total

    @property
    def winners(self) -> Who:
        """Who is named of the side that won alone."""
        return () if self.winner is None else self.sides[self.winner].people

    @property
    def turn(self) -> tuple[int, int] | None:
        """What the deal changed, in thousandths, that turned the match most, and which it is (from 0).

        Before it the later winner was behind, after it not. None without one, and where no chances are known.
        """
        side = self.winner
        if side is None or len(self.curve) < 3 or len(self.deals) != len(self.curve) - 1:
            return None
        ways = enumerate(pairwise(chances[side] for chances in self.curve))
        turns = [(now - was, deal) for deal, (was, now) in ways if was < EVEN <= now and now - was >= TURN]
        return max(turns, key=lambda turn: (turn[0], -turn[1]), default=None)


class Told(NamedTuple):
    """A sentence: what is told, of whom (a unit is a person or partners), where it can be seen, and its numbers."""

    what: str
    who: tuple[Who, ...] = ()
    match: StoryMatch | None = None
    deal: StoryDeal | None = None
    n: int = 0
    of: int = 0
    since: date | None = None


def matches_on(evening_id: int, people: People) -> list[StoryMatch]:
    """The finished matches of an evening in the order in which they began; none of a hidden one."""
    rows = db.session.execute(MATCHES.where(MATCH.evening_id == evening_id).order_by(MATCH.started_at, MATCH.match_id))
    seats = in_matches(SEATS.where(SEAT.evening_id == evening_id).order_by(SEAT.match_id, SEAT.side, SEAT.seat))
    deals = in_matches(DEALS.where(FACT.evening_id == evening_id).order_by(FACT.match_id, FACT.n))
    found = []
    for row in rows:
        mine = seats.get(row.match_id, [])
        totals = {seat.side: seat.total for seat in mine}
        ended = sides_of([(seat.side, seat.player_id, seat.won) for seat in mine], people)
        ends = zip(ended, totals.values(), strict=True)
        sides = [StorySide(tuple(who), total, won) for (who, won), total in ends]
        told = [deal_of(row.game, deal, people) for deal in deals.get(row.match_id, [])]
        found.append(StoryMatch(*row[1:6], sides, told, row.curve or []))
    return found


def in_matches(query: Any) -> dict[int, list[Any]]:
    """Rows by match; of a query in the order of matches."""
    return {match: list(rows) for match, rows in groupby(db.session.execute(query), key=lambda row: row.match_id)}


def deal_of(game: str, row: Any, people: People) -> StoryDeal:
    """A deal; a bid is told only in games where bids are made or lost."""
    review = review_of(game)
    made = None if row.made is None else bool(row.made)
    return StoryDeal(row.uid, row.number, people.ranked(row.who_id), row.kind, row.bid if review.bids else None, made,
                     row.kind in review.rare)  # fmt: skip


def story_of(
    evening: Evening, night: Sequence[StoryMatch], people: People, played: Iterable[EveningPlayed]
) -> list[Told]:
    """The sentences of an evening from its matches, of which there is one at least.

    played: the evenings of the circle that may be compared; none for who may see this one only.
    """
    before = [one for one in played if one.day <= evening.date and one.id != evening.id]
    past = Earlier(evening.circle_id, night[0], people) if before else None
    turn = turned(night)
    chosen = [result(night), by_score(night) or longest(night), turn, first(night, turn, past), in_a_row(night, past)]
    return [*(told for told in chosen if told), size(night, before)][:MOST]


def result(night: Sequence[StoryMatch]) -> Told:
    """Who won most matches; of one match who won it."""
    units = units_on(night)  # most first
    best = units[0].share.made if units else 0
    top = [unit for unit in units if unit.share.made == best]
    who = tuple(unit.people for unit in top)
    if not best:
        return Told("played", n=len(night))
    if len(top) > 1:
        return Told("shared", who, n=best)
    return Told("won", who, n=best, of=top[0].share.of) if len(night) > 1 else Told("match", who, night[0])


def units_on(night: Iterable[StoryMatch]) -> list[WonMatches]:
    """Who won how many, most first."""
    sides = [[(side.people, side.won) for side in match.sides] for match in night]
    return [WonMatches(who, share) for who, share in tally(sides)]


def by_score(night: Sequence[StoryMatch]) -> Told | None:
    """The closest match, where one was close; else one in which the other side had nothing."""
    if len(night) < 2:  # the score of the only match is told already
        return None
    scored = [(match, *match.score) for match in night if match.score]
    gaps = [(won - lost, abs(won) + abs(lost), match) for match, won, lost in scored]
    close = [(gap / whole, gap, match) for gap, whole, match in gaps if 0 < CLOSE * gap <= whole]
    if close:
        _, gap, match = min(close, key=lambda one: one[0])
        return Told("close", (match.winners,), match, n=gap)
    nothing = next((match for match, won, lost in scored if won > 0 and lost == 0), None)
    return Told("match", (nothing.winners,), nothing) if nothing else None


def longest(night: Sequence[StoryMatch]) -> Told | None:
    """The match with more deals than each other one, where the deals of all were written down."""
    deals = [len(match.deals) for match in night]
    most = max(deals)
    told = len(deals) > 1 and all(deals) and deals.count(most) == 1
    return Told("longest", match=night[deals.index(most)], n=most) if told else None


def turned(night: Iterable[StoryMatch]) -> Told | None:
    """The deal that changed most for the later winner, of those before which they were behind and after which not."""
    turns = [(*match.turn, match) for match in night if match.turn]
    _, deal, match = max(turns, key=lambda turn: turn[0], default=(0, 0, None))
    return Told("turn", (match.winners,), match, match.deals[deal]) if match else None


def first(night: Sequence[StoryMatch], turn: Told | None, past: Earlier | None) -> Told | None:
    """The first of a contract with a name that was made, the first win in a game, else such a contract."""
    calls = [(match, deal) for match in night for deal in match.deals if deal.called and deal.bid is not None]
    made = [call for call in calls if call[1].made]
    if past and (found := first_made(made, past) or first_win(night, past)):
        return found
    for match, deal in [*made, *calls]:
        if deal.told and not (turn and turn.deal == deal):
            return Told("called", ((deal.who,),) if deal.who else (), match, deal)
    return None


def first_made(calls: Sequence[tuple[StoryMatch, StoryDeal]], past: Earlier) -> Told | None:
    """The first such contract that the circle made, or that somebody made; calls: those that were made."""
    seen = past.made({(match.game, deal.kind) for match, deal in calls}) if calls else Counter[Any]()
    firsts: dict[str, Told] = {}
    for match, deal in calls:
        here, own = (match.game, deal.kind), (match.game, deal.kind, deal.who)
        what = "" if not deal.who else "first_here" if not seen[here] else "first_own" if not seen[own] else ""
        if what and deal.who:
            firsts.setdefault(what, Told(what, ((deal.who,),), match, deal))
        seen.update([here, own])
    return firsts.get("first_here") or firsts.get("first_own")


def first_win(night: Sequence[StoryMatch], past: Earlier) -> Told | None:
    """The first win of somebody in a game after some matches of it; of several who tried most often."""
    won_here = {(person, match.game) for match in night for person in match.winners}
    played, won = past.results(won_here)
    found = []
    for match in night:
        tried = {person: played[person, match.game] for person in match.winners if not won[person, match.game]}
        found += [Told("first_win", ((person,),), match, n=n) for person, n in tried.items() if n >= TRIED]
        for side in match.sides:
            keys = [(person, match.game) for person in side.people]
            played.update(keys)
            won.update(keys if side.won else ())
    return max(found, key=lambda told: told.n, default=None)


def in_a_row(night: Sequence[StoryMatch], past: Earlier | None) -> Told | None:
    """The longest run of wins that goes on from evenings before; else the longest of those who did not win all."""
    results: dict[Person, list[bool]] = {}
    for match in night:
        for side in match.sides:
            for person in side.people:
                results.setdefault(person, []).append(side.won)
    unbeaten = {person: len(won) for person, won in results.items() if all(won)}
    runs = past.runs(unbeaten) if past and unbeaten else {}
    longer = {person: runs[person] + wins for person, wins in unbeaten.items() if runs.get(person)}
    lost = {person: "".join("WL"[not one] for one in won) for person, won in results.items() if not all(won)}
    rows = {person: max(map(len, won.split("L"))) for person, won in lost.items()}
    what, runs, least = ("run", longer, RUN) if max(longer.values(), default=0) >= RUN else ("row", rows, ROW)
    most = max(runs.values(), default=0)
    return (
        Told(what, tuple((person,) for person, run in runs.items() if run == most), n=most) if most >= least else None
    )


def size(night: Sequence[StoryMatch], before: Iterable[EveningPlayed]) -> Told:
    """How much was played, and since when no evening had as many matches; before: the evenings before, game by game."""
    counts: Counter[tuple[date, int]] = Counter()
    for evening in before:
        counts[evening.day, evening.id] += evening.matches
    fewer = 0
    for (day, _), n in sorted(counts.items(), reverse=True):
        if n >= len(night):
            return Told("since" if fewer >= EVENINGS else "size", n=len(night), since=day)
        fewer += 1
    return Told("ever" if fewer >= EVENINGS else "size", n=len(night))


class Earlier:
    """What the finished matches of a circle before one tell of its people; each answer is one statement."""

    def __init__(self, circle_id: int, begin: StoryMatch, people: People) -> None:
        self.circle_id, self.begin, self.people = circle_id, begin, people

    def before(self, row: Any) -> ColumnElement[bool]:
        """The condition that a row is of a match before."""
        day, began = self.begin.day, self.begin.began
        return and_(row.circle_id == self.circle_id, or_(row.day < day, and_(row.day == day, row.started_at < began)))

    def made(self, contracts: set[tuple[str, str]]) -> Counter[Any]:
        """How often these (game and kind) were made, by game and kind, and by those and each person (None: others)."""
        played, kinds = zip(*contracts, strict=True)
        query = (
            select(FACT.game, FACT.kind, FACT.who_id, func.count())
            .join(match_reviews, MATCH.match_id == FACT.match_id)
            .where(self.before(MATCH), FACT.game.in_(played), FACT.kind.in_(kinds), FACT.made)
            .group_by(FACT.game, FACT.kind, FACT.who_id)
        )
        found: Counter[Any] = Counter()
        for game, kind, player, n in db.session.execute(query):
            found[game, kind] += n
            found[game, kind, self.people.ranked(player)] += n
        return found

    def results(self, pairs: Collection[tuple[Person, str]]) -> tuple[Counter[Any], Counter[Any]]:
        """How many matches of these games these persons played, and how many they won, by person and game."""
        ids, keys = self.ids_of({person for person, _ in pairs}), {game for _, game in pairs}
        query = (
            select(SEAT.player_id, SEAT.game, func.count(), func.sum(cast(SEAT.won, Integer)))
            .where(self.before(SEAT), SEAT.player_id.in_(ids), SEAT.game.in_(keys))
            .group_by(SEAT.player_id, SEAT.game)
        )
        played: Counter[Any] = Counter()
        won: Counter[Any] = Counter()
        for player, game, n, wins in db.session.execute(query):
            key = self.people.ranked(player), game
            played[key] += n
            won[key] += wins
        return played, won

    def runs(self, persons: Collection[Person]) -> dict[Person, int]:
        """How many matches each of these had won one after the other, at least: of the latest that these played."""
        mine = self.before(SEAT), SEAT.player_id.in_(self.ids_of(persons))
        latest = SEAT.day.desc(), SEAT.started_at.desc(), SEAT.match_id.desc()
        runs: Counter[Person] = Counter()
        over: set[Person | None] = {None}
        rows = select(SEAT.player_id, SEAT.won).where(*mine).order_by(*latest).limit(FAR_BACK * len(persons))
        for player, won in db.session.execute(rows):
            person = self.people.ranked(player)
            over.add(None if won else person)
            if person and person not in over:
                runs[person] += 1
        return runs

    def ids_of(self, persons: Iterable[Person]) -> list[int]:
        """The ids of all players that these are."""
        return [player for person in persons for player in self.people.ids_of(person)]
