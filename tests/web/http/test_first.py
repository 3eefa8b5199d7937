"""Who writes goes first: questions wait while a saying is taken down, but never long."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from web.http import first


@pytest.fixture(params=["/m/here/say"])
def door(request):
    """An app at whose door one waits; something that writes is under way until it may end."""
    begun, may_end, answers = threading.Event(), threading.Event(), []

    def inner(environ, start_response):
        if environ["REQUEST_METHOD"] == "POST":
            begun.set()
            may_end.wait(10)
        answers.append(environ["PATH_INFO"])
        return []

    app = SimpleNamespace(wsgi_app=inner)
    first.writers_first(app)
    writer = asked(app, "POST", request.param)
    begun.wait(10)
    yield SimpleNamespace(app=app, answers=answers, writer=writer, may_end=may_end)
    may_end.set()
    writer.join()


def asked(app, method, path):
    """A request on its way, as a thread."""
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path}
    thread = threading.Thread(target=app.wsgi_app, args=(environ, None))
    thread.start()
    return thread


@pytest.mark.parametrize("path", ["/m/here/live", "/m/here/others"])
def test_a_question_waits_for_what_is_written(monkeypatch, door, path):
    monkeypatch.setattr(first, "MOMENT", 10)
    question = asked(door.app, "GET", path)
    question.join(0.2)
    assert door.answers == []
    door.may_end.set()
    question.join()
    assert door.answers == ["/m/here/say", path]


def test_a_question_does_not_wait_for_long(monkeypatch, door):
    monkeypatch.setattr(first, "MOMENT", 0.01)
    asked(door.app, "GET", "/m/here/live").join()
    assert door.answers == ["/m/here/live"]


def test_a_page_waits_for_nobody(monkeypatch, door):
    monkeypatch.setattr(first, "MOMENT", 10)
    asked(door.app, "GET", "/m/here").join()
    assert door.answers == ["/m/here"]


@pytest.mark.parametrize("door", ["/bring"], indirect=True)
def test_nobody_waits_for_a_file(monkeypatch, door):
    monkeypatch.setattr(first, "MOMENT", 10)
    asked(door.app, "GET", "/m/here/live").join()
    assert door.answers == ["/m/here/live"]


def test_a_saying_that_breaks_leaves_the_door_open():
    def broken(environ, start_response):
        if environ["REQUEST_METHOD"] == "POST":
            raise ZeroDivisionError
        return ["answer"]

    app = SimpleNamespace(wsgi_app=broken)
    first.writers_first(app)
    with pytest.raises(ZeroDivisionError):
        app.wsgi_app({"REQUEST_METHOD": "POST", "PATH_INFO": "/m/here/say"}, None)
    assert app.wsgi_app({"REQUEST_METHOD": "GET", "PATH_INFO": "/m/here/live"}, None) == ["answer"]
