"""Scripts that need no page, under `node --test`; skipped where there is no Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "tests" / "node").glob("*.test.js")))
def test_scripts_under_node(tmp_path, name):
    """Copied, since Node takes a .js file for a module only where a package.json says so."""
    shutil.copytree(ROOT / "static", tmp_path / "static", ignore=shutil.ignore_patterns("fonts", "*.wasm*"))
    shutil.copy(ROOT / "tests" / "node" / name, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    done = subprocess.run([str(NODE), "--test", name], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
