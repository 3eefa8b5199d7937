"""Style bundler: imports in their places, and nothing that only people read."""

from __future__ import annotations

from pathlib import Path

import pytest

from web.assets.css_bundle import bundle_style

STATIC = Path(__file__).parents[3] / "static"


def test_a_style_sheet_keeps_what_browsers_read(tmp_path):
    path = tmp_path / "a.css"
    path.write_text(
        "/* What it is. */\n@layer a{\n  /* why\n   * so */\n  .b,\n  .c .d{color:red;\n    &.e{inset:0}} /* too */\n"
        "  .f\n  .g{margin:0}\n}\n",
        encoding="utf-8",
    )
    assert bundle_style(path) == "@layer a{.b,.c .d{color:red;&.e{inset:0}}.f\n  .g{margin:0}}\n"


def test_imports_stand_where_they_are_named(tmp_path):
    (tmp_path / "b.css").write_text(".b{inset:0}\n", encoding="utf-8")
    path = tmp_path / "a.css"
    path.write_text('@layer a,b;\n@import "./b.css";\n.c{inset:1px}\n', encoding="utf-8")
    assert bundle_style(path) == "@layer a,b;.b{inset:0}.c{inset:1px}\n"


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_no_line_of_ours_is_long(path):
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_no_import_of_ours_is_left(path):
    assert "@import" not in bundle_style(path)
