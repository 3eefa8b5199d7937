"""An evening with something on every screen, and the addresses of all screens; made through the app's own pages."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient

from models.base import now
from tests.support.games import known
from tests.support.games.parts import Scene
from tests.support.tables import make_circle, send, start, token

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
TYPED = (
    "The television in the long room upstairs",
    "As we play them on Thursdays in the winter",
    "it was four, and I never had the ace",
)
"""What people typed besides their names."""
SCENES: dict[str, Scene] = known("SCENE")


def say(client: FlaskClient, uid: str, step: str, **form: Any) -> None:
    """Record something at a table."""
    answer = send(client, f"/m/{uid}/say", uid=secrets.token_hex(8), step=step, **form)
    assert answer.status_code == 303, re.sub(r"(?s).*<main", "", answer.get_data(as_text=True))[:1500]


def scenes(client: FlaskClient) -> dict[str, str]:
    """The address of every screen by name, after an evening was played with this client's cookie."""
    make_circle(client, *NAMES)
    found = {"home": "/", "new": "/new", "circle": "/circle", "lost": "/m/nowhere", "past": "/evenings/past"}
    for game in SCENES:
        found.update(tables(client, game))
    page = client.get("/").get_data(as_text=True)
    found["evening"] = re.search(r'"(/e/\w+)', page)[1]
    found["evening-paper"] = found["evening"] + "/paper"
    return found | others(client, found)


def others(client: FlaskClient, found: dict[str, str]) -> dict[str, str]:
    """The pages that let others in, and those that a circle needs rarely; with a code, a link and saved rules."""
    evening, match = found["evening"], found["texas_42-table"]
    send(client, evening + "/code")
    send(client, evening + "/share")
    send(client, evening + "/links", right="watch", name=TYPED[0])
    send(client, match + "/rules", name=TYPED[1])
    player = re.search(r'"(/circle/players/\w+)"', client.get("/circle").get_data(as_text=True))[1]
    same = re.findall(rf'"({player}/merge[^"]*)"', client.get(f"{player}/merge").get_data(as_text=True))
    once = re.search(r"/join/[\w-]+", send(client, match + "/handover").get_data(as_text=True))[0]
    client.get(once)
    send(client, evening + "/standing")
    link = re.search(r'"https?://[^/]+(/[^"]+)"', client.get(evening + "/share").get_data(as_text=True))[1]
    untold, told = start(client, "boomke_wies", *NAMES[:4]), start(client, "zwanzig_ab", *NAMES[:4])
    ended = {"winner": 1, "total.0": 3, "total.1": -1, "total.2": 12, "total.3": 5}
    send(client, f"/m/{told}/rulings", uid=secrets.token_hex(8), what="result", **ended)
    only = {"only-result": f"/m/{untold}/rulings", "only-result-fault": f"/m/{untold}/rulings?what=result&total.0=7"}
    only |= {"only-result-end": f"/m/{told}"}
    send(client, "/evenings/past", date="2026-01-05", place=TYPED[0])
    only |= links(client)
    names = only | {
        "offered": "/join",
        "welcome": "/welcome",
        "code": "/code",
        "host": "/host",
        "share": evening + "/share",
        "phone": "/install",
        "guest-link": link,
    }
    return names | {
        "handover": match + "/handover",
        "same": player + "/merge",
        "same-two": same[-1].replace("&amp;", "&"),
    }


def links(client: FlaskClient) -> dict[str, str]:
    """The circle's page right after a link was revoked, and what a link to the circle offers to a phone of nobody."""
    made = send(client, "/circle/links", right="watch", name=NAMES[4]).get_data(as_text=True)
    offer = re.search(r"/join/[\w-]+", made)[0]
    send(client, "/circle/links", right="watch", name=NAMES[3])
    newest = re.findall(r"/circle/links/\w+/revoke", client.get("/circle").get_data(as_text=True))[0]
    return {"revoked": send(client, newest).headers["Location"], "guest-circle": offer}


def tables(client: FlaskClient, game: str) -> dict[str, str]:
    """A game's table before and after its bid, and the pages of what was played; its end where two deals make one."""
    players = NAMES[: SCENES[game].players]
    uid = start(client, game, *players)
    for deal in SCENES[game].deals:
        say(client, uid, "play" if deal else "nobody", **deal)
    table = client.get(f"/m/{uid}").get_data(as_text=True)
    deal_page = re.search(rf'"(/m/{uid}/deal/[\w-]+)', table)[1]
    if game == "knockout_whist":
        dispute(client, uid, deal_page.rpartition("/")[2])
    playing = start(client, game, *players)
    say(client, playing, "bid", **SCENES[game].bid)
    names = {
        "table": "",
        "history": "/history",
        "rulings": "/rulings",
        "rules": "/rules",
        "early-end": "/rulings?what=close",
        "paper": "/paper",
    }
    found = {f"{game}-{name}": f"/m/{uid}{path}" for name, path in names.items()}
    found |= {f"{game}-across": f"/m/{playing}/across", f"{game}-turned": f"/m/{uid}/across?turned=1"}
    found |= {f"{game}-follow": f"/m/{playing}/follow", f"{game}-television": f"/m/{uid}/follow?tv=1"}
    found |= {f"{game}-asked": f"/m/{uid}/follow", f"{game}-blank": f"/paper/{game}"}
    found |= {
        f"{game}-deal": deal_page,
        f"{game}-amend": deal_page + "/amend",
        f"{game}-play": f"/m/{playing}",
        f"{game}-new": f"/new?tap=game:{game}",
    }
    found[f"{game}-half"] = f"/m/{playing}?{SCENES[game].half}"
    for name, bid in SCENES[game].spoken.items():
        spoken = start(client, game, *players)
        say(client, spoken, "deal", bidder=0, bid=168, made="true")
        say(client, spoken, "bid", **bid)
        found[f"{game}-bid-{name}"] = f"/m/{spoken}"
    if game == "boomke_wies":
        found |= removed(client, game, players) | timed(client, game, players)
        found |= two_phones(client, game, players)
    found |= {f"{game}-{name}": f"/m/{playing}?{half}" for name, half in SCENES[game].more.items()}
    if SCENES[game].auction:
        found[f"{game}-auction"] = f"/m/{uid}?auction=1&calls={SCENES[game].auction}"
    return found | end(client, game, players)


def removed(client: FlaskClient, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """A match in which a deal was removed from its page, and one that was forgotten on its pad."""
    uid = start(client, game, *players)
    for deal in SCENES[game].deals:
        say(client, uid, "play" if deal else "nobody", **deal)
    last, _, first = re.findall(rf'"(/m/{uid}/deal/[\w-]+)', client.get(f"/m/{uid}").get_data(as_text=True))
    send(client, first + "/strike", uid=secrets.token_hex(8))
    found = {"removed": f"/m/{uid}", "removed-deal": first, "removed-follow": f"/m/{uid}/follow"}
    found |= {
        "forgotten": last + "/before",
        "forgotten-play": last + "/before?declarer=2&contract=9&tricks=10&dealer=3",
    }
    return {f"{game}-{name}": address for name, address in found.items()}


def timed(client: FlaskClient, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """Matches on the clock: in the middle of a deal, in the last deal, after it, and in one more because of a tie."""
    found = {}
    first = SCENES[game].deals[0]
    level = [first, first | {"declarer": 0}]
    for name, deals in {"clock": None, "last-deal": [], "played-out": [first], "level": level}.items():
        with patch("web.new_match.views.now", lambda late=deals is not None: now() - timedelta(hours=2 * late)):
            uid = start(client, game, *players, length="clock", length_value="45")
        for deal in deals or ():
            say(client, uid, "play", **deal)
        if name != "played-out":
            say(client, uid, "bid", **SCENES[game].bid)
        found |= {
            name: f"/m/{uid}",
            f"{name}-television": f"/m/{uid}/follow?tv=1",
            f"{name}-across": f"/m/{uid}/across",
        }
    return {f"{game}-{name}": address for name, address in found.items()}


def two_phones(client: FlaskClient, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """A match in which two phones wrote without a network, and not the same; its evening and its sheet say so."""
    uid = start(client, game, *players)
    base = client.get(f"/m/{uid}/log").json["hash"]
    for tricks in ((9, 8, 10), (6, 8)):
        tail = [{"declarer": 1, "contract": 8, "tricks": n} for n in tricks]
        records = [{"uid": secrets.token_hex(8), "kind": "deal", "body": body} for body in tail]
        body = {"base": 0, "hash": base, "records": records, "token": token(client)}
        assert client.post(f"/m/{uid}/tail", json=body).status_code == 200
    return {f"{game}-both": f"/m/{uid}/both", f"{game}-both-waits": f"/m/{uid}"}


def dispute(client: FlaskClient, uid: str, of: str) -> None:
    """Let Bob, whose phone this is from now on, and Eva answer a line."""
    send(client, f"/m/{uid}/seat", seat="1")
    said = {"of": of, "answer": "dispute", "note": TYPED[2]}
    answers = [
        send(client, f"/m/{uid}/answer", uid=secrets.token_hex(8), **said, **more) for more in ({}, {"seat": "4"})
    ]
    assert [answer.status_code for answer in answers] == [303, 303]


def end(client: FlaskClient, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """A match that is over."""
    uid = start(client, game, *players, **({"start": 5} if game == "zwanzig_ab" else {}))
    if SCENES[game].last:
        for deal in SCENES[game].last:
            say(client, uid, "play" if deal else "nobody", **deal)
    elif game == "boomke_wies":
        for deal in SCENES[game].deals:
            say(client, uid, "play" if deal else "nobody", **deal)
        send(client, f"/m/{uid}/rulings", uid=secrets.token_hex(8), what="close")
    else:
        return {}
    addresses = {"over": "", "over-follow": "/follow", "over-television": "/follow?tv=1"}
    return {f"{game}-{name}": f"/m/{uid}{path}" for name, path in addresses.items()}
