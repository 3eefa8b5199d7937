"""What happens to every answer on its way out, and to the cookie on its way in."""

from __future__ import annotations

import gzip
import re

import pytest

from web.http.security_headers import HEADERS


@pytest.mark.parametrize("path", ["/", "/m/{}", "/no/such/page"])
def test_every_page_has_the_headers(client, match, path):
    answer = client.get(path.format(match))
    for name, value in HEADERS:
        assert value in ", ".join(answer.headers.getlist(name))
    assert "Strict-Transport-Security" not in answer.headers
    assert client.get(path.format(match), base_url="https://localhost").headers["Strict-Transport-Security"]


def test_what_is_short_or_no_text_goes_out_as_it_is(client, match):
    packed = {"Accept-Encoding": "gzip"}
    again = client.get(f"/m/{match}/sheet", headers={"If-None-Match": 'W/"0"', **packed})
    assert (again.status_code, "Content-Encoding" in again.headers) == (304, False)
    assert "Content-Encoding" not in client.head(f"/m/{match}", headers=packed).headers


def test_pages_go_out_compressed_to_who_takes_it(client, match):
    plain = client.get(f"/m/{match}")
    packed = client.get(f"/m/{match}", headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    refused = client.get(f"/m/{match}", headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert gzip.decompress(packed.data)[:200] == plain.data[:200] == refused.data[:200]
    for answer in (plain, packed, refused):
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
    client.get(f"/m/{match}")  # now it is remembered
    client.set_cookie("tallystick", re.sub(r".$", "A" if cookie[-1] != "A" else "E", cookie))
    assert client.get(f"/m/{match}").status_code == 404
