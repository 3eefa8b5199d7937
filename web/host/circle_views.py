"""The circles of this server, for the host: let somebody in whose links are lost, and see that all is well.

Only for who opened the address that ./run host prints, for as long as that is valid: the key, which may create a
circle, opens nobody else's. Circles and people are deleted from the shell alone.
"""

from __future__ import annotations

from flask import abort, render_template
from sqlalchemy import select

from models.base import db
from models.grants import make_grant
from models.host import circle_summaries, host_setting
from models.tables import SCORE, Circle
from models.transaction import write_transaction
from web.auth.links import NewLink, show_once
from web.host.access import by_address
from web.host.health_views import status
from web.i18n.dates import day
from web.routes import PUBLIC, Pages

MEGABYTE = 1_000_000

bp = Pages("host_circles", __name__)


@bp.get("/host/circles", needs=PUBLIC)
def show_circles() -> str:
    """Names, last evenings and sizes; how the server is."""
    return circles_page()


@bp.post("/host/circles/<slug:uid>/link", needs=PUBLIC)
def create_host_link(uid: str) -> str:
    """A new link for a circle, which its people see in their list as the host's; shown this once."""
    if not by_address(host_setting()):
        abort(404)
    circle = db.session.scalar(select(Circle).where(Circle.uid == uid)) or abort(404)
    with write_transaction():
        grant, secret = make_grant(circle, SCORE, "host")
    return circles_page(show_once(grant, secret)._replace(name=circle.name))  # there are many here


def circles_page(made: NewLink | None = None) -> str:
    """The page; 404 for everybody else."""
    if not by_address(host_setting()):
        abort(404)
    now = status()
    found = [(one, day(one.last, "short_year") if one.last else "") for one in circle_summaries()]
    hours = None if now.copy_age is None else now.copy_age // 3600
    free = now.disk_free // MEGABYTE
    return render_template("host/circles.html", circles=found, made=made, health=now, hours=hours, free=free)
