"""Undo and Redo: what was done last, what takes it back or makes it again, and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.board import board_line, valid_part
from scoring.deals import RESULT, STRIKE_KINDS, log_state, without_confirmations
from table.form_entry import encode_query, first, pairs_with_prefix, parse_choice
from table.icons import icon
from table.language import SUITS, card_word, fill_in
from table.node import HIDDEN_FIELDS, classes, node, text_of
from table.pads.parts import hidden
from table.pads.registry import pad_of
from table.sheet import short_line
from table.status import marks_text, ring_text
from table.taps import (
    AGAIN,
    DONE,
    RECORD,
    encode_taps,
    parse_taps,
    redo_pairs,
    start_of,
    taps_of,
    with_redone_tap,
    without_last_tap,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Record, Sheet, Values
    from table.form_entry import Form
    from table.language import MessageFormatter
    from table.node import Content, Node
    from table.taps import Tap

Step = NamedTuple("Step", [("kind", "str"), ("body", "Values"), ("record", "Record"), ("before", "Entry | None")])
"""One step through the log: kind (strike or restore) and body of the record to make, and the record that it is about.

before: the bid that was pending when that record was made.
"""

Turn = NamedTuple("Turn", [("undo", "Step | None"), ("redo", "Step | None"), ("last", "str")])
"""What Undo and Redo would record next; last: what was recorded last was `recorded`, `undone`, `redone`, or nothing."""

NO_TURN = Turn(None, None, "")


def turn_of(records: list[Record]) -> Turn:
    """What Undo and Redo would record after these records.

    A strike of what was done last is an Undo. Any other strike is an act of its own, which restoring undoes.
    """
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    last = ""
    for record in without_confirmations(records):
        of = record.uid if record.kind not in STRIKE_KINDS else record.body["of"]
        backs = [(kind, of) for kind in (("strike",) if record.kind == "restore" else ("recorded", "restore"))]
        forths = [(record.kind, of), ("recorded", of)] if record.kind == "restore" else [(record.kind, of)]
        if of != record.uid and done and done[-1] in backs:
            undone.append(done.pop())
            last = "undone"
        elif of != record.uid and undone and undone[-1] in forths:
            done.append(undone.pop())
            last = "redone"
        else:
            done.append(("recorded" if of == record.uid else record.kind, of))
            undone, last = [], "recorded"
    known_by = {record.uid: record for record in records}
    undo = step_of(records, known_by, done, STRIKE_KINDS) if done else None
    return Turn(undo, step_of(records, known_by, undone, ("restore", "strike")) if undone else None, last)


def step_of(
    records: list[Record], known_by: dict[str, Record], acts: list[tuple[str, str]], kinds: tuple[str, str]
) -> Step:
    """The step about the last of these acts. kinds: the step's kind after a record or restore, and after a strike."""
    what, of = acts[-1]
    record = known_by[of]
    before = log_state([one for one in records if one.seq < record.seq]).pending if record.kind == "bid" else None
    kind = kinds[1] if what == "strike" else kinds[0]
    body: Values = {"of": of}
    if kind == "strike" and what != "recorded":  # a deal that was removed on its page stays on the sheet, crossed out
        body["crossed"] = True
    return Step(kind, body, record, before)


def without_stale(taps: list[Tap], turn: Turn) -> list[Tap]:
    """The taps without records at their end that Undo would not strike now."""
    found = list(taps)
    while found and found[-1].name == RECORD:
        if turn.undo and turn.undo.kind == "strike" and turn.undo.record.uid == found[-1].text:
            break
        found.pop()
    return found


def without_lost(again: list[Tap], turn: Turn) -> list[Tap]:
    """The undone taps; none when the first of them is a record that Redo would not restore now."""
    lost = again and again[-1].name == RECORD and not (turn.redo and turn.redo.record.uid == again[-1].text)
    return [] if lost else again


class Undo:
    """The row over a table's pad."""

    def __init__(self, here: str, words: UndoWords, turn: Turn, form: Form, base: Form) -> None:
        self.here, self.words, self.turn, self.base = here, words, turn, base
        self.language = words.language
        self.again = without_lost(parse_taps(first(form, AGAIN)), turn)
        self.form: Form = {}
        self.form.update(form)
        self.form[AGAIN] = [encode_taps(self.again)]
        self.made = without_stale(taps_of(form, base), turn)
        recorded = bool(self.made) and self.made[-1].name == RECORD  # after the last tap
        self.taps = [] if recorded else self.made
        self.ways = {"undo": self.taps, "redo": self.again}
        if self.again and self.again[-1].name == RECORD:
            self.ways["redo"] = []

    def row(self, recorded: bool) -> Node:
        """Undo with its text, and Redo. recorded: a record was just made, which the row announces first."""
        if recorded and not self.taps and not self.again and (self.turn.undo or self.turn.redo):
            return self._toast()
        what = self._undoes()
        label: Content = self.language.gettext("Undo")
        words = fill_in(self.language.gettext("Undo: {what}"), {"what": what}) if what else label
        undo = node("button", self._attributes("undo", words, not what), icon("undo"), node("b", {}, words))
        return node("div", {"class": "again"}, self._form("undo", undo), self._redo())

    def _toast(self) -> Node:
        """The announcement of what was recorded last, with Undo, or of what was undone, with Redo."""
        language, undone = self.language, self.turn.last == "undone"
        step = self.turn.redo if undone else self.turn.undo
        what = self._step_words(step) if step else []
        text = what
        if self.turn.last in ("undone", "redone"):
            wording = language.gettext("Taken back: {what}") if undone else language.gettext("Back again: {what}")
            text = fill_in(wording, {"what": what})
        label = language.gettext("Redo") if undone else language.gettext("Undo")
        named = language.gettext("Redo: {what}") if undone else language.gettext("Undo: {what}")
        way = "redo" if undone else "undo"
        button = node("button", self._attributes(way, fill_in(named, {"what": what}), False), label)
        words = node("span", {"role": "status"}, text)
        other = self._plain_undo() if undone else self._redo() if self.turn.redo else None
        return node(
            "div",
            {"class": "again toast"},
            [other if undone else None, words, self._form(way, button)],
            None if undone else other,
        )

    def _plain_undo(self) -> Node | None:
        """Undo as an icon alone, beside what was just undone."""
        what = self._undoes()
        words = fill_in(self.language.gettext("Undo: {what}"), {"what": what})
        return (
            self._form("undo", node("button", self._attributes("undo", words, False), icon("undo"))) if what else None
        )

    def _redo(self) -> Node:
        """Redo as an icon, with a label for screen readers."""
        what = self._redoes()
        words: Content = self.language.gettext("Nothing to redo")
        if what:
            words = fill_in(self.language.gettext("Redo: {what}"), {"what": what})
        return self._form("redo", node("button", self._attributes("redo", words, not what), icon("redo")))

    def _attributes(self, way: str, words: Content, nothing: bool) -> dict[str, object]:
        """The attributes of a button; one that makes a record has the class records."""
        style = classes(way, "" if self.ways[way] else "records")
        return {"class": style, "aria-label": text_of(words, self.language.rtl), "disabled": nothing}

    def _form(self, way: str, button: Node) -> Node:
        """The form of Undo or Redo: it leads to another draft, or makes a record."""
        if not self.ways[way]:
            along = [hidden(name, text) for name, text in self._along(way)]
            return node("form", {"method": "post", "action": self.here + "/" + way}, HIDDEN_FIELDS, along, button)
        pairs = without_last_tap(self.form, self.base) if way == "undo" else with_redone_tap(self.form, self.base)
        return node(
            "form", {"method": "post", "action": self.here}, HIDDEN_FIELDS, hidden("back", encode_query(pairs)), button
        )

    def _along(self, way: str) -> list[tuple[str, str]]:
        """The draft of the result that outlasts Undo or Redo of a bid, and what waits for Redo."""
        step = self.turn.undo if way == "undo" else self.turn.redo
        pairs = (
            pairs_with_prefix(pad_of(self.words.game.key).draft_prefixes, self.form)
            if step and step.record.kind == "bid"
            else []
        )
        done = encode_taps(self.made[:-1] if way == "undo" else self.made)
        pairs += [(DONE, done)] if pairs and done else []
        return pairs + redo_pairs(self.form) if self.again else pairs

    def _undoes(self) -> list[Content]:
        """What Undo takes back; nothing when there is nothing."""
        if self.taps:
            return self.words.of_taps(self.taps, self._calls_before())
        return self._step_words(self.turn.undo) if self.turn.undo else []

    def _redoes(self) -> list[Content]:
        """What Redo puts back; nothing when there is nothing."""
        if self.ways["redo"]:
            return self.words.of_taps(self.taps + self.again[-1:], self._calls_before())
        return self._step_words(self.turn.redo) if self.turn.redo else []

    def _step_words(self, step: Step) -> list[Content]:
        """What a step through the log is about."""
        words = self.words.of_record(step.record, step.before)
        done = "restore" if step is self.turn.undo else "strike"
        if step.kind == done:
            return fill_in(self.language.gettext("{what} removed"), {"what": words})
        return words

    def _calls_before(self) -> list[str]:
        """The calls of the auction that stood before the first tap."""
        return start_of(self.form, self.base).get("calls", [])


class UndoWords:
    """The words for a match; formatter_at has the names at the time of a line."""

    def __init__(
        self, game: Game, sheet: Sheet, formatter: MessageFormatter, formatter_at: Callable[[Line], MessageFormatter]
    ) -> None:
        self.game, self.sheet, self.formatter, self.formatter_at = game, sheet, formatter, formatter_at
        self.standing, self.language = sheet.standing, formatter.language

    def of_record(self, record: Record, before: Entry | None) -> list[Content]:
        """A record in short."""
        language, body = self.language, record.body
        if record.kind == "bid":
            return self._bid_words(body, before)
        if record.kind in ("deal", "adjust"):
            return self._line_words(record.uid, record.kind)
        if record.kind == "amend":
            return fill_in(language.gettext("the change of {what}"), {"what": self._line_words(body["of"], "deal")})
        if record.kind == "seat" and "dealer" in body:
            return fill_in(language.gettext("{name} deals"), {"name": self.formatter.name(body["dealer"])})
        if record.kind == "seat":
            name = node("bdi", {}, body["player"])
            return fill_in(language.gettext("{name} sits down"), {"name": name})
        return [self._plain_words(record.kind)]

    def _plain_words(self, kind: str) -> str:
        """The words for records whose body does not matter."""
        if kind == "rules":
            return self.language.gettext("the new house rules")
        if kind == RESULT:
            return self.language.gettext("the result")
        if kind == "close":
            return self.language.gettext("the end of the match")
        return self.language.gettext("going on with the match")

    def _line_words(self, uid: str, kind: str) -> list[Content]:
        """A line of the sheet in short; one that is struck has none any more."""
        for line in reversed(self.sheet.lines):
            if line.deal.uid == uid:
                return short_line(self.formatter_at(line), board_line(self.game, line))
        return [self.language.gettext("a deal") if kind == "deal" else self.language.gettext("a ruling")]

    def _bid_words(self, body: Entry, before: Entry | None) -> list[Content]:
        """The new part of a bid: a suit alone, or the bid with its bidder."""
        old = before or {}
        changed = [key for key in sorted(set(body) | set(old)) if body.get(key) != old.get(key)]
        changeable = pad_of(self.game.key).changeable + ("trump",)
        if changed and all(key in changeable for key in changed):
            return self._named_words(changed[0], body)
        bid = valid_part(self.game, self.standing, body) or {}
        message = self.game.pending_bid(self.standing, bid) if bid else None
        values = message.values if message else {}
        seat, big = values.get("seat"), values.get("big")
        if big in SUITS and "trump" in body:
            suit = self._text_words("trump", big)
            return suit if seat is None or "maker" not in changed else self._whose(seat, suit)
        if seat is not None and big is not None:
            return self._whose(seat, marks_text(self.formatter, values) or ring_text(self.formatter, big))
        return (
            self.formatter.format({"code": message.code, "values": values})
            if message
            else [self.language.gettext("the bid")]
        )

    def _named_words(self, key: str, body: Entry) -> list[Content]:
        """A value named beside the bid, or that it was removed."""
        if key in body:
            return self._text_words(key, str(body[key]))
        return self._text_words(key, "") + [" –"]

    def _whose(self, seat: int, what: Content) -> list[Content]:
        return fill_in(self.language.gettext("{name}’s {what}"), {"name": self.formatter.name(seat), "what": what})

    def of_taps(self, taps: list[Tap], calls_before: list[str]) -> list[Content]:
        """The last of these taps in words; calls_before: the calls of the auction before the first of them."""
        name, text = taps[-1].name, taps[-1].text
        language = self.language
        key, _, rest = name.partition(".")
        seat = int(rest) if rest in [str(one) for one in range(len(self.formatter.players))] else None
        if name == "calls":
            return self._call_words(calls_before, [tap.text for tap in taps if tap.name == "calls"])
        if name == "won":
            number = len([tap for tap in taps if tap.name == "won"])
            values = {"n": language.number(number), "name": self._seat_name(text)}
            return fill_in(language.gettext("trick {n} to {name}"), values)
        if key == "cut":
            return [language.gettext("the cards drawn")]
        if seat is not None and text == "-":
            return fill_in(language.gettext("{name} takes no part"), {"name": self.formatter.name(seat)})
        if seat is not None and text:
            return self._whose(seat, card_word(language, text))
        return self._text_words(key, text)

    def _seat_name(self, text: str) -> Content:
        seats = [seat for seat in range(len(self.formatter.players)) if str(seat) == text]
        return self.formatter.name(seats[0]) if seats else text

    def _call_words(self, before: list[str], tapped: list[str]) -> list[Content]:
        """A call of the auction and whose it was: the last of those tapped, after the calls before."""
        field = self._field("calls")
        if field is None:
            return [tapped[-1]]
        words = self._choice_words(field, tapped[-1])
        calls = before + tapped
        entry = valid_part(self.game, self.standing, {"calls": [parse_choice(field, text) for text in calls]})
        found = self.game.auction(self.standing, (entry or {}).get("calls") or [])
        if not found or len(found["seats"]) < len(calls):
            return words
        return self._whose(found["seats"][len(calls) - 1], words)

    def _field(self, key: str) -> Field | None:
        fields = [field for field in self.game.fields(self.standing) if field.key == key]
        return fields[0] if fields else None

    def _text_words(self, key: str, text: str) -> list[Content]:
        """The choice in a field of the deal, or the label of the field where the choice has none."""
        field = self._field(key)
        short = pad_of(self.game.key).short_labels
        label = short.get(key + "=" + text) or short.get(key)
        if label:
            words = self.language.gettext(label)
            if field is None or field.kind != "seat" or not text:
                return [words]
            return fill_in(self.language.gettext("{name}’s {what}"), {"name": self._seat_name(text), "what": words})
        if field is None:
            return [self.language.gettext("the last tap")]
        if field.kind in ("seat", "seats") and text:
            return [self._seat_name(text)]
        if field.kind == "pick" and text:
            return self._choice_words(field, text)
        if field.kind in ("count", "points") and text:
            return [self.language.in_digits(text)]
        return [self.language.gettext(field.label)]

    def _choice_words(self, field: Field, text: str) -> list[Content]:
        """A choice by its sign or its label."""
        for known_one in field.choices:
            if str(known_one.value) == text:
                label = self.language.in_digits(self.language.gettext(known_one.label or text))
                return [SUITS[text], " ", label] if text in SUITS else [label]
        return [text]
