"""An evening with something on every screen, and the addresses of all screens; made through the app's own pages."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any

from tests.tables import make_circle, send, start

if TYPE_CHECKING:
    from flask.testing import FlaskClient

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
TYPED = (
    "The television in the long room upstairs",
    "As we play them on Thursdays in the winter",
    "it was four, and I never had the ace",
)
"""What people typed besides their names."""
SEATS = {"clobyosh": 2, "knockout_whist": 5}
DEALS: dict[str, list[dict[str, Any]]] = {
    "boomke_wies": [
        {"declarer": 1, "contract": 9, "tricks": 10},
        {"declarer": 2, "contract": 8, "tricks": 7},
        {"contract": "meetje", "tricks": 5},
    ],
    "texas_42": [{"bidder": 1, "bid": 84, "made": "true"}, {"bidder": 2, "bid": 31, "made": "false"}, {}],
    "clobyosh": [
        {
            "maker": 1,
            "turned": "true",
            "trump": "hearts",
            "cards.0": 40,
            "cards.1": 80,
            "last_trick": 1,
            "bela": 1,
        }
    ],
    "knockout_whist": [
        {"tricks.0": 3, "tricks.1": 2, "tricks.2": 1, "tricks.3": 1, "tricks.4": 0},
        {"tricks.0": 2, "tricks.1": 3, "tricks.2": 1, "tricks.3": 0, "tricks.4": 0},
    ],
    "zwanzig_ab": [
        {"trump": "hearts", "tricks.0": 1, "tricks.1": 2, "tricks.2": 1, "tricks.3": 1},
        {"trump": "clubs", "tricks.0": "-", "tricks.1": 3, "tricks.2": 2, "tricks.3": 0},
    ],
}
BIDS: dict[str, dict[str, Any]] = {
    "boomke_wies": {"declarer": 0, "contract": 8},
    "texas_42": {"bidder": 1, "bid": 31, "trump": 4},
    "clobyosh": {"maker": 0, "turned": "true", "trump": "spades"},
    "knockout_whist": {"trump": "spades"},
    "zwanzig_ab": {"trump": "clubs"},
}
HALF: dict[str, str] = {
    "boomke_wies": "step=bid&auction=1&calls=7,pass",
    "texas_42": "counter=5-5&counter=6-4&took=4",
    "clobyosh": "last_trick=0&cards.0=62&best.0=50&best.1=50&top.0=K&top.1=K",
    "knockout_whist": "tricks.0=3&tricks.1=3&tricks.2=1&tricks.3=0&tricks.4=0",
    "zwanzig_ab": "tricks.0=2&tricks.2=-",
}
AUCTIONS: dict[str, str] = {"boomke_wies": "7,pass", "texas_42": "31,pass,84"}
LAST: dict[str, dict[str, Any]] = {
    "texas_42": {"bidder": 0, "bid": 294, "made": "true"},
    "zwanzig_ab": {"trump": "hearts", "tricks.0": "-", "tricks.1": 5, "tricks.2": "-", "tricks.3": "-"},
}


def say(client: FlaskClient, uid: str, step: str, **form: Any) -> None:
    """Record something at a table."""
    answer = send(client, f"/m/{uid}/say", uid=secrets.token_hex(8), step=step, **form)
    assert answer.status_code == 303, re.sub(r"(?s).*<main", "", answer.get_data(as_text=True))[:1500]


def scenes(client: FlaskClient) -> dict[str, str]:
    """The address of every screen by name, after an evening was played with this client's cookie."""
    make_circle(client, *NAMES)
    found = {"home": "/", "new": "/new", "circle": "/circle", "lost": "/m/nowhere"}
    for game in DEALS:
        found.update(tables(client, game))
    page = client.get("/").get_data(as_text=True)
    found["evening"] = re.search(r'"(/e/\w+)', page)[1]
    found["evening-paper"] = found["evening"] + "/paper"
    return found | others(client, found)


def others(client: FlaskClient, found: dict[str, str]) -> dict[str, str]:
    """The pages that let others in, and those that a circle needs rarely; with a code, a link and saved rules."""
    evening, match = found["evening"], found["texas_42-table"]
    send(client, evening + "/code")
    send(client, evening + "/links", right="watch", name=TYPED[0])
    send(client, match + "/rules", name=TYPED[1])
    player = re.search(r'"(/circle/players/\w+)"', client.get("/circle").get_data(as_text=True))[1]
    same = re.findall(rf'"({player}/same[^"]*)"', client.get(f"{player}/same").get_data(as_text=True))
    names = {"welcome": "/welcome", "code": "/code", "host": "/host", "share": evening + "/share"}
    return names | {"pencil": match + "/pencil", "same": player + "/same", "same-two": same[-1].replace("&amp;", "&")}


def tables(client: FlaskClient, game: str) -> dict[str, str]:
    """A game's table before and after its bid, and the pages of what was played; its end where two deals make one."""
    players = NAMES[: SEATS.get(game, 4)]
    uid = start(client, game, *players)
    for deal in DEALS[game]:
        say(client, uid, "play", **deal)
    table = client.get(f"/m/{uid}").get_data(as_text=True)
    deal_page = re.search(rf'"(/m/{uid}/deal/[\w-]+)', table)[1]
    if game == "knockout_whist":
        dispute(client, uid, deal_page.rpartition("/")[2])
    playing = start(client, game, *players)
    say(client, playing, "bid", **BIDS[game])
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
    found[f"{game}-half"] = f"/m/{playing}?{HALF[game]}"
    if game in AUCTIONS:
        found[f"{game}-auction"] = f"/m/{uid}?auction=1&calls={AUCTIONS[game]}"
    return found | end(client, game, players)


def dispute(client: FlaskClient, uid: str, of: str) -> None:
    """Let Bob, whose phone this is from now on, and Eva answer a line."""
    send(client, f"/m/{uid}/sits", seat="1")
    said = {"of": of, "answer": "dispute", "note": TYPED[2]}
    answers = [
        send(client, f"/m/{uid}/answer", uid=secrets.token_hex(8), **said, **more) for more in ({}, {"seat": "4"})
    ]
    assert [answer.status_code for answer in answers] == [303, 303]


def end(client: FlaskClient, game: str, players: tuple[str, ...]) -> dict[str, str]:
    """A match that is over."""
    uid = start(client, game, *players, **({"start": 5} if game == "zwanzig_ab" else {}))
    if game in LAST:
        say(client, uid, "play", **LAST[game])
    elif game == "boomke_wies":
        for deal in DEALS[game]:
            say(client, uid, "play", **deal)
        send(client, f"/m/{uid}/rulings", uid=secrets.token_hex(8), what="close")
    else:
        return {}
    addresses = {"over": "", "over-follow": "/follow", "over-television": "/follow?tv=1"}
    return {f"{game}-{name}": f"/m/{uid}{path}" for name, path in addresses.items()}
