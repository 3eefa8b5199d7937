"""An evening without a network in WebKit: a first visit, the server killed, two matches, all sent; and a font."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest

from scoring.games import games
from tests.browser.evening_away import KEPT
from tests.browser.evening_away import SEEN as SEEN_AGAIN
from tests.browser.offline import RULES
from tests.browser.taps import LAST, SOON
from tests.browser.waits import KEPT as UNSENT
from tests.support.databases import app_on
from tests.support.games import known
from tests.support.servers import KillableServer
from tests.support.tables import FOUR
from tests.webkit.driver import WebKit

BOOMKE_WIES, TEXAS = known("STORY")["boomke_wies"], known("STORY")["texas_42"]
PREPARED = f"""return document.documentElement.dataset.offline
    && ({RULES})().then((many) => many === {len(games())})"""
AT_TABLE = "return location.pathname.startsWith('/m/') && document.documentElement.dataset.engine"
VERSION = "return document.querySelector('#table')?.dataset.version === arguments[0]"
TOTALS = """return [...document.querySelectorAll(".board .total")].map((one) => one.innerText.trim()).join()
    === arguments[0]"""
ENTER = "\ue007"
SAYS = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])"
WIDTHS = """const box = document.body.appendChild(document.createElement("span"));
return ["می\u200cشود", "می", "شود"].map((text) => ((box.textContent = text), box.getBoundingClientRect().width));"""


@pytest.mark.full
def test_an_evening_without_a_network(webkit, server, database):
    paths = [the_first_table(webkit, server)]
    server.kill()
    deals_are_recorded_undone_and_there_after_a_reload(webkit, paths[0])
    paths.append(another_match_begins(webkit, server, paths[0]))
    what_is_not_here_says_so(webkit, server)
    all_of_it_is_on_the_server(webkit, server, database, paths)


def the_first_table(webkit: WebKit, server: KillableServer) -> str:
    """From the first visit to a table that needs no network any more; its path."""
    webkit.go(server.address)
    for number, name in enumerate(FOUR, 1):
        webkit.type(f"[aria-label='Player {number}']", name)
    webkit.tap("form[action='/circle'] button.go")
    webkit.element("[value='game:boomke_wies'][aria-pressed=true]")
    begin(webkit)
    webkit.until(PREPARED)
    return path_of(webkit)


def deals_are_recorded_undone_and_there_after_a_reload(webkit: WebKit, path: str) -> None:
    """Undo and Redo; a bid that stands, a reload, and what came of it."""
    first, second = BOOMKE_WIES.deals[:2]
    play(webkit, first.taps)
    shows(webkit, 2, first.totals)
    webkit.tap(".again button.undo")
    shows(webkit, 3, [0, 0])
    webkit.tap(".again button.redo")
    shows(webkit, 4, first.totals)
    play(webkit, second.taps[:-1])
    shows(webkit, 5, first.totals)
    webkit.ask("/refresh")
    shows(webkit, 5, first.totals)
    webkit.until(AT_TABLE)
    play(webkit, second.taps[-1:])
    shows(webkit, 6, second.totals)
    assert path_of(webkit) == path


def another_match_begins(webkit: WebKit, server: KillableServer, path: str) -> str:
    """From home, with another game and a new name; its path."""
    webkit.go(server.address)
    webkit.element(f"a[href='{path}']")
    webkit.until(SAYS, "#unsent", "2 deals are only on this phone")
    webkit.tap("a[href='/new']")
    webkit.tap(".game-list summary")
    webkit.tap("[value='game:texas_42']")
    webkit.tap("[value='player:Dee'][aria-pressed=true]")
    webkit.element("[value='player:Dee'][aria-pressed=false]")
    webkit.type("[name=name]", "Eve" + ENTER)
    webkit.element("[value='player:Eve'][aria-pressed=true]")
    begin(webkit)
    webkit.until(AT_TABLE)
    first, second = TEXAS.deals[:2]
    play(webkit, first.taps)
    shows(webkit, 2, first.totals)
    play(webkit, second.taps)
    shows(webkit, 4, second.totals)
    return path_of(webkit)


def what_is_not_here_says_so(webkit: WebKit, server: KillableServer) -> None:
    """Rules open, what only the server knows does not."""
    webkit.go(server.address + "/rules/texas_42")
    webkit.element(".prose p")
    webkit.go(server.address + "/review")
    webkit.until(SAYS, "main", "This is not on this phone")


def all_of_it_is_on_the_server(webkit: WebKit, server: KillableServer, database: str, paths: list[str]) -> None:
    """Once and in order, as soon as home is seen."""
    webkit.go(server.address)
    webkit.until(SAYS, "#unsent", "No network")
    waiting = webkit.run(f"return ({KEPT})()")
    assert len(waiting) == 6 + 1 + 4
    server.start()
    webkit.run(f"return ({SEEN_AGAIN})()")
    webkit.until(f"return ({UNSENT})().then((many) => !many)")
    client = app_on(database).test_client()
    client.set_cookie("tallystick", webkit.ask("/cookie/tallystick", "GET")["value"])
    home = client.get("/line/home").get_json()
    assert [f"/m/{match['uid']}" for match in home["evenings"][0]["matches"]] == paths
    sent = [(path, uid) for path in paths for _, _, uid, *_ in client.get(f"{path}/log").get_json()["records"]]
    assert sent == [(path, uid) for path, uid in waiting if uid]


def begin(webkit: WebKit) -> None:
    """Begin the match that is set up, and wait for the engine of its table."""
    webkit.tap("form button.go:is([formmethod=post], [name=begin])")
    webkit.until(AT_TABLE)
    time.sleep(SOON / 1000)


def play(webkit: WebKit, taps: list[str]) -> None:
    """Tap a deal in."""
    for tap in taps:
        kind, _, what = tap.partition(" ")
        name, _, value = what.partition("=")
        field = f'[name="{name}"][value="{value}"]'
        webkit.tap(f"#pad :is(button{field}, label:has(input{field}))")
        if kind in LAST:
            time.sleep(SOON / 1000)


def shows(webkit: WebKit, version: int, totals: list[int | str]) -> None:
    """Wait until the table shows so many sayings and these totals, and a tap on it counts."""
    webkit.until(VERSION, str(version))
    webkit.until(TOTALS, ",".join(str(total).replace("-", "−") for total in totals))
    time.sleep(SOON / 1000)


def path_of(webkit: WebKit) -> str:
    """The path of the page that is open."""
    return urlsplit(webkit.ask("/url", "GET")).path


@pytest.mark.full
def test_no_letter_is_lost_behind_a_non_joiner(webkit, server):
    """The font must have a blank: HarfBuzz puts it where the sign stands (static/fonts/vazirmatn-fa.woff2)."""
    webkit.go(server.address + "/health")
    webkit.add_cookie("language", "fa")
    webkit.go(server.address)
    webkit.until("return document.fonts.check('16px Vazirmatn', 'می')")
    whole, *parts = webkit.run(WIDTHS)
    assert whole == pytest.approx(sum(parts), abs=1)
