"""What a phone keeps to start without a network: the shell, one page without personal data that draws its address by
itself, the files that it needs, and the rules pages of the games; and the service worker that keeps them.

All are the same for everybody, in one language.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, Response, abort, current_app, g, render_template, request, url_for

from scoring.game import Game, defaults
from scoring.games import games
from web.assets import asset_text
from web.i18n.catalog import NAMES, language_of
from web.i18n.locale import gettext, language_code
from web.new_match.draft import words_of_all
from web.routes import PUBLIC, Pages
from web.rules import game_page

ASSETS = (
    "css/main.css",
    "css/pages.css",
    "css/new_match.css",
    "offline/shell.js",
    "offline/main.js",
    "table/main.js",
    "table/unsent_notice.js",
    "table/corrections.js",
    "net/tail.js",
    "offline/matches_here.js",
    "comfort/main.js",
    "engine/worker.js",
    "engine/micropython.wasm",
    "fonts/casual.woff2",
    "icon.svg",
)
FONTS = {
    "fa": ("fonts/vazirmatn-fa.woff2",),
    "de": ("fonts/casual-accents.woff2",),
    "nl": ("fonts/casual-accents.woff2",),
}


def init_shell(app: Flask) -> None:
    """Let templates name the shell's version, and give scripts the names of the games."""
    app.jinja_env.globals.update(shell_version=shell_version, game_names=game_names)


def shell_version() -> str:
    """Identifies the shell in the reader's language with all that it needs and the rules, as its worker names it."""
    return version_of(language_code())


def version_of(code: str) -> str:
    """The same in the language of a code."""
    content = json.dumps([shell_files(code), render_shell(code), rules_hash(code)])
    return hashlib.sha256(content.encode()).hexdigest()[:10]


def shell_files(code: str) -> list[str]:
    """The addresses of the shell in a language, which comes first, and of all that it needs."""
    addresses, engine = current_app.config["ASSETS"], current_app.config["ENGINE"][code]
    assets = [addresses[name] for name in (*ASSETS, *FONTS.get(code, ()))]
    return [f"/shell?{code}", *assets, engine.bundle, engine.words]


def game_names() -> str:
    """The name of every game by its key, as JSON, in the reader's language."""
    return json.dumps({key: gettext(game.name) for key, game in games().items()}, ensure_ascii=False)


def render_shell(code: str) -> str:
    """The shell in the language of a code, whoever asks; rendered once."""
    rendered: dict[str, str] = current_app.extensions.setdefault("shell", {})
    if code not in rendered:
        with speaking(code):
            told = [
                [*words, [[key, gettext(label), rules] for key, label, rules in game.presets]]
                for words, game in zip(words_of_all(), games().values(), strict=True)
            ]
            rendered[code] = render_template("offline/shell.html", games=json.dumps(told, ensure_ascii=False))
    return rendered[code]


def rules_hash(code: str) -> str:
    """Identifies the rules pages in a language."""
    hashes: dict[str, str] = current_app.extensions.setdefault("kept rules hashes", {})
    if code not in hashes:
        content = "".join(render_rules(game, code) for game in games().values())
        hashes[code] = hashlib.sha256(content.encode()).hexdigest()
    return hashes[code]


def render_rules(game: Game, code: str) -> str:
    """How a game is played by its usual rules, in the language of a code, whoever asks; rendered once."""
    rendered: dict[tuple[str, str], str] = current_app.extensions.setdefault("kept rules", {})
    if (game.key, code) not in rendered:
        with speaking(code):
            home = url_for("home.show_home")
            rendered[game.key, code] = game_page(game, defaults(game), game.seats[0], home, gettext("Home"), kept=True)
    return rendered[game.key, code]


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """The language of a code instead of the reader's."""
    before, g.language = g.get("language"), language_of(code)
    try:
        yield
    finally:
        g.language = before


POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)

bp = Pages("worker", __name__)


@bp.get("/sw.js", needs=PUBLIC)
def show_worker() -> Response:
    """The service worker in the reader's language; one that removes itself where the host wants none."""
    answer = Response(worker_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def worker_script() -> str:
    """The source of the service worker, with its version and files in front."""
    if not current_app.config["OFFLINE"]:
        return asset_text("worker/gone.js")
    code = language_code()
    rules = [f"/shell/rules/{key}?{code}" for key in games()]
    constants = {"VERSION": shell_version(), "FILES": shell_files(code), "RULES": rules}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines) + asset_text("worker/sw.js")


@bp.get("/shell", needs=PUBLIC)
def show_shell() -> str:
    """The shell in the language that the address ends with: /shell?fa."""
    return render_shell(code_in_address())


@bp.get("/shell/rules/<slug:game>", needs=PUBLIC)
def show_kept_rules(game: str) -> str:
    """The rules page of a game as phones keep it, in the language that the address ends with."""
    return render_rules(games().get(game) or abort(404), code_in_address())


def code_in_address() -> str:
    """The code of the language that the address ends with; 404 for none."""
    code = request.query_string.decode("latin-1")
    return code if code in NAMES else abort(404)
