"""The page that asks a browser without a circle for names, and for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template

from scoring.games import games
from web.host.access import MINE, NOT_YET, creation_policy

if TYPE_CHECKING:
    from web.circle.forms import CreateForm


def create_page(form: CreateForm) -> str:
    """The page with its form, as far as the host allows new circles."""
    policy = creation_policy()
    facts = {"no_circle": policy == NOT_YET, "chooses": policy == MINE, "games": list(games().values())}
    return render_template("circle/create.html", form=form, **facts)
