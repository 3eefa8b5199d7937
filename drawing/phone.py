"""The table on the phone: a match's log kept in the worker, what is half made drawn from it, a saying counted at once.

answer() is all that the worker calls: the name of a question and its text (JSON) in, the answer as JSON out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from drawing.entries import first
from drawing.language import Language
from drawing.rows import newest
from drawing.sayings import saying, unfinished
from drawing.table import Place, Table
from drawing.tree import node
from scoring.games import games
from scoring.sheet import LOOK_BACK, extend, live, plain_standing, replay, spoken_problems
from scoring.words import Live, Record

if TYPE_CHECKING:
    from typing import Any

    from drawing.entries import Form
    from drawing.tree import Node
    from scoring.game import Game
    from scoring.words import Problem, Rules, Sheet, Values
    from scoring.words import Table as Seats

Stand = NamedTuple("Stand", [("records", "list[Record]"), ("live", "Live"), ("sheet", "Sheet")])
"""What was said so far, and what it comes to."""

Drawn = NamedTuple("Drawn", [("line", "Any"), ("row", "Node"), ("cut", "Node"), ("width", "int")])
"""A line of the sheet with its row, its cut on the stick and the width of that in px."""


class Match:
    """A match as this phone knows it: what the server has taken down, and at most one saying more."""

    def __init__(self, language: Language, log: Values) -> None:
        self.language = language
        self.game: Game = games()[log["game"]]
        self.table: Seats = self.game.table(tuple(log["table"]["players"]), log["table"]["first_dealer"])
        self.rules: Rules = log["rules"]
        self.place = Place(log["here"], log["evening"])
        records = [Record(seq, uid, kind, body) for kind, body, uid, seq in log["records"]]
        stands = live(records)
        sheet = replay(self.game, self.table, self.rules, stands.deals, stands.pending)
        self.now = self.sure = Stand(records, stands, sheet)
        self._drawn: list[Drawn] = []

    def after(self, record: Record) -> Stand:
        """Where the match stands after one more saying."""
        records = self.now.records + [record]
        stands = live(records)
        if record.kind in LOOK_BACK:
            sheet = replay(self.game, self.table, self.rules, stands.deals, stands.pending)
        else:
            sheet = extend(self.game, self.now.sheet, stands.deals[len(self.now.live.deals) :], stands.pending)
        return Stand(records, stands, sheet)

    def show(self, form: Form) -> Values | None:
        """The table with what is half made; None when the match is over, whose page is the server's."""
        if self.now.sheet.outcome is not None:
            return None
        return {"status": 200, "parts": self.parts(form)}

    def say(self, where: str, uid: str, form: Form) -> Values | None:
        """The table after a saying with what was counted, or with what is wrong; None when only the server can tell."""
        record = self.record(where, uid, form)
        if record is None or self.now is not self.sure or self.now.sheet.outcome is not None:
            return None
        after = self.after(record)
        found = self.problems(record, after.sheet)
        if unfinished(record.kind, found):
            return None
        if found:
            return {"status": 422, "parts": self.parts(form, found)}
        if after.sheet.outcome is not None:
            return None
        since = None if record.kind in LOOK_BACK else len(self.now.sheet.lines)
        self.now = after
        counts = counted(after.sheet, len(after.records))
        return {"status": 200, "parts": self.parts({}, (), record.kind, since), "counted": counts}

    def record(self, where: str, uid: str, form: Form) -> Record | None:
        """What a tap says; None when nothing is there to be turned back or forth."""
        stands, sheet = self.now.live, self.now.sheet
        seq = len(self.now.records) + 1
        if where == "say":
            kind, body = saying(self.game, sheet, form)
            return Record(seq, uid, kind, body)
        of = stands.undo if where == "undo" else stands.redo
        return Record(seq, uid, "strike" if where == "undo" else "restore", {"of": of}) if of else None

    def problems(self, record: Record, after: Sheet) -> tuple[Problem, ...]:
        """What is wrong with a bid or a deal."""
        if record.kind == "bid":
            return spoken_problems(self.game, self.now.sheet.standing, record.body)
        return after.lines[-1].problems if record.kind == "deal" else ()

    def confirm(self) -> None:
        """The server took the last saying down."""
        self.sure = self.now

    def revert(self) -> None:
        """The last saying was not taken down."""
        self.now = self.sure

    def parts(self, form: Form, problems: tuple[Problem, ...] = (), said: str = "", since: int | None = 0) -> Values:
        """Title and trees of the table; rows from `since` on, all when it is None, none when nothing was said."""
        table = Table(self.place, self.game, self.now.sheet, self.language, form, problems, first(form, "step") or None)
        drawn = self.drawn(table)
        undo, redo = bool(self.now.live.undo), bool(self.now.live.redo)
        trees = [
            node("header", {"class": "bar wrap"}, table.bar(undo, redo)),
            table.whole(len(self.now.records), newest(drawn), said),
            table.tools(),
        ]
        if said:
            rows = [line.row for line in reversed(drawn[since or 0 :])]
            trees.append(node("ol", {"id": "rows", "data-add": None if since is None else "1"}, rows))
        return {"title": table.heading, "trees": trees}

    def drawn(self, table: Table) -> list[Drawn]:
        """Every line drawn, oldest first; those that stayed as they were are not drawn again."""
        lines = table.sheet.lines
        same = 0
        while same < len(lines) and same < len(self._drawn) and self._drawn[same].line == lines[same]:
            same += 1
        fresh = [Drawn(lines[number], *table.line(number)) for number in range(same, len(lines))]
        self._drawn = self._drawn[:same] + fresh
        return self._drawn


def counted(sheet: Sheet, version: int) -> Values:
    """What a saying came to, for phone and server to compare; no names are in it."""
    game = games()[sheet.game]
    found = plain_standing(game, sheet)
    last = sheet.lines[-1] if sheet.lines else None
    return {
        "version": version,
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
        return match.show(asked["form"])
    if what == "say":
        return match.say(asked["where"], asked["uid"], asked["form"])
    if what == "confirm":
        match.confirm()
    else:
        match.revert()
    return None
