"""Prints in one run what everything costs: python -m tests.bench, or ./run bench. Nothing is asserted."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

ROOMS = {
    "costs": "tests.bench.report",
    "felt": "tests.bench.perceived_speed",
    "lighthouse": "tests.bench.lighthouse",
    "powercut": "tests.bench.powercut",
    "faults": "tests.bench.faults",
    "fuzz": "tests.bench.fuzz",
    "watchers": "tests.bench.watchers",
    "half-sent": "tests.bench.half_sent",
    "large": "tests.bench.large",
    "ratings": "tests.bench.ratings",
    "review": "tests.bench.review",
    "tails": "tests.bench.tails",
}


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="./run bench", description="Measure what everything costs.")
    parser.add_argument(
        "what",
        nargs="?",
        choices=tuple(ROOMS),
        default="costs",
        help="costs: what everything costs (as usual); felt: as a person feels it, on a slow phone in Chromium; "
        "lighthouse: what Lighthouse says of the pages; powercut: what 200 simulated power "
        "cuts lose; faults: a proxy that lies, a full disk, a database that is locked for 30 s or restarted; "
        "fuzz: 20,000 malformed requests, 100,000 guessed links; watchers: what a crowd that looks on costs; "
        "half-sent: what 500 half-sent requests cost; large: the largest circle; "
        "ratings: which rating tells soonest who is how good; "
        "review: its pages and questions with a million deals; "
        "tails: forty deals that a phone sends after it was without a network",
    )
    parser.add_argument("--rounds", type=int, default=25, help="rounds in process")
    parser.add_argument("--seconds", type=float, default=4, help="at most so long for each load")
    parser.add_argument("--most", type=int, default=4000, help="at most so many answers for each load")
    parser.add_argument("--clients", type=int, default=8, help="connections of a load")
    parser.add_argument("--evenings", type=int, nargs="+", default=[1, 100, 10_000], help="stored evenings to compare")
    parser.add_argument("--long", type=int, default=400, help="deals of the long match")
    parser.add_argument("--million", action="store_true", help="compare with a million stored deals too")
    parser.add_argument("--runs", type=int, default=5, help="felt, lighthouse: visits of a page; their middle counts")
    parser.add_argument(
        "--pages", nargs="+", default=[""], help="lighthouse: pages with one of these words in the name"
    )
    parser.add_argument("--taps", type=int, default=100, help="felt: deals tapped in, of which the slowest counts")
    parser.add_argument("--watchers", type=int, nargs="+", default=[200, 1000], help="watchers: sizes of the crowds")
    parser.add_argument("--watched", type=float, default=40, help="watchers: seconds of each crowd")
    parser.add_argument("--unfinished", type=int, default=2500, help="large: matches that nobody ended")
    parser.add_argument("--circles", type=int, default=40, help="ratings: simulated circles for each figure")
    parser.add_argument("--smaller", type=int, default=1, help="review: so many times fewer deals")
    parser.add_argument("--sizes", nargs="+", default=["alone", "fifty", "club"], help="review: which of these circles")
    parser.add_argument("--folder", help="where the databases are made: on the kind of disk that is to be measured")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory(prefix="tallystick-bench-", dir=asked.folder, ignore_cleanup_errors=True) as name:
        os.environ["TALLYSTICK_INSTANCE"] = name
        measure = import_module(ROOMS[asked.what])
        measure.report(Path(name), asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
