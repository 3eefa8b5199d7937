"""An evening shared: its standing link, the code that is said aloud, and links for those who sit elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for

from models.grants.spoken_code import create_code, current_code, expire_code
from models.grants.standing_link import current_secret, get_or_create_link, replace_link
from web.auth.forms import LinkForm
from web.auth.guard import own_evening
from web.auth.share_links import changing_links, key, made, qr_of
from web.http.no_store import unseen_by_others
from web.i18n.dates import evening_words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from models.tables.evening import Evening
    from web.auth.share_links import Made

bp = Blueprint("sharing", __name__)


@bp.post("/e/<slug:uid>/share")
def let_watch(uid: str) -> Response:
    """The standing link, made if there is none, and then the page that shows it."""
    evening = own_evening(uid)
    if current_secret(evening, key()) is None:
        with changing_links():
            get_or_create_link(evening, key())
    return redirect(url_for("sharing.share", uid=uid), 303)


@bp.get("/e/<slug:uid>/share")
def share(uid: str) -> str:
    """How others come to see this evening; makes nothing."""
    return page(own_evening(uid))


def page(evening: Evening, form: LinkForm | None = None, made: Made | None = None) -> str:
    """The page with the code that is in force, and with a link that was just made or the standing one."""
    unseen_by_others()
    secret = None if made else current_secret(evening, key())
    return render_template(
        "auth/evening_link.html",
        evening=evening,
        form=form or LinkForm(formdata=None),
        made=made,
        link=qr_of(secret) if secret else None,
        code=current_code(evening, key()),
        when=evening_words(evening),
    )


@bp.post("/e/<slug:uid>/standing")
def replace_standing(uid: str) -> Response:
    """Another standing link in place of the one before, which opens nothing any more."""
    evening = own_evening(uid)
    with changing_links() as own:
        replace_link(evening, key(), own)
    return redirect(url_for("sharing.share", uid=uid), 303)


@bp.post("/e/<slug:uid>/code")
def new_code(uid: str) -> Response:
    """A code for this evening, in place of the one before."""
    evening = own_evening(uid)
    with changing_links():
        expire_code(evening)
        if evening.closed_at is None:
            create_code(evening, key())
    return redirect(url_for("sharing.share", uid=uid), 303)


@bp.post("/e/<slug:uid>/links")
def make_link(uid: str) -> ResponseReturnValue:
    """A new link to this evening only."""
    evening = own_evening(uid)
    form = LinkForm()
    if not form.validate():
        return page(evening, form), 422
    return page(evening, made=made(evening, form.right.data, form.name.data))
