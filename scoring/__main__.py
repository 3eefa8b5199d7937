"""python -m scoring: matches as JSON lines in, scored ones out; exit status 1 if a line was refused."""

from __future__ import annotations

import json
import sys

from scoring.match import score_line


def main() -> int:
    """Score every line of standard input; 1 when a line was not JSON or a match was refused as a whole, else 0."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    status = 0
    for text in sys.stdin:
        if not text.strip():
            continue
        answer = score_line(text)
        if "lines" not in answer:
            status = 1
        sys.stdout.write(json.dumps(answer) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
