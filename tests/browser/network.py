"""What becomes of what a page sends: no line, an answer that was lost or cut, and what is no answer of the server's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Route

KEPT = "saved on your phone"  # what a phone says of it
ONLINE = "() => dispatchEvent(new Event('online'))"
PAGE = '<!doctype html><main><p>{}</p></main>{}<hr id="whole">'


@contextmanager
def unless_unrouted() -> Iterator[None]:
    """What is under way while its route is taken away has gone on by itself."""
    try:
        yield
    except Error as error:
        if "already handled" not in error.message:
            raise


def no_line(route: Route) -> None:
    """Nothing gets through."""
    with unless_unrouted():
        route.abort()


def arrived_only(route: Route) -> None:
    """It arrives; nothing comes back."""
    route.fetch()
    no_line(route)


def cut_short(route: Route) -> None:
    """It arrives; half of the answer comes back, and looks like all of it."""
    answer = route.fetch()
    body = answer.body()
    headers = {
        name: text for name, text in answer.headers.items() if name not in ("content-length", "content-encoding")
    }
    kind = answer.headers["content-type"]
    with unless_unrouted():
        route.fulfill(status=answer.status, headers=headers, content_type=kind, body=body[: len(body) // 2])


def refusing(status: int, words: str = "Not just now.") -> Callable[[Route], None]:
    """The server answers with this status and words."""
    page = PAGE.format(words, " " * 100)

    def refuse(route: Route) -> None:
        with unless_unrouted():
            route.fulfill(status=status, content_type="text/html", body=page)

    return refuse


def elsewhere(route: Route) -> None:
    """Another machine answers in the server's place."""
    page = "<!doctype html><main><p>Log in to this network</p></main>"
    with unless_unrouted():
        route.fulfill(status=200, content_type="text/html", body=page)
