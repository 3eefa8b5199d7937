"""Minifier of scripts: short names, and nothing that only people read.

It is a program of its own, since its library brings the threads of another language, and a server that has threads must
not fork. The library is not there for every machine (requirements.txt): then scripts stay as they are written.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

MISSING = find_spec("minify") is None


def minify(scripts: dict[str, str]) -> dict[str, str]:
    """The scripts of these names, minified; raises ValueError where one is not well written."""
    if MISSING:
        return scripts
    command = [sys.executable, "-I", __file__]
    given = json.dumps(scripts)
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", check=False)  # noqa: S603  our own
    if done.returncode:
        raise ValueError(done.stderr)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main() -> None:
    """Minify what standard input has as JSON, scripts by name."""
    from minify import string

    found = {name: string("application/javascript", script) for name, script in json.load(sys.stdin).items()}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
