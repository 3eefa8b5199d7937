"""A phone shows its key: with its cookie it is remembered, without one it gets back what it was remembered for."""

from __future__ import annotations

from typing import Any

from flask import Blueprint
from werkzeug.exceptions import Forbidden

from models.grants.phone_key import grants_of_phone, remember_phone
from web.auth import session_grants
from web.auth.phone_key import SentProof, checked, held_mark, parse_proof
from web.auth.rate_limit import count_key, limited_guess
from web.http.requests import sent_json
from web.http.security import unseen_by_others
from web.i18n.locale import gettext

bp = Blueprint("phone_key", __name__)


class UnknownPhone(Forbidden):
    """403: a key that nothing is remembered of, or that did not answer; which of both is not told."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("This phone is not known here any more. Open a link to your circle again.")


@bp.post("/line/key")
def show_key() -> dict[str, Any]:
    """Remember what this browser holds, or give it back to one that holds nothing."""
    unseen_by_others()
    sent = parse_proof(sent_json())
    known = is_remembered(sent) if session_grants.held_uids() else limited_guess("link", lambda: comes_back(sent))
    if not known:
        raise UnknownPhone
    return {"held": held_mark()}


def is_remembered(sent: SentProof) -> bool:
    """Remember what this browser holds; False for a key that did not answer."""
    count_key()
    proof, held = checked(sent), [grant for grant in session_grants.held_grants() if grant.in_force]
    return proof is not None and remember_phone(proof.fingerprint, held, proof.asked_at)


def comes_back(sent: SentProof) -> bool | None:
    """Give this browser the grants that its key was remembered for; None where there are none in force."""
    proof = checked(sent)
    found = grants_of_phone(proof.fingerprint, proof.asked_at) if proof else []
    for grant in reversed(found):
        session_grants.add_grant(grant)
    return True if found else None
