"""Any order of sayings, resends and stale writes against a plain model of a log: a list, and what it means."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from models.base import db
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from models.log.state import state_cache
from models.tables import Evening, Match, Result
from scoring.board import plain_sheet
from scoring.deals import CONFIRMATION_KINDS
from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal, Record, Sheet
from tests.models.tables import new_evening, new_match, stored, uid
from tests.support.random_matches import random_entry

EXAMPLES = int(os.environ.get("TALLYSTICK_EXAMPLES", "12"))
RULES = {
    "boomke_wies": (
        {"length": "points", "length_value": 3},
        {"length": "deals", "length_value": 4},
        {"length": "clock"},
    ),
    "knockout_whist": ({},),
    "texas_42": ({},),
}


class Told:
    """The plain model: what was recorded, and what stands of it by definition."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def struck(self, name: str) -> bool:
        turns = [r.kind for r in self.records if r.kind in ("strike", "restore") and r.body["of"] == name]
        return turns[-1:] == ["strike"]

    def standing(self) -> list[Record]:
        """What was said and not struck, the strikes and restores themselves and answers left out."""
        return [
            r
            for r in self.records
            if r.kind not in ("strike", "restore", *CONFIRMATION_KINDS) and not self.struck(r.uid)
        ]

    def deal(self, record: Record) -> Deal:
        """A record as it stands on the sheet: as it was amended last, by whom it was said last to be dealt."""
        if record.kind != "deal":
            return Deal(record.uid, record.kind, record.body, None)
        changes = [r.body for r in self.standing() if r.kind == "amend" and r.body["of"] == record.uid]
        entries = [own(record), *(change["entry"] for change in changes)]
        dealers = [record.body["dealer"], *(change["dealer"] for change in changes if "dealer" in change)]
        return Deal(record.uid, "struck" if self.struck(record.uid) else "deal", entries[-1], dealers[-1])

    def deals(self) -> tuple[Deal, ...]:
        return tuple(self.deal(r) for r in self.on_the_sheet() if not self.struck(r.uid) or self.crossed(r))

    def on_the_sheet(self) -> list[Record]:
        """All that has a place on the sheet, a forgotten deal in front of the one it was said to come before."""
        names: list[str] = []
        for r in self.records:
            if r.kind not in ("bid", "amend", "strike", "restore", *CONFIRMATION_KINDS):
                names.insert(names.index(r.body["before"]) if "before" in r.body else len(names), r.uid)
        return sorted([r for r in self.records if r.uid in names], key=lambda r: names.index(r.uid))

    def crossed(self, record: Record) -> bool:
        """Whether a struck deal was not simply undone: something else stood after it, or its page was used."""
        turns = [r for r in self.records if r.kind in ("strike", "restore") and r.body["of"] == record.uid]
        then = Told()
        then.records = self.records[: turns[-1].seq - 1]
        return record.kind == "deal" and ("crossed" in turns[-1].body or then.standing()[-1].uid != record.uid)

    def pending(self) -> Any:
        """The last bid, unless a deal came after it; a null in it was not said."""
        said = [r for r in self.standing() if r.kind == "bid" or (r.kind == "deal" and "before" not in r.body)]
        if not said or said[-1].kind != "bid":
            return None
        return {key: value for key, value in said[-1].body.items() if value is not None}

    def redo(self) -> str | None:
        """The last struck saying that is struck still, when nothing new was said since."""
        back: list[str] = []
        for r in reversed([r for r in self.records if r.kind not in CONFIRMATION_KINDS]):
            if r.kind not in ("strike", "restore"):
                break
            back.append(r.body["of"])
        open_to = [name for name in back if self.struck(name)]
        return open_to[0] if open_to else None

    def now(self, record: Record) -> str:
        """What an answer to this saying must name: its last change that still stands, or itself."""
        changed = [r.uid for r in self.standing() if r.kind == "amend" and r.body["of"] == record.uid]
        return changed[-1] if changed else record.uid

    def answered(self, record: Record) -> dict[int, str]:
        """What each seat said last about this saying as it is now."""
        return {
            r.body["seat"]: r.kind
            for r in self.records
            if r.kind in CONFIRMATION_KINDS and r.body["of"] == self.now(record)
        }

    def unknown(self, after: int) -> bool:
        """Whether somebody who knows this version lacks more than answers."""
        return not 0 <= after <= len(self.records) or any(
            r.kind not in CONFIRMATION_KINDS for r in self.records[after:]
        )


def own(record: Record) -> Any:
    """The entry that a deal was recorded with."""
    return {key: value for key, value in record.body.items() if key not in ("dealer", "before")}


class Log(RuleBasedStateMachine):
    """One match, written on in every way there is."""

    evening_id: int

    @initialize(game=st.sampled_from(sorted(RULES)), choice=st.integers(0, 2))
    def begin(self, game: str, choice: int) -> None:
        chosen = RULES[game][choice % len(RULES[game])]
        self.match: Match = new_match(game, db.session.get(Evening, self.evening_id), **chosen)
        self.told = Told()

    @property
    def version(self) -> int:
        return len(self.told.records)

    def meant(self, records: list[Record] | None = None) -> Sheet:
        """What the plain model (with other records, if given) comes to."""
        told = Told()
        told.records = self.told.records if records is None else records
        game = games()[self.match.game]
        table = game.table(self.match.players, self.match.first_dealer)
        return replay(game, table, self.match.rules, told.deals(), told.pending())

    def say(self, kind: str, body: Any, refused: bool = False, after: int | None = None) -> None:
        """Said by somebody who knows the newest state: recorded, or refused and then as if it was never said."""
        name, known = uid(), self.version if after is None else after
        if refused:
            with pytest.raises(Refused) as refusal:
                append(self.match, kind, name, body, known)
            assert refusal.value.problems
            return
        dealer = {"dealer": self.meant().standing.dealer} if kind == "deal" else {}
        receipt = append(self.match, kind, name, body, known)
        self.told.records.append(Record(self.version + 1, name, kind, dealer | body))
        assert receipt.seq == self.version

    def some(self, data: st.DataObject, *kinds: str) -> Record | None:
        found = [r for r in self.told.records if r.kind in kinds]
        return data.draw(st.sampled_from(found)) if found else None

    def over(self) -> bool:
        return self.meant().outcome is not None

    def given_up(self) -> bool:
        sheet = self.meant()
        return (
            not sheet.outcome
            and sheet.standing.closed
            and not games()[sheet.game].closing_decides(sheet.standing.rules)
        )

    @rule(seed=st.integers(0, 10**6))
    def deal(self, seed: int) -> None:
        sheet = self.meant()
        entry = random_entry(Random(seed), games()[sheet.game], sheet.standing)
        if entry is not None:
            self.say("deal", entry, refused=self.over() or self.given_up())

    @rule(entry=st.dictionaries(st.text(max_size=9), st.integers() | st.none(), max_size=2))
    def deal_nonsense(self, entry: dict[str, Any]) -> None:
        self.say("deal", entry | {"no such key": 1}, refused=True)

    @rule(seed=st.integers(0, 10**6))
    def bid(self, seed: int) -> None:
        sheet = self.meant()
        game = games()[sheet.game]
        entry = random_entry(Random(seed), game, sheet.standing) or {}
        keys = [field.key for field in game.fields(sheet.standing) if field.step == "bid"]
        said = {key: entry[key] for key in keys if key in entry}
        self.say("bid", said, refused=self.over() or self.given_up())

    @rule(data=st.data(), seed=st.integers(0, 10**6), dealer=st.integers(0, 3))
    def deal_forgotten_until_now(self, data: st.DataObject, seed: int, dealer: int) -> None:
        of = self.some(data, "deal")
        sheet = self.meant()
        entry = random_entry(Random(seed), games()[sheet.game], sheet.standing)
        if of is None or entry is None:
            return
        body = entry | {"before": of.uid, "dealer": dealer % len(self.match.players)}
        after = self.meant([*self.told.records, Record(0, "here", "deal", body)])
        lines = [line for line in after.lines if line.deal.uid == "here"]
        self.say("deal", body, refused=self.told.struck(of.uid) or bool(lines[0].problems))

    @rule(data=st.data(), seed=st.integers(0, 10**6), dealer=st.none() | st.integers(0, 3))
    def amend(self, data: st.DataObject, seed: int, dealer: int | None) -> None:
        of = self.some(data, "deal")
        if of is None:
            return
        sheet = self.meant()
        entry = random_entry(Random(seed), games()[sheet.game], sheet.standing) or own(of)
        body = {"of": of.uid, "entry": entry}
        body |= {} if dealer is None else {"dealer": dealer % len(self.match.players)}
        after = self.meant([*self.told.records, Record(0, "", "amend", body)])
        lines = [line for line in after.lines if line.deal.uid == of.uid]
        self.say("amend", body, refused=self.told.struck(of.uid) or bool(lines[0].problems))

    @rule(data=st.data(), crossed=st.booleans())
    def strike(self, data: st.DataObject, crossed: bool) -> None:
        of = self.some(data, "deal", "bid", "amend", "adjust", "close", "reopen", "seat")
        if of:
            self.say("strike", {"of": of.uid} | ({"crossed": True} if crossed else {}), self.told.struck(of.uid))

    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        of = self.some(data, "deal", "bid", "amend", "adjust", "close", "reopen", "seat")
        if of:
            self.say("restore", {"of": of.uid}, refused=not self.told.struck(of.uid))

    @rule()
    def undo(self) -> None:
        name = read(self.match).live.undo
        if name:
            self.say("strike", {"of": name})

    @rule()
    def redo(self) -> None:
        name = read(self.match).live.redo
        if name:
            self.say("restore", {"of": name})

    @rule(points=st.integers(-3, 3))
    def adjust(self, points: int) -> None:
        sides = len(self.meant().standing.totals)
        self.say("adjust", {"points": [points] + [0] * (sides - 1), "note": "a ruling"})

    @rule(seat=st.integers(0, 3))
    def seat(self, seat: int) -> None:
        self.say("seat", {"seat": seat, "player": "Eve"})

    @rule()
    def close(self) -> None:
        self.say("close", {}, refused=self.over() or self.meant().standing.closed)

    @rule()
    def reopen(self) -> None:
        self.say("reopen", {}, refused=not self.meant().standing.closed)

    @precondition(lambda self: self.version)
    @rule(data=st.data(), after=st.integers(-1, 40))
    def resend(self, data: st.DataObject, after: int) -> None:
        said = data.draw(st.sampled_from(self.told.records))
        body = own(said) if said.kind == "deal" and "before" not in said.body else said.body
        assert append(self.match, said.kind, said.uid, body, after).seq == said.seq

    @precondition(lambda self: self.version)
    @rule(data=st.data())
    def say_something_else_by_a_used_uid(self, data: st.DataObject) -> None:
        said = data.draw(st.sampled_from(self.told.records))
        with pytest.raises(DuplicateUid):
            append(self.match, "adjust", said.uid, {"points": [987, 0]}, self.version)

    @rule(after=st.integers(-1, 40))
    def write_without_knowing_the_news(self, after: int) -> None:
        if self.told.unknown(after):
            with pytest.raises(StaleVersion) as stale:
                append(self.match, "deal", uid(), {}, after)
            assert list(stale.value.records) == self.told.records[max(after, 0) :]

    @rule(kind=st.sampled_from(CONFIRMATION_KINDS), data=st.data(), seat=st.integers(0, 3), after=st.integers(-1, 40))
    def answer(self, kind: str, data: st.DataObject, seat: int, after: int) -> None:
        """About any deal, ruling or change, whatever is known of the news: taken while it is what stands there."""
        of = self.some(data, "deal", "adjust", "amend")
        if of:
            stands = of.uid in [self.told.now(r) for r in self.told.standing() if r.kind in ("deal", "adjust")]
            body = {"of": of.uid, "seat": seat % len(self.match.players)}
            self.say(kind, body, refused=not stands, after=after)

    @rule()
    def forget(self) -> None:
        state_cache.clear()

    @rule()
    def come_back_in_another_request(self) -> None:
        db.session.rollback()

    @invariant()
    def the_log_is_what_was_told(self) -> None:
        state = read(self.match)
        assert list(state.records) == self.told.records
        assert state.live.deals == self.told.deals()
        assert state.live.redo == self.told.redo()
        standing = self.told.standing()
        assert state.live.undo == (standing[-1].uid if standing else None)
        told = {r.uid: self.told.answered(r) for r in standing if r.kind in ("deal", "adjust")}
        found = {line: {answer.seat: answer.kind for answer in given} for line, given in state.answers.items()}
        assert found == {line: given for line, given in told.items() if given}

    @invariant()
    def the_sheet_is_what_it_means(self) -> None:
        state, meant = read(self.match), self.meant()
        assert plain_sheet(state.sheet) == plain_sheet(meant)
        assert state.sheet.pending == meant.pending
        status = "over" if meant.outcome else "closed" if self.given_up() else "play"
        assert (state.status, self.match.state, self.match.last_seq) == (status, status, self.version)
        assert (self.match.ended_at is None) == (status == "play")

    @invariant()
    def there_are_results_when_it_is_over(self) -> None:
        found = db.session.scalar(select(func.count()).select_from(Result).where(Result.match_id == self.match.id))
        assert bool(found) == self.over()

    def teardown(self) -> None:
        if hasattr(self, "match"):
            assert [(r.seq, r.uid, r.kind) for r in stored(self.match)] == [r[:3] for r in self.told.records]
            state_cache.clear()
            db.session.rollback()
            assert plain_sheet(read(self.match).sheet) == plain_sheet(self.meant())
        db.session.rollback()


def test_any_order_of_sayings(store):
    class OnThisEvening(Log):
        evening_id = new_evening().id

    usual = "TALLYSTICK_EXAMPLES" not in os.environ
    run_state_machine_as_test(
        OnThisEvening,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=40,
            deadline=None,
            derandomize=usual,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
