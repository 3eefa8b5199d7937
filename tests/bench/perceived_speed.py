"""Speed as a person feels it: a slow phone on a slow line, measured in Chromium and held against what is aimed at."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.bench import away
from tests.bench.footprint import served
from tests.bench.load import Line
from tests.bench.phone import Conditions, browser, new_phone
from tests.bench.requests import Ask, wire
from tests.bench.scorer import Scorer
from tests.bench.taps import Took, taps
from tests.bench.visits import Fetched, Visit, visit

ENGINE = ("/engine/", "/phone.")
PERSIAN = "fonts/vazirmatn-fa.woff2"
FEW = 4  # times fewer taps where only the middle is of interest
TABLES = 5  # matches that the taps are dealt out to
SLOWER = 6  # times, for the slowest of a hundred taps


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Measure all and print it."""
    scorer = Scorer(folder, 1)
    with served(folder, scorer) as (port, _), browser() as chromium:
        place = Place(chromium, port, scorer)
        print("Chromium, processor slowed 4 times, line of 1.6 Mbit/s and 150 ms; the middle, and the least found\n")
        row("", "aim", "found", "least")
        first = print_visits(place, asked.runs)
        print_taps(place, asked.taps)
        away.report(folder, scorer, chromium, asked.runs, max(1, asked.taps // FEW), row)
        print("\nFetched on a first visit: bytes on the wire, ms after it began\n")
        for one in sorted(first.fetched, key=lambda one: one.began):
            print(f"{one.path:60}{one.size:10,}{one.began:10.0f}")


class Place:
    """Where it is measured: the browser, the server, the circle and its matches."""

    def __init__(self, chromium: Browser, port: int, scorer: Scorer) -> None:
        self.chromium, self.port, self.scorer = chromium, port, scorer
        self.address = f"http://127.0.0.1:{port}"
        unslowed = Conditions(slowed=1, line=False)
        self.boots = [found[0].boot or 0 for found in self.visits(1, [unslowed, unslowed])]

    def visits(self, runs: int, conditions: Sequence[Conditions]) -> list[tuple[Visit, ...]]:
        """The table visited so by phones that had kept nothing: all first visits, all second …"""
        found = []
        for _ in range(runs):
            with new_phone(self.chromium, self.address, self.scorer.cookie) as phone:
                address = f"{self.address}/m/{self.scorer.short}"
                found.append([visit(phone, address, each) for each in conditions])
        return list(zip(*found, strict=True))

    def taps(self, many: int, conditions: Conditions) -> list[Took]:
        """How long last taps took, in order of the time to the new total."""
        count = max(1, min(TABLES, many))
        tables = [f"{self.address}/m/{uid}" for uid in self.scorer.seated[:count]]
        with new_phone(self.chromium, self.address, self.scorer.cookie, conditions.script) as phone:
            return sorted(taps(phone, tables, max(1, many // count), conditions))

    def size(self, name: str) -> int:
        """Bytes of a static file on the wire."""
        _, size = Line(self.port).ask(wire(Ask(self.scorer.app.config["ASSETS"][name], {})))
        return size


def row(name: str, aim: str, found: str, least: str = "") -> None:
    """A row of the table."""
    print(f"{name:75}{aim:>10}{found:>10}{least:>10}")


def times(name: str, aim: str, found: Iterable[float | None]) -> None:
    """A row of milliseconds: their middle and the least of them, or that it never came."""
    known = [one for one in found if one is not None]
    row(f"{name}, ms", aim, *(f"{one:.0f}" for one in (median(known), min(known))) if known else ("never",))


def print_visits(place: Place, runs: int) -> Visit:
    """Paints, bytes and the engine; a first visit comes back."""
    firsts, laters = place.visits(runs, [Conditions(), Conditions()])
    slowed = place.visits(runs, [Conditions(boot=boot) for boot in place.boots])
    first, later = firsts[0], laters[0]
    times("table page of 40 deals, first visit: first paint", "1,000", [one.painted for one in firsts])
    times("  first paint of content", "–", [one.contentful for one in firsts])
    row("  bytes asked for before that", "40,000", f"{total(first.before):,}")
    row("  requests before that", "6", f"{len(first.before)}")
    times("later visits: first paint", "–", [one.painted for one in laters])
    times("  first paint of content", "–", [one.contentful for one in laters])
    row("  bytes", "–", f"{total(later.fetched):,}")
    for what, (early, late) in {"only the page slowed": (firsts, laters), "the engine as well": slowed}.items():
        times(f"engine ready on the first visit, {what}", "2,000", [one.ready for one in early])
        after = [one.ready and one.ready - one.contentful for one in late]
        times(f"  on later visits, after the content is painted, {what}", "400", after)
    for when, boot in zip(("first", "later"), place.boots, strict=True):
        times(f"  of which it takes to start on a processor not slowed, {when}", "–", [boot])
    engine = [one for one in first.fetched if any(name in one.path for name in ENGINE)]
    row("engine and its bundle, bytes", "225,000", f"{total(engine):,}")
    row("Persian font, bytes", "21,000", f"{place.size(PERSIAN):,}")
    return first


def print_taps(place: Place, many: int) -> None:
    """From the last tap to the new total, in each way that there is."""
    by_phone, by_server = Conditions(), Conditions(engine=False)
    quick = place.taps(many // FEW, by_phone)
    times("last tap to new total, by the phone engine", "50", [took.total for took in quick])
    times("  to the whole new table", "–", [took.table for took in quick])
    slowest = [took.total for took in place.taps(many, by_phone._replace(slowed=SLOWER))]
    times(f"  to new total, slowed {SLOWER} times", "–", slowest)
    times("  99 of 100 of these", "100", slowest[max(0, len(slowest) * 99 // 100 - 1) :][:1])
    times("  by the server", "250", [took.total for took in place.taps(many // FEW, by_server)])
    times("  without any script", "600", [took.total for took in place.taps(many // FEW, Conditions(script=False))])


def total(fetched: Iterable[Fetched]) -> int:
    """Their bytes."""
    return sum(one.size for one in fetched)
