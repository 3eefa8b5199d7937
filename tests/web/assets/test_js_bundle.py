"""Scripts that are imported travel in one file with the script that imports them, each in a scope of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.assets.js_bundle import joined, style

STATIC = Path(__file__).parents[3] / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
LATER = re.compile(r'import\("\./([\w-]+\.js)"\)')
WITHIN = re.compile(r"^const \$(\w+) = \(", re.MULTILINE)


@pytest.fixture
def write(tmp_path):
    """Writes scripts by name and hands out the first of them joined with the others."""

    def written(**scripts: str) -> str:
        for name, content in scripts.items():
            (tmp_path / f"{name}.js").write_text(content, encoding="utf-8")
        return joined(tmp_path / f"{next(iter(scripts))}.js")

    return written


def test_a_script_that_imports_nothing_stays_as_it_is(write):
    content = 'export function a() {}\nconst late = () => import("./b.js");\n'
    assert write(a=content) == content


def test_lines_that_only_people_read_stay_at_home(write):
    content = (
        "// What it is for.\n\nconst a = 1; // why\n/** What comes\n * back. */\nfunction b() {\n  // how\n"
        '  return "https://x" + "/** kept */";\n}\n'
    )
    assert write(a=content) == 'const a = 1; // why\nfunction b() {\nreturn "https://x" + "/** kept */";\n}\n'


def test_what_is_imported_stands_before_it_in_a_scope_of_its_own(write):
    found = write(
        a='import { b, c as d } from "./b.js";\nd(b);\n',
        b="const own = 1;\nexport const b = own;\nexport async function c() {}\n",
    )
    assert found == (
        "const $b = (() => {\nconst own = 1;\nconst b = own;\nasync function c() {}\nreturn { b, c };\n})();\n"
        "const { b, c: d } = $b;\nd(b);\n"
    )


def test_what_two_scripts_import_is_there_once(write):
    uses = 'import { c } from "./c.js";\nc();\n'
    found = write(a='import "./b.js";\nimport "./d.js";\n', b=uses, d=uses, c="export function c() {}\n")
    assert WITHIN.findall(found) == ["c", "b", "d"]


@pytest.mark.parametrize(
    "scripts",
    [
        {"a": 'import "./b.js";\n', "b": 'import "./a.js";\n'},
        {"a": 'import "./b.js";\n', "b": "export let b = 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export default 1;\n"},
        {"a": 'import "./b.js";\n', "b": "export { b };\n"},
        {"a": 'import "./b.js";\n', "b": 'import * as c from "./c.js";\n'},
        {"a": "const b = `\n  one`;\n"},
    ],
    ids=["in a circle", "a name that changes", "a default", "a list", "all of a script", "a long text"],
)
def test_what_cannot_be_joined_is_said(write, scripts):
    with pytest.raises(ValueError, match="b"):
        write(**scripts)


def test_a_style_sheet_keeps_what_browsers_read(tmp_path):
    path = tmp_path / "a.css"
    path.write_text(
        "/* What it is. */\n@layer a{\n  /* why\n   * so */\n  .b{color:red;\n    &.c{inset:0}} /* too */\n}\n",
        encoding="utf-8",
    )
    assert style(path) == "@layer a{\n.b{color:red;\n&.c{inset:0}}\n}\n"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_ours_import_nothing_any_more_before_they_run(path):
    assert re.findall(r"^\s*(?:import|export)\s*[\"{*].*", joined(path), re.MULTILINE) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_what_comes_later_brings_nothing_that_is_there_already(path):
    here = joined(path)
    there = {path.stem, *WITHIN.findall(here)}
    for name in LATER.findall(here):
        later = joined(STATIC / name)
        assert there.isdisjoint({Path(name).stem, *WITHIN.findall(later)}), (
            f"{path.name} and {name} each have their own"
        )
