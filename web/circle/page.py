"""The page of a circle (name, players, links, saved rules, hidden evenings), and the one that creates a circle."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template, request
from sqlalchemy import select

from models.base import db
from models.people import merges_by_player
from models.tables.circle import Circle, Merge, Player
from scoring.games import games
from web.auth.guard import own_circle, page_grant
from web.auth.links import LinkForm, NewLink, links_page
from web.circle.forms import CircleNameForm, CreateForm, PlayerForm
from web.circle.players import page_number, players_page
from web.circle.saved_rules import saved_in
from web.evening.summary import hidden_rows
from web.host.access import MINE, NOT_YET, creation_policy


def create_page(form: CreateForm) -> str:
    """What a browser without a circle is asked: names and nothing else, as far as the host allows new circles."""
    policy = creation_policy()
    facts = {"no_circle": policy == NOT_YET, "chooses": policy == MINE, "games": list(games().values())}
    return render_template("circle/create.html", form=form, **facts)


def circle_page(*failed: CircleNameForm | PlayerForm | LinkForm, fault: str = "", made: NewLink | None = None) -> str:
    """The page with a form that failed, with what is wrong with the players, or with a link that was just made."""
    circle = own_circle()
    players, page, next_page = players_page(circle)
    link_page = page_number("links")
    links, more_links = links_page(circle, link_page)
    return render_template(
        "circle/circle.html",
        circle=circle,
        forms=page_forms(circle, players) | {form.name.id: form for form in failed},
        fault=fault,
        made=made,
        founding=page_grant().founding,
        players=players,
        page=page,
        next_page=next_page,
        merges=merges_by_player(players),
        merged=merged_here(circle),
        saved_rules=saved_in(circle),
        hidden=hidden_rows(circle),
        links=links,
        link_page=link_page,
        more_links=more_links,
    )


def page_forms(circle: Circle, players: Sequence[Player]) -> dict[str, object]:
    """The forms of the page by name; those of players by uid."""
    forms: dict[str, object] = {
        "circle": CircleNameForm(formdata=None, obj=circle),
        "link": LinkForm(formdata=None),
        "new": PlayerForm(circle, formdata=None),
    }
    return forms | {player.uid: PlayerForm(circle, player, formdata=None, obj=player) for player in players}


def merged_here(circle: Circle) -> Merge | None:
    """The merge that the address says was just done, while it is in force."""
    mine = Player.uid == request.args.get("merged", ""), Player.circle_id == circle.id
    query = select(Merge).join(Merge.one).where(*mine, Merge.into_id == Player.merged_into_id)
    return db.session.scalar(query)
