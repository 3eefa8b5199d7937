"""Proof of a phone's own key: a question that the server signs, answered with the key's signature (ECDSA, P-256)."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

import msgspec
from flask import current_app
from itsdangerous import BadSignature, Signer
from msgspec import Meta, Struct

from models.base import from_millis, now, to_millis
from models.tables.grant import hash_secret
from web.auth.session_grants import held_uids
from web.http.requests import NotReadable

SALT = "phone key"
LASTS = 120_000  # ms in which a question can be answered
AHEAD = 5_000  # ms that another worker's clock may be ahead
POINT, NUMBER = 65, 32  # bytes of an uncompressed point of P-256, of each number of a signature
MARK = 12  # letters
Text = Annotated[str, Meta(max_length=200, pattern=r"^[\w.=-]*$")]


class SentProof(Struct):
    """What a phone sends: its public key and signature in base64 for addresses, and the question."""

    key: Text
    challenge: Text
    signature: Text


class Proof(NamedTuple):
    """A key whose owner has answered: its fingerprint, and of when the question was."""

    fingerprint: str
    asked_at: datetime


def new_challenge() -> str:
    """A question for a phone: the time, signed."""
    return _signer().sign(str(to_millis(now()))).decode()


def held_mark() -> str:
    """What the cookie of this browser holds, as a short hash: a phone knows by it what was remembered; else empty."""
    held = held_uids()
    return hash_secret(" ".join(held))[:MARK] if held else ""


def parse_proof(sent: Any) -> SentProof:
    """The proof in a JSON body; NotReadable when it is none."""
    try:
        return msgspec.convert(sent, SentProof)
    except msgspec.ValidationError:
        raise NotReadable from None


def checked(sent: SentProof) -> Proof | None:
    """The proof, if the question was ours and is not too old, and the key has signed it."""
    asked_at = _time_of(sent.challenge)
    try:
        key, signature = urlsafe_b64decode(sent.key), urlsafe_b64decode(sent.signature)
    except ValueError:
        return None
    if asked_at is None or len(key) != POINT or len(signature) != 2 * NUMBER:
        return None
    fingerprint = sha256(key).hexdigest()
    return Proof(fingerprint, asked_at) if is_signed(key, signature, sent.challenge.encode()) else None


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether a signature of two numbers (as browsers make it) is that of a key for a text."""
    # imported here: over plain http no phone has a key, and no server needs this
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256

    first, second = (int.from_bytes(part, "big") for part in (signature[:NUMBER], signature[NUMBER:]))
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        public.verify(utils.encode_dss_signature(first, second), text, ec.ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def _time_of(challenge: str) -> datetime | None:
    """When a question was put; None for one that is not ours, or too old."""
    try:
        at = int(_signer().unsign(challenge))
    except (BadSignature, ValueError):
        return None
    age = to_millis(now()) - at
    return from_millis(at) if -AHEAD <= age <= LASTS else None


def _signer() -> Signer:
    return Signer(str(current_app.secret_key), salt=SALT, digest_method=sha256)
