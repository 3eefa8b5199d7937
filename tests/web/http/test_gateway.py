"""What happens to every answer on its way out, and to the cookie on its way in."""

from __future__ import annotations

import gzip
import re


def test_what_is_short_or_no_text_goes_out_as_it_is(client, match):
    """A weak ETag is the same either way: otherwise the next question would not be answered 304."""
    packed = {"Accept-Encoding": "gzip"}
    tags = {client.get(f"/m/{match}/version", headers={"Accept-Encoding": how}).headers["ETag"] for how in ("", "gzip")}
    assert tags == {'W/"0"'}
    again = client.get(f"/m/{match}/version", headers={"If-None-Match": 'W/"0"', **packed})
    assert (again.status_code, "Content-Encoding" in again.headers) == (304, False)
    short = client.get(f"/m/{match}/updates?after=0", headers=packed)
    assert (short.mimetype, "Content-Encoding" in short.headers) == ("application/json", False)


def test_no_route_takes_what_is_no_slug(app, client):
    """Flask's own converter lets in whatever has no slash; a text of an address is bounded where one is wanted."""
    plain = [rule.rule for rule in app.url_map.iter_rules() for part in rule.rule.split("<")[1:] if ":" not in part]
    assert plain == []
    assert client.get("/rules/texas_42").status_code == 200
    for text in ("texas%0042", "texas.42", "%ef%bf%bf", "a" * 101, "%D8%A8"):
        answer = client.get(f"/rules/{text}")
        assert (answer.status_code, "Werkzeug" in answer.text) == (404, False), text


def test_pages_go_out_compressed_to_who_takes_it(client, match):
    plain = client.get(f"/m/{match}")
    packed = client.get(f"/m/{match}", headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert gzip.decompress(packed.data)[:200] == plain.data[:200]
    for answer in (plain, packed):
        assert set(", ".join(answer.headers.getlist("Vary")).split(", ")) == {
            "Accept-Encoding",
            "Cookie",
            "Accept-Language",
        }


def test_the_cookie_is_set_once(client, match):
    client.get(f"/m/{match}")
    assert "Set-Cookie" not in client.get(f"/m/{match}").headers


def test_a_forged_cookie_opens_nothing(client, match):
    cookie = client.get_cookie("tallystick").value
    client.set_cookie("tallystick", re.sub(r".$", "A" if cookie[-1] != "A" else "E", cookie))
    assert client.get(f"/m/{match}").status_code == 404


def test_who_names_no_host_is_told_so_in_words(client):
    """Before anything was drawn: a page of ours is built without the name."""
    for host in ("x" * 400, "a b", "[::1"):
        answer = client.get("/", headers={"Host": host})
        assert (answer.status_code in (200, 400), "<main" in answer.text) == (True, True), host
