"""Lighthouse on home, an evening, the table and pages of review, as on a phone: what it makes of each, and faults.

Lighthouse comes from npm into a folder outside this tree; LIGHTHOUSE may name one that is installed already.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
from datetime import timedelta
from html import unescape
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlsplit

from app import create_app
from commands.demo import play_demo
from models.base import now
from models.review.stored.catch_up import catch_up
from models.review.stored.win_chances import work_out_chances
from models.review_tables import Season
from models.startup import upgrade_database
from models.transaction import write_transaction
from tests.bench.footprint import served
from tests.bench.scene import Scene, let_in
from tests.bench.scorer import SECRET

WANTED = "lighthouse@12"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
CHROME = ("--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
PERFECT, TRIES = 100, 3


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Run it and print what it says."""
    lighthouse, scene, demo = installed(), Scene(folder), Demo(folder)
    pages = {"home": "/", "evening": f"/e/{scene.evening}", "table, 40 deals": f"/m/{scene.table}"}
    print(f"{'Lighthouse, mobile, middle of ' + str(asked.runs):36}" + "".join(f"{name:>16}" for name in CATEGORIES))
    for circle, paths in ((scene, pages), (demo, demo.pages())):
        with served(folder, circle) as (port, _):
            for name, path in paths.items():
                address = f"http://127.0.0.1:{port}{path}"
                if any(word in name for word in asked.pages):
                    tell(name, [audited(lighthouse, address, circle.cookie, folder) for _ in range(asked.runs)])


def tell(name: str, found: list[dict[str, Any]]) -> None:
    """Print the middle of what several runs said of a page."""
    scores = [median(score(one, category) for one in found) for category in CATEGORIES]
    print(f"{name:36}" + "".join(f"{one:16.0f}" for one in scores), flush=True)
    for fault in sorted({fault for one in found for fault in faults(one)}):
        print(f"    {fault}")


class Demo:
    """The app on a database with the made-up circle of ./run demo, and the cookie of a browser that may score there."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'demo.sqlite'}"
        self.app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": self.url})
        upgrade_database(self.app, anew=True)
        with self.app.app_context():
            found = play_demo(now().date())
            self.cookie = let_in(self.app, found.grant.uid)
            while catch_up(found.grant.circle_id).left or work_out_chances(found.grant.circle_id):
                pass
            with write_transaction() as here:
                first, last = now().date() - timedelta(days=365), now().date()
                season = {"name": "The year", "first": first, "last": last, "games": [], "counts": "places"}
                here.add(Season(circle_id=found.grant.circle_id, **season))

    def pages(self) -> dict[str, str]:
        """The address of one page of each kind that review leads to, by its name; of the page of a game all."""
        client, routes = self.app.test_client(), self.app.url_map.bind("localhost")
        name, _, value = self.cookie.partition("=")
        client.set_cookie(name, value)
        found: dict[str, str] = {}
        waiting = ["/review", "/evenings"]
        for path in waiting:
            kind, values = routes.match(urlsplit(path).path, "GET")
            if (key := f"{kind} {values.get('game', '')}{question_state(path)}".strip()) in found:
                continue
            with client.get(path) as answer:
                if answer.status_code != 200 or answer.mimetype != "text/html":
                    continue
                found[key] = path
                links = re.findall(r'href="(/(?:review|e/|evenings)[^"#]*)', answer.get_data(as_text=True))
            waiting += [unescape(link) for link in links]
        return found


def question_state(path: str) -> str:
    """Whether a page of questions was asked one, or lets choose a part of it; empty for other pages."""
    address = urlsplit(path)
    if not address.path.startswith("/review/ask") or not address.query:
        return ""
    return "choosing" if "pick" in parse_qs(address.query) else "asked"


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
    for left in reversed(range(TRIES)):  # it says itself that it missed a page's beginning and is to be run again
        if subprocess.run(command, check=not left, env={**os.environ, **settings}).returncode == 0:
            break
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
