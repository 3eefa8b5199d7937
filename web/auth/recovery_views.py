"""Recovery link: brings the founder of a circle back on any phone; shown once, to be printed or sent to oneself."""

from __future__ import annotations

from flask import Blueprint, render_template

from models.tables.grant import SCORE, make_grant
from web.auth.share_links import link_transaction, show_once
from web.i18n.locale import gettext

bp = Blueprint("recovery", __name__)


@bp.post("/circle/recovery")
def create_recovery_link() -> str:
    """Create a recovery link and show it this once.

    One made by the founder has the founder's rights and outlives their link; one made by others is an ordinary
    link.
    """
    with link_transaction() as own:
        grant, secret = make_grant(own.circle, SCORE, gettext("Recovery link"), by=None if own.founding else own)
    return render_template("auth/recovery.html", circle=own.circle, made=show_once(grant, secret))
