"""The table on the phone: a match's log kept in the worker, what is half made drawn from it, a saying counted at once.

answer() is all that the worker calls: the name of a question and its text (JSON) in, the answer as JSON out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from drawing.clock import Clock
from drawing.form_action import carried, questions, saying, unfinished
from drawing.form_entry import first, kept_of, query
from drawing.locale import Language
from drawing.node import node
from drawing.seating import seated
from drawing.sheet_rows import cuts
from drawing.table_page import Place, Table
from drawing.undo import turn_of
from scoring.confirmations import answers, without_answers
from scoring.deals import dealt_by, live, looks_back
from scoring.games import game_of
from scoring.sheet import extend, plain_standing, replay, spoken_problems
from scoring.words import Live, Record

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from drawing.node import Node
    from scoring.confirmations import Answers
    from scoring.game import Game
    from scoring.words import Problem, Rules, Sheet, Values
    from scoring.words import Table as Seats

HEARD = "heard"  # rows come along, and nothing is told of what was recorded last

Stand = NamedTuple("Stand", [("records", "list[Record]"), ("live", "Live"), ("sheet", "Sheet"), ("answers", "Answers")])
"""What was said so far, what it comes to, and what was answered to its lines."""

Drawn = NamedTuple("Drawn", [("line", "Any"), ("given", "Any"), ("row", "Node"), ("cut", "Node")])
"""A line of the sheet with the answers to it, its row and its cut on the stick."""


class Match:
    """A match as this phone knows it: what the server has taken down, and at most one saying more."""

    def __init__(self, language: Language, log: Values) -> None:
        self.language = language
        self.game: Game = game_of(log["game"])
        self.table: Seats = self.game.table(tuple(log["table"]["players"]), log["table"]["first_dealer"])
        self.rules: Rules = log["rules"]
        self.place = Place(log["here"], log["evening"])
        self.began = Clock(log["began"][0], log["began"][1])
        self.now = self.sure = self.stand(recorded(log["records"]))
        self._drawn: list[Drawn] = []
        self._answers: Answers = {}
        self._sat: dict[str, Seats] = {}

    def stand(self, records: list[Record]) -> Stand:
        """Where the match stands after these sayings."""
        stands = live(records)
        sheet = replay(self.game, self.table, self.rules, stands.deals, stands.pending)
        return Stand(records, stands, sheet, answers(records, stands.deals, self.table.players))

    def hear(self, said: list[Any]) -> Values | None:
        """The table after what other phones said; None when that does not follow from what is known, or ends it."""
        known, before, heard = self.now.records, self.now.sheet.lines, recorded(said)
        seqs = [record.seq for record in heard]
        if self.now is not self.sure or seqs != list(range(len(known) + 1, len(known) + len(heard) + 1)):
            return None
        given = self.now.answers
        self.now = self.sure = self.stand(known + heard)
        if self.now.sheet.outcome is not None:
            return None
        added = self.now.answers == given and self.now.sheet.lines[: len(before)] == before
        return {"status": 200, "parts": self.parts({}, (), HEARD, len(before) if added else None)}

    def after(self, record: Record) -> Stand:
        """Where the match stands after one more saying."""
        records = self.now.records + [record]
        stands, given = live(records), self.now.answers
        if looks_back(record):
            sheet = replay(self.game, self.table, self.rules, stands.deals, stands.pending)
            given = answers(records, stands.deals, self.table.players)
        else:
            sheet = extend(self.game, self.now.sheet, stands.deals[len(self.now.live.deals) :], stands.pending)
        return Stand(records, stands, sheet, given)

    def show(self, form: Form, rows: bool = False) -> Values | None:
        """The table with what is half made, all rows too if asked for; None when it is over: that is the server's."""
        if self.now.sheet.outcome is not None:
            return None
        return {"status": 200, "parts": self.parts(form, (), HEARD, None) if rows else self.parts(form)}

    def say(self, where: str, uid: str, form: Form) -> Values | None:
        """The table after a saying with what was counted, or with what is wrong; None when only the server can tell."""
        record = self.record(where, uid, form)
        if record is None or self.now is not self.sure or self.now.sheet.outcome is not None:
            return None
        if carried(self.game, self.now.sheet.standing, form, record):  # its address tells what goes on being half made
            return None
        asked = self.questions(form) if where == "say" else {}
        if asked:
            return {"status": 200, "parts": self.parts(asked), "query": "?" + query(kept_of(("",), asked))}
        after = self.after(record)
        found = self.problems(record, after.sheet)
        if unfinished(record.kind, found):
            return None
        if found:
            return {"status": 422, "parts": self.parts(form, found)}
        if after.sheet.outcome is not None:
            return None
        since = None if looks_back(record) else len(self.now.sheet.lines)
        self.now = after
        counts = counted(after.sheet, len(without_answers(after.records)))
        return {"status": 200, "parts": self.parts({}, (), record.kind, since), "counted": counts}

    def questions(self, form: Form) -> Form:
        """The half-made form with which the pad asks what is open before this is recorded; empty when nothing is."""
        kind, entry = saying(self.game, self.now.sheet, form)
        return questions(self.game, self.now.sheet, kind, entry, form)

    def record(self, where: str, uid: str, form: Form) -> Record | None:
        """What a tap says; None when nothing is there to be turned back or forth."""
        sheet = self.now.sheet
        seq = len(self.now.records) + 1
        if where == "say":
            kind, body = saying(self.game, sheet, form)
            body = dealt_by(body, sheet.standing.dealer) if kind == "deal" else body
            return Record(seq, uid, kind, body)
        turn = turn_of(self.now.records)
        step = turn.undo if where == "undo" else turn.redo
        return Record(seq, uid, step.kind, step.body) if step else None

    def problems(self, record: Record, after: Sheet) -> tuple[Problem, ...]:
        """What is wrong with a bid or a deal."""
        if record.kind == "bid":
            return spoken_problems(self.game, self.now.sheet.standing, record.body)
        return after.lines[-1].problems if record.kind == "deal" else ()

    def confirm(self) -> None:
        """The server took the last saying down."""
        self.sure = self.now

    def revert(self) -> Values:
        """The last record was not taken down: back to the version that the server has."""
        self.now = self.sure
        return {"version": len(self.now.records)}

    def parts(self, form: Form, problems: tuple[Problem, ...] = (), said: str = "", since: int | None = 0) -> Values:
        """Title and trees of the table; rows from `since` on, all when it is None, none when nothing was said."""
        table = self.drawn_table(form, problems)
        drawn = self.drawn(table)
        trees = [
            self.header(table),
            table.whole(len(self.now.records), cuts(drawn), "" if said == HEARD else said),
        ]
        if said:
            rows = [line.row for line in reversed(drawn[since or 0 :])]
            trees.append(node("ol", {"id": "rows", "data-add": None if since is None else "1"}, rows))
            trees.append(table.uncounted)
        trees.append(table.strip())
        return {"title": table.heading, "trees": trees}

    def marks(self) -> Values:
        """What answers change: the strip and all rows."""
        table = self.drawn_table({})
        rows = [line.row for line in reversed(self.drawn(table))]
        return {"title": table.heading, "trees": [table.strip(), node("ol", {"id": "rows"}, rows)]}

    def drawn_table(self, form: Form, problems: tuple[Problem, ...] = ()) -> Table:
        """The table with what is half made."""
        step, given = first(form, "step") or None, self.now.answers
        sat = seated(self.table, self.now.live.deals)
        sheet, turn = self.now.sheet, turn_of(self.now.records)
        return Table(
            self.place, self.game, sheet, self.language, form, problems, step, None, given, sat, self.began, turn
        )

    def header(self, table: Table) -> Node:
        """The header of the page."""
        return node("header", {"class": "bar wrap"}, table.bar())

    def drawn(self, table: Table) -> list[Drawn]:
        """Every line drawn, oldest first; those that stayed as they were are not drawn again."""
        if table.sat != self._sat:  # the names of then are others
            self._drawn, self._sat = [], table.sat
        lines, known = table.sheet.lines, self._drawn
        quiet = table.answers is self._answers
        same, most = 0, min(len(lines), len(known))
        while same < most and known[same].line == lines[same] and (quiet or known[same].given == table.given(same)):
            same += 1
        fresh = [Drawn(lines[n], table.given(n), *table.line(n)) for n in range(same, len(lines))]
        self._drawn, self._answers = known[:same] + fresh, table.answers
        return self._drawn


def recorded(said: list[Any]) -> list[Record]:
    """Sayings as the server tells them."""
    return [Record(seq, uid, kind, body) for kind, body, uid, seq in said]


def counted(sheet: Sheet, sayings: int) -> Values:
    """What a saying came to, for phone and server to compare; no names are in it.

    sayings are counted without answers, of which the phone may not have heard yet.
    """
    game = game_of(sheet.game)
    found = plain_standing(game, sheet)
    last = sheet.lines[-1] if sheet.lines else None
    return {
        "sayings": sayings,
        "lines": len(sheet.lines),
        "points": list(last.points) if last else [],
        "standing": found["standing"],
        "outcome": found["outcome"],
        "pending": sheet.pending,
    }


_kept: dict[str, Any] = {}


def answer(what: str, text: str) -> str:
    """The answer to a question of the page."""
    asked: Values = json.loads(text or "{}")
    if what == "speak":
        asked["ones"] = tuple(asked.get("ones") or (1,))
        _kept["language"] = Language(**asked)
    elif what == "learn":
        _kept["match"] = Match(_kept["language"], asked)
    else:
        return json.dumps(answered(_kept["match"], what, asked))
    return "null"


def answered(match: Match, what: str, asked: Values) -> Values | None:
    """The answer about a match that is known."""
    if what == "show":
        return match.show(asked["form"], asked.get("rows", False))
    if what == "say":
        return match.say(asked["where"], asked["uid"], asked["form"])
    if what == "hear":
        return match.hear(asked["records"])
    if what == "marks":
        return {"parts": match.marks()}
    if what == "revert":
        return match.revert()
    match.confirm()
    return None
