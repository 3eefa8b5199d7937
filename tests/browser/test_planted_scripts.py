"""Scripts in names and notes, in a real browser: none runs, and the browser has nothing to report of any policy."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import VIOLATIONS
from tests.browser.engines import ready
from tests.support.tables import make_circle, send, start

PLANTED = (
    "<script>window.evil = 1</script>",
    '"><img src=x onerror=window.evil=2>',
    "<svg onload=window.evil=3>",
    "javascript:window.evil=4",
)
PAGES = ("", "/history", "/follow", "/rulings", "/paper", "/across", "/updates", "/rules")


def looked_at(page: Page, address: str) -> None:
    """No planted script ran, nothing was made of one, and no policy had to stop it."""
    assert page.evaluate("() => window.evil === undefined"), address
    assert page.evaluate("() => window.violations") == [], address
    found = page.evaluate("() => document.querySelectorAll('[onerror], [onload], img, script:not([src])').length")
    assert found == 0, address


def test_no_planted_script_runs(new_context, address, client_of):
    """Names, notes and links that hold scripts, on pages as the server and as the phone's engine draw them."""
    client = client_of.application.test_client()
    make_circle(client, *PLANTED)
    uid = start(client, "boomke_wies", *PLANTED)
    for n, note in enumerate(PLANTED):
        assert send(client, f"/m/{uid}/rulings", what="points", note=note, uid=f"{uid}-{n}").status_code == 303
        send(client, "/circle/links", name=note)
    context = new_context(viewport={"width": 390, "height": 844})
    cookie = client.get_cookie("tallystick").value
    context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
    page = context.new_page()
    page.add_init_script(VIOLATIONS)
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("dialog", lambda dialog: errors.append(dialog.message))
    for where in ("/", "/circle", "/new", *(f"/m/{uid}{more}" for more in PAGES)):
        page.goto(address + where)
        looked_at(page, where)
    page.goto(f"{address}/m/{uid}")
    ready(page)
    page.locator("#pad button:enabled, #pad label").first.click()
    expect(page.locator("#table[aria-busy=true]")).to_have_count(0)
    assert PLANTED[0] in page.locator("#table").inner_text()
    looked_at(page, "the table drawn by the phone")
    assert [
        words for words in errors if "Service Worker registration blocked" not in words
    ] == []  # contexts block them


def test_a_script_that_gets_onto_a_page_is_stopped(new_context, address):
    """What the policies are for: were something left unescaped, the browser would not run it nor a script make it."""
    page = new_context().new_page()
    page.add_init_script(VIOLATIONS)
    page.goto(address)
    made = """() => {
        try { document.body.innerHTML = "<img src=x onerror=window.evil=1>"; return "made"; }
        catch (error) { return error.name; }
    }"""
    assert page.evaluate(made) == "TypeError"
    ran = """() => {
        const script = document.createElement("script");
        const text = document.createTextNode("window.evil = 1");
        try { script.append(text); document.body.append(script); } catch { /* that is well */ }
        return window.evil;
    }"""
    assert page.evaluate(ran) is None
    page.wait_for_function("() => window.violations.some((found) => /script|trusted/.test(found))")
