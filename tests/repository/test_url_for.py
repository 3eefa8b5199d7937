"""No name that a request holds becomes an argument of url_for(), which takes "_scheme" and others for its own."""

from __future__ import annotations

import ast
import re

from tests.support.servers import ROOT


def spread_in(path):
    """The lines of a file where url_for() is given names that are not written there."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return [source.count("\n", 0, found.start()) + 1 for found in re.finditer(r"url_for\([^{}%]*?\*\*", source)]
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    ours = [call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == "url_for"]
    return [call.lineno for call in ours if any(keyword.arg is None for keyword in call.keywords)]


def test_no_query_is_spread_into_url_for(tmp_path):
    for name, text in (("a.py", "url_for(a, b=1, **c)"), ("a.html", "{{ f(url_for('a', **b)) }}")):
        (tmp_path / name).write_text(text)
        assert spread_in(tmp_path / name) == [1]
    files = [*(ROOT / "web").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    assert len(files) > 200
    assert [f"{path}:{line}" for path in files for line in spread_in(path)] == []
