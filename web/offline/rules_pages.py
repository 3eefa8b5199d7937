"""The rules pages of the games as a phone keeps them: in one language, the same for everybody, without a name."""

from __future__ import annotations

import hashlib

from flask import current_app, g, url_for

from scoring.game import Game, defaults
from scoring.games import games
from web.i18n.catalog import language_of
from web.i18n.locale import gettext
from web.rules import game_page


def rules_files(code: str) -> list[str]:
    """The addresses of the rules pages in a language."""
    return [f"/shell/rules/{key}?{code}" for key in games()]


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
        before, g.language = g.get("language"), language_of(code)
        home = url_for("home.show_home")
        rendered[game.key, code] = game_page(game, defaults(game), game.seats[0], home, gettext("Home"), kept=True)
        g.language = before
    return rendered[game.key, code]
