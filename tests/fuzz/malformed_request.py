"""A malformed request: made at random from the routes, and from the forms and links of real pages."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from io import BytesIO
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, urlsplit

from models.base import ALPHABET
from tests.fuzz import hostile_texts
from tests.fuzz.scene import Pairs, Scene

FORM, PARTS, JSON = "application/x-www-form-urlencoded", "multipart/form-data; boundary=X", "application/json"
TYPES = (FORM, PARTS, JSON, FORM + "; charset=utf-16", "multipart/form-data", "text/plain", "application/xml", "", ";=")
PLACE = re.compile(r"<[^<>]+>")
RESERVED = ("endpoint", "values", "self", "_anchor", "_external", "_method", "_scheme", "uid", "game")  # by url_for()
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "PROPFIND", "X" * 50)
ODD_HEADERS = """
HOST COOKIE ACCEPT_LANGUAGE ACCEPT_ENCODING IF_NONE_MATCH IF_MODIFIED_SINCE X_PART RANGE REFERER ORIGIN X_FORWARDED_FOR
X_FORWARDED_PROTO X_FORWARDED_HOST EXPECT X_CSRFTOKEN ACCEPT SEC_FETCH_SITE X_HTTP_METHOD_OVERRIDE FORWARDED
TRANSFER_ENCODING AUTHORIZATION
""".split()
ODD_VALUES = {
    "HOST": ("evil.example", "[::1", "a b", "x" * 300, "127.0.0.1:99999", "", "<script>", "localhost:x", "é.example"),
    "COOKIE": ("tallystick=", "tallystick=a.b.c", "; ; =", 'tallystick="\\"', "language=fa; language=xx", "a=b;" * 200),
    "ACCEPT_LANGUAGE": ("fa;q=x", "en;q=1e309", ",,,;;q=", "x" * 2000, "de-" * 100, "*;q=-1", "nl;q=0.5,fa;q=NaN"),
    "ACCEPT_ENCODING": ("gzip;q=x", "gzip;q=1e309", "*", ";", "br,,,gzip;q="),
    "IF_NONE_MATCH": ('W/"0"', '"', "*", 'W/"1", "2", x', '"' * 200),
    "X_PART": ("0", "9" * 5000, "-1", "x", "۳", ""),
    "REFERER": ("http://[", "http://localhost/m/x", "//", "http://localhost//evil.example", "http://localhost/\\evil"),
    "ORIGIN": ("null", "http://evil.example", "http://localhost"),
    "TRANSFER_ENCODING": ("chunked",),
    "SEC_FETCH_SITE": ("cross-site", "same-origin", "none"),
}


class Ask(NamedTuple):
    """A request as a server hands it to the app; length is what it says of its body."""

    bearer: str
    method: str
    path: bytes
    query: bytes = b""
    type: str | None = None
    body: bytes = b""
    length: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def environ(self, cookie: str) -> dict[str, Any]:
        """The request as a WSGI environment."""
        known: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": self.path.decode("latin-1"),
            "QUERY_STRING": self.query.decode("latin-1"),
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(self.body),
            "wsgi.errors": BytesIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        if cookie:
            known["HTTP_COOKIE"] = cookie
        if self.type is not None:
            known["CONTENT_TYPE"] = self.type
        if self.length is not None:
            known["CONTENT_LENGTH"] = self.length
        return known | {f"HTTP_{name}": value for name, value in self.headers}


def made(rng: Random, scene: Scene) -> Ask:
    """One malformed request."""
    ask = rng.choice(KINDS)(rng, scene)
    return ask._replace(headers=ask.headers + odd_headers(rng)) if rng.random() < 0.25 else ask


def near_form(rng: Random, scene: Scene) -> Ask:
    """A form of a page as its reader would send it, but for a few things."""
    form = rng.choice(scene.forms)
    return sent(rng, form.method, form.address, damaged(rng, scene, form.pairs), "score")


def foreign_form(rng: Random, scene: Scene) -> Ask:
    """The same, sent by somebody who may not, or without a token that holds."""
    form = rng.choice(scene.forms)
    pairs = damaged(rng, scene, form.pairs) if rng.random() < 0.5 else list(form.pairs)
    bearer = rng.choice([name for name in scene.cookies if name != "score"] * 2 + ["score"])
    if bearer == "score" or rng.random() < 0.3:
        pairs = [(name, hostile_texts.text(rng)) if name == "csrf_token" else (name, value) for name, value in pairs]
    elif rng.random() < 0.7:
        pairs = [(name, scene.tokens[bearer]) if name == "csrf_token" else (name, value) for name, value in pairs]
    return sent(rng, form.method, form.address, pairs, bearer)


def near_link(rng: Random, scene: Scene) -> Ask:
    """An address that stands on a page, with something else in its query; for some in Persian, with its calendar."""
    review = [link for link in scene.links if "/review" in link]
    parts = urlsplit(rng.choice(review if rng.random() < 0.5 else scene.links))
    pairs = [(name, value) for name, _, value in (pair.partition("=") for pair in parts.query.split("&")) if name]
    pairs += [(rng.choice(RESERVED), "x")] * (rng.random() < 0.2)
    query = encoded(rng, damaged(rng, scene, pairs))
    persian = (("ACCEPT_LANGUAGE", "fa"),) if rng.random() < 0.3 else ()
    bearer = rng.choice([*scene.cookies, "score", "score", "score"])
    return Ask(bearer, "GET", parts.path.encode(), query, headers=persian)


def any_route(rng: Random, scene: Scene) -> Ask:
    """Any route, its places filled with what is there and what is not."""
    path = rng.choice(scene.routes)
    path = PLACE.sub(lambda _: rng.choice(scene.uids) if rng.random() < 0.5 else hostile_texts.text(rng), path)
    if rng.random() < 0.1:
        path = rng.choice((path * 50, "/" + path, path + "/", path + "/..", hostile_texts.text(rng), "*", path.upper()))
    raw = path.encode("utf-8", "surrogatepass")
    query = encoded(rng, damaged(rng, scene, [])) if rng.random() < 0.5 else b""
    bearer = rng.choice([*scene.cookies, "score", "score"])
    token = (("X_CSRFTOKEN", scene.tokens[bearer]),) if rng.random() < 0.7 else ()
    method = rng.choice(METHODS[:6] if rng.random() < 0.8 else METHODS)
    return Ask(bearer, method, raw, query, headers=token)


def odd_body(rng: Random, scene: Scene) -> Ask:
    """A body that is not what its headers say."""
    form = rng.choice(scene.forms)
    kind = rng.choice(TYPES)
    body = rng.choice((json_body, parts_body, raw_body))(rng, scene, form.pairs)
    lengths = (len(body), len(body), len(body) + 7, max(len(body) - 7, 0), "", "-1", "x", "9" * 30, "1e3", " 5")
    token = (("X_CSRFTOKEN", scene.tokens["score"]),) if rng.random() < 0.7 else ()
    return Ask("score", "POST", form.address.encode(), b"", kind, body, str(rng.choice(lengths)), token)


def json_body(rng: Random, scene: Scene, pairs: Pairs) -> bytes:
    """JSON, more or less."""
    deep = rng.choice(hostile_texts.DEEP)
    whole = json.dumps(dict(damaged(rng, scene, pairs)))
    return rng.choice((deep, whole, whole[: len(whole) // 2])).encode("utf-8", "surrogatepass")


def parts_body(rng: Random, scene: Scene, pairs: Pairs) -> bytes:
    """A form in parts, of which some are files, cut short or without an end."""
    parts = []
    for name, value in damaged(rng, scene, pairs):
        file = rng.choice(("", '; filename="a.json"', "; filename*=utf-8''%ff", '; filename="\0"'))
        parts.append(f'--X\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n')
    body = ("".join(parts) + "--X--\r\n").encode("utf-8", "surrogatepass")
    return body[: rng.randint(0, len(body))] if rng.random() < 0.4 else body


def raw_body(rng: Random, scene: Scene, pairs: Pairs) -> bytes:
    """Bytes; at times more than is taken."""
    if rng.random() < 0.05:
        return b"note=" + b"a" * rng.choice((255 * 1024, 257 * 1024, 1024 * 1024))
    body = encoded(rng, damaged(rng, scene, pairs))
    return body[: rng.randint(0, len(body))] if rng.random() < 0.5 else body + bytes(rng.randbytes(20))


def sent(rng: Random, method: str, address: str, pairs: Pairs, bearer: str) -> Ask:
    """A form on its way."""
    parts, data = urlsplit(address), encoded(rng, pairs)
    if method == "GET":
        return Ask(bearer, "GET", parts.path.encode(), data)
    part = (("X_PART", rng.choice(("", "0", "3"))),) if rng.random() < 0.3 else ()
    return Ask(bearer, "POST", parts.path.encode(), parts.query.encode(), FORM, data, str(len(data)), part)


def damaged(rng: Random, scene: Scene, pairs: Pairs) -> Pairs:
    """The pairs of a form with a few of them changed, doubled, gone, or other ones beside them."""
    found = list(pairs)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        at = rng.randrange(len(found)) if found else 0
        what = rng.random()
        if not found or what < 0.2:
            name = rng.choice(scene.names if rng.random() < 0.8 else RESERVED)
            found.insert(at, (name if rng.random() < 0.9 else hostile_texts.short(rng), value(rng, scene)))
        elif found[at][0] == "csrf_token":
            continue
        elif what < 0.8:
            found[at] = (found[at][0], value(rng, scene))
        elif what < 0.9:
            found.append((found[at][0], value(rng, scene)))
        else:
            del found[at]
    return found * 400 if rng.random() < 0.004 else found


def value(rng: Random, scene: Scene) -> str:
    """What stands in a field."""
    return rng.choice(scene.uids) if rng.random() < 0.1 else hostile_texts.text(rng)


def encoded(rng: Random, pairs: Pairs) -> bytes:
    """A query, as a browser encodes it or worse."""
    raw = [(name.encode("utf-8", "surrogatepass"), text.encode("utf-8", "surrogatepass")) for name, text in pairs]
    query = "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(text)}" for name, text in raw).encode()
    if rng.random() < 0.05:
        worse = (query + b"&%", query + b"&%zz=%f", query.replace(b"=", b"%"), query + b"&&&=;", b"%ff%fe=%c0")
        query = rng.choice(worse)
    return query


def odd_headers(rng: Random) -> tuple[tuple[str, str], ...]:
    """A header or two that no browser sends."""
    names = rng.sample(ODD_HEADERS, rng.randint(1, 2))
    return tuple((name, rng.choice((*ODD_VALUES.get(name, ()), hostile_texts.header(rng)))) for name in names)


def near_tail(rng: Random, scene: Scene) -> Ask:
    """The tail of a phone that was without a network, but for something in it."""
    uid = rng.choice(scene.matches)
    log = scene.logs[uid]
    written = [{"uid": f"t{rng.randrange(400)}", "kind": one[0], "body": one[1]} for one in log["records"]]
    base = log["version"] if rng.random() < 0.8 else rng.randint(0, log["version"])
    some = rng.sample(written, rng.randint(1, len(written)))
    body = {"base": base, "hash": log["hash"], "records": some, "edition": ""}
    places = body, *(record["body"] for record in some)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 5))):
        spoil(rng, rng.choice(places))
    text = as_text(rng, body)
    raw = rng.choice((text, text, text, text[: len(text) // 2])).encode("utf-8", "surrogatepass")
    bearer = rng.choice(("score", "score", "score", *scene.cookies))
    return Ask(bearer, "POST", f"/m/{uid}/tail".encode(), b"", JSON, raw, str(len(raw)), token_of(scene, bearer))


def near_begun_match(rng: Random, scene: Scene) -> Ask:
    """A match that a phone began without a network, but for something in it."""
    log, home = scene.logs[rng.choice(scene.matches)], scene.home
    body = {
        "uid": "".join(rng.choices(ALPHABET, k=12)),
        "circle": home["circle"]["uid"],
        "evening": {"uid": "".join(rng.choices(ALPHABET, k=12)), "date": "2026-11-20", "place": ""},
        "started_at": 1_795_204_800_000,
        "seats": home["people"][: len(log["table"]["players"])],
        "first_dealer": 0,
    }
    body |= {name: log[name] for name in ("game", "rules")}
    places = body, body["rules"], body["evening"], *body["seats"]
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        spoil(rng, rng.choice(places))
    raw = as_text(rng, body).encode("utf-8", "surrogatepass")
    bearer = rng.choice(("score", "score", "score", *scene.cookies))
    return Ask(bearer, "POST", b"/line/begin", b"", JSON, raw, str(len(raw)), token_of(scene, bearer))


def token_of(scene: Scene, bearer: str) -> tuple[tuple[str, str], ...]:
    """The header with a bearer's token."""
    return (("X_CSRFTOKEN", scene.tokens[bearer]),)


KINDS = (
    *(near_form, near_form, near_form, foreign_form, near_link, near_link, any_route, any_route, odd_body),
    near_tail,
    near_begun_match,
)


def spoil(rng: Random, data: Any) -> None:
    """Put something else in some place of JSON data."""
    while data:
        key = rng.choice(list(data)) if isinstance(data, dict) else rng.randrange(len(data))
        if isinstance(data[key], (dict, list)) and rng.random() < 0.9:
            data = data[key]
            continue
        if rng.random() < 0.2:
            del data[key]
        else:
            data[key] = deepcopy(rng.choice(SPOILT)) if rng.random() < 0.6 else hostile_texts.text(rng)
        return


def as_text(rng: Random, data: Any) -> str:
    """Data as JSON text, with what cannot be written as data in the place of marks."""
    text = json.dumps(data)
    while DEEP in text:
        levels = rng.choice((15, 21, 100, 350, 950, 3000))
        nested = "[" * levels + "]" * levels, '{"a":' * levels + "1" + "}" * levels
        text = text.replace(DEEP, rng.choice((*nested, *nested, '{"a":1,"a":2}', "1e999")), 1)
    return text


DEEP = '"<deep>"'
NUMBERS = (-1, 0, 2**31, 2**63, -(2**63) - 1, 10**400, 1.5, 1e308, float("nan"), float("inf"))
SPOILT = (*[json.loads(DEEP)] * 4, *NUMBERS, None, True, [], {}, [[]], "")
