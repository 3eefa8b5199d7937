"""What was played for: rare contracts made and lost, bids kept all evening, feats of those who play alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from typing import Any

from sqlalchemy import func, select

from models.base import db
from models.review.evening.matches import EveningMatches, Name
from models.review.story.candidate import Candidate, bits, rarity, winners
from models.review.tables import DealFact, MatchReview
from scoring.review import review_of

BOOK = 0.03  # of all deals, a rare contract
BIDS = 4  # bids of an evening, of which all were made
LATELY = 90  # days after which "the first since" is told


def contracts(night: EveningMatches) -> Iterator[Candidate]:
    """Every rare contract: alone, and beside those that the circle saw before."""
    for match in night.matches:
        rare = review_of(match.game).rare
        seen = seen_before(night, match.game, rare) if rare else {}
        for fact in night.facts[match.id]:
            name = night.player(fact.who_id)
            if fact.kind not in rare or fact.made is None or name is None:
                continue
            values: dict[str, Any] = {"game": match.game, "who": [name], "kind": fact.kind, "deal": fact.number}
            code = "made" if fact.made else "lost"
            n, of, last = seen.get((fact.kind, fact.made), (0, seen.get(("", None), (0, 0, None))[1], None))
            weight = rarity(n, of, BOOK)
            yield Candidate(f"rare_{code}", "rare", weight, values, (name,), match.uid, fact.uid, fact.made)
            if not n and of > 1 / BOOK:
                yield Candidate(
                    f"rare_{code}_ever", "rare", weight + 1, values, (name,), match.uid, fact.uid, fact.made, True
                )
            elif last and (match.day - last).days >= LATELY:
                values = values | {"since": last.isoformat()}
                yield Candidate(
                    f"rare_{code}_since", "rare", weight + 0.5, values, (name,), match.uid, fact.uid, fact.made, True
                )


Seen = dict[tuple[str, bool | None], tuple[int, int, "date | None"]]


def seen_before(night: EveningMatches, game: str, rare: tuple[str, ...]) -> Seen:
    """How often each rare contract was made and lost before tonight, of how many deals, and when last."""
    ids = {match.id for match in night.matches}
    here = DealFact.circle_id == night.evening.circle_id, DealFact.game == game, DealFact.day <= night.evening.date
    query = (
        select(DealFact.kind, DealFact.made, func.count(), func.max(DealFact.day))
        .where(*here, DealFact.match_id.not_in(ids))
        .group_by(DealFact.kind, DealFact.made)
    )
    rows = db.session.execute(query).all()
    whole = sum(row[2] for row in rows)
    return {("", None): (whole, whole, None)} | {
        (kind, made): (n, whole, last) for kind, made, n, last in rows if kind in rare
    }


def kept_bids(night: EveningMatches) -> Iterator[Candidate]:
    """Who made every bid of the evening."""
    bids: dict[Name, list[tuple[bool, str]]] = defaultdict(list)
    for match in night.matches:
        if not review_of(match.game).bids:
            continue
        for fact in night.facts[match.id]:
            name = night.player(fact.who_id)
            if name is not None and fact.made is not None:
                bids[name].append((fact.made, match.uid))
    for name, made in bids.items():
        if len(made) >= BIDS and all(one for one, _ in made):
            weight = len(made) * bits(0.68)
            yield Candidate("kept_bids", "bids", weight, {"who": [name], "n": len(made)}, (name,), made[-1][1])


def feats(night: EveningMatches) -> Iterator[Candidate]:
    """What somebody did who plays alone: a feat of the game, or a narrow escape of the later winner."""
    for match in night.matches:
        review, won = review_of(match.game), set(night.names(winners(match)))
        for part in night.parts[match.id]:
            name = night.player(part.who_id)
            if name is None:
                continue
            values: dict[str, Any] = {"game": match.game, "who": [name], "deal": part.number, "kind": part.after}
            where = match.uid, night.facts[match.id][part.n].uid
            if part.after in review.feats:
                yield Candidate("feat", "feat", 2.5, values, (name,), *where)
            if part.before in review.narrow and name in won and part.took:
                yield Candidate("escaped", "rare", 4.0, values | {"kind": part.before}, (name,), *where)


def corrections(night: EveningMatches) -> Iterator[Candidate]:
    """Matches with deals corrected afterwards, and disputed ones."""
    for match in night.matches:
        row: MatchReview = night.rows[match.id]
        if row.corrections >= 3:
            values = {"game": match.game, "n": row.corrections}
            yield Candidate("corrected", "paper", 0.4 + 0.1 * min(row.corrections, 10), values, (), match.uid)
        if row.disputes:
            yield Candidate("disputed", "paper", 1.2, {"game": match.game, "n": row.disputes}, (), match.uid)


def busiest(night: EveningMatches) -> Iterator[Candidate]:
    """Who declared by far the most."""
    declared: Counter[Name] = Counter()
    for match in night.matches:
        if review_of(match.game).bids:
            declared.update(name for fact in night.facts[match.id] if (name := night.player(fact.who_id)) is not None)
    of = declared.total()
    for name, n in declared.most_common(1):
        if of >= 12 and n / of >= 0.45:
            yield Candidate("busiest", "bids", 1.0 + n / of, {"who": [name], "n": n, "of": of}, (name,))
