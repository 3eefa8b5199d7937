"""Guessed links and links that are almost right: none opens anything, and nobody learns which of them there were.

TALLYSTICK_GUESSED says how many.
"""

from __future__ import annotations

import os
import secrets
from random import Random

import pytest

from models.base import now
from models.grants import BY_SECRET, hash_secret, make_grant, revoke
from models.spoken_code import code_of_grant, create_code
from models.tables import SCORE, WATCH, Circle, Evening, Grant
from models.transaction import write_transaction
from tests.support.tables import sit_down

GUESSED = int(os.environ.get("TALLYSTICK_GUESSED", "200"))
NEAR = max(GUESSED // 10, 50)
URL_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.fixture
def known(app, client):
    """Secrets that open something, or did: by what became of them; limits are off, so that every guess is looked at."""
    app.config["LIMIT_GUESSES"] = False
    sit_down(client, "boomke_wies")
    with app.app_context(), write_transaction() as here:
        circle, evening = here.query(Circle).one(), here.query(Evening).one()
        made = {
            name: make_grant(place, right)
            for name, place, right in (
                ("score circle", circle, SCORE),
                ("watch evening", evening, WATCH),
                ("revoked", circle, SCORE),
                ("run out", evening, WATCH),
                ("used", evening, SCORE),
            )
        }
        revoke(made["revoked"][0])
        made["run out"][0].expires_at = now()
        made["used"][0].once, made["used"][0].last_used_at = True, now()
        code = code_of_grant(create_code(evening, app.secret_key), app.secret_key)
        return {"code": code} | {name: secret for name, (_, secret) in made.items()}


def near_misses(rng: Random, secret: str):
    """A link with one letter changed, cut short, doubled, turned round, longer, in other letters."""
    at = rng.randrange(len(secret))
    other = rng.choice([letter for letter in URL_LETTERS if letter != secret[at]])
    yield secret[:at] + other + secret[at + 1 :]
    yield secret[:at]
    yield secret[at + 1 :]
    yield secret + secret
    yield secret + other
    yield other + secret
    yield secret[:at] + secret[at] + secret[at:]
    swapped = secret.swapcase()
    yield swapped
    yield secret[::-1]
    yield secret[at:] + secret[:at] if at else secret + "_"


def plainly(answer):
    """All that a stranger sees of an answer."""
    return answer.status_code, sorted(answer.headers), answer.data


def test_no_guess_nor_what_is_almost_right_opens_anything(app, known):
    """A link that was revoked, has run out or was used up, and a code in the place of a link, are as if never made."""
    rng, stranger = Random("near"), app.test_client()
    nothing = plainly(stranger.get("/join/nothing"))
    assert nothing[0] == 404
    guessed = [secrets.token_urlsafe(32) for _ in range(GUESSED)]
    for _ in range(NEAR // 10):
        guessed += [secret for secret in near_misses(rng, known["score circle"]) if secret != known["score circle"]]
    for secret in guessed + [known[what] for what in ("revoked", "run out", "used", "code")]:
        assert not secret or plainly(stranger.get(f"/join/{secret}")) == nothing, secret
    assert stranger.get_cookie("tallystick") is None
    assert stranger.get(f"/join/{known['score circle']}").status_code == 303


def test_a_secret_is_looked_up_by_its_hash():
    """How long it takes does not tell how much of a secret was right: whole hashes are compared, found by an index."""
    assert Grant.__table__.c.secret_hash.unique
    assert "secret_hash" in str(BY_SECRET.whereclause)
    assert len({hash_secret("secret"), hash_secret("secreT"), hash_secret("secret ")}) == 3
