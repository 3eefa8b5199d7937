"""The pages of rulings and house rules of a match, as the phone draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.rulings import ruling_problems
from scoring.words import Record
from table.amend import NEW, preview_of
from table.form_entry import first
from table.language import MessageFormatter
from table.match import log_after
from table.node import node
from table.rule_periods import RuleChange, periods_section, periods_with_changes, rules_in_deal
from table.rulings import FORMS, RulingPreview, RulingsPage, bar, ruling_of
from table.sheet import rule_value
from table.words import ruling_words

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Problem, Values
    from table.form_entry import Form
    from table.language import Language
    from table.match import MatchLog
    from table.node import Content
    from table.status import Clock

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


def rules_parts(language: Language, here: str, log: MatchLog, number: int | None) -> Values:
    """Title and trees: the rules in the deal of this number, those in force now without one. here: of the table."""
    gettext, game = language.gettext, log.game
    periods = periods_with_changes(language, game, log.rules, log.sheet)
    rules = rules_in_deal(game, log.rules, log.sheet, number)
    rows: list[Content] = [
        node(
            "div",
            {},
            node("dt", {}, gettext(option.label)),
            node("dd", {}, node("b", {}, rule_value(language, option, rules[option.key]))),
        )
        for option in game.relevant_options(rules, len(log.table.players))
    ]
    title = gettext("House rules")
    words = [gettext(game.name), " ", node("small", {}, gettext("the rules"))]
    link = node("a", {"class": "go quiet", "href": "/rules/" + game.key}, words)
    main = [periods_section(language, here, periods), node("dl", {"class": "settled"}, rows), link]
    header = node("header", {"class": "bar wrap"}, bar(language, game, here, gettext("The table"), title))
    return {"title": title, "trees": [header, node("main", {"class": "wrap stack"}, main)]}
