"""Measures what somebody decides by: python -m tests.bench, or ./run bench. Nothing is asserted."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench import costs, crowds, phone, review, waiting
from tests.support.servers import prepared

PARTS: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "costs": costs.report,
    "phone": phone.report_answers,
    "review": review.report,
    "visit": phone.report_visits,
    "waiting": waiting.report,
    "watchers": crowds.report,
}


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="./run bench",
        description="Measure what everything costs. costs: processor time of the server's answers, in units of a bare "
        "Flask hello; phone: answers of the phone's Python in Chromium; review: pages that look back on many years; "
        "visit: what a browser that knows nothing fetches, and when it paints; waiting: start and memory of the "
        "server, and a deal beside half-sent requests and slow readers; watchers: a deal beside a crowd that looks on. "
        "Compare figures of one sitting only.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=25, help="of each cost, of which the least counts")
    parser.add_argument("--visits", type=int, default=5, help="of which the middle counts")
    parser.add_argument("--deals", type=int, default=300, help="recorded beside each crowd that waits or reads")
    parser.add_argument("--hanging", type=int, default=500, help="half-sent requests, and slow readers")
    parser.add_argument("--watchers", type=int, nargs="+", default=[200, 1000], help="sizes of the crowds")
    parser.add_argument("--watched", type=float, default=40, help="seconds of each crowd")
    parser.add_argument("--years", type=float, default=11, help="of the circle whose pages look back")
    parser.add_argument("--seated", type=int, default=16, help="matches of 40 deals that are written on in turn")
    parser.add_argument("--long", type=int, default=400, help="deals of a long match")
    parser.add_argument("--folder", help="where the databases are made: on the kind of disk that is to be measured")
    asked = parser.parse_args(words)
    if unknown := sorted({*asked.parts} - {*PARTS}):
        parser.error(f"unknown: {', '.join(unknown)}")
    return asked


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory(prefix="tallystick-bench-", dir=asked.folder, ignore_cleanup_errors=True) as name:
        os.environ["TALLYSTICK_INSTANCE"] = str(prepared(Path(name)))
        for part in asked.parts or PARTS:
            folder = Path(name) / part
            folder.mkdir()
            PARTS[part](folder, asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
