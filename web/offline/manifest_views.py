"""The manifest: what the app is called on a home screen, how it looks there, and where it starts."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, current_app, url_for

from web.http.security import unseen_by_others
from web.i18n.locale import current_language, gettext
from web.offline.install_views import start_address
from web.routes import PUBLIC, Pages

INK, PAPER = "#141917", "#e6ebd6"  # of the first picture while it starts, and around the page: --paper by night, by day
ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))

bp = Pages("manifest", __name__)


@bp.get("/app.webmanifest", needs=PUBLIC)
def show_manifest() -> Response:
    """The manifest in the reader's language; while a way in is open for this browser, the start address holds it."""
    unseen_by_others()
    return Response(json.dumps(manifest(), ensure_ascii=False), content_type="application/manifest+json")


def manifest() -> dict[str, Any]:
    """The manifest as data."""
    language, home = current_language(), url_for("home.show_home")
    shortcuts = [(gettext("Continue"), home), (gettext("New match"), url_for("new_match.show_draft"))]
    return {
        "id": home,
        "start_url": start_address(),
        "scope": home,
        "name": gettext("Tallystick"),
        "short_name": gettext("Tallystick"),
        "description": gettext("Keeps score of card games played at a real table."),
        "lang": language.code,
        "dir": "rtl" if language.rtl else "ltr",
        "display": "standalone",
        "background_color": INK,
        "theme_color": INK,
        "icons": [*(icon(size, purpose) for size, purpose in ICONS), vector_icon()],
        "screenshots": [screenshot("table", gettext("The table")), screenshot("story", gettext("Story"))],
        "shortcuts": [{"name": name, "url": address} for name, address in shortcuts],
    }


def icon(size: str, purpose: str) -> dict[str, str]:
    """An icon of static/icons/."""
    name = f"icons/{size}.png" if purpose == "any" else f"icons/{size}-{purpose}.png"
    return {"src": asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def screenshot(name: str, label: str) -> dict[str, str]:
    """A picture of static/screenshots/, which browsers show where they offer to install."""
    address = asset(f"screenshots/{name}.webp")
    return {"src": address, "sizes": "780x1688", "type": "image/webp", "form_factor": "narrow", "label": label}


def vector_icon() -> dict[str, str]:
    """The icon for every size."""
    return {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}


def asset(name: str) -> str:
    """The address of a static file."""
    return str(current_app.config["ASSETS"][name])
