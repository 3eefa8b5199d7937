"""The match that the phone engine holds, and its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import plain_standing
from scoring.deals import revises_log, tables_by_uid, with_dealer, without_confirmations
from scoring.game import complete
from scoring.games import game_of
from scoring.words import Record
from table.amend import WAYS, amending_record
from table.deal import changing_record
from table.form_entry import encode_query, first, pairs_with_prefix
from table.match import ACTS, MatchLog, act_of, follows, record_problems, records_of, snapshot, snapshot_after
from table.match_rules import ruling_record
from table.new_match import Draw, draw
from table.node import node
from table.result import ResultPage
from table.screen import Place, Table, drawn_lines, sheet_part, table_frame
from table.sheet import cuts
from table.status import Clock
from table.taps import HIDDEN_NAMES, carried_pairs, is_incomplete, open_questions, parse_record
from table.undo import turn_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Problem, Rules, Sheet, Values
    from scoring.words import Table as Seats
    from table.form_entry import Form
    from table.language import Language
    from table.match import Snapshot
    from table.node import Content, Node
    from table.screen import DrawnLine


def end_parts(table: Table, lines: list[DrawnLine], rules: Rules, ended: int | None, recorded: str) -> Values:
    """Title and trees of a match that is over. rules: those it began with; ended: when, in milliseconds since 1970.

    recorded: the kind of the record just made.
    """
    result = ResultPage(table, rules, ended)
    main = node("main", {"class": "wrap stack"}, result.main(cuts(lines), rows_of(lines), recorded))
    return {"title": result.heading, "trees": [node("header", {"class": "bar wrap"}, result.header()), main]}


def table_parts(table: Table, lines: list[DrawnLine], version: int, recorded: str) -> Values:
    """Title and trees of a match that goes on, at a version of its log."""
    sheet = sheet_part(table.language, table.heads, table.uncounted, rows_of(lines))
    part = table.table_part(version, cuts(lines), recorded)
    main = node("main", {"class": "wrap at-table"}, table_frame(table.language, table.dispute_strip(), part, sheet))
    return {"title": table.heading, "trees": [node("header", {"class": "bar wrap"}, table.header()), main]}


def rows_of(lines: list[DrawnLine]) -> list[Content]:
    """The rows of the sheet, newest first."""
    return [line.row for line in reversed(lines)]


def match_page(table: Table, drawn: list[DrawnLine], version: int, may_score: bool) -> Values:
    """Title and trees of the page of a match that goes on, whose lines are drawn, and the version that it shows."""
    if may_score:
        page = table_parts(table, drawn, version, "")
        page["version"] = version
        return page
    standing = [table.totals_board(False), node("div", {"class": "play"}, table.status_line(False))]
    sheet = sheet_part(table.language, table.heads, table.uncounted, rows_of(drawn))
    bar = node("header", {"class": "bar wrap"}, table.header())
    main = node("main", {"class": "wrap stack"}, standing, sheet)
    return {"title": table.heading, "trees": [bar, main], "version": version}


SILENT = "silent"  # rows come along, and nothing announces what was recorded last


class PhoneMatch:
    """A match on this phone: confirmed is what the server has, tail a state for each record that it has not."""

    def __init__(self, language: Language, log: Values) -> None:
        self.language = language
        self.game: Game = game_of(log["game"])
        self.table: Seats = self.game.table(tuple(log["table"]["players"]), log["table"]["first_dealer"])
        self.rules: Rules = complete(self.game, log["rules"])  # of a match that began on this phone those that differ
        self.people: list[str] = log.get("people", [])  # uids of who sits in each seat at first
        self.circle: list[Any] = log.get("circle", [])  # uid and name of those who could sit down, in turn
        self.place = Place(log["here"], log["evening"])
        self.began = Clock(log["began"][0], log["began"][1])
        self.ended: int | None = int(log["ended"]) if log.get("ended") else None  # ms since 1970
        self.times: list[int] = log.get("times", [])  # of the records, in seconds since it began
        self.shows_end = False  # the page that was drawn last is that of the end
        self.before_record = False, self.ended  # shows_end and ended before what was recorded last
        self.confirmed = snapshot(self.game, self.table, self.rules, records_of(log["records"]))
        self.tail: list[Snapshot] = []
        self._drawn: list[DrawnLine] = []
        self._seating: dict[str, Seats] = {}

    @property
    def current(self) -> Snapshot:
        """The state that is shown."""
        return self.tail[-1] if self.tail else self.confirmed

    def load_tail(self, records: list[Any]) -> Values:
        """Put records that the server does not have ([kind, body, uid]) on top; the first that does not fit ends it."""
        for kind, body, uid in records:
            before = self.current
            record = Record(len(before.records) + 1, uid, kind, body)
            after = self.after(record)
            if not follows(self.game, before, record, after):
                break
            self.tail.append(after)
        return {"added": len(self.tail)}

    def apply_updates(self, updates: list[Any]) -> Values | None:
        """The table after records of other phones; None when they do not follow the known ones, or end the match."""
        known, before, added = self.current.records, self.current.sheet.lines, records_of(updates)
        seqs = [record.seq for record in added]
        if self.tail or seqs != list(range(len(known) + 1, len(known) + len(added) + 1)):
            return None
        before_confirmations = self.current.confirmations
        self.confirmed = snapshot(self.game, self.table, self.rules, known + added)
        if self.current.sheet.outcome is not None:
            return None
        only_new = (
            self.current.confirmations == before_confirmations and self.current.sheet.lines[: len(before)] == before
        )
        return {"status": 200, "parts": self.parts({}, (), SILENT, len(before) if only_new else None)}

    def after(self, record: Record) -> Snapshot:
        """The state of the match after one more record."""
        return snapshot_after(self.game, self.table, self.rules, self.current, record)

    def draw(self, form: Form, rows: bool = False) -> Values | None:
        """The table with a draft, with all rows if requested; the end of a match that is over."""
        return {"status": 200, "parts": self.parts(form, (), SILENT, None) if rows else self.parts(form)}

    def record(
        self, where: str, uid: str, form: Form, now: int | None = None, chance: list[int] | None = None
    ) -> Values | None:
        """The table after a record and its count, or with its problems; None when only the server can tell.

        now: milliseconds since 1970; chance: two large random numbers for each seat, where cards are drawn.
        """
        self.before_record = self.shows_end, self.ended
        if where == "cut":
            return self.draft(self.with_cards(form, chance or []))
        record = self.record_of(where, uid, form, now)
        over = self.current.sheet.outcome is not None
        if record is None or (over and where == "say"):
            return None
        open_form = self.questions(form) if where == "say" else {}
        if open_form:
            return self.draft(open_form)
        after = self.after(record)
        found = record_problems(self.game, self.current, record, after)
        if is_incomplete(record.kind, found):
            return self.draft(form)
        if found:
            return {"status": 422, "parts": self.parts(form, found)}
        rest = [] if after.sheet.outcome else carried_pairs(self.game, self.current.sheet.standing, form, record)
        since = None if revises_log(record) else len(self.current.sheet.lines)
        self.shows_end, self.ended = over, now
        self.tail.append(after)
        answer: Values = {"status": 200, "counted": counted(after.sheet, len(without_confirmations(after.records)))}
        answer["record"] = [record.kind, record.body]
        answer.update(self.draw_draft(rest) if rest else {"parts": self.parts({}, (), record.kind, since)})
        return answer

    def with_cards(self, form: Form, chance: list[int]) -> Form:
        """The form with a card for every seat, drawn for what it asks."""
        drawn: Form = {}
        drawn.update(form)
        how = Draw(self.game.pack, self.game.lowest_deals, self.game.dealer_after)
        drawn["cut." + first(form, "cut")] = draw(how, len(self.table.players), chance)
        return drawn

    def draft(self, form: Form) -> Values:
        """The table with a draft that asks for more before it is recorded, and its query."""
        kept: Form = {name: form[name] for name in form if name not in HIDDEN_NAMES}
        return {"status": 200, "parts": self.parts(kept), "query": "?" + encode_query(pairs_with_prefix(("",), kept))}

    def draw_draft(self, pairs: list[tuple[str, str]]) -> Values:
        """The table, with all rows, with a draft that goes on behind a record, and its query."""
        form: Form = {}
        for name, text in pairs:
            form[name] = form.get(name, []) + [text]
        return {"parts": self.parts(form, (), SILENT, None), "query": "?" + encode_query(pairs)}

    def questions(self, form: Form) -> Form:
        """The draft with which the pad asks open questions before this is recorded; empty when there are none."""
        kind, entry = parse_record(self.game, self.current.sheet, form)
        return open_questions(self.game, self.current.sheet, kind, entry, form)

    def record_of(self, where: str, uid: str, form: Form, now: int | None) -> Record | None:
        """The record of a tap; None when there is nothing to undo or redo, or that cannot be recorded."""
        sheet = self.current.sheet
        seq = len(self.current.records) + 1
        if where == "say":
            kind, body = parse_record(self.game, sheet, form)
            body = with_dealer(body, sheet.standing.dealer) if kind == "deal" else body
            return Record(seq, uid, kind, body)
        if where.startswith("deal/"):
            _, of, way = where.split("/")
            log = self.log()
            return amending_record(log, of, way, uid, form) if way in WAYS else changing_record(log, of, way, uid)
        if where == "rulings":
            return ruling_record(self.language, self.log(), self.circle, form, uid, self.began)
        if where in ACTS:
            act = act_of(where, self.game, sheet, self.began, now)
            return Record(seq, uid, act[0], act[1]) if act else None
        turn = turn_of(self.current.records)
        step = turn.undo if where == "undo" else turn.redo
        return Record(seq, uid, step.kind, step.body) if step else None

    def log(self) -> MatchLog:
        """The log as it stands."""
        current = self.current
        return MatchLog(self.game, self.table, self.rules, current.records, current.live, current.sheet)

    def confirm(self, many: int) -> None:
        """The server has the first so many records of the tail, as they stand here."""
        if many and self.tail:
            self.confirmed = self.tail[:many][-1]
            self.tail = self.tail[many:]

    def revert(self, keep: int, unseen: bool = False) -> None:
        """Forget what is behind the first so many records of the tail; unseen: the last was only drawn ahead."""
        self.tail = self.tail[:keep]
        if unseen:
            self.shows_end, self.ended = self.before_record

    def parts(self, form: Form, problems: tuple[Problem, ...] = (), kind: str = "", since: int | None = 0) -> Values:
        """Title and trees of the table; rows from `since` on, all when it is None, none without a kind of record."""
        table = self.drawn_table(form, problems)
        drawn = self.drawn(table)
        if table.step == "over" or (self.shows_end and kind):
            return self.other_page(table, drawn, "" if kind == SILENT else kind)
        trees = [
            self.header(table),
            table.table_part(len(self.current.records), cuts(drawn), "" if kind == SILENT else kind),
        ]
        if kind:
            rows = [line.row for line in reversed(drawn[since or 0 :])]
            trees.append(node("ol", {"id": "rows", "data-add": None if since is None else "1"}, rows))
            trees.append(table.uncounted)
        trees.append(table.dispute_strip())
        return {"title": table.heading, "trees": trees}

    def other_page(self, table: Table, drawn: list[DrawnLine], recorded: str) -> Values:
        """Title and trees of a whole page: of the end of a match, or of the table where the end is shown."""
        self.shows_end = table.step == "over"
        if self.shows_end:
            return end_parts(table, drawn, self.rules, self.ended, recorded)
        return table_parts(table, drawn, len(self.current.records), recorded)

    def draw_confirmations(self) -> Values:
        """What confirmations change: the strip and all rows."""
        table = self.drawn_table({})
        rows = [line.row for line in reversed(self.drawn(table))]
        return {"title": table.heading, "trees": [table.dispute_strip(), node("ol", {"id": "rows"}, rows)]}

    def drawn_table(self, form: Form, problems: tuple[Problem, ...] = ()) -> Table:
        """The table with a draft."""
        step, confirmations = first(form, "step") or None, self.current.confirmations
        seating = tables_by_uid(self.table, self.current.live.deals)
        sheet, turn = self.current.sheet, turn_of(self.current.records)
        return Table(
            self.place,
            self.game,
            sheet,
            self.language,
            form,
            problems,
            step,
            None,
            confirmations,
            seating,
            self.began,
            turn,
        )

    def header(self, table: Table) -> Node:
        """The header of the page."""
        return node("header", {"class": "bar wrap"}, table.header())

    def drawn(self, table: Table) -> list[DrawnLine]:
        """Every line drawn, oldest first; those that stayed as they were are not drawn again."""
        if table.seating != self._seating:  # the names of then are others
            self._drawn, self._seating = [], table.seating
        self._drawn = drawn_lines(table, self._drawn)
        return self._drawn


def counted(sheet: Sheet, records: int) -> Values:
    """The result of a record, which phone and server compare; it contains no names.

    records: the number of records without confirmations, some of which the phone may not have yet.
    """
    game = game_of(sheet.game)
    found = plain_standing(game, sheet)
    last = sheet.lines[-1] if sheet.lines else None
    return {
        "records": records,
        "lines": len(sheet.lines),
        "points": list(last.points) if last else [],
        "standing": found["standing"],
        "outcome": found["outcome"],
        "pending": sheet.pending,
    }
