"""Every setting in every spelling: understood, or refused in a sentence that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import config
from config import NotUsable, from_environment

NAMES = {*config.NAMES, "SECURE_COOKIES", "WEB_WORKERS", "DATABASE_URL", "SECRET_KEY", "SECRET_KEY_FALLBACKS"}
HERE = Path.cwd()
YES, NO = ("1", "true", "True", "YES", "yes", " on "), ("0", "false", "FALSE", "No", "no", "off")
SPELLINGS = [
    *(("SECURE_COOKIES", value, "SESSION_COOKIE_SECURE", True) for value in YES),
    *(("SECURE_COOKIES", value, "SESSION_COOKIE_SECURE", False) for value in (*NO, "", " ")),
    *(("TALLYSTICK_OFFLINE", value, "OFFLINE", True) for value in (*YES, "")),
    *(("TALLYSTICK_OFFLINE", value, "OFFLINE", False) for value in NO),
    *(("TALLYSTICK_COPIES", value, "DAILY_COPIES", False) for value in NO),
    *(("TALLYSTICK_COPIES", value, "DAILY_COPIES", True) for value in (*YES, "", "/where", "nowhere")),
    *(("TALLYSTICK_COPIES", value, "COPIES_FOLDER", HERE / "there" / "copies") for value in (*YES, *NO, "")),
    ("TALLYSTICK_COPIES", "/where", "COPIES_FOLDER", Path("/where")),
    ("TALLYSTICK_COPIES", "./no", "COPIES_FOLDER", HERE / "no"),
    ("TALLYSTICK_COPIES", "~/copies", "COPIES_FOLDER", Path("~/copies").expanduser()),
    ("TALLYSTICK_INSTANCE", "~", "INSTANCE_FOLDER", Path("~").expanduser()),
    ("TALLYSTICK_INSTANCE", " here ", "INSTANCE_FOLDER", HERE / "here"),
    *(("TALLYSTICK_CIRCLES", value, "CIRCLES", "anybody") for value in ("anybody", "Anybody", "ANYBODY", " anybody ")),
    ("TALLYSTICK_CIRCLES", "", "CIRCLES", None),
    *(
        ("TALLYSTICK_HOST", value, "HOST", "tally.example.org")
        for value in (
            "tally.example.org",
            "Tally.Example.org",
            "tally.example.org.",
            "https://tally.example.org",
            "HTTPS://tally.example.org/",
            "http://tally.example.org:80",
            "https://tally.example.org:443/",
            "tally.example.org:443",
        )
    ),
    ("TALLYSTICK_HOST", "https://Tally.example.org:8443", "HOST", "tally.example.org:8443"),
    ("TALLYSTICK_HOST", "tally:8000", "HOST", "tally:8000"),
    ("TALLYSTICK_HOST", "192.168.1.7:8000", "HOST", "192.168.1.7:8000"),
    ("TALLYSTICK_HOST", "[FE80::1]:8000", "HOST", "[fe80::1]:8000"),
    ("TALLYSTICK_HOST", "jürgen.example", "HOST", "xn--jrgen-kva.example"),
    ("TALLYSTICK_HOST", "", "HOST", None),
    ("TALLYSTICK_PROXIES", "", "PROXIES", 0),
    ("TALLYSTICK_PROXIES", " 2 ", "PROXIES", 2),
    ("WEB_WORKERS", "", "WORKERS", None),
    ("WEB_WORKERS", "04", "WORKERS", 4),
    ("SECRET_KEY", " ", "SECRET_KEY", None),
    ("SECRET_KEY_FALLBACKS", "one two", "SECRET_KEY_FALLBACKS", ["one", "two"]),
]
REFUSED = [
    *(("SECURE_COOKIES", value) for value in ("ja", "2", "https")),
    *(("TALLYSTICK_OFFLINE", value) for value in ("nope", "never")),
    *(("TALLYSTICK_CIRCLES", value) for value in ("everybody", "yes", "key")),
    *(
        ("TALLYSTICK_HOST", value)
        for value in (
            "*",
            "one.example, two.example",
            "https://tally.example/path",
            "tally.example?x",
            "ftp://tally.example",
            "ann@tally.example",
            "tally.example:port",
            "tally.example:99999",
            "tally..example",
            "https://",
            "[::1",
            "two words",
        )
    ),
    *(("TALLYSTICK_PROXIES", value) for value in ("yes", "10", "1.5")),
    *(("WEB_WORKERS", value) for value in ("0", "65", "auto")),
    ("TALLYSTICK_INSTANCE", "~nobody-of-this-name/here"),
    ("TALLYSTICK_COPIES", "~nobody-of-this-name/here"),
    ("DATABASE_URL", "tallystick.db"),
]


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TALLYSTICK_INSTANCE", "there")


def test_a_setting_is_understood_however_it_is_spelled(monkeypatch):
    for name, value, setting, meaning in SPELLINGS:
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert from_environment()[setting] == meaning, (name, value)


def test_what_cannot_be_understood_is_refused_by_name(monkeypatch):
    for name, value in REFUSED:
        with monkeypatch.context() as patch, pytest.raises(NotUsable, match=f"^{name} "):
            patch.setenv(name, value)
            from_environment()


def test_every_setting_is_tried_and_told_in_the_table():
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", Path("docs/hosting.md").read_text("utf8"), re.MULTILINE))
    assert told == NAMES
    assert {name for name, *_ in (*SPELLINGS, *REFUSED)} >= NAMES


def test_a_slip_in_a_name_is_told_once(monkeypatch, capsys):
    monkeypatch.delenv("PYTEST_VERSION")
    for name in ("TALLYSTICK_HOSTS", "TALLYSTICK_DATABASE", "TALLYSTICK_OFLINE"):
        monkeypatch.setenv(name, "x")
    config.tell_unknown_settings.cache_clear()
    for _ in range(2):
        from_environment()
    lines = capsys.readouterr().err.splitlines()
    lines = [line for line in lines if re.match("TALLYSTICK_(HOSTS|DATABASE|OFLINE) ", line)]
    assert [line.partition(" is no setting of Tallystick and does nothing.")[2] for line in lines] == [
        "",
        " Is TALLYSTICK_HOST meant?",
        " Is TALLYSTICK_OFFLINE meant?",
    ]
