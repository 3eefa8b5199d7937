"""The first row of the pad: in words what Undo takes back and Redo puts back, tap by tap and then through the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_entry import choice, first, kept_of, query
from drawing.icons import icon
from drawing.locale import sentence
from drawing.messages import SUITS, card_word
from drawing.node import SEAL, classes, node, text_of
from drawing.pads.registry import pad_of
from drawing.sheet_rows import in_short
from drawing.status_line import in_ring, marks_of
from drawing.taps import AGAIN, DONE, RECORD, made_again, read, start_of, taken_back, taps_of, waiting, written
from drawing.widgets.parts import hidden
from scoring.board import told_line
from scoring.confirmations import without_answers
from scoring.deals import RESULT, live
from scoring.pad import known

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.node import Node, Piece
    from drawing.table_page import Table
    from drawing.taps import Tap
    from scoring.words import Entry, Field, Record, Values

Step = NamedTuple("Step", [("kind", "str"), ("body", "Values"), ("record", "Record"), ("before", "Entry | None")])
"""One step through the log: kind (strike or restore) and body of the record that makes it, and of which record it is.

before: the bid that stood when that was recorded.
"""

Turn = NamedTuple("Turn", [("undo", "Step | None"), ("redo", "Step | None"), ("last", "str")])
"""What Undo and Redo would record next; last: what was recorded last was `said`, `undone`, `redone`, or nothing."""

NO_TURN = Turn(None, None, "")


def turn_of(records: list[Record]) -> Turn:
    """What was done last in a log and what takes it back, however it was done.

    A strike that takes back what was done last is an Undo. Any other one is something done, which restoring takes back.
    """
    done: list[tuple[str, str]] = []
    undone: list[tuple[str, str]] = []
    last = ""
    for record in without_answers(records):
        of = record.uid if record.kind not in ("strike", "restore") else record.body["of"]
        backs = [(kind, of) for kind in (("strike",) if record.kind == "restore" else ("said", "restore"))]
        forths = [(record.kind, of), ("said", of)] if record.kind == "restore" else [(record.kind, of)]
        if of != record.uid and done and done[-1] in backs:
            undone.append(done.pop())
            last = "undone"
        elif of != record.uid and undone and undone[-1] in forths:
            done.append(undone.pop())
            last = "redone"
        else:
            done.append(("said" if of == record.uid else record.kind, of))
            undone, last = [], "said"
    known_by = {record.uid: record for record in records}
    undo = step_of(records, known_by, done, ("strike", "restore")) if done else None
    return Turn(undo, step_of(records, known_by, undone, ("restore", "strike")) if undone else None, last)


def step_of(
    records: list[Record], known_by: dict[str, Record], acts: list[tuple[str, str]], kinds: tuple[str, str]
) -> Step:
    """The step about the last of these acts; kinds: for what was recorded or restored, and for what was struck."""
    what, of = acts[-1]
    record = known_by[of]
    before = live([one for one in records if one.seq < record.seq]).pending if record.kind == "bid" else None
    kind = kinds[1] if what == "strike" else kinds[0]
    body: Values = {"of": of}
    if kind == "strike" and what != "said":  # a deal that was removed on its page stays on the sheet, crossed out
        body["crossed"] = True
    return Step(kind, body, record, before)


def without_stale(taps: list[Tap], turn: Turn) -> list[Tap]:
    """The taps without the places of records at their end that Undo would not take back now."""
    found = list(taps)
    while found and found[-1].name == RECORD:
        if turn.undo and turn.undo.kind == "strike" and turn.undo.record.uid == found[-1].text:
            break
        found.pop()
    return found


def without_lost(again: list[Tap], turn: Turn) -> list[Tap]:
    """The taps that were taken back; none when the record among them that comes first is not the one to be put back."""
    lost = again and again[-1].name == RECORD and not (turn.redo and turn.redo.record.uid == again[-1].text)
    return [] if lost else again


class Undo:
    """The row over a table's pad."""

    def __init__(self, table: Table, turn: Turn, form: Form, base: Form) -> None:
        self.table, self.turn, self.base = table, turn, base
        self.language, self.speaker = table.language, table.speaker
        self.again = without_lost(read(first(form, AGAIN)), turn)
        self.form: Form = {}
        self.form.update(form)
        self.form[AGAIN] = [written(self.again)]
        self.made = without_stale(taps_of(form, base), turn)
        recorded = bool(self.made) and self.made[-1].name == RECORD  # after the last tap
        self.taps = [] if recorded else self.made
        self.ways = {"undo": self.taps, "redo": self.again}
        if self.again and self.again[-1].name == RECORD:
            self.ways["redo"] = []

    def row(self, said: bool) -> Node:
        """Undo in words and Redo. said: something was just recorded, which the row tells first."""
        if said and not self.taps and not self.again and (self.turn.undo or self.turn.redo):
            return self._toast()
        what = self._undoes()
        label: Piece = self.language.gettext("Undo")
        words = sentence(self.language.gettext("Undo: {what}"), {"what": what}) if what else label
        undo = node("button", self._said("undo", words, not what), icon("undo"), node("b", {}, words))
        return node("div", {"class": "again"}, self._form("undo", undo), self._redo())

    def _toast(self) -> Node:
        """What was recorded last, with the way back; what was taken back, with the way on."""
        language, undone = self.language, self.turn.last == "undone"
        step = self.turn.redo if undone else self.turn.undo
        what = self._step_words(step) if step else []
        shown = what
        if self.turn.last in ("undone", "redone"):
            told = language.gettext("Taken back: {what}") if undone else language.gettext("Back again: {what}")
            shown = sentence(told, {"what": what})
        label = language.gettext("Redo") if undone else language.gettext("Undo")
        named = language.gettext("Redo: {what}") if undone else language.gettext("Undo: {what}")
        way = "redo" if undone else "undo"
        button = node("button", self._said(way, sentence(named, {"what": what}), False), label)
        words = node("span", {"role": "status"}, shown)
        other = self._plain_undo() if undone else self._redo() if self.turn.redo else None
        return node(
            "div",
            {"class": "again toast"},
            [other if undone else None, words, self._form(way, button)],
            None if undone else other,
        )

    def _plain_undo(self) -> Node | None:
        """Undo as a sign alone, beside what was just taken back."""
        what = self._undoes()
        words = sentence(self.language.gettext("Undo: {what}"), {"what": what})
        return self._form("undo", node("button", self._said("undo", words, False), icon("undo"))) if what else None

    def _redo(self) -> Node:
        """Redo, which is named for who cannot see it."""
        what = self._redoes()
        words: Piece = self.language.gettext("Nothing to redo")
        if what:
            words = sentence(self.language.gettext("Redo: {what}"), {"what": what})
        return self._form("redo", node("button", self._said("redo", words, not what), icon("redo")))

    def _said(self, way: str, words: Piece, nothing: bool) -> dict[str, object]:
        """The attributes of a button; one that records is of another class than one that does not."""
        style = classes(way, "" if self.ways[way] else "records")
        return {"class": style, "aria-label": text_of(words, self.language.rtl), "disabled": nothing}

    def _form(self, way: str, button: Node) -> Node:
        """The form of a way: to the address of another half-made entry, or one that records."""
        here = self.table.place.here
        if not self.ways[way]:
            along = [hidden(name, text) for name, text in self._along(way)]
            return node("form", {"method": "post", "action": here + "/" + way}, SEAL, along, button)
        pairs = taken_back(self.form, self.base) if way == "undo" else made_again(self.form, self.base)
        return node("form", {"method": "post", "action": here}, SEAL, hidden("back", query(pairs)), button)

    def _along(self, way: str) -> list[tuple[str, str]]:
        """What stays half made when a bid is taken back or put back, that of the result; what waits for Redo."""
        step = self.turn.undo if way == "undo" else self.turn.redo
        pairs = kept_of(pad_of(self.table.game.key).kept, self.form) if step and step.record.kind == "bid" else []
        done = written(self.made[:-1] if way == "undo" else self.made)
        pairs += [(DONE, done)] if pairs and done else []
        return pairs + waiting(self.form) if self.again else pairs

    def _undoes(self) -> list[Piece]:
        """What Undo takes back; nothing when there is nothing."""
        if self.taps:
            return self._tap_words(self.taps)
        return self._step_words(self.turn.undo) if self.turn.undo else []

    def _redoes(self) -> list[Piece]:
        """What Redo puts back; nothing when there is nothing."""
        if self.ways["redo"]:
            return self._tap_words(self.taps + self.again[-1:])
        return self._step_words(self.turn.redo) if self.turn.redo else []

    def _step_words(self, step: Step) -> list[Piece]:
        """What a step through the log is about."""
        words = self._record_words(step.record, step.before)
        done = "restore" if step is self.turn.undo else "strike"
        if step.kind == done:
            return sentence(self.language.gettext("{what} removed"), {"what": words})
        return words

    def _record_words(self, record: Record, before: Entry | None) -> list[Piece]:
        """A record in short."""
        language, body = self.language, record.body
        if record.kind == "bid":
            return self._bid_words(body, before)
        if record.kind in ("deal", "adjust"):
            return self._line_words(record.uid, record.kind)
        if record.kind == "amend":
            return sentence(language.gettext("the change of {what}"), {"what": self._line_words(body["of"], "deal")})
        if record.kind == "seat" and "dealer" in body:
            return sentence(language.gettext("{name} deals"), {"name": self.speaker.name(body["dealer"])})
        if record.kind == "seat":
            name = node("bdi", {}, body["player"])
            return sentence(language.gettext("{name} sits down"), {"name": name})
        return [self._plain_words(record.kind)]

    def _plain_words(self, kind: str) -> str:
        """The words for records that are told alike whatever they say."""
        if kind == "rules":
            return self.language.gettext("the new house rules")
        if kind == RESULT:
            return self.language.gettext("the result")
        if kind == "close":
            return self.language.gettext("the end of the match")
        return self.language.gettext("going on with the match")

    def _line_words(self, uid: str, kind: str) -> list[Piece]:
        """A line of the sheet in short; one that is struck has none any more."""
        table = self.table
        for line in reversed(table.sheet.lines):
            if line.deal.uid == uid:
                return in_short(table.speaker_then(line), told_line(table.game, line))
        return [self.language.gettext("a deal") if kind == "deal" else self.language.gettext("a ruling")]

    def _bid_words(self, body: Entry, before: Entry | None) -> list[Piece]:
        """What of a bid is new: a suit alone, or who said what."""
        table = self.table
        old = before or {}
        changed = [key for key in sorted(set(body) | set(old)) if body.get(key) != old.get(key)]
        beside = pad_of(table.game.key).loose + ("trump",)
        if changed and all(key in beside for key in changed):
            return self._named_words(changed[0], body)
        bid = known(table.game, table.standing, body) or {}
        spoken = table.game.spoken(table.standing, bid) if bid else None
        values = spoken.values if spoken else {}
        seat, big = values.get("seat"), values.get("big")
        if big in SUITS and "trump" in body:
            suit = self._text_words("trump", big)
            return suit if seat is None or "maker" not in changed else self._whose(seat, suit)
        if seat is not None and big is not None:
            return self._whose(seat, marks_of(self.speaker, values) or in_ring(self.speaker, big))
        return (
            self.speaker.say({"code": spoken.code, "values": values}) if spoken else [self.language.gettext("the bid")]
        )

    def _named_words(self, key: str, body: Entry) -> list[Piece]:
        """What was named beside the bid, or that it is named no more."""
        if key in body:
            return self._text_words(key, str(body[key]))
        return self._text_words(key, "") + [" –"]

    def _whose(self, seat: int, what: Piece) -> list[Piece]:
        return sentence(self.language.gettext("{name}’s {what}"), {"name": self.speaker.name(seat), "what": what})

    def _tap_words(self, taps: list[Tap]) -> list[Piece]:
        """The last of these taps in words."""
        name, text = taps[-1].name, taps[-1].text
        language = self.language
        key, _, rest = name.partition(".")
        seat = int(rest) if rest in [str(one) for one in range(len(self.speaker.players))] else None
        if name == "calls":
            return self._call_words([tap.text for tap in taps if tap.name == "calls"])
        if name == "won":
            number = len([tap for tap in taps if tap.name == "won"])
            values = {"n": language.number(number), "name": self._seat_name(text)}
            return sentence(language.gettext("trick {n} to {name}"), values)
        if key == "cut":
            return [language.gettext("the cards drawn")]
        if seat is not None and text == "-":
            return sentence(language.gettext("{name} takes no part"), {"name": self.speaker.name(seat)})
        if seat is not None and text:
            return self._whose(seat, card_word(language, text))
        return self._text_words(key, text)

    def _seat_name(self, text: str) -> Piece:
        seats = [seat for seat in range(len(self.speaker.players)) if str(seat) == text]
        return self.speaker.name(seats[0]) if seats else text

    def _call_words(self, said: list[str]) -> list[Piece]:
        """A call of the auction and whose it was. said: the calls that were tapped, this one at the end."""
        table, field = self.table, self._field("calls")
        if field is None:
            return [said[-1]]
        words = self._choice_words(field, said[-1])
        calls = start_of(self.form, self.base).get("calls", []) + said
        entry = known(table.game, table.standing, {"calls": [choice(field, text) for text in calls]})
        found = table.game.auction(table.standing, (entry or {}).get("calls") or [])
        if not found or len(found["seats"]) < len(calls):
            return words
        return self._whose(found["seats"][len(calls) - 1], words)

    def _field(self, key: str) -> Field | None:
        fields = [field for field in self.table.game.fields(self.table.standing) if field.key == key]
        return fields[0] if fields else None

    def _text_words(self, key: str, text: str) -> list[Piece]:
        """What was chosen in a field of the deal, or the name of the field where that says nothing."""
        field = self._field(key)
        short = pad_of(self.table.game.key).in_short
        label = short.get(key + "=" + text) or short.get(key)
        if label:
            words = self.language.gettext(label)
            if field is None or field.kind != "seat" or not text:
                return [words]
            return sentence(self.language.gettext("{name}’s {what}"), {"name": self._seat_name(text), "what": words})
        if field is None:
            return [self.language.gettext("the last tap")]
        if field.kind in ("seat", "seats") and text:
            return [self._seat_name(text)]
        if field.kind == "pick" and text:
            return self._choice_words(field, text)
        if field.kind in ("count", "points") and text:
            return [self.language.in_digits(text)]
        return [self.language.gettext(field.label)]

    def _choice_words(self, field: Field, text: str) -> list[Piece]:
        """A choice by its sign or its label."""
        for known_one in field.choices:
            if str(known_one.value) == text:
                label = self.language.in_digits(self.language.gettext(known_one.label or text))
                return [SUITS[text], " ", label] if text in SUITS else [label]
        return [text]
