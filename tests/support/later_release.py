"""A release that comes after this one: the same migrations and one more, which adds a table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from models.database import MIGRATIONS

REVISION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "00006c2f9a1b", "{before}"


def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))


def downgrade():
    op.drop_table("later")
"""


def release_later(folder: Path, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app be the later release from now on; before: the last revision of this one."""
    later = folder / "later"
    shutil.copytree(MIGRATIONS, later)
    (later / "versions" / "00006c2f9a1b_later.py").write_text(REVISION.format(before=before), encoding="utf-8")
    monkeypatch.setattr("models.database.MIGRATIONS", later)
