"""Links, pictures and the set-up of a match on real phones: what is copied, sent, shared and typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import deal
from tests.support.phones import evening_of
from tests.support.review_evenings import turned
from tests.support.tables import start

CAN = """
window.sent = [];
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { sent.push(["copy", text]); } } });
navigator.share = async ({ url }) => { sent.push(["share", url]); };
"""


def test_a_link_is_copied_and_sent(new_phone, address):
    """Its code is black on white in the dark, too."""
    page = new_phone(color_scheme="dark").new_page()
    page.add_init_script(CAN)
    page.goto(f"{address}/circle")
    page.get_by_role("button", name="A link to watch").click()
    colours = "(element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element.firstChild).fill]"
    assert page.locator(".qr").evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    page.wait_for_load_state()
    link = page.locator("a.address").get_attribute("href")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("send-link [role=status]")).to_have_text("Copied.")
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("sent") == [["copy", link], ["share", link]]


def test_scoring_goes_to_another_phone(one_phone, new_context, client_of, address):
    table = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page = one_phone.new_page()
    page.goto(table)
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Let another phone keep score").click()
    page.get_by_role("button", name="Let another phone keep score").click()
    link = page.locator("a.address").get_attribute("href")
    page.get_by_role("button", name="Stop scoring on this phone").click()
    expect(page.locator("#pad")).to_have_count(0)
    other = new_context().new_page()
    other.goto(link)
    other.get_by_role("button", name="Keep score").click()
    deal(other)
    expect(page.locator(".lines").get_by_text("bid 8, took 9")).to_be_visible()


SHARES = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files: [file] }) => {
  shared.push([file.type, file.size > 10000, navigator.userActivation.isActive]);
};
"""
SHARES_NOT = "Object.defineProperty(navigator, 'canShare', { value: undefined });"


@pytest.mark.thorough
def test_a_story_is_shared_as_a_picture_or_saved_where_none_can_be_shared(one_phone, address, own_app, client_of):
    """At a click, as it is chosen."""
    story = f"{address}{evening_of(client_of, turned(own_app, client_of))}/story"
    page = one_phone.new_page()
    page.add_init_script(SHARES)
    page.goto(story)
    page.get_by_text("Share as a picture").click()
    share = page.get_by_role("button", name="Share the picture")
    expect(share).to_be_enabled()
    share.click()
    assert page.evaluate("shared") == [["image/png", True, True]]
    with page.expect_request(lambda request: "letters=1" in request.url):
        page.get_by_text("First letters only").click()
    expect(share).to_be_enabled()
    page = one_phone.new_page()
    page.add_init_script(SHARES_NOT)
    page.goto(story)
    page.get_by_text("Share as a picture").click()
    expect(page.get_by_role("button", name="Share the picture")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")


def test_a_match_is_set_up_by_thumb(new_phone, address):
    """The list of games folds; only rules that matter are shown, and folded lines repeat what is chosen."""
    page = new_phone().new_page()
    page.goto(f"{address}/new")
    page.get_by_role("button", name="Zwanzig ab").click()
    expect(page.get_by_role("button", name="Texas 42")).to_be_hidden()
    page.get_by_text("Tap for another game").click()
    page.get_by_role("button", name="Texas 42").click()
    expect(page.locator(".game-list summary b")).to_have_text("Texas 42")
    both, nello = page.locator("details", has_text="Both sides past"), page.locator("details", has_text="Nello").first
    nello.locator("summary").click()
    nello.get_by_text("Not played").click()
    expect(nello.locator("summary small")).to_have_text("Not played")
    page.locator('[name="rule.scoring"][value=points]').check(force=True)
    expect(nello).to_be_hidden()
    expect(both.first).to_be_visible()


def test_typing_beside_an_answer_chooses_it_and_takes_the_place_of_what_stands_there(new_phone, address):
    """What a typed time means stands beside it."""
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=boomke_wies&rule.length=deals&rule.length_value.deals=60")
    fields = {name: page.locator(f'[name="rule.length_value.{name}"]') for name in ("deals", "points", "clock")}
    expect(fields["deals"]).to_have_value("60")
    fields["deals"].click()
    page.keyboard.type("6")
    expect(fields["deals"]).to_have_value("6")
    meaning = page.locator(".pick", has=fields["clock"]).locator("[data-until]")
    for typed, said in (
        ("90", r"until \d\d:\d\d"),
        ("22:30", r"in (\d+ h )?\d+ min"),
        ("۲۲:۳۰", r"in (\d+ h )?\d+ min"),
        ("soon", "^$"),
    ):
        fields["clock"].fill(typed)
        expect(meaning).to_have_text(re.compile(said))
    fields["points"].click()
    page.keyboard.type("20")
    expect(page.locator('[name="rule.length"][value=points]')).to_be_checked()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#table")).to_be_visible()
