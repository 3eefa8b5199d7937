"""The taps of a form in their order; from a form of the pad to a record, and what stays in the draft afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import STRIKE_KINDS
from scoring.entry_shape import without_nulls
from table.form_entry import entry_to_form, first, pairs_with_prefix, parse_entry
from table.pads.registry import pad_of

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Entry, Problem, Record, Sheet, Standing
    from table.form_entry import Form

DONE, AGAIN = "done", "again"
VIEWS = ("step", "auction", "tens", "count", "ask")  # what the pad shows, which is no tap
NO_TAPS = VIEWS + (DONE, AGAIN, "also", "cut", "csrf_token", "uid", "after", "behind", "back")
QUEUES = ("calls", "won")  # one after the other, each a tap
SETS = ("buys", "counter", "counted")  # any number of them; a tap puts one in or takes it out
LONGEST = 1000  # characters of taps that an address keeps; of more the order is forgotten

RECORD = "record"  # among the taps: where a bid was recorded after them, by its uid; where a record was taken back
VIEW = "view"  # among those that were taken back, below such a record: name=text of what the pad showed

Tap = NamedTuple("Tap", [("name", "str"), ("text", "str")])
"""A form name with the text that it took on; empty when it was taken out, of a queue what was added to it."""


def has_taps(form: Form) -> bool:
    """Whether a form holds anything that was tapped."""
    return any(name not in NO_TAPS and any(form[name]) for name in form)


def taps_of(form: Form, base: Form) -> list[Tap]:
    """The taps that lead from base (the form before any tap) to this form, in order."""
    now, before = values_by_name(form, base), start_of(form, base)
    taps = [tap for tap in parse_taps(first(form, DONE)) if tap.name not in NO_TAPS]
    state = apply_taps(before, taps)
    for name in sorted(set(now) | set(state)):
        taps = with_difference(taps, name, state.get(name, []), now.get(name, []))
    return taps


def with_difference(taps: list[Tap], name: str, was: list[str], now: list[str]) -> list[Tap]:
    """The taps with those that change the texts of a name from `was` to `now`."""
    if name in QUEUES:
        same = common_prefix(was, now)
        return without_last(taps, name, len(was) - same) + [Tap(name, text) for text in now[same:]]
    if is_set(name):
        return taps + [Tap(name, text) for text in sorted(set(was) ^ set(now))]
    return taps if was == now else taps + [Tap(name, now[0] if now else "")]


def without_last(taps: list[Tap], name: str, many: int) -> list[Tap]:
    """The taps without the last ones under a name."""
    rest: list[Tap] = []
    for tap in reversed(taps):
        if tap.name == name and many > 0:
            many -= 1
        else:
            rest.append(tap)
    return list(reversed(rest))


def common_prefix(one: list[str], other: list[str]) -> int:
    """The length of the common beginning of two queues."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same


def start_of(form: Form, base: Form) -> Form:
    """The values before any tap; of a queue that is being changed, its unchanged beginning."""
    known, now = values_by_name(base, {}), values_by_name(form, {})
    for name in QUEUES:
        if name in known and name in form:
            known[name] = known[name][: common_prefix(known[name], now.get(name, []))]
    return known


def values_by_name(form: Form, base: Form) -> Form:
    """The values of a form on top of base, by name."""
    found: Form = {}
    for whole in (base, form):
        for name in whole:
            texts = tap_texts(name, whole[name])
            if texts and name not in NO_TAPS:
                found[name] = texts
    return found


def tap_texts(name: str, texts: list[str]) -> list[str]:
    """The texts under a name as taps have them."""
    texts = [text for text in texts if text]
    if name == "calls":
        return [call for text in texts[:1] for call in text.split(",")]
    if name.startswith("cut."):
        return [" ".join(texts)] if texts else []
    return texts if name in QUEUES or is_set(name) else texts[:1]


def form_texts(name: str, found: list[str]) -> list[str]:
    """The texts of a name as a form has them, the inverse of tap_texts()."""
    if name == "calls":
        return [",".join(found)] if found else []
    return found[0].split(" ") if name.startswith("cut.") and found else found


def is_set(name: str) -> bool:
    """Whether a name can have any number of texts."""
    return name in SETS or name.startswith("won.")


def apply_taps(state: Form, taps: list[Tap]) -> Form:
    """The values after these taps."""
    found: Form = {name: state[name] for name in state}
    for tap in [tap for tap in taps if tap.name != RECORD]:
        texts = found.get(tap.name, [])
        if tap.name in QUEUES:
            found[tap.name] = texts + [tap.text]
        elif is_set(tap.name):
            rest = [text for text in texts if text != tap.text]
            found[tap.name] = rest if tap.text in texts else texts + [tap.text]
        else:
            found[tap.name] = [tap.text] if tap.text else []
    return found


def without_last_tap(form: Form, base: Form) -> list[tuple[str, str]]:
    """Names and texts of the form after Undo of its last tap, which then waits for Redo."""
    taps = taps_of(form, base)
    while taps and taps[-1].name == RECORD:
        taps.pop()
    return form_pairs(form, base, taps[:-1], parse_taps(first(form, AGAIN)) + taps[-1:])


def with_redone_tap(form: Form, base: Form) -> list[tuple[str, str]]:
    """Names and texts of the form after Redo of the tap that was undone last."""
    again = parse_taps(first(form, AGAIN))
    return form_pairs(form, base, taps_of(form, base) + again[-1:], again[:-1])


def redo_pairs(form: Form) -> list[tuple[str, str]]:
    """Names and texts that wait for Redo beyond a step through the log: undone taps, and what the pad showed."""
    return [(name, first(form, name)) for name in VIEWS + (AGAIN,) if first(form, name)]


def redo_pairs_after(form: Form, of: str) -> list[tuple[str, str]]:
    """What waits for Redo after Undo or Redo of this record; empty when nothing waited before.

    An undone record waits on top of the taps and the views below it; redoing it brings those views back.
    """
    again, step = parse_taps(first(form, AGAIN)), Tap(RECORD, of)
    if not again:
        return []
    if again[-1] != step:
        views = [Tap(VIEW, name + "=" + text) for name, text in redo_pairs(form) if name != AGAIN]
        return [(AGAIN, encode_taps(again + views + [step]))]
    again.pop()
    pairs = []
    while again and again[-1].name == VIEW:
        name, _, text = again.pop().text.partition("=")
        pairs.append((name, text))
    return [pair for pair in pairs if pair[0] in VIEWS] + [(AGAIN, encode_taps(again))]


def form_pairs(form: Form, base: Form, taps: list[Tap], again: list[Tap]) -> list[tuple[str, str]]:
    """Names and texts of a form after these taps; its views stay."""
    start = start_of(form, base)
    now = apply_taps(start, taps)
    found = [
        (name, text) for name in sorted(now) if now[name] != start.get(name) for text in form_texts(name, now[name])
    ]
    found.extend([(name, first(form, name)) for name in VIEWS if first(form, name)])
    return found + [(name, text) for name, text in ((DONE, encode_taps(taps)), (AGAIN, encode_taps(again))) if text]


def encode_taps(taps: list[Tap]) -> str:
    """Taps as an address keeps them; nothing when they are too many."""
    text = ",".join([tap.name + ":" + escaped(tap.text) for tap in taps])
    return text if len(text) <= LONGEST else ""


def parse_taps(text: str) -> list[Tap]:
    """Taps as an address keeps them."""
    found = []
    for part in text[:LONGEST].split(","):
        name, colon, rest = part.partition(":")
        if name and colon and name not in NO_TAPS:
            found.append(Tap(name, rest.replace("%2C", ",").replace("%25", "%")))
    return found


def escaped(text: str) -> str:
    """A text in which no comma stands."""
    return text.replace("%", "%25").replace(",", "%2C")


HIDDEN_NAMES = ("csrf_token", "uid", "after", "behind", "cut", "ago")
"""What a form says beside its entry: no part of a draft."""


def parse_record(game: Game, sheet: Sheet, form: Form) -> tuple[str, Entry]:
    """Kind and body of a form's record: the bid in step bid, else the deal; in step play it includes the bid."""
    standing, step, whole = sheet.standing, first(form, "step"), with_button_values(form)
    fields, players = game.fields(standing), len(standing.table.players)
    if step == "bid":
        return "bid", parse_bid(game, standing, whole)
    entry = parse_entry(fields, whole, players, sheet.pending if step == "play" else None)
    entry.update(pad_of(game.key).entry_from_taps(standing, whole, entry))
    return "deal", without_nulls(entry)


def parse_bid(game: Game, standing: Standing, form: Form) -> Entry:
    """The bid of a form, without values that do not go with it."""
    fields = tuple([field for field in game.fields(standing) if field.step == "bid"])
    bid = parse_entry(fields, form, len(standing.table.players))
    follows = pad_of(game.key).entry_from_taps(standing, form, bid)
    bid.update({field.key: follows[field.key] for field in fields if field.key in follows})
    return without_nulls(bid)


def carried_pairs(game: Game, standing: Standing, form: Form, record: Record) -> list[tuple[str, str]]:
    """Names and texts that stay in the address after a record: the draft of the result, and taps waiting for Redo."""
    again = redo_pairs_after(form, record.body["of"]) if record.kind in STRIKE_KINDS else []
    return draft_pairs(game, standing, form, record) + [pair for pair in again if pair[1]]


def draft_pairs(game: Game, standing: Standing, form: Form, record: Record) -> list[tuple[str, str]]:
    """The draft of the result that outlasts a bid, or a bid's Undo or Redo; empty after other records.

    Its taps keep their order, and the record takes its place among them.
    """
    pad = pad_of(game.key)
    pairs = pairs_with_prefix(pad.draft_prefixes, form) if record.kind in STRIKE_KINDS + ("bid",) else []
    if not pairs:
        return []
    half: Form = {name: form[name] for name, _ in pairs}
    done = [tap for tap in parse_taps(first(form, DONE)) if tap.name == RECORD or tap.name in half]
    half[DONE] = [encode_taps(done)]
    taps = taps_of(pad.tapped_fields(standing, half), {})
    if record.kind != "strike":
        taps.append(Tap(RECORD, record.body["of"] if record.kind == "restore" else record.uid))
    return pairs + [(DONE, encode_taps(taps))]


def open_questions(game: Game, sheet: Sheet, kind: str, entry: Entry, form: Form) -> Form:
    """The draft with which the pad asks what a deal leaves open, before it is recorded; empty when nothing is open.

    A form with `asked` was drawn with the questions already.
    """
    pad = pad_of(game.key)
    if kind != "deal" or first(form, "asked") or not pad.has_open_question(sheet.standing, entry):
        return {}
    half: Form = {}
    half.update(form)
    half.update(entry_to_form(game.fields(sheet.standing), entry))
    draft = {name: half[name] for name in half if any(name.startswith(beginning) for beginning in pad.draft_prefixes)}
    draft["asked"] = ["1"]
    return draft


def everybody_passed(form: Form) -> bool:
    """Whether the form's step is that everybody passed."""
    return first(form, "step") == "nobody"


def is_incomplete(kind: str, found: tuple[Problem, ...]) -> bool:
    """Whether a bid has no problem but missing values: the pad goes on asking for them."""
    return kind == "bid" and bool(found) and all(problem.code == "missing" for problem in found)


def with_button_values(form: Form) -> Form:
    """The form with the values of its button, which are in `also` as a query string."""
    whole: Form = {}
    whole.update(form)
    for part in first(form, "also").split("&"):
        name, equals, text = part.partition("=")
        if equals and text:
            whole[name] = [text]
    return whole
