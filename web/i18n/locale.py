"""The reader's language: as chosen, else as the browser asks, else English; texts and numbers in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from flask import abort, current_app, g, has_request_context, redirect, request, url_for
from markupsafe import Markup, escape
from werkzeug import Response
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from table.language import MINUS, Language
from web.i18n.catalog import NAMES, language_of
from web.routes import PUBLIC, Pages

COOKIE = "language"
LEFT_TO_RIGHT = Markup('<bdi dir="ltr">{}</bdi>')


def current_language() -> Language:
    """The language of this request; English outside of one."""
    if not has_request_context():
        return language_of("en")
    found: Language | None = g.get("language")
    if found is None:
        found = g.language = language_of(wanted_code())
    return found


def language_code() -> str:
    """The code of this request's language."""
    return current_language().code


def wanted_code() -> str:
    """The code of the language in the cookie, else of the one that the browser prefers."""
    code = request.cookies.get(COOKIE, "")
    if code in NAMES:
        return code
    liked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in liked if tag in NAMES), "en")


def gettext(text: str, **values: Any) -> str:
    """The text in the reader's language."""
    return current_language().gettext(text, **values)


def ngettext(one: str, more: str, n: int, **values: Any) -> str:
    """The text for this number in the reader's language; {num} is the number."""
    return current_language().ngettext(one, more, n, num=n, **values)


def marked(text: str, **values: Any) -> Markup:
    """gettext for templates: the text is our own markup, values are escaped."""
    found = current_language()
    words = as_markup(found.gettext(text))
    return filled(words, localize_numbers(found, values)) if values else words


def counted(one: str, more: str, n: int, **values: Any) -> Markup:
    """ngettext for templates."""
    found = current_language()
    return filled(as_markup(found.ngettext(one, more, n)), localize_numbers(found, {"num": n, **values}))


@lru_cache(4096)
def as_markup(words: str) -> Markup:
    """A text of a catalogue as markup."""
    return Markup(words)  # noqa: S704  only our translators' words


def filled(words: Markup, values: dict[str, Any]) -> Markup:
    """Markup with values put in, escaped: what Markup.format() says, which takes many times as long."""
    return Markup(str.format(words, **{key: escape(value) for key, value in values.items()}))  # noqa: S704  they are


def localize_numbers(found: Language, values: dict[str, Any]) -> dict[str, Any]:
    """Values with numbers in the digits of a language."""
    return {key: found.number(value) if type(value) is int else value for key, value in values.items()}


def num(number: int) -> str:
    """A whole number in the reader's digits, with a true minus sign."""
    return current_language().number(number)


def signed(number: int) -> Markup:
    """A gain or a loss with its sign, left to right in every language."""
    return LEFT_TO_RIGHT.format(("+" if number > 0 else MINUS if number < 0 else "") + num(abs(number)))


def money(amount: int) -> str:
    """Money in minor units as an amount with two decimals."""
    return current_language().money(amount)


def in_digits(text: str) -> str:
    """A text with its Latin digits replaced by the reader's."""
    return current_language().in_digits(text)


def localize_typed(text: str) -> str:
    """A number or an amount as the reader would type it; other texts unchanged."""
    return in_digits(text.replace(".", current_language().decimal)) if text.replace(".", "", 1).isdecimal() else text


def partners(names: list[Markup]) -> Markup:
    """The names of a side: "Ann & Cem"."""
    first, *others = names
    return filled(escape(gettext("{first} & {last}")), {"first": first, "last": others[0]}) if others else first


def list_of(items: list[Any]) -> Markup:
    """Things one after the other: "Boomke Wies, Texas 42"."""
    return escape(gettext(", ")).join(items)


def remarks(items: list[Any]) -> Markup:
    """Remarks one after the other: "Trump: ♥; Tricks: 3"."""
    return escape(gettext("; ")).join(items)


COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep a cookie

bp = Pages("language", __name__)


@bp.post("/language", needs=PUBLIC)
def choose_language() -> Response:
    """Store the choice. No CSRF token: the worst that a foreign form can do is a page in another language."""
    code = request.form.get("language", "")
    if code not in NAMES:
        abort(400)
    answer = redirect(page_before(), 303)
    secure = current_app.session_interface.get_cookie_secure(current_app)
    answer.set_cookie(COOKIE, code, max_age=COOKIE_AGE, secure=secure, httponly=True, samesite="Lax")
    return answer


def page_before() -> str:
    """The address that the tap came from, or the nearest page above it."""
    came = parts_of(request.referrer or "")
    if came.netloc == request.host:
        path = came.path.removeprefix(request.root_path).rstrip("/")
        if is_page(path):
            return request.root_path + path + (f"?{came.query}" if came.query else "")
        while path := path.rpartition("/")[0]:
            if is_page(path):
                return request.root_path + path
    return url_for("home.show_home")


def parts_of(address: str) -> SplitResult:
    """The parts of an address; empty ones for an invalid one."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def is_page(path: str) -> bool:
    """Whether an address of ours answers GET."""
    try:
        found, _ = current_app.create_url_adapter(request).match(path, "GET")  # type: ignore[union-attr]
    except (HTTPException, RequestRedirect):
        return False
    return bool(path) and found != "language.choose_language"
