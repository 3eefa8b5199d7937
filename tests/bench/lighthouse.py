"""Lighthouse on home, an evening and the table, as on a phone: what it makes of each page, and what it faults.

Lighthouse comes from npm into a folder outside this tree; LIGHTHOUSE may name one that is installed already.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.footprint import served
from tests.bench.scene import Scene

if TYPE_CHECKING:
    import argparse

WANTED = "lighthouse@12"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
CHROME = ("--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
PERFECT = 100


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Run it and print what it says."""
    lighthouse, scene = installed(), Scene(folder)
    with served(folder, scene) as (port, _):
        address = f"http://127.0.0.1:{port}"
        pages = {"home": "/", "evening": f"/e/{scene.evening}", "table, 40 deals": f"/m/{scene.table}"}
        print(
            f"{'Lighthouse, mobile, middle of ' + str(asked.runs):36}" + "".join(f"{name:>16}" for name in CATEGORIES)
        )
        for name, path in pages.items():
            found = [audited(lighthouse, address + path, scene.cookie, folder) for _ in range(asked.runs)]
            scores = [median(score(one, category) for one in found) for category in CATEGORIES]
            print(f"{name:36}" + "".join(f"{one:16.0f}" for one in scores))
            for fault in sorted({fault for one in found for fault in faults(one)}):
                print(f"    {fault}")


def installed() -> str:
    """The program; installed from npm when it is not there yet."""
    given = os.environ.get("LIGHTHOUSE")
    if given:
        return given
    home = Path(tempfile.gettempdir()) / f"tallystick-{WANTED}"
    program = home / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("Lighthouse needs Node: install it (Debian, Ubuntu: apt install npm), then try again.")
        home.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(home), "--no-audit", "--no-fund", "--ignore-scripts", WANTED]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return str(program)


def audited(lighthouse: str, address: str, cookie: str, folder: Path) -> dict[str, Any]:
    """What Lighthouse says of a page that a browser with this cookie is shown."""
    flags = [*CHROME, "--no-sandbox"] if os.geteuid() == 0 else CHROME
    answer = folder / "lighthouse.json"
    command = [
        lighthouse,
        address,
        "--quiet",
        "--output=json",
        f"--output-path={answer}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--extra-headers={json.dumps({'Cookie': cookie})}",
        f"--chrome-flags={' '.join(flags)}",
    ]
    settings = {"CHROME_PATH": os.environ["CHROMIUM_PATH"]} if os.environ.get("CHROMIUM_PATH") else {}
    subprocess.run(command, check=True, env={**os.environ, **settings})
    found: dict[str, Any] = json.loads(answer.read_text(encoding="utf-8"))
    return found


def score(found: dict[str, Any], category: str) -> float:
    """Of a hundred."""
    return float(found["categories"][category]["score"] or 0) * PERFECT


def faults(found: dict[str, Any]) -> list[str]:
    """Every audit that counts and is not perfect."""
    counted = {one["id"] for name in CATEGORIES for one in found["categories"][name]["auditRefs"] if one["weight"]}
    audits = [found["audits"][key] for key in counted]
    low = [one for one in audits if one["score"] is not None and one["score"] < 1]
    return [f"{one['title']}: {one.get('displayValue') or round(one['score'] * PERFECT)}" for one in low]
