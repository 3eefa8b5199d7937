"""On narrow phones, across the table, on a television and on paper nothing sticks out or is cut off; fonts, clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.contexts import DESK
from tests.browser.phones import BEYOND, bid, chip
from tests.browser.scenes import SCENES
from tests.support.records import play, say
from tests.support.tables import FOUR, LONG, SEVEN, make_circle, send, start
from web.i18n.catalog import NAMES

Phones = Callable[..., BrowserContext]
SMALL, PHONE = {"width": 320, "height": 568}, {"width": 390, "height": 844}
SCREENS = {
    "small": (320, 568),
    "phone": (360, 740),
    "lying": (740, 360),
    "wide": (1280, 800),
    "television": (1920, 1080),
    "low television": (960, 540),
}
HIDDEN = """() => [...document.querySelectorAll('.half')].flatMap((half) => {
    const outer = half.getBoundingClientRect();
    return [...half.querySelectorAll('.total, h2, .say p, .say li, .dealer, .state')].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && (box.top < outer.top - 2 || box.bottom > outer.bottom + 2
            || box.left < outer.left - 2 || box.right > outer.right + 2);
    }).map((one) => one.className + ': ' + one.textContent.trim());
})"""
COVERED = """() => [...document.querySelectorAll('.half .side')].filter((side) => {
    const outer = side.getBoundingClientRect(), total = side.querySelector('.total').getBoundingClientRect();
    return total.top < outer.top - outer.height * .2 || total.bottom > outer.bottom + outer.height * .2;
}).length"""


HIGH = "() => document.documentElement.scrollHeight - innerHeight"
OUTSIDE = """() => {
    const inside = (one, outer) => {
        const box = one.getBoundingClientRect();
        return box.top >= outer.top - 2 && box.bottom <= outer.bottom + 2
            && box.left >= outer.left - 2 && box.right <= outer.right + 2;
    };
    const screen = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};
    const large = document.querySelectorAll('.totals, .happens, .course, .won, #about');
    const places = [...large].map((one) => [one, screen]);
    const totals = document.querySelector('.totals')?.getBoundingClientRect();
    const figures = [...document.querySelectorAll('.side :is(h2, .total, .dealer)')].map((one) => [one, totals]);
    const now = document.querySelector('.happens')?.getBoundingClientRect();
    const said = [...document.querySelectorAll('.happens :is(.bidline, .ring, li)')].map((one) => [one, now]);
    return [...places, ...figures, ...said].filter(([one, outer]) => !inside(one, outer))
        .map(([one]) => `${one.className || one.nodeName}: ${one.textContent.trim().slice(0, 40)}`);
}"""
HIGH_TOTALS = {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 80], "last_trick": 1, "bela": 1}
LINES_OF_TITLE = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("header h1").firstChild);
    return new Set([...range.getClientRects()].map((one) => one.top)).size;
}"""
SIDES = "(all, side) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[side])))]"
CUT_WORDS = "(all) => [...all.querySelectorAll('b, small')].filter((one) => one.scrollHeight > one.clientHeight + 1)"


@pytest.fixture
def page(new_phone: Phones) -> Page:
    """The page of a small phone of a new circle of four."""
    return new_phone(viewport=SMALL).new_page()


def at_sizes(page: Page, sizes: dict[str, tuple[int, int]]) -> Iterator[str]:
    """Each name of a size while the page has that width and height (px)."""
    for name, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        yield name


def server_is_late(page: Page, minutes: list[int], asked: str = "**/updates*") -> None:
    """Let the server tell that it is so many minutes later than this phone believes."""

    def told(route: Route) -> None:
        answer = route.fetch()
        at = datetime.now(UTC) + timedelta(minutes=minutes[-1])
        route.fulfill(response=answer, headers={**answer.headers, "date": format_datetime(at, usegmt=True)})

    page.route(asked, told)


def come_in(page: Page, client: FlaskClient, address: str, language: str = "en") -> None:
    """Give a phone the cookie of this client, and a language."""
    cookies = {"tallystick": client.get_cookie("tallystick").value, "language": language}
    page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])


def long_tables(client: FlaskClient) -> dict[str, str]:
    """A table of each game in the middle of a deal, with long names, in a new circle of a long name."""
    make_circle(client, *SEVEN)
    send(client, "/circle/name", name="The card players of the longroomupstairsonthursdaysinwinter")
    app = client.application
    seats = {"clobyosh": LONG[:2], "knockout_whist": SEVEN}
    found = {game: start(client, game, *seats.get(game, LONG)) for game in ("boomke_wies", "texas_42", "zwanzig_ab")}
    found |= {game: start(client, game, *seats[game]) for game in seats}
    say(app, found["boomke_wies"], "adjust", points=[-104, 96], note="")
    say(app, found["boomke_wies"], "bid", declarer=0, contract=8)
    play(app, found["texas_42"], {"bidder": 0, "bid": 84, "made": True})
    say(app, found["texas_42"], "bid", bidder=1, bid=31, trump=4)
    play(app, found["zwanzig_ab"], {"trump": "hearts", "tricks": [1, 2, 1, 1]})
    say(app, found["zwanzig_ab"], "bid", trump="clubs")
    play(app, found["clobyosh"], {"maker": 1, "turned": True, "cards": [40, 80], "last_trick": 1})
    say(app, found["clobyosh"], "bid", maker=0, turned=True, trump="spades")
    play(app, found["knockout_whist"], {"tricks": [3, 2, 1, 1, 0, 0, 0]})
    return found


@pytest.mark.thorough
def test_long_names_are_nowhere_too_wide_or_cut_off(page, address, client_of):
    """A table of each game; across every total, name, bid and need lies in its half, a television shows all at once."""
    tables, found = long_tables(client_of), {}
    come_in(page, client_of, address, "de")
    for game, match in tables.items():
        for where, asked, sizes in (
            ("", (BEYOND,), ("small",)),
            ("/across?turned=1", (BEYOND, HIDDEN, COVERED), ("small", "lying", "television")),
            ("/follow?tv=1", (BEYOND, HIGH, OUTSIDE), ("wide", "low television")),
        ):
            page.goto(f"{address}/m/{match}{where}")
            expect(page.locator(".total")).not_to_have_count(0)
            for size in at_sizes(page, {size: SCREENS[size] for size in sizes}):
                found[game, where, size] = [page.evaluate(question) for question in asked]
    page.set_viewport_size(SMALL)
    page.goto(address)
    evening = page.locator("a[href^='/e/']").first.get_attribute("href")
    match = f"/m/{tables['boomke_wies']}"
    for where in ("/", "/new", "/circle", evening, f"{match}/rulings", f"{match}/history"):
        page.goto(address + where)
        found[where] = [page.evaluate(BEYOND)]
    assert {where: seen for where, seen in found.items() if any(seen)} == {}
    page.goto(address + "/new")
    beside = page.locator("h1 small bdi").evaluate("(one) => getComputedStyle(one).display")
    assert beside == "inline"  # what stands beside a title stays on its line


def test_across_it_follows_by_itself_and_the_far_half_stands_upside_down(page, address, client_of):
    """What another phone says appears without a tap; asking for what has not changed costs an empty answer."""
    match = start(client_of, "boomke_wies")
    answers: list[int] = []
    page.on("response", lambda answer: answers.append(answer.status) if answer.url.endswith("/version") else None)
    page.goto(f"{address}/m/{match}/across")
    page.get_by_role("link", name="Turn the far half round").click()
    far, near = page.locator(".far"), page.locator(".near")
    expect(near.locator(".total")).to_have_text(["0", "0"])
    with page.expect_response(lambda answer: answer.url.endswith("/version")) as unchanged:
        pass
    assert unchanged.value.status == 304
    play(client_of.application, match, {"declarer": 1, "contract": 9, "tricks": 10})
    expect(near.locator(".total")).to_have_text(["0", "2"])
    expect(far.locator(".total")).to_have_text(["0", "2"])
    assert set(answers) == {200, 304}
    expect(far).to_have_css("rotate", "180deg")
    assert far.bounding_box()["y"] < near.bounding_box()["y"]
    assert far.get_attribute("aria-hidden") == "true"
    page.get_by_role("link", name="Turn the far half back").click()
    expect(far).to_have_count(0)


def test_the_clock_runs_by_the_server_and_the_last_deal_leads_to_the_end(page, address, client_of):
    """Who watches is told of the last deal, too; the title keeps its line."""
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    minutes = [20]
    server_is_late(page, minutes)
    page.goto(f"{address}/m/{match}")
    clock, strip = page.locator("match-clock"), page.locator("time-up")
    expect(clock.locator("b")).to_have_text(re.compile(r"(40|39|41):\d\d"))
    expect(clock.locator("small")).to_have_text("left")
    expect(strip).to_be_hidden()
    minutes.append(61)
    for way, asked, size in (("follow?tv=1", "live", "wide"), ("across", "version", "small")):
        server_is_late(page, minutes, f"**/{asked}*")
        page.set_viewport_size(dict(zip(("width", "height"), SCREENS[size], strict=True)))
        page.goto(f"{address}/m/{match}/{way}")
        expect(strip).to_contain_text("this is the last deal")
        expect(strip.locator("button")).to_have_count(0)
        assert page.evaluate(BEYOND) == strip.evaluate(CUT_WORDS) == []
        if asked == "live":
            assert page.evaluate("document.querySelector('#follow').getBoundingClientRect().bottom <= innerHeight")
    page.goto(f"{address}/m/{match}")
    expect(strip).to_contain_text("this is the last deal")
    expect(clock).to_contain_text("0:00")
    expect(page.locator("match-clock.last svg")).to_have_count(1)
    assert page.evaluate(LINES_OF_TITLE) == 1
    expect(strip.locator("button")).to_be_hidden()
    bid(page)
    expect(page.locator(".needs.deciding")).to_be_visible()
    expect(page.locator(".needs.deciding")).to_contain_text("8 tricks make it; 8 tricks to win the match")
    expect(page.locator(".needs:not(.deciding)")).to_be_hidden()
    chip(page, "tricks", 9).click()
    strip.get_by_role("button", name="End the match").click()
    expect(page.locator(".won")).to_contain_text("ahead when time was up")


@pytest.mark.thorough
def test_what_belongs_together_stands_on_one_line(page, address, client_of):
    """Totals above two lines of words, names beside totals, fourteen keys in two rows; what unfolds is in sight."""
    names = ("Ann", "Bob", "Cem", "Dee", "Eva")
    make_circle(client_of, *names)
    seven = start(client_of, "knockout_whist", *names)
    play(client_of.application, seven, {"tricks": [3, 2, 1, 1, 0]})
    come_in(page, client_of, address, "de")
    page.goto(f"{address}/m/{seven}")
    expect(page.locator(".board .state")).to_have_count(len(names))
    assert len(page.locator(".board .total").evaluate_all(SIDES, "top")) == 1
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/m/{start(client_of, 'knockout_whist', *names[:4])}")
    expect(page.locator("link[href*='/pages.']")).to_have_count(1)
    fold = page.locator("#pad details:has(form [name^='tricks'])")
    fold.locator("summary").click()
    expect(fold.locator("button.go")).to_be_in_viewport(ratio=1)
    match = start(client_of, "boomke_wies", *FOUR)
    say(client_of.application, match, "bid", **SCENES["boomke_wies"].bid)
    page.goto(f"{address}/m/{match}")
    keys = page.locator("#pad button[name=tricks]")
    tops = keys.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    narrow = keys.evaluate_all("(all) => all.filter((one) => one.offsetWidth < 48 || one.offsetHeight < 48).length")
    assert [tops.count(top) for top in sorted(set(tops))] == [7, 7]
    assert narrow == 0
    page.set_viewport_size(SMALL)
    come_in(page, client_of, address)
    match = start(client_of, "clobyosh", "Ann", "Bob")
    play(client_of.application, match, HIGH_TOTALS)
    page.goto(f"{address}/m/{match}")
    short = page.locator(".side h2 bdi").evaluate_all("(all) => all.map((one) => [one.scrollWidth, one.clientWidth])")
    edges = [
        page.locator(f".side {part}").evaluate_all(f"(all) => all.map((one) => one.getBoundingClientRect().{edge})")
        for part, edge in (("h2", "right"), (".total", "left"))
    ]
    assert [needed for needed, given in short if needed > given] == []
    assert all(end <= begin for end, begin in zip(*edges, strict=True))


def test_each_language_has_its_fonts_and_its_way(phone, address, client_of):
    """The one Persian word of the switch stands in the system's own letters; accents where a heading has them.

    The switch turns the page around and back, and figures that script writes are Persian, too.
    """
    fonts: list[str] = []
    phone.on("request", lambda request: fonts.append(request.url) if request.resource_type == "font" else None)
    rules = address + "/rules/clobyosh"
    for code, accents, persian in (("en", 0, 0), ("de", 1, 0), ("fa", 1, 1)):
        fonts.clear()
        phone.context.add_cookies([{"name": "language", "value": code, "url": address}])
        phone.goto(rules, wait_until="networkidle")
        phone.evaluate("document.fonts.ready.then(() => 0)")
        found = [len([font for font in fonts if name in font]) for name in ("casual-accents", "vazirmatn")]
        assert found == [accents, persian], code
    for code, way in (("de", "ltr"), ("fa", "rtl")):
        phone.get_by_role("button", name=NAMES[code]).tap()
        expect(phone.locator("html")).to_have_attribute("lang", code)
        expect(phone.locator("html")).to_have_css("direction", way)
        expect(phone.locator(".languages [aria-current]")).to_have_text(NAMES[code])
        assert phone.url == rules
    make_circle(client_of)
    match = start(client_of, "zwanzig_ab")
    say(client_of.application, match, "bid", trump="clubs")
    come_in(phone, client_of, address, "fa")
    phone.goto(f"{address}/m/{match}")
    expect(phone.locator("[data-left]")).to_have_text("۵")
    phone.locator("fieldset.counted .chip", has_text="۲").first.click()
    expect(phone.locator("[data-left]")).to_have_text("۳")
    assert phone.evaluate("() => document.fonts.check('16px Vazirmatn', 'چوب‌خط ۱۲')")


BLANK = [
    *("boomke_wies", "clobyosh", "texas_42", "texas_42?way=points", "zwanzig_ab"),
    *(f"knockout_whist?players={players}" for players in (2, 4, 7)),
]
PAPERS = {"A4": 718, "Letter": 740}  # px across, without the margins
CUT = """() => [...document.querySelectorAll('.score-sheet :is(th, td, p, li, h2, svg)')].filter((one) => {
    const sheet = one.closest('.score-sheet').getBoundingClientRect(), box = one.getBoundingClientRect();
    return box.left < sheet.left - 1 || box.right > sheet.right + 1 || one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== 'inline' && one.namespaceURI.endsWith('xhtml');
}).map((one) => one.outerHTML.slice(0, 120))"""
SHOWN = """() => [...document.querySelectorAll("a, button, summary, header.bar")]
    .filter((one) => one.checkVisibility()).length"""
COLOURS = """() => { const { color, backgroundColor } = getComputedStyle(document.querySelector(".score-sheet"));
    return [color, backgroundColor]; }"""


@pytest.fixture
def printer(new_context: Phones, address: str, client_of: FlaskClient) -> Page:
    """A page of the browser of a new circle of seven, in the dark."""
    make_circle(client_of, *SEVEN)
    page = new_context(color_scheme="dark", **DESK).new_page()
    come_in(page, client_of, address)
    return page


def leaves(printer: Page, paper: str) -> int:
    """How many leaves of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printer.pdf(format=paper)))


def cut_off(printer: Page, paper: str) -> list[str]:
    """What does not fit the width of the paper."""
    printer.emulate_media(media="print")
    printer.set_viewport_size({"width": PAPERS[paper], "height": 1000})
    return printer.evaluate(CUT)


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "paper"), [("en", "A4"), pytest.param("fa", "Letter", marks=pytest.mark.full)])
def test_a_blank_sheet_takes_one_leaf(printer, address, language, paper):
    """Whatever the game and the number of players; in Persian too."""
    printer.context.add_cookies([{"name": "language", "value": language, "url": address}])
    taken, cut = {}, {}
    for sheet in BLANK:
        printer.goto(f"{address}/paper/{sheet}")
        taken[sheet], cut[sheet] = leaves(printer, paper), cut_off(printer, paper)
    assert taken == dict.fromkeys(BLANK, 1)
    assert {sheet: found for sheet, found in cut.items() if found} == {}


def test_a_match_keeps_all_its_columns(printer, address, client_of):
    """Long names and seven players; a long match goes on overleaf, under the same heads.

    Only the leaf is printed, black on white, in the dark theme too; no bar, no button, no other language.
    """
    long, seven = start(client_of, "boomke_wies", *LONG), start(client_of, "knockout_whist", *SEVEN)
    zwanzig = start(client_of, "zwanzig_ab", *LONG, start="200")
    play(client_of.application, long, *[{"declarer": n % 3, "contract": 8, "tricks": n * 5 % 14} for n in range(60)])
    play(client_of.application, seven, {"tricks": [3, 2, 1, 1, 0, 0, 0]}, {"tricks": [2, 3, 1, 0, 0, 0, 0]})
    play(client_of.application, zwanzig, *[{"trump": "hearts", "tricks": [0, 3, 1, 1]}] * 8)
    for match, paper in ((long, "A4"), (seven, "Letter"), (zwanzig, "A4")):
        printer.goto(f"{address}/m/{match}/paper")
        assert (leaves(printer, paper) > 1) == (match == long)
        assert cut_off(printer, paper) == []
        heads = printer.evaluate("() => getComputedStyle(document.querySelector('thead')).display")
        assert heads == "table-header-group"
    assert printer.evaluate(SHOWN) == 0
    assert printer.evaluate(COLOURS) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


@pytest.mark.thorough
def test_the_button_prints_and_words_stand_for_it_without_script(new_context, address):
    """Script shows the button and opens the browser's printing; without it the page says how."""
    page = new_context(**DESK).new_page()
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{address}/paper/clobyosh")
    page.get_by_role("button", name="Print").click()
    assert page.title() == "printed"
    assert page.get_by_text("choose Print").count() == 0
    page = new_context(java_script_enabled=False, **DESK).new_page()
    page.goto(f"{address}/paper/clobyosh")
    assert page.get_by_text("choose Print").is_visible()
    assert not page.get_by_role("button", name="Print").is_visible()
