"""The taps of a draft in their order, for Undo and Redo tap by tap.

The address of a draft holds its taps under `done`, and those that were undone under `again`. Other values of its form
were tapped after those. So the order survives without script and over a reload.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_entry import first

if TYPE_CHECKING:
    from drawing.form_entry import Form

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
