"""Rulings on the phone, from the log of its match: the forms, what one would change, and the record that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_entry import first
from drawing.match_amend import NEW, preview_of
from drawing.match_log import log_after
from drawing.messages import MessageFormatter
from drawing.node import node
from drawing.record_words import ruling_words
from drawing.rule_periods import RuleChange
from drawing.rulings.forms import FORMS, ruling_of
from drawing.rulings.page import RulingPreview, RulingsPage
from scoring.rulings import ruling_problems
from scoring.words import Record

if TYPE_CHECKING:
    from typing import Any

    from drawing.clock import Clock
    from drawing.form_entry import Form
    from drawing.locale import Language
    from drawing.match_log import MatchLog
    from drawing.node import Content
    from scoring.words import Problem, Values

LONGEST = 40  # letters of a name

Tried = NamedTuple("Tried", [("record", "Record"), ("after", "Any"), ("problems", "tuple[Problem, ...]")])
"""A record, and the log with it; where there are problems it cannot be recorded."""


def rulings_parts(language: Language, here: str, log: MatchLog, people: list[Any], form: Form, began: Clock) -> Values:
    """Title and trees of the forms, or of what the one that was sent would change.

    here: the address of the table; people: uid and name of everybody who could sit down; began: when the match began.
    again: in a form of which the changes were seen.
    """
    what = first(form, "what")
    sent = form if what in FORMS else {}
    tried = try_out(language, log, people, sent, NEW, began) if sent and "again" not in form else None
    names = tuple([name for _, name in people if name not in log.sheet.standing.table.players])
    problems = tried.problems if tried else ()
    page = RulingsPage(language, here, log.game, log.sheet, sent, problems, names, None, False)
    if tried is None or problems:
        return parts_of(page)
    return parts_of(RulingPreview(page, words_of(language, log, tried.record), changes(language, log, tried.after)))


def parts_of(page: RulingsPage | RulingPreview) -> Values:
    """Title and trees of a page."""
    trees = [
        node("header", {"class": "bar wrap"}, page.header()),
        node("main", {"class": "wrap stack"}, page.main()),
    ]
    return {"title": page.heading, "trees": trees}


def words_of(language: Language, log: MatchLog, record: Record) -> Content:
    """A ruling in words; house rules that change stand below."""
    if record.kind == "rules":
        return language.gettext("House rules from here on")
    standing = log.sheet.standing
    return ruling_words(MessageFormatter(language, log.game.key, standing.table), record, standing.rules)


def changes(language: Language, log: MatchLog, after: MatchLog) -> list[Content]:
    """What a ruling would change. The help on house rules and their sentences are not on the phone."""
    preview = preview_of(language, log, after)
    preview.rules = [RuleChange(change.label, change.was, change.now, "") for change in preview.rules]
    return preview.parts()


def try_out(language: Language, log: MatchLog, people: list[Any], form: Form, uid: str, began: Clock) -> Tried:
    """The record of a form, with the log after it or its problems."""
    game, sheet = log.game, log.sheet
    kind, body, found = ruling_of(game, sheet, form, lambda name, players: name_fault(language, name, players), began)
    found = found or ruling_problems(game, sheet, kind, body)
    record = Record(len(log.records) + 1, uid, kind, with_person(body, people, uid))
    if found:
        return Tried(record, None, found)
    after = log_after(log, record)
    return Tried(record, after, after.sheet.lines[-1].problems if kind == "rules" else ())


def name_fault(language: Language, name: str, players: tuple[str, ...]) -> str:
    """What is wrong with the name of somebody who sits down beside these players; the server knows more of names."""
    if not name:
        return language.gettext("A name is missing here.")
    if len(name) > LONGEST:
        return language.gettext("This name is too long: it can have {most} characters.", most=LONGEST)
    if name in players:
        return language.gettext("Somebody with this name is already at the table.")
    return ""


def with_person(body: Values, people: list[Any], uid: str) -> Values:
    """The body with the uid of who sits down; a new person has the record's."""
    if "player" not in body:
        return body
    known = [one for one, name in people if name == body["player"]]
    return {"seat": body["seat"], "player": body["player"], "player_uid": (known + [uid])[0]}


def ruling_record(
    language: Language, log: MatchLog, people: list[Any], form: Form, uid: str, began: Clock
) -> Record | None:
    """The record of a form; None for what cannot be recorded."""
    if first(form, "what") not in FORMS:
        return None
    tried = try_out(language, log, people, form, uid, began)
    return None if tried.problems else tried.record
